//! Warp-wide instructions whose lanes name different groups.

use crate::common::{each, run};
use smem_sim::{Arch, LaunchShape, Simulator};

/// Threads 0 to 31, with nothing else.
fn threads() -> Vec<[u64; 3]> {
    vec![[0; 3]; 32]
}

/// A value of each lane, by its number.
type OfLane = fn(u32) -> u32;

#[test]
fn disjoint_halves_synchronise_by_themselves() {
    let body = "mov.u32 %r1, %laneid;\nsetp.lt.u32 %p1, %r1, 16;\nselp.b32 %r2, 0xffff, 0xffff0000, %p1;\n\
                bar.warp.sync %r2;\nret;";
    run(body, LaunchShape::new(1, 64)).unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn every_exchange_is_one_of_its_group() {
    // Tiles of 4 lanes: their masks, and what each instruction finds in the tile.
    let tile = "mov.u32 %r1, %laneid;\nand.b32 %r2, %r1, 28;\nmov.u32 %r3, 15;\nshl.b32 %r4, %r3, %r2;\n";
    let cases: [(&str, OfLane); 9] = [
        ("shfl.sync.bfly.b32 %r10, %r1, 1, 0x1c1f, %r4;", |lane| lane ^ 1),
        ("shfl.sync.idx.b32 %r10, %r1, 2, 0x1c1f, %r4;", |lane| lane / 4 * 4 + 2),
        ("setp.gt.u32 %p1, %r1, 5;\nvote.sync.ballot.b32 %r10, %p1, %r4;", |lane| (0xf << (lane / 4 * 4)) & !0x3f),
        ("setp.gt.u32 %p1, %r1, 5;\nvote.sync.all.pred %p2, %p1, %r4;\nselp.u32 %r10, 1, 0, %p2;", |lane| {
            u32::from(lane >= 8)
        }),
        ("setp.gt.u32 %p1, %r1, 5;\nvote.sync.any.pred %p2, %p1, %r4;\nselp.u32 %r10, 1, 0, %p2;", |lane| {
            u32::from(lane >= 4)
        }),
        ("and.b32 %r5, %r1, 1;\nmatch.any.sync.b32 %r10, %r5, %r4;", |lane| (5 << (lane % 2)) << (lane / 4 * 4)),
        ("redux.sync.add.u32 %r10, %r1, %r4;", |lane| 4 * (lane / 4 * 4) + 6),
        ("elect.sync %r10|%p3, %r4;", |lane| lane / 4 * 4),
        ("elect.sync _|%p3, %r4;\nselp.u32 %r10, 1, 0, %p3;", |lane| u32::from(lane % 4 == 0)),
    ];
    for (exchange, expected) in cases {
        let out = each(&format!("{tile}{exchange}\ncvt.u64.u32 %rd0, %r10;"), &threads());
        let expected: Vec<u64> = (0..32).map(|lane| expected(lane).into()).collect();
        assert_eq!(out, expected, "{exchange}");
    }
}

#[test]
fn a_group_goes_on_while_another_waits_for_a_lane_that_is_elsewhere() {
    // Lane 31 comes by another way. The lower half does not need the upper one, which waits.
    let body = "mov.u32 %r1, %laneid;\nsetp.lt.u32 %p1, %r1, 16;\nselp.b32 %r2, 0xffff, 0xffff0000, %p1;\n\
                setp.eq.u32 %p2, %r1, 31;\n@%p2 bra LATE;\n\
                shfl.sync.bfly.b32 %r10, %r1, 15, 0x1f, %r2;\nbra.uni END;\n\
                LATE: shfl.sync.bfly.b32 %r10, %r1, 15, 0x1f, %r2;\nEND: cvt.u64.u32 %rd0, %r10;";
    // Different instructions are different exchanges: the upper half never comes together.
    let module = crate::common::module("", &format!("{body}\nret;"));
    let stuck = Simulator::new(Arch::SM_90).launch(&module, "k", &LaunchShape::new(1, 32), &[]);
    let fault = stuck.expect_err("lane 31 is at another instruction").to_string();
    assert!(fault.contains("lanes 0x80000000 wait for lanes of"), "{fault}");
    // At one instruction they do.
    let body = "mov.u32 %r1, %laneid;\nsetp.lt.u32 %p1, %r1, 16;\nselp.b32 %r2, 0xffff, 0xffff0000, %p1;\n\
                setp.ne.u32 %p2, %r1, 31;\n@%p2 bra MEET;\nadd.u32 %r3, %r1, 1;\nnanosleep.u32 20;\n\
                MEET: shfl.sync.bfly.b32 %r10, %r1, 15, 0x1f, %r2;\ncvt.u64.u32 %rd0, %r10;";
    let expected: Vec<u64> = (0..32).map(|lane| lane ^ 15).collect();
    assert_eq!(each(body, &threads()), expected);
}

#[test]
fn lanes_that_a_predicate_turns_off_are_not_waited_for_and_do_not_wait() {
    // The upper half skips the exchange and meets the lower one after it.
    let body = "mov.u32 %r1, %laneid;\nsetp.lt.u32 %p1, %r1, 16;\nmov.u32 %r10, 99;\n\
                @%p1 shfl.sync.bfly.b32 %r10, %r1, 1, 0x1f, 0xffff;\nbar.warp.sync -1;\ncvt.u64.u32 %rd0, %r10;";
    let expected: Vec<u64> = (0..32).map(|lane| if lane < 16 { lane ^ 1 } else { 99 }).collect();
    assert_eq!(each(body, &threads()), expected);
}

#[test]
fn groups_that_overlap_are_a_fault() {
    let body = "mov.u32 %r1, %laneid;\nsetp.lt.u32 %p1, %r1, 16;\nselp.b32 %r2, 0x1ffff, 0xffff0000, %p1;\n\
                bar.warp.sync %r2;\nret;";
    let fault = run(body, LaunchShape::new(1, 32)).expect_err("lane 16 is in both").to_string();
    assert!(fault.contains("lane 0 names the lanes 0x0001ffff and lane 16 names 0xffff0000"), "{fault}");
}

#[test]
fn lanes_that_a_barrier_of_the_warp_waits_for_in_vain_are_a_finding() {
    let head = "mov.u32 %r1, %tid.x;\nsetp.ge.u32 %p1, %r1, 2;\n";
    // The others go past it: to the end of the branch, to its own end of the kernel, to a barrier of the block, to a loop.
    let cases = [
        ("@%p1 bra J;\nbar.warp.sync -1;\nJ: add.u32 %r2, %r1, 1;\nret;", Some(0xffff_fffc)),
        ("@%p1 bra J;\nbar.warp.sync -1;\nJ: bar.sync 0;\nret;", Some(0xffff_fffc)),
        ("@%p1 bra J;\nbar.warp.sync -1;\nbarrier.sync 0;\nret;\nJ: barrier.sync 0;\nret;", Some(0xffff_fffc)),
        ("@%p1 bra J;\nbar.warp.sync 0xff;\nJ: add.u32 %r2, %r1, 1;\nret;", Some(0xfc)),
        ("@%p1 bra J;\nbar.warp.sync -1;\nret;\nJ: ret;", None),
        ("@%p1 bra J;\nbar.warp.sync 3;\nJ: add.u32 %r2, %r1, 1;\nret;", None),
        ("@%p1 bra J;\nbar.warp.sync -1;\nbra K;\nJ: bar.warp.sync -1;\nK: ret;", None),
    ];
    for (body, missing) in cases {
        let profile =
            run(&format!("{head}{body}"), LaunchShape::new(2, 32)).unwrap_or_else(|fault| panic!("{body}: {fault}"));
        let found: Vec<_> = profile.divergent_barriers.iter().map(|b| (b.arrived, b.missing, b.times)).collect();
        assert_eq!(found, Vec::from_iter(missing.map(|missing| (3, missing, 2))), "{body}");
    }
}

#[test]
fn a_barrier_of_the_warp_that_lanes_pass_by_orders_nothing_with_them() {
    let body = |mask: &str| {
        format!(
            ".shared .align 4 .b8 x[4];\nmov.u32 %r1, %tid.x;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra J;\n\
             st.shared.u32 [x], %r1;\nbar.warp.sync {mask};\nJ: setp.ne.u32 %p2, %r1, 5;\n@%p2 bra E;\n\
             ld.shared.u32 %r3, [x];\nE: ret;"
        )
    };
    for mask in ["-1", "1"] {
        let sim = Simulator::new(Arch::SM_90).race_check(true);
        let profile = sim.launch(&crate::common::module("", &body(mask)), "k", &LaunchShape::new(1, 32), &[]);
        assert_eq!(profile.unwrap_or_else(|fault| panic!("{fault}")).races.len(), 1, "{mask}");
    }
}
