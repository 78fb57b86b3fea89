//! Counts of a launch: shared loads, stores and atomics, separated as a GPU's counters separate them.

use std::fmt;
use std::str::FromStr;

use smem_sim::{Profile, SharedOp};

/// Several counts in an order that the type's alias says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CounterValues<const N: usize>(pub [u64; N]);

/// Warp-wide instructions that were executed, those without an active lane as well: loads, `ldmatrix`, stores (`stmatrix` among them),
/// atomics.
pub type Executed = CounterValues<4>;

/// Wavefronts: of loads (`ldmatrix` among them), stores (`stmatrix` among them), atomics.
pub type WavefrontCounts = CounterValues<3>;

/// The simulator's counts of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedCounts {
    /// Executed instructions.
    pub executed: Executed,
    /// The executed instructions that have no active lane.
    pub inactive: u64,
    /// Wavefronts.
    pub wavefronts: WavefrontCounts,
}

impl SharedCounts {
    /// Adds up a profile. Asynchronous copies are none of these.
    pub fn of(profile: &Profile) -> SharedCounts {
        let (mut executed, mut wavefronts, mut inactive) = ([0; 4], [0; 3], 0);
        for shared in &profile.shared {
            let (instruction, operation) = match shared.op {
                SharedOp::Load => (0, 0),
                SharedOp::LdMatrix => (1, 0),
                SharedOp::Store | SharedOp::StMatrix => (2, 1),
                SharedOp::Atomic => (3, 2),
                _ => continue,
            };
            executed[instruction] += shared.executed;
            wavefronts[operation] += shared.wavefronts;
            inactive += shared.executed.saturating_sub(shared.requests);
        }
        SharedCounts { executed: CounterValues(executed), inactive, wavefronts: CounterValues(wavefronts) }
    }
}

impl<const N: usize> CounterValues<N> {
    /// The least of each count over several measurements; zeros for none.
    pub fn least(all: &[CounterValues<N>]) -> CounterValues<N> {
        CounterValues(std::array::from_fn(|at| all.iter().map(|counts| counts.0[at]).min().unwrap_or(0)))
    }

    /// The greatest of each.
    pub fn most(all: &[CounterValues<N>]) -> CounterValues<N> {
        CounterValues(std::array::from_fn(|at| all.iter().map(|counts| counts.0[at]).max().unwrap_or(0)))
    }
}

/// `1024/512/0`
impl<const N: usize> fmt::Display for CounterValues<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.map(|count| count.to_string()).join("/"))
    }
}

impl<const N: usize> FromStr for CounterValues<N> {
    type Err = String;

    fn from_str(text: &str) -> Result<CounterValues<N>, String> {
        let wrong = || format!("`{text}` is not {N} counts");
        let counts = text.split('/').map(|count| count.parse().ok()).collect::<Option<Vec<u64>>>().ok_or_else(wrong)?;
        counts.try_into().map(CounterValues).map_err(|_| wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_they_are_written() {
        let counts = CounterValues([1, 20, 0]);
        assert_eq!(counts.to_string().parse(), Ok(counts));
        for wrong in ["", "1/2", "1/2/3/4", "1/-2/3"] {
            assert!(wrong.parse::<WavefrontCounts>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_least_and_the_most_are_of_each_count() {
        let all = [CounterValues([1, 5]), CounterValues([3, 2])];
        assert_eq!(
            (CounterValues::least(&all), CounterValues::most(&all)),
            (CounterValues([1, 2]), CounterValues([3, 5]))
        );
    }
}
