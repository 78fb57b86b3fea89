//! A read is over where a shuffle, a vote, a match or a reduction has handed on its value.

use smem_sim::{Arch, LaunchShape, Simulator};

/// The number of races of one warp in which each lane reads the next lane's word, does `between`, and writes its own.
fn races(between: &str) -> usize {
    races_of(&format!("ld.shared.u32 %v, [%n]; {between} st.shared.u32 [%o], %w;"))
}

/// `%o` is the lane's own word, `%n` the next one's; every lane has written its own, and the warp has met.
fn races_of(body: &str) -> usize {
    let text = format!(
        ".version 8.8 .target sm_90 .address_size 64
         .visible .entry k() {{
         .shared .align 4 .b8 s[256]; .reg .b32 %t, %s, %o, %n, %v, %w, %x, %i; .reg .pred %p, %q;
         mov.u32 %t, %tid.x; mov.u32 %s, s; mad.lo.u32 %o, %t, 4, %s; add.u32 %n, %o, 4; mov.u32 %w, 7; mov.u32 %x, 1; mov.u32 %i, 0;
         st.shared.u32 [%o], %t; bar.warp.sync -1;
         {body} ret; }}"
    );
    let module = smem_ptx::module(&text).unwrap_or_else(|error| panic!("{error}\\n{text}"));
    let simulator = Simulator::new(Arch::SM_90).race_check(true);
    let profile = simulator.launch(&module, "k", &LaunchShape::new(1, 32), &[]).unwrap();
    profile
        .races
        .iter()
        .filter(|race| race.first.line != race.second.line || race.first.text != race.second.text)
        .count()
}

#[test]
fn exchanges_of_the_value_end_the_read() {
    for exchange in [
        "shfl.sync.up.b32 %x, %v, 1, 0, -1;",
        "shfl.sync.idx.b32 %x|%p, %v, 3, 31, -1;",
        "redux.sync.add.s32 %x, %v, -1;",
        "match.any.sync.b32 %x, %v, -1;",
        "setp.gt.u32 %p, %v, 3; vote.sync.ballot.b32 %x, %p, -1;",
        "setp.gt.u32 %p, %v, 3; vote.sync.any.pred %q, !%p, -1;",
        // It depends on the value by way of others.
        "mad.lo.u32 %w, %v, 3, 5; xor.b32 %i, %w, 1; shfl.sync.up.b32 %x, %i, 1, 0, -1;",
        "setp.gt.u32 %p, %v, 3; selp.u32 %i, 1, 0, %p; shfl.sync.up.b32 %x, %i, 1, 0, -1;",
        // Its second operand does.
        "and.b32 %i, %v, 31; shfl.sync.idx.b32 %x, %w, %i, 31, -1;",
    ] {
        assert_eq!(races(exchange), 0, "{exchange}");
    }
}

#[test]
fn an_exchange_of_another_value_does_not() {
    for other in [
        "",
        "shfl.sync.up.b32 %x, %t, 1, 0, -1;",
        "setp.gt.u32 %p, %t, 3; vote.sync.ballot.b32 %x, %p, -1;",
        "mov.u32 %v, 5; shfl.sync.up.b32 %x, %v, 1, 0, -1;",
        // On one path alone.
        "setp.gt.u32 %p, %t, 3; @%p mov.u32 %v, 5; shfl.sync.up.b32 %x, %v, 1, 0, -1;",
        // The lanes of one half wait for one another alone, and lane 15 reads what lane 16 writes.
        "setp.lt.u32 %p, %t, 16; selp.u32 %i, 0xffff, 0xffff0000, %p; shfl.sync.up.b32 %x, %v, 1, 0x1000, %i;",
        // It comes before the value is read again.
        "shfl.sync.up.b32 %x, %v, 1, 0, -1; ld.shared.u32 %i, [%n]; add.u32 %w, %w, %i;",
    ] {
        assert_ne!(races(other), 0, "{other}");
    }
}

#[test]
fn a_write_before_an_exchange_is_not_ordered_by_it() {
    let body = "st.shared.u32 [%o], %w; shfl.sync.up.b32 %x, %w, 1, 0, -1; ld.shared.u32 %v, [%n]; add.u32 %x, %x, %v; st.shared.u32 [%n], %x;";
    assert_ne!(races_of(body), 0);
}

#[test]
fn a_scan_in_a_loop_ends_the_read_of_its_first_value() {
    let body = "ld.shared.u32 %v, [%n]; mov.u32 %i, 1;
         L: shfl.sync.up.b32 %x, %v, %i, 0, -1; setp.ge.u32 %p, %t, %i; @%p add.u32 %v, %v, %x;
         shl.b32 %i, %i, 1; setp.lt.u32 %q, %i, 32; @%q bra L; st.shared.u32 [%o], %v;";
    assert_eq!(races_of(body), 0);
}
