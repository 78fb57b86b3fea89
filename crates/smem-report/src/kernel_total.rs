//! The sums of the launches of a kernel.

use serde::Serialize;

use crate::counts::Counts;

/// The launches of a kernel together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct KernelTotal {
    /// As the user names it.
    pub kernel: String,
    /// How many launches.
    pub launches: usize,
    /// The counts of all of them.
    #[serde(flatten)]
    pub total: Counts,
    /// Whether none of the counts is an estimate.
    #[serde(rename = "exact")]
    pub is_exact: bool,
}

impl KernelTotal {
    /// Adds launches to the sum of their kernel, and begins one for a kernel that has none.
    ///
    /// ```
    /// use smem_report::{Counts, KernelTotal};
    ///
    /// let (mut all, counts) = (Vec::new(), Counts { requests: 1, wavefronts: 4, ideal: 1 });
    /// KernelTotal::join(&mut all, "scan", 1, counts, true);
    /// KernelTotal::join(&mut all, "scan", 2, counts, false);
    /// assert_eq!((all.len(), all[0].launches, all[0].excess(), all[0].is_exact), (1, 3, 6, false));
    /// ```
    pub fn join(all: &mut Vec<KernelTotal>, kernel: &str, launches: usize, counts: Counts, is_exact: bool) {
        match all.iter_mut().find(|known| known.kernel == kernel) {
            Some(known) => {
                known.launches += launches;
                known.total = known.total.plus(counts);
                known.is_exact &= is_exact;
            }
            None => all.push(KernelTotal { kernel: kernel.to_owned(), launches, total: counts, is_exact }),
        }
    }

    /// Returns the wavefronts that conflicts cause in all of its launches.
    pub fn excess(&self) -> u64 {
        self.total.excess()
    }
}
