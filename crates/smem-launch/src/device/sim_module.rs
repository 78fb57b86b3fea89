//! A module and its kernels in the simulator.

use std::sync::Arc;

use smem_ptx::PtxText;

use crate::Error;

/// A module that the simulator can run.
#[derive(Clone)]
pub(super) struct SimModule {
    pub(super) code: Arc<smem_sim::Module>,
    /// The PTX that judges its machine code.
    pub(super) ptx: Option<PtxText>,
}

/// A kernel of a module.
pub(super) struct SimKernel {
    pub(super) module: SimModule,
    /// Its name in PTX.
    pub(super) entry: String,
}

impl SimModule {
    /// The module of PTX, called `name` in messages.
    pub(super) fn of_ptx(ptx: &PtxText, name: &str) -> Result<SimModule, Error> {
        ptx.module()
            .map(|code| SimModule { code, ptx: None })
            .map_err(|error| Error::Simulator(format!("the simulator cannot run `{name}`: {error}")))
    }

    /// Reads a cubin with its listing, called `name` in messages. `ptx` is the PTX that it was made of.
    pub(super) fn of_code(cubin: &[u8], listing: &str, name: &str, ptx: Option<&PtxText>) -> Result<SimModule, Error> {
        let module = smem_sass::module(cubin, listing);
        module
            .map(|module| SimModule { code: Arc::new(module), ptx: ptx.cloned() })
            .map_err(|error| Error::Simulator(format!("the simulator cannot run `{name}`: {error}")))
    }

    /// The kernel `entry`, which messages call `name`, of the source `program`.
    pub(super) fn kernel(&self, entry: &str, name: &str, program: &str) -> Result<SimKernel, Error> {
        match self.code.refused(entry) {
            Some(error) => Err(Error::Simulator(format!("the simulator cannot run `{name}` of `{program}`: {error}"))),
            None => Ok(SimKernel { module: self.clone(), entry: entry.to_owned() }),
        }
    }
}

// Written by hand: a module is too long to print.
impl std::fmt::Debug for SimModule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimModule").finish_non_exhaustive()
    }
}

impl std::fmt::Debug for SimKernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimKernel").field("entry", &self.entry).finish_non_exhaustive()
    }
}
