//! How launches run: the host's threads, limits, samples, and the race check.

use super::Simulator;
use crate::launch_control::LaunchControl;
use crate::memory::MemoryBudget;
use crate::patience::Patience;
use std::sync::Arc;
use std::time::Duration;

impl Simulator {
    /// Sets how many blocks take turns on a host thread. Unless it is set, blocks run in order, and a block may wait for any earlier
    /// one; where blocks do not end for long, because they may wait for *later* ones, more begin beside them. With 1 none does.
    ///
    /// ```
    /// let sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90).concurrent_blocks(8);
    /// # let _ = sim;
    /// ```
    #[must_use]
    pub fn concurrent_blocks(mut self, blocks: usize) -> Self {
        self.host.resident = blocks.max(1);
        self
    }

    /// Sets the number of host threads that run blocks. The default is what
    /// [`available_parallelism`](std::thread::available_parallelism) reports. With one, even kernels
    /// with races or floating-point atomics give the same result every time.
    ///
    /// ```
    /// let sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90).host_threads(1);
    /// # let _ = sim;
    /// ```
    #[must_use]
    pub fn host_threads(mut self, threads: usize) -> Self {
        self.host.host_threads = threads.max(1);
        self
    }

    /// Sets the number of thread instructions after which a launch ends with a fault. Each instruction of a warp counts as 32,
    /// however many of its lanes are active. The default is [`DEFAULT_INSTRUCTION_LIMIT`](Self::DEFAULT_INSTRUCTION_LIMIT); 0
    /// means no limit. A launch may exceed the limit by the turns of the warps that are running.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry forever() { again: bra again; }").unwrap();
    /// let sim = Simulator::new(Arch::SM_90).instruction_limit(1_000_000);
    /// let fault = sim.launch(&module, "forever", &LaunchShape::new(1, 32), &[]).unwrap_err();
    /// assert!(matches!(fault.kind, FaultKind::Limit(1_000_000)));
    /// ```
    #[must_use]
    pub fn instruction_limit(mut self, thread_instructions: u64) -> Self {
        self.host.limit = thread_instructions;
        self
    }

    /// Sets the bytes of the host's memory that this simulator may take: a [`MemoryBudget`] of its own. The default is
    /// [`MemoryBudget::DEFAULT`]. What was allocated before does not count.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .global .b8 large[1000000];
    ///     .visible .entry k() { .reg .b64 %a; mov.u64 %a, large; st.global.u8 [%a], 1; ret; }").unwrap();
    /// let sim = Simulator::new(Arch::SM_90).memory_limit(100_000);
    /// let fault = sim.launch(&module, "k", &LaunchShape::new(1, 32), &[]).unwrap_err();
    /// assert!(matches!(fault.kind, FaultKind::Memory(_)));
    /// ```
    #[must_use]
    pub fn memory_limit(self, bytes: u64) -> Self {
        self.budgeted_by(&MemoryBudget::new(bytes))
    }

    /// Lets this simulator take from a budget that others may share.
    #[must_use]
    pub fn budgeted_by(mut self, budget: &MemoryBudget) -> Self {
        self.budget = budget.clone();
        self
    }

    /// Returns the budget that it takes memory from.
    pub fn memory_budget(&self) -> &MemoryBudget {
        &self.budget
    }

    /// Sets how many blocks of each launch are run, spread over the grid: one of each of as many equal parts, the same in every run. 0, the
    /// default, runs all. Counts and memory are then those of the blocks that ran, and a block that waits for one that did not run
    /// waits until the [instruction limit](Self::instruction_limit).
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry k() { .shared .align 4 .b8 a[4]; st.shared.u32 [a], 7; ret; }").unwrap();
    /// let sim = Simulator::new(Arch::SM_90).sample_blocks(10);
    /// let profile = sim.launch(&module, "k", &LaunchShape::new(1_000_000, 32), &[]).unwrap();
    /// assert_eq!((profile.blocks_run, profile.grid_blocks, profile.wavefronts()), (10, 1_000_000, 10));
    /// ```
    #[must_use]
    pub fn sample_blocks(mut self, blocks: u64) -> Self {
        self.host.sample = blocks;
        self
    }

