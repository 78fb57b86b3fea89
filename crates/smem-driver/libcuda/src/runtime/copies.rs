//! Copies and fills.

use smem_driver::DriverError;

use super::default_stream::{default_stream, stream};
use super::device_choice::ready;
use super::error::RuntimeError;
use crate::api::copies::{copy, fill, fill_rows};
use crate::foreign::CallerAddress;
use crate::process::driver;

/// Directions of a copy, by their numbers: from the host to a device, back, within devices, whichever the addresses are. 0 is from the
/// host to the host, which is not checked.
pub(super) const HOST_TO_DEVICE: u32 = 1;
pub(super) const DEVICE_TO_HOST: u32 = 2;
pub(super) const DEVICE_TO_DEVICE: u32 = 3;
pub(super) const BY_ADDRESS: u32 = 4;

/// Fails where an address cannot be on the side that the direction says.
pub(super) fn check_direction(to: CallerAddress, from: CallerAddress, direction: u32) -> Result<(), RuntimeError> {
    if direction > BY_ADDRESS {
        return Err(RuntimeError::INVALID_DIRECTION);
    }
    let driver = driver()?;
    let is_known = |address: CallerAddress| driver.pointer_owner(address.number()).is_ok();
    let to_device = matches!(direction, HOST_TO_DEVICE | DEVICE_TO_DEVICE);
    let from_device = matches!(direction, DEVICE_TO_HOST | DEVICE_TO_DEVICE);
    if (to_device && !is_known(to)) || (from_device && !is_known(from)) {
        return Err(RuntimeError::INVALID_VALUE);
    }
    Ok(())
}

/// The stream of a copy that the caller waits for: `None` is the legacy default stream.
pub(super) fn waiting_stream() -> Option<u64> {
    Some(default_stream()).filter(|stream| *stream != 0)
}

/// Copies, and waits where the call has no stream of its own.
pub(super) fn copy_now(
    to: CallerAddress,
    from: CallerAddress,
    bytes: usize,
    direction: u32,
) -> Result<(), RuntimeError> {
    if bytes == 0 {
        return Ok(());
    }
    check_direction(to, from, direction)?;
    let driver = ready()?;
    copy(driver, to, from, bytes as u64, waiting_stream())?;
    wait_for_copy()
}

/// Waits for the copy of a call without a stream of its own, where it was put into the default stream of its thread: copies into the legacy
/// one have waited.
pub(super) fn wait_for_copy() -> Result<(), RuntimeError> {
    match waiting_stream() {
        Some(stream) => Ok(ready()?.wait_for_stream(stream)?),
        None => Ok(()),
    }
}

fn byte(value: i32) -> [u8; 1] {
    [value as u8]
}

runtime_functions! {
    fn cudaMemcpy(to: CallerAddress, from: CallerAddress, bytes: usize, direction: u32) in context, per thread cudaMemcpy_ptds {
        copy_now(to, from, bytes, direction)
    }

    fn cudaMemcpyAsync(to: CallerAddress, from: CallerAddress, bytes: usize, direction: u32, of_stream: u64) in context, per thread cudaMemcpyAsync_ptsz {
        if bytes > 0 {
            check_direction(to, from, direction)?;
        }
        Ok(copy(ready()?, to, from, bytes as u64, Some(stream(of_stream)))?)
    }

    fn cudaMemcpyPeer(to: u64, to_device: i32, from: u64, from_device: i32, bytes: usize) in context {
        let driver = ready()?;
        driver.device(to_device)?;
        driver.device(from_device)?;
        Ok(driver.copy_in(to, from, bytes as u64, default_stream())?)
    }

    fn cudaMemcpyPeerAsync(to: u64, to_device: i32, from: u64, from_device: i32, bytes: usize, of_stream: u64) in context {
        let driver = ready()?;
        driver.device(to_device)?;
        driver.device(from_device)?;
        Ok(driver.copy_in(to, from, bytes as u64, stream(of_stream))?)
    }

    fn cudaMemset(to: u64, value: i32, bytes: usize) in context, per thread cudaMemset_ptds {
        Ok(fill(to, &byte(value), bytes, waiting_stream())?)
    }

    fn cudaMemsetAsync(to: u64, value: i32, bytes: usize, of_stream: u64) in context, per thread cudaMemsetAsync_ptsz {
        Ok(fill(to, &byte(value), bytes, Some(stream(of_stream)))?)
    }

    fn cudaMemset2D(to: u64, pitch: usize, value: i32, width: usize, height: usize) in context, per thread cudaMemset2D_ptds {
        Ok(fill_rows(to, pitch, &byte(value), [width, height], waiting_stream())?)
    }

    fn cudaMemset2DAsync(to: u64, pitch: usize, value: i32, width: usize, height: usize, of_stream: u64) in context, per thread cudaMemset2DAsync_ptsz {
        Ok(fill_rows(to, pitch, &byte(value), [width, height], Some(stream(of_stream)))?)
    }

    fn cudaMemset3D(to: super::memory::PitchedRows, value: i32, extent: super::memory::Volume) in context, per thread cudaMemset3D_ptds {
        fill_volume(to, value, extent, waiting_stream())
    }

    fn cudaMemset3DAsync(to: super::memory::PitchedRows, value: i32, extent: super::memory::Volume, of_stream: u64) in context, per thread cudaMemset3DAsync_ptsz {
        fill_volume(to, value, extent, Some(stream(of_stream)))
    }
}

/// Fills the layers of a volume, each of as many rows as its memory was allocated with.
fn fill_volume(
    to: super::memory::PitchedRows,
    value: i32,
    extent: super::memory::Volume,
    stream: Option<u64>,
) -> Result<(), RuntimeError> {
    let layer = to.pitch.checked_mul(to.height).ok_or(DriverError::InvalidValue)?;
    (0..extent.depth).try_for_each(|at| {
        let start = to.start.plus((at * layer) as u64).number();
        Ok(fill_rows(start, to.pitch, &byte(value), [extent.width, extent.height], stream)?)
    })
}
