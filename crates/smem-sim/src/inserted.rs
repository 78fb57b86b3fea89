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

use crate::alu;
use crate::isa::sass::{
    self, AddressOf, MbarrierOp, SassAccess, SassCode, SassConstant, SassFlow, SassInst, SassOp, Source,
};
use crate::isa::{
    AddressOperand, Barrier, BarrierAccess, BarrierOp, BarrierResult, Exchange, Inst, NOWHERE, Operation, OrderOp,
    Pred, PtxFlow, Slot, Space, TRUE, Type,
};
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

/// The registers with the address of each `mbarrier` that insertions wait for and with the parity of its next phase, in the order in which
/// they are waited for: after each wait they move up by one. The copies of an unrolled loop's body share them.
type WaitedRings = BTreeMap<Sync, Vec<[Slot; 2]>>;

/// The addresses of the `mbarrier`s that a wait is for, in turn; none for another synchronisation.
fn waited(sync: Sync) -> Vec<u32> {
    match sync {
        Sync::PhaseWait(address) => vec![address],
        Sync::RingWait { first, stride, count } => (0..count).map(|at| first + at * stride).collect(),
        _ => Vec::new(),
    }
}

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
    let mut rings = WaitedRings::new();
    for (&pc, list) in insertions {
        let info = copy.info[pc as usize].clone();
        let entry = copy.info.len() as u32;
        let moved = match &mut copy.code {
            KernelCode::Ptx(code) => insert_ptx(code, pc, list, threads, &mut rings),
            KernelCode::Sass(code) => insert_sass(code, pc, list, threads, &mut rings),
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
fn insert_ptx(code: &mut PtxCode, pc: u32, list: &[Insertion], threads: u32, rings: &mut WaitedRings) -> u32 {
    const ALWAYS: Pred = Pred { slot: TRUE, flip: 0 };
    let entry = code.code.len() as u32;
    let mut count = 0;
    for insertion in list {
        let ops = match insertion.sync {
            Sync::PhaseWait(_) | Sync::RingWait { .. } => {
                let wait = ptx_phase_wait(code, insertion.sync, entry + count, rings);
                count += wait.len() as u32;
                code.code.extend(wait);
                continue;
            }
            Sync::Fence => vec![Operation::Order(OrderOp::Fence)],
            Sync::ProxyFence => vec![Operation::Order(OrderOp::ProxyFence)],
            Sync::CopyWait => vec![Operation::Order(OrderOp::WaitCopies { pending: None })],
            Sync::BulkWait => {
                vec![Operation::Order(OrderOp::CommitBulk), Operation::Order(OrderOp::WaitBulk { pending: 0 })]
            }
            Sync::ProductWait => {
                vec![Operation::Order(OrderOp::CommitProducts), Operation::Order(OrderOp::WaitProducts { pending: 0 })]
            }
            Sync::WarpBarrier => ptx_warp_sync(code, u32::MAX),
            Sync::LanesBarrier(lanes) => ptx_warp_sync(code, lanes),
            Sync::BlockBarrier => vec![Operation::Flow(PtxFlow::Barrier(Barrier {
                id: ptx_constant(code, barrier_id(*insertion).into()),
                threads: Some(ptx_constant(code, threads.next_multiple_of(32).into())),
                waits: true,
                aligned: true,
                result: BarrierResult::None,
            }))],
        };
        count += ops.len() as u32;
        code.code.extend(ops.into_iter().map(|op| Inst { op, guard: ALWAYS }));
    }
    let branch = |target| Inst { op: Operation::Flow(PtxFlow::Branch { target, join: NOWHERE }), guard: ALWAYS };
    let own = std::mem::replace(&mut code.code[pc as usize], branch(entry));
    code.code.push(own);
    code.code.push(branch(pc + 1));
    count
}

fn ptx_warp_sync(code: &mut PtxCode, lanes: u32) -> Vec<Operation> {
    vec![Operation::Flow(PtxFlow::Exchange(Exchange::WarpSync { members: ptx_constant(code, lanes.into()) }))]
}

/// A loop that waits for a phase, beginning at `start`, and behind it the next one's parity.
fn ptx_phase_wait(code: &mut PtxCode, sync: Sync, start: u32, rings: &mut WaitedRings) -> Vec<Inst> {
    let new = || waited(sync).into_iter().map(|at| [u64::from(at), 0].map(|bits| ptx_constant(code, bits))).collect();
    let ring: Vec<[Slot; 2]> = rings.entry(sync).or_insert_with(new).clone();
    let one = ptx_constant(code, 1);
    let xor = alu::integer::xor(Type::B(32)).expect("an exclusive or has a form of 32 bits");
    let copy = alu::integer::copy(Type::U(32)).expect("a copy has a form of 32 bits");
    let [base, parity] = ring[0];
    let p = code.predicates;
    code.predicates += 1;
    let address = AddressOperand { base, offset: 0, mask: u64::MAX };
    let op = BarrierOp::Test { p, phase: parity, parity: true, waits: true };
    let always = |op| Inst { op, guard: Pred { slot: TRUE, flip: 0 } };
    let again = Inst {
        op: Operation::Flow(PtxFlow::Branch { target: start, join: start + 2 }),
        guard: Pred { slot: p, flip: u32::MAX },
    };
    let moves = rotation(&ring, [ptx_constant(code, 0), ptx_constant(code, 0)]);
    let moves = moves.into_iter().map(|[d, a]| always(Operation::One { f: copy, d, a }));
    let wait = [
        always(Operation::Mbarrier(BarrierAccess { space: Space::Shared, address, op })),
        again,
        always(Operation::Two { f: xor, d: parity, a: parity, b: one }),
    ];
    wait.into_iter().chain(moves).collect()
}

/// The copies, to one register from another, by which the registers of a ring move up by one, and the first ones to the end.
fn rotation(ring: &[[Slot; 2]], spare: [Slot; 2]) -> Vec<[Slot; 2]> {
    if ring.len() < 2 {
        return Vec::new();
    }
    let places: Vec<[Slot; 2]> = std::iter::once(spare).chain(ring.iter().copied()).chain([spare]).collect();
    places.windows(2).flat_map(|pair| [[pair[0][0], pair[1][0]], [pair[0][1], pair[1][1]]]).collect()
}

fn ptx_constant(code: &mut PtxCode, bits: u64) -> Slot {
    let slot = code.registers;
    code.registers += 1;
    code.constants.push((slot, PtxConstant::Bits(bits)));
    slot
}

/// Returns how many instructions were inserted.
fn insert_sass(code: &mut SassCode, pc: u32, list: &[Insertion], threads: u32, rings: &mut WaitedRings) -> u32 {
    let entry = code.code.len() as u32;
    let plain = |op| SassInst { guard: sass::TRUE, uniform: false, op };
    let mut count = 0;
    for insertion in list {
        let ops = match insertion.sync {
            Sync::PhaseWait(_) | Sync::RingWait { .. } => {
                let wait = sass_phase_wait(code, insertion.sync, entry + count, rings);
                count += wait.len() as u32;
                code.code.extend(wait);
                continue;
            }
            Sync::Fence => vec![SassOp::Order(OrderOp::Fence)],
            Sync::ProxyFence => vec![SassOp::Order(OrderOp::ProxyFence)],
            Sync::CopyWait => {
                vec![SassOp::Order(OrderOp::CommitCopies), SassOp::Order(OrderOp::WaitGroups { pending: 0 })]
            }
            Sync::BulkWait => {
                vec![SassOp::Order(OrderOp::CommitBulk), SassOp::Order(OrderOp::WaitGroups { pending: 0 })]
            }
            Sync::ProductWait => {
                vec![SassOp::Order(OrderOp::CommitProducts), SassOp::Order(OrderOp::WaitProducts { pending: 0 })]
            }
            Sync::WarpBarrier => vec![SassOp::Flow(SassFlow::WarpSync { named: None, exclusive: false })],
            Sync::LanesBarrier(lanes) => {
                vec![SassOp::Flow(SassFlow::WarpSync { named: Some(sass_constant(code, lanes)), exclusive: false })]
            }
            Sync::BlockBarrier => vec![SassOp::Flow(SassFlow::BlockBarrier {
                id: sass_constant(code, barrier_id(*insertion)),
                threads: Some(sass_constant(code, threads.next_multiple_of(32))),
                waits: true,
                votes: None,
            })],
        };
        count += ops.len() as u32;
        code.code.extend(ops.into_iter().map(plain));
    }
    let branch = |target| plain(SassOp::Flow(SassFlow::Branch { target, also: sass::TRUE }));
    let own = std::mem::replace(&mut code.code[pc as usize], branch(entry));
    code.code.push(own);
    code.code.push(branch(pc + 1));
    count
}

/// A loop that waits for a phase, beginning at `start`, and behind it the next one's parity, which is a register's highest bit.
fn sass_phase_wait(code: &mut SassCode, sync: Sync, start: u32, rings: &mut WaitedRings) -> Vec<SassInst> {
    let reserved = code.reserved_shared;
    let new =
        || waited(sync).into_iter().map(|at| [reserved + at, 0].map(|bits| sass_constant(code, bits).slot)).collect();
    let ring: Vec<[Slot; 2]> = rings.entry(sync).or_insert_with(new).clone();
    let source = |slot| Source { slot, and: u32::MAX, xor: 0 };
    let [register, parity] = ring[0];
    let bit = sass_constant(code, 1 << 31);
    let address =
        AddressOf { register, pair: false, scale: 1, uniform: sass::ZERO, uniform_pair: false, offset: 0, short: true };
    let p = sass::DISCARD_PRED;
    let always = |op| SassInst { guard: sass::TRUE, uniform: false, op };
    let again = SassOp::Flow(SassFlow::Branch { target: start, also: sass::TRUE });
    let test = MbarrierOp::Test { p, address, parity: source(parity), waits: true };
    let moves = rotation(&ring, [sass_constant(code, 0).slot, sass_constant(code, 0).slot]);
    let moves = moves.into_iter().map(|[d, a]| always(SassOp::One { f: alu::words::integer::COPY, d, a: source(a) }));
    let wait = [
        always(SassOp::Access(SassAccess::Mbarrier(test))),
        SassInst { guard: Pred { slot: p, flip: u32::MAX }, uniform: false, op: again },
        always(SassOp::Two { f: alu::words::integer::XOR, d: parity, a: source(parity), b: bit }),
    ];
    wait.into_iter().chain(moves).collect()
}

fn sass_constant(code: &mut SassCode, bits: u32) -> Source {
    let slot = code.registers;
    code.registers += 1;
    code.constants.push((slot, SassConstant::Bits(bits)));
    Source { slot, and: u32::MAX, xor: 0 }
}
