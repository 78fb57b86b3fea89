//! The simulated machine that all devices share, so that an address is one device's alone.

use std::sync::{Arc, Mutex};

use smem_sim::{Fault, LaunchShape, MemoryBudget, Module, Profile, Simulator};

use crate::options::{DriverOptions, RaceMode};
use crate::sync::lock;

/// The simulator behind one lock: launches of several streams take turns.
#[derive(Debug)]
pub(crate) struct Machine(Mutex<Simulator>);

impl Machine {
    pub(crate) fn new(options: &DriverOptions) -> Machine {
        // Beside the devices' own memory: what blocks need while they run.
        let memory = options.memory.saturating_mul(u64::from(options.devices)).saturating_add(MemoryBudget::DEFAULT);
        let sim = Simulator::new(options.arch).memory_limit(memory);
        let sim = match options.races {
            RaceMode::Report => sim.race_check(true),
            RaceMode::Deny => sim.deny_races(),
            RaceMode::Off => sim,
        };
        Machine(Mutex::new(sim))
    }

    /// Returns the address of so many zero bytes; `None` where there is no memory for them.
    pub(crate) fn alloc(&self, bytes: u64) -> Option<u64> {
        let address = lock(&self.0).alloc(usize::try_from(bytes).ok()?);
        (address != 0).then_some(address)
    }

    pub(crate) fn free(&self, address: u64) {
        // The driver's own table says which addresses there are.
        let _ = lock(&self.0).free(address);
    }

    pub(crate) fn write(&self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        lock(&self.0).write(address, bytes)
    }

    pub(crate) fn read(&self, address: u64, bytes: &mut [u8]) -> Result<(), Fault> {
        lock(&self.0).read(address, bytes)
    }

    /// Repeats a pattern of 1, 2 or 4 bytes.
    pub(crate) fn fill(&self, address: u64, pattern: &[u8], count: u64) -> Result<(), Fault> {
        let mut left = count.saturating_mul(pattern.len() as u64);
        let piece: Vec<u8> = pattern.iter().copied().cycle().take(PIECE.min(left as usize)).collect();
        let mut at = address;
        while left > 0 {
            let bytes = left.min(PIECE as u64);
            self.write(at, &piece[..bytes as usize])?;
            (at, left) = (at + bytes, left - bytes);
        }
        Ok(())
    }

    pub(crate) fn copy(&self, to: u64, from: u64, bytes: u64) -> Result<(), Fault> {
        // All at once: the ranges may overlap.
        let mut copied = vec![0; bytes as usize];
        self.read(from, &mut copied)?;
        self.write(to, &copied)
    }

    /// The address and the bytes of a module's variable.
    pub(crate) fn variable(&self, module: &Module, name: &str) -> Option<(u64, usize)> {
        lock(&self.0).variable(module, name)
    }

    /// Runs a kernel; returns what it printed as well.
    pub(crate) fn launch(
        &self,
        module: &Module,
        kernel: &str,
        shape: &LaunchShape,
        parameters: &[u8],
    ) -> (Result<Profile, Fault>, String) {
        let mut sim = lock(&self.0);
        let result = sim.launch_raw(module, kernel, shape, parameters);
        (result, sim.take_printed())
    }
}

/// Bytes that a fill writes at once.
const PIECE: usize = 1 << 20;

/// A machine that several parts of a driver hold.
pub(crate) type SharedMachine = Arc<Machine>;