    /// Sets the order in which the warps and blocks of a launch run: by a seed, the same each time, in place of that of their numbers. The seed 1 reverses
    /// them; others mix them, hold warps back and interrupt them. One host thread then runs all blocks. `None` is the default.
    ///
    /// ```
    /// # use smem_sim::*;
    /// // The last block that writes is the last that starts.
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry last(.param .u64 to) { .reg .b32 %r; .reg .b64 %p;
    ///       ld.param.u64 %p, [to]; mov.u32 %r, %ctaid.x; st.global.u32 [%p], %r; ret; }")?;
    /// let sim = Simulator::new(Arch::SM_90).host_threads(1);
    /// let to = sim.alloc(4);
    /// let before = sim.snapshot(1 << 20).unwrap().schedule(Some(1));
    /// for sim in [&sim, &before] {
    ///     sim.launch(&module, "last", &LaunchShape::new(4, 1), &[KernelArg::Ptr(to)])?;
    /// }
    /// assert_eq!(sim.first_difference(&before), Some(to));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn schedule(mut self, seed: Option<u64>) -> Self {
        self.host.schedule = seed;
        self
    }

    /// Sets the value of each byte of shared memory that no thread has written; the default is 0. What a GPU has there is undefined, so results that
    /// change with this value are, too.
    ///
    /// ```
    /// use smem_sim::{Arch, KernelArg, LaunchShape, Simulator};
    ///
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry k(.param .u64 to) { .reg .b32 %r; .reg .b64 %p; .shared .b32 s;
    ///       ld.param.u64 %p, [to]; ld.shared.u32 %r, [s]; st.global.u32 [%p], %r; ret; }")?;
    /// let sim = Simulator::new(Arch::SM_90).unwritten_bytes(0x7e);
    /// let to = sim.alloc(4);
    /// sim.launch(&module, "k", &LaunchShape::new(1, 1), &[KernelArg::Ptr(to)])?;
    /// let mut word = [0; 4];
    /// sim.read(to, &mut word)?;
    /// assert_eq!(word, [0x7e; 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unwritten_bytes(mut self, value: u8) -> Self {
        self.host.unwritten = value;
        self
    }

