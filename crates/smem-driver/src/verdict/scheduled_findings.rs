//! Findings of a launch in other orders of warps and blocks.

use smem_sim::{GlobalRace, Race};

/// Races, results and a fault that other orders of warps and blocks show.
#[derive(Debug, Default, Clone)]
#[non_exhaustive]
pub struct ScheduledFindings {
    /// How many orders ran to their end, where they were asked for.
    pub orders: Option<u32>,
    /// Races on shared memory, each with the seed of its order.
    pub races: Vec<(u64, Race)>,
    /// Those on global memory.
    pub global_races: Vec<(u64, GlobalRace)>,
    /// Results that differ.
    pub difference: Option<OrderDifference>,
    /// The seed of the order that ended with the fault of the launch.
    pub faulted: Option<u64>,
}

/// The first byte of global memory that differs in another order.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OrderDifference {
    /// Where it is.
    pub place: ResultPlace,
    /// The seed of the order.
    pub seed: u64,
}

/// A byte of global memory.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResultPlace {
    /// Its address.
    pub address: u64,
    /// The buffer that it is in, and the byte there, where buffers have names.
    pub buffer: Option<(String, u64)>,
}

impl ResultPlace {
    /// Returns the place of an address, without its buffer.
    pub(super) fn of(address: u64) -> ResultPlace {
        ResultPlace { address, buffer: None }
    }
}
