//! Which checks failed, and the exit code that says so.

use std::fmt;

use smem_report::{DependentContents, FindingKind, LaunchReport, RemarkKind, are, counted, excess_wavefronts};

use super::profile_report::ProfileReport;

/// Conflicts and warnings that a caller accepts; findings always fail.
///
/// ```
/// use smem_profile::Accepted;
///
/// let accepted = Accepted::default().max_excess(0).strict(true);
/// assert_eq!(accepted, Accepted::default().strict(true).max_excess(0));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Accepted {
    max_excess: Option<u64>,
    denies_unwritten: bool,
    denies_same_values: bool,
    denies_unjudged: bool,
}

impl Accepted {
    /// Accepts so many excess wavefronts in all launches together, and no more; by default any number.
    #[must_use]
    pub fn max_excess(self, wavefronts: u64) -> Accepted {
        Accepted { max_excess: Some(wavefronts), ..self }
    }

    /// The most excess wavefronts that are accepted, if there is a limit.
    pub(crate) fn most_excess(&self) -> Option<u64> {
        self.max_excess
    }

    /// Sets whether reads of uninitialized shared memory, and several threads that write one value, fail as well.
    #[must_use]
    pub fn strict(self, is_strict: bool) -> Accepted {
        self.unwritten_reads(!is_strict).same_value_writes(!is_strict)
    }

    /// Says whether warnings of reads of uninitialized shared memory are accepted, which is the default.
    #[must_use]
    pub fn unwritten_reads(self, are_accepted: bool) -> Accepted {
        Accepted { denies_unwritten: !are_accepted, ..self }
    }

    /// Says whether a launch is accepted whose PTX could not judge it, which is the default: machine code does not show all findings.
    #[must_use]
    pub fn unjudged(self, are_accepted: bool) -> Accepted {
        Accepted { denies_unjudged: !are_accepted, ..self }
    }

    /// Says whether warnings of several threads that write one value, which nothing orders, are accepted, which is the default.
    #[must_use]
    pub fn same_value_writes(self, are_accepted: bool) -> Accepted {
        Accepted { denies_same_values: !are_accepted, ..self }
    }
}

/// A check that failed. Its [`Display`](fmt::Display) is a lowercase sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailedCheck {
    /// A kernel did something invalid.
    Fault(String),
    /// A budget was used up, which is not a finding about the kernel.
    OverBudget(String),
    /// A launch that is a guess did something invalid: it has to be given.
    Guess(String),
    /// So many races on shared memory.
    Races(usize),
    /// So many barriers that not every thread reached.
    Barriers(usize),
    /// So many races on global memory.
    GlobalRaces(usize),
    /// So many accesses to the shared memory of another block of the cluster that may not be there.
    ClusterAccesses(usize),
    /// So many uses of results of matrix products before a wait for them.
    UnawaitedResults(usize),
    /// So many overruns of shared arrays.
    Overruns(usize),
    /// So many overruns of local arrays.
    LocalOverruns(usize),
    /// So many writes past the end of the block's shared memory.
    PastEnd(usize),
    /// So many reads of uninitialized shared memory on which results depend.
    UnwrittenResults(usize),
    /// Reads of uninitialized shared memory.
    UnwrittenReads,
    /// Writes of one value by several threads.
    SameValueWrites,
    /// The PTX could not judge a launch: why.
    NotJudged(String),
    /// Whether there are more excess wavefronts than are accepted depends on synthetic contents: the sentence says on which.
    Unknown(String),
    /// More excess wavefronts than are accepted.
    #[non_exhaustive]
    Excess {
        /// The excess wavefronts of all launches.
        wavefronts: u64,
        /// The most that is accepted.
        accepted: u64,
    },
}

impl FailedCheck {
    /// Returns true where the launch has to be changed, and nothing is said about the kernel: the exit code is 2.
    pub fn is_of_input(&self) -> bool {
        matches!(self, Self::Guess(_))
    }

    /// Returns true where a budget ended the launch, and nothing is said about the kernel: the exit code is 3.
    ///
    /// ```
    /// assert!(smem_profile::FailedCheck::OverBudget("more than 1000 thread instructions".into()).is_over_budget());
    /// ```
    pub fn is_over_budget(&self) -> bool {
        matches!(self, Self::OverBudget(_))
    }

    /// Returns how many findings it counts.
    fn count(&self) -> Option<usize> {
        match self {
            Self::Races(count)
            | Self::Barriers(count)
            | Self::GlobalRaces(count)
            | Self::ClusterAccesses(count)
            | Self::UnawaitedResults(count)
            | Self::LocalOverruns(count)
            | Self::PastEnd(count)
            | Self::UnwrittenResults(count)
            | Self::Overruns(count) => Some(*count),
            _ => None,
        }
    }
}

