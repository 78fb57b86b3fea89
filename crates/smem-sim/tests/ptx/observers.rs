//! Observers receive every access to shared memory, with its threads, addresses, epoch and source line.

use crate::common::{SCAN, module};
use smem_sim::{Arch, KernelArg, LaunchShape, Observer, SharedAccess, SharedOp, Simulator};
use std::collections::BTreeMap;

/// All that an observer receives of one access, as plain data.
#[derive(Default)]
struct Log(Vec<Seen>);

#[derive(Debug, Clone, PartialEq)]
struct Seen {
    block: [u32; 3],
    warp: u32,
    epoch: u32,
    op: SharedOp,
    bytes: u32,
    line: u32,
    text: String,
    lanes: Vec<(u32, u32)>,
    threads: Vec<[u32; 3]>,
    loc: Option<String>,
}

impl Observer for Log {
    fn shared(&mut self, access: &SharedAccess<'_>) {
        self.0.push(Seen {
            block: access.block(),
            warp: access.warp(),
            epoch: access.epoch(),
            op: access.op(),
            bytes: access.bytes(),
            line: access.line(),
            text: access.text().to_owned(),
            lanes: access.lanes().collect(),
            threads: access.lanes().map(|(lane, _)| access.thread(lane)).collect(),
            loc: access.loc().map(ToString::to_string),
        });
    }
}

#[test]
fn an_access_is_told_with_its_threads_addresses_and_epoch() {
    // Blocks of 8 x 6 threads: the second warp has 16. Every third thread loads; a barrier of one warp does not begin an epoch.
    let module = module(
        "",
        ".shared .align 4 .b8 a[192];\nmov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mad.lo.u32 %r3, %r2, 8, %r1;\n\
         shl.b32 %r4, %r3, 2; mov.u32 %r5, a; add.u32 %r5, %r5, %r4;\nst.shared.u32 [%r5], %r3;\nbar.sync 0;\n\
         bar.warp.sync -1;\nred.shared.max.u32 [%r5], %r3;\nbar.sync 1;\nbar.sync 0, 64;\n\
         rem.u32 %r6, %r3, 3; setp.eq.u32 %p1, %r6, 0;\n@%p1 ld.shared.u32 %r7, [%r5];\nret;",
    );
    let module = &module;
    let launch = LaunchShape::of([2, 3, 1], [8, 6, 1]);
    for host_threads in [1, 3] {
        let sim = Simulator::new(Arch::SM_90).host_threads(host_threads);
        let result = sim.launch_observed(module, "k", &launch, &[], Log::default);
        let (profile, logs) = result.unwrap_or_else(|fault| panic!("{fault}"));
        assert!(logs.len() <= host_threads);
        let seen: Vec<Seen> = logs.into_iter().flat_map(|log| log.0).collect();
        assert_eq!(seen.len(), 6 * 2 * 3);
        assert_eq!(profile.requests(), 6 * 2 * 3);
        let mut blocks: BTreeMap<[u32; 3], Vec<&Seen>> = BTreeMap::new();
        seen.iter().for_each(|access| blocks.entry(access.block).or_default().push(access));
        assert_eq!(blocks.len(), 6);
        for accesses in blocks.values() {
            for access in accesses {
                let (op, epoch, each) = match access.op {
                    SharedOp::Store => (SharedOp::Store, 0, 1),
                    SharedOp::Atomic => (SharedOp::Atomic, 1, 1),
                    _ => (SharedOp::Load, 3, 3),
                };
                assert_eq!((access.op, access.epoch, access.bytes), (op, epoch, 4), "{access:?}");
                let threads = (32 * access.warp..(32 * access.warp + 32).min(48)).filter(|thread| thread % each == 0);
                let expected: Vec<(u32, u32)> = threads.map(|thread| (thread % 32, 4 * thread)).collect();
                assert_eq!(access.lanes, expected);
                for ((_, address), thread) in access.lanes.iter().zip(&access.threads) {
                    assert_eq!([address / 4 % 8, address / 32, 0], *thread);
                }
            }
        }
    }
}

