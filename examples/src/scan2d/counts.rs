//! The cost of the tile's accesses in a run, sorted into row and column accesses by their line of the kernel.

use std::fmt;
use std::path::Path;

use smem_sim::{Profile, SharedCount};

use super::{KERNELS, KERNELS_NAME};
use crate::Error;

/// The text of an access along a row, and of one along a column, in the kernels.
const ROW: &str = "tile(ty, tx)";
const COLUMN: &str = "tile(tx, ty)";

/// The requests of one kind of access and their wavefronts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AccessCount {
    /// Warp-wide loads and stores.
    pub requests: u64,
    /// Wavefronts of all of them.
    pub wavefronts: u64,
    /// Ideal wavefronts of all of them: without a conflict.
    pub ideal: u64,
    /// Wavefronts of the request that took the most.
    pub worst: u32,
}

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
            let line = kernel_line(access).ok_or_else(|| {
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

impl AccessCount {
    fn add(&mut self, access: &SharedCount) {
        self.requests += access.requests;
        self.wavefronts += access.wavefronts;
        self.ideal += access.ideal;
        self.worst = self.worst.max(access.worst);
    }
}

/// Wavefronts per request: `2` where every request took 2, else a mean such as `1.94`, and `-` without requests.
impl fmt::Display for AccessCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.requests == 0 {
            f.write_str("-")
        } else if self.wavefronts == self.requests * u64::from(self.worst) {
            write!(f, "{}", self.worst)
        } else {
            write!(f, "{:.2}", self.wavefronts as f64 / self.requests as f64)
        }
    }
}

/// Returns the line of the kernels' text that the access comes from. The tile's own functions are inlined there.
fn kernel_line(access: &SharedCount) -> Option<u32> {
    let mut place = access.loc.as_deref();
    while let Some(at) = place {
        // NVRTC puts the current folder in front of the name.
        if Path::new(&at.file).file_name().is_some_and(|name| name == KERNELS_NAME) {
            return Some(at.line);
        }
        place = at.inlined_at.as_deref();
    }
    None
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

    #[test]
    fn a_count_shows_a_whole_number_only_where_all_requests_agree() {
        let count = |requests, wavefronts, worst| AccessCount { requests, wavefronts, ideal: 0, worst }.to_string();
        assert_eq!(count(4, 8, 2), "2");
        assert_eq!(count(4, 7, 2), "1.75");
        assert_eq!(count(0, 0, 0), "-");
    }
}
