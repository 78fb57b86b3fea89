//! A module that was read.

use parking_lot::Mutex;
use std::collections::BTreeMap;

use smem_sim::{Module, PtxText};

/// A module in the simulator's form.
#[derive(Debug)]
pub(crate) struct LoadedCode {
    pub(crate) module: Module,
    /// Whether its machine code was assembled here, from its PTX.
    assembled: bool,
    /// The PTX that judges its machine code.
    pub(crate) ptx: Option<PtxText>,
    /// The context that it was loaded into.
    pub(crate) context: u64,
    /// Handles of its kernels that were asked for, by name.
    functions: Mutex<BTreeMap<String, u64>>,
}

impl LoadedCode {
    pub(super) fn new(module: Module) -> LoadedCode {
        LoadedCode { module, assembled: false, ptx: None, context: 0, functions: Mutex::default() }
    }

    /// Says which PTX its machine code was assembled from.
    pub(super) fn assembled_from(self, ptx: PtxText) -> LoadedCode {
        LoadedCode { assembled: true, ..self.judged_by(Some(ptx)) }
    }

    /// Says which PTX of the program's judges its machine code.
    pub(super) fn judged_by(self, ptx: Option<PtxText>) -> LoadedCode {
        LoadedCode { ptx, ..self }
    }

    /// The version of the PTX that its machine code was assembled from.
    pub(super) fn ptx_version(&self) -> Option<[u32; 2]> {
        self.ptx.as_ref().filter(|_| self.assembled).and_then(|ptx| ptx.header().version)
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
        *self.functions.lock().entry(name.to_owned()).or_insert_with(new)
    }

    /// Handles of the kernels that were asked for.
    pub(crate) fn functions(&self) -> Vec<u64> {
        self.functions.lock().values().copied().collect()
    }
}
