//! GPUVerify's own tests: the first lines of a file say what the verifier finds, and how the kernel is launched.

use std::path::Path;

use smem_cuda::without_comments;
use smem_examples::Error;

use super::case::{Expected, SuiteCase};
use super::finding::SuiteFinding;
use super::indigo::{source_text, sources};
use super::opencl;
use super::parameters::{Signature, SuiteShape, SuiteValues, dynamic_shared, kernel, launch};

/// The expectations that the files' heads do not give, with a reason each.
const TABLE: &str = include_str!("../../suites/gpuverify_expected.tsv");

/// Returns the tests of a checkout of GPUVerify, those in CUDA and those in OpenCL, which are converted.
///
/// The verifier's findings on shared memory and at barriers must be found. Its other findings, assertions and null pointers among them, are
/// outside; so are races of global memory, unless `global` says that they are looked for.
///
/// # Errors
/// [`Error::Input`] where the checkout lacks the suites, or a file cannot be read.
pub fn gpuverify_cases(checkout: &Path, include: &Path, global: bool) -> Result<Vec<SuiteCase>, Error> {
    let mut cases = Vec::new();
    for suite in ["CUDA", "OpenCL"] {
        let folder = checkout.join("testsuite").join(suite);
        for path in sources(&folder)? {
            let text = source_text(&path)?;
            let below = path.strip_prefix(checkout.join("testsuite")).unwrap_or(&path).display().to_string();
            cases.push(case(&path, below, &text, include, global));
        }
    }
    Ok(cases)
}

fn case(path: &Path, name: String, text: &str, include: &Path, global: bool) -> SuiteCase {
    let head = AnnotatedHead::of(text);
    let is_opencl = path.extension().is_some_and(|extension| extension == "cl");
    let converted = if is_opencl { opencl::convert(text) } else { Ok((text.to_owned(), 0)) };
    let mut expected = expected_of(&name, &head, text);
    if let (Expected::Any(findings), false) = (&expected, global)
        && findings[..] == [SuiteFinding::GlobalRace]
    {
        expected = Expected::Outside("a race of global memory".to_owned());
    }
    let ready = converted.and_then(|(source, shared)| {
        let signature = kernel(&source).ok_or("no kernel".to_owned())?;
        let launches = head.launch(&signature, text, shared)?;
        Ok((source, launches))
    });
    let header = if is_opencl { "opencl.h" } else { "cuda.h" };
    let own = path.parent().map(Path::to_owned);
    let (source, launches) = match ready {
        Ok((source, launches)) => (Ok(source), launches),
        Err(reason) => (Err(reason), String::new()),
    };
    SuiteCase {
        suite: "gpuverify",
        name,
        expected,
        source,
        launches,
        files: Vec::new(),
        include: [Some(include.to_owned()), own].into_iter().flatten().collect(),
        // As written: an optimising compiler deletes accesses whose results are not used, and the races with them.
        options: [head.options(header, is_opencl, global), vec!["--compiler-option=-G".to_owned()]].concat(),
        is_guessed: true,
    }
}

/// The first lines of a file: what is expected, the options of the verifier, and the messages that it must print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AnnotatedHead {
    outcome: String,
    options: Vec<String>,
    messages: Vec<String>,
    /// Headers that the verifier's own `cuda.h` brings.
    headers: &'static [&'static str],
}

impl AnnotatedHead {
    pub(super) fn of(text: &str) -> AnnotatedHead {
        let mut comments = text.lines().map_while(|line| line.trim().strip_prefix("//"));
        let outcome = comments.next().unwrap_or_default().trim().to_lowercase();
        let options = comments.next().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        let messages = comments.map(str::to_owned).collect();
        let headers: &[&str] = if text.contains("cooperative_groups") {
            &["cooperative_groups.h"]
        } else if text.contains("curand") {
            &["curand_kernel.h"]
        } else {
            &[]
        };
        AnnotatedHead { outcome, options, messages, headers }
    }

    pub(super) fn has(&self, option: &str) -> bool {
        self.options.iter().any(|given| given.starts_with(option))
    }

    fn option(&self, names: &[&str]) -> Option<String> {
        let value = self.options.iter().find_map(|given| {
            let (name, value) = given.split_once('=')?;
            names.contains(&name).then_some(value)
        })?;
        Some(value.trim_matches(['[', ']']).to_owned())
    }

