//! The state that all handles on a simulated device share, and the launches that run on it.

use crate::memory::{GlobalMemory, MemoryBudget};
use crate::texture::TextureTable;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Launches that run at the same time; later ones wait. A GPU runs 128.
const MOST_LAUNCHES: u32 = 62;

/// A simulated device. The tables are locked while they are read or changed and while a module's variables get their initial values; not
/// while a kernel runs, the host copies bytes, or memory with contents is dropped.
#[derive(Debug, Default)]
pub(super) struct SimulatedDevice {
    tables: Mutex<DeviceTables>,
    /// A bit for each launch that runs.
    running: Mutex<u64>,
    ended: Condvar,
    /// Launches that have begun, and the host's writes that have begun and ended.
    launches: AtomicU64,
    writes: [AtomicU64; 2],
}

/// Counts of the events that may change memory beside a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Disturbances([u64; 2]);

impl Disturbances {
    /// The counts when one more launch has begun.
    pub(super) fn after_one_launch(self) -> Self {
        let [launches, writes] = self.0;
        Self([launches + 1, writes])
    }
}

/// A write of the host, until it ends.
#[derive(Debug)]
pub(super) struct HostWrite<'d>(&'d AtomicU64);

impl Drop for HostWrite<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, SeqCst);
    }
}

/// Allocations, textures, and the variables of modules.
#[derive(Debug, Default, Clone)]
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
    /// A device with these tables, on which nothing runs.
    pub(super) fn of(tables: DeviceTables) -> Self {
        Self { tables: Mutex::new(tables), ..Self::default() }
    }

    /// Locks the tables.
    pub(super) fn tables(&self) -> MutexGuard<'_, DeviceTables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a write of the host.
    pub(super) fn begin_write(&self) -> HostWrite<'_> {
        let [begun, ended] = &self.writes;
        begun.fetch_add(1, SeqCst);
        HostWrite(ended)
    }

    /// The counts of what may change memory; `None` while so many launches or more run, or the host writes.
    pub(super) fn quiet_beside(&self, launches: u32) -> Option<Disturbances> {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).count_ones();
        let [ended, begun] = [1, 0].map(|at| self.writes[at].load(SeqCst));
        let counts = Disturbances([self.launches.load(SeqCst), begun]);
        (running <= launches && begun == ended).then_some(counts)
    }

    /// Begins a launch: waits while too many run.
    pub(super) fn begin(&self) -> RunningLaunch<'_> {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |running: &mut u64| running.trailing_ones() >= MOST_LAUNCHES;
        let mut running = self.ended.wait_while(running, is_full).unwrap_or_else(PoisonError::into_inner);
        let bit = 1 << running.trailing_ones();
        *running |= bit;
        self.launches.fetch_add(1, SeqCst);
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
