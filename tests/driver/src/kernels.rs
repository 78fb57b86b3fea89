//! The kernels of the cases, as PTX that every driver since CUDA 11 takes.

/// Kernels that do one thing each, named for it.
pub(crate) const KERNELS: &str = "
.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 counter[4] = {1, 2, 3, 4};
.visible .const .align 4 .b8 table[100];
.visible .entry nothing() { ret; }
.visible .entry store(.param .u64 to, .param .u32 value) {
    .reg .b64 %a; .reg .b32 %v;
    ld.param.u64 %a, [to]; ld.param.u32 %v, [value]; st.global.u32 [%a], %v; ret; }
.visible .entry add_one(.param .u64 to) {
    .reg .b64 %a; .reg .b32 %v;
    ld.param.u64 %a, [to]; atom.global.add.u32 %v, [%a], 1; ret; }
.visible .entry load_at_one() {
    .reg .b64 %a; .reg .b32 %v;
    mov.u64 %a, 1; ld.global.u8 %v, [%a]; st.global.u32 [%a], %v; ret; }
.visible .entry traps() { trap; ret; }
.visible .entry shared_far() {
    .reg .b32 %a;
    mov.u32 %a, 0x00ffff00; st.shared.u32 [%a], %a; ret; }
.visible .entry stack_of_4000() {
    .local .align 4 .b8 frame[4000]; .reg .b32 %t, %v; .reg .b64 %a, %w, %b;
    mov.u32 %t, %tid.x; mul.wide.u32 %w, %t, 4; mov.u64 %a, frame; add.s64 %b, %a, %w;
    st.local.u32 [%b], %t; ld.local.u32 %v, [%a]; st.global.u32 [counter], %v; ret; }
.visible .entry waits(.param .u64 flag) {
    .reg .b64 %a; .reg .b32 %v; .reg .pred %p;
    ld.param.u64 %a, [flag];
AGAIN: ld.volatile.global.u32 %v, [%a]; setp.eq.u32 %p, %v, 0; @%p bra AGAIN; ret; }
.visible .entry sleeps() {
    .reg .b64 %s, %n, %d; .reg .pred %p;
    mov.u64 %s, %globaltimer;
AGAIN: mov.u64 %n, %globaltimer; sub.s64 %d, %n, %s; setp.lt.u64 %p, %d, 200000000; @%p bra AGAIN; ret; }
.visible .entry four_parameters(.param .u8 a, .param .u64 b, .param .align 4 .b8 c[12], .param .u16 d) { ret; }
.visible .entry shared_of_1000() {
    .shared .align 4 .b8 tile[1000]; .reg .b32 %a, %v;
    mov.u32 %a, tile; st.shared.u32 [%a], %a; ret; }
.extern .shared .align 16 .b8 dynamic[];
.visible .entry dynamic_shared(.param .u64 to) {
    .reg .b32 %a; .reg .b64 %t;
    mov.u32 %a, dynamic; st.shared.u32 [%a], %a; ret; }
.visible .entry at_most_64() .maxntid 64, 1, 1 { ret; }
.visible .entry just_64() .reqntid 64, 1, 1 { ret; }
";

/// A kernel whose text breaks off.
pub(crate) const BROKEN: &str =
    ".version 7.0 .target sm_70 .address_size 64 .visible .entry k() { ld.global.u32 ; ret;";

/// A kernel that calls a function that is nowhere.
pub(crate) const UNRESOLVED: &str = ".version 7.0 .target sm_70 .address_size 64
.extern .func missing ();
.visible .entry k() { call missing, (); ret; }";

/// A kernel in a version of PTX that is not there yet.
pub(crate) const FUTURE_VERSION: &str = ".version 99.0 .target sm_70 .address_size 64 .visible .entry k() { ret; }";

/// A kernel for an architecture later than any.
pub(crate) const FUTURE_TARGET: &str = ".version 8.8 .target sm_121a .address_size 64 .visible .entry k() { ret; }";

/// A kernel that says its cluster.
pub(crate) const REQUIRED_CLUSTER: &str = ".version 7.8 .target sm_90 .address_size 64
.visible .entry of_two() .explicitcluster .reqnctapercluster 2, 1, 1 { ret; }";
