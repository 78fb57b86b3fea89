//! The variables of modules in the simulated device's memory.

use super::Simulator;
use super::device::DeviceTables;
use crate::module::Module;
use std::sync::Arc;

impl Simulator {
    /// Returns the device address and the bytes of a `__device__` or `__constant__` variable, by its linker name; `None` if the
    /// module has no such variable, or the host has no memory for it.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = Module::parse(".version 8.8 .target sm_90 .address_size 64
    ///     .global .align 4 .u32 counter = 100;").unwrap();
    /// let sim = Simulator::new(Arch::SM_90);
    /// let (address, bytes) = sim.variable(&module, "counter").unwrap();
    /// let mut value = [0; 4];
    /// sim.read(address, &mut value).unwrap();
    /// assert_eq!((u32::from_le_bytes(value), bytes), (100, 4));
    /// ```
    pub fn variable(&self, module: &Module, name: &str) -> Option<(u64, usize)> {
        let index = module.variables.iter().position(|v| v.name == name && v.bytes > 0)?;
        let addresses = self.load(&mut self.device.tables(), module).ok()?;
        Some((addresses[index], module.variables[index].bytes as usize))
    }

    /// Frees the variables of a module; a kernel that runs keeps them until it ends. The next use of the module makes them again, with their
    /// initial values. Returns whether it had any here.
    ///
    /// ```
    /// # use smem_sim::*;
    /// # let module = Module::parse(".version 8.8 .target sm_90 .address_size 64 .global .align 4 .u32 counter = 100;").unwrap();
    /// let sim = Simulator::new(Arch::SM_90);
    /// let (address, bytes) = sim.variable(&module, "counter").unwrap();
    /// assert!(sim.unload(&module));
    /// assert!(sim.read(address, &mut [0; 4]).is_err() && !sim.unload(&module));
    /// assert_eq!(sim.memory_budget().used(), 0);
    /// ```
    pub fn unload(&self, module: &Module) -> bool {
        let mut tables = self.device.tables();
        let Some(addresses) = tables.variables.remove(&module.id) else { return false };
        addresses.iter().filter(|address| tables.global.free(**address)).count() > 0
    }

    /// Returns the addresses of the module's variables, which get their initial values the first time.
    pub(super) fn load(&self, tables: &mut DeviceTables, module: &Module) -> Result<Arc<[u64]>, String> {
        let DeviceTables { global, variables, .. } = tables;
        if let Some(addresses) = variables.get(&module.id) {
            return Ok(Arc::clone(addresses));
        }
        let mut addresses = Vec::with_capacity(module.variables.len());
        for variable in &module.variables {
            let address = if variable.bytes == 0 { Some(0) } else { global.alloc(variable.bytes, &self.budget) };
            let Some(address) = address else {
                addresses.into_iter().for_each(|address| {
                    global.free(address);
                });
                return Err(format!(
                    "there is no memory for the {} bytes of the variable `{}`: {}",
                    variable.bytes,
                    variable.name,
                    self.budget.describe()
                ));
            };
            addresses.push(address);
        }
        for (variable, &address) in module.variables.iter().zip(&addresses) {
            global.write(address, &variable.init);
            for &(offset, target, plus) in &variable.addresses {
                let value = addresses[target].wrapping_add(plus);
                global.write(address + offset, &value.to_le_bytes());
            }
        }
        let addresses: Arc<[u64]> = addresses.into();
        variables.insert(module.id, Arc::clone(&addresses));
        Ok(addresses)
    }
}
