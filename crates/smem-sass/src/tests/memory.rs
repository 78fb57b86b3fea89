//! Shared memory: what instructions leave there, and what they cost.

use super::{F, run};
use smem_sim::Profile;

/// Requests, executions and wavefronts of each shared instruction.
fn counts(profile: &Profile) -> Vec<(u64, u64, u64)> {
    profile.shared.iter().map(|count| (count.requests, count.executed, count.wavefronts)).collect()
}

#[test]
fn shared_memory_is_counted_by_the_bank_model() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane, 7, 0, 0, 0, 0, 0, 0]).collect();
    let body = "LEA R20, R4, 0x400, 0x6
        STS [R20], R5
        LDS R12, [R20]
        LEA R21, R4, 0x400, 0x4
        STS.128 [R21], R4
        LDS.128 R12, [R21]
        @!PT LDS RZ, [RZ]
        ISETP.GT.U32.AND P0, PT, R4, 0xf, PT
        @P0 LDS R13, [R20]";
    let (_, profile) = run(body, &inputs).unwrap();
    // 64 bytes from lane to lane: 16 lanes on a bank. Dense words of 16 bytes: four phases. Nobody: no wavefront.
    let expected = [(1, 1, 16), (1, 1, 16), (1, 1, 4), (1, 1, 4), (0, 1, 0), (1, 1, 8)];
    assert_eq!(counts(&profile), expected);
    // Addresses are counted from the block's own first byte.
    let fault = run("LDS R12, [RZ+0x3fc]", &inputs).unwrap_err().to_string();
    assert!(fault.contains("outside shared memory: the block has 2048 bytes"), "{fault}");
    assert!(run("LDS R12, [RZ+0x402]", &inputs).unwrap_err().to_string().contains("not aligned"));
}

#[test]
fn atomics_work_and_cost_what_was_measured() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane, 1, F(1.0), 0, 0, 0, 0, 0]).collect();
    let body = "MOV R20, 0x400
        STS.64 [R20], RZ
        ATOMS.ADD R12, [R20], R5
        ATOMS.POPC.INC.32 RZ, [R20]
        LDS R13, [R20]
        STS [R20+0x8], RZ
        BSSY B0, `(.L_done)
        .L_again:
        LDS R21, [R20+0x8]
        FADD R22, R21, R6
        ATOMS.CAST.SPIN R22, [R20+0x8], R21, R22
        ISETP.EQ.U32.AND P0, PT, R22, 0x1, PT
        @!P0 BRA `(.L_again)
        BSYNC B0
        .L_done:
        LDS R14, [R20+0x8]
        ATOMS.MAX.S32 R15, [R20+0x4], R4
        ATOMS.CAS R16, [R20+0x4], R0, R5
        LDS R17, [R20+0x4]";
    let (left, profile) = run(body, &inputs).unwrap();
    // The lowest lane goes first.
    assert_eq!(left.iter().map(|words| words[0]).collect::<Vec<_>>(), (0..32).collect::<Vec<_>>());
    assert_eq!((left[31][1], left[31][3], left[31][5]), (64, 30, 1));
    assert!(left.iter().all(|words| words[2] == F(32.0)));
    let atomics: Vec<_> = profile.shared.iter().filter(|count| count.op == smem_sim::SharedOp::Atomic).collect();
    let wavefronts: Vec<_> = atomics.iter().map(|count| (count.requests, count.wavefronts)).collect();
    // One for each lane on the word, one for all, two for each lane over all 32 rounds, one and two for each lane.
    assert_eq!(wavefronts, [(1, 32), (1, 1), (32, 64), (1, 32), (1, 64)]);
}

/// Adds R6 to the word at R20 in a loop of compare-and-store, and leaves whether each shared instruction depends on timing.
fn timing_of_a_sum(threads: u32, address: &str) -> Vec<bool> {
    let inputs: Vec<[u32; 8]> = (0..threads).map(|thread| [thread, 0, F(1.0), 0, 0, 0, 0, 0]).collect();
    let body = format!(
        "MOV R20, 0x400
        STS [R20], RZ
        BAR.SYNC.DEFER_BLOCKING 0x0
        {address}
        BSSY B0, `(.L_done)
        .L_again:
        LDS R21, [R20]
        FADD R22, R21, R6
        ATOMS.CAST.SPIN R22, [R20], R21, R22
        ISETP.EQ.U32.AND P0, PT, R22, 0x1, PT
        @!P0 BRA `(.L_again)
        BSYNC B0
        .L_done:
        BAR.SYNC.DEFER_BLOCKING 0x0
        LDS R12, [R20]"
    );
    let (_, profile) = run(&body, &inputs).unwrap();
    profile.shared.iter().map(|count| count.depends_on_timing()).collect()
}

