//! How far the engine goes.

/// Whether accesses beyond shared arrays are looked for, which only PTX shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OverrunCheck {
    /// They are not.
    #[default]
    Off,
    /// In a few blocks of each launch that is judged.
    Sample,
    /// In all blocks.
    All,
}

/// How far a [`VerdictEngine`](super::VerdictEngine) goes.
///
/// ```
/// use smem_driver::{OverrunCheck, VerdictOptions};
///
/// let options = VerdictOptions { overruns: OverrunCheck::All, ..VerdictOptions::default() };
/// assert!(options.race_check && options.most_judged == u32::MAX);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerdictOptions {
    /// Whether the simulator looks for races on shared memory.
    pub race_check: bool,
    /// Whether it looks for those on global memory, which takes all blocks.
    pub global_races: bool,
    /// Whether accesses beyond shared arrays are looked for.
    pub overruns: OverrunCheck,
    /// Whether remedies of races are looked for.
    pub remedies: bool,
    /// Whether a few blocks of the PTX judge first. A launch that is a sample itself is judged as it is.
    pub few_blocks: bool,
    /// Of launches of one kernel with one shape, how many are judged.
    pub most_judged: u32,
    /// The bytes of memory that are copied for a judgement.
    pub most_bytes: u64,
    /// The orders of warps and blocks in which a launch runs again, by seeds from `schedule_seed` on. `None` is a few for small launches, of which
    /// faults and races are told, and results that differ where no atomics can be why.
    pub schedules: Option<u32>,
    /// The first seed.
    pub schedule_seed: u64,
    /// Whether the verdict says what may depend on the contents of global memory: for launches whose contents are synthetic.
    pub data_dependence: bool,
    /// Whether other launches and the host may write memory while a launch runs. A judgement sees the memory that it began with alone.
    pub shares_memory: bool,
}

impl Default for VerdictOptions {
    fn default() -> VerdictOptions {
        VerdictOptions {
            race_check: true,
            global_races: false,
            overruns: OverrunCheck::Off,
            remedies: true,
            few_blocks: true,
            most_judged: u32::MAX,
            most_bytes: u64::MAX,
            schedules: None,
            schedule_seed: 1,
            data_dependence: false,
            shares_memory: false,
        }
    }
}
