//! The simulated device's textures.

use super::Simulator;
use super::device::DeviceTables;
use super::device_memory::host;
use crate::fault::Fault;
use crate::texture::Texture;
use std::sync::Arc;

impl Simulator {
    /// Makes a texture and returns its handle, a kernel's argument of type `cudaTextureObject_t` ([`KernelArg::U64`](crate::KernelArg::U64)).
    /// Its texels are those that its memory holds when a kernel reads it.
    ///
    /// ```
    /// use smem_sim::{Arch, Simulator, Texture, TextureElement, TextureShape};
    ///
    /// let sim = Simulator::new(Arch::SM_90);
    /// let texels = sim.alloc(64 * 64);
    /// let image = Texture::new(texels, TextureElement::U8, 1, TextureShape::Plane { width: 64, height: 64 });
    /// let handle = sim.create_texture(image)?;
    /// sim.destroy_texture(handle)?;
    /// let fault = sim.create_texture(image.pitch(128)).unwrap_err();
    /// assert!(fault.to_string().starts_with("the 8128 bytes of a texture are not all in memory"));
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If CUDA refuses such a texture, in a sentence, or its texels are not all inside one allocation.
    pub fn create_texture(&self, texture: Texture) -> Result<u64, Fault> {
        let mut tables = self.device.tables();
        let DeviceTables { global, textures, .. } = &mut *tables;
        Arc::make_mut(textures).add(texture, global).map_err(host)
    }

    /// Destroys a texture; any later read of it is a fault. Its memory stays.
    ///
    /// # Errors
    /// If the handle is not one that [`create_texture`](Self::create_texture) returned, or is already destroyed.
    pub fn destroy_texture(&self, handle: u64) -> Result<(), Fault> {
        if Arc::make_mut(&mut self.device.tables().textures).remove(handle) {
            return Ok(());
        }
        Err(host(format!("there is no texture {handle:#x} to destroy")))
    }
}
