//! Runs the launches: as they are, with a record of their requests, and with arrays laid out otherwise.

use std::collections::BTreeMap;
use std::sync::Arc;

use smem_cuda::{CudaReading, CudaText};
use smem_launch::{CudaSource, Device, Error, Isa, Program, UploadedLaunches};
use smem_ptx::PtxText;
use smem_report::WorstRequests;
use smem_sim::{AddressMap, FaultSite, Module, Observer, SharedAccess};

use super::probe;
use super::record::{Recorder, Recording};
use crate::job::{Compiler, CudaFile, Input, PreparedJob};
use crate::measure::{Measured, TakenFault};

/// The instruction set, and why its counts are estimates, if they are.
#[derive(Debug, Clone)]
pub(crate) struct RunIsa {
    pub(crate) isa: Isa,
    pub(crate) estimate: Option<String>,
}

/// The launches of a job on a simulator, with fresh buffers.
#[derive(Debug)]
pub(crate) struct FreshRun<'a> {
    job: &'a PreparedJob,
    isa: RunIsa,
    device: Device,
    uploaded: UploadedLaunches,
}

/// The result of launches.
#[derive(Debug, Default)]
pub(crate) struct RunOutcome {
    pub(crate) launches: Vec<Measured>,
    /// The requests of each launch, in places of its map.
    pub(crate) recordings: Vec<Recording>,
    /// The error of the launch after the last one.
    pub(crate) fault: Option<String>,
    /// The instruction and the thread of that, if it has them.
    pub(crate) fault_site: Option<Box<FaultSite>>,
    /// Whether they were stopped from outside, so that the results are not those of the kernels.
    pub(crate) is_stopped: bool,
    /// The bytes of each buffer at the end.
    pub(crate) buffers: BTreeMap<String, Vec<u8>>,
}

/// The worst requests and all of them.
#[derive(Debug, Default)]
struct WorstAndAll {
    worst: WorstRequests,
    all: Recorder,
    /// The first run is recorded, the others are counted.
    records: bool,
}

impl Observer for WorstAndAll {
    fn shared(&mut self, access: &SharedAccess<'_>) {
        self.worst.shared(access);
        if self.records {
            self.all.shared(access);
        }
    }
}

/// The source as PTX, for the names and the extents of its arrays.
#[derive(Debug)]
pub(crate) struct ArrayText {
    pub(crate) module: Option<Arc<Module>>,
    pub(crate) probed: Vec<probe::ProbedArray>,
}

impl<'a> FreshRun<'a> {
    /// Compiles and loads a job, and fills its buffers.
    pub(crate) fn load(job: &'a PreparedJob, isa: RunIsa) -> Result<FreshRun<'a>, Error> {
        let control = job.job.control();
        let device = job.simulator(isa.isa)?.with_simulator(|simulator| simulator.controlled_by(&control));
        let program = job.load(&device, isa.isa)?;
        let uploaded = upload(job, &device, &program)?;
        Ok(FreshRun { job, isa, device, uploaded })
    }

    /// Makes the launches, with the map of each if it has one.
    pub(crate) fn run(&self, maps: &[Option<AddressMap>], records: bool) -> Result<RunOutcome, Error> {
        let mut outcome = RunOutcome::default();
        for (at, (kernel, launch)) in self.job.plan.launches.launches().enumerate() {
            let new = || WorstAndAll { records, ..WorstAndAll::default() };
            let made = match maps.get(at).and_then(Option::as_ref) {
                Some(map) => self.uploaded.launch_relaid(&self.device, at, map, new),
                None => self.uploaded.launch_observed(&self.device, at, new),
            };
            let (profile, seen) = match made {
                Ok(counted) => counted,
                Err(Error::Fault(fault)) => {
                    let TakenFault { sentence, fault } = TakenFault::of(&self.uploaded, *fault);
                    outcome.fault = Some(sentence);
                    outcome.fault_site = fault.site;
                    break;
                }
                Err(error) => return Err(error),
            };
            let (worst, all) = seen.into_iter().map(|seen| (seen.worst, seen.all)).unzip();
            outcome.recordings.push(Recording::merged(all));
            let (estimate, worst) = (self.isa.estimate.clone(), WorstRequests::merged(worst));
            // Hazards of the file are profile's to report.
            let counted = Measured::of(self.job, kernel, launch, profile);
            outcome.launches.push(Measured { worst, estimate, ..counted });
            if outcome.launches.last().is_some_and(Measured::is_stopped) {
                outcome.is_stopped = true;
                return Ok(outcome);
            }
        }
        for name in self.job.plan.launches.buffers() {
            if let Some(bytes) = self.uploaded.read(&self.device, name)? {
                outcome.buffers.insert(name.to_string(), bytes);
            }
        }
        Ok(outcome)
    }

    /// Compiles the source to PTX once more, with comments that say how large its arrays are.
    pub(crate) fn array_text(&self, text: &CudaText) -> ArrayText {
        let compiled = match &self.job.input {
            Input::Ptx { text, .. } => Some(text.clone()),
            Input::Binary { .. } => None,
            Input::Cuda(file) => {
                let source = self.job.with_kernels(file.source(), self.isa.isa);
                let compile = |source: &CudaSource| self.device.compile(source).ok().map(|made| made.ptx().to_string());
                let device = CudaText::read(source.text(), &reading(file, text));
                let by_nvrtc = || compile(&source.with_text(&probe::probed(&device))).or_else(|| compile(&source));
                let whole = |text: &str| self.job.whole_ptx(file, text);
                let by_nvcc = || whole(&probe::probed(text)).or_else(|| whole(text.source()));
                let compiled = match self.job.job.spec.source.compiler {
                    Some(Compiler::Nvcc) => by_nvcc().or_else(by_nvrtc),
                    _ => by_nvrtc().or_else(by_nvcc),
                };
                compiled.map(PtxText::from)
            }
        };
        let module = compiled.as_ref().and_then(|ptx| ptx.module().ok());
        ArrayText { module, probed: compiled.map_or_else(Vec::new, |ptx| probe::extents(ptx.declarations())) }
    }
}

fn upload(job: &PreparedJob, device: &Device, program: &Program) -> Result<UploadedLaunches, Error> {
    job.plan.launches.upload(device, program, &job.plan.folder)
}

/// The headers and the arms of the file, whose device code alone is compiled.
fn reading<'r>(file: &'r CudaFile, text: &CudaText) -> CudaReading<'r> {
    CudaReading { headers: &file.headers, active: Some(text.active_arms().clone()), ..CudaReading::default() }
}
