//! Operands of instructions that read textures.

use super::register::{PredSlot, Slot};

/// The coordinates of a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextureGeometry {
    Line,
    Plane,
    Volume,
    /// A line of a layer.
    Lines,
    /// A plane of a layer.
    Planes,
    /// The side of a cube, of six layers, that a direction meets.
    Cube,
}

impl TextureGeometry {
    /// Coordinates beside the layer.
    pub fn axes(self) -> usize {
        match self {
            Self::Line | Self::Lines => 1,
            Self::Plane | Self::Planes => 2,
            Self::Volume | Self::Cube => 3,
        }
    }

    pub fn is_layered(self) -> bool {
        matches!(self, Self::Lines | Self::Planes)
    }
}

/// The texels that are read at the coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextureSampling {
    /// The texel with these integers.
    Texel,
    /// By the texture's own filter, at numbers in f32.
    Filtered,
    /// One channel of the four texels that a linear filter would take.
    Gathered(u8),
}

/// A read as the texture unit receives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextureForm {
    pub geometry: TextureGeometry,
    pub sampling: TextureSampling,
}

/// Texels to add to the coordinates of a read.
#[derive(Debug, Clone, Copy)]
pub enum TextureOffsets {
    None,
    /// A register for each axis.
    Separate([Slot; 3]),
    /// Signed numbers of so many bits each in one register, x lowest, one every so many bits.
    Packed {
        slot: Slot,
        bits: u32,
        every: u32,
    },
}

/// A read of a texture.
#[derive(Debug, Clone)]
pub struct TextureRead {
    pub form: TextureForm,
    pub handle: Slot,
    pub layer: Option<Slot>,
    /// As many as the form has axes.
    pub at: [Slot; 3],
    pub offsets: TextureOffsets,
    /// Where the channels go; `None` for one that is not wanted.
    pub to: [Option<Slot>; 4],
    /// A predicate about memory that is there, which all of it is, and what to set it to.
    pub resident: Option<(PredSlot, bool)>,
}

/// One of the numbers that describe a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextureExtent {
    Width,
    Height,
    Depth,
}

/// A question about a texture.
#[derive(Debug, Clone)]
pub struct TextureQuery {
    pub handle: Slot,
    pub to: [Option<(Slot, TextureExtent)>; 3],
}
