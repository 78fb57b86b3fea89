//! The simulated device's global memory: allocations.

use super::Simulator;
use crate::fault::{Fault, FaultKind};

impl Simulator {
    /// Allocates `bytes` bytes of global memory, all zero, and returns their device address, a multiple of 256. Returns 0 if the
    /// [budget](Self::memory_budget) or the host does not have that much memory; as on a GPU, address 0 cannot be read or written.
    ///
    /// ```
    /// # let sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(1000);
    /// assert_eq!(address % 256, 0);
    /// ```
    pub fn alloc(&self, bytes: usize) -> u64 {
        self.try_alloc(bytes).unwrap_or(0)
    }

    /// Allocates as [`alloc`](Self::alloc) does, and returns `None` if there is not that much memory. The host commits pages when they are
    /// written, so that gigabytes take no time. An allocation of 0 bytes has an address of its own.
    ///
    /// ```
    /// # let sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90).memory_limit(1 << 30);
    /// let address = sim.try_alloc(1 << 30).unwrap();
    /// assert_eq!(sim.try_alloc(1), None);
    /// sim.free(address)?;
    /// assert!(sim.try_alloc(1).is_some());
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    pub fn try_alloc(&self, bytes: usize) -> Option<u64> {
        self.device.tables().global.alloc(bytes as u64, &self.budget)
    }

    /// Frees an allocation, or memory of the host that was [mapped](Self::map_host); any access by a later launch is a fault. Kernels that run
    /// keep it until they end.
    ///
    /// ```
    /// # let sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(16);
    /// sim.free(address)?;
    /// assert!(sim.free(address).is_err());
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the address is not one that [`alloc`](Self::alloc) returned, or is already free: that of a variable, too, which
    /// [`unload`](Self::unload) frees.
    pub fn free(&self, address: u64) -> Result<(), Fault> {
        // It is dropped when the device is no longer locked.
        let freed = {
            let mut tables = self.device.tables();
            if tables.is_variable(address) { None } else { tables.global.free(address) }
        };
        match freed {
            Some(_) => Ok(()),
            None => Err(host(format!("there is no allocation at {address:#x} to free"))),
        }
    }

    /// Returns the address and the bytes of the allocation that holds an address: one of [`alloc`](Self::alloc), a variable, or
    /// [memory of the host](Self::map_host). `None` where there is none.
    ///
    /// ```
    /// # let sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(1000);
    /// assert_eq!(sim.allocation_of(address + 999), Some((address, 1000)));
    /// assert_eq!(sim.allocation_of(address + 1000), None);
    /// ```
    pub fn allocation_of(&self, address: u64) -> Option<(u64, usize)> {
        let (base, bytes) = self.device.tables().global.allocation_of(address)?;
        Some((base, usize::try_from(bytes).ok()?))
    }
}

/// A fault of a call of the host.
pub(super) fn host(message: String) -> Fault {
    Fault { kind: FaultKind::Host(message), kernel: None, site: None, so_far: None }
}
