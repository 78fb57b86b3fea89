//! Launches are joined, written and read again.

use smem_sim::{LaunchShape, Observer, Profile, SharedAccess, Simulator};

use super::*;
use crate::place::CompilersNames;
use crate::worst::{WorstRequests, WorstSeen};

/// In each round, a warp stores to a column: the first warp in one that meets in 4 banks, the others in a bank.
const COLUMNS: &str = ".version 8.8 .target sm_90 .address_size 64
    .visible .entry columns(.param .u32 rounds) {
      .shared .align 16 .b8 a[16384]; .reg .b32 %r<8>; .reg .pred %p<2>;
      ld.param.u32 %r5, [rounds]; mov.u32 %r0, a; mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 31;
      mad.lo.u32 %r3, %r2, 128, %r0; setp.lt.u32 %p0, %r1, 32;
      @%p0 mad.lo.u32 %r3, %r2, 4, %r3;
      again: st.shared.u32 [%r3], %r1; sub.u32 %r5, %r5, 1; setp.ne.u32 %p1, %r5, 0; @%p1 bra again; ret; }";

fn launched(rounds: u32, blocks: u32) -> (Profile, Vec<WorstSeen>) {
    observed(rounds, blocks, WorstRequests::default, |seen| seen)
}

fn observed<O: Observer>(
    rounds: u32,
    blocks: u32,
    new: fn() -> O,
    worst: fn(O) -> WorstRequests,
) -> (Profile, Vec<WorstSeen>) {
    let module = smem_ptx::module(COLUMNS).unwrap();
    let shape = LaunchShape::new(blocks, 128);
    let arguments = [smem_sim::KernelArg::U32(rounds)];
    let (profile, seen) =
        Simulator::new(Arch::SM_90).launch_observed(&module, "columns", &shape, &arguments, new).unwrap();
    (profile, WorstRequests::merged(seen.into_iter().map(worst).collect()))
}

/// Receives every request.
struct EveryRequest(WorstRequests);

impl Observer for EveryRequest {
    fn shared(&mut self, access: &SharedAccess<'_>) {
        self.0.shared(access);
    }
}

#[test]
fn the_worst_request_is_the_same_without_those_that_cost_the_same() {
    for blocks in [1, 2, 40] {
        let (_, few) = launched(5, blocks);
        let (_, all) = observed(5, blocks, || EveryRequest(WorstRequests::default()), |all| all.0);
        assert_eq!((few.len(), &few), (1, &all));
        assert_eq!((few[0].block, few[0].warp, few[0].wavefronts), ([0; 3], 1, 32));
    }
}

#[test]
fn launches_are_joined_and_shape_and_worst_request_are_those_of_the_longest() {
    let report = |(profile, worst): &(Profile, Vec<WorstSeen>)| {
        LaunchReport::of(&CountedLaunch { worst, ..CountedLaunch::of(profile, Arch::SM_90) }, &CompilersNames)
    };
    let (short, long) = (report(&launched(1, 3)), report(&launched(9, 2)));
    for (mut all, other) in [(short.clone(), long.clone()), (long, short)] {
        all.join(&other);
        assert_eq!((all.tally.launches, all.blocks.run, all.grid), (2, 5, [2, 1, 1]));
        let [line] = &all.lines[..] else { panic!("one line") };
        assert_eq!((line.counts.requests, line.counts, line.ways), (4 * (3 + 18), all.totals.stores.counts, 32));
        assert_eq!(line.worst.as_ref().map(|worst| worst.lanes.len()), Some(32));
    }
}

#[test]
fn what_is_written_as_json_is_read_again() {
    let (profile, worst) = launched(2, 2);
    let counted = CountedLaunch { worst: &worst, ..CountedLaunch::of(&profile, Arch::SM_90) };
    let mut report = LaunchReport::of(&counted, &CompilersNames);
    report.pipe_lines = PipeLine::all(&profile, None, &CompilersNames);
    let json = serde_json::to_string(&report).unwrap();
    let read: LaunchReport = serde_json::from_str(&json).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), json);
    assert_eq!(
        (read.arch, read.isa, read.totals, read.excess()),
        (report.arch, report.isa, report.totals, report.excess())
    );
    assert_eq!(
        read.lines[0].worst.as_ref().map(|worst| &worst.lanes),
        report.lines[0].worst.as_ref().map(|worst| &worst.lanes)
    );
}