    /// The shape of the launch, or why there is none.
    pub(super) fn shape(&self, shared: u32) -> Result<SuiteShape, String> {
        let block = self.option(&["--blockDim", "--local_size"]).ok_or("no size of a block")?;
        let product = |text: &str| text.split(',').filter_map(|n| n.parse::<u64>().ok()).product::<u64>();
        let grid = match (self.option(&["--gridDim", "--num_groups"]), self.option(&["--global_size"])) {
            (Some(grid), _) => grid,
            (None, Some(size)) => {
                let each = size.split(',').zip(block.split(','));
                let groups =
                    each.map(|(size, block)| Some(size.parse::<u64>().ok()? / block.parse::<u64>().ok()?.max(1)));
                let groups: Vec<String> = groups.map(|n| n.unwrap_or(1).to_string()).collect();
                groups.join(",")
            }
            (None, None) => return Err("no number of blocks".to_owned()),
        };
        match product(&block) {
            // The verifier knows no limit of a block, and its tests do not need more threads than a GPU has.
            1025.. if !block.contains(',') => Ok(SuiteShape { grid, block: "1024".to_owned(), shared }),
            threads @ (0 | 1025..) => Err(format!("a block of {threads} threads")),
            _ => Ok(SuiteShape { grid, block, shared }),
        }
    }

    fn launch(&self, signature: &Signature, text: &str, shared: u32) -> Result<String, String> {
        let dynamic = dynamic_shared(text, None).max(shared);
        launch(signature, &self.shape(dynamic)?, &SuiteValues::required(text))
    }

    /// Options of `profile`: the annotations' header, the macros of the verifier's options, two blocks of the grid.
    pub(super) fn options(&self, header: &str, is_opencl: bool, global: bool) -> Vec<String> {
        let mut options = vec![format!("--compiler-option=--pre-include={header}"), "--blocks=2".to_owned()];
        for header in self.headers {
            options.push(format!("--compiler-option=--pre-include={header}"));
        }
        if is_opencl {
            options.push("--compiler-option=--device-as-default-execution-space".to_owned());
        }
        let macros = self.options.iter().filter_map(|option| option.strip_prefix("-D"));
        options.extend(macros.map(|definition| format!("-D{definition}")));
        if global {
            options.push("--global-races".to_owned());
        }
        options
    }
}

/// Returns the suite's expectation: by the table, else by the head and the memory that the message names.
fn expected_of(name: &str, head: &AnnotatedHead, text: &str) -> Expected {
    let row = TABLE.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>()).find(|row| row[0] == name);
    if let Some(expected) = row.and_then(|row| Expected::parse(row[1])) {
        return expected;
    }
    let outside = |reason: &str| Expected::Outside(reason.to_owned());
    if head.outcome == "pass" {
        return if head.has("--warp-sync") {
            outside("warp-synchronous: right only where a warp's lanes run in step")
        } else {
            Expected::NoError
        };
    }
    if head.outcome != "xfail:not_all_verified" {
        return outside(&format!("the verifier's own {}", head.outcome.trim_start_matches("xfail:")));
    }
    let messages = head.messages.join("\n");
    if messages.contains("divergence") || messages.contains("non-uniform") {
        Expected::Any(vec![SuiteFinding::Barrier])
    } else if messages.contains("race") || messages.contains("Write by") {
        let shared = shared_arrays(text);
        let words: Vec<&str> = messages.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
        let is_shared = shared.iter().any(|array| words.contains(&array.as_str()));
        Expected::Any(vec![if is_shared { SuiteFinding::Race } else { SuiteFinding::GlobalRace }])
    } else if messages.contains("null pointer") {
        outside("a null pointer")
    } else if messages.contains("out-of-bounds") {
        outside("an index beyond an array")
    } else {
        outside("an assertion or an invariant")
    }
}

/// The names of arrays and variables in shared memory.
fn shared_arrays(text: &str) -> Vec<String> {
    let text = without_comments(text);
    let declarations = text
        .split(['{', ';', '(', ','])
        .filter(|part| part.split_whitespace().any(|word| ["__shared__", "__local", "local"].contains(&word)));
    let name = |part: &str| {
        let part = part.split(['[', '=', ')']).next()?.replace('*', " ");
        Some(part.split_whitespace().last()?.to_owned())
    };
    declarations.filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "//xfail:NOT_ALL_VERIFIED\n//--local_size=[8,8] --global_size=[64,8] -DN=4\n//kernel.cl: error: possible write-write race on A[0]\n\n__kernel void k(__local int* A) {}";

    #[test]
    fn a_head_gives_the_launch_and_what_must_be_found() {
        let head = AnnotatedHead::of(TEXT);
        assert_eq!(head.shape(0).unwrap(), SuiteShape { grid: "8,1".into(), block: "8,8".into(), shared: 0 });
        assert_eq!(expected_of("x", &head, TEXT), Expected::Any(vec![SuiteFinding::Race]));
        let other = TEXT.replace("__local", "__global");
        assert_eq!(expected_of("x", &AnnotatedHead::of(&other), &other), Expected::Any(vec![SuiteFinding::GlobalRace]));
        assert!(head.options("cuda.h", false, false).contains(&"-DN=4".to_owned()));
    }
}
