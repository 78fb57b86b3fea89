//! Kernels with barriers, fences and waits inserted, with which remedies of races are tried.
//!
//! Code addresses stay as they are, because machine code computes with them. An instruction in front of which others are inserted moves to
//! the end of the code, after them, and a branch to them takes its place:
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

mod ptx;
mod sass;

use crate::isa::{NOWHERE, Slot};
use crate::program::{DecodedKernel, KernelCode};
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

/// Code of an instruction set into which synchronisation is inserted.
trait InsertableCode {
    type Inst;

    fn instructions(&mut self) -> &mut Vec<Self::Inst>;

    /// Adds a register with these bits at the start of a warp.
    fn constant(&mut self, bits: u32) -> Slot;

    /// The address that instructions have for a byte of the block's shared memory.
    fn shared_address(&self, byte: u32) -> u32;

    fn branch(target: u32) -> Self::Inst;

    fn copy(to: Slot, from: Slot) -> Self::Inst;

    /// The instructions of a synchronisation other than a wait for an `mbarrier`, with the number and the threads of a barrier of the block.
    fn plain_sync(&mut self, sync: Sync, barrier: [u32; 2]) -> Vec<Self::Inst>;

    /// A loop, beginning at `start`, that waits for the phase of an `mbarrier`, and after it the change of the parity to that of the next
    /// phase. The registers have the address and the parity.
    fn phase_wait(&mut self, registers: [Slot; 2], start: u32) -> Vec<Self::Inst>;
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
            KernelCode::Ptx(code) => insert(&mut **code, pc, list, threads, &mut rings),
            KernelCode::Sass(code) => insert(&mut **code, pc, list, threads, &mut rings),
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
fn insert<C: InsertableCode>(code: &mut C, pc: u32, list: &[Insertion], threads: u32, rings: &mut WaitedRings) -> u32 {
    let entry = code.instructions().len() as u32;
    for insertion in list {
        let more = match insertion.sync {
            sync @ (Sync::PhaseWait(_) | Sync::RingWait { .. }) => ring_wait(code, sync, rings),
            sync => code.plain_sync(sync, [barrier_id(*insertion), threads.next_multiple_of(32)]),
        };
        code.instructions().extend(more);
    }
    let count = code.instructions().len() as u32 - entry;
    let own = std::mem::replace(&mut code.instructions()[pc as usize], C::branch(entry));
    code.instructions().extend([own, C::branch(pc + 1)]);
    count
}

/// A wait for the `mbarrier` whose turn it is, at the end of the code.
fn ring_wait<C: InsertableCode>(code: &mut C, sync: Sync, rings: &mut WaitedRings) -> Vec<C::Inst> {
    let mut new = || {
        let addresses = waited(sync).into_iter().map(|byte| code.shared_address(byte)).collect::<Vec<u32>>();
        addresses.into_iter().map(|address| [address, 0].map(|bits| code.constant(bits))).collect()
    };
    let ring: Vec<[Slot; 2]> = rings.entry(sync).or_insert_with(&mut new).clone();
    let start = code.instructions().len() as u32;
    let wait = code.phase_wait(ring[0], start);
    wait.into_iter().chain(rotation(code, &ring)).collect()
}

/// The copies by which the registers of a ring move up by one, and the first ones to the end.
fn rotation<C: InsertableCode>(code: &mut C, ring: &[[Slot; 2]]) -> Vec<C::Inst> {
    if ring.len() < 2 {
        return Vec::new();
    }
    let spare = [code.constant(0), code.constant(0)];
    let places: Vec<[Slot; 2]> = std::iter::once(spare).chain(ring.iter().copied()).chain([spare]).collect();
    places.windows(2).flat_map(|pair| [0, 1].map(|at| C::copy(pair[0][at], pair[1][at]))).collect()
}
