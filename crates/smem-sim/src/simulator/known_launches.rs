//! Makes a launch again that was made before, rather than run it.

use super::Simulator;
use super::device::Disturbances;
use super::repeats::{KnownLaunch, LaunchAlike, RepeatPlan, Repeats, WatchedLaunch};
use crate::launch::LaunchShape;
use crate::memory::{GlobalMemory, MemoryChange, MemoryState, StateReader};
use crate::profile::Profile;
use std::sync::{MutexGuard, PoisonError};

/// Bytes of memory for each warp instruction of a launch, of which reading the state takes less time than running it.
const BYTES_A_STEP: u64 = 128;
/// Warp instructions of a launch from which on it is long.
const LONG: u64 = 1 << 14;
/// Times that a kind of launch may turn out to be in a new state, after which it is only run.
const MOST_MISSES: u32 = 6;
/// Known launches of a kind, and kinds.
const MOST_KNOWN: usize = 2;
const MOST_KINDS: usize = 512;
/// Bytes of changes that are kept.
const MOST_KEPT: u64 = 1 << 30;

impl Simulator {
    /// Sets whether a long launch that is known from this state of memory on is made again without running: kernel, shape, parameters and
    /// all of the device's memory are the same. Its profile has [`repeated`](Profile::repeated) set, and observers see nothing of it. The default is no.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry set(.param .u64 to) { .reg .b64 %p; .reg .b32 %r; .reg .pred %again;
    ///       ld.param.u64 %p, [to]; mov.u32 %r, 0;
    ///       next: add.u32 %r, %r, 1; setp.lt.u32 %again, %r, 100000; @%again bra next;
    ///       st.global.u32 [%p], %r; ret; }")?;
    /// let sim = Simulator::new(Arch::SM_90).reuses_repeats(true);
    /// let arguments = [KernelArg::Ptr(sim.alloc(4))];
    /// let mut launch = || sim.launch(&module, "set", &LaunchShape::new(1, 1), &arguments);
    /// let profiles = [launch()?, launch()?, launch()?];
    /// assert_eq!(profiles.each_ref().map(|profile| profile.repeated), [false, false, true]);
    /// assert_eq!(profiles[2].warp_instructions, profiles[0].warp_instructions);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reuses_repeats(mut self, reuses: bool) -> Self {
        self.reuses_repeats = reuses;
        self
    }

    fn repeats(&self) -> MutexGuard<'_, Repeats> {
        self.repeats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The kind of a launch, where launches that come again are looked for.
    pub(super) fn kind_of(
        &self,
        module: u64,
        kernel: &str,
        shape: &LaunchShape,
        parameters: &[u8],
    ) -> Option<LaunchAlike> {
        let checks = [self.race_check, self.global_races, self.deny_races, self.race_remedies];
        let checks = checks.iter().fold(0, |bits, check| bits << 1 | u64::from(*check));
        let settings = [checks, self.host.sample, self.host.limit, self.host.resident as u64];
        let (kernel, parameters) = (kernel.to_owned(), parameters.to_vec());
        let kind = LaunchAlike { module, kernel, shape: *shape, parameters, settings };
        (self.reuses_repeats && self.host.only.is_empty()).then_some(kind)
    }

    /// Makes a known launch again, or says how to watch it.
    pub(super) fn plan(&self, kind: &LaunchAlike) -> RepeatPlan {
        let global = self.device.tables().global.clone();
        let mut repeats = self.repeats();
        let Repeats { reader, kinds, .. } = &mut *repeats;
        let Some(runs) = kinds.get_mut(kind) else { return RepeatPlan::Run(None) };
        if runs.cost < LONG || runs.misses > MOST_MISSES || global.allocated() > runs.cost.saturating_mul(BYTES_A_STEP)
        {
            return RepeatPlan::Run(None);
        }
        let Some(beside) = self.device.quiet_beside(0) else { return RepeatPlan::Run(None) };
        let Some(before) = reader.read(&global) else { return RepeatPlan::Run(None) };
        if let Some(known) = runs.known.iter().find(|known| known.before.is(&before)) {
            known.change.apply(&global);
            runs.misses = 0;
            return RepeatPlan::Known(Box::new(Profile { repeated: true, ..known.profile.clone() }));
        }
        runs.misses += 1;
        RepeatPlan::Run(Some(WatchedLaunch { before, beside }))
    }

    /// Notes a launch that was run; `is_silent`: it neither printed nor launched.
    pub(super) fn note_run(
        &self,
        kind: LaunchAlike,
        watched: Option<WatchedLaunch>,
        profile: &Profile,
        is_silent: bool,
    ) {
        let global = self.device.tables().global.clone();
        let mut repeats = self.repeats();
        let Repeats { reader, kinds, kept } = &mut *repeats;
        if kinds.len() >= MOST_KINDS && !kinds.contains_key(&kind) {
            kinds.clear();
            *kept = 0;
        }
        let runs = kinds.entry(kind).or_default();
        runs.cost = profile.warp_instructions;
        let Some(WatchedLaunch { before, beside }) = watched.filter(|_| is_silent && !profile.stopped) else { return };
        let change = self.change_since(&before, beside, reader, &global, MOST_KEPT.saturating_sub(*kept));
        let Some(change) = change else { return };
        if runs.known.len() >= MOST_KNOWN {
            *kept -= runs.known.remove(0).change.bytes();
        }
        *kept += change.bytes();
        runs.known.push(KnownLaunch { before, change, profile: profile.clone() });
    }

    /// The change that one launch alone has made.
    fn change_since(
        &self,
        before: &MemoryState,
        beside: Disturbances,
        reader: &mut StateReader,
        global: &GlobalMemory,
        most: u64,
    ) -> Option<MemoryChange> {
        let after = reader.read(global).filter(|after| !after.reached_host)?;
        let change = before.change_to(&after, global, most)?;
        // The launch itself has begun since.
        let now = self.device.quiet_beside(0)?;
        (now == beside.after_one_launch()).then_some(change)
    }
}
