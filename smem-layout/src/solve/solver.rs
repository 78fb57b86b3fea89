//! The solver: from a specification to the cheapest layout without conflicts, or to the best found and the reason why there
//! is none.

use alloc::vec::Vec;

use crate::{
    layout::{Layout, Swizzle},
    solve::{
        best::{Best, NotFound},
        budget::Budget,
        checked_tile::CheckedTile,
        choice::{AutoOr, LayoutChoice},
        exact::exact_layout,
        excess::Excess,
        excluding::{Excluding, excluding},
        explain::{Alternatives, FreeOption, Searched},
        failure::{Failure, SolveError},
        laid_out::LaidOut,
        least::{LeastExcess, least_excess},
        left::Left,
        propose::with_proposals,
        report::Report,
        search::search,
        size::check_elements,
        solution::{Solution, most_elements},
        spec::{ConflictPolicy, TileSpec},
        spec_error::Culprit,
    },
};

/// Finds the layout that `spec` asks for, with its storage and what the accesses cost on it.
///
/// ```
/// use smem_layout::{Access, Dialect, TileSpec, index_expression, solve};
///
/// let accesses = [Access::row(), Access::col()];
/// let solution = solve(&TileSpec::builder(32, 32, 4, &accesses).build()?)?;
/// assert_eq!(index_expression(solution.layout(), Dialect::Cuda), "row * 32u + (col ^ row)");
/// assert_eq!(solution.bytes(), 4096);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Says which option is at fault and what to write instead: a tile too large for shared memory, an exact layout that
/// conflicts, or accesses for which none exists, with the best that a bounded search found.
pub fn solve(spec: &TileSpec<'_>) -> Result<Solution, SolveError> {
    solve_unexplained(spec).map_err(|error| with_proposals(spec, error))
}

/// Finds the layout as [`solve`] does, in less time where there is none: it searches neither for the reason nor for the
/// best there is. It does not check the size of the storage, only that of the elements.
///
/// # Errors
///
/// As `solve`, where the tile is too large or its exact layout impossible. Where no layout is free of conflict, or none was
/// found, it is not an error but `Ok(None)`.
pub fn find(spec: &TileSpec<'_>) -> Result<Option<Layout>, SolveError> {
    check_elements(spec)?;
    let tile = spec.checked_tile();
    let allowed = spec.allowed_ways();
    match exact_layout(spec, &tile)? {
        Some(layout) => Ok(tile.fits(&layout, &allowed).then_some(layout)),
        None => Ok(search(&tile, spec.choice, &allowed, &Budget::new(Budget::SEARCH)).ok().map(|best| best.layout)),
    }
}

/// Returns the solution that [`ConflictPolicy::Allow`] gives for `spec`, without another search: `error` is what [`solve`] returned for
/// it. `None` where the error is not about conflicts.
///
/// ```
/// use smem_layout::{Access, AutoOr, LayoutChoice, TileSpec, conflicting_solution, solve};
///
/// let accesses = [Access::row(), Access::col()];
/// let spec = TileSpec::builder(32, 32, 4, &accesses).choice(LayoutChoice::Pad(AutoOr::Exactly(0))).build()?;
/// let kept = conflicting_solution(&spec, &solve(&spec).unwrap_err()).unwrap();
/// assert_eq!((kept.bytes(), kept.report().excess()), (4096, 31));
/// # Ok::<(), smem_layout::SpecError>(())
/// ```
pub fn conflicting_solution(spec: &TileSpec<'_>, error: &SolveError) -> Option<Solution> {
    Solution::of(spec, error.layout()?, error.report()?.clone()).ok()
}

/// Solves without the proposals that a message ends with.
fn solve_unexplained(spec: &TileSpec<'_>) -> Result<Solution, SolveError> {
    check_elements(spec)?;
    let tile = spec.checked_tile();
    if let Some(layout) = exact_layout(spec, &tile)? {
        return keep_or_refuse(spec, layout, &tile);
    }
    let allowed = spec.allowed_ways();
    match search(&tile, spec.choice, &allowed, &Budget::new(Budget::SEARCH)) {
        // A layout that is free of conflict and too large leaves the smaller ones.
        Ok(best) if spec.conflicts == ConflictPolicy::Least && best.layout.len() > most_elements(spec) => {
            with_least_excess(spec, &tile, &allowed, 0)
        }
        Ok(Best { layout, proven }) => {
            let report = Report::of_accepted(&laid(spec, &layout), spec.accesses, &tile.model);
            Ok(Solution::of(spec, layout, report)?.with_proof(proven))
        }
        Err(not_found) if spec.conflicts == ConflictPolicy::Least => {
            // Where no layout is free of conflict, each has an excess wavefront.
            with_least_excess(spec, &tile, &allowed, Excess::from(not_found.proven))
        }
        Err(not_found) => report_none(spec, &tile, &allowed, not_found),
    }
}

