//! Blanks in place of host code.

use std::ops::Range;

use super::includes;
use super::read_text::ReadText;
use super::unit::{Unit, UnitKind};
use crate::text::{Conditionals, Directive, IncludedHeader, PieceKind, TextPiece, blanked, pieces};

/// The decision about a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CutDecision {
    Open,
    Kept,
    Cut,
}

/// Returns a text without its host code.
pub(super) fn cut(read: &ReadText<'_>, keeps_include: impl Fn(&str) -> bool) -> String {
    let found = pieces(read.text);
    let mut fates = vec![CutDecision::Open; read.text.len()];
    for (arms, units) in &read.choices {
        let mut is_active = vec![true; read.text.len()];
        Conditionals::of(read.text).inactive(arms).into_iter().for_each(|span| is_active[span].fill(false));
        decide(units, &is_active, &mut fates);
    }
    let mut cut: Vec<bool> = fates.iter().map(|fate| *fate == CutDecision::Cut).collect();
    cut_directives(read.text, &found, keeps_include, &mut cut);
    let runs = cut.chunk_by(|one, other| one == other).scan(0, |end, run| {
        let start = *end;
        *end += run.len();
        Some((run[0], start..*end))
    });
    let spans: Vec<Range<usize>> = runs.filter(|(is_cut, _)| *is_cut).map(|(_, span)| span).collect();
    with_constants(read, blanked(read.text, &spans), &cut)
}

/// Decides for the bytes of each declaration that no earlier choice of arms decided; the innermost declaration first.
fn decide(units: &[Unit<'_>], is_active: &[bool], fates: &mut [CutDecision]) {
    let mut sorted: Vec<&Unit<'_>> = units.iter().collect();
    sorted.sort_by_key(|unit| unit.span.len());
    let mut set = |span: Range<usize>, fate: CutDecision| {
        for at in span {
            if fates[at] == CutDecision::Open && is_active[at] {
                fates[at] = fate;
            }
        }
    };
    for unit in sorted {
        if unit.is_kept() {
            unit.host_members.iter().for_each(|member| set(member.clone(), CutDecision::Cut));
        }
        set(unit.span.clone(), if unit.is_kept() { CutDecision::Kept } else { CutDecision::Cut });
    }
}

/// Directives stay, but for `#include`s that are not kept: the other half of a condition may be outside of what is cut.
fn cut_directives(text: &str, found: &[TextPiece], keeps_include: impl Fn(&str) -> bool, cut: &mut [bool]) {
    let mut kept = Vec::new();
    for piece in found.iter().filter(|piece| piece.kind == PieceKind::Directive) {
        let header = Directive::of(piece, text).as_ref().and_then(IncludedHeader::of);
        let is_cut = header.as_ref().is_some_and(|header| !keeps_include(&header.name));
        cut[piece.span.clone()].fill(is_cut);
        if header.is_some() && !is_cut {
            kept.push(piece.span.start);
        }
    }
    includes::cut_others(text, &kept, cut);
}

/// Makes `constexpr` of a floating-point `const` that another constant is made of, which NVRTC takes for one that is set when the program
/// runs; and functions that are `constexpr` the device's as well.
fn with_constants(read: &ReadText<'_>, mut text: String, cut: &[bool]) -> String {
    let units = || read.choices.iter().flat_map(|(_, units)| units).filter(|unit| unit.is_kept());
    let is_constant = |unit: &&Unit<'_>| matches!(unit.kind, UnitKind::Constant | UnitKind::Variable);
    let is_used = |unit: &Unit<'_>| {
        let mut others = units().filter(is_constant).filter(|other| other.span != unit.span);
        others.any(|other| unit.own_names().any(|name| other.words.contains(name)))
    };
    let constants = units().filter(|unit| unit.floating_const.is_some() && is_used(unit));
    let functions = units().flat_map(|unit| &unit.constexpr_functions).map(|at| (*at..*at, "__host__ __device__ "));
    let constants = constants.filter_map(|unit| Some((unit.floating_const.clone()?, "constexpr")));
    let mut edits: Vec<(Range<usize>, &str)> = constants.chain(functions).collect();
    edits.sort_by_key(|(place, _)| place.start);
    edits.dedup();
    for (place, word) in edits.into_iter().rev().filter(|(place, _)| !cut[place.start]) {
        text.replace_range(place, word);
    }
    text
}
