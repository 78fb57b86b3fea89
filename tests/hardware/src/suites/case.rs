//! A case of a suite: a source, its launches and what is expected.

use std::fmt;
use std::path::PathBuf;

use super::finding::SuiteFinding;

/// A suite's expectation of a code.
///
/// ```
/// use smem_hardware::suites::{Expected, SuiteFinding};
///
/// assert_eq!(Expected::parse("race,deadlock"), Some(Expected::Any(vec![SuiteFinding::Race, SuiteFinding::Deadlock])));
/// assert_eq!(Expected::parse("clean"), Some(Expected::Clean));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// Nothing must be found.
    Clean,
    /// Nothing but warnings: the suite does not judge reads of uninitialized memory, nor writes of one value.
    NoError,
    /// At least one of these must be found.
    Any(Vec<SuiteFinding>),
    /// The suite's expectation is about something else, for this reason: what was found is not judged.
    Outside(String),
}

impl Expected {
    /// Reads `clean`, or kinds of findings with commas between.
    pub fn parse(text: &str) -> Option<Expected> {
        match text {
            "clean" => Some(Expected::Clean),
            "no error" => Some(Expected::NoError),
            _ => match text.strip_prefix("outside: ") {
                Some(reason) => Some(Expected::Outside(reason.to_owned())),
                None => text.split(',').map(SuiteFinding::parse).collect::<Option<Vec<_>>>().map(Expected::Any),
            },
        }
    }
}

/// Whether the finding leaves the exit code 0.
fn is_warning(finding: &SuiteFinding) -> bool {
    matches!(finding, SuiteFinding::SameValue | SuiteFinding::Unwritten)
}

impl Expected {
    /// Whether a run that found these is as expected; `None` where that is not judged.
    pub fn is_answered_by(&self, found: &[SuiteFinding]) -> Option<bool> {
        match self {
            Expected::Clean => Some(found.is_empty()),
            Expected::NoError => Some(found.iter().all(is_warning)),
            Expected::Any(wanted) => Some(wanted.iter().any(|finding| found.contains(finding))),
            Expected::Outside(_) => None,
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Clean => f.write_str("clean"),
            Expected::NoError => f.write_str("no error"),
            Expected::Any(findings) => {
                let words: Vec<String> = findings.iter().map(SuiteFinding::to_string).collect();
                f.write_str(&words.join(","))
            }
            Expected::Outside(reason) => write!(f, "outside: {reason}"),
        }
    }
}

/// A code of a suite, ready to run.
#[derive(Debug, Clone)]
pub struct SuiteCase {
    /// The name of the suite.
    pub suite: &'static str,
    /// The code's name in its suite.
    pub name: String,
    /// The suite's expectation.
    pub expected: Expected,
    /// CUDA C++, or why the code cannot be run.
    pub source: Result<String, String>,
    /// The launch file.
    pub launches: String,
    /// Files beside the launch file: names and contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// Folders of headers.
    pub include: Vec<PathBuf>,
    /// Further options of `profile`.
    pub options: Vec<String>,
    /// Whether the arguments are guessed from the parameters' types: a fault then says that they do not fit, and nothing of the code.
    pub is_guessed: bool,
}
