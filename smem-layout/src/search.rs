//! The search over the classes of layouts: pitches in ascending order, at each first no swizzle, then the cheapest XOR.
//!
//! Every layout that comes out has been checked against the exact bank model at every position that can differ; the closed
//! forms of the search only decide which layouts are worth checking.

use alloc::{vec, vec::Vec};

use crate::{
    access::Access, effort::Effort, layout::Layout, problem::Problem, request::Choice, swizzle::Swizzle,
    xor_best::best_at, xor_search::XorSearch,
};

/// No layout was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unfound {
    /// True when there is none; false when the search gave up before it had seen every matrix.
    pub(crate) proven: bool,
}

/// The cheapest layout of the welcome classes on which every access has at most its allowed ways.
pub(crate) fn search(
    problem: &Problem<'_>,
    choice: Choice,
    allowed: &[u32],
    effort: &Effort,
) -> Result<Layout, Unfound> {
    let line = problem.line();
    let mut proven = true;
    for pitch in problem.pitches() {
        let unpadded = pitch == line;
        if unpadded || matches!(choice, Choice::Auto | Choice::Pad(_)) {
            let layout = problem.pitched(pitch);
            if problem.fits(&layout, allowed) {
                return Ok(layout);
            }
        }
        if swizzles(problem, choice, pitch) {
            match swizzled(problem, pitch, allowed, effort) {
                Ok(layout) => return Ok(layout),
                Err(unfound) => proven &= unfound.proven,
            }
        }
    }
    Err(Unfound { proven })
}

/// The cheapest XOR at this pitch.
fn swizzled(problem: &Problem<'_>, pitch: u32, allowed: &[u32], effort: &Effort) -> Result<Layout, Unfound> {
    let matrix = XorSearch::new(*problem, pitch, allowed, effort).and_then(|search| search.solve());
    let Some(matrix) = matrix else { return Err(Unfound { proven: !effort.is_spent() }) };
    let layout = named(problem.swizzled(pitch, Swizzle::Matrix(matrix)));
    // The forbidden pairs are exact; this is the promise that nothing unchecked is emitted.
    if problem.fits(&layout, allowed) { Ok(layout) } else { Err(Unfound { proven: false }) }
}

/// The layout found with the fewest excess wavefronts over the accesses that have more ways than allowed, then the fewest
/// bytes. The search is bounded: on one-row tiles of many positions it can end before the best (1 x 142 of 4 bytes with
/// `stride(8)` and `stride(2, vec = 2)`: 3 excess wavefronts where 2 are possible).
pub(crate) fn best(problem: &Problem<'_>, choice: Choice, allowed: &[u32], unfound: Unfound) -> Layout {
    let line = problem.line();
    let plain = problem.pitched(line);
    // The dense layout is the one to beat, whatever it costs.
    let effort = Effort::new(Effort::MESSAGE);
    let mut least = problem.unaccepted_excess(&plain, allowed, u32::MAX, &effort).unwrap_or(u32::MAX);
    let mut best = plain;
    // Where no layout is free of conflict, each has an excess wavefront.
    let floor = u32::from(unfound.proven);
    for pitch in problem.pitches() {
        if least <= floor {
            break;
        }
        if matches!(choice, Choice::Auto | Choice::Pad(_)) {
            let layout = problem.pitched(pitch);
            if let Ok(excess) = problem.unaccepted_excess(&layout, allowed, least, &effort) {
                (least, best) = (excess, layout);
            }
        }
        // Each pitch has an effort of its own: one that is hopeless must not take it from the next.
        let effort = Effort::new(Effort::MESSAGE);
        if swizzles(problem, choice, pitch)
            && let Some((excess, layout)) = best_at(*problem, pitch, allowed, floor, least, &effort)
        {
            (least, best) = (excess, named(layout));
        }
    }
    best
}

/// True where the choice welcomes an XOR at this pitch: without padding, or raised towards a power of two.
fn swizzles(problem: &Problem<'_>, choice: Choice, pitch: u32) -> bool {
    let line = problem.line();
    let raised = !line.is_power_of_two() && pitch <= line.next_power_of_two();
    (pitch == line || raised) && matches!(choice, Choice::Auto | Choice::Swizzle(_))
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
        search(&Problem { accesses: &accesses, ..*problem }, choice, &ways, &Effort::new(Effort::MESSAGE))
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
