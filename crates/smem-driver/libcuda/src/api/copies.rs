//! Copies and fills.

use smem_driver::{CaptureStatus, Driver, DriverError};

use crate::foreign::CallerAddress;
use crate::process::driver;

/// The legacy default stream, which calls without a stream use.
const DEFAULT: u64 = 0;

/// Copies between addresses of which each is a device's or the host's.
pub(crate) fn copy(
    driver: &Driver,
    to: CallerAddress,
    from: CallerAddress,
    bytes: u64,
    stream: Option<u64>,
) -> Result<(), DriverError> {
    if bytes == 0 {
        return driver.stream_facts(stream.unwrap_or(DEFAULT)).map(|_| ());
    }
    match (driver.is_device(to.number()), driver.is_device(from.number()), stream) {
        (true, true, Some(stream)) => driver.copy_in(to.number(), from.number(), bytes, stream),
        (true, true, None) => {
            driver.copy_in(to.number(), from.number(), bytes, DEFAULT)?;
            driver.wait_for_stream(DEFAULT)
        }
        (true, false, Some(stream)) => driver.upload_in(to.number(), from.memory(bytes)?, bytes, stream),
        (true, false, None) => driver.upload(to.number(), from.memory(bytes)?, bytes),
        (false, true, Some(stream)) => driver.download_in(to.memory(bytes)?, from.number(), bytes, stream),
        (false, true, None) => driver.download(to.memory(bytes)?, from.number(), bytes),
        (false, false, stream) => copy_on_host(driver, to, from, bytes, stream.unwrap_or(DEFAULT)),
    }
}

/// Copies within the host's memory, in the order of a stream, and waits unless the copy is only captured.
fn copy_on_host(
    driver: &Driver,
    to: CallerAddress,
    from: CallerAddress,
    bytes: u64,
    stream: u64,
) -> Result<(), DriverError> {
    let (to, from) = (to.memory(bytes)?, from.memory(bytes)?);
    driver.call_in(stream, move || {
        let mut copied = Vec::new();
        from.read(&mut |bytes| copied.extend_from_slice(bytes));
        to.write(&mut |to| to.copy_from_slice(&copied));
    })?;
    if driver.capture_status(stream)?.0 == CaptureStatus::None { driver.wait_for_stream(stream) } else { Ok(()) }
}

/// Fills. Without a stream it waits where the host reads what was filled, and does not where only kernels do.
pub(crate) fn fill(to: u64, pattern: &[u8], count: usize, stream: Option<u64>) -> Result<(), DriverError> {
    let driver = driver()?;
    driver.fill_in(to, pattern, count as u64, stream.unwrap_or(DEFAULT))?;
    wait_for_host(driver, to, stream)
}

fn wait_for_host(driver: &Driver, to: u64, stream: Option<u64>) -> Result<(), DriverError> {
    let host_reads = driver.is_managed(to) || driver.is_page_locked(to);
    if stream.is_none() && host_reads { driver.wait_for_stream(DEFAULT) } else { Ok(()) }
}

/// Fills rows.
pub(crate) fn fill_rows(
    to: u64,
    pitch: usize,
    pattern: &[u8],
    extent: [usize; 2],
    stream: Option<u64>,
) -> Result<(), DriverError> {
    let driver = driver()?;
    let [width, height] = extent;
    if height > 1 && width.checked_mul(pattern.len()).is_none_or(|bytes| bytes > pitch) {
        return Err(DriverError::InvalidValue);
    }
    (0..height).try_for_each(|row| {
        let row = to.wrapping_add((row * pitch) as u64);
        driver.fill_in(row, pattern, width as u64, stream.unwrap_or(DEFAULT))
    })?;
    wait_for_host(driver, to, stream)
}

