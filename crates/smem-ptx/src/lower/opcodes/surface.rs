//! Accesses of surfaces by bytes: `suld.b`, `sust.b` and `sured.b`, through handles of surface objects.

use super::coordinates::{GEOMETRIES, parts};
use super::form::Form;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use smem_sim::ParseError;
use smem_sim::isa::{
    AtomicOp, Operation, SINK, Slot, SurfaceAccess, SurfaceBounds, SurfaceKind, TextureGeometry, Type,
};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::untyped(&["suld"], &["b"], &[2], |l, i, m| l.surface_load(i, m)).ignoring(is_cache_operator),
    Form::untyped(&["sust"], &["b"], &[2], |l, i, m| l.surface_store(i, m)).ignoring(is_cache_operator),
    Form::untyped(&["sured"], &["b"], &[2], |l, i, m| l.surface_reduction(i, m)),
];

const BOUNDS: [(&str, SurfaceBounds); 3] =
    [("trap", SurfaceBounds::Trap), ("clamp", SurfaceBounds::Clamp), ("zero", SurfaceBounds::Zero)];

const WIDTHS: [(&str, Type); 4] =
    [("b8", Type::B(8)), ("b16", Type::B(16)), ("b32", Type::B(32)), ("b64", Type::B(64))];

fn is_cache_operator(part: &str) -> bool {
    matches!(part, "ca" | "cg" | "cs" | "cv" | "wb" | "wt")
}

/// The operands of a surface access, except its data registers.
struct SurfacePlace {
    geometry: TextureGeometry,
    bounds: SurfaceBounds,
    handle: Slot,
    at: [Slot; 3],
    layer: Option<Slot>,
}

impl SurfacePlace {
    fn access(self, kind: SurfaceKind, registers: Vec<Slot>, each: u32) -> Operation {
        let Self { geometry, bounds, handle, at, layer } = self;
        Operation::Surface(SurfaceAccess { kind, geometry, bounds, handle, at, layer, registers, each })
    }
}

impl Lowerer<'_> {
    fn surface_load(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let (ty, given) = elements(m, &i.operands[0])?;
        let place = self.surface_place(i, m, &i.operands[1])?;
        let mut registers = Vec::new();
        for part in given {
            let (slot, bits) = self.destination(i.line, part)?;
            if bits < ty.bits() {
                let message = format!("the destination has {bits} bits where {} are needed", ty.bits());
                return Err(ParseError::new(i.line, message));
            }
            registers.push(if slot == SINK { self.target(i.line, part, ty.bits())? } else { slot });
        }
        Ok(place.access(SurfaceKind::Load, registers, ty.bytes() as u32))
    }

    fn surface_store(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let (ty, given) = elements(m, &i.operands[1])?;
        let place = self.surface_place(i, m, &i.operands[0])?;
        let registers = given.iter().map(|part| self.wide_source(i.line, part, ty)).collect::<Lower<_>>()?;
        Ok(place.access(SurfaceKind::Store, registers, ty.bytes() as u32))
    }

    fn surface_reduction(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let types = [("u32", Type::U(32)), ("s32", Type::S(32)), ("b32", Type::B(32))];
        let Some(ty) = m.take_named(&types) else { return Err(m.unknown()) };
        let names = [
            ("add", [AtomicOp::Add; 2]),
            ("min", [AtomicOp::MinU, AtomicOp::MinS]),
            ("max", [AtomicOp::MaxU, AtomicOp::MaxS]),
            ("and", [AtomicOp::And; 2]),
            ("or", [AtomicOp::Or; 2]),
        ];
        let Some(op) = m.take_named(&names) else { return Err(m.unknown()) };
        let place = self.surface_place(i, m, &i.operands[0])?;
        let register = self.source(i.line, &i.operands[1], ty)?;
        let [unsigned, signed] = op;
        Ok(place.access(SurfaceKind::Reduce(if ty.signed() { signed } else { unsigned }), vec![register], 4))
    }

    fn surface_place(
        &mut self,
        i: &PtxInstruction,
        m: &mut Modifiers<'_>,
        address: &PtxOperand,
    ) -> Lower<SurfacePlace> {
        let bounds = m.take_named(&BOUNDS).unwrap_or(SurfaceBounds::Trap);
        let Some(geometry) = m.take_named(&GEOMETRIES) else { return Err(m.unknown()) };
        let PtxOperand::TextureAddress(handle, at) = address else {
            return Err(ParseError::new(i.line, "expected a surface and coordinates: `[%rd1, {%r1, %r2}]`"));
        };
        // A register with a handle. A variable would be a surface reference, which CUDA 12 removed.
        let handle = self.source(i.line, handle, Type::U(64))?;
        let (layer, at) = self.coordinates(i.line, at, geometry, Type::S(32))?;
        Ok(SurfacePlace { geometry, bounds, handle, at, layer })
    }
}

/// The type of the elements and their operands, of which a vector has several.
fn elements<'i>(m: &mut Modifiers<'_>, operand: &'i PtxOperand) -> Lower<(Type, &'i [PtxOperand])> {
    let Some(ty) = m.take_named(&WIDTHS) else { return Err(m.unknown()) };
    let count = m.take_named(&[("v2", 2), ("v4", 4)]).unwrap_or(1);
    let given = parts(operand);
    if given.len() != count || count as u64 * ty.bytes() > 16 {
        return Err(m.unknown());
    }
    Ok((ty, given))
}
