//! The simulated device's global memory: allocations, copies, and the variables of modules.

use super::Simulator;
use crate::fault::{Fault, FaultKind};
use crate::module::Module;

impl Simulator {
    /// Allocates `bytes` bytes of global memory, all zero, and returns their device address, a multiple of 256. Returns 0 if the
    /// [budget](Self::memory_budget) or the host does not have that much memory; as on a GPU, address 0 cannot be read or written.
    ///
    /// ```
    /// # let mut sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(1000);
    /// assert_eq!(address % 256, 0);
    /// ```
    pub fn alloc(&mut self, bytes: usize) -> u64 {
        self.global.alloc(bytes as u64).unwrap_or(0)
    }

    /// Frees an allocation; any later access to it is a fault.
    ///
    /// ```
    /// # let mut sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(16);
    /// sim.free(address)?;
    /// assert!(sim.free(address).is_err());
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the address is not one that [`alloc`](Self::alloc) returned, or is already free.
    pub fn free(&mut self, address: u64) -> Result<(), Fault> {
        if self.global.free(address) {
            return Ok(());
        }
        Err(host(format!("there is no allocation at {address:#x} to free")))
    }

    /// Copies `data` to the device address.
    ///
    /// ```
    /// # let mut sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(4);
    /// sim.write(address, &7u32.to_le_bytes())?;
    /// assert!(sim.write(address + 2, &[0; 4]).is_err());
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are not all inside one allocation.
    pub fn write(&mut self, address: u64, data: &[u8]) -> Result<(), Fault> {
        if self.global.write(address, data) { Ok(()) } else { Err(self.outside("write", address, data.len())) }
    }

    /// Copies bytes from the device address to `data`.
    ///
    /// ```
    /// # let mut sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(4);
    /// let mut bytes = [1; 4];
    /// sim.read(address, &mut bytes)?;
    /// assert_eq!(bytes, [0; 4]);
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are not all inside one allocation.
    pub fn read(&self, address: u64, data: &mut [u8]) -> Result<(), Fault> {
        if self.global.read(address, data) { Ok(()) } else { Err(self.outside("read", address, data.len())) }
    }

    fn outside(&self, what: &str, address: u64, bytes: usize) -> Fault {
        host(format!(
            "a {what} of {bytes} bytes at {address:#x} is outside every allocation: {}",
            self.global.describe(address)
        ))
    }

    /// Returns the device address and the bytes of a `__device__` or `__constant__` variable, by its linker name; `None` if the
    /// module has no such variable, or the host has no memory for it.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = Module::parse(".version 8.8 .target sm_90 .address_size 64
    ///     .global .align 4 .u32 counter = 100;").unwrap();
    /// let mut sim = Simulator::new(Arch::SM_90);
    /// let (address, bytes) = sim.variable(&module, "counter").unwrap();
    /// let mut value = [0; 4];
    /// sim.read(address, &mut value).unwrap();
    /// assert_eq!((u32::from_le_bytes(value), bytes), (100, 4));
    /// ```
    pub fn variable(&mut self, module: &Module, name: &str) -> Option<(u64, usize)> {
        let index = module.variables.iter().position(|v| v.name == name && v.bytes > 0)?;
        let addresses = self.load(module).ok()?;
        Some((addresses[index], module.variables[index].bytes as usize))
    }

    /// Returns the addresses of the module's variables, which get their initial values the first time.
    pub(super) fn load(&mut self, module: &Module) -> Result<Vec<u64>, String> {
        if let Some(addresses) = self.variables.get(&module.id) {
            return Ok(addresses.clone());
        }
        let mut addresses = Vec::with_capacity(module.variables.len());
        for variable in &module.variables {
            let address = if variable.bytes == 0 { Some(0) } else { self.global.alloc(variable.bytes) };
            let Some(address) = address else {
                addresses.into_iter().for_each(|address| {
                    self.global.free(address);
                });
                return Err(format!(
                    "there is no memory for the {} bytes of the variable `{}`: {}",
                    variable.bytes,
                    variable.name,
                    self.global.budget().describe()
                ));
            };
            addresses.push(address);
        }
        for (variable, &address) in module.variables.iter().zip(&addresses) {
            self.global.write(address, &variable.init);
            for &(offset, target, plus) in &variable.addresses {
                let value = addresses[target].wrapping_add(plus);
                self.global.write(address + offset, &value.to_le_bytes());
            }
        }
        self.variables.insert(module.id, addresses.clone());
        Ok(addresses)
    }
}

fn host(message: String) -> Fault {
    Fault { kind: FaultKind::Host(message), kernel: None, site: None, so_far: None }
}