functions! {
    fn cuMemcpy(to: CallerAddress, from: CallerAddress, bytes: usize) {
        copy(driver()?, to, from, bytes as u64, None)
    }

    fn cuMemcpyAsync(to: CallerAddress, from: CallerAddress, bytes: usize, stream: u64) {
        copy(driver()?, to, from, bytes as u64, Some(stream))
    }

    fn cuMemcpyHtoD_v2(to: u64, from: CallerAddress, bytes: usize) {
        let bytes = bytes as u64;
        driver()?.upload(to, from.memory(bytes)?, bytes)
    }

    fn cuMemcpyHtoDAsync_v2(to: u64, from: CallerAddress, bytes: usize, stream: u64) {
        let bytes = bytes as u64;
        driver()?.upload_in(to, from.memory(bytes)?, bytes, stream)
    }

    fn cuMemcpyDtoH_v2(to: CallerAddress, from: u64, bytes: usize) {
        let bytes = bytes as u64;
        driver()?.download(to.memory(bytes)?, from, bytes)
    }

    fn cuMemcpyDtoHAsync_v2(to: CallerAddress, from: u64, bytes: usize, stream: u64) {
        let bytes = bytes as u64;
        driver()?.download_in(to.memory(bytes)?, from, bytes, stream)
    }

    fn cuMemcpyDtoD_v2(to: u64, from: u64, bytes: usize) {
        driver()?.copy_in(to, from, bytes as u64, DEFAULT)
    }

    fn cuMemcpyDtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: u64) {
        driver()?.copy_in(to, from, bytes as u64, stream)
    }

    fn cuMemcpyPeer(to: u64, _to_context: u64, from: u64, _from_context: u64, bytes: usize) {
        driver()?.copy_in(to, from, bytes as u64, DEFAULT)
    }

    fn cuMemcpyPeerAsync(to: u64, _to_context: u64, from: u64, _from_context: u64, bytes: usize, stream: u64) {
        driver()?.copy_in(to, from, bytes as u64, stream)
    }

    fn cuMemsetD8_v2(to: u64, value: u8, count: usize) {
        fill(to, &[value], count, None)
    }

    fn cuMemsetD8Async(to: u64, value: u8, count: usize, stream: u64) {
        fill(to, &[value], count, Some(stream))
    }

    fn cuMemsetD16_v2(to: u64, value: u16, count: usize) {
        fill(to, &value.to_le_bytes(), count, None)
    }

    fn cuMemsetD16Async(to: u64, value: u16, count: usize, stream: u64) {
        fill(to, &value.to_le_bytes(), count, Some(stream))
    }

    fn cuMemsetD32_v2(to: u64, value: u32, count: usize) {
        fill(to, &value.to_le_bytes(), count, None)
    }

    fn cuMemsetD32Async(to: u64, value: u32, count: usize, stream: u64) {
        fill(to, &value.to_le_bytes(), count, Some(stream))
    }

    fn cuMemsetD2D8_v2(to: u64, pitch: usize, value: u8, width: usize, height: usize) {
        fill_rows(to, pitch, &[value], [width, height], None)
    }

    fn cuMemsetD2D8Async(to: u64, pitch: usize, value: u8, width: usize, height: usize, stream: u64) {
        fill_rows(to, pitch, &[value], [width, height], Some(stream))
    }

    fn cuMemsetD2D16_v2(to: u64, pitch: usize, value: u16, width: usize, height: usize) {
        fill_rows(to, pitch, &value.to_le_bytes(), [width, height], None)
    }

    fn cuMemsetD2D16Async(to: u64, pitch: usize, value: u16, width: usize, height: usize, stream: u64) {
        fill_rows(to, pitch, &value.to_le_bytes(), [width, height], Some(stream))
    }

    fn cuMemsetD2D32_v2(to: u64, pitch: usize, value: u32, width: usize, height: usize) {
        fill_rows(to, pitch, &value.to_le_bytes(), [width, height], None)
    }

    fn cuMemsetD2D32Async(to: u64, pitch: usize, value: u32, width: usize, height: usize, stream: u64) {
        fill_rows(to, pitch, &value.to_le_bytes(), [width, height], Some(stream))
    }
}
