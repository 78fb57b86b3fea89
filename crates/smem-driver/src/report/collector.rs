//! Collects what launches find, and writes it to a file as it goes.

use std::fmt;
use std::fs;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use smem_sim::{Arch, Fault, FaultKind, Isa, Profile};

use super::findings::{FindingKind, RunFinding, RunPlace};
use super::kernel::KernelRun;
use super::run::RunReport;
use super::scopes::Scopes;
use crate::check_mode::CheckMode;
use crate::options::DriverOptions;
use crate::sync::lock;

/// Where only counts have changed, a report is written while writes have taken less than this and a twentieth of the time so far, and
/// else this long after the last time: a process that is killed leaves nearly all that it counted, a short one all.
const WRITES_AT_LEAST: Duration = Duration::from_millis(50);
const BETWEEN_WRITES: Duration = Duration::from_millis(200);

/// When a report was written, and how long all writes took.
#[derive(Debug)]
struct Writes {
    began: Instant,
    last: Option<Instant>,
    spent: Duration,
}

impl Writes {
    fn is_due(&self) -> bool {
        let has_budget = self.spent < WRITES_AT_LEAST + self.began.elapsed() / 20;
        has_budget || self.last.is_none_or(|last| last.elapsed() > BETWEEN_WRITES)
    }

    fn note(&mut self, began: Instant) {
        let now = Instant::now();
        self.spent += now - began;
        self.last = Some(now);
    }
}

/// How a launch may take more instructions, after the sentence that says it took too many.
const WAY_TO_MORE_INSTRUCTIONS: &str = "; `smem-tile run --max-instructions N` accepts more, as `SMEM_TILE_MAX_INSTRUCTIONS=N` does for tests that install the driver";

type Notice = Box<dyn Fn(&str) + Send + Sync>;

/// The findings of a process.
pub(crate) struct Collector {
    report: Mutex<RunReport>,
    scopes: Scopes,
    /// The modes of the checks, and the folder for the file of this process.
    options: DriverOptions,
    writes: Mutex<Writes>,
    notice: Mutex<Option<Notice>>,
    print: Mutex<Option<Notice>>,
}

impl Collector {
    pub(crate) fn new(options: &DriverOptions) -> Collector {
        Collector {
            report: Mutex::new(RunReport::of_one_process(options.arch)),
            scopes: Scopes::default(),
            options: options.clone(),
            writes: Mutex::new(Writes { began: Instant::now(), last: None, spent: Duration::ZERO }),
            notice: Mutex::default(),
            print: Mutex::default(),
        }
    }

    pub(crate) fn on_notice(&self, notice: Notice) {
        *lock(&self.notice) = Some(notice);
    }

    pub(crate) fn on_print(&self, print: Notice) {
        *lock(&self.print) = Some(print);
    }

    pub(crate) fn notice(&self, sentence: &str) {
        lock(&self.notice).iter().for_each(|notice| notice(sentence));
    }

    /// Hands on what kernels printed.
    pub(crate) fn print(&self, text: &str) {
        if !text.is_empty() {
            lock(&self.print).iter().for_each(|print| print(text));
        }
    }

    /// The report so far, those lines first that have the most excess wavefronts.
    pub(crate) fn report(&self) -> RunReport {
        lock(&self.report).clone().sorted()
    }

    /// Begins a report for the launches that the calling thread makes, besides the one of the process.
    pub(crate) fn begin_scope(&self, arch: Arch) -> u64 {
        self.scopes.begin(RunReport::of_one_process(arch))
    }

    /// Ends it, and returns its launches that have ended.
    pub(crate) fn end_scope(&self, scope: u64) -> RunReport {
        self.scopes.end(scope).sorted()
    }

    /// Notes a launch of these scopes that went to its end. Returns whether it has a finding that is denied, which is said at once.
    pub(crate) fn add(&self, profile: &Profile, scopes: &[u64]) -> bool {
        let mut run = KernelRun::of(profile, &self.options);
        // The simulator itself denies races.
        let denied = [FindingKind::Overrun, FindingKind::Barrier, FindingKind::UnwrittenRead];
        for finding in run.findings.iter_mut().filter(|finding| denied.contains(&finding.kind)) {
            finding.denied = self.options.mode(finding.kind) == CheckMode::Deny;
        }
        let first = run.findings.iter().find(|finding| finding.denied);
        first.iter().for_each(|finding| self.notice(&format!("`{}`: {}", run.kernel, finding.message)));
        let is_denied = first.is_some();
        self.add_run(&run, scopes);
        is_denied
    }

