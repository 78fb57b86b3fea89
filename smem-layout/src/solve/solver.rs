//! From a request to the cheapest layout without conflicts, or the best found and why there is none.

use alloc::vec::Vec;

use crate::{
    access::WIDEST_BYTES,
    layout::{Layout, Swizzle, TmaSwizzle},
    solve::{
        budget::Effort,
        explain::{Alternative, Alternatives, Searched},
        failure::{Culprit, Failure, SolveError},
        problem::Problem,
        report::Report,
        request::{Choice, Pick, Request},
        search::{Unfound, best, excluding, search},
    },
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
        self.solved().map_err(|error| self.with_proposals(error))
    }

    fn solved(&self) -> Result<Solution, SolveError> {
        self.check_shape()?;
        self.check_accesses()?;
        let problem = self.problem();
        if let Some(layout) = self.chosen(&problem)? {
            return self.given(layout, &problem);
        }
        let allowed = self.allowed_ways();
        match search(&problem, self.choice, &allowed, &Effort::new(Effort::SEARCH)) {
            Ok(layout) => {
                let report = Report::of_accepted(&layout, self.elem_bytes, self.accesses, &problem.model);
                self.finish(layout, report)
            }
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
        let solution = self.finish(layout, self.report(&layout))?;
        if self.allow_conflicts || solution.report.is_accepted() {
            return Ok(solution);
        }
        let alternatives = self.alternatives(problem, &Effort::new(Effort::EXPLANATION));
        let Solution { layout, report, .. } = solution;
        Err(self.error(Culprit::Option, Failure::Conflict { layout, report, alternatives }))
    }

    /// What to say, or to keep, when no layout is free of conflict.
    fn without(&self, problem: &Problem<'_>, allowed: &[u32], unfound: Unfound) -> Result<Solution, SolveError> {
        let effort = Effort::new(Effort::EXPLANATION);
        let best = best(problem, self.choice, allowed, unfound, &effort);
        let solution = self.finish(best, self.report(&best))?;
        // The search for the best may find what the search gave up on.
        if self.allow_conflicts || solution.report.is_accepted() {
            return Ok(solution);
        }
        let Solution { layout, report, bytes, .. } = solution;
        let alternatives = self.alternatives(problem, &effort);
        let excluding = if unfound.proven { excluding(problem, self.choice, allowed, &effort) } else { Vec::new() };
        let explained = !effort.is_spent();
        let searched = Searched::of(problem, self.choice);
        let proven = unfound.proven;
        let failure =
            Failure::NoneFound { searched, proven, explained, best: layout, bytes, report, excluding, alternatives };
        Err(self.error(Culprit::Option, failure))
    }

    /// Searches that do find a layout that fits, cheapest way of saying so first.
    fn alternatives(&self, problem: &Problem<'_>, effort: &Effort) -> Alternatives {
        let allowed = self.allowed_ways();
        let mut found = Vec::new();
        let mut too_large = None;
        let mut proven = true;
        // What `layout = auto` did not find is not there.
        let choices =
            if self.choice == Choice::Auto { &[][..] } else { &[Choice::Pad(Pick::Auto), Choice::Swizzle(Pick::Auto)] };
        for &choice in choices.iter().filter(|choice| **choice != self.choice) {
            let share = effort.share(Effort::MESSAGE);
            let layout = search(problem, choice, &allowed, &share);
            effort.take_back(&share);
            let layout = match layout {
                Ok(layout) => layout,
                Err(unfound) => {
                    proven &= unfound.proven;
                    continue;
                }
            };
            let option = match (layout.swizzle(), layout.pad()) {
                (Swizzle::None, 0) => Choice::Plain,
                (Swizzle::None, pad) => Choice::Pad(Pick::Exactly(pad)),
                _ => choice,
            };
            match (Request { choice, ..*self }).finish(layout, Report { accesses: Vec::new() }) {
                Ok(Solution { bytes, .. }) => {
                    let alternative = Alternative { option, bytes };
                    if !found.contains(&alternative) {
                        found.push(alternative);
                    }
                }
                Err(_) => {
                    let bytes = layout.bytes(self.elem_bytes) * self.stages as usize;
                    too_large = Some(Alternative { option, bytes });
                }
            }
        }
        let searched = Searched::of(problem, Choice::Auto);
        Alternatives { found, too_large, limit: self.limit(), proven, searched }
    }

    /// What the accesses cost on `layout`.
    fn report(&self, layout: &Layout) -> Report {
        Report::of_checked(layout, self.elem_bytes, self.accesses, &self.arch.bank_model())
    }

    /// The layout with its storage, if that is not too large.
    pub(crate) fn finish(&self, layout: Layout, report: Report) -> Result<Solution, SolveError> {
        let problem = self.problem();
        let model = problem.model;
        let widest = (problem.granule() * self.elem_bytes).min(WIDEST_BYTES);
        let tma = if let Choice::Tma(mode) = self.choice { Some(mode) } else { None };
        let align = widest.max(model.storage_alignment()).max(tma.map_or(0, TmaSwizzle::alignment));
        let unit = align.div_ceil(self.elem_bytes) as usize;
        let stage_len = layout.len().next_multiple_of(unit);
        let len = stage_len * self.stages as usize;
        let bytes = len * self.elem_bytes as usize;
        // The elements alone do fit: what is too much is what the layout adds.
        self.check_size(bytes as u128, Culprit::Option)?;
        Ok(Solution { layout, report, align, vec: problem.granule(), tma, stage_len, len, bytes })
    }
}
