//! Arrays, and copies to and from them.

use smem_driver::{DeviceArrayShape, TextureElement};

use super::copies::{BY_ADDRESS, DEVICE_TO_DEVICE, DEVICE_TO_HOST, HOST_TO_DEVICE, wait_for_copy, waiting_stream};
use super::default_stream::stream;
use super::device_choice::ready;
use super::error::RuntimeError;
use super::memory::{PitchedRows, Volume};
use crate::api::arrays::has_layers;
use crate::api::boxes::{BoxSide, copy_box};
use crate::foreign::{CallerAddress, In, Out};

/// Bits of each channel, and their kind, `cudaChannelFormatDesc` in CUDA's header.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(super) struct ChannelFormat {
    bits: [i32; 4],
    kind: u32,
}

/// Kinds of channels.
const SIGNED: u32 = 0;
const UNSIGNED: u32 = 1;
const FLOAT: u32 = 2;

impl ChannelFormat {
    /// The type and the number of the channels.
    pub(super) fn texel(self) -> Result<(TextureElement, u32), RuntimeError> {
        let element = match (self.kind, self.bits[0]) {
            (UNSIGNED, 8) => TextureElement::U8,
            (UNSIGNED, 16) => TextureElement::U16,
            (UNSIGNED, 32) => TextureElement::U32,
            (SIGNED, 8) => TextureElement::I8,
            (SIGNED, 16) => TextureElement::I16,
            (SIGNED, 32) => TextureElement::I32,
            (FLOAT, 16) => TextureElement::F16,
            (FLOAT, 32) => TextureElement::F32,
            _ => return Err(RuntimeError::INVALID_CHANNELS),
        };
        let channels = self.bits.iter().take_while(|bits| **bits == self.bits[0]).count();
        let is_whole = self.bits[channels..].iter().all(|bits| *bits == 0);
        if is_whole && matches!(channels, 1 | 2 | 4) {
            Ok((element, channels as u32))
        } else {
            Err(RuntimeError::INVALID_CHANNELS)
        }
    }

    /// The format of five words, as a description of memory has them.
    pub(super) fn of_words([x, y, z, w, kind]: [u32; 5]) -> ChannelFormat {
        ChannelFormat { bits: [x, y, z, w].map(|bits| bits as i32), kind }
    }

    fn of(shape: &DeviceArrayShape) -> ChannelFormat {
        use TextureElement::{F16, F32, I8, I16, I32};
        let kind = match shape.element {
            I8 | I16 | I32 => SIGNED,
            F16 | F32 => FLOAT,
            _ => UNSIGNED,
        };
        let mut bits = [0; 4];
        bits[..shape.channels as usize].fill(8 * shape.element.bytes() as i32);
        ChannelFormat { bits, kind }
    }
}

/// A place in elements or bytes, `cudaPos`.
#[repr(C)]
#[derive(Clone, Copy)]
struct BoxPlace {
    x: usize,
    y: usize,
    z: usize,
}

/// A copy of a box, `cudaMemcpy3DParms`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct BoxCopy {
    from_array: u64,
    from_place: BoxPlace,
    from: PitchedRows,
    to_array: u64,
    to_place: BoxPlace,
    to: PitchedRows,
    extent: Volume,
    direction: u32,
}

fn create(array: Out<u64>, format: In<ChannelFormat>, extent: [usize; 3], flags: u32) -> Result<(), RuntimeError> {
    array.check()?;
    let (element, channels) = format.get()?.texel()?;
    let is_layered = has_layers(extent, flags)?;
    let shape = DeviceArrayShape { extent: extent.map(|n| n as u64), element, channels, is_layered };
    Ok(array.set(ready()?.create_array(shape)?)?)
}

/// Fails for a direction in which the array's side is not the device's.
fn check_side(direction: u32, with_host: u32) -> Result<(), RuntimeError> {
    match [with_host, DEVICE_TO_DEVICE, BY_ADDRESS].contains(&direction) {
        true => Ok(()),
        false => Err(RuntimeError::INVALID_DIRECTION),
    }
}

/// Rows of an array from a byte of a row on.
fn rows(array: u64, column: usize, row: usize, width: usize, height: usize) -> Result<BoxSide, RuntimeError> {
    let [column, row, width, height] = [column, row, width, height].map(|number| number as u64);
    Ok(BoxSide::of_array(ready()?, array, [column, row, 0], [width, height, 1])?)
}

