//! The counts and findings of launches.

use std::collections::{BTreeMap, BTreeSet};

use smem_driver::{LaunchHazards, findings};
use smem_launch::{Arch, AssemblerWarning, Error as LaunchError, LaunchShape, Profile};
use smem_report::{CompilersNames, DecidingBuffer, DeviceLaunches, Finding, WorstSeen};
use smem_sim::{FaultSite, Gpu};

use super::data_uses::DataUses;
use super::requests::RequestTraces;
use crate::job::{PreparedJob, Target};

/// The result of the launches that were made.
#[derive(Debug)]
pub(crate) struct Measurement {
    pub(crate) launches: Vec<Measured>,
    /// The architecture as the compiler names it: `sm_90a`.
    pub(crate) arch: String,
    /// The error of the launch after the last one, if a kernel did something invalid: a sentence, and lines of help.
    pub(crate) fault: Option<String>,
    /// The number of the launch with that error.
    pub(crate) faulted_launch: usize,
    /// Whether that error is the end of a budget, which is not a finding about the kernel.
    pub(crate) is_over_budget: bool,
    /// The instruction and the thread of that, if it has them.
    pub(crate) fault_site: Option<Box<FaultSite>>,
    /// Whether the fault is an access beyond global memory.
    pub(super) is_beyond_buffers: bool,
    /// Whether the fault is an access beyond the block's shared memory.
    pub(super) is_beyond_shared: bool,
    /// A fault of threads that meet, at which the PTX ended where machine code went on to the other one.
    pub(crate) earlier_fault: Option<EarlierFault>,
    /// Whether the launches were stopped before the first one.
    pub(crate) is_cut: bool,
    /// The bytes of the job's own buffers, after the last launch.
    pub(crate) buffers: BTreeMap<String, Vec<u8>>,
    /// A number for the bytes of each buffer at the end, where a changed source may be compared with them.
    pub(crate) results: BTreeMap<String, u64>,
    /// Those of the assembler that made the machine code.
    pub(crate) warnings: Vec<AssemblerWarning>,
}

/// A fault that is not the end of the launch.
#[derive(Debug, Clone)]
pub(crate) struct EarlierFault {
    pub(crate) message: String,
    /// The number of its launch.
    pub(crate) launch: usize,
    /// Its instruction and thread, if it has them.
    pub(crate) site: Option<Box<FaultSite>>,
}

impl Measurement {
    /// Returns one without launches.
    pub(super) fn of(target: &Target) -> Measurement {
        Measurement {
            launches: Vec::new(),
            arch: target.to_string(),
            fault: None,
            faulted_launch: 0,
            is_over_budget: false,
            fault_site: None,
            is_beyond_buffers: false,
            is_beyond_shared: false,
            earlier_fault: None,
            is_cut: false,
            buffers: BTreeMap::new(),
            results: BTreeMap::new(),
            warnings: Vec::new(),
        }
    }

    /// Puts the counts of machine code beside those of PTX, where it ran.
    pub(super) fn beside(mut self, machine_code: Result<Measurement, LaunchError>) -> Measurement {
        if let Ok(other) = machine_code {
            for (measured, other) in self.launches.iter_mut().zip(other.launches) {
                measured.machine_code = Some(other.profile);
                measured.traces = other.traces;
            }
        }
        self
    }

    /// Whether the launches were stopped from outside, as Ctrl-C does.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_cut || self.launches.last().is_some_and(Measured::is_stopped)
    }

    /// The launches, each with the grids that its kernel launched after it.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Measured> {
        self.launches.iter().flat_map(|measured| [measured].into_iter().chain(&measured.launched))
    }

    /// Passes each of [`all`](Self::all) to `change`.
    pub(super) fn change_all(&mut self, mut change: impl FnMut(&mut Measured)) {
        for measured in &mut self.launches {
            change(measured);
            measured.launched.iter_mut().for_each(&mut change);
        }
    }
}

