//! Lanes and threads together: exchanges, divergence, calls, barriers.

use super::{of, run};

#[test]
fn uniform_registers_are_the_same_for_every_lane() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane + 5, 0, 0, 0, 0, 0, 0, 0]).collect();
    let body = "R2UR UR4, R4
        UIADD3 UR4, UP0, UR4, -0x6, URZ
        ULEA UR5, UR4, 0x10, 0x2
        UISETP.NE.U32.AND UP1, UPT, UR5, URZ, UPT
        USEL UR6, UR5, 0x63, !UP1
        IADD3 R12, R4, UR4, RZ
        MOV R13, UR6
        REDUX.SUM UR7, R4
        MOV R14, UR7
        VOTEU.ANY UR8, UPT, PT
        POPC R15, UR8
        ULDC.U8 UR9, c[0x2][0x3]
        MOV R16, UR9
        LDC R17, c[0x2][RZ]";
    let (left, _) = run(body, &inputs).unwrap();
    for (lane, words) in (0..).zip(&left) {
        // 5 - 6 of the first lane; no bank 2 word is computed with a lane's own index here.
        assert_eq!(words[..2], [lane + 4, 0x63], "lane {lane}");
        assert_eq!(words[2..6], [(0..32).map(|lane| lane + 5).sum(), 32, 0x40, 0x4030_2010]);
    }
}

#[test]
fn a_loop_over_the_values_of_lanes_takes_one_at_a_time() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane % 3, 0, 0, 0, 0, 0, 0, 0]).collect();
    // The code of ptxas for an instruction that takes a uniform register, where lanes may have different values.
    let body = "MOV R12, RZ
        MOV R13, RZ
        PLOP3.LUT P1, PT, PT, PT, PT, 0x80, 0x0
        .L_x_0:
        PLOP3.LUT P0, PT, P0, P1, PT, 0xa2, 0x0
        @P1 R2UR P0, UR8, R4
        @P1 IADD3 R13, R13, UR8, RZ
        @P1 PLOP3.LUT P1, PT, P0, PT, PT, 0x80, 0x0
        IADD3 R12, R12, 0x1, RZ
        @P1 BRA.U.ANY `(.L_x_0)";
    let (left, _) = run(body, &inputs).unwrap();
    for (lane, words) in (0..).zip(&left) {
        // Three values, three rounds: a lane is in the rounds up to that of its value.
        assert_eq!(words[..2], [3, (0..=lane % 3).sum()], "lane {lane}");
    }
}

#[test]
fn an_exit_ends_the_lanes_of_its_guard_for_which_its_predicate_holds() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane, 0, 0, 0, 0, 0, 0, 0]).collect();
    let body = "MOV R12, 0x7
        STG.E.128 [R2.64+0x20], R12
        ISETP.GE.U32.AND P1, PT, R4, 0x8, PT
        ISETP.LT.U32.AND P2, PT, R4, 0x10, PT
        @P1 EXIT P2
        @P1 EXIT !PT
        MOV R12, 0x9";
    let (left, _) = run(body, &inputs).unwrap();
    for (lane, words) in left.iter().enumerate() {
        assert_eq!(words[0], if (8..16).contains(&lane) { 7 } else { 9 }, "lane {lane}");
    }
}

#[test]
fn lanes_exchange_and_vote() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane * 10, lane / 8, 0, 0, 0, 0, 0, 0]).collect();
    let body = "SHFL.UP P0, R12, R4, 0x1, RZ
        SEL R13, RZ, 0x1, !P0
        SHFL.BFLY PT, R14, R4, 0x10, 0x1f
        ISETP.GE.U32.AND P1, PT, R5, 0x3, PT
        VOTE.ANY R15, P2, P1
        MATCH.ANY R16, R5
        MATCH.ALL P3, R17, R5
        S2R R18, SR_LTMASK
        SHFL.DOWN PT, R19, R4, 0x1, 0x1807";
    let (left, _) = run(body, &inputs).unwrap();
    for (lane, words) in (0u32..).zip(&left) {
        let up = if lane == 0 { [0, 0] } else { [10 * (lane - 1), 1] };
        assert_eq!(words[..2], up, "lane {lane}");
        assert_eq!(words[2..4], [10 * (lane ^ 16), 0xff00_0000]);
        assert_eq!(words[4..7], [0xff << (lane / 8 * 8), 0, (1u32 << lane) - 1]);
        assert_eq!(words[7], 10 * if lane % 8 == 7 { lane } else { lane + 1 });
    }
}

#[test]
fn parted_lanes_meet_where_the_code_says() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane, 0, 0, 0, 0, 0, 0, 0]).collect();
    // A loop of as many rounds as the lane's number; then all lanes vote together.
    let body = "MOV R12, RZ
        BSSY B0, `(.L_after)
        .L_loop:
        ISETP.GE.U32.AND P0, PT, R12, R4, PT
        @P0 BREAK B0
        @P0 BRA `(.L_out)
        VIADD R12, R12, 0x1
        BRA `(.L_loop)
        .L_out:
        BSSY B0, `(.L_after)
        BSYNC B0
        .L_after:
        WARPSYNC.ALL
        VOTE.ANY R13, PT, PT
        BSSY B1, `(.L_end)
        ISETP.NE.AND P1, PT, R4, 0x3, PT
        @P1 BRA `(.L_other)
        EXIT
        .L_other:
        BSYNC B1
        .L_end:
        VOTE.ANY R14, PT, PT";
    let (left, _) = run(body, &inputs).unwrap();
    for (lane, words) in (0u32..).zip(&left) {
        if lane == 3 {
            assert_eq!(words, &[0; 8], "it has ended");
        } else {
            assert_eq!(words[..3], [lane, u32::MAX, !8], "lane {lane}");
        }
    }
}

#[test]
fn a_collective_gathers_lanes_from_different_places() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane, 0, 0, 0, 0, 0, 0, 0]).collect();
    // Even and odd lanes shuffle at places of their own, with the same registers.
    let body = "MOV R20, 0xffffffff
        MOV R21, 0x1
        MOV R22, 0x1f
        LOP3.LUT P0, RZ, R4, 0x1, RZ, 0xc0, !PT
        BSSY B0, `(.L_end)
        @P0 BRA `(.L_odd)
        MOV R13, 0x64
        WARPSYNC.COLLECTIVE R20, `(.L_even_after)
        SHFL.BFLY P1, R12, R4, R21, R22
        ENDCOLLECTIVE
        .L_even_after:
        VIADD R13, R13, 0x1
        BRA `(.L_meet)
        .L_odd:
        MOV R13, 0xc8
        WARPSYNC.COLLECTIVE R20, `(.L_odd_after)
        SHFL.BFLY P1, R12, R4, R21, R22
        ENDCOLLECTIVE
        .L_odd_after:
        VIADD R13, R13, 0x2
        .L_meet:
        BSYNC B0
        .L_end:
        UMOV UR4, 0xffffffff
        BRA.DIV UR4, `(.L_lost)
        BRA.CONV ~URZ, `(.L_found)
        BRA `(.L_lost)
        .L_found:
        MOV R14, 0x1
        .L_lost:
        VOTE.ANY R15, PT, PT";
    let (left, _) = run(body, &inputs).unwrap();
    for (lane, words) in (0u32..).zip(&left) {
        let own = if lane % 2 == 0 { 0x65 } else { 0xca };
        assert_eq!(words[..4], [lane ^ 1, own, 1, u32::MAX], "lane {lane}");
    }
}

#[test]
fn calls_return_to_the_address_in_registers() {
    let body = "MOV R20, 0x80
        MOV R21, RZ
        CALL.REL.NOINC `(.L_twice)
        IADD3 R13, R12, R12, RZ
        BRA `(.L_end)
        .L_twice:
        IADD3 R12, R4, R4, RZ
        RET.REL.NODEC R20 `(k)
        .L_end:
        NOP";
    assert_eq!(of(body, [21, 0, 0, 0]), [42, 84]);
    let fault = run("MOV R20, 0x84\nMOV R21, RZ\nRET.REL.NODEC R20 `(k)", &[[0; 8]]).unwrap_err().to_string();
    assert!(fault.contains("a jump to 0x84, outside the kernel's code"), "{fault}");
}

