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
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
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

    /// Puts a variable of a module at an address of the caller's, as `__managed__` variables are in memory that host and device share. The
    /// memory gets the initial value when the module is first used, and is the caller's to free. Returns whether the module has such a
    /// variable of its own memory, and was not used yet.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .global .align 4 .u32 counter = 100;").unwrap();
    /// let sim = Simulator::new(Arch::SM_90);
    /// let place = sim.alloc(4);
    /// assert!(sim.place_variable(&module, "counter", place));
    /// assert_eq!(sim.variable(&module, "counter"), Some((place, 4)));
    /// assert!(!sim.place_variable(&module, "counter", place));
    /// let mut value = [0; 4];
    /// sim.read(place, &mut value).unwrap();
    /// assert_eq!(u32::from_le_bytes(value), 100);
    /// ```
    ///
    /// [`unload`](Self::unload) ends it.
    pub fn place_variable(&self, module: &Module, name: &str, address: u64) -> bool {
        let mut variables = module.variables.iter();
        let index = variables.position(|v| v.name == name && v.bytes > 0 && v.constant_at.is_none());
        let Some(index) = index else { return false };
        let mut tables = self.device.tables();
        let is_new = !tables.variables.contains_key(&module.id);
        if is_new {
            tables.placed.insert((module.id, index), address);
        }
        is_new
    }

    /// Frees the variables of a module; a kernel that runs keeps them until it ends. The next use of the module makes them again, with their
    /// initial values and in memory of their own, those too that were [placed](Self::place_variable). Returns whether it had any here.
    ///
    /// ```
    /// # use smem_sim::*;
    /// # let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64 .global .align 4 .u32 counter = 100;").unwrap();
    /// let sim = Simulator::new(Arch::SM_90);
    /// let (address, bytes) = sim.variable(&module, "counter").unwrap();
    /// assert!(sim.unload(&module));
    /// assert!(sim.read(address, &mut [0; 4]).is_err() && !sim.unload(&module));
    /// assert_eq!(sim.memory_budget().used(), 0);
    /// ```
    pub fn unload(&self, module: &Module) -> bool {
        // The tables are locked until the end of this statement, and the memory is dropped after it.
        let loaded = self.device.tables().take_variables(module.id);
        loaded.is_some_and(|(variables, _)| variables.has_any())
    }

    /// Returns the memory of the module's variables, which get their initial values the first time.
    pub(super) fn load(&self, tables: &mut DeviceTables, module: &Module) -> Result<Arc<LoadedVariables>, String> {
        let placed = std::mem::take(&mut tables.placed);
        let loaded = self.load_at(tables, module, |index| placed.get(&(module.id, index)).copied(), true);
        tables.placed = placed;
        loaded
    }

    /// The same with the address that `chosen` has for a variable by its number. `is_fresh`: such a variable gets its initial value as well.
    pub(super) fn load_at(
        &self,
        tables: &mut DeviceTables,
        module: &Module,
        chosen: impl Fn(usize) -> Option<u64>,
        is_fresh: bool,
    ) -> Result<Arc<LoadedVariables>, String> {
        let DeviceTables { global, variables, .. } = tables;
        if let Some(loaded) = variables.get(&module.id) {
            return Ok(Arc::clone(loaded));
        }
        let addresses = Vec::with_capacity(module.variables.len());
        let mut loaded = LoadedVariables { addresses, placed: Vec::new(), constants: None };
        if let Err(message) = self.allocate(global, module, &chosen, &mut loaded) {
            loaded.free(global);
            return Err(message);
        }
        if let Some(bank) = loaded.constants {
            global.write(bank, &module.constants);
        }
        for (index, (variable, &address)) in module.variables.iter().zip(&loaded.addresses).enumerate() {
            if !is_fresh && chosen(index).is_some() {
                continue;
            }
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

    /// Gives each variable its address: the one that the caller chose, or memory of its own.
    fn allocate(
        &self,
        global: &mut GlobalMemory,
        module: &Module,
        chosen: impl Fn(usize) -> Option<u64>,
        to: &mut LoadedVariables,
    ) -> Result<(), String> {
        let mut alloc = |bytes: u64, what: &dyn Fn() -> String| {
            global.alloc(bytes, &self.budget).ok_or_else(|| {
                format!("there is no memory for the {bytes} bytes of {}: {}", what(), self.budget.describe())
            })
        };
        if !module.constants.is_empty() {
            to.constants = Some(alloc(module.constants.len() as u64, &|| "the module's constants".to_owned())?);
        }
        for (index, variable) in module.variables.iter().enumerate() {
            if let Some(address) = chosen(index) {
                to.placed.push(address);
                to.addresses.push(address);
                continue;
            }
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
    /// Takes out the variables of a module with their memory, and forgets the addresses that the caller chose for them.
    fn take_variables(&mut self, module: u64) -> Option<(Arc<LoadedVariables>, Vec<FreedMemory>)> {
        self.placed.retain(|(of, _), _| *of != module);
        let loaded = self.variables.remove(&module)?;
        let freed = loaded.free(&mut self.global);
        Some((loaded, freed))
    }

    /// Whether a module's variable, or its bank of constants, begins at this address.
    pub(super) fn is_variable(&self, address: u64) -> bool {
        self.variables.values().any(|loaded| loaded.own().any(|other| other == address))
    }
}

impl LoadedVariables {
    fn has_any(&self) -> bool {
        self.constants.is_some() || !self.addresses.is_empty()
    }

    /// The addresses of the bank of constants and of each variable that has an allocation of its own.
    fn own(&self) -> impl Iterator<Item = u64> {
        let is_own = |address: &&u64| !self.placed.contains(address);
        self.constants.iter().chain(self.addresses.iter().filter(is_own)).copied()
    }

    fn free(&self, global: &mut GlobalMemory) -> Vec<FreedMemory> {
        self.own().filter_map(|address| global.free(address)).collect()
    }
}
