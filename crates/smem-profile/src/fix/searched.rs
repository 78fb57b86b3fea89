//! The first step: the launches run as they are, with a record of their requests, and a layout is searched for each array.

use smem_cuda::CudaText;

use super::arrays::ArraySources;
use super::dynamic_array::DynamicArray;
use super::kernels::{KernelFix, run_with_layouts};
use super::run::{FreshRun, RunIsa, RunOutcome};
use super::search::FoundLayout;
use crate::error::Error;
use crate::job::PreparedJob;

/// The layouts that the recorded requests ask for. Nothing has run with them.
pub(super) struct SearchedFix<'a> {
    pub(super) job: &'a PreparedJob,
    /// Nothing for PTX and machine code.
    pub(super) text: &'a CudaText,
    pub(super) isa: RunIsa,
    pub(super) before: RunOutcome,
    pub(super) kernels: Vec<KernelFix>,
}

impl<'a> SearchedFix<'a> {
    /// Runs the launches, and searches.
    ///
    /// # Errors
    /// Those of compiling and launching, but for faults of kernels; arrays of the user's that no kernel has.
    pub(super) fn of(job: &'a PreparedJob, text: &'a CudaText, dynamic: &[DynamicArray]) -> Result<Self, Error> {
        let (isa, array_text, before) = job.on_isa(|isa, estimate| {
            let isa = RunIsa { isa, estimate };
            let run = FreshRun::load(job, isa.clone())?;
            let before = run.run(&[], true)?;
            Ok((isa, run.array_text(text), before))
        })?;
        if before.is_stopped {
            return Err(Error::Stopped);
        }
        let (declarations, pointers) = (text.shared_declarations(), text.device_pointers());
        let sources = ArraySources {
            module: array_text.module.as_deref(),
            probed: &array_text.probed,
            declarations: &declarations,
            pointers: &pointers,
            text,
            dynamic,
        };
        let kernels = KernelFix::of_run(&before, &sources, job.target.arch()).map_err(Error::Input)?;
        Ok(SearchedFix { job, text, isa, before, kernels })
    }

    pub(super) fn has_layout(&self) -> bool {
        self.kernels.iter().any(|kernel| kernel.arrays.iter().any(|fix| fix.found.is_some()))
    }

    /// The layout of each array.
    pub(super) fn layouts(&self) -> Vec<Option<FoundLayout>> {
        self.kernels.iter().flat_map(|kernel| kernel.arrays.iter().map(|fix| fix.found)).collect()
    }

    /// Runs the launches with the layouts; `None` where no array has one. Arrays with which the kernel faults lose theirs.
    ///
    /// # Errors
    /// Those of launches, but for faults; [`Error::Stopped`].
    pub(super) fn run_with_layouts(&mut self) -> Result<Option<RunOutcome>, Error> {
        if !self.has_layout() {
            return Ok(None);
        }
        let fresh = || FreshRun::load(self.job, self.isa.clone());
        let outcome = run_with_layouts(&mut self.kernels, self.before.launches.len(), fresh)?;
        if outcome.is_stopped { Err(Error::Stopped) } else { Ok(Some(outcome)) }
    }
}
