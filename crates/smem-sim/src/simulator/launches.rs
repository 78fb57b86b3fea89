//! Launches of kernels on the simulated device.

use super::Simulator;
use super::device::{LoadedVariables, RunningLaunch};
use crate::advice::advise;
use crate::fault::{Fault, FaultKind};
use crate::launch::{KernelArg, LaunchShape, count};
use crate::launch_check::{CheckedLaunch, LaunchArguments, check};
use crate::launch_refusal::LaunchRefusal;
use crate::machine::{
    ChildLaunch, ChildLaunches, CooperativeMemory, HostSettings, LaunchContext, NewObserver, Observer, Printed,
    reserves_shared, run,
};
use crate::memory::{AddressMap, GlobalMemory};
use crate::module::{KernelEntry, Module};
use crate::profile::Profile;
use crate::program::DecodedKernel;
use crate::texture::TextureTable;
use std::any::Any;
use std::sync::{Arc, PoisonError};

/// The profile of a launch, and its observers.
pub(super) type Observed = (Profile, Vec<Box<dyn Observer>>);

/// A grid that was run.
pub(super) struct RunGrid {
    pub(super) done: Observed,
    /// The grids that it launched, in order.
    pub(super) children: Vec<ChildLaunch>,
    /// It printed nothing.
    pub(super) is_silent: bool,
}

/// Bytes of global memory of a launch whose races get remedies: it is copied for each run.
const MOST_TRIED: u64 = 256 << 20;

impl Simulator {
    /// Runs a kernel to its end and returns its counts.
    ///
    /// ```
    /// # use smem_sim::*;
    /// # let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64 .visible .entry k() { ret; }").unwrap();
    /// let sim = Simulator::new(Arch::SM_90);
    /// let profile = sim.launch(&module, "k", &LaunchShape::new(1, 32), &[])?;
    /// assert_eq!(profile.kernel, "k");
    /// let fault = sim.launch(&module, "q", &LaunchShape::new(1, 32), &[]).unwrap_err();
    /// assert_eq!(fault.to_string(), "`q`: the module has no such kernel; it has `k`");
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the launch cannot start, or a block has a fault: that of the first faulted block, in the order of blocks. Memory then
    /// holds what the blocks wrote until they stopped.
    pub fn launch(
        &self,
        module: &Module,
        kernel: &str,
        launch: &LaunchShape,
        args: &[KernelArg],
    ) -> Result<Profile, Fault> {
        self.run(module, kernel, launch, LaunchArguments::Each(args), None, None).map(|(profile, _)| profile)
    }

    /// Runs a kernel to its end, as [`launch`](Self::launch) does, with the bytes of all its parameters: each at its
    /// [offset](crate::ParameterPlace::offset), in the machine's little-endian order.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry set(.param .u8 value, .param .u64 to) {
    ///       .reg .b32 %r; .reg .b64 %p; ld.param.u8 %r, [value]; ld.param.u64 %p, [to]; st.global.u8 [%p], %r; ret; }")?;
    /// let sim = Simulator::new(Arch::SM_90);
    /// let to = sim.alloc(1);
    /// let info = module.kernel_info("set").unwrap();
    /// let mut parameters = vec![0; info.parameter_bytes];
    /// parameters[0] = 7;
    /// parameters[info.parameters[1].offset..][..8].copy_from_slice(&to.to_le_bytes());
    /// sim.launch_raw(&module, "set", &LaunchShape::new(1, 1), &parameters)?;
    /// let mut byte = [0];
    /// sim.read(to, &mut byte)?;
    /// assert_eq!(byte, [7]);
    /// let fault = sim.launch_raw(&module, "set", &LaunchShape::new(1, 1), &parameters[1..]).unwrap_err();
    /// assert_eq!(fault.to_string(), "`set`: its parameters are 16 bytes, not 15");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`launch`](Self::launch), and if there are more or fewer bytes than the kernel's parameters have.
    pub fn launch_raw(
        &self,
        module: &Module,
        kernel: &str,
        launch: &LaunchShape,
        parameters: &[u8],
    ) -> Result<Profile, Fault> {
        self.run(module, kernel, launch, LaunchArguments::Raw(parameters), None, None).map(|(profile, _)| profile)
    }

    /// Runs a kernel to its end with arguments of either form and with an [`Observer`], as [`launch_observed`](Self::launch_observed) does, and with the
    /// bytes of its shared memory where a map has them, as [`launch_relaid`](Self::launch_relaid).
    ///
    /// # Errors
    /// As [`launch_raw`](Self::launch_raw) and [`launch_relaid`](Self::launch_relaid).
    pub fn launch_as<O: Observer>(
        &self,
        module: &Module,
        kernel: &str,
        launch: &LaunchShape,
        args: LaunchArguments<'_>,
        map: Option<&AddressMap>,
        new: impl Fn() -> O + Sync,
    ) -> Result<(Profile, Vec<O>), Fault> {
        let (profile, observers) = self.run(module, kernel, launch, args, map, Some(&|| Box::new(new())))?;
        Ok((profile, own(observers)))
    }

