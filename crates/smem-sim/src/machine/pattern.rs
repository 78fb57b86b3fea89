//! How the addresses of a whole warp lie.

use crate::lanes::Lanes;

/// How the addresses of all lanes of a request lie. Most requests have one of the first two forms, whose costs are closed forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::machine) enum Pattern {
    /// Every lane names the same address.
    Alike,
    /// The bytes of each lane follow those of the lane before.
    InRow,
    Other,
}

impl Pattern {
    #[inline(always)]
    fn of_differences(from_first: u64, from_row: u64) -> Pattern {
        match (from_first, from_row) {
            (0, _) => Pattern::Alike,
            (_, 0) => Pattern::InRow,
            _ => Pattern::Other,
        }
    }

    /// The pattern of addresses with so many bytes each.
    #[inline(always)]
    pub(in crate::machine) fn of(addresses: &Lanes, bytes: u32) -> Pattern {
        let (mut from_first, mut from_row) = (0, 0);
        for lane in 0..32 {
            let distance = addresses[lane].wrapping_sub(addresses[0]);
            from_first |= distance;
            from_row |= distance ^ u64::from(bytes) * lane as u64;
        }
        Self::of_differences(from_first, from_row)
    }

    /// The pattern of places with so many bytes each.
    #[inline(always)]
    pub(in crate::machine) fn of_places(places: &[u32; 32], bytes: u32) -> Pattern {
        let (mut from_first, mut from_row) = (0, 0);
        for lane in 0..32 {
            let distance = places[lane].wrapping_sub(places[0]);
            from_first |= distance;
            from_row |= distance ^ bytes * lane as u32;
        }
        Self::of_differences(from_first.into(), from_row.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_lane_that_lies_otherwise_makes_a_pattern_another() {
        for (step, pattern) in [(0, Pattern::Alike), (4, Pattern::InRow), (8, Pattern::Other)] {
            let regular: [u32; 32] = std::array::from_fn(|lane| 64 + step * lane as u32);
            assert_eq!(Pattern::of_places(&regular, 4), pattern);
            assert_eq!(Pattern::of(&regular.map(u64::from), 4), pattern);
            for lane in 0..32 {
                let mut other = regular;
                other[lane] ^= 1 << 20;
                assert_eq!(Pattern::of_places(&other, 4), Pattern::Other, "lane {lane}");
                assert_eq!(Pattern::of(&other.map(u64::from), 4), Pattern::Other, "lane {lane}");
            }
        }
    }
}
