//! Textures and surfaces.

use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeMap;

use smem_driver::{Driver, DriverError, Texture, TextureAddressing, TextureFilter, TextureShape};

use super::arrays::element;
use crate::foreign::{CallerAddress, In, Out};
use crate::process::{driver, not_supported};

/// `CUDA_RESOURCE_DESC` in CUDA's header: the kind of memory, and 16 numbers of which each kind has its own.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct TextureResource {
    pub(crate) kind: u32,
    pub(crate) padding: u32,
    pub(crate) numbers: [u64; 16],
    pub(crate) flags: u32,
    pub(crate) end: u32,
}

/// `CUDA_TEXTURE_DESC`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct TextureReading {
    pub(crate) addressing: [u32; 3],
    pub(crate) filter: u32,
    pub(crate) flags: u32,
    pub(crate) anisotropy: u32,
    pub(crate) mipmap_filter: u32,
    pub(crate) mipmap_bias: f32,
    pub(crate) mipmap_clamp: [f32; 2],
    pub(crate) border: [f32; 4],
    pub(crate) reserved: [u32; 12],
}

/// Kinds of memory of a texture.
pub(crate) const OF_ARRAY: u32 = 0;
pub(crate) const OF_MIPMAPS: u32 = 1;
pub(crate) const OF_LINE: u32 = 2;
pub(crate) const OF_ROWS: u32 = 3;

/// Flags of reads: integers as they are, coordinates up to 1.
pub(crate) const INTEGERS: u32 = 1;
pub(crate) const NORMALIZED: u32 = 2;

/// Textures as they were described, by their handles.
static DESCRIBED: Mutex<BTreeMap<u64, (TextureResource, TextureReading)>> = Mutex::new(BTreeMap::new());

fn described() -> MutexGuard<'static, BTreeMap<u64, (TextureResource, TextureReading)>> {
    DESCRIBED.lock()
}

/// The description of a texture.
pub(crate) fn description(texture: u64) -> Result<(TextureResource, TextureReading), DriverError> {
    described().get(&texture).copied().ok_or(DriverError::InvalidValue)
}

impl TextureResource {
    /// The format and the channels of linear memory.
    fn texels(&self) -> (u32, u32) {
        (self.numbers[1] as u32, (self.numbers[1] >> 32) as u32)
    }

    /// A texture of the memory.
    fn texture(&self, driver: &Driver) -> Result<Texture, DriverError> {
        let (format, channels) = self.texels();
        let of = |shape| Ok(Texture::new(self.numbers[0], element(format)?, channels, shape));
        match self.kind {
            OF_ARRAY | OF_MIPMAPS if self.numbers[0] == 0 => Err(DriverError::InvalidValue),
            OF_ARRAY => driver.texture_of(self.numbers[0]),
            OF_MIPMAPS => Err(not_supported("a texture of mipmaps")),
            OF_LINE => {
                let texel = u64::from(element(format)?.bytes()) * u64::from(channels.max(1));
                of(TextureShape::Linear { width: self.numbers[2] / texel })
            }
            OF_ROWS => {
                let shape = TextureShape::Plane { width: self.numbers[2], height: self.numbers[3] };
                Ok(of(shape)?.pitch(self.numbers[4]))
            }
            _ => Err(DriverError::InvalidValue),
        }
    }

    /// Whether linear memory begins where a texture of it may.
    fn is_aligned(&self) -> bool {
        let is_aligned = self.numbers[0].is_multiple_of(ALIGNMENT);
        match self.kind {
            OF_LINE => is_aligned,
            OF_ROWS => is_aligned && self.numbers[4].is_multiple_of(ROW_ALIGNMENT),
            _ => true,
        }
    }
}

/// Linear memory of a texture begins at a multiple of so many bytes, as all allocations do. Attribute 14 asks programs for more.
const ALIGNMENT: u64 = 256;
/// The rows of a texture of rows are a multiple of so many bytes apart, attribute 77.
const ROW_ALIGNMENT: u64 = 32;

