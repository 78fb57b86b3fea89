//! Virtual memory.

use smem_driver::{Driver, DriverError};

use crate::foreign::{CallerAddress, In, Out};
use crate::process::{driver, not_supported};

/// `CUmemAllocationProp` in CUDA's header, as far as it says which memory is meant: its kind, handles for other processes, the kind of
/// place and its number.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct MemoryKind {
    kind: u32,
    handles: u32,
    place: u32,
    device: i32,
}

/// Memory that stays where it is, of a device.
const PINNED: u32 = 1;
const OF_DEVICE: u32 = 1;

fn device_of(kind: In<MemoryKind>) -> Result<i32, DriverError> {
    let kind = kind.get()?;
    if kind.kind != PINNED || kind.place != OF_DEVICE {
        return Err(DriverError::InvalidValue);
    }
    // Other processes cannot be given it.
    if kind.handles == 0 { Ok(kind.device) } else { Err(not_supported("memory for other processes")) }
}

functions! {
    fn cuMemGetAllocationGranularity(bytes: Out<usize>, kind: In<MemoryKind>, _option: u32) {
        driver()?.device(device_of(kind)?)?;
        bytes.set(Driver::GRANULARITY as usize)
    }

    fn cuMemAddressReserve(address: Out<u64>, bytes: usize, _alignment: usize, _wish: u64, _flags: u64) {
        address.check()?;
        address.set(driver()?.reserve(bytes as u64)?)
    }

    fn cuMemAddressFree(address: u64, bytes: usize) {
        driver()?.give_back(address, bytes as u64)
    }

    fn cuMemCreate(memory: Out<u64>, bytes: usize, kind: In<MemoryKind>, _flags: u64) {
        memory.check()?;
        memory.set(driver()?.create_memory(bytes as u64, device_of(kind)?)?)
    }

    fn cuMemRelease(memory: u64) {
        driver()?.release_memory(memory)
    }

    fn cuMemMap(address: u64, bytes: usize, offset: usize, memory: u64, _flags: u64) {
        if offset != 0 {
            return Err(DriverError::InvalidValue);
        }
        driver()?.map_memory(address, bytes as u64, memory)
    }

    // Every device reaches every address, so the list of devices makes no difference.
    fn cuMemSetAccess(address: u64, bytes: usize, list: CallerAddress, count: usize) {
        if list.number() == 0 || count == 0 {
            return Err(DriverError::InvalidValue);
        }
        driver()?.allow_access(address, bytes as u64)
    }

    fn cuMemUnmap(address: u64, bytes: usize) {
        driver()?.unmap_memory(address, bytes as u64)
    }
}
