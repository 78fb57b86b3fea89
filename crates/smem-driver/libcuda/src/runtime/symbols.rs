//! Variables of the program's images, and copies to and from them.

use super::copies::{BY_ADDRESS, DEVICE_TO_DEVICE, DEVICE_TO_HOST, HOST_TO_DEVICE, copy_now};
use super::default_stream::stream;
use super::device_choice::ready;
use super::error::RuntimeError;
use super::program::variable;
use crate::api::copies::copy;
use crate::foreign::{CallerAddress, Out};

/// The address of bytes of a variable.
pub(super) fn place(shadow: u64, bytes: usize, offset: usize) -> Result<CallerAddress, RuntimeError> {
    let [start, length] = variable(ready()?, shadow)?;
    let end = offset.checked_add(bytes).ok_or(RuntimeError::INVALID_VALUE)?;
    if end as u64 > length {
        return Err(RuntimeError::INVALID_VALUE);
    }
    Ok(CallerAddress::at(start + offset as u64))
}

/// Fails for a direction in which the device's side is not that of the variable.
fn check_side(direction: u32, with_host: u32) -> Result<(), RuntimeError> {
    if [with_host, DEVICE_TO_DEVICE, BY_ADDRESS].contains(&direction) {
        Ok(())
    } else {
        Err(RuntimeError::INVALID_DIRECTION)
    }
}

runtime_functions! {
    fn cudaGetSymbolAddress(address: Out<u64>, shadow: u64) in context {
        address.check()?;
        Ok(address.set(variable(ready()?, shadow)?[0])?)
    }

    fn cudaGetSymbolSize(bytes: Out<usize>, shadow: u64) in context {
        bytes.check()?;
        Ok(bytes.set(variable(ready()?, shadow)?[1] as usize)?)
    }

    fn cudaMemcpyToSymbol(shadow: u64, from: CallerAddress, bytes: usize, offset: usize, direction: u32) in context, per thread cudaMemcpyToSymbol_ptds {
        check_side(direction, HOST_TO_DEVICE)?;
        copy_now(place(shadow, bytes, offset)?, from, bytes, direction)
    }

    fn cudaMemcpyFromSymbol(to: CallerAddress, shadow: u64, bytes: usize, offset: usize, direction: u32) in context, per thread cudaMemcpyFromSymbol_ptds {
        check_side(direction, DEVICE_TO_HOST)?;
        copy_now(to, place(shadow, bytes, offset)?, bytes, direction)
    }

    fn cudaMemcpyToSymbolAsync(shadow: u64, from: CallerAddress, bytes: usize, offset: usize, direction: u32, of_stream: u64) in context, per thread cudaMemcpyToSymbolAsync_ptsz {
        check_side(direction, HOST_TO_DEVICE)?;
        Ok(copy(ready()?, place(shadow, bytes, offset)?, from, bytes as u64, Some(stream(of_stream)))?)
    }

    fn cudaMemcpyFromSymbolAsync(to: CallerAddress, shadow: u64, bytes: usize, offset: usize, direction: u32, of_stream: u64) in context, per thread cudaMemcpyFromSymbolAsync_ptsz {
        check_side(direction, DEVICE_TO_HOST)?;
        Ok(copy(ready()?, to, place(shadow, bytes, offset)?, bytes as u64, Some(stream(of_stream)))?)
    }
}