impl fmt::Display for FailedCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: &usize, word| counted(*count as u64, word);
        match self {
            Self::Fault(message) | Self::OverBudget(message) | Self::Guess(message) | Self::Unknown(message) => {
                f.write_str(message)
            }
            Self::Races(count) => write!(f, "{} on shared memory", counted(count, "race")),
            Self::Barriers(count) => {
                write!(f, "{} that not every thread of the block reaches", counted(count, "barrier"))
            }
            Self::GlobalRaces(count) => write!(f, "{} on global memory", counted(count, "race")),
            Self::ClusterAccesses(1) => f.write_str("1 access to shared memory of a block that may not be there"),
            Self::ClusterAccesses(count) => {
                write!(f, "{count} accesses to shared memory of blocks that may not be there")
            }
            Self::UnawaitedResults(count) => {
                write!(f, "{} of a matrix product before a wait for it", counted(count, "use"))
            }
            Self::Overruns(count) => write!(f, "{} of shared arrays", counted(count, "overrun")),
            Self::LocalOverruns(count) => write!(f, "{} of local arrays", counted(count, "overrun")),
            Self::PastEnd(count) => write!(f, "{} past the end of shared memory", counted(count, "write")),
            Self::UnwrittenResults(count) => {
                write!(f, "{} of uninitialized shared memory that results depend on", counted(count, "read"))
            }
            Self::UnwrittenReads => f.write_str("reads of uninitialized shared memory are not accepted"),
            Self::SameValueWrites => {
                f.write_str("writes of one value by several threads, which nothing orders, are not accepted")
            }
            Self::NotJudged(message) => f.write_str(message),
            Self::Excess { wavefronts, accepted } => {
                write!(f, "{}, and at most {accepted} {} accepted", excess_wavefronts(*wavefronts), are(*accepted))
            }
        }
    }
}

/// The checks of a report that failed, and whether it is of all that was to be run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReportVerdict {
    /// The checks that failed.
    pub failed: Vec<FailedCheck>,
    /// Whether the launches were stopped from outside.
    pub is_stopped: bool,
}

impl ProfileReport {
    /// Returns the checks that failed.
    ///
    /// ```
    /// use smem_profile::{Accepted, Job};
    ///
    /// let text = "__global__ void shift(int* out) {
    ///     __shared__ int tile[64];
    ///     tile[threadIdx.x] = threadIdx.x;
    ///     out[threadIdx.x] = tile[(threadIdx.x + 32) % 64];
    /// }";
    /// let report = Job::of_text("shift.cu", text).grid(1).block(64).arg("a:i32[64]").run()?;
    /// let verdict = report.verdict(&Accepted::default());
    /// assert_eq!((verdict.failed[0].to_string(), verdict.exit_code()), ("1 race on shared memory".to_string(), 1));
    /// assert_eq!(report.races().next().unwrap().missing.as_deref(), Some("`__syncthreads()` between line 3 and line 4"));
    /// # Ok::<(), smem_profile::Error>(())
    /// ```
    pub fn verdict(&self, accepted: &Accepted) -> ReportVerdict {
        ReportVerdict::of(self, &self.launches.iter().collect::<Vec<_>>(), accepted)
    }

    /// Returns the checks that failed in the launches of a kernel, by the name that it was launched by. A fault is of the last launch.
    ///
    /// ```
    /// # use smem_profile::{Accepted, Job};
    /// let text = "__global__ void one(int* a) { *a = 1; } __global__ void column(int* a) { __shared__ int s[1024];
    ///     s[32 * threadIdx.x] = 1; *a = s[0]; } int main() { int* a; cudaMalloc(&a, 4); one<<<1, 1>>>(a); column<<<1, 32>>>(a); }";
    /// let report = Job::of_text("two.cu", text).run()?;
    /// let none = Accepted::default().max_excess(0);
    /// assert!(report.verdict_of("one", &none).is_good() && !report.verdict_of("column", &none).is_good());
    /// # Ok::<(), smem_profile::Error>(())
    /// ```
    pub fn verdict_of(&self, kernel: &str, accepted: &Accepted) -> ReportVerdict {
        let own: Vec<&LaunchReport> = self.launches.iter().filter(|launch| launch.kernel == kernel).collect();
        ReportVerdict::of(self, &own, accepted)
    }
}

/// The contents that decide about the excess wavefronts of launches.
fn deciding<'a>(launches: &'a [&LaunchReport]) -> impl Iterator<Item = &'a DependentContents> {
    launches.iter().filter_map(|launch| launch.contents.as_ref()).filter(|own| !own.has_known_excess())
}

/// The least and the most excess wavefronts of launches with the contents that were tried.
fn excess_range(launches: &[&LaunchReport]) -> [u64; 2] {
    let range = |launch: &&LaunchReport| {
        let all = |blocks: u64, excess: u64| excess.saturating_mul(launch.blocks.run) / blocks.max(1);
        launch.contents.as_ref().map_or([launch.excess(); 2], |contents| match contents.blocks {
            Some(blocks) => contents.excess().map(|excess| all(blocks, excess)),
            None => contents.excess(),
        })
    };
    let sum = |[least, most]: [u64; 2], [own_least, own_most]: [u64; 2]| [least + own_least, most + own_most];
    launches.iter().map(range).fold([0; 2], sum)
}