#[test]
fn what_is_observed_is_what_the_profile_counts_with_the_source_it_came_from() {
    for compiled in SCAN {
        let module = compiled.module();
        let sim = Simulator::new(Arch::SM_90);
        let (nx, ny) = (64u32, 64u32);
        let (source, sums) = (sim.alloc((nx * ny) as usize), sim.alloc(8 * (nx * ny) as usize));
        let args = [
            KernelArg::Ptr(source),
            KernelArg::Ptr(sums),
            KernelArg::Ptr(0),
            KernelArg::Ptr(0),
            KernelArg::U32(nx),
            KernelArg::U32(ny),
        ];
        let launch = LaunchShape::of([2, 2, 1], [32, 32, 1]);
        let (profile, logs) = sim.launch_observed(&module, "scan_dense", &launch, &args, Log::default).unwrap();
        let model = Arch::SM_90.bank_model();
        let mut lines: BTreeMap<(u32, String), (u64, u64)> = BTreeMap::new();
        for access in logs.iter().flat_map(|log| &log.0) {
            let address = |lane| access.lanes.iter().find(|(l, _)| *l == lane).map(|(_, address)| *address);
            let request = smem_banks::WarpRequest::from_fn(access.bytes, address).unwrap();
            let cost = if access.op == SharedOp::Load { model.load_cost(&request) } else { model.cost(&request) };
            let line = lines.entry((access.line, access.text.clone())).or_default();
            *line = (line.0 + 1, line.1 + u64::from(cost.wavefronts));
        }
        assert_eq!(lines.len(), profile.shared.len());
        for count in &profile.shared {
            assert_eq!(lines[&(count.line, count.text.to_string())], (count.requests, count.wavefronts));
            let loc = count.loc.as_ref().map(ToString::to_string);
            assert!(loc.is_some(), "the fixture has line information");
            assert!(logs.iter().flat_map(|log| &log.0).any(|access| access.line == count.line && access.loc == loc));
        }
        let inlined = logs.iter().flat_map(|log| &log.0).filter_map(|access| access.loc.as_ref());
        assert!(inlined.clone().any(|loc| loc.contains(", inlined at ")), "no chain of calls");
    }
}

/// A function that is called from two places and calls another, with line information, and a kernel that calls it.
const CALLS: &str = ".version 8.8 .target sm_90 .address_size 64
.func inner(.param .u32 at) {
  .reg .b32 %r<2>;
  .loc 1 3 1
  ld.param.u32 %r0, [at];
  st.shared.u32 [%r0], 1;
  .loc 1 50 1, function_name $name, inlined_at 1 4 7
  st.shared.u32 [%r0+4], 2;
  ret;
}
.func outer(.param .u32 at) {
  .reg .b32 %r<2>;
  .param .b32 p;
  .loc 1 10 1
  ld.param.u32 %r0, [at];
  st.param.b32 [p], %r0;
  .loc 1 11 2
  call inner, (p);
  ret;
}
.func bare(.param .u32 at) {
  .reg .b32 %r<2>;
  ld.param.u32 %r0, [at];
  st.shared.u32 [%r0], 3;
  ret;
}
.visible .entry k() {
  .shared .align 4 .b8 a[64];
  .reg .b32 %r<2>;
  .param .b32 p;
  mov.u32 %r0, a;
  st.param.b32 [p], %r0;
  .loc 1 20 3
  call outer, (p);
  .loc 1 21 4
  call outer, (p);
  .loc 1 22 5
  call inner, (p);
  .loc 1 23 6
  call bare, (p);
  st.shared.u32 [%r0], 4;
  ret;
}
.file 1 \"k.cu\"
.section .debug_str {
$name:
.b8 104,101,108,112,101,114,0
}";

#[test]
fn a_call_that_is_expanded_is_in_the_chain_of_its_source_lines() {
    let module = smem_ptx::module(CALLS).unwrap();
    let sim = Simulator::new(Arch::SM_90);
    let launch = LaunchShape::new(1, 1);
    let (profile, logs) = sim.launch_observed(&module, "k", &launch, &[], Log::default).unwrap();
    let seen: Vec<(u32, &str)> = logs
        .iter()
        .flat_map(|log| &log.0)
        .map(|access| (access.line, access.loc.as_deref().unwrap_or("none")))
        .collect();
    assert_eq!(
        seen,
        [
            (6, "k.cu:3:1 in inner, inlined at k.cu:11:2 in outer, inlined at k.cu:20:3"),
            (
                8,
                "k.cu:50:1 in helper, inlined at k.cu:4:7 in inner, inlined at k.cu:11:2 in outer, inlined at k.cu:20:3"
            ),
            (6, "k.cu:3:1 in inner, inlined at k.cu:11:2 in outer, inlined at k.cu:21:4"),
            (
                8,
                "k.cu:50:1 in helper, inlined at k.cu:4:7 in inner, inlined at k.cu:11:2 in outer, inlined at k.cu:21:4"
            ),
            (6, "k.cu:3:1 in inner, inlined at k.cu:22:5"),
            (8, "k.cu:50:1 in helper, inlined at k.cu:4:7 in inner, inlined at k.cu:22:5"),
            // It has no `.loc`, so its line is that of the call.
            (24, "k.cu:23:6"),
            (41, "k.cu:23:6"),
        ]
    );
    // One entry for a line of PTX, with the common start of the chains of its expansions.
    let loc = |count: &smem_sim::SharedCount| count.loc.as_ref().map(ToString::to_string);
    let lines: Vec<(u32, u64, Option<String>)> = profile.shared.iter().map(|c| (c.line, c.requests, loc(c))).collect();
    let expected = [
        (6, 3, "k.cu:3:1 in inner"),
        (8, 3, "k.cu:50:1 in helper, inlined at k.cu:4:7 in inner"),
        (24, 1, "k.cu:23:6"),
        (41, 1, "k.cu:23:6"),
    ];
    assert_eq!(lines, expected.map(|(line, requests, loc)| (line, requests, Some(loc.to_owned()))));
}