#[test]
fn uniform_predicates_go_to_a_uniform_register() {
    let body = "R2UR UR4, R4
        UISETP.NE.AND UP0, UPT, UR4, URZ, UPT
        UISETP.EQ.AND UP1, UPT, UR4, URZ, UPT
        UISETP.GT.U32.AND UP2, UPT, UR4, 0x5, UPT
        UP2UR UR6, UPR, URZ, 0x7
        UP2UR UR7, UPR, UR4, 0x1
        MOV R12, UR6
        MOV R13, UR7";
    assert_eq!(of(body, [8, 0, 0, 0]), [0b101, 0b1001]);
    assert_eq!(of(body, [0, 0, 0, 0]), [0b010, 0]);
}

#[test]
fn a_warp_gets_the_registers_that_it_asks_for() {
    let body = "MOV R12, 0x1
        MOV R13, 0x1
        USETMAXREG.DEALLOC.CTAPOOL 0x28
        USETMAXREG.TRY_ALLOC.CTAPOOL UP0, 0xe8
        PLOP3.LUT P0, PT, PT, PT, UP0, 0x80, 0x0
        @P0 MOV R12, 0x2
        @!P0 MOV R13, 0x3";
    assert_eq!(of(body, [0; 4]), [2, 1]);
    // Those after the 40 that the kernel begins with.
    let more = "USETMAXREG.TRY_ALLOC.CTAPOOL UP0, 0xe8
        MOV R231, R4
        MOV R12, R231";
    assert_eq!(of(more, [5, 0, 0, 0])[0], 5);
}

