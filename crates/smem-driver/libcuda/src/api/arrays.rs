//! Arrays.

use smem_driver::{DeviceArrayShape, Driver, DriverError, TextureElement};

use super::boxes::{BoxSide, copy_box};
use crate::foreign::{CallerAddress, In, Out};
use crate::process::{driver, not_supported};

/// `CUDA_ARRAY_DESCRIPTOR` in CUDA's header.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct PlaneDescription {
    width: usize,
    height: usize,
    format: u32,
    channels: u32,
}

/// `CUDA_ARRAY3D_DESCRIPTOR`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct VolumeDescription {
    width: usize,
    height: usize,
    depth: usize,
    format: u32,
    channels: u32,
    flags: u32,
}

/// Flags of arrays: layers, six of which are a cube.
const LAYERED: u32 = 1;
const CUBE: u32 = 4;
/// Besides them: surfaces, gathers of texels, depth, colours, sparse ones, mapped later.
const ALL_FLAGS: u32 = 0xff;

/// Formats of a channel by their numbers in CUDA's header.
const FORMATS: [(u32, TextureElement); 8] = [
    (0x01, TextureElement::U8),
    (0x02, TextureElement::U16),
    (0x03, TextureElement::U32),
    (0x08, TextureElement::I8),
    (0x09, TextureElement::I16),
    (0x0a, TextureElement::I32),
    (0x10, TextureElement::F16),
    (0x20, TextureElement::F32),
];

/// The type of a channel of a format.
pub(crate) fn element(format: u32) -> Result<TextureElement, DriverError> {
    let known = FORMATS.iter().find(|(number, _)| *number == format);
    known.map(|(_, element)| *element).ok_or(DriverError::InvalidValue)
}

/// The number of a channel's format.
pub(crate) fn format_of(element: TextureElement) -> u32 {
    FORMATS.iter().find(|(_, known)| *known == element).map_or(0, |(number, _)| *number)
}

/// Whether an array with these flags has layers, as the sides of a cube are.
pub(crate) fn has_layers(extent: [usize; 3], flags: u32) -> Result<bool, DriverError> {
    let [width, height, layers] = extent;
    match (flags & CUBE != 0, flags & LAYERED != 0) {
        (true, _) if width != height || layers == 0 || layers % 6 != 0 => Err(DriverError::InvalidValue),
        (true, true) => Err(not_supported("an array of layers of cube maps")),
        (true, false) if layers > 6 => Err(DriverError::InvalidValue),
        (is_cube, is_layered) => Ok(is_cube || is_layered),
    }
}

fn create(array: Out<u64>, extent: [usize; 3], format: u32, channels: u32, flags: u32) -> Result<(), DriverError> {
    array.check()?;
    if flags & !ALL_FLAGS != 0 {
        return Err(DriverError::InvalidValue);
    }
    let is_layered = has_layers(extent, flags)?;
    let shape = DeviceArrayShape { extent: extent.map(|n| n as u64), element: element(format)?, channels, is_layered };
    array.set(driver()?.create_array(shape)?)
}

/// A side of a copy in an array, from a byte of a row of one dimension on.
fn line(driver: &Driver, array: u64, offset: usize, bytes: usize) -> Result<BoxSide, DriverError> {
    BoxSide::of_array(driver, array, [offset as u64, 0, 0], [bytes as u64, 1, 1])
}

/// Copies bytes between a line of an array and linear memory.
fn copy_line(
    to: (u64, usize),
    from: CallerAddress,
    is_back: bool,
    bytes: usize,
    stream: Option<u64>,
) -> Result<(), DriverError> {
    let driver = driver()?;
    let of_array = line(driver, to.0, to.1, bytes)?;
    let linear = BoxSide::linear(from, 0, 1, bytes as u64);
    let (to, from) = if is_back { (linear, of_array) } else { (of_array, linear) };
    copy_box(driver, to, from, [bytes as u64, 1, 1], stream)
}

functions! {
    fn cuArrayCreate_v2(array: Out<u64>, description: In<PlaneDescription>) {
        let PlaneDescription { width, height, format, channels } = description.get()?;
        create(array, [width, height, 0], format, channels, 0)
    }

    fn cuArray3DCreate_v2(array: Out<u64>, description: In<VolumeDescription>) {
        let VolumeDescription { width, height, depth, format, channels, flags } = description.get()?;
        create(array, [width, height, depth], format, channels, flags)
    }

    fn cuArrayGetDescriptor_v2(description: Out<PlaneDescription>, array: u64) {
        let (shape, _) = driver()?.array(array)?;
        let [width, height, _] = shape.extent.map(|extent| extent as usize);
        description.set(PlaneDescription { width, height, format: format_of(shape.element), channels: shape.channels })
    }

    fn cuArray3DGetDescriptor_v2(description: Out<VolumeDescription>, array: u64) {
        let (shape, _) = driver()?.array(array)?;
        let [width, height, depth] = shape.extent.map(|extent| extent as usize);
        let (format, channels, flags) = (format_of(shape.element), shape.channels, u32::from(shape.is_layered));
        description.set(VolumeDescription { width, height, depth, format, channels, flags })
    }

    fn cuArrayDestroy(array: u64) {
        driver()?.destroy_array(array)
    }

    fn cuMemcpyHtoA_v2(array: u64, offset: usize, from: CallerAddress, bytes: usize) {
        copy_line((array, offset), from, false, bytes, None)
    }

    fn cuMemcpyHtoAAsync_v2(array: u64, offset: usize, from: CallerAddress, bytes: usize, stream: u64) {
        copy_line((array, offset), from, false, bytes, Some(stream))
    }

    fn cuMemcpyAtoH_v2(to: CallerAddress, array: u64, offset: usize, bytes: usize) {
        copy_line((array, offset), to, true, bytes, None)
    }

    fn cuMemcpyAtoHAsync_v2(to: CallerAddress, array: u64, offset: usize, bytes: usize, stream: u64) {
        copy_line((array, offset), to, true, bytes, Some(stream))
    }

    fn cuMemcpyDtoA_v2(array: u64, offset: usize, from: CallerAddress, bytes: usize) {
        copy_line((array, offset), from, false, bytes, None)
    }

    fn cuMemcpyAtoD_v2(to: CallerAddress, array: u64, offset: usize, bytes: usize) {
        copy_line((array, offset), to, true, bytes, None)
    }

    fn cuMemcpyAtoA_v2(to: u64, to_offset: usize, from: u64, from_offset: usize, bytes: usize) {
        let driver = driver()?;
        let (to, from) = (line(driver, to, to_offset, bytes)?, line(driver, from, from_offset, bytes)?);
        copy_box(driver, to, from, [bytes as u64, 1, 1], None)
    }
}
