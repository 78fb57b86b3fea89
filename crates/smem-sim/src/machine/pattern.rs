//! How the addresses of a whole warp lie.

/// How the addresses of all lanes of a request lie. Most requests have one of the first two forms, whose costs are closed forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::machine) enum WarpPattern {
    /// Every lane names the same address.
    Alike,
    /// The bytes of each lane follow those of the lane before.
    InRow,
    Other,
}

impl WarpPattern {
    /// The pattern of places with so many bytes each.
    #[inline(always)]
    pub(in crate::machine) fn of_places(places: &[u32; 32], bytes: u32) -> WarpPattern {
        let (mut from_first, mut from_row) = (0, 0);
        for lane in 0..32 {
            let distance = places[lane].wrapping_sub(places[0]);
            from_first |= distance;
            from_row |= distance ^ (bytes * lane as u32);
        }
        match (from_first, from_row) {
            (0, _) => WarpPattern::Alike,
            (_, 0) => WarpPattern::InRow,
            _ => WarpPattern::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_lane_that_lies_otherwise_makes_a_pattern_another() {
        for (step, pattern) in [(0, WarpPattern::Alike), (4, WarpPattern::InRow), (8, WarpPattern::Other)] {
            let regular: [u32; 32] = std::array::from_fn(|lane| 64 + step * lane as u32);
            assert_eq!(WarpPattern::of_places(&regular, 4), pattern);
            for lane in 0..32 {
                let mut other = regular;
                other[lane] ^= 1 << 20;
                assert_eq!(WarpPattern::of_places(&other, 4), WarpPattern::Other, "lane {lane}");
            }
        }
    }
}
