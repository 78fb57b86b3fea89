//! Instructions that lanes of a warp execute together.

use super::{Form, Lowering};
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use Type::{B, S, U};
use smem_sim::ParseError;
use smem_sim::isa::{Exchange, Operation, PredSlot, PtxFlow, Reduction, Shuffle, ShuffleMode, Type, VoteResult};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::typed(&["shfl"], &["sync", "up"], words, &[5], |l, i, _, _| l.shuffle(i, ShuffleMode::Up)),
    Form::typed(&["shfl"], &["sync", "down"], words, &[5], |l, i, _, _| l.shuffle(i, ShuffleMode::Down)),
    Form::typed(&["shfl"], &["sync", "bfly"], words, &[5], |l, i, _, _| l.shuffle(i, ShuffleMode::Butterfly)),
    Form::typed(&["shfl"], &["sync", "idx"], words, &[5], |l, i, _, _| l.shuffle(i, ShuffleMode::Index)),
    Form::typed(&["vote"], &["sync", "all"], predicates, &[3], |l, i, _, _| l.vote(i, VoteResult::All)),
    Form::typed(&["vote"], &["sync", "any"], predicates, &[3], |l, i, _, _| l.vote(i, VoteResult::Any)),
    Form::typed(&["vote"], &["sync", "uni"], predicates, &[3], |l, i, _, _| l.vote(i, VoteResult::Uniform)),
    Form::typed(&["vote"], &["sync", "ballot"], words, &[3], |l, i, _, _| l.ballot(i)),
    Form::typed(&["match"], &["sync", "any"], |ty| matches!(ty, B(32 | 64)), &[3], |l, i, _, ty| l.match_lanes(i, ty, false)),
    Form::typed(&["match"], &["sync", "all"], |ty| matches!(ty, B(32 | 64)), &[3], |l, i, _, ty| l.match_lanes(i, ty, true)),
    Form::typed(&["redux"], &["sync", "add"], |ty| matches!(ty, U(32) | S(32)), &[3], |l, i, _, ty| l.reduce(i, ty, Reduction::Add)),
    Form::typed(&["redux"], &["sync", "min"], |ty| ty == U(32), &[3], |l, i, _, ty| l.reduce(i, ty, Reduction::MinU)),
    Form::typed(&["redux"], &["sync", "max"], |ty| ty == U(32), &[3], |l, i, _, ty| l.reduce(i, ty, Reduction::MaxU)),
    Form::typed(&["redux"], &["sync", "min"], |ty| ty == S(32), &[3], |l, i, _, ty| l.reduce(i, ty, Reduction::MinS)),
    Form::typed(&["redux"], &["sync", "max"], |ty| ty == S(32), &[3], |l, i, _, ty| l.reduce(i, ty, Reduction::MaxS)),
    Form::typed(&["redux"], &["sync", "and"], words, &[3], |l, i, _, ty| l.reduce(i, ty, Reduction::And)),
    Form::typed(&["redux"], &["sync", "or"], words, &[3], |l, i, _, ty| l.reduce(i, ty, Reduction::Or)),
    Form::typed(&["redux"], &["sync", "xor"], words, &[3], |l, i, _, ty| l.reduce(i, ty, Reduction::Xor)),
    Form::untyped(&["elect"], &["sync"], &[2], |l, i, m| l.elect(i, m)),
    Form::typed(&["activemask"], &[], words, &[1], |l, i, _, _| l.active_mask(i)),
    Form { names: &["shfl", "vote", "match", "redux", "elect"], when: &[], ignores: |_| false, operands: &[], lowering: Lowering::Refused(without_sync) },
];

const WORD: Type = U(32);

fn words(ty: Type) -> bool {
    ty == B(32)
}

fn predicates(ty: Type) -> bool {
    ty == Type::Pred
}

fn without_sync(m: &Modifiers<'_>) -> ParseError {
    if m.has("sync") {
        return m.unknown();
    }
    m.error("only the `.sync` form exists from sm_70 on")
}

impl Lowerer<'_> {
    fn shuffle(&mut self, i: &PtxInstruction, mode: ShuffleMode) -> Lower<Operation> {
        let line = i.line;
        let (d, p) = match &i.operands[0] {
            PtxOperand::Pair(d, p) => (&**d, Some(self.predicate_target(line, p)?)),
            d => (d, None),
        };
        let d = self.target(line, d, 32)?;
        let a = self.source(line, &i.operands[1], B(32))?;
        let b = self.source(line, &i.operands[2], WORD)?;
        let c = self.source(line, &i.operands[3], WORD)?;
        let members = self.source(line, &i.operands[4], WORD)?;
        Ok(Operation::Flow(PtxFlow::Exchange(Exchange::Shuffle(Shuffle { mode, d, p, a, b, c, members }))))
    }

    /// A vote whose result is a predicate.
    fn vote(&mut self, i: &PtxInstruction, result: fn(PredSlot) -> VoteResult) -> Lower<Operation> {
        let result = result(self.predicate_target(i.line, &i.operands[0])?);
        self.vote_of(i, result)
    }

    fn ballot(&mut self, i: &PtxInstruction) -> Lower<Operation> {
        let result = VoteResult::Ballot(self.target(i.line, &i.operands[0], 32)?);
        self.vote_of(i, result)
    }

    fn vote_of(&mut self, i: &PtxInstruction, result: VoteResult) -> Lower<Operation> {
        let p = self.predicate(i.line, &i.operands[1])?;
        let members = self.source(i.line, &i.operands[2], WORD)?;
        Ok(Operation::Flow(PtxFlow::Exchange(Exchange::Vote { result, p, members })))
    }

    fn match_lanes(&mut self, i: &PtxInstruction, ty: Type, every: bool) -> Lower<Operation> {
        let line = i.line;
        let (d, all) = match &i.operands[0] {
            PtxOperand::Pair(d, p) if every => (&**d, Some(self.predicate_target(line, p)?)),
            d => (d, None),
        };
        let d = self.target(line, d, 32)?;
        let a = self.source(line, &i.operands[1], ty)?;
        let members = self.source(line, &i.operands[2], WORD)?;
        Ok(Operation::Flow(PtxFlow::Exchange(Exchange::Match { all, every, bits: ty.bits(), d, a, members })))
    }

    fn reduce(&mut self, i: &PtxInstruction, ty: Type, op: Reduction) -> Lower<Operation> {
        let d = self.target(i.line, &i.operands[0], 32)?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        let members = self.source(i.line, &i.operands[2], WORD)?;
        Ok(Operation::Flow(PtxFlow::Exchange(Exchange::Reduce { op, d, a, members })))
    }

    fn elect(&mut self, i: &PtxInstruction, m: &Modifiers<'_>) -> Lower<Operation> {
        let PtxOperand::Pair(d, p) = &i.operands[0] else { return Err(m.error("it writes `d|p`")) };
        let d = self.target(i.line, d, 32)?;
        let p = self.predicate_target(i.line, p)?;
        let members = self.source(i.line, &i.operands[1], WORD)?;
        Ok(Operation::Flow(PtxFlow::Exchange(Exchange::Elect { d, p, members })))
    }

    fn active_mask(&mut self, i: &PtxInstruction) -> Lower<Operation> {
        Ok(Operation::ActiveMask { d: self.target(i.line, &i.operands[0], 32)? })
    }
}
