//! Textures over a device's buffers.

use std::marker::PhantomData;
use std::rc::Rc;

use smem_sim::Texture;

use super::Device;
use super::address::Address;
use super::arg::Arg;
use super::backend::DeviceCore;
use super::sim::DriverDevice;
use crate::{Error, LaunchProblem, SimulatorTask};

/// A texture over a buffer, a kernel's argument of type `cudaTextureObject_t`. It is destroyed when dropped.
///
/// ```
/// use smem_launch::{Device, DeviceChoice, Install, LaunchShape};
/// use smem_sim::{Texture, TextureElement, TextureFilter, TextureShape};
///
/// let text = "__global__ void shrink(cudaTextureObject_t image, float* to) {
///     int x = threadIdx.x, y = threadIdx.y;
///     to[2 * y + x] = tex2D<float>(image, 2 * x + 1, 2 * y + 1);   // between four texels
/// }";
/// let device = Device::open(DeviceChoice::Simulator, Install::Allowed)?;
/// let kernel = device.load(text, "shrink.cu")?.kernel("shrink")?;
/// let (texels, to) = (device.upload(&[4.0_f32; 8])?, device.zeros::<f32>(4)?);
/// let image = device.texture(texels.address(), |address| {
///     let shape = TextureShape::Plane { width: 4, height: 2 };
///     Texture::new(address, TextureElement::F32, 1, shape).filter(TextureFilter::Linear)
/// })?;
/// device.simulate(&kernel, LaunchShape::of([1, 1, 1], [2, 2, 1]), &[image.arg(), to.arg()])?;
/// assert_eq!(device.download(&to)?, [4.0; 4]);
/// # Ok::<(), smem_launch::Error>(())
/// ```
#[derive(Debug)]
pub struct TextureObject<'a> {
    core: Rc<DeviceCore>,
    handle: u64,
    /// The texels outlive it.
    texels: PhantomData<&'a ()>,
}

impl Device {
    /// Makes a texture of the texels at an address; `describe` receives the address as a kernel sees it.
    ///
    /// # Errors
    /// [`Error::Simulator`] where CUDA refuses such a texture, or the buffer ends before its last texel; [`Error::Launch`] on a GPU, whose
    /// textures this crate does not make.
    pub fn texture<'a>(
        &self,
        texels: Address<'a>,
        describe: impl FnOnce(u64) -> Texture,
    ) -> Result<TextureObject<'a>, Error> {
        self.texture_at(describe(texels.address))
    }

    /// Makes a texture of memory that the caller keeps.
    pub(crate) fn texture_at<'a>(&self, texture: Texture) -> Result<TextureObject<'a>, Error> {
        let Some(simulated) = DriverDevice::of(&self.core) else {
            return Err(LaunchProblem::SimulatorOnly { task: SimulatorTask::Texture }.into());
        };
        let handle = simulated.create_texture(texture)?;
        Ok(TextureObject { core: Rc::clone(&self.core), handle, texels: PhantomData })
    }
}

impl TextureObject<'_> {
    /// Its handle, as a kernel's argument.
    pub fn arg(&self) -> Arg<'_> {
        self.handle.into()
    }

    /// The handle, to be kept where a pointer could be.
    pub(crate) fn address(&self) -> Address<'_> {
        Address { address: self.handle, behind: 0, buffer: PhantomData }
    }
}

impl Drop for TextureObject<'_> {
    fn drop(&mut self) {
        if let Some(simulated) = DriverDevice::of(&self.core) {
            simulated.destroy_texture(self.handle);
        }
    }
}
