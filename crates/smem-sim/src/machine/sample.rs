//! The clusters of a grid that are run: all, or a sample spread over the grid. Without clusters these are the blocks.

/// Clusters of a grid in ascending order: one of each of as many equal parts as are asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClusterSample {
    /// Clusters of the grid.
    grid: u64,
    /// Clusters that run.
    pub(super) clusters: u64,
}

impl ClusterSample {
    /// A sample of `asked` clusters; 0 asks for all.
    pub(super) fn of(grid: u64, asked: u64) -> ClusterSample {
        let clusters = if asked == 0 { grid } else { asked.min(grid) };
        ClusterSample { grid, clusters }
    }

    /// The number in the grid of the cluster at this place of the sample.
    pub(super) fn number(&self, at: u64) -> u64 {
        if self.clusters == self.grid {
            return at;
        }
        let start = |part: u64| (u128::from(part) * u128::from(self.grid) / u128::from(self.clusters)) as u64;
        let (from, to) = (start(at), start(at + 1));
        // Anywhere in its part: the same place in each would be one column of the grid, where the parts are as long as its rows. The same
        // places in every run.
        from + mixed(at) % (to - from)
    }
}

/// The finalizer of the generator SplitMix64, whose outputs for successive inputs look random.
pub(super) fn mixed(at: u64) -> u64 {
    let mut bits = at.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_sample_has_a_cluster_of_each_part_of_the_grid_in_ascending_order() {
        for (grid, asked) in [(1, 1), (7, 3), (1024, 32), (1024, 1000), (u64::from(u32::MAX) * 65_535, 16)] {
            let sample = ClusterSample::of(grid, asked);
            let numbers: Vec<u64> = (0..sample.clusters).map(|at| sample.number(at)).collect();
            assert_eq!(numbers.len() as u64, asked);
            assert!(numbers.is_sorted_by(|one, next| one < next) && numbers.iter().all(|number| *number < grid));
            let part = |number: u64| (u128::from(number) * u128::from(asked) / u128::from(grid)) as u64;
            // A part begins at a rounded place.
            assert!((0..).zip(&numbers).all(|(at, &number)| part(number).abs_diff(at) <= 1));
        }
    }

    #[test]
    fn a_sample_has_clusters_of_many_columns_where_a_row_is_a_part() {
        let sample = ClusterSample::of(32 * 32, 32);
        let columns: BTreeSet<u64> = (0..32).map(|at| sample.number(at) % 32).collect();
        assert!(columns.len() > 16, "{columns:?}");
    }

    #[test]
    fn all_clusters_are_those_of_the_grid() {
        for asked in [0, 5, 100] {
            let sample = ClusterSample::of(5, asked);
            assert_eq!((0..sample.clusters).map(|at| sample.number(at)).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        }
    }
}
