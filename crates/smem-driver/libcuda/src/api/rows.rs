//! Copies of rows and of boxes.

use smem_driver::{Driver, DriverError};

use super::boxes::{BoxSide, copy_box};
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

/// One side of a copy of a box, as in CUDA's header.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct VolumeSide {
    column: usize,
    row: usize,
    layer: usize,
    level: usize,
    kind: u32,
    host: CallerAddress,
    device: CallerAddress,
    array: u64,
    reserved: usize,
    pitch: usize,
    height: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct VolumeCopy {
    from: VolumeSide,
    to: VolumeSide,
    width: usize,
    height: usize,
    depth: usize,
}

/// Kinds of memory: host, device, array, whichever the address is in.
const HOST: u32 = 1;
const DEVICE: u32 = 2;
const ARRAY: u32 = 3;
const UNIFIED: u32 = 4;

impl VolumeCopy {
    pub(crate) fn is_empty(&self) -> bool {
        self.width == 0 || self.height == 0 || self.depth == 0
    }
}

impl RowsSide {
    fn volume(&self) -> VolumeSide {
        let RowsSide { column, row, kind, host, device, array, pitch } = *self;
        VolumeSide { column, row, layer: 0, level: 0, kind, host, device, array, reserved: 0, pitch, height: 0 }
    }
}

impl VolumeSide {
    /// The bytes from the side's place on.
    fn side(&self, driver: &Driver, extent: [u64; 3]) -> Result<BoxSide, DriverError> {
        let place = [self.column, self.row, self.layer].map(|number| number as u64);
        // Only mipmaps have levels, and copies do not reach them.
        if self.level != 0 {
            return Err(DriverError::InvalidValue);
        }
        let base = match self.kind {
            HOST => self.host,
            DEVICE | UNIFIED => self.device,
            ARRAY => return BoxSide::of_array(driver, self.array, place, extent),
            _ => return Err(DriverError::InvalidValue),
        };
        let [width, height, depth] = extent;
        let end = place[0].checked_add(width).ok_or(DriverError::InvalidValue)?;
        if (height > 1 || self.row > 0) && end > self.pitch as u64 && self.pitch > 0 {
            return Err(DriverError::InvalidValue);
        }
        let rows = if self.height == 0 { height } else { self.height as u64 };
        if depth > 1 && place[1] + height > rows {
            return Err(DriverError::InvalidValue);
        }
        Ok(BoxSide::linear(base, self.pitch as u64, rows, width).at(place))
    }
}

fn copy_volume(copied: VolumeCopy, stream: Option<u64>) -> Result<(), DriverError> {
    let driver = driver()?;
    let extent = [copied.width, copied.height, copied.depth].map(|number| number as u64);
    let (from, to) = (copied.from.side(driver, extent)?, copied.to.side(driver, extent)?);
    copy_box(driver, to, from, extent, stream)
}

fn copy_rows(copied: In<RowsCopy>, stream: Option<u64>) -> Result<(), DriverError> {
    let RowsCopy { from, to, width, height } = copied.get()?;
    copy_volume(VolumeCopy { from: from.volume(), to: to.volume(), width, height, depth: 1 }, stream)
}

/// Copies a box by the description of a graph's node.
pub(crate) fn copy_volume_in(copied: In<VolumeCopy>, stream: u64) -> Result<(), DriverError> {
    copy_volume(copied.get()?, Some(stream))
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

    fn cuMemcpy3D_v2(volume: In<VolumeCopy>) {
        copy_volume(volume.get()?, None)
    }

    fn cuMemcpy3DAsync_v2(volume: In<VolumeCopy>, stream: u64) {
        copy_volume(volume.get()?, Some(stream))
    }
}
