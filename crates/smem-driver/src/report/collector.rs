//! Collects what launches find, and writes it to a file as it goes.

use parking_lot::Mutex;
use std::fmt;
use std::io;

use smem_report::render::placed;
use smem_report::{
    CompilersNames, CountedLaunch, DeviceLaunches, Exactness, Finding, FindingKind, LaunchReport, Severity,
    WorstRequests, WorstSeen,
};
use smem_sim::{Arch, Fault, FaultKind, Isa, LaunchShape, Profile};

use super::entry::ReportEntry;
use super::findings::add_verdict;
use super::journal::Journal;
use super::run::RunReport;
use super::scopes::Scopes;
use crate::check_mode::CheckMode;
use crate::options::DriverOptions;
use crate::verdict::{LaunchHazards, LaunchVerdict};

/// How a launch may take more instructions, after the sentence that says it took too many.
const WAY_TO_MORE_INSTRUCTIONS: &str = "; `smem-tile run --max-instructions N` accepts more, as `SMEM_TILE_MAX_INSTRUCTIONS=N` does for tests that install the driver";

type Notice = Box<dyn Fn(&str) + Send + Sync>;

/// The findings of a process.
pub(crate) struct Collector {
    recorded: Mutex<RecordedReport>,
    scopes: Scopes,
    /// The modes of the checks, and the folder for the file of this process.
    options: DriverOptions,
    notice: Mutex<Option<Notice>>,
    print: Mutex<Option<Notice>>,
}

/// The report so far, and its file, once there is one.
struct RecordedReport {
    report: RunReport,
    journal: Option<Journal>,
}

impl Collector {
    pub(crate) fn new(options: &DriverOptions) -> Collector {
        Collector {
            recorded: Mutex::new(RecordedReport { report: RunReport::of_one_process(options.arch), journal: None }),
            scopes: Scopes::default(),
            options: options.clone(),
            notice: Mutex::default(),
            print: Mutex::default(),
        }
    }

    pub(crate) fn on_notice(&self, notice: Notice) {
        *self.notice.lock() = Some(notice);
    }

    pub(crate) fn on_print(&self, print: Notice) {
        *self.print.lock() = Some(print);
    }

    pub(crate) fn notice(&self, sentence: &str) {
        self.notice.lock().iter().for_each(|notice| notice(sentence));
    }

    /// Hands on what kernels printed.
    pub(crate) fn print(&self, text: &str) {
        if !text.is_empty() {
            self.print.lock().iter().for_each(|print| print(text));
        }
    }

    /// The report so far, those lines first that have the most excess wavefronts.
    pub(crate) fn report(&self) -> RunReport {
        self.recorded.lock().report.clone().sorted()
    }

    /// Begins a report for the launches that the calling thread makes, besides the one of the process.
    pub(crate) fn begin_scope(&self, arch: Arch) -> u64 {
        self.scopes.begin(RunReport::of_one_process(arch))
    }

    /// Ends it, and returns its launches that have ended.
    pub(crate) fn end_scope(&self, scope: u64) -> RunReport {
        self.scopes.end(scope).sorted()
    }

    /// Notes a launch of these scopes, and those that its kernel launched. Returns whether one of them has a finding that is denied, which is said
    /// at once.
    pub(crate) fn add(
        &self,
        mut verdict: LaunchVerdict<Vec<WorstRequests>>,
        (kernel, isa): (&str, Isa),
        shape: &LaunchShape,
        scopes: &[u64],
    ) -> bool {
        let worst = WorstRequests::merged(verdict.seen.take().unwrap_or_default());
        let mut is_denied = false;
        for grids in &verdict.launched {
            let launched = DeviceLaunches { by: kernel.to_owned(), grids: grids.grids };
            let counted = CountedLaunch {
                launched: Some(&launched),
                faulted: grids.faulted,
                ..self.counted(&grids.profile, &worst)
            };
            is_denied |= self.add_counted(&counted, &grids.hazards, scopes);
        }
        if let Some(profile) = &verdict.profile {
            let counted =
                CountedLaunch { cluster: shape.cluster, faulted: verdict.faulted, ..self.counted(profile, &worst) };
            is_denied |= self.add_counted(&counted, &verdict.hazards, scopes);
        }
        for fault in verdict.earlier_fault.iter().chain(&verdict.fault) {
            let is_noted = match &fault.so_far {
                // Its counts are among those above.
                Some(_) => true,
                None => verdict.profile.is_some(),
            };
            self.add_fault(fault, (kernel, isa), !is_noted, scopes);
        }
        is_denied
    }

