//! Copies of a device with all of its memory, on which a launch may be run again.

use std::fmt;
use std::sync::Arc;

use super::Simulator;
use super::device::SimulatedDevice;
use crate::module::Module;

/// Why there is no copy of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoSnapshot {
    /// Another launch runs, or the host writes: memory has no state that it could be copied in.
    Busy,
    /// It has so many bytes of memory, more than are copied.
    #[non_exhaustive]
    TooLarge {
        /// The bytes of the allocations that were written.
        bytes: u64,
    },
    /// The budget or the host does not have as much memory again.
    NoMemory,
}

impl fmt::Display for NoSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => f.write_str("other work ran on the device beside it"),
            Self::TooLarge { bytes } => write!(f, "the {bytes} bytes of the device's memory are too many to copy"),
            Self::NoMemory => f.write_str("there is no memory for a copy of the device's memory"),
        }
    }
}

impl Simulator {
    /// Makes another device with the same memory at the same addresses, textures and settings. What runs on one of them changes nothing on the
    /// other. At most `most_bytes` bytes of memory are copied; memory that was never written
    /// takes none.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry add(.param .u64 to) { .reg .b64 %p; .reg .b32 %r;
    ///       ld.param.u64 %p, [to]; atom.global.add.u32 %r, [%p], 1; ret; }")?;
    /// let sim = Simulator::new(Arch::SM_90);
    /// let to = sim.alloc(4);
    /// let before = sim.snapshot(1 << 20).unwrap();
    /// sim.launch(&module, "add", &LaunchShape::new(1, 32), &[KernelArg::Ptr(to)])?;
    /// let mut sums = [[0; 4]; 2];
    /// sim.read(to, &mut sums[0])?;
    /// before.read(to, &mut sums[1])?;
    /// assert_eq!(sums, [[32, 0, 0, 0], [0; 4]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Work that runs beside it, and too much memory.
    pub fn snapshot(&self, most_bytes: u64) -> Result<Simulator, NoSnapshot> {
        let quiet = self.device.quiet_beside(0).ok_or(NoSnapshot::Busy)?;
        let mut tables = self.device.tables().clone();
        let bytes = tables.global.written();
        if bytes > most_bytes {
            return Err(NoSnapshot::TooLarge { bytes });
        }
        tables.global = tables.global.of_launch(&self.budget, 1).copied().ok_or(NoSnapshot::NoMemory)?;
        if self.device.quiet_beside(0) != Some(quiet) {
            return Err(NoSnapshot::Busy);
        }
        let copy = self.clone();
        Ok(Simulator { device: Arc::new(SimulatedDevice::of(tables)), repeats: Arc::default(), ..copy })
    }

    /// Returns the address of the first byte of global memory that differs on another device with the same allocations, as a snapshot has them; `None`
    /// if all are equal. [`schedule`](Self::schedule) has an example.
    pub fn first_difference(&self, other: &Simulator) -> Option<u64> {
        let (own, theirs) = (self.device.tables().global.clone(), other.device.tables().global.clone());
        own.first_difference(&theirs)
    }

    /// Gives a module's variables the addresses of those with the same names in another module, with what these hold: two texts of one
    /// program have one memory. The rest get memory of their own. Nothing changes if the module was used before.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let text = ".version 8.8 .target sm_90 .address_size 64 .global .align 4 .u32 counter = 100;";
    /// let (one, other) = (smem_ptx::module(text)?, smem_ptx::module(text)?);
    /// let sim = Simulator::new(Arch::SM_90);
    /// let (address, _) = sim.variable(&one, "counter").unwrap();
    /// sim.write(address, &[7, 0, 0, 0])?;
    /// sim.share_variables(&other, &one)?;
    /// assert_eq!(sim.variable(&other, "counter").unwrap().0, address);
    /// let mut value = [0; 4];
    /// sim.read(address, &mut value)?;
    /// assert_eq!(value, [7, 0, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A sentence where there is no memory for the variables.
    pub fn share_variables(&self, module: &Module, with: &Module) -> Result<(), String> {
        let mut tables = self.device.tables();
        let known = self.load(&mut tables, with)?;
        let address_of = |name: &str| {
            let index = with.variables.iter().position(|variable| variable.name == name && variable.bytes > 0)?;
            known.addresses.get(index).copied()
        };
        let shared = module.variables.iter().map(|variable| address_of(&variable.name)).collect::<Vec<_>>();
        self.load_at(&mut tables, module, |index| shared.get(index).copied().flatten(), false).map(|_| ())
    }
}