fn addressing(number: u32) -> Result<TextureAddressing, DriverError> {
    match number {
        0 => Ok(TextureAddressing::Wrap),
        1 => Ok(TextureAddressing::Clamp),
        2 => Ok(TextureAddressing::Mirror),
        3 => Ok(TextureAddressing::Border),
        _ => Err(DriverError::InvalidValue),
    }
}

/// Makes a texture.
pub(crate) fn create(resource: TextureResource, reading: TextureReading) -> Result<u64, DriverError> {
    let driver = driver()?;
    if !resource.is_aligned() || resource.flags != 0 {
        return Err(DriverError::InvalidValue);
    }
    let [x, y, z] = reading.addressing;
    let mut texture = resource.texture(driver)?.addressing([addressing(x)?, addressing(y)?, addressing(z)?]);
    texture = texture.border(reading.border);
    texture = match reading.filter {
        0 => texture.filter(TextureFilter::Point),
        1 => texture.filter(TextureFilter::Linear),
        _ => return Err(DriverError::InvalidValue),
    };
    if reading.flags & INTEGERS == 0 && is_small_integer(driver, &resource)? {
        texture = texture.normalized_values();
    }
    if reading.flags & NORMALIZED != 0 {
        texture = texture.normalized_coordinates();
    }
    let handle = driver.create_texture(texture).map_err(|refusal| refusal.error)?;
    described().insert(handle, (resource, reading));
    Ok(handle)
}

/// Refuses a view of the memory in another format or of a part of it.
pub(crate) fn check_view(view: CallerAddress) -> Result<(), DriverError> {
    if view.number() == 0 { Ok(()) } else { Err(not_supported("a texture with a resource view")) }
}

/// Whether texels are integers of 8 or 16 bits, which can be read as numbers up to 1.
pub(crate) fn is_small_integer(driver: &Driver, resource: &TextureResource) -> Result<bool, DriverError> {
    use smem_driver::TextureElement::{I8, I16, U8, U16};
    let of = match resource.kind {
        OF_ARRAY => driver.array(resource.numbers[0])?.0.element,
        _ => element(resource.texels().0)?,
    };
    Ok(matches!(of, U8 | I8 | U16 | I16))
}

/// Destroys a texture.
pub(crate) fn destroy(texture: u64) -> Result<(), DriverError> {
    if texture == 0 {
        return Ok(());
    }
    driver()?.destroy_texture(texture)?;
    described().remove(&texture);
    Ok(())
}

/// Makes a surface: a texture of an array, whose texels kernels read and write one by one.
pub(crate) fn create_surface(resource: TextureResource) -> Result<u64, DriverError> {
    if resource.kind != OF_ARRAY {
        return Err(DriverError::InvalidValue);
    }
    create(resource, TextureReading { addressing: [1; 3], flags: INTEGERS, ..TextureReading::default() })
}

functions! {
    fn cuSurfObjectCreate(surface: Out<u64>, resource: In<TextureResource>) {
        surface.check()?;
        surface.set(create_surface(resource.get()?)?)
    }

    fn cuSurfObjectDestroy(surface: u64) {
        destroy(surface)
    }

    fn cuSurfObjectGetResourceDesc(resource: Out<TextureResource>, surface: u64) {
        resource.set(description(surface)?.0)
    }

    fn cuTexObjectCreate(texture: Out<u64>, resource: In<TextureResource>, reading: In<TextureReading>, view: CallerAddress) {
        texture.check()?;
        check_view(view)?;
        texture.set(create(resource.get()?, reading.get()?)?)
    }

    fn cuTexObjectDestroy(texture: u64) {
        destroy(texture)
    }

    fn cuTexObjectGetResourceDesc(resource: Out<TextureResource>, texture: u64) {
        resource.set(description(texture)?.0)
    }

    fn cuTexObjectGetTextureDesc(reading: Out<TextureReading>, texture: u64) {
        reading.set(description(texture)?.1)
    }
}
