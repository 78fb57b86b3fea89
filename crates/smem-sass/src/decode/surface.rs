//! Accesses of surfaces.
//!
//! The registers of the address hold the coordinates, of which the first counts bytes, and after them the layer.

use super::context::{DecodeContext, OpcodeRow, row};
use super::parts::Parts;
use super::surroundings::Decode;
use super::texture::handle;
use crate::operand::{SassOperand, Term};
use smem_sim::isa::sass::{SassAccess, SassOp};
use smem_sim::isa::{AtomicOp, Slot, SurfaceAccess, SurfaceBounds, SurfaceKind, TextureGeometry};

pub(super) const ROWS: &[OpcodeRow] = &[row("SULD", load), row("SUST", store), row("SURED", reduce)];

const GEOMETRIES: [(&str, TextureGeometry); 5] = [
    ("1D", TextureGeometry::Line),
    ("2D", TextureGeometry::Plane),
    ("3D", TextureGeometry::Volume),
    ("1D_ARRAY", TextureGeometry::Lines),
    ("2D_ARRAY", TextureGeometry::Planes),
];

const WIDTHS: [(&str, u32); 6] = [("U8", 1), ("S8", 1), ("U16", 2), ("S16", 2), ("64", 8), ("128", 16)];

/// The modifiers of an access to bytes.
struct SurfaceForm {
    geometry: TextureGeometry,
    bounds: SurfaceBounds,
}

fn form(parts: &mut Parts<'_>) -> Decode<SurfaceForm> {
    // Formatted accesses convert, which only references to surfaces do.
    if !(parts.take("D") && parts.take("BA")) {
        return Err(parts.unknown());
    }
    let Some(geometry) = parts.take_named(&GEOMETRIES) else { return Err(parts.unknown()) };
    let bounds = parts
        .take_named(&[("TRAP", SurfaceBounds::Trap), ("IGN", SurfaceBounds::Zero)])
        .unwrap_or(SurfaceBounds::Clamp);
    parts.ignore(&["STRONG", "WEAK", "CTA", "SM", "GPU", "SYS"]);
    Ok(SurfaceForm { geometry, bounds })
}

fn load(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let (form, bytes) = (form(parts)?, parts.take_named(&WIDTHS).unwrap_or(4));
    let register = context.result(parts, bytes.div_ceil(4))?;
    let at = coordinates(context, parts, form.geometry)?;
    access(context, parts, SurfaceKind::Load, form, at, (register, bytes))
}

fn store(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let (form, bytes) = (form(parts)?, parts.take_named(&WIDTHS).unwrap_or(4));
    let at = coordinates(context, parts, form.geometry)?;
    let register = context.registers(parts, bytes.div_ceil(4))?;
    access(context, parts, SurfaceKind::Store, form, at, (register, bytes))
}

/// Of 32 bits: those of 64 take a pair of registers as one operand.
fn reduce(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let form = form(parts)?;
    let is_signed = parts.take("S32");
    let op = match parts.first() {
        Some("ADD") => AtomicOp::Add,
        Some("MIN") if is_signed => AtomicOp::MinS,
        Some("MAX") if is_signed => AtomicOp::MaxS,
        Some("MIN") => AtomicOp::MinU,
        Some("MAX") => AtomicOp::MaxU,
        Some("AND") => AtomicOp::And,
        Some("OR") => AtomicOp::Or,
        _ => return Err(parts.unknown()),
    };
    let at = coordinates(context, parts, form.geometry)?;
    let register = context.registers(parts, 1)?;
    access(context, parts, SurfaceKind::Reduce(op), form, at, (register, 4))
}

/// The first of the registers with the coordinates.
fn coordinates(context: &DecodeContext<'_>, parts: &mut Parts<'_>, geometry: TextureGeometry) -> Decode<Slot> {
    let count = geometry.axes() + usize::from(geometry.is_layered());
    match parts.next()? {
        SassOperand::Address(terms) => match terms[..] {
            [Term::Register(register)] if !register.uniform && register.part.is_empty() => {
                context.slot(parts, register, count as u32)
            }
            _ => Err(parts.error("its coordinates are not in registers")),
        },
        _ => Err(parts.error("an operand is not an address")),
    }
}

fn access(
    context: &mut DecodeContext<'_>,
    parts: &mut Parts<'_>,
    kind: SurfaceKind,
    SurfaceForm { geometry, bounds }: SurfaceForm,
    first: Slot,
    (register, bytes): (Slot, u32),
) -> Decode<SassOp> {
    let handle = handle(context, parts)?;
    let axes = geometry.axes() as Slot;
    let at = std::array::from_fn(|axis| if (axis as Slot) < axes { first + axis as Slot } else { first });
    let layer = geometry.is_layered().then_some(first + axes);
    let registers = (0..bytes.div_ceil(4)).map(|word| register + word).collect();
    let access = SurfaceAccess { kind, geometry, bounds, handle, at, layer, registers, each: bytes.min(4) };
    Ok(SassOp::Access(SassAccess::Surface(access)))
}
