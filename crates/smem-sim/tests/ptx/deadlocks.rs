//! Threads that wait for an event that no thread is left to cause: reported at once, with the places where they wait.

use smem_sim::{Arch, Fault, FaultKind, KernelArg, LaunchShape, Profile, Simulator};

/// Runs `body` with `%t` the thread, `%g` the block, `%s` a word of shared memory that is zero, and `%p` one of global memory.
fn run(body: &str, shape: LaunchShape, settings: impl Fn(Simulator) -> Simulator) -> Result<Profile, Fault> {
    let text = format!(
        ".version 8.8 .target sm_90 .address_size 64\n.visible .entry k(.param .u64 to) {{\n.shared .align 8 .b8 words[64];\n\
         .reg .b32 %t, %g, %s, %v, %n;\n.reg .b64 %p, %b;\n.reg .pred %q;\nmov.u32 %t, %tid.x;\nmov.u32 %g, %ctaid.x;\n\
         mov.u32 %s, words;\nld.param.u64 %p, [to];\nst.shared.u32 [%s], 0;\nbar.sync 0;\n{body}\nret;\n}}\n"
    );
    let module = smem_ptx::module(&text).unwrap();
    let sim = settings(Simulator::new(Arch::SM_90));
    let to = sim.alloc(64);
    sim.launch(&module, "k", &shape, &[KernelArg::Ptr(to)])
}

fn deadlock(body: &str, shape: LaunchShape) -> String {
    // Far more than it takes, and far less than what takes long.
    let fault = run(body, shape, |sim| sim.instruction_limit(1 << 30)).unwrap_err();
    assert!(matches!(fault.kind, FaultKind::Deadlock(_)), "{fault}");
    fault.to_string()
}

/// Waits until a word is not zero.
const WAIT_SHARED: &str = "W: ld.volatile.shared.u32 %v, [%s]; setp.eq.u32 %q, %v, 0; @%q bra W;";
const WAIT_GLOBAL: &str = "W: ld.volatile.global.u32 %v, [%p]; setp.eq.u32 %q, %v, 0; @%q bra W;";

#[test]
fn a_flag_in_shared_memory_that_nobody_sets_is_a_deadlock() {
    let message = deadlock(&format!("setp.ne.u32 %q, %t, 40; @%q bra E; {WAIT_SHARED} E:"), LaunchShape::new(3, 64));
    assert!(message.contains("in block (0, 0, 0) threads 40 ask again"), "{message}");
    assert!(message.contains("line 13; threads 0 to 39, 41 to 63 have ended at line 14"), "{message}");
}

#[test]
fn a_flag_in_global_memory_that_no_block_sets_is_a_deadlock() {
    for blocks in [1, 2, 70] {
        let message = deadlock(WAIT_GLOBAL, LaunchShape::new(blocks, 32));
        assert!(message.contains("threads 0 to 31 ask again and again at line 13"), "{message}");
    }
}

