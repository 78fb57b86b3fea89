//! The state that all handles on a simulated device share, and the launches that run on it.

use crate::memory::{GlobalMemory, MemoryBudget};
use crate::texture::TextureTable;
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Launches that run at the same time; later ones wait. A GPU runs 128.
const MOST_LAUNCHES: u32 = 63;

/// A simulated device. The tables are locked while they are read or changed and while a module's variables get their initial values; not
/// while a kernel runs, the host copies bytes, or memory with contents is dropped.
#[derive(Debug, Default)]
pub(super) struct SimulatedDevice {
    tables: Mutex<DeviceTables>,
    /// A bit for each launch that runs.
    running: Mutex<u64>,
    ended: Condvar,
}

/// Allocations, textures, and the variables of modules.
#[derive(Debug, Default)]
pub(super) struct DeviceTables {
    pub(super) global: GlobalMemory,
    pub(super) textures: Arc<TextureTable>,
    /// The variables of each module that was used, by the module's id.
    pub(super) variables: HashMap<u64, Arc<LoadedVariables>>,
    /// Addresses that the caller chose for variables, by the module's id and the variable's number there.
    pub(super) placed: HashMap<(u64, usize), u64>,
}

/// The memory of a module's variables.
#[derive(Debug)]
pub(super) struct LoadedVariables {
    /// The address of each.
    pub(super) addresses: Vec<u64>,
    /// Those among them that the caller chose, whose memory is the caller's.
    pub(super) placed: Vec<u64>,
    /// Constant bank 3 of machine code: one allocation, since kernels compute addresses in it from its first.
    pub(super) constants: Option<u64>,
}

/// The bit of a launch, until it ends.
#[derive(Debug)]
pub(super) struct RunningLaunch<'d> {
    device: &'d SimulatedDevice,
    bit: u64,
}

impl SimulatedDevice {
    /// Locks the tables.
    pub(super) fn tables(&self) -> MutexGuard<'_, DeviceTables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a launch: waits while too many run.
    pub(super) fn begin(&self) -> RunningLaunch<'_> {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |running: &mut u64| running.trailing_ones() >= MOST_LAUNCHES;
        let mut running = self.ended.wait_while(running, is_full).unwrap_or_else(PoisonError::into_inner);
        let bit = 1 << running.trailing_ones();
        *running |= bit;
        RunningLaunch { device: self, bit }
    }
}

impl RunningLaunch<'_> {
    /// The memory that the launch works on.
    pub(super) fn memory(&self, tables: &DeviceTables, budget: &MemoryBudget) -> GlobalMemory {
        tables.global.of_launch(budget, self.bit)
    }
}

impl Drop for RunningLaunch<'_> {
    fn drop(&mut self) {
        *self.device.running.lock().unwrap_or_else(PoisonError::into_inner) &= !self.bit;
        self.device.ended.notify_one();
    }
}
