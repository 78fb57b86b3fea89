//! Every opcode with operands of every kind and number: an error in one sentence, or an instruction, and never a panic.

use smem_sim::{Arch, LaunchShape, Simulator};

const OPCODES: &str = "mov.u32 mov.b64 mov.pred ld.shared.u32 ld.global.v4.u32 ld.param.u32 st.shared.u32 st.shared.v2.u32 add.u32 add.cc.u32
    addc.u32 mad.lo.u32 mad.wide.u32 div.s32 fma.rn.f32 fma.rn.f16x2 setp.eq.u32 setp.eq.and.u32 setp.eq.f16x2 set.eq.u32.u32 selp.u32
    slct.u32.s32 cvt.u32.u64 cvt.rn.f16x2.f32 cvt.rn.satfinite.e4m3x2.f32 atom.shared.add.u32 atom.shared.cas.b32 red.shared.add.u32
    vote.sync.ballot.b32 vote.sync.any.pred shfl.sync.idx.b32 redux.sync.add.u32 match.any.sync.b32 match.all.sync.b32 activemask.b32
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 stmatrix.sync.aligned.m8n8.x4.shared.b16 movmatrix.sync.aligned.m8n8.trans.b16
    mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
    wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 wmma.load.a.sync.aligned.row.m16n16k16.shared.f16
    wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 wgmma.fence.sync.aligned
    wgmma.wait_group.sync.aligned mbarrier.init.shared.b64 mbarrier.arrive.shared.b64 mbarrier.test_wait.shared.b64
    mbarrier.try_wait.parity.shared.b64 mbarrier.arrive.expect_tx.shared.b64 mbarrier.pending_count.b64 cp.async.ca.shared.global
    cp.async.wait_group cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
    cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes cp.async.bulk.tensor.2d.global.shared::cta.bulk_group
    bar.sync bar.arrive bar.red.and.pred bar.red.popc.u32 barrier.cluster.arrive bar.warp.sync bra brx.idx call isspacep.shared
    mapa.shared::cluster.u32 prefetch.global.L2 tex.1d.v4.f32.s32 tex.2d.v4.f32.f32 tex.a2d.v4.f32.f32 tld4.r.2d.v4.f32.f32
    suld.b.1d.b32.trap sust.b.2d.v2.b32.trap txq.width.b32 elect.sync testp.finite.f32 dp4a.u32.u32 dp2a.lo.u32.u32 fns.b32 prmt.b32
    shf.l.wrap.b32 lop3.b32 lop3.and.b32 bfe.u32 bfi.b32 brev.b32 nanosleep.u32 createpolicy.fractional.L2::evict_first.b64 not.pred
    cvta.to.global.u64 fence.proxy.async exit ret trap";

const OPERANDS: [&str; 17] = [
    "%r1",
    "%p1",
    "%rd1",
    "{%r1,%r2}",
    "{%r1,%r2,%r3,%r4}",
    "[t]",
    "[%rd1, {%r1}]",
    "[%rd1, {%r1,%r2}]",
    "5",
    "%r1|%p1",
    "{}",
    "(%r1)",
    "_",
    "[%rd1+18446744073709551615]",
    "-9223372036854775808",
    "t+9223372036854775807",
    "L",
];

#[test]
fn no_number_or_kind_of_operands_is_a_panic() {
    let mut refused = 0;
    for (at, opcode) in OPCODES.split_whitespace().enumerate() {
        for count in 0..9 {
            for turn in 0..4 {
                // Each kind comes at each place of some opcode.
                let operands: Vec<&str> = (0..count)
                    .map(|place| OPERANDS[(at * 7 + place * (2 * turn + 3) + turn) % OPERANDS.len()])
                    .collect();
                let text = format!(
                    ".version 8.8\n.target sm_90a\n.address_size 64\n.visible .entry k() {{\n.reg .b32 %r<9>; .reg .b64 %rd<9>; \
                     .reg .pred %p<9>; .shared .align 16 .b8 t[1024];\n{opcode} {};\nL:\nret;\n}}\n",
                    operands.join(", ")
                );
                match smem_ptx::module(&text) {
                    Ok(module) if module.refused("k").is_none() => {
                        let sim = Simulator::new(Arch::SM_90).instruction_limit(1 << 16);
                        // A fault is an answer.
                        let _ = sim.race_check(true).launch(&module, "k", &LaunchShape::new(1, 32), &[]);
                    }
                    Ok(_) | Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}
