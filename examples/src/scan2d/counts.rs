//! The cost of the tile's accesses in a run, sorted into row and column accesses by their line of the kernel.

use smem_sim::Profile;

use super::{KERNELS, KERNELS_NAME};
use crate::Error;
use crate::access_count::{AccessCount, source_line};

/// The text of an access along a row, and of one along a column, in the kernels.
const ROW: &str = "tile(ty, tx)";
const COLUMN: &str = "tile(tx, ty)";

/// The cost of the tile's accesses in one run of `scan_tiles`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TileCounts {
    /// Lanes along a row of the tile.
    pub row: AccessCount,
    /// Lanes along a column of the tile.
    pub column: AccessCount,
}

impl TileCounts {
    /// Sorts the simulator's counts.
    ///
    /// # Errors
    /// [`Error::Launch`] where an access of shared memory comes from no line that says which kind it is: a count must
    /// not go into the wrong column unnoticed.
    pub fn of(profile: &Profile) -> Result<TileCounts, Error> {
        let mut counts = TileCounts::default();
        for access in &profile.shared {
            let line = source_line(access, KERNELS_NAME).ok_or_else(|| {
                let line = access.line;
                smem_launch::Error::Simulator(format!(
                    "the shared-memory access in PTX line {line} has no line in `{KERNELS_NAME}`"
                ))
            })?;
            match orientation(line) {
                Some(Orientation::Row) => counts.row.add(access),
                Some(Orientation::Column) => counts.column.add(access),
                None => {
                    return Err(smem_launch::Error::Simulator(format!(
                        "line {line} of `{KERNELS_NAME}` accesses shared memory, and not as `{ROW}` or `{COLUMN}` alone"
                    ))
                    .into());
                }
            }
        }
        Ok(counts)
    }
}

enum Orientation {
    Row,
    Column,
}

/// Returns the kind of access on that line, counted from 1. `None` for none and for both.
fn orientation(line: u32) -> Option<Orientation> {
    let text = KERNELS.lines().nth(line.checked_sub(1)? as usize)?;
    match (text.contains(ROW), text.contains(COLUMN)) {
        (true, false) => Some(Orientation::Row),
        (false, true) => Some(Orientation::Column),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_line_that_accesses_the_tile_says_which_way() {
        let accesses = (1..).zip(KERNELS.lines()).filter(|(_, text)| {
            let code = text.split("//").next().unwrap_or_default();
            code.contains("tile(")
        });
        let sorted: Vec<bool> =
            accesses.map(|(line, text)| matches!(orientation(line).expect(text), Orientation::Row)).collect();
        assert_eq!(sorted, [true, true, true, false, false, true]);
        assert!(orientation(0).is_none() && orientation(1).is_none() && orientation(10_000).is_none());
    }
}
