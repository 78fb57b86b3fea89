//! Reads of textures: `tex`, `tld4` and `txq`, through handles of texture objects.

use super::coordinates::{GEOMETRIES, parts};
use super::form::Form;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use smem_sim::ParseError;
use smem_sim::isa::{
    Operation, PredSlot, SINK, Slot, TextureExtent, TextureForm, TextureGeometry, TextureOffsets, TextureQuery,
    TextureRead, TextureSampling, Type,
};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::untyped(&["tex"], &["v4"], &[2, 3], |l, i, m| l.texture(i, m, false)),
    Form::untyped(&["tex"], &["level", "v4"], &[3, 4], |l, i, m| l.texture(i, m, true)),
    Form::untyped(&["tld4"], &["v4"], &[2, 3], |l, i, m| l.texture_gather(i, m)),
    Form::untyped(&["txq"], &["width", "b32"], &[2], |l, i, _| l.texture_query(i, TextureExtent::Width)),
    Form::untyped(&["txq"], &["height", "b32"], &[2], |l, i, _| l.texture_query(i, TextureExtent::Height)),
    Form::untyped(&["txq"], &["depth", "b32"], &[2], |l, i, _| l.texture_query(i, TextureExtent::Depth)),
];

/// The type of the coordinates, after that of the result, which does not matter: both have 32 bits.
fn coordinates(m: &mut Modifiers<'_>) -> Lower<Type> {
    let (of_coordinates, of_result) = (m.ty()?, m.ty()?);
    match (of_result, of_coordinates) {
        (Type::U(32) | Type::S(32) | Type::F32, Type::S(32) | Type::F32) => Ok(of_coordinates),
        _ => Err(m.unknown()),
    }
}

impl Lowerer<'_> {
    fn texture(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, level: bool) -> Lower<Operation> {
        let coordinates = coordinates(m)?;
        let Some(geometry) = m.take_named(&GEOMETRIES) else { return Err(m.unknown()) };
        let sampling = if coordinates == Type::S(32) { TextureSampling::Texel } else { TextureSampling::Filtered };
        if level {
            // There is one level, and all others are clamped to it.
            self.source(i.line, &i.operands[2], coordinates)?;
        }
        let offset = i.operands.optional(if level { 3 } else { 2 });
        self.texture_read(i, TextureForm { geometry, sampling }, coordinates, offset)
    }

    fn texture_gather(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        if coordinates(m)? != Type::F32 {
            return Err(m.unknown());
        }
        let channel = m.take_named(&[("r", 0), ("g", 1), ("b", 2), ("a", 3)]);
        let geometry = m.take_named(&[("2d", TextureGeometry::Plane), ("a2d", TextureGeometry::Planes)]);
        let (Some(channel), Some(geometry)) = (channel, geometry) else { return Err(m.unknown()) };
        let form = TextureForm { geometry, sampling: TextureSampling::Gathered(channel) };
        self.texture_read(i, form, Type::F32, i.operands.optional(2))
    }

    fn texture_read(
        &mut self,
        i: &PtxInstruction,
        form: TextureForm,
        coordinates: Type,
        offset: Option<&PtxOperand>,
    ) -> Lower<Operation> {
        let (results, resident) = self.texture_results(i)?;
        let PtxOperand::TextureAddress(handle, at) = &i.operands[1] else {
            return Err(ParseError::new(i.line, "expected a texture and coordinates: `[%rd1, {%f1, %f2}]`"));
        };
        let handle = self.texture_handle(i.line, handle)?;
        let axes = form.geometry.axes();
        let (layer, slots) = self.coordinates(i.line, at, form.geometry, coordinates)?;
        let offsets = match offset {
            None => TextureOffsets::None,
            Some(offset) => {
                let (mut slots, given) = ([0; 3], parts(offset));
                if given.len() != axes.next_power_of_two() {
                    return Err(ParseError::new(i.line, format!("there are {axes} offsets, not {}", given.len())));
                }
                for (slot, part) in slots.iter_mut().zip(given.iter().take(axes)) {
                    *slot = self.source(i.line, part, Type::S(32))?;
                }
                TextureOffsets::Separate(slots)
            }
        };
        Ok(Operation::ReadTexture(TextureRead { form, handle, layer, at: slots, offsets, to: results, resident }))
    }

    /// The four channels, and the predicate that says that the texel is in memory.
    #[allow(clippy::type_complexity, reason = "as the operation has them")]
    fn texture_results(&mut self, i: &PtxInstruction) -> Lower<([Option<Slot>; 4], Option<(PredSlot, bool)>)> {
        let (vector, resident) = match &i.operands[0] {
            PtxOperand::Pair(vector, p) => (&**vector, Some((self.predicate_target(i.line, p)?, true))),
            vector => (vector, None),
        };
        let given = parts(vector);
        if given.len() != 4 {
            return Err(ParseError::new(i.line, format!("there are 4 results, not {}", given.len())));
        }
        let mut results = [None; 4];
        for (result, part) in results.iter_mut().zip(given) {
            let (slot, bits) = self.destination(i.line, part)?;
            if slot != SINK && bits != 32 {
                return Err(ParseError::new(i.line, format!("a result has {bits} bits where 32 are needed")));
            }
            *result = (slot != SINK).then_some(slot);
        }
        Ok((results, resident))
    }

    fn texture_query(&mut self, i: &PtxInstruction, which: TextureExtent) -> Lower<Operation> {
        let d = self.target(i.line, &i.operands[0], 32)?;
        let PtxOperand::Address(handle, 0) = &i.operands[1] else {
            return Err(ParseError::new(i.line, "expected a texture: `[%rd1]`"));
        };
        let handle = self.texture_handle(i.line, handle)?;
        Ok(Operation::QueryTexture(TextureQuery { handle, to: [Some((d, which)), None, None] }))
    }

    /// A register with a handle. A variable would be a texture reference, which CUDA 12 removed.
    fn texture_handle(&mut self, line: u32, handle: &PtxOperand) -> Lower<Slot> {
        self.source(line, handle, Type::U(64))
    }
}
