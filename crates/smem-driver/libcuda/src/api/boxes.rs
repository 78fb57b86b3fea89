//! Boxes of bytes: rows and layers of rows in linear memory or in an array, and copies between them.

use smem_driver::{Driver, DriverError};

use super::copies::copy;
use crate::foreign::CallerAddress;

/// One side of a copy: the address of the first byte, bytes from a row to the next, and from a layer to the next.
#[derive(Clone, Copy)]
pub(crate) struct BoxSide {
    pub(crate) start: CallerAddress,
    pub(crate) pitch: u64,
    pub(crate) layer: u64,
}

impl BoxSide {
    /// Bytes of linear memory. A pitch of 0 is that of dense rows of `width` bytes, `height` rows make a layer.
    pub(crate) fn linear(start: CallerAddress, pitch: u64, height: u64, width: u64) -> BoxSide {
        let pitch = if pitch == 0 { width } else { pitch };
        BoxSide { start, pitch, layer: pitch.saturating_mul(height) }
    }

    /// The same with its first byte at a column (in bytes), a row and a layer.
    pub(crate) fn at(self, [column, row, layer]: [u64; 3]) -> BoxSide {
        let place = column.wrapping_add(row.wrapping_mul(self.pitch)).wrapping_add(layer.wrapping_mul(self.layer));
        BoxSide { start: self.start.plus(place), ..self }
    }

    /// Bytes of an array from a place on: column in bytes, row, layer.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] where the box is not all in the array.
    pub(crate) fn of_array(
        driver: &Driver,
        array: u64,
        place: [u64; 3],
        [width, height, depth]: [u64; 3],
    ) -> Result<BoxSide, DriverError> {
        if array == 0 {
            return Err(DriverError::InvalidValue);
        }
        let (shape, address) = driver.array(array)?;
        let bounds = [shape.row_bytes(), shape.extent[1].max(1), shape.extent[2].max(1)];
        let is_in = place
            .iter()
            .zip([width, height, depth])
            .zip(bounds)
            .all(|((place, extent), bound)| place.checked_add(extent).is_some_and(|end| end <= bound));
        if !is_in {
            return Err(DriverError::InvalidValue);
        }
        Ok(BoxSide::linear(CallerAddress::at(address), shape.row_bytes(), bounds[1], width).at(place))
    }

    fn row(&self, row: u64, layer: u64) -> CallerAddress {
        self.at([0, row, layer]).start
    }

    /// Whether so many bytes, rows and layers follow each other without gaps.
    fn is_dense(&self, [width, height, depth]: [u64; 3]) -> bool {
        (height == 1 || self.pitch == width) && (depth == 1 || self.layer == width * height)
    }
}

/// Copies a box: bytes of a row, rows, layers. Without a stream it waits, where a copy of bytes does.
pub(crate) fn copy_box(
    driver: &Driver,
    to: BoxSide,
    from: BoxSide,
    extent: [u64; 3],
    stream: Option<u64>,
) -> Result<(), DriverError> {
    let [width, height, depth] = extent;
    if extent.contains(&0) {
        return Ok(());
    }
    if to.is_dense(extent) && from.is_dense(extent) {
        return copy(driver, to.start, from.start, width * height * depth, stream);
    }
    let rows = (0..depth).flat_map(|layer| (0..height).map(move |row| (row, layer)));
    rows.into_iter().try_for_each(|(row, layer)| copy(driver, to.row(row, layer), from.row(row, layer), width, stream))
}
