//! Accesses, barriers and branches that may depend on the contents of global memory.

use smem_sim::{Arch, DataDependence, DependentKind, Simulator};

/// The dependence of a kernel with a table in shared memory, whose `%d` points to numbers. The first line of the body is line 5.
fn dependence(body: &str) -> DataDependence {
    let text = format!(
        ".version 8.8 .target sm_90 .address_size 64
        .visible .entry k(.param .u64 from) {{
        .shared .align 4 .b8 a[1024]; .reg .b32 %r<9>; .reg .b64 %d; .reg .pred %p;
        ld.param.u64 %d, [from]; mov.u32 %r1, a; mov.u32 %r7, %tid.x; mad.lo.u32 %r8, %r7, 4, %r1;
{body}
        ret; }}"
    );
    let module = smem_ptx::module(&text).unwrap();
    Simulator::new(Arch::SM_90).data_dependence(&module, "k").unwrap()
}

fn shown(body: &str) -> Vec<(u32, DependentKind, Vec<u32>, Vec<u32>)> {
    let uses = dependence(body).uses.into_iter();
    uses.map(|own| (own.line, own.kind, own.by_value, own.by_choice)).collect()
}

use DependentKind::{Barrier, Branch, GlobalAccess, SharedAccess};

#[test]
fn an_address_depends_on_the_loads_that_it_is_computed_of() {
    let body = "ld.global.u32 %r2, [%d];
        mad.lo.u32 %r3, %r2, 4, %r1;
        st.shared.u32 [%r3], %r7;";
    assert_eq!(shown(body), [(7, SharedAccess, vec![5], vec![])]);
    // The place of a store does not depend on its value.
    let body = "ld.global.u32 %r2, [%d];
        st.shared.u32 [%r8], %r2;";
    assert_eq!(shown(body), []);
    // The register has another value by then.
    let body = "ld.global.u32 %r2, [%d];
        mov.u32 %r2, %r7;
        mad.lo.u32 %r3, %r2, 4, %r1;
        st.shared.u32 [%r3], %r7;";
    assert_eq!(shown(body), []);
}

#[test]
fn contents_flow_through_shared_memory() {
    let body = "ld.global.u32 %r2, [%d];
        st.shared.u32 [%r8], %r2;
        bar.sync 0;
        ld.shared.u32 %r4, [%r8];
        mad.lo.u32 %r3, %r4, 4, %r1;
        ld.shared.u32 %r5, [%r3];";
    assert_eq!(shown(body), [(10, SharedAccess, vec![5], vec![])]);
    let copied = "cp.async.ca.shared.global [%r8], [%d], 4;
        cp.async.wait_all;
        bar.sync 0;
        ld.shared.u32 %r4, [%r8];
        mad.lo.u32 %r3, %r4, 4, %r1;
        ld.shared.u32 %r5, [%r3];";
    assert_eq!(shown(copied), [(10, SharedAccess, vec![5], vec![])]);
}

#[test]
fn comparisons_choose() {
    let body = "ld.global.u32 %r2, [%d];
        setp.eq.u32 %p, %r2, 0;
        @%p st.shared.u32 [%r8], %r7;
        vote.sync.ballot.b32 %r3, %p, 0xffffffff;
        and.b32 %r3, %r3, 31;
        mad.lo.u32 %r4, %r3, 4, %r1;
        ld.shared.u32 %r5, [%r4];
        @%p bra past;
        bar.sync 0;
        past:";
    let expected =
        [(7, SharedAccess, vec![], vec![5]), (11, SharedAccess, vec![], vec![5]), (12, Branch, vec![], vec![5])];
    assert_eq!(shown(body), expected);
    // The address is written under the guard of the access: what its register held before is not used.
    let body = "ld.global.u32 %r2, [%d];
        setp.eq.u32 %p, %r2, 0;
        @%p mov.u32 %r2, %r8;
        @%p st.shared.u32 [%r2], %r7;";
    assert_eq!(shown(body), [(8, SharedAccess, vec![], vec![5])]);
    let body = "ld.global.u32 %r2, [%d];
        setp.eq.u32 %p, %r2, 0;
        @%p mov.u32 %r2, %r8;
        st.shared.u32 [%r2], %r7;";
    assert_eq!(shown(body), [(8, SharedAccess, vec![5], vec![5])]);
    let body = "ld.global.u32 %r2, [%d];
        setp.eq.u32 %p, %r2, 0;
        @%p bar.sync 0;";
    assert!(shown(body).iter().any(|own| *own == (7, Barrier, vec![], vec![5])), "{:?}", shown(body));
}

#[test]
fn a_branch_past_which_nothing_counts_and_a_flag_are_left_out() {
    let body = "ld.global.u32 %r2, [%d];
        setp.eq.u32 %p, %r2, 0;
        @%p bra past;
        add.u32 %r3, %r2, 1;
        past:
        st.shared.u32 [%r8], %r7;";
    assert_eq!(shown(body), []);
    let flag = "ld.volatile.global.u32 %r2, [%d];
        setp.eq.u32 %p, %r2, 0;
        @%p st.shared.u32 [%r8], %r7;";
    assert_eq!(shown(flag), []);
    let gather = "ld.global.u64 %d, [%d];
        ld.global.u32 %r2, [%d];";
    assert_eq!(shown(gather), [(6, GlobalAccess, vec![5], vec![])]);
}
