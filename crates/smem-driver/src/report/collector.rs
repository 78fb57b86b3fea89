//! Collects what launches find, and writes it to a file as it goes.

use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use smem_sim::{Fault, FaultKind, Profile};

use super::findings::{FindingKind, RunFinding, RunPlace};
use super::kernel::KernelRun;
use super::run::RunReport;
use crate::options::DriverOptions;
use crate::sync::lock;

/// The least time between two writes of a report that only counts have changed.
const BETWEEN_WRITES: Duration = Duration::from_millis(200);

type Notice = Box<dyn Fn(&str) + Send + Sync>;

/// The findings of a process.
pub(crate) struct Collector {
    report: Mutex<RunReport>,
    /// The file of this process; `None` where none was asked for.
    folder: Option<PathBuf>,
    written: Mutex<Option<Instant>>,
    notice: Mutex<Option<Notice>>,
    print: Mutex<Option<Notice>>,
}

impl Collector {
    pub(crate) fn new(options: &DriverOptions) -> Collector {
        let (version, arch) = (RunReport::VERSION, options.arch.to_string());
        let report = RunReport { version, arch, processes: 1, ..RunReport::default() };
        Collector {
            report: Mutex::new(report),
            folder: options.reports.clone(),
            written: Mutex::default(),
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

    pub(crate) fn report(&self) -> RunReport {
        lock(&self.report).clone()
    }

    /// Notes a launch that went to its end.
    pub(crate) fn add(&self, profile: &Profile) {
        self.add_run(&KernelRun::of(profile));
    }

    /// Notes a launch with a fault, and says so at once.
    pub(crate) fn add_fault(&self, fault: &Fault) {
        let message = fault.to_string();
        self.notice(&message);
        let mut run = match &fault.so_far {
            Some(profile) => KernelRun::of(profile),
            None => KernelRun { launches: 1, ..KernelRun::default() },
        };
        run.kernel = fault.kernel.as_deref().unwrap_or_default().to_owned();
        if let Some(site) = &fault.site {
            run.isa = site.isa.to_string();
        }
        // A race that is denied is among the races of the launch.
        if !matches!(fault.kind, FaultKind::Race(_)) {
            let place = fault.site.as_ref().map(|site| RunPlace::of(site.loc.as_deref(), site.line));
            run.add_finding(&RunFinding::new(FindingKind::Fault, place, message));
        }
        self.add_run(&run);
    }

    fn add_run(&self, run: &KernelRun) {
        let is_new = lock(&self.report).add(run);
        let is_due = lock(&self.written).is_none_or(|written| written.elapsed() > BETWEEN_WRITES);
        if is_new || is_due {
            self.write();
        }
    }

    /// Notes a function that is not there; returns whether it is new.
    pub(crate) fn note_missing(&self, function: &str) -> bool {
        lock(&self.report).missing.insert(function.to_owned())
    }

    /// Writes the report, whole or not at all. A folder that is gone is nobody's loss: its run has ended.
    pub(crate) fn write(&self) {
        let Some(folder) = &self.folder else { return };
        // One writer at a time.
        let mut written = lock(&self.written);
        let process = std::process::id();
        let Ok(text) = serde_json::to_vec(&self.report()) else { return };
        let beside = folder.join(format!("{process}.part"));
        if fs::write(&beside, text).is_ok() {
            let _ = fs::rename(&beside, folder.join(format!("{process}.json")));
        }
        *written = Some(Instant::now());
    }
}

impl fmt::Debug for Collector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collector").field("report", &self.report()).finish_non_exhaustive()
    }
}
