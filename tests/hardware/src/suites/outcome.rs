//! Outcomes of cases, and the data file that tests read.

use std::fmt;
use std::path::Path;

use smem_examples::{Error, read_file};

use super::case::{Expected, SuiteCase};
use super::finding::SuiteFinding;

/// How an outcome compares with what the suite expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuiteVerdict {
    /// As expected.
    Right,
    /// Something was found in a code that the suite calls correct.
    FalseReport,
    /// Nothing of what the suite expects was found.
    Missed,
    /// The suite's expectation is about something that the program does not look for.
    Outside,
    /// It did not run.
    NotRun,
}

impl fmt::Display for SuiteVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SuiteVerdict::Right => "right",
            SuiteVerdict::FalseReport => "false report",
            SuiteVerdict::Missed => "missed",
            SuiteVerdict::Outside => "outside",
            SuiteVerdict::NotRun => "not run",
        })
    }
}

/// The outcome of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteOutcome {
    /// The code's name in its suite.
    pub name: String,
    /// The suite's expectation.
    pub expected: Expected,
    /// The findings, or why the code did not run.
    pub found: Result<Vec<SuiteFinding>, String>,
    /// The program's first error, for people; not in the data file.
    pub told: String,
}

impl SuiteOutcome {
    /// The outcome of a case that ran, and what the program said.
    pub(super) fn of(case: &SuiteCase, found: Vec<SuiteFinding>, told: &str) -> SuiteOutcome {
        let told = told.lines().find(|line| line.starts_with("error")).unwrap_or_default().to_owned();
        if case.is_guessed && found.contains(&SuiteFinding::Fault) && found.iter().all(says_nothing) {
            // Its place is of this machine.
            let fault = told.split("; ").next().unwrap_or_default();
            return SuiteOutcome::not_run(case, &format!("the guessed arguments lead to a fault: {fault}"));
        }
        SuiteOutcome { name: case.name.clone(), expected: case.expected.clone(), found: Ok(found), told }
    }

    pub(super) fn not_run(case: &SuiteCase, reason: &str) -> SuiteOutcome {
        let found = Err(reason.to_owned());
        SuiteOutcome { name: case.name.clone(), expected: case.expected.clone(), found, told: String::new() }
    }

    /// Compares what was found with what is expected.
    pub fn verdict(&self) -> SuiteVerdict {
        let Ok(found) = &self.found else { return SuiteVerdict::NotRun };
        match (self.expected.is_answered_by(found), &self.expected) {
            (None, _) => SuiteVerdict::Outside,
            (Some(true), _) => SuiteVerdict::Right,
            (Some(false), Expected::Any(_)) => SuiteVerdict::Missed,
            (Some(false), _) => SuiteVerdict::FalseReport,
        }
    }

    /// Returns its line of the data file.
    pub fn line(&self) -> String {
        let found = match &self.found {
            Ok(found) if found.is_empty() => "-".to_owned(),
            Ok(found) => found.iter().map(SuiteFinding::to_string).collect::<Vec<_>>().join(","),
            Err(reason) => format!("not run: {reason}"),
        };
        format!("{}\t{}\t{found}\t{}", self.name, self.expected, self.verdict())
    }
}

/// Whether a finding beside a fault of guessed arguments is of the arguments as well: uninitialized memory, which a run that went on may have written.
fn says_nothing(finding: &SuiteFinding) -> bool {
    matches!(finding, SuiteFinding::Fault | SuiteFinding::Unwritten | SuiteFinding::SameValue)
}

/// The outcomes of a suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteData {
    /// In the order of the suite.
    pub outcomes: Vec<SuiteOutcome>,
}

const COLUMNS: &str = "code\texpected\tfound\tverdict";

impl SuiteData {
    /// Returns the data file.
    pub fn text(&self) -> String {
        let lines: Vec<String> = self.outcomes.iter().map(SuiteOutcome::line).collect();
        format!("{COLUMNS}\n{}\n", lines.join("\n"))
    }

    /// Reads a data file. The verdicts are made again from what was expected and found.
    ///
    /// # Errors
    /// [`Error::Input`] where it cannot be read or is not such a file.
    pub fn read(path: &Path) -> Result<SuiteData, Error> {
        let text = read_file(path)?;
        let wrong = |line: usize| Error::Input(format!("`{}`, line {line}: not an outcome", path.display()));
        let mut lines = (1..).zip(text.lines());
        if lines.next().map(|(_, line)| line) != Some(COLUMNS) {
            return Err(wrong(1));
        }
        let outcome = |(number, line): (usize, &str)| parse(line).ok_or_else(|| wrong(number));
        Ok(SuiteData { outcomes: lines.map(outcome).collect::<Result<_, _>>()? })
    }

    /// Counts the outcomes with this verdict.
    pub fn count(&self, verdict: SuiteVerdict) -> usize {
        self.outcomes.iter().filter(|outcome| outcome.verdict() == verdict).count()
    }
}

fn parse(line: &str) -> Option<SuiteOutcome> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [name, expected, found, verdict] = cells[..] else { return None };
    let found = match found {
        "-" => Ok(Vec::new()),
        _ => match found.strip_prefix("not run: ") {
            Some(reason) => Err(reason.to_owned()),
            None => Ok(found.split(',').map(SuiteFinding::parse).collect::<Option<Vec<_>>>()?),
        },
    };
    let outcome =
        SuiteOutcome { name: name.to_owned(), expected: Expected::parse(expected)?, found, told: String::new() };
    (outcome.verdict().to_string() == verdict).then_some(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_reads_as_it_was_written_and_a_wrong_verdict_does_not() {
        for line in [
            "a\tclean\t-\tright",
            "a\tno error\tsame-value,unwritten\tright",
            "a\tclean\tsame-value\tfalse report",
            "a\tclean\trace\tfalse report",
            "b\trace,deadlock\tdeadlock\tright",
            "c\trace\tunwritten\tmissed",
            "d\toutside: an assertion\trace\toutside",
            "e\trace\tnot run: a texture\tnot run",
        ] {
            assert_eq!(parse(line).unwrap().line(), line);
        }
        assert_eq!(parse("a\tclean\trace\tright"), None);
    }
}
