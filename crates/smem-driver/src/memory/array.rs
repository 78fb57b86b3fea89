//! Arrays: their shapes, and where their texels are.

use smem_sim::{TextureElement, TextureShape};

use crate::error::DriverError;

/// The shape of an array: texels along x, y and z (or layers), their type and channels.
///
/// ```
/// use smem_driver::{DeviceArrayShape, TextureElement};
///
/// let image = DeviceArrayShape { extent: [640, 480, 0], element: TextureElement::U8, channels: 4, is_layered: false };
/// assert_eq!((image.texel_bytes(), image.row_bytes(), image.bytes()), (4, 2560, 2560 * 480));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceArrayShape {
    /// Texels along x, rows, and layers of rows; 0 along an axis that the array has not.
    pub extent: [u64; 3],
    /// The type of a channel.
    pub element: TextureElement,
    /// Channels of a texel: 1, 2 or 4.
    pub channels: u32,
    /// Whether the last extent counts layers, which reads do not mix.
    pub is_layered: bool,
}

impl DeviceArrayShape {
    /// Bytes of a texel.
    pub fn texel_bytes(&self) -> u64 {
        u64::from(self.element.bytes()) * u64::from(self.channels)
    }

    /// Bytes of a row.
    pub fn row_bytes(&self) -> u64 {
        self.extent[0].saturating_mul(self.texel_bytes())
    }

    /// Bytes of all texels.
    pub fn bytes(&self) -> u64 {
        self.extent[1..].iter().fold(self.row_bytes(), |bytes, extent| bytes.saturating_mul((*extent).max(1)))
    }

    /// The shape of a texture of it.
    pub(crate) fn texture_shape(&self) -> TextureShape {
        let [width, height, depth] = self.extent;
        match (height, depth, self.is_layered) {
            (0, layers, true) => TextureShape::Lines { width, layers },
            (height, layers, true) => TextureShape::Planes { width, height, layers },
            (0, ..) => TextureShape::Line { width },
            (height, 0, _) => TextureShape::Plane { width, height },
            (height, depth, _) => TextureShape::Volume { width, height, depth },
        }
    }

    /// Whether a device has such arrays.
    pub(crate) fn check(&self) -> Result<(), DriverError> {
        let most = match self.texture_shape() {
            TextureShape::Line { .. } => [131_072, 0, 0],
            TextureShape::Plane { .. } => [131_072, 65_536, 0],
            TextureShape::Lines { .. } => [32_768, 0, 2048],
            TextureShape::Planes { .. } => [32_768, 32_768, 2048],
            _ => [16_384; 3],
        };
        let fits = self.extent.iter().zip(most).all(|(extent, most)| *extent <= most);
        let is_whole = self.extent[0] > 0 && (self.extent[2] > 0 || !self.is_layered);
        if fits && is_whole && matches!(self.channels, 1 | 2 | 4) { Ok(()) } else { Err(DriverError::InvalidValue) }
    }
}

/// An array of a device: its shape and its memory.
#[derive(Debug)]
pub(crate) struct DeviceArray {
    pub(crate) shape: DeviceArrayShape,
    pub(crate) address: u64,
    /// The context that it was made in, with which it ends.
    pub(crate) context: u64,
}
