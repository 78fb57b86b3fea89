//! The checks of a report of `fix` that failed.

use std::fmt;

use smem_layout::listed;
use smem_report::{are, excess_wavefronts};

use super::report::FixReport;
use crate::report::{Accepted, ReportedFault};

/// A check of a [`FixReport`] that failed. Its [`Display`](fmt::Display) is a lowercase sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailedFix {
    /// A kernel did something invalid, as it is or with the layouts.
    Fault(String),
    /// A launch that is a guess did something invalid: it has to be given.
    Guess(String),
    /// These buffers have other bytes with the layouts.
    Results(Vec<String>),
    /// No source with another layout of a variable compiles and has the same results.
    #[non_exhaustive]
    Source {
        /// The variable.
        variable: String,
        /// Why the first one that was tried cannot be used.
        why: String,
    },
    /// So many findings have no change of the source that was verified.
    Findings(usize),
    /// More excess wavefronts are left than are accepted.
    #[non_exhaustive]
    Excess {
        /// The excess wavefronts of all launches after the change.
        wavefronts: u64,
        /// The most that is accepted.
        accepted: u64,
    },
}

impl fmt::Display for FailedFix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(message) | Self::Guess(message) => f.write_str(message),
            Self::Results(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "the results differ with these layouts, in {}", listed(&names, "and"))
            }
            Self::Findings(1) => {
                f.write_str("for 1 finding no change of the source was verified: `smem-tile profile` describes it")
            }
            Self::Findings(count) => write!(
                f,
                "for {count} findings no change of the source was verified: `smem-tile profile` describes them"
            ),
            Self::Source { variable, why } => write!(f, "the source with another layout of `{variable}` {why}"),
            Self::Excess { wavefronts, accepted } => {
                let (left, be, accept) = (excess_wavefronts(*wavefronts), are(*wavefronts), are(*accepted));
                write!(f, "{left} {be} left, and at most {accepted} {accept} accepted")
            }
        }
    }
}

impl FixReport {
    /// Returns the checks that failed.
    pub fn failed(&self, accepted: &Accepted) -> Vec<FailedFix> {
        let of_fault = |fault: &ReportedFault| match fault.is_of_guess {
            true => FailedFix::Guess(fault.message.clone()),
            false => FailedFix::Fault(fault.message.clone()),
        };
        let mut failed: Vec<FailedFix> = self.fault.iter().map(of_fault).collect();
        failed.extend((!self.different.is_empty()).then(|| FailedFix::Results(self.different.clone())));
        let source =
            |(variable, why): &(String, String)| FailedFix::Source { variable: variable.clone(), why: why.clone() };
        failed.extend(self.unusable.iter().map(source));
        let left = self.findings.iter().filter(|finding| finding.source_remedy.is_none()).count();
        failed.extend((left > 0).then_some(FailedFix::Findings(left)));
        let wavefronts = self.excess_left;
        let over = accepted.most_excess().filter(|most| wavefronts > *most);
        failed.extend(over.map(|accepted| FailedFix::Excess { wavefronts, accepted }));
        failed
    }
}
