//! Kernels with barriers, fences and waits inserted, with which remedies of races are tried.
//!
//! Code addresses stay as they are, because machine code computes with them. An instruction in front of which others are inserted moves to
//! the end of the code, behind them, and a branch to them takes its place:
//!
//! ```text
//! before           after
//! 7: store         7: branch to 20
//! 8: load          8: load
//! ..               ..
//!                  20: barrier
//!                  21: store
//!                  22: branch to 8
//! ```

use crate::isa::sass::{self, SassCode, SassConstant, SassInst, SassOp, Source};
use crate::isa::{Barrier, BarrierResult, Exchange, Inst, NOWHERE, Operation, Pred, Slot, TRUE};
use crate::program::{DecodedKernel, KernelCode, PtxCode, PtxConstant};
use crate::remedy::Sync;
use std::collections::BTreeMap;

/// An insertion in front of an instruction, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Insertion {
    pub(crate) sync: Sync,
    /// Barriers of the block with one number are one barrier of the source: threads may meet at any of them.
    pub(crate) number: u32,
}

/// Insertions by the instruction that they are in front of.
pub(crate) type Insertions = BTreeMap<u32, Vec<Insertion>>;

/// The barrier of the block that insertions use first; others use those below it.
const LAST_BARRIER: u32 = 15;
/// The barriers that insertions use: kernels use the first ones.
const BARRIERS: u32 = 8;

/// The barrier of an insertion.
fn barrier_id(insertion: Insertion) -> u32 {
    LAST_BARRIER - insertion.number % BARRIERS
}

/// Makes a copy of a kernel, for blocks of so many threads, with the insertions. A barrier of the block is one for all of its threads, also
/// for those that have ended: it never opens without them.
pub(crate) fn inserted(kernel: &DecodedKernel, insertions: &Insertions, threads: u32) -> DecodedKernel {
    let mut copy = kernel.clone();
    for (&pc, list) in insertions {
        let info = copy.info[pc as usize].clone();
        let entry = copy.info.len() as u32;
        let moved = match &mut copy.code {
            KernelCode::Ptx(code) => insert_ptx(code, pc, list, threads),
            KernelCode::Sass(code) => insert_sass(code, pc, list, threads),
        };
        if let KernelCode::Ptx(code) = &mut copy.code
            && let Some(variables) = code.accesses.of(pc).map(<[usize]>::to_vec)
        {
            code.accesses.insert(entry + moved, variables);
        }
        for at in 0..moved + 2 {
            copy.info.push(info.clone());
            copy.origins.push(if at == moved { pc } else { NOWHERE });
        }
    }
    copy
}

/// Returns how many instructions were inserted.
fn insert_ptx(code: &mut PtxCode, pc: u32, list: &[Insertion], threads: u32) -> u32 {
    const ALWAYS: Pred = Pred { slot: TRUE, flip: 0 };
    let entry = code.code.len() as u32;
    let mut count = 0;
    for insertion in list {
        let ops = match insertion.sync {
            Sync::Fence => vec![Operation::Fence],
            Sync::ProxyFence => vec![Operation::ProxyFence],
            Sync::CopyWait => vec![Operation::WaitCopies { pending: None }],
            Sync::BulkWait => vec![Operation::CommitBulk, Operation::WaitBulk { pending: 0 }],
            Sync::ProductWait => vec![Operation::CommitProducts, Operation::WaitProducts { pending: 0 }],
            Sync::WarpBarrier => {
                vec![Operation::Exchange(Exchange::WarpSync { members: ptx_constant(code, u64::from(u32::MAX)) })]
            }
            Sync::BlockBarrier => vec![Operation::Barrier(Barrier {
                id: ptx_constant(code, barrier_id(*insertion).into()),
                threads: Some(ptx_constant(code, threads.next_multiple_of(32).into())),
                waits: true,
                aligned: true,
                result: BarrierResult::None,
            })],
        };
        count += ops.len() as u32;
        code.code.extend(ops.into_iter().map(|op| Inst { op, guard: ALWAYS }));
    }
    let branch = |target| Inst { op: Operation::Branch { target, join: NOWHERE }, guard: ALWAYS };
    let own = std::mem::replace(&mut code.code[pc as usize], branch(entry));
    code.code.push(own);
    code.code.push(branch(pc + 1));
    count
}

fn ptx_constant(code: &mut PtxCode, bits: u64) -> Slot {
    let slot = code.registers;
    code.registers += 1;
    code.constants.push((slot, PtxConstant::Bits(bits)));
    slot
}

/// Returns how many instructions were inserted.
fn insert_sass(code: &mut SassCode, pc: u32, list: &[Insertion], threads: u32) -> u32 {
    let entry = code.code.len() as u32;
    let plain = |op| SassInst { guard: sass::TRUE, uniform: false, op };
    let mut count = 0;
    for insertion in list {
        let ops = match insertion.sync {
            Sync::Fence => vec![SassOp::Fence],
            Sync::ProxyFence => vec![SassOp::ProxyFence],
            Sync::CopyWait => vec![SassOp::CommitCopies, SassOp::WaitCopies { pending: 0 }],
            Sync::BulkWait => vec![SassOp::CommitBulk, SassOp::WaitCopies { pending: 0 }],
            Sync::ProductWait => vec![SassOp::CommitProducts, SassOp::WaitProducts { pending: 0 }],
            Sync::WarpBarrier => vec![SassOp::WarpSync { named: None, exclusive: false }],
            Sync::BlockBarrier => vec![SassOp::BlockBarrier {
                id: sass_constant(code, barrier_id(*insertion)),
                threads: Some(sass_constant(code, threads.next_multiple_of(32))),
                waits: true,
                votes: None,
            }],
        };
        count += ops.len() as u32;
        code.code.extend(ops.into_iter().map(plain));
    }
    let branch = |target| plain(SassOp::Branch { target, also: sass::TRUE });
    let own = std::mem::replace(&mut code.code[pc as usize], branch(entry));
    code.code.push(own);
    code.code.push(branch(pc + 1));
    count
}

fn sass_constant(code: &mut SassCode, bits: u32) -> Source {
    let slot = code.registers;
    code.registers += 1;
    code.constants.push((slot, SassConstant::Bits(bits)));
    Source { slot, and: u32::MAX, xor: 0 }
}