    /// Runs a kernel to its end with an [`Observer`], as its example shows, of the accesses to shared memory. `new` makes one for
    /// each host thread; a block runs on one thread. Returns the profile, and the observers in no particular order.
    ///
    /// # Errors
    /// As [`launch`](Self::launch); the observers are then dropped.
    pub fn launch_observed<O: Observer>(
        &self,
        module: &Module,
        kernel: &str,
        launch: &LaunchShape,
        args: &[KernelArg],
        new: impl Fn() -> O + Sync,
    ) -> Result<(Profile, Vec<O>), Fault> {
        self.launch_as(module, kernel, launch, LaunchArguments::Each(args), None, new)
    }

    /// Runs a kernel to its end with the bytes of its shared memory where `map` has them, as if it had been compiled with another
    /// layout of its arrays, and with observers as [`launch_observed`](Self::launch_observed). Observers receive the places, and the
    /// profile counts wavefronts there; faults have the addresses of the kernel.
    ///
    /// ```
    /// # use smem_sim::*;
    /// // Each thread writes the first word of a row of 128 bytes.
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64 .visible .entry column() {
    ///     .shared .align 4 .b8 tile[4096]; .reg .b32 %r<3>;
    ///     mov.u32 %r0, tile; mov.u32 %r1, %tid.x; mad.lo.u32 %r2, %r1, 128, %r0; st.shared.u32 [%r2], 7; ret; }")?;
    /// struct Nobody;
    /// impl Observer for Nobody {
    ///     fn shared(&mut self, _: &SharedAccess<'_>) {}
    /// }
    /// let one_warp = LaunchShape::new(1, 32);
    /// let sim = Simulator::new(Arch::SM_90);
    /// assert_eq!(sim.launch(&module, "column", &one_warp, &[])?.wavefronts(), 32);
    /// // A word of padding after each row.
    /// let padded = AddressMap::new((0..4096).map(|byte| byte + byte / 128 * 4).collect())?;
    /// let (profile, _) = sim.launch_relaid(&module, "column", &one_warp, &[], &padded, || Nobody)?;
    /// assert_eq!(profile.wavefronts(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`launch_observed`](Self::launch_observed); if the map is not one of as many bytes as the launch has, or keeps more than a block
    /// may have; and [`FaultKind::TornApart`] for an access that the map takes apart.
    pub fn launch_relaid<O: Observer>(
        &self,
        module: &Module,
        kernel: &str,
        launch: &LaunchShape,
        args: &[KernelArg],
        map: &AddressMap,
        new: impl Fn() -> O + Sync,
    ) -> Result<(Profile, Vec<O>), Fault> {
        self.launch_as(module, kernel, launch, LaunchArguments::Each(args), Some(map), new)
    }

    /// Runs one grid, that so many others are around.
    pub(super) fn run_grid(
        &self,
        module: &Module,
        (kernel, depth): (&str, u32),
        launch: &LaunchShape,
        args: LaunchArguments<'_>,
        map: Option<&AddressMap>,
        new: Option<NewObserver<'_>>,
    ) -> Result<RunGrid, Fault> {
        let fail = |refusal: LaunchRefusal| Fault::launch(kernel, refusal);
        let found = match module.entry(kernel) {
            Some(KernelEntry::Runnable(found)) => found,
            Some(KernelEntry::Refused { errors, .. }) => {
                let error = errors.first().cloned();
                let kind = error.map_or_else(|| FaultKind::Launch(LaunchRefusal::Unsupported), FaultKind::Refused);
                return Err(Fault { kind, kernel: Some(kernel.into()), site: None, so_far: None });
            }
            None => {
                return Err(fail(LaunchRefusal::NoKernel { known: module.kernels().map(str::to_owned).collect() }));
            }
        };
        let CheckedLaunch { threads, shared_bytes, params, cluster } =
            check(self.arch, found, launch, args).map_err(fail)?;
        if let Some(map) = map {
            self.check_map(map, found, shared_bytes).map_err(fail)?;
        }
        if map.is_some() && cluster.is_some() {
            return Err(fail(LaunchRefusal::MapOfClusters));
        }
        let mut host = self.host.clone();
        let running = self.device.begin();
        let LaunchState { global, textures, variables, cooperative } =
            self.state(&running, module, (found, launch), (threads, shared_bytes), &mut host)?;
        let workspace = cooperative.workspace();
        let printed = Printed::default();
        let children = ChildLaunches::new(self.arch, module.runnable(), depth);
        let is_followed = map.is_none();
        let is_alone = cluster.is_none_or(|cluster| cluster == [1; 3]);
        let context = LaunchContext {
            kernel: found,
            global: &global,
            textures: &textures,
            params: &params,
            variables: &variables.addresses,
            constants: variables.constants,
            grid: launch.grid,
            block: launch.block,
            cluster: cluster.unwrap_or([1; 3]),
            clustered: cluster.is_some(),
            threads,
            dynamic_shared: launch.shared_bytes,
            shared_bytes,
            allocated_shared: shared_bytes.next_multiple_of(self.arch.shared_granule()),
            cooperative,
            banks: self.arch.bank_model(),
            multiprocessors: self.gpu.multiprocessors,
            in_step: self.arch.number() < 70,
            // Bytes that are kept elsewhere are not followed, nor words of global memory between the blocks of a cluster.
            race_check: self.race_check && is_followed,
            trial: None,
            global_races: self.global_races && is_followed && is_alone,
            followed: followed(launch.grid, &host),
            schedule: host.schedule,
            unwritten: host.unwritten,
            map,
            printed: &printed,
            children: &children,
        };
        let result = self.checked(&context, &host, new);
        if let Some(workspace) = workspace {
            let freed = self.device.tables().global.free(workspace);
            drop(freed);
        }
        let text = printed.into_text();
        let is_silent = text.is_empty();
        *self.printed.lock().unwrap_or_else(PoisonError::into_inner) += &text;
        result.map(|done| RunGrid { done, children: children.into_order(), is_silent })
    }

    /// Takes what a launch works on out of the device's tables.
    fn state(
        &self,
        running: &RunningLaunch<'_>,
        module: &Module,
        (kernel, launch): (&DecodedKernel, &LaunchShape),
        (threads, shared_bytes): (u32, u32),
        host: &mut HostSettings,
    ) -> Result<LaunchState, Fault> {
        let no_memory = |message| {
            let kind = FaultKind::Memory(message);
            Fault { kind, kernel: Some(kernel.name.clone()), site: None, so_far: None }
        };
        let mut tables = self.device.tables();
        let variables = self.load(&mut tables, module).map_err(no_memory)?;
        let alloc = |bytes| tables.global.alloc(bytes, &self.budget);
        let cooperative = CooperativeMemory::begin(kernel, launch, threads, shared_bytes, alloc, host)
            .map_err(|why| Fault::launch(&kernel.name, LaunchRefusal::Cooperative { why }))?;
        let global = running.memory(&tables, &self.budget);
        Ok(LaunchState { global, textures: Arc::clone(&tables.textures), variables, cooperative })
    }

    /// Runs a launch, and looks for remedies of its races.
    fn checked(
        &self,
        context: &LaunchContext<'_>,
        host: &HostSettings,
        new: Option<NewObserver<'_>>,
    ) -> Result<Observed, Fault> {
        let is_tried = self.race_remedies && context.race_check && context.global.allocated() <= MOST_TRIED;
        let before = if is_tried { context.global.copied() } else { None };
        let (mut profile, observers) = run(context, host, new)?;
        if let Some(before) = before.as_ref().filter(|_| profile.races_left_out == 0) {
            let races = std::mem::take(&mut profile.races);
            profile.races = advise(context, host, before, profile.warp_instructions, races);
        }
        let race = profile.races.iter().find(|race| self.deny_races && !race.same_values);
        match race.cloned() {
            Some(race) => {
                let (kind, kernel) = (FaultKind::Race(Box::new(race)), Some(context.kernel.name.clone()));
                Err(Fault { kind, kernel, site: None, so_far: Some(Box::new(profile)) })
            }
            None => Ok((profile, observers)),
        }
    }

    /// Checks a map for a kernel's blocks of so many bytes.
    fn check_map(&self, map: &AddressMap, kernel: &DecodedKernel, shared_bytes: u32) -> Result<(), LaunchRefusal> {
        let (mapped, kept, limit) = (map.bytes(), map.kept_bytes(), self.arch.opt_in_limit());
        if mapped != shared_bytes {
            return Err(LaunchRefusal::MapBytes { shared: shared_bytes, mapped });
        }
        if kept > limit {
            return Err(LaunchRefusal::MapShared { bytes: kept, limit, arch: self.arch });
        }
        if reserves_shared(kernel) {
            return Err(LaunchRefusal::MapOfGroups);
        }
        Ok(())
    }
}

/// Blocks of a launch that are followed, about.
const FOLLOWED: u64 = 8;

/// One of how many blocks is followed.
fn followed(grid: [u32; 3], host: &HostSettings) -> u64 {
    let all = count(grid);
    let run = if host.sample == 0 { all } else { all.min(host.sample) };
    run / FOLLOWED
}

/// The part of a device that a launch works on: as it is when the launch begins.
struct LaunchState {
    global: GlobalMemory,
    textures: Arc<TextureTable>,
    variables: Arc<LoadedVariables>,
    cooperative: CooperativeMemory,
}

/// The observers, as the type that they were made as.
fn own<O: Observer>(observers: Vec<Box<dyn Observer>>) -> Vec<O> {
    let own = |observer: Box<dyn Observer>| (observer as Box<dyn Any>).downcast().ok().map(|own| *own);
    observers.into_iter().filter_map(own).collect()
}
