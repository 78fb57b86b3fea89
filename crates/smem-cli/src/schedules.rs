//! The option of the orders of warps and blocks, the same in each command that runs kernels.

use clap::Args;
use smem_profile::Job;

/// The orders of warps and blocks in which launches run again.
#[derive(Args, Debug, Clone, Copy)]
pub(crate) struct ScheduleOptions {
    /// Runs each launch in N more orders of warps and blocks as well, and looks for faults, deadlocks, races and results that its own order does
    /// not show. By default launches of up to a million thread instructions without findings run in 2; 0 is none
    #[arg(long, value_name = "N", help_heading = "Checks")]
    schedules: Option<u32>,
    /// The seed of the first of these orders: with `--schedules 1` it repeats the one that a finding names
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Checks")]
    pub(crate) schedule_seed: u64,
}

impl ScheduleOptions {
    /// Returns how many orders are asked for. A seed by itself asks for its order.
    pub(crate) fn orders(self) -> Option<u32> {
        self.schedules.or((self.schedule_seed != 1).then_some(1))
    }

    /// Returns the job with these orders.
    pub(crate) fn scheduled(self, job: Job) -> Job {
        match self.orders() {
            Some(orders) => job.schedules(orders, self.schedule_seed),
            None => job,
        }
    }
}
