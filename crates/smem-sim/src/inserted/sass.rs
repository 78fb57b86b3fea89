//! Insertions into machine code.

use super::InsertableCode;
use crate::alu::words::integer;
use crate::isa::sass::{
    self, AddressOf, MbarrierOp, SassAccess, SassCode, SassConstant, SassFlow, SassInst, SassOp, Source,
};
use crate::isa::{MemoryFence, OrderOp, Pred, Slot};
use crate::remedy::Sync;

fn always(op: SassOp) -> SassInst {
    SassInst { guard: sass::TRUE, uniform: false, op }
}

fn source(slot: Slot) -> Source {
    Source { slot, and: u32::MAX, xor: 0 }
}

impl InsertableCode for SassCode {
    type Inst = SassInst;

    fn instructions(&mut self) -> &mut Vec<SassInst> {
        &mut self.code
    }

    fn constant(&mut self, bits: u32) -> Slot {
        let slot = self.registers;
        self.registers += 1;
        self.constants.push((slot, SassConstant::Bits(bits)));
        slot
    }

    fn shared_address(&self, byte: u32) -> u32 {
        self.reserved_shared + byte
    }

    fn branch(target: u32) -> SassInst {
        always(SassOp::Flow(SassFlow::Branch { target, also: sass::TRUE }))
    }

    fn copy(to: Slot, from: Slot) -> SassInst {
        always(SassOp::One { f: integer::COPY, d: to, a: source(from) })
    }

    fn plain_sync(&mut self, sync: Sync, barrier: [u32; 2]) -> Vec<SassInst> {
        let ops = match sync {
            Sync::PhaseWait(_) | Sync::RingWait { .. } => Vec::new(),
            Sync::Fence => vec![SassOp::Order(OrderOp::Fence(MemoryFence::DEVICE))],
            Sync::ProxyFence => vec![SassOp::Order(OrderOp::ProxyFence)],
            Sync::CopyCommit => vec![SassOp::Order(OrderOp::CommitCopies)],
            Sync::BulkCommit => vec![SassOp::Order(OrderOp::CommitBulk)],
            Sync::CopyWait | Sync::BulkWait => vec![SassOp::Order(OrderOp::WaitGroups { pending: 0 })],
            Sync::ProductCommit => vec![SassOp::Order(OrderOp::CommitProducts)],
            Sync::ProductWait => vec![SassOp::Order(OrderOp::WaitProducts { pending: 0 })],
            Sync::WarpBarrier => vec![SassOp::Flow(SassFlow::WarpSync { named: None, exclusive: false })],
            Sync::LanesBarrier(lanes) => {
                let named = Some(source(self.constant(lanes)));
                vec![SassOp::Flow(SassFlow::WarpSync { named, exclusive: false })]
            }
            Sync::BlockBarrier => {
                let [id, threads] = barrier.map(|bits| source(self.constant(bits)));
                vec![SassOp::Flow(SassFlow::BlockBarrier { id, threads: Some(threads), waits: true, votes: None })]
            }
        };
        ops.into_iter().map(always).collect()
    }

    fn phase_wait(&mut self, [register, parity]: [Slot; 2], start: u32) -> Vec<SassInst> {
        // A parity is a register's highest bit.
        let bit = source(self.constant(1 << 31));
        let address = AddressOf {
            register,
            pair: false,
            scale: 1,
            uniform: sass::ZERO,
            uniform_pair: false,
            offset: 0,
            short: true,
        };
        let p = sass::DISCARD_PRED;
        let test = MbarrierOp::Test { p, address, parity: source(parity), waits: true };
        let again = SassOp::Flow(SassFlow::Branch { target: start, also: sass::TRUE });
        vec![
            always(SassOp::Access(SassAccess::Mbarrier(test))),
            SassInst { guard: Pred { slot: p, flip: u32::MAX }, uniform: false, op: again },
            always(SassOp::Two { f: integer::XOR, d: parity, a: source(parity), b: bit }),
        ]
    }
}
