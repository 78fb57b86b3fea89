//! Launches with the grids that their kernels launch, one after the other.

use super::Simulator;
use super::launches::{Observed, RunGrid};
use super::repeats::RepeatPlan;
use crate::fault::{Fault, FaultKind};
use crate::launch::LaunchShape;
use crate::launch_check::LaunchArguments;
use crate::machine::{ChildLaunch, NewObserver, Observer};
use crate::memory::AddressMap;
use crate::module::{KernelEntry, Module};
use crate::profile::Profile;
use std::sync::PoisonError;

impl Simulator {
    /// Takes the profiles of the grids that kernels launched (dynamic parallelism of CUDA 12 and later, in machine code) since the last
    /// call, in the order in which they ran: after the grid that launched them, each with its own before the next one.
    ///
    /// A launch whose grids have a fault returns that one, and its own profile is the last here.
    ///
    /// ```
    /// # use smem_sim::*;
    /// # fn show(sim: &Simulator, module: &Module) -> Result<(), Fault> {
    /// sim.launch(module, "sort", &LaunchShape::new(1, 1), &[])?;
    /// for grid in sim.take_launched() {
    ///     println!("{}: {} blocks", grid.kernel, grid.grid_blocks);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn take_launched(&self) -> Vec<Profile> {
        std::mem::take(&mut self.launched.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Says whether the observers of a launch see the accesses of the grids that its kernel launches as well, which by default they do not.
    ///
    /// ```
    /// use smem_sim::{Arch, Simulator};
    ///
    /// let sim = Simulator::new(Arch::SM_90).observes_launched(true);
    /// # let _ = sim;
    /// ```
    #[must_use]
    pub fn observes_launched(self, are_observed: bool) -> Simulator {
        Simulator { observes_launched: are_observed, ..self }
    }

    fn note_launched(&self, profile: Profile) {
        self.launched.lock().unwrap_or_else(PoisonError::into_inner).push(profile);
    }

    /// Runs a grid and all that its kernel launches; or makes one again that is known.
    pub(super) fn run(
        &self,
        module: &Module,
        kernel: &str,
        launch: &LaunchShape,
        args: LaunchArguments<'_>,
        map: Option<&AddressMap>,
        new: Option<NewObserver<'_>>,
    ) -> Result<Observed, Fault> {
        let kind = match (module.entry(kernel), map) {
            (Some(KernelEntry::Runnable(found)), None) => {
                args.packed(found).ok().and_then(|params| self.kind_of(module.id, kernel, launch, &params))
            }
            _ => None,
        };
        let plan = kind.as_ref().map_or(RepeatPlan::Run(None), |kind| self.plan(kind));
        let watched = match plan {
            RepeatPlan::Known(profile) => return Ok((*profile, Vec::new())),
            RepeatPlan::Run(watched) => watched,
        };
        let RunGrid { mut done, children, is_silent } = self.run_grid(module, (kernel, 0), launch, args, map, new)?;
        if let Some(kind) = kind {
            self.note_run(kind, watched, &done.0, is_silent && children.is_empty());
        }
        let new = new.filter(|_| self.observes_launched);
        let mut launched = LaunchedGrids { new, left: self.host.limit, observers: &mut done.1 };
        match self.run_children(module, children, 1, &mut launched) {
            Ok(()) => Ok(done),
            Err(fault) => {
                self.note_launched(done.0);
                Err(fault)
            }
        }
    }

    /// Runs grids, each with all that it launches before the next: a stream goes on when a grid and its children are done.
    fn run_children(
        &self,
        module: &Module,
        children: Vec<ChildLaunch>,
        depth: u32,
        launched: &mut LaunchedGrids<'_>,
    ) -> Result<(), Fault> {
        for ChildLaunch { kernel, shape, parameters, .. } in children {
            if self.host.control.is_stopped() {
                return Ok(());
            }
            if launched.left == 0 {
                let kind = FaultKind::Limit(self.host.limit);
                return Err(Fault { kind, kernel: Some(kernel.into()), site: None, so_far: None });
            }
            let arguments = LaunchArguments::Raw(&parameters);
            let RunGrid { done: (profile, observers), children, .. } =
                self.run_grid(module, (&kernel, depth), &shape, arguments, None, launched.new)?;
            launched.left = launched.left.saturating_sub(profile.thread_instructions);
            launched.observers.extend(observers);
            self.note_launched(profile);
            self.run_children(module, children, depth + 1, launched)?;
        }
        Ok(())
    }
}

/// The grids that the kernels of one launch launch.
struct LaunchedGrids<'o> {
    /// Makes their observers, if they have some.
    new: Option<NewObserver<'o>>,
    /// Thread instructions that they may still take: the limit is one of all together.
    left: u64,
    observers: &'o mut Vec<Box<dyn Observer>>,
}
