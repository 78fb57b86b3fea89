//! Copies of structures whose padding nothing has written.

use smem_sim::{Arch, KernelArg, LaunchShape, Simulator};

/// How many instructions read uninitialized bytes: `s` has a byte at 0 and, where `both`, a word at 4. `%p` is in global memory.
fn unwritten(both: bool, body: &str) -> usize {
    let second = if both { "st.shared.u32 [s+4], 7;" } else { "" };
    let text = format!(
        ".version 8.8 .target sm_90 .address_size 64
         .visible .entry k(.param .u64 to) {{
         .shared .align 8 .b8 s[16]; .shared .align 8 .b8 d[16];
         .reg .b64 %p, %w; .reg .b32 %a, %b, %c; .reg .pred %q;
         ld.param.u64 %p, [to]; mov.u32 %c, 5; st.shared.u8 [s], 5; {second}
         {body} ret; }}"
    );
    let module = smem_ptx::module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let simulator = Simulator::new(Arch::SM_90).race_check(true);
    let to = simulator.alloc(16);
    let profile = simulator.launch(&module, "k", &LaunchShape::new(1, 1), &[KernelArg::Ptr(to)]).unwrap();
    profile.unwritten.len()
}

#[test]
fn padding_is_copied_without_a_word() {
    for copy in [
        "ld.shared.v2.u32 {%a, %b}, [s]; st.shared.v2.u32 [d], {%a, %b};",
        "ld.shared.v2.u32 {%a, %b}, [s]; st.global.v2.u32 [%p], {%a, %b};",
        "ld.shared.u64 %w, [s]; st.shared.u64 [d], %w;",
        "ld.shared.u32 %a, [s]; st.shared.u32 [d], %a; mov.u32 %a, 1; add.u32 %b, %a, 1;",
    ] {
        assert_eq!(unwritten(true, copy), 0, "{copy}");
    }
    // The second word may be padding, too.
    assert_eq!(unwritten(false, "ld.shared.u64 %w, [s]; st.shared.u64 [d], %w;"), 0);
}

#[test]
fn a_use_is_told_and_so_is_a_result_that_nothing_has_written() {
    for used in [
        "ld.shared.u32 %a, [s]; add.u32 %a, %a, 1; st.shared.u32 [d], %a;",
        "ld.shared.u32 %a, [s]; st.shared.u32 [d], %a; setp.eq.u32 %q, %a, 3; @%q st.shared.u32 [d], %c;",
        "ld.shared.u32 %a, [s]; and.b32 %b, %a, 8; mov.u32 %c, d; add.u32 %c, %c, %b; st.shared.u32 [%c], %a;",
    ] {
        assert_eq!(unwritten(true, used), 1, "{used}");
    }
    assert_eq!(unwritten(false, "ld.shared.v2.u32 {%a, %b}, [s]; st.global.v2.u32 [%p], {%a, %b};"), 1);
    assert_eq!(unwritten(true, "ld.shared.u32 %a, [s+8]; st.shared.u32 [d], %a;"), 1);
}