/// Bytes of an array that follow each other across its rows, from a byte of a row on.
fn bytes_of(array: u64, column: usize, row: usize, bytes: usize) -> Result<BoxSide, RuntimeError> {
    let (shape, address) = ready()?.array(array)?;
    let offset = (row as u64).saturating_mul(shape.row_bytes()).saturating_add(column as u64);
    if offset.saturating_add(bytes as u64) > shape.bytes() {
        return Err(RuntimeError::INVALID_VALUE);
    }
    Ok(linear(CallerAddress::at(address + offset), bytes, bytes))
}

fn linear(start: CallerAddress, pitch: usize, width: usize) -> BoxSide {
    BoxSide::linear(start, pitch as u64, 1, width as u64)
}

fn copy(to: BoxSide, from: BoxSide, extent: [usize; 3], stream: Option<u64>) -> Result<(), RuntimeError> {
    Ok(copy_box(ready()?, to, from, extent.map(|number| number as u64), stream)?)
}

/// Copies, and waits for it.
fn copy_now(to: BoxSide, from: BoxSide, extent: [usize; 3]) -> Result<(), RuntimeError> {
    copy(to, from, extent, waiting_stream())?;
    wait_for_copy()
}

impl BoxCopy {
    /// Copies in the order of a stream, or waits without one.
    pub(super) fn run(&self, stream: Option<u64>) -> Result<(), RuntimeError> {
        if self.direction > BY_ADDRESS {
            return Err(RuntimeError::INVALID_DIRECTION);
        }
        let driver = ready()?;
        // Widths and columns count texels where an array takes part.
        let texel = |array: u64| -> Result<u64, RuntimeError> {
            Ok(if array == 0 { 1 } else { driver.array(array)?.0.texel_bytes() })
        };
        let (of_from, of_to) = (texel(self.from_array)?, texel(self.to_array)?);
        let width = self.extent.width as u64 * of_from.max(of_to);
        let extent = [width, self.extent.height as u64, self.extent.depth as u64];
        let side = |array: u64, place: BoxPlace, rows: PitchedRows, texel: u64| -> Result<BoxSide, RuntimeError> {
            let place = [place.x as u64 * texel, place.y as u64, place.z as u64];
            if array != 0 {
                return Ok(BoxSide::of_array(driver, array, place, extent)?);
            }
            Ok(BoxSide::linear(rows.start, rows.pitch as u64, rows.height as u64, width).at(place))
        };
        let from = side(self.from_array, self.from_place, self.from, of_from)?;
        let to = side(self.to_array, self.to_place, self.to, of_to)?;
        Ok(copy_box(driver, to, from, extent, stream)?)
    }
}

// SAFETY: the name is one of the runtime API, and no other function of this library has it.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn cudaCreateChannelDesc(x: i32, y: i32, z: i32, w: i32, kind: u32) -> ChannelFormat {
    ChannelFormat { bits: [x, y, z, w], kind }
}

