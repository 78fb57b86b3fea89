//! The sums of the launches of a kernel.

use super::launch::LaunchReport;
use super::total::Total;

/// The launches of a kernel together.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct KernelTotal {
    /// As the user names it.
    pub kernel: String,
    /// How many launches.
    pub launches: usize,
    /// The counts of all of them.
    pub total: Total,
    /// Whether none of the counts is an estimate.
    pub is_exact: bool,
}

impl KernelTotal {
    /// Returns the sums of each kernel, in the order of their first launches.
    pub(super) fn all(launches: &[LaunchReport]) -> Vec<KernelTotal> {
        let mut kernels: Vec<KernelTotal> = Vec::new();
        for launch in launches {
            let grids = usize::try_from(launch.grids()).unwrap_or(usize::MAX);
            let (total, is_exact) = (launch.totals.all, launch.estimated_wavefronts() == 0);
            match kernels.iter_mut().find(|known| known.kernel == launch.kernel) {
                Some(known) => {
                    known.launches += grids;
                    known.total = known.total.plus(total);
                    known.is_exact &= is_exact;
                }
                None => kernels.push(KernelTotal { kernel: launch.kernel.clone(), launches: grids, total, is_exact }),
            }
        }
        kernels
    }

    /// Returns the wavefronts that conflicts cause in all of its launches.
    pub fn excess(&self) -> u64 {
        self.total.excess()
    }
}
