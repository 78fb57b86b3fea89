//! The variables of modules in the simulated device's memory.

use super::Simulator;
use super::device::{DeviceTables, LoadedVariables};
use crate::memory::{FreedMemory, GlobalMemory};
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
        let loaded = self.load(&mut self.device.tables(), module).ok()?;
        Some((loaded.addresses[index], module.variables[index].bytes as usize))
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
        let freed = self.device.tables().take_variables(module.id);
        !freed.is_empty()
    }

    /// Returns the memory of the module's variables, which get their initial values the first time.
    pub(super) fn load(&self, tables: &mut DeviceTables, module: &Module) -> Result<Arc<LoadedVariables>, String> {
        let DeviceTables { global, variables, .. } = tables;
        if let Some(loaded) = variables.get(&module.id) {
            return Ok(Arc::clone(loaded));
        }
        let mut loaded = LoadedVariables { addresses: Vec::with_capacity(module.variables.len()), constants: None };
        if let Err(message) = self.allocate(global, module, &mut loaded) {
            loaded.free(global);
            return Err(message);
        }
        if let Some(bank) = loaded.constants {
            global.write(bank, &module.constants);
        }
        for (variable, &address) in module.variables.iter().zip(&loaded.addresses) {
            global.write(address, &variable.init);
            for &(offset, target, plus) in &variable.addresses {
                let value = loaded.addresses[target].wrapping_add(plus);
                global.write(address + offset, &value.to_le_bytes());
            }
        }
        let loaded = Arc::new(loaded);
        variables.insert(module.id, Arc::clone(&loaded));
        Ok(loaded)
    }

    fn allocate(&self, global: &mut GlobalMemory, module: &Module, to: &mut LoadedVariables) -> Result<(), String> {
        let mut alloc = |bytes: u64, what: &dyn Fn() -> String| {
            global.alloc(bytes, &self.budget).ok_or_else(|| {
                format!("there is no memory for the {bytes} bytes of {}: {}", what(), self.budget.describe())
            })
        };
        if !module.constants.is_empty() {
            to.constants = Some(alloc(module.constants.len() as u64, &|| "the module's constants".to_owned())?);
        }
        for variable in &module.variables {
            to.addresses.push(match (variable.constant_at, to.constants) {
                (Some(at), Some(bank)) => bank + at,
                _ if variable.bytes == 0 => 0,
                _ => alloc(variable.bytes, &|| format!("the variable `{}`", variable.name))?,
            });
        }
        Ok(())
    }
}

impl DeviceTables {
    /// Takes out the variables of a module.
    fn take_variables(&mut self, module: u64) -> Vec<FreedMemory> {
        let loaded = self.variables.remove(&module);
        loaded.map_or_else(Vec::new, |loaded| loaded.free(&mut self.global))
    }

    /// Whether a module's variable, or its bank of constants, begins at this address.
    pub(super) fn is_variable(&self, address: u64) -> bool {
        self.variables.values().any(|loaded| loaded.all().any(|other| other == address))
    }
}

impl LoadedVariables {
    /// The addresses of the bank of constants and of each variable.
    fn all(&self) -> impl Iterator<Item = u64> {
        self.constants.iter().chain(&self.addresses).copied()
    }

    fn free(&self, global: &mut GlobalMemory) -> Vec<FreedMemory> {
        self.all().filter_map(|address| global.free(address)).collect()
    }
}
