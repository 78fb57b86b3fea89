//! Coordinates of textures and surfaces.

use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::PtxOperand;
use smem_sim::ParseError;
use smem_sim::isa::{Slot, TextureGeometry, Type};

/// The shapes that an opcode names.
pub(super) const GEOMETRIES: [(&str, TextureGeometry); 5] = [
    ("1d", TextureGeometry::Line),
    ("2d", TextureGeometry::Plane),
    ("3d", TextureGeometry::Volume),
    ("a1d", TextureGeometry::Lines),
    ("a2d", TextureGeometry::Planes),
];

/// The parts of a vector, or the operand itself.
pub(super) fn parts(operand: &PtxOperand) -> &[PtxOperand] {
    match operand {
        PtxOperand::Vector(parts) => parts,
        other => std::slice::from_ref(other),
    }
}

impl Lowerer<'_> {
    /// The layer and the coordinates of this type, as many as the shape has axes.
    pub(super) fn coordinates(
        &mut self,
        line: u32,
        at: &PtxOperand,
        geometry: TextureGeometry,
        ty: Type,
    ) -> Lower<(Option<Slot>, [Slot; 3])> {
        let (layers, axes) = (usize::from(geometry.is_layered()), geometry.axes());
        let (at, wanted) = (parts(at), (layers + axes).next_power_of_two());
        // Vectors of three are written with four parts.
        if at.len() != wanted {
            return Err(ParseError::new(line, format!("there are {wanted} coordinates, not {}", at.len())));
        }
        let layer = match at.first().filter(|_| layers == 1) {
            Some(layer) => Some(self.source(line, layer, Type::U(32))?),
            None => None,
        };
        let mut slots = [0; 3];
        for (slot, part) in slots.iter_mut().zip(at.iter().skip(layers).take(axes)) {
            *slot = self.source(line, part, ty)?;
        }
        Ok((layer, slots))
    }
}
