//! Proposals for rows and columns that wrap: the same accesses by warps that stay in their row or column.
//!
//! On a tile of 20 columns a warp that wraps reads a row and a part of the next, which rules many layouts out. A kernel that loops
//! over the columns of a row never does.

use alloc::{format, string::String, vec::Vec};

use smem_banks::LANES;

use crate::{
    access::{Access, Pattern},
    solve::{
        budget::Budget,
        choice::LayoutChoice,
        redeclared::{changed, declared},
        spec::TileSpec,
        trial::{Trial, answer, builds},
    },
};

/// Proposes the accesses of warps that stay in their row or column, with the layout that they get, if it is free of
/// conflict; first with the layouts that are allowed, then with any.
pub(crate) fn instead_of_wrapping(spec: &TileSpec<'_>, budget: &Budget) -> Vec<String> {
    let Some(accesses) = unwrapped(spec) else { return Vec::new() };
    let mut choices = Vec::from([spec.choice]);
    if spec.choice != LayoutChoice::Auto {
        choices.push(LayoutChoice::Auto);
    }
    let with_choice = |choice| TileSpec { choice, accesses: &accesses, ..*spec };
    let Some(choice) = choices.into_iter().find(|choice| builds(&with_choice(*choice), budget)) else {
        return Vec::new();
    };
    // The layout that the user then gets: a search with more steps can find a cheaper one.
    let Trial::Builds(solution) = answer(&with_choice(choice), &Budget::new(Budget::SEARCH)) else {
        return Vec::new();
    };
    let with = if choice == spec.choice { String::new() } else { format!(" and `{choice}`") };
    let verdict = match accesses.iter().any(|access| access.max_ways > 1) {
        true => "has only conflicts that are accepted",
        false => "has no conflicts",
    };
    Vec::from([format!(
        "declare {}{with} where each warp stays in its row or column: {} ({} bytes) {verdict}",
        declared(spec.accesses, |access| staying(spec, access)),
        solution.description(),
        solution.bytes()
    )])
}

/// Returns what else has to be declared for `spec` to build, for the end of a line of help: nothing where it builds as it
/// is, or where warps that stay in their row or column do not help.
pub(crate) fn with_wrap_too(spec: &TileSpec<'_>) -> String {
    let Some(accesses) = unwrapped(spec) else { return String::new() };
    // Without this a proposal may only lead to the next mistake, so each search has a budget of its own.
    let builds = |spec: &TileSpec<'_>| builds(spec, &Budget::new(Budget::MESSAGE));
    if builds(spec) || !builds(&TileSpec { accesses: &accesses, ..*spec }) {
        return String::new();
    }
    format!(
        "; and declare {} where each warp stays in its row or column",
        declared(spec.accesses, |access| staying(spec, access))
    )
}

/// Returns the accesses of `spec` with those that wrap in the midst of a warp replaced; `None` if none does.
fn unwrapped(spec: &TileSpec<'_>) -> Option<Vec<Access>> {
    let accesses = changed(spec.accesses, |access| staying(spec, access));
    (accesses != spec.accesses).then_some(accesses)
}

/// Returns `access` by warps that stay in their row or column, if they wrap in the midst of one.
fn staying(spec: &TileSpec<'_>, access: &Access) -> Access {
    let lanes = LANES as u32;
    let pattern = match access.pattern {
        _ if access.transposed => return access.clone(),
        Pattern::Row { wrap: true } if spec.shape().all_rows() > 1 && !spec.cols.is_multiple_of(lanes * access.vec) => {
            Pattern::Row { wrap: false }
        }
        Pattern::Col { wrap: true }
            if (spec.cols > access.vec || spec.planes.is_some()) && !spec.rows.is_multiple_of(lanes) =>
        {
            Pattern::Col { wrap: false }
        }
        Pattern::Depth { wrap: true } if !spec.shape().plane_count().is_multiple_of(lanes) => {
            Pattern::Depth { wrap: false }
        }
        _ => return access.clone(),
    };
    Access { pattern, ..access.clone() }
}