#[test]
fn a_kernel_of_sm_100_has_as_many_uniform_registers_as_others() {
    let body = "R2UR UR62, R4
        R2UR UR63, R5
        R2UR UR64, R6
        UIADD3 UR254, UR62, UR63, UR64
        UIADD3 UR7, UR254, 0x1, URZ
        MOV R12, UR254
        IADD3 R13, UR7, UR64, RZ";
    assert_eq!(of(body, [1, 20, 300, 0]), [321, 622]);
    // Those that a compiler moves elsewhere for a while.
    let kept = "R2UR UR70, R4
        MOV.SPILL R8, UR70
        UMOV UR70, 0x9
        MOV R12, UR70
        R2UR.FILL UR70, R8
        MOV R13, UR70";
    assert_eq!(of(kept, [77, 0, 0, 0]), [9, 77]);
}

#[test]
fn threads_count_at_a_barrier() {
    let inputs: Vec<[u32; 8]> = (0..64).map(|thread| [thread, 0, 0, 0, 0, 0, 0, 0]).collect();
    let body = "ISETP.LT.U32.AND P0, PT, R4, 0x28, PT
        BAR.RED.POPC.DEFER_BLOCKING 0x0, P0
        B2R.RESULT R12
        BAR.RED.AND.DEFER_BLOCKING 0x0, P0
        B2R.RESULT RZ, P1
        SEL R13, RZ, 0x1, !P1
        BAR.RED.OR.DEFER_BLOCKING 0x0, P0
        B2R.RESULT RZ, P1
        SEL R14, RZ, 0x1, !P1
        LEA R20, R4, 0x400, 0x2
        STS [R20], R4
        BAR.SYNC.DEFER_BLOCKING 0x0
        LOP3.LUT R21, R4, 0x3f, RZ, 0x3c, !PT
        LEA R21, R21, 0x400, 0x2
        LDS R15, [R21]";
    let (left, profile) = run(body, &inputs).unwrap();
    for (thread, words) in (0..).zip(&left) {
        assert_eq!(words[..4], [40, 0, 1, 63 - thread]);
    }
    assert_eq!(profile.barriers, 8);
    // Threads that have ended are not waited for, unless a count asks for them.
    let ended = "ISETP.GE.U32.AND P0, PT, R4, 0x20, PT\n@P0 EXIT\nBAR.SYNC.DEFER_BLOCKING 0x0";
    assert_eq!(run(ended, &inputs).unwrap().1.barriers, 1);
    let stuck = run(&format!("{ended}, 0x40"), &inputs).unwrap_err();
    assert!(stuck.to_string().contains("32 threads wait at line"), "{stuck}");
}

#[test]
fn lanes_that_differ_in_any_of_several_registers_are_marked() {
    let inputs: Vec<[u32; 8]> =
        [[1, 2], [1, 3], [2, 2], [1, 2]].iter().map(|&[a, b]| [a, b, 0, 0, 0, 0, 0, 0]).collect();
    let body = "R2UR P0, UR4, R4
        R2UR.OR P0, UR5, R5
        SEL R12, RZ, 0x1, !P0
        MOV R13, UR5
        R2UR P1, UR4, R5
        SEL R14, RZ, 0x1, !P1";
    let (left, _) = run(body, &inputs).unwrap();
    assert_eq!(left.iter().map(|words| words[0]).collect::<Vec<_>>(), [0, 1, 1, 0]);
    assert_eq!(left.iter().map(|words| (words[1], words[2])).collect::<Vec<_>>(), [(2, 0), (2, 1), (2, 0), (2, 0)]);
}

#[test]
fn code_for_debugging_finds_its_stack_above_the_lowest_address() {
    let body = "S2R R12, SR_LMEMHIOFF
        ISETP.GE.U32.AND P0, PT, R4, R12, PT
        SEL R13, RZ, 0x1, !P0
        STL.S16 [RZ], R5
        LDL R14, [RZ]";
    let (left, _) = run(body, &[[8, 0x1234_8765, 0, 0, 0, 0, 0, 0]]).unwrap();
    assert_eq!(left[0][..3], [0, 1, 0x8765]);
}

#[test]
fn lanes_that_a_barrier_of_the_warp_waits_for_in_vain_are_a_finding() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane, 0xff, 0, 0, 0, 0, 0, 0]).collect();
    for (barrier, missing) in [("WARPSYNC.ALL", 0xffff_fffc), ("WARPSYNC R5", 0xfc), ("WARPSYNC.EXCLUSIVE R5", 0xfc)] {
        let body = format!(
            "BSSY B0, `(.L_end)
            ISETP.GE.U32.AND P0, PT, R4, 0x2, PT
            @P0 BRA `(.L_meet)
            {barrier}
            MOV R12, 0x7
            .L_meet:
            BSYNC B0
            .L_end:
            VOTE.ANY R13, PT, PT"
        );
        let (left, profile) = run(&body, &inputs).unwrap_or_else(|fault| panic!("{barrier}: {fault}"));
        for (lane, words) in left.iter().enumerate() {
            assert_eq!(words[..2], [if lane < 2 { 7 } else { 0 }, u32::MAX], "{barrier}, lane {lane}");
        }
        let found: Vec<_> = profile.divergent_barriers.iter().map(|b| (b.arrived, b.missing, b.times)).collect();
        assert_eq!(found, [(3, missing, 1)], "{barrier}");
    }
}
