//! Addresses in other blocks of the cluster, and asynchronous stores there.

use super::form::Form;
use super::memory::space_of;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::PtxInstruction;
use smem_sim::ParseError;
use smem_sim::alu::width_mask;
use smem_sim::isa::{MappedAddress, Operation, RankOfAddress, Space, TrackedStore, Type};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::typed(&["mapa"], &[], is_address, &[3], |l, i, m, ty| l.mapped_address(i, m, ty)),
    Form::typed(&["getctarank"], &[], is_address, &[2], |l, i, m, ty| l.rank_of_address(i, m, ty)),
    Form::typed(&["st"], &["async", "mbarrier::complete_tx::bytes"], is_word, &[3], |l, i, m, ty| l.tracked_store(i, m, ty)).ignoring(|part| part == "weak"),
];

fn is_address(ty: Type) -> bool {
    matches!(ty, Type::U(32 | 64))
}

fn is_word(ty: Type) -> bool {
    matches!(ty.bytes(), 4 | 8) && !matches!(ty, Type::F16x2 | Type::Bf16x2 | Type::Pred)
}

const VECTORS: [(&str, usize); 2] = [("v2", 2), ("v4", 4)];

impl Lowerer<'_> {
    /// The space of an address of shared memory.
    fn shared_or_generic(m: &mut Modifiers<'_>) -> Lower<Space> {
        match space_of(m) {
            space @ (Space::Shared | Space::Generic) => Ok(space),
            _ => Err(m.unknown()),
        }
    }

    fn mapped_address(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, ty: Type) -> Lower<Operation> {
        let space = Self::shared_or_generic(m)?;
        let bits = ty.bits();
        let d = self.target(i.line, &i.operands[0], bits)?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        let rank = self.source(i.line, &i.operands[2], Type::U(32))?;
        Ok(Operation::MapAddress(MappedAddress { space, d, a, rank, keep: width_mask(bits) }))
    }

    fn rank_of_address(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, ty: Type) -> Lower<Operation> {
        let space = Self::shared_or_generic(m)?;
        let d = self.target(i.line, &i.operands[0], 32)?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        Ok(Operation::RankOf(RankOfAddress { space, d, a }))
    }

    fn tracked_store(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, ty: Type) -> Lower<Operation> {
        let count = m.take_named(&VECTORS).unwrap_or(1);
        let space = space_of(m);
        if !matches!(space, Space::Shared | Space::Generic) || count as u64 * ty.bytes() > 16 {
            return Err(m.unknown());
        }
        let (address, _) = self.address(i, &i.operands[0], Space::Shared)?;
        let (barrier, _) = self.address(i, &i.operands[2], Space::Shared)?;
        let parts = self.elements(i, &i.operands[1], count)?;
        let slots = parts.iter().map(|part| self.wide_source(i.line, part, ty)).collect::<Result<_, ParseError>>()?;
        Ok(Operation::StoreTracked(TrackedStore { address, barrier, bytes: ty.bytes() as u32, slots }))
    }
}
