//! The end of an `mbarrier` races with what other threads do with it, unless it comes after them.

use smem_sim::{Arch, LaunchShape, Simulator};

/// The races of two warps that make an `mbarrier`, arrive there, and do `body` with it: `%m` is its address and `%c` that of a counter.
fn races(body: &str) -> usize {
    let text = format!(
        ".version 8.8 .target sm_90 .address_size 64
         .visible .entry k() {{
         .shared .align 8 .b64 m; .shared .align 4 .b32 c;
         .reg .b32 %t, %l, %m, %c, %x, %y; .reg .b64 %s; .reg .pred %p, %q, %r;
         mov.u32 %t, %tid.x; mov.u32 %l, %laneid; mov.u32 %m, m; mov.u32 %c, c; setp.ne.u32 %p, %t, 0; setp.eq.u32 %q, %l, 0;
         @%p bra MADE; mbarrier.init.shared.b64 [%m], 64; st.shared.u32 [%c], 0;
         MADE: bar.sync 0; mbarrier.arrive.shared.b64 %s, [%m];
         {body} ret; }}"
    );
    let module = smem_ptx::module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let simulator = Simulator::new(Arch::SM_90).race_check(true);
    simulator.launch(&module, "k", &LaunchShape::new(1, 64), &[]).unwrap().races.len()
}

const WAIT: &str = "W: mbarrier.try_wait.parity.shared.b64 %r, [%m], 0; @!%r bra W;";

/// One lane of each warp counts for the warp, and the last one ends the barrier.
const LAST_ENDS: &str = "@!%q bra DONE; atom.shared.add.acq_rel.cta.u32 %x, [%c], 32; setp.ne.u32 %r, %x, 32;
    @%r bra DONE; mbarrier.inval.shared.b64 [%m]; DONE:";

#[test]
fn the_last_one_ends_it_after_a_count_of_what_warps_have_matched() {
    assert_eq!(races(&format!("match.any.sync.b32 %y, %m, -1; {LAST_ENDS}")), 0);
    // Nothing says that the other lanes of the warp have arrived.
    assert_ne!(races(LAST_ENDS), 0);
    let relaxed = LAST_ENDS.replace("acq_rel", "relaxed");
    assert_ne!(races(&format!("match.any.sync.b32 %y, %m, -1; {relaxed}")), 0);
}

#[test]
fn one_that_others_may_still_ask_is_not_ended() {
    let end = "@%p bra DONE; mbarrier.inval.shared.b64 [%m]; DONE:";
    assert_ne!(races(&format!("{WAIT} {end}")), 0);
    assert_eq!(races(&format!("{WAIT} bar.sync 0; {end}")), 0);
}