/// The counts of one launch.
#[derive(Debug)]
pub(crate) struct Measured {
    /// As the user names it.
    pub kernel: String,
    /// Its blocks and threads.
    pub launch: LaunchShape,
    /// The counts of the simulator.
    pub profile: Profile,
    /// The counts of machine code, where PTX was asked for and both ran.
    pub machine_code: Option<Profile>,
    /// The worst request of each instruction that has conflicts.
    pub worst: Vec<WorstSeen>,
    /// The architecture whose banks the counts are of.
    pub arch: Arch,
    /// The GPU whose time is predicted.
    pub gpu: &'static Gpu,
    /// Whether a fault ended it: the counts are those so far.
    pub faulted: bool,
    /// Whether `--blocks` chose blocks, fewer than the grid has.
    pub sampled: bool,
    /// Why all of its counts are estimates; `None` for those of machine code.
    pub estimate: Option<String>,
    /// Accesses that are not ordered or not defined.
    pub hazards: LaunchHazards,
    /// All requests, where merged ones are looked for.
    pub traces: Option<RequestTraces>,
    /// Those of machine code and of the source, where both ran.
    pub both: Option<BothTraces>,
    /// The grids that its kernel launched, and those that these launched.
    pub launched: Vec<Measured>,
    /// The accesses and branches that may depend on the contents of global memory, where it was asked for.
    pub data: Option<DataUses>,
    /// Where it depends on synthetic contents, the launch with other ones.
    pub other_contents: Option<OtherRuns>,
    /// Of a guess with errors, the launches of other guesses that ran to their end.
    pub other_guesses: Option<Vec<Measured>>,
    /// Of such grids, how many they are; `None` for a launch of the host's.
    pub launched_by: Option<DeviceLaunches>,
}

impl Measured {
    /// Whether it was stopped from outside, or a grid that it launched.
    pub(crate) fn is_stopped(&self) -> bool {
        self.profile.stopped || self.launched.iter().any(|launched| launched.profile.stopped)
    }

    /// Whether it has findings that are errors.
    pub(crate) fn has_errors(&self) -> bool {
        let of_launch = findings(&self.hazards, &self.profile, &CompilersNames).iter().any(Finding::is_failure);
        of_launch || self.launched.iter().any(Measured::has_errors)
    }

    /// Returns the counts of a launch, without what observers saw and without findings.
    pub(crate) fn of(job: &PreparedJob, kernel: &str, launch: LaunchShape, profile: Profile) -> Measured {
        Measured {
            kernel: kernel.to_owned(),
            launch,
            machine_code: None,
            worst: Vec::new(),
            arch: job.target.arch(),
            gpu: job.gpu,
            faulted: false,
            sampled: job.is_sample(&profile),
            profile,
            estimate: None,
            hazards: LaunchHazards::default(),
            traces: None,
            both: None,
            launched: Vec::new(),
            data: None,
            other_contents: None,
            other_guesses: None,
            launched_by: None,
        }
    }
}

/// The requests of machine code, and of the PTX of the source without optimisation.
#[derive(Debug)]
pub(crate) struct BothTraces {
    /// Those of machine code.
    pub code: RequestTraces,
    /// Those of the source.
    pub source: RequestTraces,
}

/// A launch with each of the other contents that were tried.
#[derive(Debug)]
pub(crate) struct OtherRuns {
    /// The buffers that decide, whose contents nothing gives.
    pub(crate) buffers: Vec<DecidingBuffer>,
    /// The contents that they have in the launch itself: `zeros`.
    pub(crate) own: String,
    /// The blocks of the launch itself that ran again to compare, where it is too large to run all of them with each of the contents.
    pub(crate) sample: Option<Box<Measured>>,
    /// The launch with others, by their names.
    pub(crate) runs: Vec<(String, Measured)>,
    /// The contents with which it has a fault.
    pub(crate) faulted: Vec<String>,
}

impl OtherRuns {
    /// The names of the buffers.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        self.buffers.iter().map(|own| own.name.clone()).collect()
    }
}
