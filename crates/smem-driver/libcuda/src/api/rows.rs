//! Copies of rows: two-dimensional ones.

use smem_driver::DriverError;

use super::copies::copy;
use crate::foreign::{CallerAddress, In};
use crate::process::driver;

/// One side of a copy of rows, as in CUDA's header: the column in bytes, the row, the kind of memory and its address.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct RowsSide {
    column: usize,
    row: usize,
    kind: u32,
    host: CallerAddress,
    device: CallerAddress,
    array: u64,
    pitch: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct RowsCopy {
    from: RowsSide,
    to: RowsSide,
    width: usize,
    height: usize,
}

/// Kinds of memory: host, device, array, whichever the address is in.
const HOST: u32 = 1;
const DEVICE: u32 = 2;
const ARRAY: u32 = 3;
const UNIFIED: u32 = 4;

impl RowsSide {
    /// The address of the first byte.
    fn start(&self, width: usize, height: usize) -> Result<CallerAddress, DriverError> {
        let base = match self.kind {
            HOST => self.host,
            DEVICE | UNIFIED => self.device,
            ARRAY => return Err(DriverError::NotSupported),
            _ => return Err(DriverError::InvalidValue),
        };
        let end = self.column.checked_add(width).ok_or(DriverError::InvalidValue)?;
        if (height > 1 || self.row > 0) && end > self.pitch && self.pitch > 0 {
            return Err(DriverError::InvalidValue);
        }
        Ok(base.plus((self.row * self.step(width) + self.column) as u64))
    }

    /// Bytes from a row to the next: without a pitch the rows are dense.
    fn step(&self, width: usize) -> usize {
        if self.pitch == 0 { width } else { self.pitch }
    }
}

fn copy_rows(copied: In<RowsCopy>, stream: Option<u64>) -> Result<(), DriverError> {
    let driver = driver()?;
    let RowsCopy { from, to, width, height } = copied.get()?;
    let (first, second) = (from.start(width, height)?, to.start(width, height)?);
    if width == 0 || height == 0 {
        return Ok(());
    }
    (0..height).try_for_each(|row| {
        let at = |start: CallerAddress, side: &RowsSide| start.plus((row * side.step(width)) as u64);
        copy(driver, at(second, &to), at(first, &from), width as u64, stream)
    })
}

functions! {
    fn cuMemcpy2D_v2(rows: In<RowsCopy>) {
        copy_rows(rows, None)
    }

    fn cuMemcpy2DUnaligned_v2(rows: In<RowsCopy>) {
        copy_rows(rows, None)
    }

    fn cuMemcpy2DAsync_v2(rows: In<RowsCopy>, stream: u64) {
        copy_rows(rows, Some(stream))
    }
}
