//! Textures and surfaces.

use super::arrays::ChannelFormat;
use super::device_choice::ready;
use super::error::RuntimeError;
use crate::api::arrays::format_of;
use crate::api::textures::{
    INTEGERS, NORMALIZED, OF_ARRAY, OF_LINE, OF_ROWS, TextureReading, TextureResource, check_view, create,
    create_surface, destroy, is_small_integer,
};
use crate::foreign::{CallerAddress, In, Out};

/// The memory of a texture, `cudaResourceDesc` in CUDA's header: its kind, and seven numbers of which each kind has its own. That of CUDA 13
/// ends with reserved words.
#[repr(C)]
#[derive(Clone, Copy)]
struct MemoryDescription {
    kind: u32,
    padding: u32,
    numbers: [u64; 7],
}

/// How a texture is read, `cudaTextureDesc`.
#[repr(C)]
#[derive(Clone, Copy)]
struct ReadDescription {
    addressing: [u32; 3],
    filter: u32,
    is_normalized_read: u32,
    is_srgb: u32,
    border: [f32; 4],
    has_normalized_coordinates: u32,
    anisotropy: u32,
    mipmap_filter: u32,
    mipmap_bias: f32,
    mipmap_clamp: [f32; 2],
    without_optimization: u32,
    is_seamless: u32,
}

/// Descriptions of textures, by their handles.
static DESCRIBED: parking_lot::Mutex<std::collections::BTreeMap<u64, (MemoryDescription, ReadDescription)>> =
    parking_lot::Mutex::new(std::collections::BTreeMap::new());

fn described() -> parking_lot::MutexGuard<'static, std::collections::BTreeMap<u64, (MemoryDescription, ReadDescription)>>
{
    DESCRIBED.lock()
}

/// A filter between texels.
const LINEAR: u32 = 1;

impl MemoryDescription {
    /// The same for the driver, which has a number for a format and orders the rest otherwise.
    fn resource(&self) -> Result<TextureResource, RuntimeError> {
        let mut numbers = [0; 16];
        numbers[..7].copy_from_slice(&self.numbers);
        if matches!(self.kind, OF_LINE | OF_ROWS) {
            // Address; five words of the format, and four bytes that fill up; then sizes.
            let word = |at: usize| (self.numbers[at / 2] >> (32 * (at % 2))) as u32;
            let format = ChannelFormat::of_words([2, 3, 4, 5, 6].map(word));
            let (element, channels) = format.texel()?;
            numbers = [0; 16];
            numbers[0] = self.numbers[0];
            numbers[1] = u64::from(format_of(element)) | u64::from(channels) << 32;
            numbers[2..5].copy_from_slice(&self.numbers[4..7]);
        }
        Ok(TextureResource { kind: self.kind, padding: 0, numbers, flags: 0, end: 0 })
    }
}

impl ReadDescription {
    fn reading(&self) -> TextureReading {
        let integers = if self.is_normalized_read == 0 { INTEGERS } else { 0 };
        let normalized = if self.has_normalized_coordinates != 0 { NORMALIZED } else { 0 };
        TextureReading {
            addressing: self.addressing,
            filter: self.filter,
            flags: integers | normalized,
            border: self.border,
            ..TextureReading::default()
        }
    }
}

runtime_functions! {
    fn cudaCreateTextureObject(texture: Out<u64>, memory: In<MemoryDescription>, read: In<ReadDescription>, view: CallerAddress) in context {
        texture.check()?;
        check_view(view)?;
        let described_memory = memory.get()?;
        if read.is_null() || (described_memory.kind == OF_ARRAY && described_memory.numbers[0] == 0) {
            return Err(RuntimeError::INVALID_HANDLE);
        }
        let (resource, read) = (described_memory.resource()?, read.get()?);
        let reading = read.reading();
        if read.filter == LINEAR && reading.flags & INTEGERS != 0 && is_small_integer(ready()?, &resource)? {
            return Err(RuntimeError::INVALID_FILTER);
        }
        let handle = create(resource, reading)?;
        described().insert(handle, (described_memory, read));
        Ok(texture.set(handle)?)
    }

    fn cudaCreateSurfaceObject(surface: Out<u64>, memory: In<MemoryDescription>) in context {
        surface.check()?;
        Ok(surface.set(create_surface(memory.get()?.resource()?)?)?)
    }

    fn cudaDestroySurfaceObject(surface: u64) in context {
        Ok(destroy(surface)?)
    }

    fn cudaDestroyTextureObject(texture: u64) in context {
        destroy(texture)?;
        described().remove(&texture);
        Ok(())
    }

    fn cudaGetTextureObjectResourceDesc(memory: Out<MemoryDescription>, texture: u64) in context {
        let known = described().get(&texture).copied().ok_or(RuntimeError::INVALID_VALUE)?;
        Ok(memory.set(known.0)?)
    }

    fn cudaGetTextureObjectTextureDesc(read: Out<ReadDescription>, texture: u64) in context {
        let known = described().get(&texture).copied().ok_or(RuntimeError::INVALID_VALUE)?;
        Ok(read.set(known.1)?)
    }
}
