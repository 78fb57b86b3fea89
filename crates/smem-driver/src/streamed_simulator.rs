//! The simulated machine that all devices share, so that an address is one device's alone.

use std::sync::Arc;
use std::time::Duration;

use smem_report::WorstRequests;
use smem_sim::{Fault, HostMemory, MemoryBudget, Module, Profile, Simulator, Texture};

use crate::check_mode::CheckMode;
use crate::launch_patience::LaunchPatience;
use crate::options::DriverOptions;
use crate::verdict::{JudgedLaunch, LaunchVerdict, VerdictEngine};

/// The blocks of a launch that is a sample, and the thread instructions that it may take.
const SAMPLED_BLOCKS: u64 = 4;
const SAMPLED_INSTRUCTIONS: u64 = 1 << 32;

/// The simulator. Launches of several streams run side by side on it.
#[derive(Debug)]
pub(crate) struct StreamedSimulator(Simulator);

impl StreamedSimulator {
    /// The machine of these options.
    pub(crate) fn of_options(options: &DriverOptions) -> StreamedSimulator {
        // Beside the devices' own memory: what blocks need while they run.
        let memory = options.memory.saturating_mul(u64::from(options.devices)).saturating_add(MemoryBudget::DEFAULT);
        let sim = Simulator::new(options.arch).like(options.gpu()).memory_limit(memory).reuses_repeats(true);
        let sim = match options.max_instructions {
            Some(limit) => sim.instruction_limit(limit),
            None => sim,
        };
        let compares = [options.races, options.overruns, options.unwritten].iter().any(|mode| *mode != CheckMode::Off);
        StreamedSimulator::of(sim.race_check(compares).global_race_check(options.looks_for_global_races()))
    }

    /// A machine with settings of its own.
    pub(crate) fn of(simulator: Simulator) -> StreamedSimulator {
        StreamedSimulator(simulator)
    }

    /// A handle of its own on the same device, for what a launch prints and launches.
    pub(crate) fn handle(&self) -> Simulator {
        self.0.clone()
    }

    /// The budget that memory is taken from.
    pub(crate) fn budget(&self) -> &MemoryBudget {
        self.0.memory_budget()
    }

    /// Returns the address of so many zero bytes; `None` where there is no memory for them.
    pub(crate) fn alloc(&self, bytes: u64) -> Option<u64> {
        self.0.try_alloc(usize::try_from(bytes).ok()?)
    }

    /// Frees an allocation, or takes host memory out of the device's.
    pub(crate) fn free(&self, address: u64) {
        // The driver's own table says which addresses there are.
        let _ = self.0.free(address);
    }

    /// Lets kernels reach memory of the host at its own address. Returns whether they can.
    pub(crate) fn map_host(&self, address: u64, memory: Arc<dyn HostMemory>) -> bool {
        self.0.map_host(address, memory).is_ok()
    }

    pub(crate) fn write(&self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        self.0.write(address, bytes)
    }

    pub(crate) fn read(&self, address: u64, bytes: &mut [u8]) -> Result<(), Fault> {
        self.0.read(address, bytes)
    }

    /// Repeats a pattern of 1, 2 or 4 bytes.
    pub(crate) fn fill(&self, address: u64, pattern: &[u8], count: u64) -> Result<(), Fault> {
        self.0.fill(address, pattern, count as usize)
    }

    pub(crate) fn copy(&self, to: u64, from: u64, bytes: u64) -> Result<(), Fault> {
        self.0.copy(to, from, bytes as usize)
    }

    /// The address and the bytes of a module's variable.
    pub(crate) fn variable(&self, module: &Module, name: &str) -> Option<(u64, usize)> {
        self.0.variable(module, name)
    }

    /// Puts a variable of a module at an address; returns whether it is there.
    pub(crate) fn place_variable(&self, module: &Module, name: &str, address: u64) -> bool {
        self.0.place_variable(module, name, address)
    }

    pub(crate) fn create_texture(&self, texture: Texture) -> Result<u64, Fault> {
        self.0.create_texture(texture)
    }

    pub(crate) fn destroy_texture(&self, handle: u64) -> Result<(), Fault> {
        self.0.destroy_texture(handle)
    }

    /// Frees the variables of a module.
    pub(crate) fn unload(&self, module: &Module) {
        self.0.unload(module);
    }

    /// The same device, of whose launches a few blocks run, spread over the grid. A block may wait for one that does not run: such a launch
    /// ends early.
    pub(crate) fn of_samples(&self) -> StreamedSimulator {
        let sim = self.0.clone().sample_blocks(SAMPLED_BLOCKS).instruction_limit(SAMPLED_INSTRUCTIONS);
        let sim = sim.waits_for_others(Duration::ZERO).race_check(false).global_race_check(false);
        StreamedSimulator(sim.reuses_repeats(false))
    }

    /// Runs a kernel and all that it launches, without a verdict.
    pub(crate) fn launch(&self, launch: &JudgedLaunch<'_>) -> (Result<Profile, Fault>, String) {
        let sim = self.handle();
        let result = launch.made(&sim, launch.code);
        (result, sim.take_printed())
    }

    /// The same device for one launch, which may have to wait for others.
    fn patient(&self) -> Simulator {
        self.handle().waits_with(Arc::<LaunchPatience>::default())
    }

    /// Runs a kernel and all that it launches, and judges it. It sees the worst requests.
    pub(crate) fn launch_judged(
        &self,
        engine: &VerdictEngine,
        launch: &JudgedLaunch<'_>,
    ) -> LaunchVerdict<Vec<WorstRequests>> {
        let simulator = self.patient().observes_launched(true);
        engine.run(&simulator, launch, |sim| launch.observed(sim, None, WorstRequests::default))
    }
}

/// A machine that several parts of a driver hold.
pub(crate) type SharedMachine = Arc<StreamedSimulator>;
