//! Times of many runs in three numbers.

use std::fmt;

/// Times of one kernel over many runs, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Timing {
    /// The middle one.
    pub median: f64,
    /// The tenth percentile.
    pub low: f64,
    /// The ninetieth percentile.
    pub high: f64,
    /// How many runs there were.
    pub samples: usize,
}

impl Timing {
    /// Sums up times in microseconds. `None` where there are none.
    ///
    /// ```
    /// use smem_launch::Timing;
    ///
    /// let timing = Timing::of(vec![3.0, 1.0, 2.0]).unwrap();
    /// assert_eq!((timing.low, timing.median, timing.high), (1.0, 2.0, 3.0));
    /// ```
    pub fn of(mut times: Vec<f64>) -> Option<Timing> {
        times.sort_by(f64::total_cmp);
        let last = times.len().checked_sub(1)?;
        let at = |tenths: usize| times[(last * tenths + 5) / 10];
        Some(Timing { median: at(5), low: at(1), high: at(9), samples: times.len() })
    }
}

/// Microseconds: the median, then the tenth and the ninetieth percentile.
impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} us ({:.2} to {:.2})", self.median, self.low, self.high)
    }
}
