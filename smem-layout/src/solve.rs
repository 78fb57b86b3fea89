//! From a request to the cheapest layout without conflicts, or the best found and why there is none.

use alloc::{format, vec::Vec};

use crate::{
    access::WIDEST_BYTES,
    bank::Sharing,
    effort::Effort,
    failure::{Alternative, Culprit, Failure, SolveError},
    layout::Layout,
    problem::Problem,
    report::Report,
    request::{Choice, Pick, Request},
    search::{Unfound, best, excluding, search},
    swizzle::Swizzle,
    tma::TmaSwizzle,
};

/// A layout and its storage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Where each element of one stage is stored.
    pub layout: Layout,
    /// What the accesses cost on it.
    pub report: Report,
    /// Alignment of the storage, in bytes: that of the widest access, at least a word.
    pub align: u32,
    /// Elements of the widest vector that an access declares, which the layout keeps together and aligned.
    pub vec: u32,
    /// The mode of the bulk tensor copy whose swizzle this is, where one was asked for.
    pub tma: Option<TmaSwizzle>,
    /// Elements of one stage, padding included, so many that the next stage is aligned.
    pub stage_len: usize,
    /// Elements of storage: all stages.
    pub len: usize,
    /// Bytes of storage.
    pub bytes: usize,
}

/// The layout that `request` asks for. [`Request::solve`] also tells what it costs.
///
/// # Errors
///
/// See [`Request::solve`].
pub fn solve(request: &Request<'_>) -> Result<Layout, SolveError> {
    request.solve().map(|solution| solution.layout)
}

impl<'a> Request<'a> {
    /// Finds the layout, with its storage and what it costs.
    ///
    /// # Errors
    ///
    /// Says which option is at fault and what to write instead: a shape without elements or too large for shared memory,
    /// an access that does not fit the tile, a given layout that conflicts, or accesses for which none exists, with the
    /// best that a bounded search found.
    pub fn solve(&self) -> Result<Solution, SolveError> {
        self.check_shape()?;
        self.check_accesses()?;
        let problem = self.problem();
        if let Some(layout) = self.chosen(&problem)? {
            return self.given(layout, &problem);
        }
        let allowed = self.allowed_ways();
        match search(&problem, self.choice, &allowed, &Effort::new(Effort::SEARCH)) {
            Ok(layout) => self.finish(layout),
            Err(unfound) => self.without(&problem, &allowed, unfound),
        }
    }

    /// Finds the layout as [`solve`](Self::solve) does, but where there is none does not look for the reason, nor for the
    /// best there is: a small part of the time. Nor does it look at the size, but for that of the elements.
    ///
    /// # Errors
    ///
    /// As `solve`, where the request itself is wrong. `Ok(None)` where no layout is free of conflict, or none was found.
    pub fn find(&self) -> Result<Option<Layout>, SolveError> {
        self.check_shape()?;
        self.check_accesses()?;
        let problem = self.problem();
        let allowed = self.allowed_ways();
        match self.chosen(&problem)? {
            Some(layout) => Ok(problem.fits(&layout, &allowed).then_some(layout)),
            None => Ok(search(&problem, self.choice, &allowed, &Effort::new(Effort::SEARCH)).ok()),
        }
    }

    /// A layout that was given, not searched: it must not conflict unless that is allowed.
    fn given(&self, layout: Layout, problem: &Problem<'_>) -> Result<Solution, SolveError> {
        let solution = self.finish(layout)?;
        if self.allow_conflicts || solution.report.is_accepted() {
            return Ok(solution);
        }
        let alternatives = self.alternatives(problem);
        let Solution { layout, report, .. } = solution;
        Err(SolveError::new(Culprit::Option, Failure::Conflict { layout, report, alternatives }))
    }

    /// What to say, or to keep, when no layout is free of conflict.
    fn without(&self, problem: &Problem<'_>, allowed: &[u32], unfound: Unfound) -> Result<Solution, SolveError> {
        let best = best(problem, self.choice, allowed, unfound);
        let solution = self.finish(best)?;
        if self.allow_conflicts {
            return Ok(solution);
        }
        let Solution { layout, report, bytes, .. } = solution;
        let excluding = excluding(problem, self.choice, allowed);
        let alternatives = if self.choice == Choice::Auto { Vec::new() } else { self.alternatives(problem) };
        Err(SolveError::new(
            Culprit::Option,
            Failure::NoneExists { proven: unfound.proven, best: layout, bytes, report, excluding, alternatives },
        ))
    }

    /// Searches that do find a layout that fits, cheapest way of saying so first.
    fn alternatives(&self, problem: &Problem<'_>) -> Vec<Alternative> {
        let allowed = self.allowed_ways();
        let mut found = Vec::new();
        for choice in [Choice::Pad(Pick::Auto), Choice::Swizzle(Pick::Auto)] {
            if choice == self.choice {
                continue;
            }
            let solution = search(problem, choice, &allowed, &Effort::new(Effort::MESSAGE))
                .ok()
                .and_then(|layout| Request { choice, ..*self }.finish(layout).ok());
            if let Some(Solution { layout, bytes, .. }) = solution {
                let plain = layout.pad() == 0 && layout.swizzle == Swizzle::None;
                let alternative = match choice {
                    _ if plain => Alternative { option: "layout = plain".into(), bytes },
                    Choice::Pad(_) => Alternative { option: format!("pad = {}", layout.pad()), bytes },
                    _ => Alternative { option: "swizzle = auto".into(), bytes },
                };
                if !found.contains(&alternative) {
                    found.push(alternative);
                }
            }
        }
        found
    }

    /// Storage and report of a layout.
    fn finish(&self, layout: Layout) -> Result<Solution, SolveError> {
        let problem = self.problem();
        let model = problem.model;
        let widest = (problem.granule() * self.elem_bytes).min(WIDEST_BYTES);
        let paired = if model.sharing == Sharing::PairedWords { 2 * model.span() } else { 0 };
        let tma = if let Choice::Tma(mode) = self.choice { Some(mode) } else { None };
        let align = widest.max(model.bank_bytes).max(paired).max(tma.map_or(0, TmaSwizzle::alignment));
        let unit = align.div_ceil(self.elem_bytes) as usize;
        let stage_len = layout.len().next_multiple_of(unit);
        let len = stage_len * self.stages as usize;
        let bytes = len * self.elem_bytes as usize;
        // The elements alone do fit: what is too much is what the layout adds.
        self.check_size(bytes as u128, Culprit::Option)?;
        let report = Report::of(&layout, self.elem_bytes, self.accesses, self.arch);
        Ok(Solution { layout, report, align, vec: problem.granule(), tma, stage_len, len, bytes })
    }
}
