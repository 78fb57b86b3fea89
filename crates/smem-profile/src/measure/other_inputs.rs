//! Threads that write one value to one place: whether they do with other inputs as well.
//!
//! Buffers that the program invents hold zeros, and then values agree that need not. So the launches are made twice more with other random
//! numbers in them.

use smem_launch::Error as LaunchError;

use super::measurement::Measurement;
use crate::job::LaunchPlan;

/// The seeds of the numbers.
const SEEDS: [u64; 2] = [1, 2];

/// Lets runs with other inputs judge the writes of one value. A fault of such a run says nothing: the numbers may be no input of the kernel.
pub(super) fn judge(
    outcome: &mut Measurement,
    plan: &LaunchPlan,
    run: impl Fn(&LaunchPlan) -> Result<Measurement, LaunchError>,
) {
    for seed in SEEDS {
        let launches = plan.launches.randomised(seed);
        let is_open = outcome.launches.iter().any(|measured| measured.hazards.has_equal_writes());
        if launches == plan.launches || !is_open {
            return;
        }
        let Ok(other) = run(&LaunchPlan { launches, ..plan.clone() }) else { return };
        if other.is_stopped() {
            return;
        }
        for (measured, other) in outcome.launches.iter_mut().zip(&other.launches) {
            measured.hazards.differ(&other.hazards);
        }
    }
}
