//! A module that was read.

use std::collections::BTreeMap;
use std::sync::Mutex;

use smem_sim::{Module, PtxHeader};

use crate::sync::lock;

/// A module in the simulator's form.
#[derive(Debug)]
pub(crate) struct LoadedCode {
    pub(crate) module: Module,
    /// The version of the PTX that its machine code was assembled from.
    pub(super) ptx_version: Option<[u32; 2]>,
    /// The context that it was loaded into.
    pub(crate) context: u64,
    /// Handles of its kernels that were asked for, by name.
    functions: Mutex<BTreeMap<String, u64>>,
}

impl LoadedCode {
    pub(super) fn new(module: Module) -> LoadedCode {
        LoadedCode { module, ptx_version: None, context: 0, functions: Mutex::default() }
    }

    /// Says which PTX its machine code was assembled from.
    pub(super) fn assembled_from(self, header: &PtxHeader) -> LoadedCode {
        LoadedCode { ptx_version: header.version, ..self }
    }

    /// Says which context it is in.
    pub(crate) fn in_context(self, context: u64) -> LoadedCode {
        LoadedCode { context, ..self }
    }

    /// Whether it has a kernel of that name.
    pub(crate) fn has_kernel(&self, name: &str) -> bool {
        self.module.kernels().any(|known| known == name)
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
