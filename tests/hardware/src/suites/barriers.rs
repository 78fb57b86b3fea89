//! GPUVerifyBenchmarks: each kernel as it is, and with each of its `__syncthreads()` deleted once.

use std::path::Path;

use smem_examples::Error;

use super::annotated::AnnotatedHead;
use super::case::{Expected, SuiteCase};
use super::finding::SuiteFinding;
use super::indigo::{source_text, sources};
use super::parameters::{Signature, SuiteValues, dynamic_shared, kernel, launch};

/// Values of arguments that the files do not require, and what is known of single barriers.
const TABLE: &str = include_str!("../../suites/barriers_values.tsv");

const BARRIER: &str = "__syncthreads()";

/// Returns the CUDA kernels with barriers of a checkout of GPUVerifyBenchmarks: `PATH` as it is, `PATH:LINE` without the barrier of that line.
///
/// # Errors
/// [`Error::Input`] where the checkout or a file cannot be read.
pub fn barrier_cases(checkout: &Path, include: &Path) -> Result<Vec<SuiteCase>, Error> {
    let mut cases = Vec::new();
    for path in sources(checkout)? {
        if path.extension().is_none_or(|extension| extension != "cu") {
            continue;
        }
        let text = source_text(&path)?;
        if text.contains(BARRIER) {
            let below = path.strip_prefix(checkout).unwrap_or(&path).display().to_string();
            cases.extend(cases_of(&path, &below, &text, include));
        }
    }
    Ok(cases)
}

fn cases_of(path: &Path, name: &str, text: &str, include: &Path) -> Vec<SuiteCase> {
    let head = AnnotatedHead::of(text);
    let values = values(name, text);
    let launches = kernel(text).ok_or("no kernel".to_owned()).and_then(|signature| {
        let dynamic = dynamic_shared(text, path.parent());
        let name = values.get("kernel").map_or(signature.name.clone(), str::to_owned);
        launch(&Signature { name, ..signature }, &head.shape(dynamic)?, &values)
    });
    let warp_synchronous = "warp-synchronous: right only where a warp's lanes run in step";
    let one = |name: String, expected: Expected, source: String| SuiteCase {
        suite: "barriers",
        name,
        expected,
        source: launches.clone().map(|_| source),
        launches: launches.clone().unwrap_or_default(),
        files: Vec::new(),
        include: [Some(include), path.parent()].into_iter().flatten().map(Path::to_owned).collect(),
        options: head.options("cuda.h", false, false),
        is_guessed: true,
    };
    let expected =
        if head.has("--warp-sync") { Expected::Outside(warp_synchronous.to_owned()) } else { Expected::NoError };
    let mut cases = vec![one(name.to_owned(), known(name).unwrap_or(expected), text.to_owned())];
    for (at, _) in text.match_indices(BARRIER) {
        let line = text[..at].matches('\n').count() + 1;
        let is_code = !text[..at].rsplit('\n').next().unwrap_or_default().contains("//");
        let changed = [&text[..at], "((void)0)", &text[at + BARRIER.len()..]].concat();
        let name = format!("{name}:{line}");
        if is_code {
            let expected = known(&name).unwrap_or(Expected::Any(vec![SuiteFinding::Race]));
            cases.push(one(name, expected, changed));
        }
    }
    cases
}

/// The values of arguments: those that the file requires, then those of the table.
fn values(name: &str, text: &str) -> SuiteValues {
    let mut values = SuiteValues::required(text);
    let rows = TABLE.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    for row in rows.filter(|row| row[0] == name) {
        let given = row[1].split(' ').filter_map(|pair| pair.split_once('='));
        values.0.extend(given.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }
    values
}

/// Returns the table's expectation of a code, where that is not the rule.
fn known(name: &str) -> Option<Expected> {
    let rows = TABLE.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    let row = rows.into_iter().find(|row| row[0] == name && row.len() > 2 && row[2] != "-")?;
    Expected::parse(row[2])
}
