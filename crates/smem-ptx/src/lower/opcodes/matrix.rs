//! Loads and stores of 8 x 8 matrices by a whole warp.

use super::form::Form;
use super::memory::space_of;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::PtxInstruction;
use smem_sim::isa::{MatrixAccess, Operation, PtxMatrix, Slot, Space, Type};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::typed(&["ldmatrix"], &["sync", "aligned", "m8n8", "x1"], halves, &[2], |l, i, m, _| l.load_matrix(i, m, 1)),
    Form::typed(&["ldmatrix"], &["sync", "aligned", "m8n8", "x2"], halves, &[2], |l, i, m, _| l.load_matrix(i, m, 2)),
    Form::typed(&["ldmatrix"], &["sync", "aligned", "m8n8", "x4"], halves, &[2], |l, i, m, _| l.load_matrix(i, m, 4)),
    Form::typed(&["stmatrix"], &["sync", "aligned", "m8n8", "x1"], halves, &[2], |l, i, m, _| l.store_matrix(i, m, 1)),
    Form::typed(&["stmatrix"], &["sync", "aligned", "m8n8", "x2"], halves, &[2], |l, i, m, _| l.store_matrix(i, m, 2)),
    Form::typed(&["stmatrix"], &["sync", "aligned", "m8n8", "x4"], halves, &[2], |l, i, m, _| l.store_matrix(i, m, 4)),
];

fn halves(ty: Type) -> bool {
    ty == Type::B(16)
}

impl Lowerer<'_> {
    /// `ldmatrix` of `count` matrices.
    fn load_matrix(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, count: usize) -> Lower<Operation> {
        let access = self.matrix(i, m, 1)?;
        let parts = self.elements(i, &i.operands[0], count)?;
        let slots: Vec<Slot> = parts.iter().map(|part| self.target(i.line, part, 32)).collect::<Lower<_>>()?;
        Ok(Operation::Matrix(PtxMatrix::Load(MatrixAccess { slots, ..access })))
    }

    /// `stmatrix` of `count` matrices.
    fn store_matrix(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, count: usize) -> Lower<Operation> {
        let access = self.matrix(i, m, 0)?;
        let parts = self.elements(i, &i.operands[1], count)?;
        let slots: Vec<Slot> = parts.iter().map(|part| self.source(i.line, part, Type::B(32))).collect::<Lower<_>>()?;
        Ok(Operation::Matrix(PtxMatrix::Store(MatrixAccess { slots, ..access })))
    }

    /// The access, without its registers; its address is the operand number `at`.
    fn matrix(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, at: usize) -> Lower<MatrixAccess> {
        let space = space_of(m);
        if !matches!(space, Space::Generic | Space::Shared) {
            return Err(m.unknown());
        }
        let transposed = m.take("trans");
        let (address, space) = self.address(i, &i.operands[at], space)?;
        Ok(MatrixAccess { address, space, transposed, slots: Vec::new() })
    }
}
