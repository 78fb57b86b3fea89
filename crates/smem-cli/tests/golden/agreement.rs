//! All doors find the same: of each call that several of them answer, the places and kinds of their findings are compared.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::table::{Case, Door};

/// A finding as every door names it: `kernels.cu:9: error[shared-memory-race]`.
pub(crate) type FoundPlaces = BTreeSet<String>;

/// Of these `check` reports all that there are, `profile` and `run` where they are asked for them: they are compared where each door has looked.
const GLOBAL_RACES: &str = "[global-memory-race]";

/// A launch that has such a race is not run in other orders, which show that its results depend on them.
const ORDERS: &str = "[order-dependent-result]";

fn looks_for_global_races(case: &Case) -> bool {
    case.door == Door::Check || case.options.iter().any(|option| option == "--global-races")
}

/// The findings in what a door printed; `None` of a door that has none, or that printed no report.
pub(crate) fn findings(door: Door, out: &str) -> Option<FoundPlaces> {
    match door {
        Door::Fix | Door::Explain => None,
        Door::Check => Some(out.lines().filter_map(of_line).collect()),
        Door::Profile => of_document(out, "launches"),
        Door::Run => of_document(&out[out.find("\n{\n")?..], "kernels"),
    }
}

/// `kernels.cu:9: error[shared-memory-race]: ..` of `check`, which has a file in front of findings without a line. Lines of conflicts are of counts.
fn of_line(line: &str) -> Option<String> {
    let (place, kind) = line.split_once("]: `")?.0.split_once(": ")?;
    let is_finding = (kind.starts_with("error[") || kind.starts_with("warning[")) && !kind.ends_with("[bank-conflict");
    let has_line = place.rsplit_once(':').is_some_and(|(_, line)| line.parse::<u32>().is_ok());
    is_finding.then(|| if has_line { format!("{place}: {kind}]") } else { format!("{kind}]") })
}

/// The findings of a document whose launches or kernels are in `list`.
fn of_document(text: &str, list: &str) -> Option<FoundPlaces> {
    let document: Value = serde_json::from_str(text).ok()?;
    let of = |one: &Value| one["findings"].as_array().into_iter().flatten().cloned().collect::<Vec<_>>();
    let own = document[list].as_array()?.iter().flat_map(of);
    let faults = ["fault_finding", "earlier_fault_finding"].map(|name| document[name].clone());
    Some(own.chain(faults).filter_map(|finding| place(&finding)).collect())
}

fn place(finding: &Value) -> Option<String> {
    let (id, severity) = (finding["id"].as_str()?, finding["severity"].as_str()?);
    Some(match (finding["file"].as_str(), finding["line"].as_u64()) {
        (Some(file), Some(line)) => format!("{file}:{line}: {severity}[{id}]"),
        _ => format!("{severity}[{id}]"),
    })
}

/// The calls of each name and the findings of each door, by what the name has in front of its instruction set. PTX by itself is another run.
fn by_call<'c>(
    answers: impl Iterator<Item = (&'c Case, &'c [(String, Option<FoundPlaces>)])>,
) -> BTreeMap<String, BTreeMap<&'static str, FoundPlaces>> {
    let mut calls: BTreeMap<String, BTreeMap<&'static str, FoundPlaces>> = BTreeMap::new();
    let mut without_global = BTreeSet::new();
    for (case, found) in answers.filter(|(case, _)| !case.name.ends_with(".ptx")) {
        let name = format!("{}/{}", case.corpus, case.name.trim_end_matches(".sass"));
        for (label, found) in found {
            let Some(found) = found else { continue };
            let call = format!("{name} {label}");
            calls.entry(call.clone()).or_default().insert(case.door.word(), found.clone());
            if !looks_for_global_races(case) {
                without_global.insert(call);
            }
        }
    }
    calls.retain(|_, doors| doors.len() > 1);
    for (_, doors) in calls.iter_mut().filter(|(call, _)| without_global.contains(*call)) {
        doors.values_mut().for_each(|found| found.retain(|one| !one.ends_with(GLOBAL_RACES) && !one.ends_with(ORDERS)));
    }
    calls
}

/// Returns how many calls several doors have answered, and what differs.
pub(crate) fn disagreements<'c>(
    answers: impl Iterator<Item = (&'c Case, &'c [(String, Option<FoundPlaces>)])>,
) -> (usize, Vec<String>) {
    let calls = by_call(answers);
    let mut told = Vec::new();
    for (call, doors) in &calls {
        let all: FoundPlaces = doors.values().flatten().cloned().collect();
        let missing: Vec<String> = doors
            .iter()
            .flat_map(|(door, found)| all.difference(found).map(move |one| format!("  `{door}` lacks {one}")))
            .collect();
        if !missing.is_empty() {
            told.push(format!("{call}\n{}", missing.join("\n")));
        }
    }
    (calls.len(), told)
}

#[test]
fn a_finding_that_one_door_lacks_is_told() {
    let case = |door: &str| Case::read(&format!("a/k.sass\t{door}\tall\t-\t-")).unwrap();
    let race =
        "{\"findings\": [{\"id\": \"shared-memory-race\", \"severity\": \"error\", \"file\": \"k.cu\", \"line\": 9}]}";
    let profile = findings(Door::Profile, &format!("{{\"launches\": [{race}], \"fault_finding\": null}}")).unwrap();
    assert_eq!(profile, FoundPlaces::from(["k.cu:9: error[shared-memory-race]".to_owned()]));
    assert_eq!(findings(Door::Run, &format!("program: k\n{{\n\"kernels\": [{race}]}}")), Some(profile.clone()));
    let check = "FAILED  k.cu  k: 1 race\nk.cu:9: error[shared-memory-race]: `k`: a race\nk.cu:7: error[bank-conflict]: `k`: many\n";
    assert_eq!(findings(Door::Check, check), Some(profile.clone()));

    let told = |check: FoundPlaces| {
        let cases = [case("profile"), case("check")];
        let found = [[(String::new(), Some(profile.clone()))], [(String::new(), Some(check))]];
        disagreements(cases.iter().zip(found.iter().map(|found| &found[..])))
    };
    assert_eq!(told(profile.clone()), (1, vec![]));
    assert_eq!(told(FoundPlaces::new()).1, ["a/k \n  `check` lacks k.cu:9: error[shared-memory-race]"]);
}