    /// Notes a launch of which a few blocks ran, for its counts alone: what they found may come of results that are missing.
    pub(crate) fn add_sample(&self, kernel: &str, isa: Isa, outcome: &Result<Profile, Fault>, scopes: &[u64]) {
        let profile = match outcome {
            Ok(profile) => Some(profile),
            Err(fault) => fault.so_far.as_deref(),
        };
        let run = profile.map_or_else(KernelRun::default, |profile| KernelRun::of(profile, &self.options));
        let (kernel, isa) = (kernel.to_owned(), isa.to_string());
        let counted = KernelRun { kernel, isa, launches: 1, sampled: 1, unchecked: 0, findings: Vec::new(), ..run };
        self.add_run(&counted, scopes);
    }

    /// Notes a launch with a fault, and says so at once.
    pub(crate) fn add_fault(&self, fault: &Fault, scopes: &[u64]) {
        let mut message = fault.to_string();
        if matches!(fault.kind, FaultKind::Limit(_)) {
            message.push_str(WAY_TO_MORE_INSTRUCTIONS);
        }
        let is_off = !matches!(fault.kind, FaultKind::Race(_)) && self.options.faults == CheckMode::Off;
        if !is_off {
            self.notice(&message);
        }
        let mut run = match &fault.so_far {
            Some(profile) => KernelRun::of(profile, &self.options),
            None => KernelRun { launches: 1, ..KernelRun::default() },
        };
        run.kernel = fault.kernel.as_deref().unwrap_or_default().to_owned();
        if let Some(site) = &fault.site {
            run.isa = site.isa.to_string();
        }
        // A race that is denied is among the races of the launch.
        if !matches!(fault.kind, FaultKind::Race(_)) && !is_off {
            let place = fault.site.as_ref().map(|site| RunPlace::of(site.loc.as_deref(), site.line));
            run.add_finding(&RunFinding::new(FindingKind::Fault, place, message));
        }
        self.add_run(&run, scopes);
    }

    fn add_run(&self, run: &KernelRun, scopes: &[u64]) {
        self.scopes.add(scopes, run);
        let is_new = lock(&self.report).add(run);
        if is_new || lock(&self.writes).is_due() {
            self.write();
        }
    }

    /// Notes a function that is not there; returns whether it is new.
    pub(crate) fn note_missing(&self, function: &str) -> bool {
        lock(&self.report).missing.insert(function.to_owned())
    }

    /// Writes the report, whole or not at all. A folder that is gone is nobody's loss: its run has ended.
    pub(crate) fn write(&self) {
        let Some(folder) = &self.options.reports else { return };
        // One writer at a time.
        let mut writes = lock(&self.writes);
        let began = Instant::now();
        let process = std::process::id();
        let Ok(text) = serde_json::to_vec(&self.report()) else { return };
        let beside = folder.join(format!("{process}.part"));
        if fs::write(&beside, text).is_ok() {
            let _ = fs::rename(&beside, folder.join(format!("{process}.json")));
        }
        writes.note(began);
    }
}

impl fmt::Debug for Collector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collector").field("report", &self.report()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_take_a_twentieth_of_the_time_and_come_in_any_case_after_a_while() {
        let began = Instant::now();
        let ago = |milliseconds: u64| began.checked_sub(Duration::from_millis(milliseconds)).unwrap();
        let writes = |age: u64, last: u64, spent: u64| Writes {
            began: ago(age),
            last: Some(ago(last)),
            spent: Duration::from_millis(spent),
        };
        assert!(writes(0, 0, 10).is_due());
        assert!(!writes(0, 0, 5000).is_due());
        assert!(writes(20_000, 0, 1000).is_due());
        assert!(!writes(20_000, 0, 90_000).is_due());
        assert!(writes(20_000, 300, 90_000).is_due());
    }
}