/// Returns the layout with the fewest excess wavefronts of those that fit into shared memory.
fn with_least_excess(
    spec: &TileSpec<'_>,
    tile: &CheckedTile<'_>,
    allowed: &[u32],
    floor: Excess,
) -> Result<Solution, SolveError> {
    let budget = Budget::new(Budget::LEAST);
    let LeastExcess { layout, proven } = least_excess(tile, spec.choice, allowed, most_elements(spec), floor, &budget);
    let report = report_on(spec, &layout);
    let left = Left::of(&report, proven, Searched::of_least(tile, spec.choice));
    Ok(Solution::of(spec, layout, report)?.with_left(left))
}

/// Returns a layout that the specification names itself. It must not conflict unless that is allowed.
fn keep_or_refuse(spec: &TileSpec<'_>, layout: Layout, tile: &CheckedTile<'_>) -> Result<Solution, SolveError> {
    let solution = Solution::of(spec, layout, report_on(spec, &layout))?;
    if spec.allows_conflicts() || solution.report().is_accepted() {
        return Ok(solution);
    }
    let alternatives = alternatives(spec, tile, &Budget::new(Budget::EXPLANATION));
    let (layout, report) = solution.into_parts();
    Err(SolveError::of(spec, Culprit::Choice, Failure::Conflict { layout, report, alternatives }))
}

/// Returns the best layout where conflicts are allowed, and else the error that reports it.
fn report_none(
    spec: &TileSpec<'_>,
    tile: &CheckedTile<'_>,
    allowed: &[u32],
    not_found: NotFound,
) -> Result<Solution, SolveError> {
    let budget = Budget::new(Budget::EXPLANATION);
    let floor = Excess::from(not_found.proven);
    let for_best = Budget::new(Budget::MESSAGE);
    let best = least_excess(tile, spec.choice, allowed, most_elements(spec), floor, &for_best);
    let solution = Solution::of(spec, best.layout, report_on(spec, &best.layout))?;
    // The search for the best may find what the search gave up on.
    if spec.allows_conflicts() || solution.report().is_accepted() {
        return Ok(solution);
    }
    let bytes = solution.bytes();
    let (layout, report) = solution.into_parts();
    let alternatives = alternatives(spec, tile, &budget);
    let excluding =
        if not_found.proven { excluding(tile, spec.choice, allowed, &budget) } else { Excluding::unknown() };
    let unfinished = match (best.proven, excluding.finished) {
        (true, true) => None,
        (false, true) => Some("the search for the best"),
        (true, false) => Some("the search for accesses that exclude each other"),
        (false, false) => Some("the search for the best, and for accesses that exclude each other,"),
    };
    let excluding = excluding.numbers;
    let searched = Searched::of(tile, spec.choice);
    let proven = not_found.proven;
    let failure =
        Failure::NoneFound { searched, proven, unfinished, best: layout, bytes, report, excluding, alternatives };
    Err(SolveError::of(spec, Culprit::Choice, failure))
}

/// Returns the options whose searches find a layout that fits, each in its shortest spelling.
fn alternatives(spec: &TileSpec<'_>, tile: &CheckedTile<'_>, budget: &Budget) -> Alternatives {
    let allowed = spec.allowed_ways();
    let mut found = Vec::new();
    let mut too_large = None;
    let mut proven = true;
    // `layout = auto` has searched these classes already.
    let choices = if spec.choice == LayoutChoice::Auto {
        &[][..]
    } else {
        &[LayoutChoice::Pad(AutoOr::Auto), LayoutChoice::Swizzle(AutoOr::Auto)]
    };
    for &choice in choices.iter().filter(|choice| **choice != spec.choice) {
        let share = budget.share(Budget::MESSAGE);
        let layout = search(tile, choice, &allowed, &share);
        budget.take_back(&share);
        let layout = match layout {
            Ok(best) => best.layout,
            Err(not_found) => {
                proven &= not_found.proven;
                continue;
            }
        };
        let option = match (layout.swizzle(), layout.pad()) {
            (Swizzle::None, 0) => LayoutChoice::Plain,
            (Swizzle::None, pad) if layout.line() == tile.line() => LayoutChoice::Pad(AutoOr::Exactly(pad)),
            (Swizzle::None, pad) => LayoutChoice::PadEvery { pad, every: layout.line() },
            _ => choice,
        };
        match Solution::of(&TileSpec { choice, ..*spec }, layout, Report { accesses: Vec::new() }) {
            Ok(solution) => {
                let alternative = FreeOption { option, bytes: solution.bytes() };
                if !found.contains(&alternative) {
                    found.push(alternative);
                }
            }
            Err(_) => {
                let bytes = layout.bytes(spec.elem_bytes) * spec.stages as usize;
                too_large = Some(FreeOption { option, bytes });
            }
        }
    }
    let searched = Searched::of(tile, LayoutChoice::Auto);
    Alternatives { found, too_large, limit: spec.limit(), proven, searched }
}

/// Costs the accesses on `layout`.
fn report_on(spec: &TileSpec<'_>, layout: &Layout) -> Report {
    Report::of_checked(&laid(spec, layout), spec.accesses, &spec.arch.bank_model())
}

fn laid<'a>(spec: &TileSpec<'_>, layout: &'a Layout) -> LaidOut<'a> {
    LaidOut { layout, planes: spec.planes, elem_bytes: spec.elem_bytes }
}
