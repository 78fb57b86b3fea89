//! A module that was read.

use std::collections::BTreeMap;
use std::sync::Mutex;

use smem_sim::{Isa, Module, PtxDeclarations};

use super::KernelFacts;
use crate::sync::lock;

/// A module in the simulator's form, with what its text declares.
#[derive(Debug)]
pub(crate) struct LoadedCode {
    pub(crate) module: Module,
    pub(crate) isa: Isa,
    /// The context that it was loaded into.
    pub(crate) context: u64,
    declared: PtxDeclarations,
    /// Handles of its kernels that were asked for, by name.
    functions: Mutex<BTreeMap<String, u64>>,
}

impl LoadedCode {
    pub(super) fn new(module: Module, isa: Isa, declared: PtxDeclarations) -> LoadedCode {
        LoadedCode { module, isa, context: 0, declared, functions: Mutex::default() }
    }

    /// Says which context it is in.
    pub(crate) fn in_context(self, context: u64) -> LoadedCode {
        LoadedCode { context, ..self }
    }

    /// What is known about a kernel; `None` where there is none of that name.
    pub(crate) fn kernel(&self, name: &str) -> Option<KernelFacts> {
        self.module.kernels().find(|known| *known == name)?;
        let declared = self.declared.kernels.iter().find(|known| known.name == name);
        Some(KernelFacts {
            parameters: declared.and_then(|kernel| kernel.parameters.clone()).unwrap_or_default(),
            static_shared: self.module.static_shared_bytes(name).unwrap_or(0),
        })
    }

    /// Returns the handle of a kernel, which `new` makes the first time.
    pub(crate) fn function(&self, name: &str, new: impl FnOnce() -> u64) -> u64 {
        *lock(&self.functions).entry(name.to_owned()).or_insert_with(new)
    }

    /// Handles of the kernels that were asked for.
    pub(crate) fn functions(&self) -> Vec<u64> {
        lock(&self.functions).values().copied().collect()
    }
}
