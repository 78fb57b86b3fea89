//! The names in device code, and what depends on host code.

use std::collections::{BTreeMap, BTreeSet};

use super::read_text::ReadText;
use super::standard;
use super::unit::{CodeSide, Unit, UnitKind};
use crate::text::{MacroWords, is_word};

/// The names that device code uses and that no text declares.
#[derive(Debug, Default)]
pub(super) struct ForeignNames {
    /// After `std::`.
    pub(super) qualified: BTreeSet<String>,
    /// Alone, where the text has `using namespace std;`.
    pub(super) alone: BTreeSet<String>,
    /// Namespaces that the texts name, and that none of them has.
    pub(super) namespaces: BTreeSet<String>,
    /// Whether device code takes tensor maps, whose type is in the driver's header.
    pub(super) has_tensor_maps: bool,
}

/// Decides for each declaration of several texts whether it stays.
pub(super) fn settle(texts: &mut [ReadText<'_>], macros: &MacroWords) -> ForeignNames {
    let mut units: Vec<&mut Unit<'_>> =
        texts.iter_mut().flat_map(|text| &mut text.choices).flat_map(|(_, units)| units).collect();
    let callable: BTreeSet<String> = units
        .iter()
        .filter(|unit| unit.side == CodeSide::Device)
        .flat_map(|unit| unit.own_names())
        .map(str::to_owned)
        .collect();
    for unit in &mut units {
        if unit.side == CodeSide::Either && unit.calls.iter().any(|name| !callable.contains(*name)) {
            unit.side = CodeSide::IfNamed;
        }
    }
    let named = named(&units, macros);
    for unit in &mut units {
        if unit.side == CodeSide::IfNamed && !is_named(unit, &named) {
            unit.side = CodeSide::Host;
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
        if unit.side == CodeSide::Device || unit.has_device_members && unit.side == CodeSide::Either {
            open.extend(unit.all_words.iter().map(|word| (*word).to_owned()));
            *done = true;
        }
        open.extend(unit.launched.iter().map(|word| (*word).to_owned()));
    }
    let may_stay =
        |unit: &Unit<'_>| matches!(unit.side, CodeSide::Either | CodeSide::IfNamed) && unit.kind != UnitKind::UsingName;
    let by_name = by_name(units, may_stay);
    while let Some(word) = open.pop() {
        if named.contains(&word) {
            continue;
        }
        open.extend(macros.words(&word).map(str::to_owned));
        for at in by_name.get(word.as_str()).into_iter().flatten() {
            if !std::mem::replace(&mut is_done[*at], true) {
                open.extend(units[*at].all_words.iter().map(|word| (*word).to_owned()));
            }
        }
        named.insert(word);
    }
    named
}

/// The numbers of the declarations that pass a test, by each of their own names: a library has ten thousands of them.
fn by_name<'n>(units: &'n [&mut Unit<'_>], test: impl Fn(&Unit<'_>) -> bool) -> BTreeMap<&'n str, Vec<usize>> {
    let mut numbers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, unit) in units.iter().enumerate().filter(|(_, unit)| test(unit)) {
        for name in unit.own_names() {
            // A specialisation is used by the name of its template.
            numbers.entry(name.split('<').next().unwrap_or(name)).or_default().push(at);
        }
    }
    numbers
}

/// Cuts what names something that is cut, until nothing does.
fn cut_dependents(units: &mut [&mut Unit<'_>]) {
    loop {
        let by_name = by_name(units, |unit| unit.kind != UnitKind::UsingName);
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
                    (CodeSide::Host | CodeSide::Device, _) => false,
                    (_, UnitKind::UsingName) => is_using_of_gone(unit, units, &by_name),
                    (_, UnitKind::Type | UnitKind::Alias) if !unit.words.contains("decltype") => is_lost(&gone_types),
                    _ => is_lost(&gone),
                }
            })
            .collect();
        if lost.is_empty() {
            return;
        }
        for at in lost {
            units[at].side = CodeSide::Host;
        }
    }
}

/// Returns true for `using M::run;` where the texts declare such a name, and every declaration of it is cut.
fn is_using_of_gone(using: &Unit<'_>, units: &[&mut Unit<'_>], by_name: &BTreeMap<&str, Vec<usize>>) -> bool {
    let Some(path) = using.declares.first() else { return false };
    let of_name = by_name.get(path.rsplit("::").next().unwrap_or(path)).into_iter().flatten();
    let mut same = of_name.map(|at| &units[*at]).filter(|unit| unit.declares(path)).peekable();
    same.peek().is_some() && same.all(|unit| !unit.is_kept())
}

fn standard_names(units: &[&mut Unit<'_>], named: &BTreeSet<String>) -> ForeignNames {
    let kept = || units.iter().filter(|unit| unit.is_kept());
    let uses_namespace = units
        .iter()
        .any(|unit| unit.kind == UnitKind::UsingNamespace && unit.side == CodeSide::Host && unit.words.contains("std"));
    let qualified = kept().flat_map(|unit| &unit.standard).map(|name| (*name).to_owned()).collect();
    let declared: BTreeSet<&str> = kept().flat_map(|unit| unit.own_names()).collect();
    let is_alone = |name: &&String| standard::is_type(name) && !declared.contains(name.as_str());
    let alone = named.iter().filter(is_alone).filter(|_| uses_namespace).cloned().collect();
    let is_declared = |name: &str| units.iter().flat_map(|unit| unit.own_names()).any(|own| own == name);
    let has_tensor_maps = named.contains("CUtensorMap") && !is_declared("CUtensorMap");
    ForeignNames { qualified, alone, namespaces: foreign_namespaces(units), has_tensor_maps }
}

/// The namespaces of `using namespace a::b;` and `namespace c = a::b;` that no text declares: their headers may be the host's.
fn foreign_namespaces(units: &[&mut Unit<'_>]) -> BTreeSet<String> {
    let first = |path: &str| path.split("::").next().unwrap_or_default().to_owned();
    let declared: BTreeSet<String> = units.iter().flat_map(|unit| &unit.declares).map(|path| first(path)).collect();
    let kept = units.iter().filter(|unit| unit.is_kept());
    let named = kept.filter_map(|unit| unit.namespace.clone()).filter(|path| !declared.contains(&first(path)));
    named.filter(|path| path.split("::").all(|name| name.chars().all(is_word) && !name.is_empty())).collect()
}
