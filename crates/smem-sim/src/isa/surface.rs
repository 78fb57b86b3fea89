//! Operands of instructions that access surfaces: the bytes of a texture's memory, at coordinates.

use super::memory::AtomicOp;
use super::register::Slot;
use super::register_use::RegisterUses;
use super::texture::TextureGeometry;

/// The result of an access beyond the edge of a surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SurfaceBounds {
    /// A fault.
    Trap,
    /// The access at the edge.
    Clamp,
    /// Zeros are loaded, and nothing is stored.
    Zero,
}

/// An access of each lane to bytes that follow one another in a row of a surface.
#[derive(Debug, Clone)]
pub struct SurfaceAccess {
    pub kind: SurfaceKind,
    pub geometry: TextureGeometry,
    pub bounds: SurfaceBounds,
    /// The handle of the texture whose memory it is.
    pub handle: Slot,
    /// As many as the geometry has axes: the first counts bytes, the others rows and planes.
    pub at: [Slot; 3],
    pub layer: Option<Slot>,
    /// Results or operands, of `each` bytes.
    pub registers: Vec<Slot>,
    /// 1, 2, 4 or 8.
    pub each: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SurfaceKind {
    Load,
    Store,
    /// An atomic without a result.
    Reduce(AtomicOp),
}

impl SurfaceAccess {
    /// Bytes of a lane.
    pub fn bytes(&self) -> u32 {
        self.each * self.registers.len() as u32
    }

    /// Passes the registers that the access reads and writes to `uses`.
    pub fn registers(&self, uses: &mut RegisterUses<'_>) {
        uses.reads(self.handle, 1);
        uses.reads_each(self.layer);
        uses.reads_each(self.at.iter().copied().take(self.geometry.axes()));
        match self.kind {
            SurfaceKind::Load => uses.writes_each(self.registers.iter().copied()),
            SurfaceKind::Store | SurfaceKind::Reduce(_) => uses.reads_each(self.registers.iter().copied()),
        }
    }
}
