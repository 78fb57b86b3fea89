//! Where the bytes of a block's shared memory go when some of its arrays are laid out otherwise.

use smem_layout::Arch;
use smem_sim::{AddressMap, AddressMapError};

use super::arrays::SharedArray;
use super::search::FoundLayout;

/// Addresses this far apart are in the same bank, on every architecture from compute capability 5.0 on, before which NVRTC does not
/// compile; arrays begin at multiples of it, so that alignment stays and banks do.
const SPAN: u32 = Arch::DEFAULT.bank_model().span();

/// Returns the places of `bytes` bytes with arrays, sorted by their offsets, laid out as found. What is between arrays moves with them.
///
/// # Errors
/// A place beyond what a map can have.
pub(crate) fn address_map(
    arrays: &[(&SharedArray, Option<&FoundLayout>)],
    bytes: u32,
) -> Result<AddressMap, AddressMapError> {
    let mut places = Vec::with_capacity(bytes as usize);
    // The first byte after everything that has a place.
    let mut behind = 0;
    for (array, found) in arrays {
        keep(&mut places, &mut behind, array.offset);
        match found {
            Some(found) => lay_out(&mut places, &mut behind, array, found),
            None => keep(&mut places, &mut behind, array.end()),
        }
    }
    keep(&mut places, &mut behind, bytes);
    AddressMap::new(places)
}

/// Gives the bytes up to `end` places in a row, in the banks that they are in.
fn keep(places: &mut Vec<u32>, behind: &mut u32, end: u32) {
    let start = places.len() as u32;
    if start >= end {
        return;
    }
    // The next place in the same bank.
    let first = *behind + (start % SPAN + SPAN - *behind % SPAN) % SPAN;
    places.extend((0..end - start).map(|byte| first + byte));
    *behind = first + (end - start);
}

fn lay_out(places: &mut Vec<u32>, behind: &mut u32, array: &SharedArray, found: &FoundLayout) {
    let FoundLayout { shape, layout, .. } = found;
    let first = behind.next_multiple_of(SPAN);
    let elem = shape.elem_bytes;
    *behind = first + layout.bytes(elem) as u32;
    for byte in 0..array.bytes {
        let place = shape.dense(byte).map(|dense| {
            let element = dense / elem;
            first + layout.index(element / layout.cols(), element % layout.cols()) * elem + dense % elem
        });
        // Unaccessed bytes go after the tile.
        places.push(place.unwrap_or_else(|| {
            *behind += 1;
            *behind - 1
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::shape::{ArrayShape, ShapeOrigin};
    use smem_layout::Layout;

    fn array(offset: u32, bytes: u32) -> SharedArray {
        SharedArray {
            name: "a".to_string(),
            offset,
            bytes,
            is_dynamic: false,
            is_named: false,
            declaration: None,
            element: None,
            dims: Vec::new(),
            elem_bytes: Some(4),
            arguments: Vec::new(),
            holds: Vec::new(),
        }
    }

    #[test]
    fn arrays_behind_a_longer_one_move_and_keep_their_banks() {
        let (tile, other) = (array(0, 1024), array(1040, 64));
        let layout = Layout::padded(8, 32, 1).unwrap();
        let (origin, elem_bytes) = (ShapeOrigin::Declared, 4);
        let shape = ArrayShape { origin, planes: None, rows: 8, cols: 32, cols_now: 32, elem_bytes };
        let found = FoundLayout::of(shape, layout, 0, layout.bytes(4) as u32);
        let map = address_map(&[(&tile, Some(&found)), (&other, None)], 1200).unwrap();
        assert_eq!(map.bytes(), 1200);
        let same = address_map(&[(&tile, None), (&other, None)], 1200).unwrap();
        assert_eq!(same, AddressMap::new((0..1200).collect()).unwrap());
        let expected: Vec<u32> =
            (0..1024).map(|byte| byte + byte / 128 * 4).chain((1024..1200).map(|byte| byte + 128)).collect();
        assert_eq!(map, AddressMap::new(expected).unwrap());
    }

    #[test]
    fn columns_that_nobody_accesses_are_kept_behind() {
        let tile = array(0, 4 * 4 * 6);
        let layout = Layout::plain(4, 5).unwrap();
        let (origin, elem_bytes) = (ShapeOrigin::WithoutUnused, 4);
        let shape = ArrayShape { origin, planes: None, rows: 4, cols: 5, cols_now: 6, elem_bytes };
        let map =
            address_map(&[(&tile, Some(&FoundLayout::of(shape, layout, 0, layout.bytes(4) as u32)))], 96).unwrap();
        let left_out = |row: u32| (0..4).map(move |byte| 80 + 4 * row + byte);
        let expected: Vec<u32> = (0..4).flat_map(|row| (20 * row..20 * row + 20).chain(left_out(row))).collect();
        assert_eq!(map, AddressMap::new(expected).unwrap());
    }
}
