//! Trials: whether another specification has an answer, asked before it is proposed.

use alloc::vec::Vec;

use crate::solve::{
    budget::Budget, exact::exact_layout, failure::Failure, report::Report, search::search, size::check_elements,
    solution::Solution, spec::TileSpec,
};

/// The answer to a specification, without a report of its accesses.
pub(crate) enum Trial {
    /// A layout without conflicts that are not accepted.
    Builds(Solution),
    /// A tile that is too large, before or after it is laid out.
    TooLarge,
    /// Another mistake, or no layout within the budget.
    None,
}

/// Searches for an answer with a share of `budget`.
pub(crate) fn trial(spec: &TileSpec<'_>, budget: &Budget) -> Trial {
    let share = budget.share(Budget::MESSAGE);
    let answer = answer(spec, &share);
    budget.take_back(&share);
    answer
}

/// Searches for the answer that [`solve`](crate::solve) finds with this budget.
pub(crate) fn answer(spec: &TileSpec<'_>, budget: &Budget) -> Trial {
    if check_elements(spec).is_err() {
        return Trial::TooLarge;
    }
    if spec.check().is_err() {
        return Trial::None;
    }
    let (tile, allowed) = (spec.checked_tile(), spec.allowed_ways());
    let layout = match exact_layout(spec, &tile) {
        Err(error) if matches!(error.failure(), Failure::TooLarge(_)) => return Trial::TooLarge,
        Err(_) => return Trial::None,
        Ok(Some(layout)) if spec.allows_conflicts() || tile.fits(&layout, &allowed) => layout,
        Ok(Some(_)) => return Trial::None,
        Ok(None) => match search(&tile, spec.choice, &allowed, budget) {
            Ok(best) => best.layout,
            Err(_) => return Trial::None,
        },
    };
    Solution::of(spec, layout, Report { accesses: Vec::new() }).map_or(Trial::TooLarge, Trial::Builds)
}

/// Returns true if the specification has an answer that is found within `budget`.
pub(crate) fn builds(spec: &TileSpec<'_>, budget: &Budget) -> bool {
    matches!(trial(spec, budget), Trial::Builds(_))
}

/// Returns false if the specification fails because of its size. Other mistakes do not count.
pub(crate) fn is_small_enough(spec: &TileSpec<'_>, budget: &Budget) -> bool {
    !matches!(trial(spec, budget), Trial::TooLarge)
}