runtime_functions! {
    fn cudaMallocArray(array: Out<u64>, format: In<ChannelFormat>, width: usize, height: usize, flags: u32) in context {
        create(array, format, [width, height, 0], flags)
    }

    fn cudaMalloc3DArray(array: Out<u64>, format: In<ChannelFormat>, extent: Volume, flags: u32) in context {
        create(array, format, [extent.width, extent.height, extent.depth], flags)
    }

    fn cudaFreeArray(array: u64) in context {
        if array == 0 { Ok(()) } else { Ok(ready()?.destroy_array(array)?) }
    }

    fn cudaGetChannelDesc(format: Out<ChannelFormat>, array: u64) in context {
        Ok(format.set(ChannelFormat::of(&ready()?.array(array)?.0))?)
    }

    fn cudaArrayGetInfo(format: Out<ChannelFormat>, extent: Out<Volume>, flags: Out<u32>, array: u64) in context {
        let (shape, _) = ready()?.array(array)?;
        let [width, height, depth] = shape.extent.map(|number| number as usize);
        format.set_if_asked(ChannelFormat::of(&shape));
        extent.set_if_asked(Volume { width, height, depth });
        flags.set_if_asked(u32::from(shape.is_layered));
        Ok(())
    }

    fn cudaMemcpyToArray(array: u64, column: usize, row: usize, from: CallerAddress, bytes: usize, direction: u32)
        in context, per thread cudaMemcpyToArray_ptds
    {
        check_side(direction, HOST_TO_DEVICE)?;
        copy_now(bytes_of(array, column, row, bytes)?, linear(from, bytes, bytes), [bytes, 1, 1])
    }

    fn cudaMemcpyToArrayAsync(array: u64, column: usize, row: usize, from: CallerAddress, bytes: usize, direction: u32, of_stream: u64)
        in context, per thread cudaMemcpyToArrayAsync_ptsz
    {
        check_side(direction, HOST_TO_DEVICE)?;
        copy(bytes_of(array, column, row, bytes)?, linear(from, bytes, bytes), [bytes, 1, 1], Some(stream(of_stream)))
    }

    fn cudaMemcpyFromArray(to: CallerAddress, array: u64, column: usize, row: usize, bytes: usize, direction: u32)
        in context, per thread cudaMemcpyFromArray_ptds
    {
        check_side(direction, DEVICE_TO_HOST)?;
        copy_now(linear(to, bytes, bytes), bytes_of(array, column, row, bytes)?, [bytes, 1, 1])
    }

    fn cudaMemcpyFromArrayAsync(to: CallerAddress, array: u64, column: usize, row: usize, bytes: usize, direction: u32, of_stream: u64)
        in context, per thread cudaMemcpyFromArrayAsync_ptsz
    {
        check_side(direction, DEVICE_TO_HOST)?;
        copy(linear(to, bytes, bytes), bytes_of(array, column, row, bytes)?, [bytes, 1, 1], Some(stream(of_stream)))
    }

    fn cudaMemcpyArrayToArray(to: u64, column: usize, row: usize, from: u64, from_column: usize, from_row: usize, bytes: usize, _direction: u32)
        in context, per thread cudaMemcpyArrayToArray_ptds
    {
        let (to, from) = (bytes_of(to, column, row, bytes)?, bytes_of(from, from_column, from_row, bytes)?);
        copy_now(to, from, [bytes, 1, 1])
    }

    fn cudaMemcpy2DToArray(array: u64, column: usize, row: usize, from: CallerAddress, pitch: usize, width: usize, height: usize, direction: u32)
        in context, per thread cudaMemcpy2DToArray_ptds
    {
        check_side(direction, HOST_TO_DEVICE)?;
        copy_now(rows(array, column, row, width, height)?, linear(from, pitch, width), [width, height, 1])
    }

    fn cudaMemcpy2DToArrayAsync(
        array: u64,
        column: usize,
        row: usize,
        from: CallerAddress,
        pitch: usize,
        width: usize,
        height: usize,
        direction: u32,
        of_stream: u64,
    ) in context, per thread cudaMemcpy2DToArrayAsync_ptsz {
        check_side(direction, HOST_TO_DEVICE)?;
        copy(rows(array, column, row, width, height)?, linear(from, pitch, width), [width, height, 1], Some(stream(of_stream)))
    }

    fn cudaMemcpy2DFromArray(to: CallerAddress, pitch: usize, array: u64, column: usize, row: usize, width: usize, height: usize, direction: u32)
        in context, per thread cudaMemcpy2DFromArray_ptds
    {
        check_side(direction, DEVICE_TO_HOST)?;
        copy_now(linear(to, pitch, width), rows(array, column, row, width, height)?, [width, height, 1])
    }

    fn cudaMemcpy2DFromArrayAsync(
        to: CallerAddress,
        pitch: usize,
        array: u64,
        column: usize,
        row: usize,
        width: usize,
        height: usize,
        direction: u32,
        of_stream: u64,
    ) in context, per thread cudaMemcpy2DFromArrayAsync_ptsz {
        check_side(direction, DEVICE_TO_HOST)?;
        copy(linear(to, pitch, width), rows(array, column, row, width, height)?, [width, height, 1], Some(stream(of_stream)))
    }

    fn cudaMemcpy2DArrayToArray(
        to: u64,
        column: usize,
        row: usize,
        from: u64,
        from_column: usize,
        from_row: usize,
        width: usize,
        height: usize,
        _direction: u32,
    ) in context, per thread cudaMemcpy2DArrayToArray_ptds {
        let (to, from) = (rows(to, column, row, width, height)?, rows(from, from_column, from_row, width, height)?);
        copy_now(to, from, [width, height, 1])
    }

    fn cudaMemcpy3D(volume: In<BoxCopy>) in context, per thread cudaMemcpy3D_ptds {
        volume.get()?.run(waiting_stream())?;
        wait_for_copy()
    }

    fn cudaMemcpy3DAsync(volume: In<BoxCopy>, of_stream: u64) in context, per thread cudaMemcpy3DAsync_ptsz {
        volume.get()?.run(Some(stream(of_stream)))
    }
}
