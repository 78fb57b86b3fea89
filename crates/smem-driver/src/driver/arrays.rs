//! Arrays, whose memory programs reach by copies and textures alone, and textures.

use smem_sim::{Texture, TextureElement, TextureShape};

use super::Driver;
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
    fn texture_shape(&self) -> TextureShape {
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
    fn check(&self) -> Result<(), DriverError> {
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
    shape: DeviceArrayShape,
    address: u64,
}

impl Driver {
    /// Makes an array in the current context; its bytes are zero.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for a shape that no array has, [`DriverError::OutOfMemory`].
    pub fn create_array(&self, shape: DeviceArrayShape) -> Result<u64, DriverError> {
        self.context()?;
        shape.check()?;
        let address = self.alloc(shape.bytes())?;
        Ok(self.arrays.insert(DeviceArray { shape, address }))
    }

    /// The shape of an array, and the address of its first texel. Rows follow each other without gaps, and so do layers of rows.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`] for what is not an array.
    pub fn array(&self, array: u64) -> Result<(DeviceArrayShape, u64), DriverError> {
        self.context()?;
        let array = self.arrays.get(array)?;
        Ok((array.shape, array.address))
    }

    /// Destroys an array, when all work of its context is done.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`] for what is not an array.
    pub fn destroy_array(&self, array: u64) -> Result<(), DriverError> {
        self.context()?;
        self.free(self.arrays.remove(array)?.address)
    }

    /// A texture of all of an array, read at the texel that a point is in.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`] for what is not an array.
    pub fn texture_of(&self, array: u64) -> Result<Texture, DriverError> {
        let (shape, address) = self.array(array)?;
        Ok(Texture::new(address, shape.element, shape.channels, shape.texture_shape()))
    }

    /// Makes a texture that kernels read by its handle.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for one that a device does not have, with a notice that says why.
    pub fn create_texture(&self, texture: Texture) -> Result<u64, DriverError> {
        self.context()?;
        self.machine.create_texture(texture).map_err(|fault| {
            self.notice(&format!("a texture was not made: {}", fault.kind));
            DriverError::InvalidValue
        })
    }

    /// Destroys a texture, when all work of its context is done: kernels that were launched before read it.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not a texture.
    pub fn destroy_texture(&self, texture: u64) -> Result<(), DriverError> {
        self.context()?.all_ends().iter().for_each(|end| end.wait());
        self.machine.destroy_texture(texture).map_err(|_| DriverError::InvalidValue)
    }
}