    fn counted<'a>(&self, profile: &'a Profile, worst: &'a [WorstSeen]) -> CountedLaunch<'a> {
        let gpu = self.options.gpu();
        CountedLaunch { worst, gpu, ..CountedLaunch::of(profile, self.options.arch) }
    }

    /// Notes a counted launch, without the findings that are off. Returns true if one of the others is denied.
    fn add_counted(&self, counted: &CountedLaunch<'_>, hazards: &LaunchHazards, scopes: &[u64]) -> bool {
        let (profile, options) = (counted.profile, &self.options);
        let exactness = Exactness::of_code(profile.isa, options.arch, &options.arch.to_string());
        let untimed = scopes.is_empty() && !self.is_longest(profile);
        let counted = CountedLaunch { estimate: exactness.estimate.as_deref(), untimed, ..*counted };
        let mut report = LaunchReport::of(&counted, &CompilersNames);
        add_verdict(&mut report, hazards, profile, &CompilersNames);
        if options.races == CheckMode::Off {
            report.tally.unchecked = report.tally.launches;
        }
        report.findings.retain(|finding| options.mode(finding.kind()) != CheckMode::Off);
        let is_denied = self.deny(&mut report);
        self.add_run(report, scopes);
        is_denied
    }

    /// Whether no longer launch of its kernel is known.
    fn is_longest(&self, profile: &Profile) -> bool {
        let recorded = self.recorded.lock();
        let known =
            recorded.report.kernels.iter().find(|known| known.kernel == profile.kernel && known.isa == profile.isa);
        known.is_none_or(|known| known.tally.most_instructions < profile.warp_instructions)
    }

    /// Marks the findings that are denied, and says the first of them.
    fn deny(&self, run: &mut LaunchReport) -> bool {
        let denied = [
            FindingKind::Race,
            FindingKind::GlobalRace,
            FindingKind::ClusterAccess,
            FindingKind::UnawaitedResult,
            FindingKind::StreamMisuse,
            FindingKind::Overrun,
            FindingKind::LocalOverrun,
            FindingKind::Barrier,
            FindingKind::UnwrittenRead,
        ];
        let is_denied = |finding: &Finding| {
            denied.contains(&finding.kind()) && self.options.mode(finding.kind()) == CheckMode::Deny
        };
        for finding in run.findings.iter_mut().filter(|finding| is_denied(finding)) {
            finding.severity = Severity::Error;
        }
        let first = run.findings.iter().find(|finding| is_denied(finding));
        first.iter().for_each(|finding| self.notice(&format!("`{}`: {}", run.kernel, placed(finding))));
        first.is_some()
    }

    /// Notes a launch of which a few blocks ran, for its counts alone: what they found may come of results that are missing.
    pub(crate) fn add_sample(&self, kernel: &str, isa: Isa, outcome: &Result<Profile, Fault>, scopes: &[u64]) {
        let profile = match outcome {
            Ok(profile) => Some(profile),
            Err(fault) => fault.so_far.as_deref(),
        };
        let exactness = Exactness::of_code(isa, self.options.arch, &self.options.arch.to_string());
        let of = |profile| {
            let counted =
                CountedLaunch { sampled: true, estimate: exactness.estimate.as_deref(), ..self.counted(profile, &[]) };
            LaunchReport::of(&counted, &CompilersNames)
        };
        let mut report = profile.map_or_else(|| self.uncounted(kernel, isa), of);
        report.kernel = kernel.to_owned();
        (report.isa, report.tally.launches, report.tally.sampled) = (isa, 1, 1);
        self.add_run(report, scopes);
    }

    /// The report of launches without counts.
    fn uncounted(&self, kernel: &str, isa: Isa) -> LaunchReport {
        LaunchReport::uncounted(kernel, isa, self.options.arch)
    }

    /// Notes a fault of a kernel, and says so at once. `is_launch`: its launch has not been noted.
    fn add_fault(&self, fault: &Fault, (kernel, isa): (&str, Isa), is_launch: bool, scopes: &[u64]) {
        let mut message = fault.to_string();
        if matches!(fault.kind, FaultKind::Limit(_)) {
            message.push_str(WAY_TO_MORE_INSTRUCTIONS);
        }
        let is_off = self.options.faults == CheckMode::Off;
        let mut run = self.uncounted(fault.kernel.as_deref().unwrap_or(kernel), isa);
        run.tally.launches = u64::from(is_launch);
        if !is_off {
            self.notice(&message);
            run.findings.push(Finding::of_fault(message, fault.site.as_deref(), &CompilersNames));
        }
        self.add_run(run, scopes);
    }

