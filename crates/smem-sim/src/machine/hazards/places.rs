//! Which lanes of a request touch which bytes.

use crate::lanes::lanes;

/// How the addresses of a request belong to its lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Places {
    /// A lane touches what is at its address. Neighbours on one address are one place of several lanes if it `merges`.
    Own { merges: bool },
    /// A lane's address is that of a row of an 8 x 8 matrix of 16-bit elements, of which other lanes hold the elements.
    Rows { transposed: bool },
}

/// Bytes that lanes of a warp touch together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// The first of the lanes.
    pub(super) lane: u32,
    pub(super) lanes: u32,
    pub(super) address: u32,
    pub(super) bytes: u32,
}

impl Place {
    fn of_lane(lane: usize, address: u32, bytes: u32) -> Self {
        Self { lane: lane as u32, lanes: 1 << lane, address, bytes }
    }
}

impl Places {
    /// Calls `f` with each place of a request of so many bytes at each address.
    #[inline]
    pub(super) fn for_each(self, mask: u32, addresses: &[u32; 32], bytes: u32, f: impl FnMut(Place)) {
        match self {
            Self::Own { merges } => of_lanes(merges, mask, addresses, bytes, f),
            Self::Rows { transposed } => of_rows(transposed, mask, addresses, f),
        }
    }
}

#[inline]
fn of_lanes(merges: bool, mask: u32, addresses: &[u32; 32], bytes: u32, mut f: impl FnMut(Place)) {
    let mut left = mask;
    while left != 0 {
        let lane = left.trailing_zeros();
        let address = addresses[lane as usize];
        let mut together = 1 << lane;
        left &= left - 1;
        while merges && left != 0 && addresses[left.trailing_zeros() as usize] == address {
            together |= left & left.wrapping_neg();
            left &= left - 1;
        }
        f(Place { lane, lanes: together, address, bytes });
    }
}

/// Lane i of a warp holds the elements of row i / 4 in columns 2 * (i % 4) and the next; transposed, those of the column i / 4 in rows
/// 2 * (i % 4) and the next.
fn of_rows(transposed: bool, mask: u32, addresses: &[u32; 32], mut f: impl FnMut(Place)) {
    for at in lanes(mask) {
        let (row, address) = (at % 8, addresses[at]);
        if transposed {
            (0..8).for_each(|column| f(Place::of_lane(4 * column + row / 2, address + 2 * column as u32, 2)));
        } else {
            (0..4).for_each(|pair| f(Place::of_lane(4 * row + pair, address + 4 * pair as u32, 4)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(places: Places, addresses: &[u32; 32]) -> Vec<Place> {
        let mut all = Vec::new();
        places.for_each(0xff, addresses, 16, |place| all.push(place));
        all
    }

    #[test]
    fn each_element_of_a_matrix_belongs_to_the_lane_that_holds_it() {
        let addresses = std::array::from_fn(|lane| 16 * lane as u32);
        let holder = |row: usize, column: usize| 4 * row + column / 2;
        for place in all(Places::Rows { transposed: false }, &addresses) {
            let (row, column) = (place.address as usize / 16, place.address as usize % 16 / 2);
            assert_eq!((place.lane as usize, place.bytes), (holder(row, column), 4));
        }
        let transposed = all(Places::Rows { transposed: true }, &addresses);
        assert_eq!(transposed.len(), 64);
        for place in transposed {
            let (row, column) = (place.address as usize / 16, place.address as usize % 16 / 2);
            assert_eq!((place.lane as usize, place.bytes), (holder(column, row), 2));
        }
    }

    #[test]
    fn neighbours_on_one_address_are_one_place_if_they_merge() {
        let addresses = std::array::from_fn(|lane| 64 * (lane as u32 / 4));
        assert_eq!(all(Places::Own { merges: true }, &addresses).len(), 2);
        assert_eq!(all(Places::Own { merges: false }, &addresses).len(), 8);
    }
}