/// The check of excess wavefronts that failed: unknown where the contents decide, and some of those that were tried have more than are accepted.
fn excess(launches: &[&LaunchReport], accepted: u64) -> Option<FailedCheck> {
    let wavefronts: u64 = launches.iter().map(|launch| launch.excess()).sum();
    let [_, most] = excess_range(launches);
    let mut all = deciding(launches).peekable();
    if all.peek().is_some() && (most > accepted || deciding(launches).any(|own| own.tried.len() < 2)) {
        let sentences: Vec<String> = all.map(DependentContents::sentence).collect();
        let first = format!("whether there are more than {} is unknown", excess_wavefronts(accepted));
        return Some(FailedCheck::Unknown(format!("{first}: {}", sentences.join("; "))));
    }
    (wavefronts > accepted).then_some(FailedCheck::Excess { wavefronts, accepted })
}

impl ProfileReport {
    /// Returns the least and the most excess wavefronts of these launches with other contents of their synthetic buffers; `None` if contents do not
    /// decide about them.
    pub fn excess_range(launches: &[&LaunchReport]) -> Option<[u64; 2]> {
        deciding(launches).next().is_some().then(|| excess_range(launches))
    }
}

impl ReportVerdict {
    /// The checks that failed in some of the launches of a report.
    fn of(report: &ProfileReport, launches: &[&LaunchReport], accepted: &Accepted) -> ReportVerdict {
        let mut failed = Vec::new();
        // A fault ends the launches, so it is of the last that the host made.
        let last = report.launches.iter().rfind(|launch| launch.launched.is_none()).map(|launch| &launch.kernel);
        let has_last = launches.iter().rfind(|launch| launch.launched.is_none()).map(|launch| &launch.kernel) == last;
        for fault in report.earlier_fault.iter().chain(&report.fault).filter(|_| has_last) {
            let check = match (fault.is_over_budget, fault.is_of_guess) {
                (true, _) => FailedCheck::OverBudget,
                (false, true) => FailedCheck::Guess,
                (false, false) => FailedCheck::Fault,
            };
            failed.push(check(fault.message.clone()));
        }
        let count = |kind| launches.iter().map(|launch| launch.of_kind(kind).count()).sum::<usize>();
        // A doubt makes one a warning.
        let errors =
            |kind| launches.iter().flat_map(|launch| launch.of_kind(kind)).filter(|own| own.is_failure()).count();
        let counted = [
            FailedCheck::Races(errors(FindingKind::Race)),
            FailedCheck::Barriers(errors(FindingKind::Barrier)),
            FailedCheck::GlobalRaces(errors(FindingKind::GlobalRace)),
            FailedCheck::ClusterAccesses(errors(FindingKind::ClusterAccess)),
            FailedCheck::UnawaitedResults(errors(FindingKind::UnawaitedResult)),
            FailedCheck::Overruns(errors(FindingKind::Overrun)),
            FailedCheck::LocalOverruns(errors(FindingKind::LocalOverrun)),
            FailedCheck::PastEnd(errors(FindingKind::PastEnd)),
            FailedCheck::UnwrittenResults(errors(FindingKind::UnwrittenRead)),
        ];
        failed.extend(counted.into_iter().filter(|check| check.count() > Some(0)));
        let warned = [
            (accepted.denies_unwritten, FindingKind::UnwrittenRead, FailedCheck::UnwrittenReads),
            (accepted.denies_same_values, FindingKind::SameValueWrites, FailedCheck::SameValueWrites),
        ];
        let denied = warned.into_iter().filter(|(is_denied, kind, _)| *is_denied && count(*kind) > 0);
        failed.extend(denied.map(|(.., check)| check));
        let remarks = launches.iter().flat_map(|launch| &launch.checks.remarks);
        let unjudged = remarks.filter(|remark| remark.kind == RemarkKind::NotJudged && accepted.denies_unjudged);
        let mut unjudged: Vec<FailedCheck> =
            unjudged.map(|remark| FailedCheck::NotJudged(remark.message.clone())).collect();
        unjudged.dedup();
        failed.extend(unjudged);
        failed.extend(accepted.max_excess.and_then(|most| excess(launches, most)));
        ReportVerdict { failed, is_stopped: report.is_stopped() }
    }

    /// Returns true if the launches ran to their end and no check failed.
    pub fn is_good(&self) -> bool {
        self.exit_code() == 0
    }

    /// Returns the exit code of a program that ends with it: 0 success, 1 a failed check, 2 a guessed launch that does not fit, 3 the end of a budget, 130 stopped from outside.
    pub fn exit_code(&self) -> u8 {
        let code = |check: &FailedCheck| match check {
            FailedCheck::OverBudget(_) => 3,
            FailedCheck::Guess(_) => 2,
            _ => 1,
        };
        if self.is_stopped { 130 } else { self.failed.iter().map(code).max().unwrap_or(0) }
    }
}
