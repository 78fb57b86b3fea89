//! GPUVerifyBenchmarks: each kernel as it is, and with each of its `__syncthreads()` deleted once.

use std::fs;
use std::path::Path;

use smem_examples::Error;

use super::annotated::AnnotatedHead;
use super::case::{Expected, SuiteCase};
use super::finding::SuiteFinding;
use super::indigo::{source_text, sources};
use super::parameters::{Signature, SuiteShape, SuiteValues, dynamic_shared, kernel, launch};

/// Values of arguments that the files do not require, and what is known of single barriers. Beside arguments a row has `kernel`, `grid`,
/// `block`, `shared`, `elements`, `header` and `define:NAME`.
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
            cases.extend(cases_of(&path, &below, &text, include, checkout));
        }
    }
    Ok(cases)
}

fn cases_of(path: &Path, name: &str, text: &str, include: &Path, checkout: &Path) -> Vec<SuiteCase> {
    let head = AnnotatedHead::of(text);
    let values = values(name, text);
    let launches = kernel(text).ok_or("no kernel".to_owned()).and_then(|signature| {
        let dynamic = dynamic_shared(text, path.parent());
        let name = values.get("kernel").map_or(signature.name.clone(), str::to_owned);
        launch(&Signature { name, ..signature }, &shape(head.shape(dynamic)?, &values), &values)
    });
    let options = [head.options("cuda.h", false, false), further_options(&values, checkout)].concat();
    let files = headers_with_textures(path);
    let text = &with_textures(text);
    let warp_synchronous = "warp-synchronous: right only where a warp's lanes run in step";
    let one = |name: String, expected: Expected, source: String| SuiteCase {
        suite: "barriers",
        name,
        expected,
        source: launches.clone().map(|_| source),
        launches: launches.clone().unwrap_or_default(),
        files: files.clone(),
        include: [Some(include), path.parent()].into_iter().flatten().map(Path::to_owned).collect(),
        options: options.clone(),
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

/// The text with variables of `removed.h` in place of textures that it names, which CUDA 12 no longer has.
fn with_textures(text: &str) -> String {
    text.replace("texture<", "__device__ SyntheticTexture<")
}

/// The headers beside a file that name textures, changed as the file is.
fn headers_with_textures(path: &Path) -> Vec<(String, Vec<u8>)> {
    let beside = path.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let headers = beside.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "h"));
    let changed = headers.filter_map(|entry| {
        let text = source_text(&entry.path()).ok().filter(|text| text.contains("texture<"))?;
        Some((entry.file_name().to_string_lossy().into_owned(), with_textures(&text).into_bytes()))
    });
    changed.collect()
}

/// The shape of the launch, with what the table has in its place.
fn shape(of_head: SuiteShape, values: &SuiteValues) -> SuiteShape {
    let given = |name: &str, usual: String| values.get(name).map_or(usual, str::to_owned);
    let shared = values.get("shared").and_then(|bytes| bytes.parse().ok()).unwrap_or(of_head.shared);
    SuiteShape { grid: given("grid", of_head.grid), block: given("block", of_head.block), shared }
}

/// Options beside those of the head: headers for what CUDA no longer has, the table's macros, and the folder of headers above the file's own.
fn further_options(values: &SuiteValues, checkout: &Path) -> Vec<String> {
    let headers = values.get("header").into_iter().chain(["removed.h"]);
    let mut options: Vec<String> = headers.map(|header| format!("--compiler-option=--pre-include={header}")).collect();
    let defined = values.0.iter().filter_map(|(name, value)| Some((name.strip_prefix("define:")?, value)));
    options.extend(defined.map(|(name, value)| format!("-D{name}={value}")));
    options.push(format!("--source={}", checkout.display()));
    options
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
