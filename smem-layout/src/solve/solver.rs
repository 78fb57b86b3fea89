//! The solver: from a request to the cheapest layout without conflicts, or to the best found and the reason why there
//! is none.

use alloc::vec::Vec;

use crate::{
    layout::{Layout, Swizzle},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        checks::{check_accesses, check_shape},
        explain::{Alternative, Alternatives, Searched},
        failure::{Culprit, Failure, SolveError},
        propose::with_proposals,
        report::Report,
        request::{Choice, Pick, Request},
        requested::requested_layout,
        search::{NotFound, best, excluding, search},
        solution::Solution,
    },
};

/// Finds the layout that `request` asks for. [`Request::solve`] also returns its storage and costs.
///
/// # Errors
///
/// See [`Request::solve`].
pub fn solve(request: &Request<'_>) -> Result<Layout, SolveError> {
    request.solve().map(|solution| solution.layout)
}

impl Request<'_> {
    /// Finds the layout, with its storage and what it costs.
    ///
    /// # Errors
    ///
    /// Says which option is at fault and what to write instead: a shape without elements or too large for shared memory,
    /// an access that does not fit the tile, a given layout that conflicts, or accesses for which none exists, with the
    /// best that a bounded search found.
    pub fn solve(&self) -> Result<Solution, SolveError> {
        solve_unexplained(self).map_err(|error| with_proposals(self, error))
    }

    /// Finds the layout as [`solve`](Self::solve) does, in less time where there is none: it searches neither for the
    /// reason nor for the best there is. It does not check the size of the storage, only that of the elements.
    ///
    /// # Errors
    ///
    /// As `solve`, where the request itself is wrong. Where no layout is free of conflict, or none was found, it is not
    /// an error but `Ok(None)`.
    pub fn find(&self) -> Result<Option<Layout>, SolveError> {
        check_shape(self)?;
        check_accesses(self)?;
        let tile = self.checked_tile();
        let allowed = self.allowed_ways();
        match requested_layout(self, &tile)? {
            Some(layout) => Ok(tile.fits(&layout, &allowed).then_some(layout)),
            None => Ok(search(&tile, self.choice, &allowed, &Budget::new(Budget::SEARCH)).ok()),
        }
    }
}

/// Solves without the proposals that a message ends with.
fn solve_unexplained(request: &Request<'_>) -> Result<Solution, SolveError> {
    check_shape(request)?;
    check_accesses(request)?;
    let tile = request.checked_tile();
    if let Some(layout) = requested_layout(request, &tile)? {
        return keep_or_refuse(request, layout, &tile);
    }
    let allowed = request.allowed_ways();
    match search(&tile, request.choice, &allowed, &Budget::new(Budget::SEARCH)) {
        Ok(layout) => {
            let report = Report::of_accepted(&layout, request.elem_bytes, request.accesses, &tile.model);
            Solution::of(request, layout, report)
        }
        Err(not_found) => report_none(request, &tile, &allowed, not_found),
    }
}

/// Returns a layout that the request names itself. It must not conflict unless that is allowed.
fn keep_or_refuse(request: &Request<'_>, layout: Layout, tile: &CheckedTile<'_>) -> Result<Solution, SolveError> {
    let solution = Solution::of(request, layout, report_on(request, &layout))?;
    if request.allow_conflicts || solution.report.is_accepted() {
        return Ok(solution);
    }
    let alternatives = alternatives(request, tile, &Budget::new(Budget::EXPLANATION));
    let Solution { layout, report, .. } = solution;
    Err(SolveError::of(request, Culprit::Option, Failure::Conflict { layout, report, alternatives }))
}

/// Returns the best layout where conflicts are allowed, and else the error that reports it.
fn report_none(
    request: &Request<'_>,
    tile: &CheckedTile<'_>,
    allowed: &[u32],
    not_found: NotFound,
) -> Result<Solution, SolveError> {
    let budget = Budget::new(Budget::EXPLANATION);
    let best = best(tile, request.choice, allowed, not_found, &budget);
    let solution = Solution::of(request, best, report_on(request, &best))?;
    // The search for the best may find what the search gave up on.
    if request.allow_conflicts || solution.report.is_accepted() {
        return Ok(solution);
    }
    let Solution { layout, report, bytes, .. } = solution;
    let alternatives = alternatives(request, tile, &budget);
    let excluding = if not_found.proven { excluding(tile, request.choice, allowed, &budget) } else { Vec::new() };
    let explained = !budget.is_spent();
    let searched = Searched::of(tile, request.choice);
    let proven = not_found.proven;
    let failure =
        Failure::NoneFound { searched, proven, explained, best: layout, bytes, report, excluding, alternatives };
    Err(SolveError::of(request, Culprit::Option, failure))
}

/// Returns the options whose searches find a layout that fits, each in its shortest spelling.
fn alternatives(request: &Request<'_>, tile: &CheckedTile<'_>, budget: &Budget) -> Alternatives {
    let allowed = request.allowed_ways();
    let mut found = Vec::new();
    let mut too_large = None;
    let mut proven = true;
    // What `layout = auto` did not find is not there.
    let choices =
        if request.choice == Choice::Auto { &[][..] } else { &[Choice::Pad(Pick::Auto), Choice::Swizzle(Pick::Auto)] };
    for &choice in choices.iter().filter(|choice| **choice != request.choice) {
        let share = budget.share(Budget::MESSAGE);
        let layout = search(tile, choice, &allowed, &share);
        budget.take_back(&share);
        let layout = match layout {
            Ok(layout) => layout,
            Err(not_found) => {
                proven &= not_found.proven;
                continue;
            }
        };
        let option = match (layout.swizzle(), layout.pad()) {
            (Swizzle::None, 0) => Choice::Plain,
            (Swizzle::None, pad) => Choice::Pad(Pick::Exactly(pad)),
            _ => choice,
        };
        match Solution::of(&Request { choice, ..*request }, layout, Report { accesses: Vec::new() }) {
            Ok(Solution { bytes, .. }) => {
                let alternative = Alternative { option, bytes };
                if !found.contains(&alternative) {
                    found.push(alternative);
                }
            }
            Err(_) => {
                let bytes = layout.bytes(request.elem_bytes) * request.stages as usize;
                too_large = Some(Alternative { option, bytes });
            }
        }
    }
    let searched = Searched::of(tile, Choice::Auto);
    Alternatives { found, too_large, limit: request.limit(), proven, searched }
}

/// Costs the accesses on `layout`.
fn report_on(request: &Request<'_>, layout: &Layout) -> Report {
    Report::of_checked(layout, request.elem_bytes, request.accesses, &request.arch.bank_model())
}
