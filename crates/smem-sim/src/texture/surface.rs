//! The place of a surface access in a texture's memory.

use super::description::TextureShape;
use super::read::BoundTexture;
use crate::isa::{SurfaceBounds, TextureGeometry};
use crate::memory::Allocation;

impl<'g> BoundTexture<'g> {
    /// The memory that the texels are in.
    pub(crate) fn memory(&self) -> &'g Allocation {
        self.memory
    }

    /// The place in memory of `bytes` bytes at coordinates, of which the first counts bytes; `None` for an access beyond the edge that does
    /// nothing.
    ///
    /// # Errors
    /// A sentence that says why there is none.
    pub(crate) fn byte_place(
        &self,
        geometry: TextureGeometry,
        bounds: SurfaceBounds,
        at: [i32; 3],
        layer: Option<i32>,
        bytes: u32,
    ) -> Result<Option<u64>, String> {
        self.check_surface(geometry)?;
        let [width, height, depth] = self.texture.shape.extents();
        let row = width * self.texture.texel_bytes();
        // An access is a multiple of its size from the start of its row. The PTX ISA lets hardware mask the lower bits off.
        let x = i64::from(at[0]) & !(i64::from(bytes) - 1);
        // The last multiple at which an access fits into the row.
        let last = (row - row % u64::from(bytes)) as i64 - i64::from(bytes);
        let third = layer.unwrap_or(at[2]);
        let (ends, places) = ([last, height as i64 - 1, depth as i64 - 1], [x, at[1].into(), third.into()]);
        let is_inside = ends.iter().zip(places).all(|(end, place)| (0..=*end).contains(&place));
        let [x, y, z] = match bounds {
            _ if is_inside => places.map(|place| place as u64),
            SurfaceBounds::Trap => return Err(self.beyond(at, layer, bytes)),
            SurfaceBounds::Zero => return Ok(None),
            SurfaceBounds::Clamp if last < 0 => return Err(self.too_short(row, bytes)),
            SurfaceBounds::Clamp => std::array::from_fn(|i| places[i].clamp(0, ends[i]) as u64),
        };
        Ok(Some(self.start + (z * height + y) * self.texture.pitch + x))
    }

    /// Fails where these instructions do not access the memory of this texture.
    fn check_surface(&self, geometry: TextureGeometry) -> Result<(), String> {
        let fits = match self.texture.shape {
            TextureShape::Linear { .. } => false,
            TextureShape::Line { .. } => geometry == TextureGeometry::Line,
            TextureShape::Plane { .. } => geometry == TextureGeometry::Plane,
            TextureShape::Volume { .. } => geometry == TextureGeometry::Volume,
            TextureShape::Lines { .. } => geometry == TextureGeometry::Lines,
            TextureShape::Planes { .. } => geometry == TextureGeometry::Planes,
        };
        if fits {
            return Ok(());
        }
        let what = match geometry {
            TextureGeometry::Line => "an array of one dimension",
            TextureGeometry::Plane => "an array of two dimensions",
            TextureGeometry::Volume => "an array of three dimensions",
            TextureGeometry::Lines => "a layered array of one dimension",
            TextureGeometry::Planes => "a layered array of two dimensions",
            TextureGeometry::Cube => "a cube map",
        };
        Err(format!("the surface is {}, and this accesses {what}", self.texture.shape.name()))
    }

    fn too_short(&self, row: u64, bytes: u32) -> String {
        format!(
            "an access of {bytes} bytes fits nowhere into the rows of the surface, which have {row} bytes, so it cannot be clamped to its edge"
        )
    }

    fn beyond(&self, at: [i32; 3], layer: Option<i32>, bytes: u32) -> String {
        let [width, height, depth] = self.texture.shape.extents();
        let row = width * self.texture.texel_bytes();
        let [x, y, z] = at;
        let layers = layer.map(|layer| format!(" of layer {layer}")).unwrap_or_default();
        format!(
            "{bytes} bytes at ({x}, {y}, {z}){layers} are beyond the edge of the surface, which has {height} rows of {row} bytes \
             in each of {depth} planes or layers"
        )
    }
}