#[test]
fn some_wait_at_a_barrier_for_others_that_wait_for_them() {
    let body = format!(
        "setp.lt.u32 %q, %t, 32; @%q bra S;\nbar.sync 0;\nst.shared.u32 [%s], 1;\nbra E;\nS: {WAIT_SHARED}\nbar.sync 0; E:"
    );
    let message = deadlock(&body, LaunchShape::new(1, 64));
    for part in ["threads 0 to 31 ask again and again at line 17", "threads 32 to 63 wait at the barrier at line 14"] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn an_mbarrier_at_which_too_few_arrive_is_a_deadlock() {
    let body = "setp.ne.u32 %q, %t, 0; @%q bra I; mbarrier.init.shared.b64 [%s], 65; I: bar.sync 0;\n\
                mbarrier.arrive.shared.b64 %b, [%s];\nW: mbarrier.try_wait.shared.b64 %q, [%s], %b; @!%q bra W;";
    let message = deadlock(body, LaunchShape::new(1, 64));
    assert!(message.contains("threads 0 to 63 ask again and again at line 15"), "{message}");
    let state = "threads 0 to 63 wait for the end of a phase of parity 0 of the mbarrier at `words` (byte 0x0 of shared memory): no phase of it \
                 is complete, and the present one, of parity 0, lacks 1 of 65 arrivals; threads 0 to 63 have arrived in it";
    assert!(message.contains(state), "{message}");
}

#[test]
fn a_wait_for_the_wrong_parity_has_the_phases_of_the_mbarrier_and_who_arrived() {
    // The first warp ends two phases, and the second one then waits for the parity of the first of them.
    let body = "setp.ne.u32 %q, %t, 0; @%q bra I; mbarrier.init.shared.b64 [%s+16], 32; mbarrier.init.shared.b64 [%s+24], 1; I: bar.sync 0;\n\
                setp.ge.u32 %q, %t, 32; @%q bra L;\nmbarrier.arrive.shared.b64 %b, [%s+16];\n\
                F: mbarrier.try_wait.parity.shared.b64 %q, [%s+16], 0; @!%q bra F;\nmbarrier.arrive.shared.b64 %b, [%s+16]; bar.sync 0; ret;\n\
                L: bar.sync 0; W: mbarrier.try_wait.parity.shared.b64 %q, [%s+16], 0; @!%q bra W;";
    let message = deadlock(body, LaunchShape::new(1, 64));
    let state = "threads 32 to 63 wait for the end of a phase of parity 0 of the mbarrier at `words + 16 bytes` (byte 0x10 of shared memory): 2 phases \
                 of it are complete, the last of parity 1, and the present one, of parity 0, lacks 32 of 32 arrivals; threads 0 to 31 arrived in \
                 earlier phases, and not in this one";
    assert!(message.contains(state), "{message}");
}

#[test]
fn a_phase_that_lacks_bytes_says_so() {
    let begin = "setp.ne.u32 %q, %t, 0; @%q bra I; mbarrier.init.shared.b64 [%s], 1; mbarrier.arrive.expect_tx.shared.b64 %b, [%s], 128; I: bar.sync 0;\n";
    let wait = "W: mbarrier.try_wait.parity.shared.b64 %q, [%s], 0; @!%q bra W;";
    let message = deadlock(&format!("{begin}{wait}"), LaunchShape::new(1, 32));
    assert!(
        message.contains("lacks 0 of 1 arrivals and 128 bytes of transactions; threads 0 have arrived in it"),
        "{message}"
    );
    let never = "setp.ne.u32 %q, %t, 0; @%q bra I; mbarrier.init.shared.b64 [%s], 1; I: bar.sync 0;\n";
    let message = deadlock(&format!("{never}{wait}"), LaunchShape::new(1, 32));
    assert!(message.contains("lacks 1 of 1 arrivals; no thread has arrived at it"), "{message}");
    let message = deadlock(wait, LaunchShape::new(1, 32));
    assert!(
        message.contains("the mbarrier at `words` (byte 0x0 of shared memory): it is not initialized"),
        "{message}"
    );
}

#[test]
fn the_words_that_are_asked_for_are_named_with_what_they_hold() {
    let message = deadlock(&format!("setp.ne.u32 %q, %t, 40; @%q bra E; {WAIT_SHARED} E:"), LaunchShape::new(1, 64));
    assert!(
        message.contains("; threads 40 ask for the word at `words` (byte 0x0 of shared memory), which holds 0;"),
        "{message}"
    );
    let message = deadlock(WAIT_GLOBAL, LaunchShape::new(1, 32));
    assert!(
        message
            .contains("; threads 0 to 31 ask for the word at address 0x1f0000000000 of global memory, which holds 0;"),
        "{message}"
    );
    // A word for each thread: the first ones.
    let each =
        "mad.lo.u32 %s, %t, 4, %s; bar.sync 0;\nW: ld.volatile.shared.u32 %v, [%s]; setp.ne.u32 %q, %v, 77; @%q bra W;";
    let message = deadlock(each, LaunchShape::new(1, 16));
    assert!(message.contains("; threads 2 ask for the word at `words + 8 bytes`"), "{message}");
    assert!(message.contains("; 13 other places are asked for as well"), "{message}");
}

#[test]
fn a_lock_whose_holder_has_ended_is_a_deadlock() {
    for space in ["shared.b32 %v, [%s]", "global.b32 %v, [%p]"] {
        let body = format!("L: atom.cas.{space}, 0, 1; setp.ne.u32 %q, %v, 0; @%q bra L;");
        deadlock(&body, LaunchShape::new(2, 32));
    }
}

#[test]
fn a_wait_that_ends_by_itself_or_by_a_later_block_is_none() {
    let patient =
        "mov.u32 %n, 0; W: ld.volatile.shared.u32 %v, [%s]; add.u32 %n, %n, 1; setp.lt.u32 %q, %n, 200000; @%q bra W;";
    run(patient, LaunchShape::new(1, 32), |sim| sim).unwrap();
    // The last block lets all others go, and each writes what it has in between.
    let last = format!("setp.ne.u32 %q, %g, 40; @%q bra W;\nst.volatile.global.u32 [%p], 1;\n{WAIT_GLOBAL}");
    for threads in [1, 2, 3] {
        run(&last, LaunchShape::new(41, 32), |sim| sim.host_threads(threads)).unwrap();
    }
}

#[test]
fn blocks_that_count_to_one_another_are_none() {
    // Each block waits for the number of its predecessor, the last one first: every change wakes those that wait.
    let chain = "mov.u32 %n, 24; sub.u32 %n, %n, %g;\n\
                 W: ld.volatile.global.u32 %v, [%p]; setp.ne.u32 %q, %v, %n; @%q bra W;\nadd.u32 %n, %n, 1; st.volatile.global.u32 [%p], %n;";
    for threads in [1, 2, 4] {
        run(chain, LaunchShape::new(25, 1), |sim| sim.host_threads(threads)).unwrap();
    }
}

#[test]
fn what_was_found_in_front_of_a_deadlock_is_in_the_profile_so_far() {
    // Each thread reads its neighbour's word without a barrier, and an uninitialized one; then one of them waits forever.
    let body = format!(
        ".reg .b32 %x, %y;\nshl.b32 %x, %t, 2; and.b32 %x, %x, 28; add.u32 %x, %x, %s;\nst.shared.u32 [%x+4], %t;\n\
         ld.shared.u32 %y, [%x+8];\nld.shared.u32 %y, [%s+60];\nsetp.ne.u32 %q, %t, 40; @%q bra E; {WAIT_SHARED} E:"
    );
    for limit in [1 << 30, 1 << 12] {
        let settings = |sim: Simulator| sim.race_check(true).instruction_limit(limit);
        let fault = run(&body, LaunchShape::new(1, 64), settings).unwrap_err();
        let found = fault.so_far.as_ref().unwrap_or_else(|| panic!("{fault}"));
        assert!(!found.races.is_empty() && !found.unwritten.is_empty(), "{fault}: {found:?}");
    }
}

/// Waits until a word is not zero or so many cycles have passed; `%q` says which.
fn timed_wait(clock: &str, most: u64) -> String {
    format!(
        ".reg .b64 %c, %d, %e; mov.u64 %c, %{clock};\nW: ld.volatile.shared.u32 %v, [%s]; setp.ne.u32 %q, %v, 0; @%q bra D;\n\
         mov.u64 %d, %{clock}; sub.u64 %e, %d, %c; setp.lt.u64 %q, %e, {most}; @%q bra W;\nD:"
    )
}

#[test]
fn a_thread_that_measures_how_long_it_waits_in_vain_is_in_a_deadlock() {
    for clock in ["clock64", "globaltimer"] {
        let body = timed_wait(clock, u64::MAX);
        let message = deadlock(&body, LaunchShape::new(1, 64));
        assert!(message.contains("threads 0 to 63 ask again and again at line 14"), "{clock}: {message}");
    }
}

#[test]
fn a_wait_with_a_limit_of_time_ends() {
    for clock in ["clock64", "globaltimer"] {
        let body = timed_wait(clock, 1 << 43) + " st.shared.u32 [%s+4], 1;";
        run(&body, LaunchShape::new(1, 64), |sim| sim.instruction_limit(1 << 30)).unwrap();
    }
}

#[test]
fn a_wait_with_a_limit_of_time_lasts_while_another_warp_works_on_the_answer() {
    // The second warp counts to 200,000 before it answers; the first traps if its time is over.
    let work = "setp.lt.u32 %q, %t, 32; @%q bra F; .reg .b32 %work; mov.u32 %work, 0;\n\
                G: add.u32 %work, %work, 1; setp.lt.u32 %q, %work, 200000; @%q bra G; st.volatile.shared.u32 [%s], 1; bra Z;\nF:";
    for clock in ["clock64", "globaltimer"] {
        let wait = timed_wait(clock, 1 << 43).replace("@%q bra D;", "@%q bra Z;");
        let body = format!("st.volatile.shared.u32 [%s], 0; bar.sync 0;\n{work} {wait} trap;\nZ:");
        run(&body, LaunchShape::new(1, 64), |sim| sim.instruction_limit(1 << 30)).unwrap();
    }
}
