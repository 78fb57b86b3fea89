//! The search over the classes of layouts: pitches in ascending order, at each first no swizzle, then the cheapest XOR.
//!
//! Every layout that comes out has been checked against the exact bank model at every position that can differ; the closed
//! forms of the search only decide which layouts are worth checking.

use alloc::{vec, vec::Vec};

use crate::{
    access::Access, layout::Layout, problem::Problem, request::Choice, swizzle::Swizzle, xor_best::best_at,
    xor_search::XorSearch,
};

/// No layout was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unfound {
    /// True when there is none; false when the search gave up before it had seen every matrix.
    pub(crate) proven: bool,
}

/// The cheapest layout of the welcome classes on which every access has at most its allowed ways.
pub(crate) fn search(problem: &Problem<'_>, choice: Choice, allowed: &[u32]) -> Result<Layout, Unfound> {
    let line = problem.line();
    let raise = !line.is_power_of_two();
    let mut proven = true;
    for pitch in problem.pitches() {
        let unpadded = pitch == line;
        if unpadded || matches!(choice, Choice::Auto | Choice::Pad(_)) {
            let layout = problem.pitched(pitch);
            if problem.fits(&layout, allowed) {
                return Ok(layout);
            }
        }
        let raised = raise && pitch <= line.next_power_of_two();
        if (unpadded || raised) && matches!(choice, Choice::Auto | Choice::Swizzle(_)) {
            match swizzled(problem, pitch, allowed) {
                Ok(layout) => return Ok(layout),
                Err(unfound) => proven &= unfound.proven,
            }
        }
    }
    Err(Unfound { proven })
}

/// The cheapest XOR at this pitch.
fn swizzled(problem: &Problem<'_>, pitch: u32, allowed: &[u32]) -> Result<Layout, Unfound> {
    let search = XorSearch::new(*problem, pitch, allowed).ok_or(Unfound { proven: true })?;
    let matrix = search.solve().ok_or_else(|| Unfound { proven: !search.gave_up() })?;
    let layout = named(problem.swizzled(pitch, Swizzle::Matrix(matrix)));
    // The forbidden pairs are exact; this is the promise that nothing unchecked is emitted.
    if problem.fits(&layout, allowed) { Ok(layout) } else { Err(Unfound { proven: false }) }
}

/// The layout with the fewest excess wavefronts over the accesses that have more ways than allowed, then the fewest bytes.
pub(crate) fn best(problem: &Problem<'_>, choice: Choice, allowed: &[u32], unfound: Unfound) -> Layout {
    let line = problem.line();
    let plain = problem.pitched(line);
    // The dense layout is the one to beat, whatever it costs.
    let mut least = problem.unaccepted_excess(&plain, allowed, u32::MAX).unwrap_or(u32::MAX);
    let mut best = plain;
    if matches!(choice, Choice::Auto | Choice::Swizzle(_)) {
        // Where no layout is free of conflict, each has an excess wavefront.
        let floor = u32::from(unfound.proven);
        for pitch in [line, line.next_power_of_two()] {
            if let Some((excess, layout)) = best_at(*problem, pitch, allowed, floor, least) {
                (least, best) = (excess, named(layout));
            }
        }
    }
    if matches!(choice, Choice::Auto | Choice::Pad(_)) {
        for layout in problem.pitches().map(|pitch| problem.pitched(pitch)) {
            if let Ok(excess) = problem.unaccepted_excess(&layout, allowed, least) {
                (least, best) = (excess, layout);
            }
        }
    }
    best
}

/// The same layout with CuTe's name for its swizzle, where it has one.
fn named(layout: Layout) -> Layout {
    match layout.cute() {
        Some(cute) if layout.line == layout.cols && layout.pad() == 0 => layout.with_swizzle(Swizzle::Cute(cute)),
        _ => layout,
    }
}

/// The access that no layout serves, or two that each have a layout but none together.
pub(crate) fn excluding(problem: &Problem<'_>, choice: Choice, allowed: &[u32]) -> Vec<usize> {
    // Only what is proven is said: where the search gives up, a layout may exist.
    let solvable = |numbers: &[usize]| {
        let accesses: Vec<Access> = numbers.iter().map(|&number| problem.accesses[number].clone()).collect();
        let ways: Vec<u32> = numbers.iter().map(|&number| allowed[number]).collect();
        search(&Problem { accesses: &accesses, ..*problem }, choice, &ways)
            .map_or_else(|unfound| !unfound.proven, |_| true)
    };
    let count = problem.accesses.len();
    if let Some(alone) = (0..count).find(|&number| !solvable(&[number])) {
        return vec![alone];
    }
    for other in 1..count {
        for one in 0..other {
            if count == 2 || !solvable(&[one, other]) {
                return vec![one, other];
            }
        }
    }
    (0..count).collect()
}
