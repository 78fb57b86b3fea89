//! Proposals for accesses that exclude each other: the access without which the others have a layout.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    access::Access,
    solve::{
        budget::Budget,
        choice::LayoutChoice,
        redeclared::{has_closure, written},
        report::Report,
        solution::Solution,
        spec::TileSpec,
        trial::{Trial, answer, builds},
    },
};

/// Proposes to leave out one access, with the layout that the others then get: of the accesses that help, the one without which the
/// tile takes the fewest bytes; of several such the last, as the main ones are declared first. `report` is of the layout that was
/// asked for, or of the best found.
pub(crate) fn without_one(spec: &TileSpec<'_>, report: &Report, budget: &Budget) -> Vec<String> {
    let mut best: Option<(usize, Vec<Access>, LayoutChoice, Solution)> = None;
    let choices = [spec.choice, LayoutChoice::Auto];
    // A closure is not written out: then the options stay as they are.
    let has_closure = has_closure(spec.accesses);
    let choices = if has_closure || spec.choice == LayoutChoice::Auto { &choices[..1] } else { &choices[..] };
    let count = spec.accesses.len();
    for left_out in (0..if count > 1 { count } else { 0 }).rev() {
        let mut accesses = spec.accesses.to_vec();
        accesses.remove(left_out);
        let without = |choice: LayoutChoice| TileSpec { accesses: &accesses, choice, ..*spec };
        // On an exact layout the others cost what they cost beside this one.
        let helps = |choice: &&LayoutChoice| choice.is_search() || is_only_conflict(report, left_out);
        let choice = choices.iter().filter(helps).copied().find(|choice| builds(&without(*choice), budget));
        let Some(choice) = choice else { continue };
        // The layout that the user then gets: a search with more steps can find a cheaper one.
        let Trial::Builds(solution) = answer(&without(choice), &Budget::new(Budget::SEARCH)) else { continue };
        if best.as_ref().is_none_or(|(.., best)| solution.bytes() < best.bytes()) {
            best = Some((left_out, accesses, choice, solution));
        }
    }
    let Some((left_out, accesses, choice, solution)) = best else { return Vec::new() };
    let verdict = match accesses.iter().any(|access| access.max_ways > 1) {
        true => "has only conflicts that are accepted",
        false => "has no conflicts",
    };
    let name = spec.accesses[left_out].to_string();
    let how = match has_closure {
        true => "leave it out".to_string(),
        false => format!("declare {}", written(&accesses)),
    };
    let with = if choice == spec.choice { String::new() } else { format!(" and write `{choice}`") };
    let (layout, bytes) = (solution.layout(), solution.bytes());
    Vec::from([format!("where the kernel can do without `{name}`, {how}{with}: {layout} ({bytes} bytes) {verdict}")])
}

/// Returns true if every access but that of this number is accepted.
fn is_only_conflict(report: &Report, number: usize) -> bool {
    (0..).zip(&report.accesses).all(|(other, access)| other == number || access.is_accepted())
}
