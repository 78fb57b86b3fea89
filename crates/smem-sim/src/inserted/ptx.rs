//! Insertions into PTX.

use super::InsertableCode;
use crate::alu::integer;
use crate::isa::{
    AddressOperand, Barrier, BarrierAccess, BarrierOp, BarrierResult, Exchange, Inst, MemoryFence, NOWHERE, Operation,
    OrderOp, Pred, PtxFlow, Slot, Space, TRUE, Type,
};
use crate::program::{PtxCode, PtxConstant};
use crate::remedy::Sync;

fn always(op: Operation) -> Inst {
    Inst { op, guard: Pred { slot: TRUE, flip: 0 } }
}

impl InsertableCode for PtxCode {
    type Inst = Inst;

    fn instructions(&mut self) -> &mut Vec<Inst> {
        &mut self.code
    }

    fn constant(&mut self, bits: u32) -> Slot {
        let slot = self.registers;
        self.registers += 1;
        self.constants.push((slot, PtxConstant::Bits(bits.into())));
        slot
    }

    fn shared_address(&self, byte: u32) -> u32 {
        byte
    }

    fn branch(target: u32) -> Inst {
        always(Operation::Flow(PtxFlow::Branch { target, join: NOWHERE }))
    }

    #[expect(clippy::expect_used, reason = "the table of copies has a row of 32 bits")]
    fn copy(to: Slot, from: Slot) -> Inst {
        let f = integer::copy(Type::U(32)).expect("a copy has a form of 32 bits");
        always(Operation::One { f, d: to, a: from })
    }

    fn plain_sync(&mut self, sync: Sync, barrier: [u32; 2]) -> Vec<Inst> {
        let order = |op| vec![always(Operation::Order(op))];
        let mut warp_sync = |lanes| {
            vec![always(Operation::Flow(PtxFlow::Exchange(Exchange::WarpSync { members: self.constant(lanes) })))]
        };
        match sync {
            Sync::PhaseWait(_) | Sync::RingWait { .. } => Vec::new(),
            Sync::Fence => order(OrderOp::Fence(MemoryFence::DEVICE)),
            Sync::ProxyFence => order(OrderOp::ProxyFence),
            Sync::CopyCommit => order(OrderOp::CommitCopies),
            Sync::CopyWait => order(OrderOp::WaitCopies { pending: Some(0) }),
            Sync::BulkCommit => order(OrderOp::CommitBulk),
            Sync::BulkWait => order(OrderOp::WaitBulk { pending: 0 }),
            Sync::ProductCommit => order(OrderOp::CommitProducts),
            Sync::ProductWait => order(OrderOp::WaitProducts { pending: 0 }),
            Sync::WarpBarrier => warp_sync(u32::MAX),
            Sync::LanesBarrier(lanes) => warp_sync(lanes),
            Sync::BlockBarrier => {
                let [id, threads] = barrier.map(|bits| self.constant(bits));
                let result = BarrierResult::None;
                let barrier = Barrier { id, threads: Some(threads), waits: true, aligned: true, result };
                vec![always(Operation::Flow(PtxFlow::Barrier(barrier)))]
            }
        }
    }

    #[expect(clippy::expect_used, reason = "the table of logic has a row of 32 bits")]
    fn phase_wait(&mut self, [base, parity]: [Slot; 2], start: u32) -> Vec<Inst> {
        let one = self.constant(1);
        let xor = integer::xor(Type::B(32)).expect("an exclusive or has a form of 32 bits");
        let p = self.predicates;
        self.predicates += 1;
        let address = AddressOperand { base, offset: 0, mask: u64::MAX };
        let op = BarrierOp::Test { p, phase: parity, parity: true, waits: true };
        let again = Inst {
            op: Operation::Flow(PtxFlow::Branch { target: start, join: start + 2 }),
            guard: Pred { slot: p, flip: u32::MAX },
        };
        vec![
            always(Operation::Mbarrier(BarrierAccess { space: Space::Shared, address, op })),
            again,
            always(Operation::Two { f: xor, d: parity, a: parity, b: one }),
        ]
    }
}
