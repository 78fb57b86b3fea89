//! Arrays, whose memory programs reach by copies and textures alone, and textures.

use smem_sim::Texture;

use super::{Driver, DriverRefusal};
use crate::error::DriverError;
use crate::memory::{DeviceArray, DeviceArrayShape};

impl Driver {
    /// Makes an array in the current context; its bytes are zero.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for a shape that no array has, [`DriverError::OutOfMemory`].
    pub fn create_array(&self, shape: DeviceArrayShape) -> Result<u64, DriverError> {
        let context = self.context()?.handle;
        shape.check()?;
        let address = self.alloc(shape.bytes())?;
        Ok(self.arrays.insert(DeviceArray { shape, address, context }))
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
    /// [`DriverError::InvalidValue`] for one that a device does not have, with a sentence and a notice that say why.
    pub fn create_texture(&self, texture: Texture) -> Result<u64, DriverRefusal> {
        self.context()?;
        self.machine.create_texture(texture).map_err(|fault| {
            let message = fault.kind.to_string();
            self.notice(&format!("a texture was not made: {message}"));
            DriverRefusal { error: DriverError::InvalidValue, message }
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
