//! The simulators of a job, with its limits.

use smem_launch::{Device, Error, Install, Isa, ToolError};
use smem_sim::{Gpu, LaunchControl, MemoryBudget, Simulator};

use super::job::Job;
use super::target::Target;

/// Opens the simulators of a job. All of them share its memory.
#[derive(Debug, Clone)]
pub(crate) struct JobSimulators {
    install: Install,
    has_cache: bool,
    memory: MemoryBudget,
    max_instructions: Option<u64>,
    blocks: Option<u64>,
    gpu: Option<&'static Gpu>,
}

impl JobSimulators {
    pub(crate) fn of(job: &Job) -> JobSimulators {
        JobSimulators {
            install: job.install.clone(),
            has_cache: job.spec.limits.cache != Some(false),
            memory: MemoryBudget::new(job.spec.limits.max_memory.unwrap_or(MemoryBudget::DEFAULT)),
            max_instructions: job.spec.limits.max_instructions,
            blocks: job.spec.launch.sample(),
            gpu: job.spec.source.gpu,
        }
    }

    /// Makes the simulator, of all blocks or of a sample.
    ///
    /// # Errors
    /// A tool is missing and cannot be installed.
    pub(crate) fn open(&self, target: &Target, isa: Isa) -> Result<Device, Error> {
        let device = Device::simulator_of(target.arch(), isa, self.install.clone())?;
        let gpu = self.gpu.unwrap_or_else(|| Gpu::of(target.arch()));
        Ok(device.cache(self.has_cache).with_simulator(|simulator| {
            // 0 is all of them.
            self.budgeted(simulator.like(gpu)).sample_blocks(self.blocks.unwrap_or(0))
        }))
    }

    fn budgeted(&self, simulator: Simulator) -> Simulator {
        let simulator = simulator.budgeted_by(&self.memory);
        match (self.max_instructions, self.blocks) {
            (Some(limit), _) => simulator.instruction_limit(limit),
            // A block that waits for one that is left out is found sooner than in a whole grid.
            (None, Some(blocks)) => simulator.instruction_limit(sampled_limit(blocks)),
            (None, None) => simulator,
        }
    }
}

impl Job {
    /// Returns the control of its launches: its watcher's, if it has one.
    pub(crate) fn control(&self) -> LaunchControl {
        self.watcher.as_ref().map_or_else(LaunchControl::new, |watcher| watcher.control())
    }
}

/// The thread instructions that a sample of blocks may take: as many for each as a large block of a matrix product needs several times.
fn sampled_limit(blocks: u64) -> u64 {
    blocks.saturating_mul(1 << 30).min(Simulator::DEFAULT_INSTRUCTION_LIMIT)
}

/// Returns the line that says which option raises the budget that ended a run. `None` where none did.
pub(crate) fn budget_help(error: &Error) -> Option<&'static str> {
    match error {
        Error::InstructionLimit(_) => {
            Some("help: `--max-instructions N` accepts more, and `--blocks N` runs fewer blocks")
        }
        Error::MemoryLimit(_) | Error::Tool(ToolError::MemoryLimit(_) | ToolError::Crash(_)) => {
            Some("help: `--max-memory BYTES` accepts more, as in `--max-memory 16G`")
        }
        Error::Tool(ToolError::OutOfTime(_)) => Some("help: `--max-seconds N` accepts more"),
        Error::Tool(ToolError::TimeLimit(_)) => Some("help: `--max-tool-seconds N` accepts more"),
        _ => None,
    }
}
