//! Memory: of devices, in the order of streams, page-locked.

use smem_driver::DriverError;

use super::pools::note_pool;
use crate::foreign::{CallerAddress, Out};
use crate::process::driver;

/// Takes a hint about managed memory, which changes no result.
fn hint(address: u64) -> Result<(), DriverError> {
    let driver = driver()?;
    driver.context_flags()?;
    if driver.is_managed(address) { Ok(()) } else { Err(DriverError::InvalidValue) }
}

functions! {
    fn cuMemAlloc_v2(address: Out<u64>, bytes: usize) {
        let driver = driver()?;
        driver.current_context()?;
        address.check()?;
        address.set(driver.alloc(bytes as u64)?)
    }

    fn cuMemAllocPitch_v2(address: Out<u64>, pitch: Out<usize>, width: usize, height: usize, element: u32) {
        address.check()?;
        let [at, step] = driver()?.alloc_rows(width as u64, height as u64, element)?;
        pitch.set(step as usize)?;
        address.set(at)
    }

    fn cuMemFree_v2(address: u64) {
        driver()?.free(address)
    }

    fn cuMemAllocAsync(address: Out<u64>, bytes: usize, stream: u64) {
        address.check()?;
        let allocated = driver()?.alloc_in_stream(bytes as u64, stream)?;
        note_pool(allocated, None)?;
        address.set(allocated)
    }

    fn cuMemFreeAsync(address: u64, stream: u64) {
        driver()?.free_in_stream(address, stream)
    }

    fn cuMemGetInfo_v2(free: Out<usize>, total: Out<usize>) {
        let [left, all] = driver()?.memory_info()?;
        free.set_if_asked(left as usize);
        total.set_if_asked(all as usize);
        Ok(())
    }

    fn cuMemHostAlloc(address: Out<u64>, bytes: usize, flags: u32) {
        address.check()?;
        address.set(driver()?.alloc_host(bytes as u64, flags)?)
    }

    fn cuMemAllocHost_v2(address: Out<u64>, bytes: usize) {
        let driver = driver()?;
        driver.current_context()?;
        address.check()?;
        address.set(driver.alloc_host(bytes as u64, 0)?)
    }

    fn cuMemFreeHost(address: CallerAddress) {
        driver()?.free_host(address.number())
    }

    fn cuMemHostRegister_v2(address: CallerAddress, bytes: usize, flags: u32) {
        driver()?.register_host(address.number(), address.words(bytes as u64), flags)
    }

    fn cuMemAllocManaged(address: Out<u64>, bytes: usize, flags: u32) {
        address.check()?;
        address.set(driver()?.alloc_managed(bytes as u64, flags)?)
    }

    fn cuMemAdvise(address: u64, _bytes: usize, _advice: u32, _device: i32) {
        hint(address)
    }

    fn cuMemAdvise_v2(address: u64, _bytes: usize, _advice: u32, _location: u64) {
        hint(address)
    }

    fn cuMemPrefetchAsync(address: u64, _bytes: usize, _device: i32, stream: u64) {
        driver()?.stream_facts(stream)?;
        hint(address)
    }

    fn cuMemPrefetchAsync_v2(address: u64, _bytes: usize, _location: u64, _flags: u32, stream: u64) {
        driver()?.stream_facts(stream)?;
        hint(address)
    }

    fn cuMemHostUnregister(address: CallerAddress) {
        driver()?.unregister_host(address.number())
    }

    fn cuMemHostGetDevicePointer_v2(pointer: Out<u64>, address: CallerAddress, _flags: u32) {
        driver()?.host_flags(address.number())?;
        pointer.set(address.number())
    }

    fn cuMemHostGetFlags(flags: Out<u32>, address: CallerAddress) {
        flags.set(driver()?.host_flags(address.number())?)
    }

    fn cuMemGetAddressRange_v2(start: Out<u64>, bytes: Out<usize>, address: u64) {
        let [first, length] = driver()?.address_range(address)?;
        start.set_if_asked(first);
        bytes.set_if_asked(length as usize);
        Ok(())
    }

    fn cuStreamAttachMemAsync(stream: u64, address: u64, _bytes: usize, flags: u32) {
        // To all streams, to the host, to this one.
        if !matches!(flags, 1 | 2 | 4) {
            return Err(DriverError::InvalidValue);
        }
        driver()?.stream_facts(stream)?;
        // Memory is attached to a stream that the program made.
        if stream == 0 { Err(DriverError::InvalidValue) } else { hint(address) }
    }
}
