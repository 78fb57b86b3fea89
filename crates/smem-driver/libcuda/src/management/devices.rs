//! Devices and their names, memory and places.

use std::ffi::c_char;

use super::error::{ManagementError, ready};
use super::system::text;
use crate::foreign::{CallerText, Out};

/// Handles of devices: this and more for each.
const FIRST: u64 = 0x7000_0000;
const STEP: u64 = 16;

/// Bytes of memory, `nvmlMemory_t` in the library's header.
#[repr(C)]
#[derive(Clone, Copy)]
struct MemoryAnswer {
    total: u64,
    free: u64,
    used: u64,
}

/// The same with a version, `nvmlMemory_v2_t`.
#[repr(C)]
#[derive(Clone, Copy)]
struct MemoryAnswer2 {
    version: u32,
    total: u64,
    reserved: u64,
    free: u64,
    used: u64,
}

/// A place on a bus, `nvmlPciInfo_t`.
#[repr(C)]
#[derive(Clone, Copy)]
struct BusAnswer {
    short_name: [u8; 16],
    domain: u32,
    bus: u32,
    device: u32,
    product: u32,
    subsystem: u32,
    name: [u8; 32],
}

/// Parts in a hundred of the last time in which a device worked and its memory was used.
#[repr(C)]
#[derive(Clone, Copy)]
struct UseAnswer {
    device: u32,
    memory: u32,
}

/// The number of a device by its handle.
fn number(device: u64) -> Result<i32, ManagementError> {
    let driver = ready()?;
    let is_handle = device >= FIRST && (device - FIRST).is_multiple_of(STEP);
    let number = i32::try_from(device.wrapping_sub(FIRST) / STEP).ok().filter(|_| is_handle);
    Ok(driver.device(number.ok_or(ManagementError::INVALID_ARGUMENT)?)? as i32)
}

fn handle(device: Out<u64>, index: u32) -> Result<(), ManagementError> {
    device.check()?;
    let index = i32::try_from(index).map_err(|_| ManagementError::INVALID_ARGUMENT)?;
    Ok(device.set(FIRST + STEP * u64::from(ready()?.device(index)?))?)
}

/// The first device for which something holds.
fn found(device: Out<u64>, is_it: impl Fn(i32) -> Result<bool, ManagementError>) -> Result<(), ManagementError> {
    for index in 0..ready()?.device_count()? {
        if is_it(index as i32)? {
            return handle(device, index);
        }
    }
    Err(ManagementError::NOT_FOUND)
}

/// The text of a device's own number.
fn uuid(device: i32) -> Result<String, ManagementError> {
    let bytes = ready()?.device_uuid(device)?;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("GPU-{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]))
}

/// Bytes of a device, and those of them that this process uses.
fn memory(device: i32) -> Result<[u64; 2], ManagementError> {
    let driver = ready()?;
    Ok([driver.device_memory(device)?, driver.used_memory(device)?])
}

/// A text that ends with zeros.
fn padded<const BYTES: usize>(text: &str) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    let kept = text.len().min(BYTES - 1);
    bytes[..kept].copy_from_slice(&text.as_bytes()[..kept]);
    bytes
}

fn count(to: Out<u32>) -> Result<(), ManagementError> {
    Ok(to.set(ready()?.device_count()?)?)
}

fn bus(to: Out<BusAnswer>, device: u64) -> Result<(), ManagementError> {
    let number = number(device)?;
    let name = ready()?.bus(number)?;
    let (short_name, name) = (padded(&name), padded(&format!("0000{name}")));
    let bus = number as u32 + 1;
    Ok(to.set(BusAnswer { short_name, domain: 0, bus, device: 0, product: 0, subsystem: 0, name })?)
}

management_functions! {
    fn nvmlDeviceGetCount(to: Out<u32>) {
        count(to)
    }

    fn nvmlDeviceGetCount_v2(to: Out<u32>) {
        count(to)
    }

    fn nvmlDeviceGetHandleByIndex(index: u32, device: Out<u64>) {
        handle(device, index)
    }

    fn nvmlDeviceGetHandleByIndex_v2(index: u32, device: Out<u64>) {
        handle(device, index)
    }

    fn nvmlDeviceGetHandleByUUID(name: CallerText, device: Out<u64>) {
        let name = name.get()?;
        found(device, |index| Ok(uuid(index)? == name))
    }

    fn nvmlDeviceGetHandleByPciBusId_v2(name: CallerText, device: Out<u64>) {
        let name = name.get()?;
        found(device, |index| Ok(name.to_ascii_lowercase().ends_with(&ready()?.bus(index)?)))
    }

    fn nvmlDeviceGetIndex(device: u64, index: Out<u32>) {
        Ok(index.set(number(device)? as u32)?)
    }

    fn nvmlDeviceGetMinorNumber(device: u64, minor: Out<u32>) {
        Ok(minor.set(number(device)? as u32)?)
    }

    fn nvmlDeviceGetName(device: u64, name: Out<c_char>, bytes: u32) {
        let number = number(device)?;
        text(name, bytes, &ready()?.device_name(number)?)
    }

    fn nvmlDeviceGetUUID(device: u64, name: Out<c_char>, bytes: u32) {
        let number = number(device)?;
        text(name, bytes, &uuid(number)?)
    }

    fn nvmlDeviceGetMemoryInfo(device: u64, to: Out<MemoryAnswer>) {
        let [total, used] = memory(number(device)?)?;
        Ok(to.set(MemoryAnswer { total, free: total - used, used })?)
    }

    fn nvmlDeviceGetMemoryInfo_v2(device: u64, to: Out<MemoryAnswer2>) {
        let [total, used] = memory(number(device)?)?;
        let version = to.value()?.version;
        Ok(to.set(MemoryAnswer2 { version, total, reserved: 0, free: total - used, used })?)
    }

    fn nvmlDeviceGetPciInfo(device: u64, to: Out<BusAnswer>) {
        bus(to, device)
    }

    fn nvmlDeviceGetPciInfo_v2(device: u64, to: Out<BusAnswer>) {
        bus(to, device)
    }

    fn nvmlDeviceGetPciInfo_v3(device: u64, to: Out<BusAnswer>) {
        bus(to, device)
    }

    fn nvmlDeviceGetCudaComputeCapability(device: u64, major: Out<i32>, minor: Out<i32>) {
        let [first, second] = ready()?.compute_capability(number(device)?)?;
        major.set(first)?;
        Ok(minor.set(second)?)
    }

    fn nvmlDeviceGetComputeMode(device: u64, mode: Out<u32>) {
        number(device)?;
        // The default: any number of threads.
        Ok(mode.set(0)?)
    }

    fn nvmlDeviceGetPersistenceMode(device: u64, mode: Out<u32>) {
        number(device)?;
        Ok(mode.set(1)?)
    }

    fn nvmlDeviceGetMultiGpuBoard(device: u64, is_one_of_several: Out<u32>) {
        number(device)?;
        Ok(is_one_of_several.set(0)?)
    }

    fn nvmlDeviceGetUtilizationRates(device: u64, to: Out<UseAnswer>) {
        number(device)?;
        Ok(to.set(UseAnswer { device: 0, memory: 0 })?)
    }
}