    /// Notes a finding of a kernel that is not one of its run.
    pub(crate) fn add_finding(&self, kernel: &str, isa: Isa, finding: Finding, scopes: &[u64]) {
        if self.options.mode(finding.kind()) == CheckMode::Off {
            return;
        }
        let mut run = self.uncounted(kernel, isa);
        run.findings.push(finding);
        self.deny(&mut run);
        self.add_run(run, scopes);
    }

    /// Notes a launch that the simulator refuses, and says so at once.
    pub(crate) fn add_refused(&self, kernel: &str, reason: &str, scopes: &[u64]) {
        let sentence = format!("`{kernel}` cannot run: {reason}");
        self.notice(&sentence);
        self.note_unjudged(sentence, scopes);
    }

    /// Notes a sentence about what is not judged.
    pub(crate) fn note_unjudged(&self, sentence: String, scopes: &[u64]) {
        self.note(ReportEntry::Unjudged(sentence), scopes);
    }

    /// Notes a launch that panicked.
    pub(crate) fn add_panic(&self, kernel: &str, isa: Isa, panic: &str, scopes: &[u64]) {
        let mut run = self.uncounted(kernel, isa);
        (run.tally.launches, run.tally.unchecked) = (1, 1);
        self.add_run(run, scopes);
        self.note_defect(&format!("a launch of `{kernel}`"), panic, scopes);
    }

    /// Notes a panic in a part of the driver.
    pub(crate) fn note_defect(&self, part: &str, panic: &str, scopes: &[u64]) {
        self.note(ReportEntry::Defect(format!("{part} panicked: {panic}")), scopes);
    }

    /// Notes launches of kernels that wait in a stream, before they do.
    pub(crate) fn queued(&self, kernels: &[String]) {
        if !kernels.is_empty() {
            self.note(ReportEntry::Queued(kernels.to_vec()), &[]);
        }
    }

    /// Notes that they are done.
    pub(crate) fn done(&self, kernels: &[String]) {
        if !kernels.is_empty() {
            self.note(ReportEntry::Done(kernels.to_vec()), &[]);
        }
    }

    fn add_run(&self, run: LaunchReport, scopes: &[u64]) {
        self.note(ReportEntry::Run(Box::new(run)), scopes);
    }

    /// Notes a file with a runtime that does not start here; returns whether it is new.
    pub(crate) fn note_refused(&self, file: &str) -> bool {
        self.note(ReportEntry::Refused(file.to_owned()), &Scopes::of_this_thread())
    }

    /// Notes a function that is not there; returns whether it is new.
    pub(crate) fn note_missing(&self, function: &str) -> bool {
        let is_new = self.note(ReportEntry::Missing(function.to_owned()), &Scopes::of_this_thread());
        if is_new && function.contains("Launch") {
            self.note_unjudged(
                format!("`{function}` is not implemented, so what it launches did not run"),
                &Scopes::of_this_thread(),
            );
        }
        is_new
    }

    /// Notes what happened, in these scopes as well; returns whether it is something new.
    fn note(&self, entry: ReportEntry, scopes: &[u64]) -> bool {
        self.scopes.note(scopes, &entry);
        let mut recorded = self.recorded.lock();
        let is_new = recorded.report.note(&entry);
        let RecordedReport { report, journal } = &mut *recorded;
        let is_written = journal.as_mut().is_none_or(|journal| journal.append(&entry, report));
        drop(recorded);
        if !is_written {
            self.notice("the report of this process cannot be written");
        }
        is_new
    }

    /// Begins the file of this process, if there is a folder for it. If it is gone, its run has ended.
    pub(crate) fn begin_file(&self) {
        let Some(folder) = &self.options.reports else { return };
        let mut recorded = self.recorded.lock();
        if recorded.journal.as_ref().is_some_and(Journal::is_of_this_process) {
            return;
        }
        let begun = Journal::begin(folder, &recorded.report);
        let failed = begun.as_ref().err().filter(|error| error.kind() != io::ErrorKind::NotFound);
        let failed = failed.map(|error| format!("no report is written into `{}`: {error}", folder.display()));
        recorded.journal = begun.ok();
        drop(recorded);
        failed.iter().for_each(|sentence| self.notice(sentence));
    }
}

impl fmt::Debug for Collector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collector").field("report", &self.report()).finish_non_exhaustive()
    }
}
