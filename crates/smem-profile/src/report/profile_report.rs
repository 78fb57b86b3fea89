//! The report of all launches of a job.

use std::collections::BTreeMap;

use smem_report::{FindingKind, KernelTotal, LaunchReport, RaceDetail, SourceTexts};

use super::compiler_remarks;
use super::fault::ReportedFault;
use super::files::Files;
use super::launch::launch_report;
use crate::job::LaunchPlan;
use crate::measure::Measurement;

/// The counts and findings of all launches of a job. [`render`](crate::render) writes it as text, JSON, SARIF or SVG.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ProfileReport {
    /// The file that was profiled, as the user names it.
    pub file: String,
    /// The architecture as the compiler names it: `sm_90a`.
    pub arch: String,
    /// The launches, in their order, each with the grids that its kernel launched after it; after a fault those up to it.
    pub launches: Vec<LaunchReport>,
    /// Remarks on launches that the file makes itself: synthetic values, and launches that are left out.
    pub notes: Vec<String>,
    /// The kernels that were launched by a guess, since the file leaves their launches open, by the names that it gives them.
    pub guessed_kernels: Vec<String>,
    /// The error that ended the launches, if one did.
    pub fault: Option<ReportedFault>,
    /// An error before that, where threads meet: the PTX ended there, and machine code went on to the other one.
    pub earlier_fault: Option<ReportedFault>,
    /// The texts of the files that it names.
    pub sources: SourceTexts,
    /// The bytes of the job's own [buffers](crate::Job::buffer) after the last launch, by their names.
    pub buffers: BTreeMap<String, Vec<u8>>,
}

impl ProfileReport {
    /// Puts counts and findings in places of files.
    pub(crate) fn of(measurement: &Measurement, files: &Files, plan: &LaunchPlan) -> ProfileReport {
        let mut launches: Vec<LaunchReport> =
            measurement.all().map(|measured| launch_report(measured, files)).collect();
        compiler_remarks::add(&mut launches, &measurement.warnings, files);
        let earlier_fault = measurement
            .earlier_fault
            .as_ref()
            .map(|fault| ReportedFault::of(&fault.message, fault.site.as_deref(), plan.guess_at(fault.launch), files));
        let is_over_budget = measurement.is_over_budget;
        let guess =
            plan.guess_at(measurement.faulted_launch).filter(|_| measurement.fault.is_some() && !is_over_budget);
        let fault = measurement.fault.as_ref().map(|message| ReportedFault {
            is_over_budget,
            ..ReportedFault::of(message, measurement.fault_site.as_deref(), guess, files)
        });
        let of_faults = fault.iter().chain(&earlier_fault).flat_map(|fault| fault.finding.places());
        let places = launches.iter().flat_map(LaunchReport::places).chain(of_faults);
        let sources = SourceTexts::of(places, |file| files.file(file), || files.notes());
        ProfileReport {
            file: files.main().to_string(),
            arch: measurement.arch.clone(),
            launches,
            notes: plan.notes_without(guess),
            guessed_kernels: plan.guesses.kernels.iter().map(|guess| guess.kernel().to_owned()).collect(),
            fault,
            earlier_fault,
            sources,
            buffers: measurement.buffers.clone(),
        }
    }

    /// Returns the report without its findings of a kind.
    #[must_use]
    pub fn without(mut self, kind: FindingKind) -> ProfileReport {
        for launch in &mut self.launches {
            launch.findings.retain(|finding| finding.kind() != kind);
        }
        self
    }

    /// Returns the report without faults; the end of a budget stays, which is not one.
    #[must_use]
    pub fn without_faults(mut self) -> ProfileReport {
        self.fault = self.fault.filter(|fault| fault.is_over_budget);
        self.earlier_fault = None;
        self
    }

    /// Returns the wavefronts that conflicts cause in all launches.
    pub fn excess(&self) -> u64 {
        self.launches.iter().map(LaunchReport::excess).sum()
    }

    /// Returns the races on shared memory of all launches.
    pub fn races(&self) -> impl Iterator<Item = &RaceDetail> {
        self.launches.iter().flat_map(LaunchReport::races)
    }

    /// Returns the sums of each kernel, in the order of their first launches.
    pub fn kernels(&self) -> Vec<KernelTotal> {
        let mut kernels = Vec::new();
        for launch in &self.launches {
            let launches = usize::try_from(launch.tally.launches).unwrap_or(usize::MAX);
            let all = launch.totals.all();
            KernelTotal::join(&mut kernels, &launch.kernel, launches, all.counts, all.is_exact);
        }
        kernels
    }

    /// Returns the sums of a kernel, by the name that it was launched by; `None` if it was not launched.
    pub fn kernel(&self, name: &str) -> Option<KernelTotal> {
        self.kernels().into_iter().find(|kernel| kernel.kernel == name)
    }

    /// Returns true if the launches were stopped from outside.
    pub fn is_stopped(&self) -> bool {
        self.launches.iter().any(|launch| launch.blocks.stopped)
    }
}
