//! Instructions that lanes of a warp execute together.

use super::modifiers::Modifiers;
use super::{Lower, Lowerer};
use crate::isa::Type;
use crate::isa::{Exchange, Op, Reduction, Shuffle, ShuffleMode, VoteResult};
use crate::parse::syntax::{Instruction, Operand};
use Type::{B, S, U};

impl Lowerer<'_> {
    pub(super) fn warp(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        let line = i.line;
        let word = U(32);
        if m.base() == "activemask" {
            self.count(i, &[1])?;
            if m.ty()? != B(32) {
                return Err(m.unknown());
            }
            return Ok(Op::ActiveMask { d: self.target(line, &i.operands[0], 32)? });
        }
        if !m.take("sync") {
            return Err(m.error("only the `.sync` form exists from sm_70 on"));
        }
        if m.base() == "elect" {
            self.count(i, &[2])?;
            let Operand::Pair(d, p) = &i.operands[0] else { return Err(m.error("it writes `d|p`")) };
            let d = self.target(line, d, 32)?;
            let p = self.predicate_target(line, p)?;
            let members = self.source(line, &i.operands[1], word)?;
            return Ok(Op::Exchange(Exchange::Elect { d, p, members }));
        }
        let ty = m.ty()?;
        match m.base() {
            "shfl" => {
                self.count(i, &[5])?;
                let mode = match m.take_one(&["up", "down", "bfly", "idx"]) {
                    Some("up") => ShuffleMode::Up,
                    Some("down") => ShuffleMode::Down,
                    Some("bfly") => ShuffleMode::Butterfly,
                    Some("idx") => ShuffleMode::Index,
                    _ => return Err(m.unknown()),
                };
                if ty != B(32) {
                    return Err(m.unknown());
                }
                let (d, p) = match &i.operands[0] {
                    Operand::Pair(d, p) => (&**d, Some(self.predicate_target(line, p)?)),
                    d => (d, None),
                };
                let d = self.target(line, d, 32)?;
                let a = self.source(line, &i.operands[1], ty)?;
                let b = self.source(line, &i.operands[2], word)?;
                let c = self.source(line, &i.operands[3], word)?;
                let members = self.source(line, &i.operands[4], word)?;
                Ok(Op::Exchange(Exchange::Shuffle(Shuffle { mode, d, p, a, b, c, members })))
            }
            "vote" => {
                self.count(i, &[3])?;
                let mode = m.take_one(&["all", "any", "uni", "ballot"]);
                let d = &i.operands[0];
                let result = match (mode, ty) {
                    (Some("all"), Type::Pred) => VoteResult::All(self.predicate_target(line, d)?),
                    (Some("any"), Type::Pred) => VoteResult::Any(self.predicate_target(line, d)?),
                    (Some("uni"), Type::Pred) => VoteResult::Uniform(self.predicate_target(line, d)?),
                    (Some("ballot"), B(32)) => VoteResult::Ballot(self.target(line, d, 32)?),
                    _ => return Err(m.unknown()),
                };
                let p = self.predicate(line, &i.operands[1])?;
                let members = self.source(line, &i.operands[2], word)?;
                Ok(Op::Exchange(Exchange::Vote { result, p, members }))
            }
            "match" => {
                self.count(i, &[3])?;
                let every = match m.take_one(&["any", "all"]) {
                    Some(mode) => mode == "all",
                    None => return Err(m.unknown()),
                };
                let B(bits @ (32 | 64)) = ty else { return Err(m.unknown()) };
                let (d, all) = match &i.operands[0] {
                    Operand::Pair(d, p) if every => (&**d, Some(self.predicate_target(line, p)?)),
                    d => (d, None),
                };
                let d = self.target(line, d, 32)?;
                let a = self.source(line, &i.operands[1], ty)?;
                let members = self.source(line, &i.operands[2], word)?;
                Ok(Op::Exchange(Exchange::Match { all, every, bits, d, a, members }))
            }
            _ => {
                self.count(i, &[3])?;
                let op = match (m.take_one(&["add", "min", "max", "and", "or", "xor"]), ty) {
                    (Some("add"), U(32) | S(32)) => Reduction::Add,
                    (Some("min"), U(32)) => Reduction::MinU,
                    (Some("max"), U(32)) => Reduction::MaxU,
                    (Some("min"), S(32)) => Reduction::MinS,
                    (Some("max"), S(32)) => Reduction::MaxS,
                    (Some("and"), B(32)) => Reduction::And,
                    (Some("or"), B(32)) => Reduction::Or,
                    (Some("xor"), B(32)) => Reduction::Xor,
                    _ => return Err(m.unknown()),
                };
                let d = self.target(line, &i.operands[0], 32)?;
                let a = self.source(line, &i.operands[1], ty)?;
                let members = self.source(line, &i.operands[2], word)?;
                Ok(Op::Exchange(Exchange::Reduce { op, d, a, members }))
            }
        }
    }
}
