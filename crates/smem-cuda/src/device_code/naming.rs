//! What device code names, and what depends on host code.

use std::collections::BTreeSet;

use super::ReadText;
use super::macro_words::MacroWords;
use super::standard;
use super::unit::{Side, Unit, UnitKind};

/// The names of the C++ standard library that device code uses.
#[derive(Debug, Default)]
pub(super) struct StandardNames {
    /// Behind `std::`.
    pub(super) qualified: BTreeSet<String>,
    /// Alone, where the text has `using namespace std;`.
    pub(super) alone: BTreeSet<String>,
}

/// Decides for each declaration of several texts whether it stays.
pub(super) fn settle(texts: &mut [ReadText<'_>], macros: &MacroWords) -> StandardNames {
    let mut units: Vec<&mut Unit<'_>> =
        texts.iter_mut().flat_map(|text| &mut text.choices).flat_map(|(_, units)| units).collect();
    let callable: BTreeSet<String> =
        units.iter().filter(|unit| unit.side == Side::Device).flat_map(|unit| unit.own_names()).map(str::to_owned).collect();
    for unit in &mut units {
        if unit.side == Side::Either && unit.calls.iter().any(|name| !callable.contains(*name)) {
            unit.side = Side::IfNamed;
        }
    }
    let named = named(&units, macros);
    for unit in &mut units {
        if unit.side == Side::IfNamed && !is_named(unit, &named) {
            unit.side = Side::Host;
        }
    }
    cut_dependents(&mut units);
    standard_names(&units, &named)
}

fn is_named(unit: &Unit<'_>, named: &BTreeSet<String>) -> bool {
    match unit.kind {
        UnitKind::UsingName => unit.words.iter().any(|word| standard::is_type(word) && named.contains(*word)),
        _ => unit.own_names().any(|name| named.contains(name)),
    }
}

/// The words of device code, of the macros in it, and of what it names.
fn named(units: &[&mut Unit<'_>], macros: &MacroWords) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    let mut open: Vec<String> = Vec::new();
    let mut is_done = vec![false; units.len()];
    for (unit, done) in units.iter().zip(&mut is_done) {
        if unit.side == Side::Device {
            open.extend(unit.all_words.iter().map(|word| (*word).to_owned()));
            *done = true;
        }
        open.extend(unit.launched.iter().map(|word| (*word).to_owned()));
    }
    while let Some(word) = open.pop() {
        if named.contains(&word) {
            continue;
        }
        open.extend(macros.words(&word).map(str::to_owned));
        for (unit, done) in units.iter().zip(&mut is_done) {
            let may_stay = matches!(unit.side, Side::Either | Side::IfNamed) && unit.kind != UnitKind::UsingName;
            if may_stay && !*done && unit.own_names().any(|name| name == word) {
                open.extend(unit.all_words.iter().map(|word| (*word).to_owned()));
                *done = true;
            }
        }
        named.insert(word);
    }
    named
}

/// Cuts what names something that is cut, until nothing does.
fn cut_dependents(units: &mut [&mut Unit<'_>]) {
    loop {
        let names = |test: &dyn Fn(&Unit<'_>) -> bool| -> BTreeSet<String> {
            let units = units.iter().filter(|unit| test(unit));
            units.flat_map(|unit| unit.own_names()).map(str::to_owned).collect()
        };
        let kept = names(&|unit| unit.is_kept() && unit.kind != UnitKind::UsingName);
        let is_type = |unit: &Unit<'_>| matches!(unit.kind, UnitKind::Type | UnitKind::Alias);
        let gone: BTreeSet<String> = &names(&|unit| !unit.is_kept()) - &kept;
        let gone_types: BTreeSet<String> = &names(&|unit| !unit.is_kept() && is_type(unit)) - &kept;
        let lost: Vec<usize> = (0..units.len())
            .filter(|at| {
                let unit = &units[*at];
                let is_lost = |gone: &BTreeSet<String>| {
                    unit.words.iter().any(|word| gone.contains(*word) && !unit.own_names().any(|own| own == *word))
                };
                match (unit.side, unit.kind) {
                    (Side::Host | Side::Device, _) => false,
                    (_, UnitKind::UsingName) => is_using_of_gone(unit, units),
                    (_, UnitKind::Type | UnitKind::Alias) => is_lost(&gone_types),
                    _ => is_lost(&gone),
                }
            })
            .collect();
        if lost.is_empty() {
            return;
        }
        for at in lost {
            units[at].side = Side::Host;
        }
    }
}

/// Returns true for `using M::run;` where the texts declare such a name, and every declaration of it is cut.
fn is_using_of_gone(using: &Unit<'_>, units: &[&mut Unit<'_>]) -> bool {
    let Some(path) = using.declares.first() else { return false };
    let mut same = units.iter().filter(|unit| unit.kind != UnitKind::UsingName && unit.declares(path)).peekable();
    same.peek().is_some() && same.all(|unit| !unit.is_kept())
}

fn standard_names(units: &[&mut Unit<'_>], named: &BTreeSet<String>) -> StandardNames {
    let kept = || units.iter().filter(|unit| unit.is_kept());
    let uses_namespace = units
        .iter()
        .any(|unit| unit.kind == UnitKind::UsingNamespace && unit.side == Side::Host && unit.words.contains("std"));
    let qualified = kept().flat_map(|unit| &unit.standard).map(|name| (*name).to_owned()).collect();
    let declared: BTreeSet<&str> = kept().flat_map(|unit| unit.own_names()).collect();
    let is_alone = |name: &&String| standard::is_type(name) && !declared.contains(name.as_str());
    let alone = named.iter().filter(is_alone).filter(|_| uses_namespace).cloned().collect();
    StandardNames { qualified, alone }
}
