//! The counts and findings of several launches of a kernel together.

use crate::instruction_count::InstructionCount;
use crate::profile::{Profile, SharedCount};

impl Profile {
    /// Adds another launch of the same kernel: counts are summed, and a finding at the same instructions is one with more times. The shape is
    /// that of the larger grid; chains of dependent instructions stay those of this launch.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64 .visible .entry k() { ret; }").unwrap();
    /// let sim = Simulator::new(Arch::SM_90);
    /// let mut all = sim.launch(&module, "k", &LaunchShape::new(2, 32), &[])?;
    /// all.add(&sim.launch(&module, "k", &LaunchShape::new(8, 64), &[])?);
    /// assert_eq!((all.warp_instructions, all.grid, all.grid_blocks, all.blocks_run), (2 + 16, [8, 1, 1], 10, 10));
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    pub fn add(&mut self, other: &Profile) {
        let blocks = |grid: [u32; 3]| grid.iter().map(|count| u128::from(*count)).product::<u128>();
        if blocks(other.grid) > blocks(self.grid) {
            (self.grid, self.block, self.block_threads) = (other.grid, other.block, other.block_threads);
        }
        self.thread_instructions += other.thread_instructions;
        self.warp_instructions += other.warp_instructions;
        self.barriers += other.barriers;
        self.global_loaded += other.global_loaded;
        self.global_stored += other.global_stored;
        self.global_atomic += other.global_atomic;
        self.shared_bytes = self.shared_bytes.max(other.shared_bytes);
        self.local_bytes = self.local_bytes.max(other.local_bytes);
        self.grid_blocks += other.grid_blocks;
        self.blocks_run += other.blocks_run;
        self.stopped |= other.stopped;
        self.repeated &= other.repeated;
        self.waits_for_shared |= other.waits_for_shared;
        self.races_checked &= other.races_checked;
        self.global_races_checked &= other.global_races_checked;
        self.races_left_out += other.races_left_out;
        self.footprint.loaded_bytes += other.footprint.loaded_bytes;
        self.footprint.stored_bytes += other.footprint.stored_bytes;
        self.footprint.loaded_allocations += other.footprint.loaded_allocations;
        self.footprint.stored_allocations += other.footprint.stored_allocations;
        self.add_counts(other);
        self.add_findings(other);
    }

    fn add_counts(&mut self, other: &Profile) {
        let is_same = |one: &SharedCount, other: &SharedCount| {
            (one.line, one.op, one.bytes, &one.text) == (other.line, other.op, other.bytes, &other.text)
        };
        join(&mut self.shared, &other.shared, is_same, |known, count| {
            known.requests += count.requests;
            known.executed += count.executed;
            known.wavefronts += count.wavefronts;
            known.ideal += count.ideal;
            known.worst = known.worst.max(count.worst);
            known.ways = known.ways.max(count.ways);
            known.depends_on_timing |= count.depends_on_timing;
        });
        join(
            &mut self.global,
            &other.global,
            |one, other| (one.line, &one.text) == (other.line, &other.text),
            |known, count| {
                known.requests += count.requests;
                known.sectors += count.sectors;
                known.ideal += count.ideal;
                known.wavefronts += count.wavefronts;
            },
        );
        let is_same =
            |one: &InstructionCount, other: &InstructionCount| (one.line, &one.text) == (other.line, &other.text);
        join(&mut self.instructions, &other.instructions, is_same, |known, count| {
            known.warps += count.warps;
            known.lsu_wavefronts += count.lsu_wavefronts;
            known.local.requests += count.local.requests;
            known.local.sectors += count.local.sectors;
            known.local.wavefronts += count.local.wavefronts;
            known.local.stores |= count.local.stores;
        });
    }

    fn add_findings(&mut self, other: &Profile) {
        join(
            &mut self.races,
            &other.races,
            |one, other| {
                (one.kind, one.first.line, one.second.line) == (other.kind, other.first.line, other.second.line)
            },
            |known, race| known.times += race.times,
        );
        join(
            &mut self.global_races,
            &other.global_races,
            |one, other| {
                (one.kind, one.first.side.line, one.second.side.line)
                    == (other.kind, other.first.side.line, other.second.side.line)
            },
            |known, race| known.times += race.times,
        );
        join(
            &mut self.unwritten,
            &other.unwritten,
            |one, other| one.side.line == other.side.line,
            |known, read| known.times += read.times,
        );
        join(
            &mut self.overruns,
            &other.overruns,
            |one, other| one.side.line == other.side.line,
            |known, overrun| known.times += overrun.times,
        );
        join(
            &mut self.cluster_accesses,
            &other.cluster_accesses,
            |one, other| one.side.line == other.side.line && one.lifetime == other.lifetime,
            |known, access| known.times += access.times,
        );
        join(
            &mut self.unawaited_results,
            &other.unawaited_results,
            |one, other| one.user == other.user && one.product == other.product,
            |known, result| known.times += result.times,
        );
        join(
            &mut self.local_overruns,
            &other.local_overruns,
            |one, other| one.side.line == other.side.line,
            |known, overrun| known.times += overrun.times,
        );
        join(
            &mut self.past_end,
            &other.past_end,
            |one, other| one.side.line == other.side.line,
            |known, access| known.times += access.times,
        );
        join(
            &mut self.divergent_barriers,
            &other.divergent_barriers,
            |one, other| one.line == other.line,
            |known, barrier| known.times += barrier.times,
        );
    }
}

/// Adds each of `others` to the one that it is the same as, which most often is at the same place, or to the end.
fn join<T: Clone>(all: &mut Vec<T>, others: &[T], is_same: impl Fn(&T, &T) -> bool, add: impl Fn(&mut T, &T)) {
    for (at, other) in others.iter().enumerate() {
        let place = match all.get(at).is_some_and(|known| is_same(known, other)) {
            true => Some(at),
            false => all.iter().position(|known| is_same(known, other)),
        };
        match place {
            Some(place) => add(&mut all[place], other),
            None => all.push(other.clone()),
        }
    }
}
