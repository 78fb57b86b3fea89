//! Copies of rows and volumes in linear memory.

use super::copies::{check_direction, wait_for_copy, waiting_stream};
use super::default_stream::stream;
use super::device_choice::ready;
use super::error::RuntimeError;
use crate::api::copies::copy;
use crate::foreign::CallerAddress;

/// Rows of one side of a copy: the first byte, and bytes from a row to the next.
#[derive(Clone, Copy)]
struct RowPlaces {
    start: CallerAddress,
    pitch: usize,
}

impl RowPlaces {
    fn row(self, row: usize) -> CallerAddress {
        self.start.plus((row * self.pitch) as u64)
    }
}

fn copy_rows(
    to: RowPlaces,
    from: RowPlaces,
    [width, height]: [usize; 2],
    direction: u32,
    stream: Option<u64>,
) -> Result<(), RuntimeError> {
    if width > to.pitch || width > from.pitch {
        return Err(RuntimeError::INVALID_PITCH);
    }
    if width == 0 || height == 0 {
        return Ok(());
    }
    check_direction(to.start, from.start, direction)?;
    let driver = ready()?;
    if to.pitch == width && from.pitch == width {
        return Ok(copy(driver, to.start, from.start, (width * height) as u64, stream)?);
    }
    (0..height).try_for_each(|row| Ok(copy(driver, to.row(row), from.row(row), width as u64, stream)?))
}

runtime_functions! {
    fn cudaMemcpy2D(
        to: CallerAddress,
        to_pitch: usize,
        from: CallerAddress,
        from_pitch: usize,
        width: usize,
        height: usize,
        direction: u32,
    ) in context, per thread cudaMemcpy2D_ptds {
        let (to, from) = (RowPlaces { start: to, pitch: to_pitch }, RowPlaces { start: from, pitch: from_pitch });
        copy_rows(to, from, [width, height], direction, waiting_stream())?;
        wait_for_copy()
    }

    fn cudaMemcpy2DAsync(
        to: CallerAddress,
        to_pitch: usize,
        from: CallerAddress,
        from_pitch: usize,
        width: usize,
        height: usize,
        direction: u32,
        of_stream: u64,
    ) in context, per thread cudaMemcpy2DAsync_ptsz {
        let (to, from) = (RowPlaces { start: to, pitch: to_pitch }, RowPlaces { start: from, pitch: from_pitch });
        copy_rows(to, from, [width, height], direction, Some(stream(of_stream)))
    }
}
