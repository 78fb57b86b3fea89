//! Counts of a launch: shared loads, stores and atomics.

use std::fmt;
use std::str::FromStr;

use smem_sim::{Profile, SharedOp};

/// A figure of shared loads (`ldmatrix` among them), one of stores (`stmatrix` among them) and one of atomics, as a GPU's counters
/// separate them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Of loads.
    pub loads: u64,
    /// Of stores.
    pub stores: u64,
    /// Of atomics.
    pub atomics: u64,
}

/// The executed instructions of a launch and the wavefronts that they take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SharedCounts {
    /// Warp-wide instructions, those without an active lane as well.
    pub executed: Counts,
    /// Wavefronts.
    pub wavefronts: Counts,
}

impl SharedCounts {
    /// Adds up a profile. Asynchronous copies are none of the three.
    pub fn of(profile: &Profile) -> SharedCounts {
        let mut counts = SharedCounts::default();
        for shared in &profile.shared {
            for (sum, more) in [(&mut counts.executed, shared.executed), (&mut counts.wavefronts, shared.wavefronts)] {
                match shared.op {
                    SharedOp::Load | SharedOp::LdMatrix => sum.loads += more,
                    SharedOp::Store | SharedOp::StMatrix => sum.stores += more,
                    SharedOp::Atomic => sum.atomics += more,
                    _ => {}
                }
            }
        }
        counts
    }
}

impl Counts {
    /// Each figure of `self` and `other` through `f`.
    pub fn with(self, other: Counts, f: impl Fn(u64, u64) -> u64) -> Counts {
        Counts {
            loads: f(self.loads, other.loads),
            stores: f(self.stores, other.stores),
            atomics: f(self.atomics, other.atomics),
        }
    }
}

impl From<[u64; 3]> for Counts {
    fn from([loads, stores, atomics]: [u64; 3]) -> Counts {
        Counts { loads, stores, atomics }
    }
}

/// `1024/512/0`
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}/{}", self.loads, self.stores, self.atomics))
    }
}

impl FromStr for Counts {
    type Err = String;

    fn from_str(text: &str) -> Result<Counts, String> {
        let wrong = || format!("`{text}` is not three counts");
        let counts = text.split('/').map(|count| count.parse().ok()).collect::<Option<Vec<u64>>>().ok_or_else(wrong)?;
        Ok(Counts::from(<[u64; 3]>::try_from(counts).map_err(|_| wrong())?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_they_are_written() {
        let counts = Counts { loads: 1, stores: 20, atomics: 0 };
        assert_eq!(counts.to_string().parse(), Ok(counts));
        for wrong in ["", "1/2", "1/2/3/4", "1/-2/3"] {
            assert!(wrong.parse::<Counts>().is_err(), "{wrong}");
        }
    }
}