#[test]
fn loops_that_two_warps_contend_in_depend_on_timing_and_others_do_not() {
    let one_word = "";
    let one_word_a_warp = "LOP3.LUT R21, R4, 0x60, RZ, 0xc0, !PT
        IADD3 R20, R20, R21, RZ";
    let loops = [false, true, true, false];
    assert_eq!(timing_of_a_sum(64, one_word), loops);
    // 32 lanes of one warp come one after the other, always.
    assert_eq!(timing_of_a_sum(32, one_word), [false; 4]);
    assert_eq!(timing_of_a_sum(128, one_word_a_warp), [false; 4]);
}

#[test]
fn copies_to_shared_memory_may_be_zeros() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane, 11, 12, 13, 14, 0, 0, 0]).collect();
    let body = "LEA R20, R4, 0x400, 0x4
        ISETP.GE.U32.AND P0, PT, R4, 0x10, PT
        LDGSTS.E.128 [R20], desc[UR4][R2.64], P0
        LDGDEPBAR
        DEPBAR.LE SB0, 0x0
        LDS.64 R12, [R20]
        IADD3 R22, P1, R2, 0xc, RZ
        IADD3.X R23, R3, RZ, RZ, P1, !PT
        LDGSTS.E.BYPASS.128.ZFILL [R20], desc[UR4][R22.64]
        LDS.128 R16, [R20]";
    let (left, profile) = run(body, &inputs).unwrap();
    for (lane, words) in (0..).zip(&left) {
        assert_eq!(words[..2], if lane < 16 { [0, 0] } else { [lane, 11] }, "lane {lane}");
        // The address is 12 bytes into its 16: so many are missing at the end.
        assert_eq!(words[4..], [lane, 0, 0, 0]);
    }
    let copies = profile.shared.iter().filter(|count| count.op == smem_sim::SharedOp::AsyncCopy);
    // Two phases of zeros take one each; in the two others four lanes read from one bank. The copies past L1 are short, and take what those through it do.
    assert_eq!(copies.map(|count| count.wavefronts).collect::<Vec<_>>(), [10, 16]);
}

#[test]
fn a_loop_of_compare_and_store_of_64_bits_compares_both_halves_of_its_result() {
    // The sum of 32 times 0.5 in a double: the high half of a new value is not zero, that of the result is.
    let body = "MOV R20, 0x400
        STS.64 [R20], RZ
        BAR.SYNC.DEFER_BLOCKING 0x0
        BSSY B0, `(.L_done)
        .L_again:
        LDS.64 R8, [R20]
        DADD R10, R8, 0.5
        ATOMS.CAST.SPIN.64 R10, [R20], R8, R10
        ISETP.EQ.U32.AND P0, PT, R10, 0x1, PT
        ISETP.EQ.U32.AND.EX P0, PT, R11, RZ, PT, P0
        @!P0 BRA `(.L_again)
        BSYNC B0
        .L_done:
        BAR.SYNC.DEFER_BLOCKING 0x0
        LDS.64 R12, [R20]";
    let (left, _) = run(body, &[[0; 8]; 32]).unwrap();
    let sum = u64::from(left[0][0]) | u64::from(left[0][1]) << 32;
    assert_eq!(f64::from_bits(sum), 16.0);
}

#[test]
fn parameters_are_read_at_computed_places() {
    // The parameter is the address of the words: R2 and R3 have it, for the first thread.
    let body = "LDC R12, c[0x0][R4+0x210]
        LDC.64 R14, c[0x0][R5+0x208]
        LDC R16, c[0x0][R6]
        MOV R18, R2
        MOV R19, R3";
    let (left, _) = run(body, &[[4, 8, 0, 0, 0, 0, 0, 0]]).unwrap();
    let [_, _, low, high, block, _, expected_low, expected_high] = left[0];
    assert_eq!((left[0][0], low, high, block), (expected_high, expected_low, expected_high, 1));
    // The driver's use of it is unknown.
    let fault = run(body, &[[4, 8, 0x100, 0, 0, 0, 0, 0]]).unwrap_err().to_string();
    assert!(fault.contains("`LDC R16, c[0x0][R6]`") && fault.contains("parameter"), "{fault}");
}