    /// Sets how long a launch waits that cannot go on unless another one, or the host, changes global memory: all of its threads ask for
    /// values there again and again. After that it is a deadlock. The default is zero, for a device that one launch at a time uses.
    ///
    /// ```
    /// use smem_sim::*;
    /// use std::time::Duration;
    ///
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry wait(.param .u64 flag) { .reg .b64 %p; .reg .b32 %r; .reg .pred %again;
    ///       ld.param.u64 %p, [flag];
    ///       ask: ld.volatile.global.u32 %r, [%p]; setp.eq.u32 %again, %r, 0; @%again bra ask; ret; }")?;
    /// let sim = Simulator::new(Arch::SM_90).waits_for_others(Duration::from_secs(100));
    /// let flag = sim.alloc(4);
    /// std::thread::scope(|scope| {
    ///     let waits = scope.spawn(|| sim.launch(&module, "wait", &LaunchShape::new(1, 32), &[KernelArg::Ptr(flag)]));
    ///     sim.write(flag, &1_u32.to_le_bytes())?;
    ///     waits.join().unwrap()
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn waits_for_others(self, patience: Duration) -> Self {
        self.waits_with(Arc::new(patience))
    }

    /// As [`waits_for_others`](Self::waits_for_others), for as long as `patience` says.
    ///
    /// ```
    /// use smem_sim::{Arch, Simulator};
    /// use std::{sync::Arc, time::Duration};
    ///
    /// let sim = Simulator::new(Arch::SM_90).waits_with(Arc::new(Duration::from_secs(1)));
    /// ```
    #[must_use]
    pub fn waits_with(mut self, patience: Arc<dyn Patience>) -> Self {
        self.host.patience = patience;
        self
    }

    /// Lets a handle stop the launches and see how far they are; its example shows how.
    #[must_use]
    pub fn controlled_by(mut self, control: &LaunchControl) -> Self {
        self.host.control = control.clone();
        self
    }

    /// Sets whether launches look for races on shared memory: [`Profile::races`](crate::Profile::races). The default is not to. The blocks of
    /// a cluster are checked together, with [`Profile::cluster_accesses`](crate::Profile::cluster_accesses).
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry shift() {
    ///       .shared .align 4 .b8 a[512]; .reg .b32 %r<4>;
    ///       mov.u32 %r0, a; mov.u32 %r1, %tid.x; mad.lo.u32 %r2, %r1, 4, %r0;
    ///       st.shared.u32 [%r2], %r1;
    ///       // No barrier: a thread of the other warp may not have written yet.
    ///       ld.shared.u32 %r3, [%r2+128];
    ///       ret;
    ///     }").unwrap();
    /// let sim = Simulator::new(Arch::SM_90).race_check(true);
    /// let profile = sim.launch(&module, "shift", &LaunchShape::new(1, 64), &[]).unwrap();
    /// let [race] = &profile.races[..] else { panic!("one race") };
    /// assert_eq!(race.kind, RaceKind::ReadAfterWrite);
    /// assert_eq!((race.first.thread, race.second.thread, race.address), ([32, 0, 0], [0, 0, 0], 128));
    /// assert_eq!((race.cause, race.in_next_round), (RaceCause::Unordered, false));
    /// ```
    #[must_use]
    pub fn race_check(mut self, on: bool) -> Self {
        self.race_check = on;
        self
    }

    /// Sets whether launches that find races look for what orders them, [`Race::remedy`](crate::Race::remedy): barriers, fences and waits are
    /// inserted into the kernel where they may be missing, from the cheapest on, and it runs again with each, from the memory that the
    /// launch began with. A remedy is one with which the race was gone. The default is not to.
    ///
    /// The runs take about as long as half of the launch or a second, whichever is longer; then nothing more is tried. Launches of more than
    /// half a million instructions of warps are tried with the blocks that have races, up to four. Nothing is tried with more than 256 MiB of
    /// global memory, or where the budget does not have as much again. A barrier of the block has to be reached by
    /// all of its threads: where some have ended, it is not a remedy.
    ///
    /// ```
    /// # use smem_sim::*;
    /// # let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    /// #     .visible .entry shift() {
    /// #       .shared .align 4 .b8 a[512]; .reg .b32 %r<4>;
    /// #       mov.u32 %r0, a; mov.u32 %r1, %tid.x; mad.lo.u32 %r2, %r1, 4, %r0;
    /// #       st.shared.u32 [%r2], %r1;
    /// #       ld.shared.u32 %r3, [%r2+128];
    /// #       ret;
    /// #     }").unwrap();
    /// let sim = Simulator::new(Arch::SM_90).race_check(true).race_remedies(true);
    /// let profile = sim.launch(&module, "shift", &LaunchShape::new(1, 64), &[]).unwrap();
    /// let [race] = &profile.races[..] else { panic!("one race") };
    /// let remedy = race.remedy.as_ref().unwrap();
    /// assert_eq!(remedy.steps[0].syncs, [Sync::BlockBarrier]);
    /// assert_eq!((remedy.blocks, race.pairs), (1, Some(32)));
    /// ```
    #[must_use]
    pub fn race_remedies(mut self, on: bool) -> Self {
        self.race_remedies = on;
        self
    }

    /// Sets whether launches look for races on global memory as well, between blocks and within one: [`Profile::global_races`](crate::Profile::global_races).
    /// It looks for races on shared memory too, which order the accesses of a block, and one host thread then runs all blocks. Launches
    /// with clusters of several blocks are not checked. Scopes, acquires and releases count as in the memory model of PTX.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry sum(.param .u64 to) {
    ///       .reg .b32 %r<3>; .reg .b64 %p;
    ///       ld.param.u64 %p, [to];
    ///       // Two blocks may read the same sum, and one of them is lost: it takes an atomic.
    ///       ld.global.u32 %r0, [%p]; add.u32 %r1, %r0, 1; st.global.u32 [%p], %r1; ret;
    ///     }").unwrap();
    /// let sim = Simulator::new(Arch::SM_90).global_race_check(true);
    /// let to = sim.alloc(4);
    /// let profile = sim.launch(&module, "sum", &LaunchShape::new(2, 1), &[KernelArg::Ptr(to)]).unwrap();
    /// assert!(profile.global_races.iter().all(|race| race.between_blocks && race.address == to));
    /// assert_eq!(profile.global_races[0].kind, RaceKind::ReadAfterWrite);
    /// ```
    #[must_use]
    pub fn global_race_check(mut self, on: bool) -> Self {
        self.global_races = on;
        self.race_check |= on;
        self
    }

    /// Makes a race on shared memory that does harm a fault of its launch, [`FaultKind::Race`](crate::FaultKind::Race): for tests of
    /// kernels. It looks for races as [`race_check`](Self::race_check) does.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry k() { .shared .align 4 .b8 a[4]; .reg .b32 %r; mov.u32 %r, %tid.x; st.shared.u32 [a], %r; ret; }").unwrap();
    /// let sim = Simulator::new(Arch::SM_90).deny_races();
    /// let fault = sim.launch(&module, "k", &LaunchShape::new(1, 64), &[]).unwrap_err();
    /// assert!(matches!(&fault.kind, FaultKind::Race(race) if race.kind == RaceKind::WriteAfterWrite));
    /// sim.launch(&module, "k", &LaunchShape::new(64, 1), &[]).unwrap();
    /// ```
    #[must_use]
    pub fn deny_races(mut self) -> Self {
        (self.race_check, self.deny_races) = (true, true);
        self
    }
}
