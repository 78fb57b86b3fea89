//! The grids that the kernel of a launch launched itself, those of each kernel together.

use smem_driver::KernelGrids;
use smem_launch::{LaunchShape, Profile};
use smem_report::{DeviceLaunches, WorstSeen};

use super::measurement::Measured;
use crate::job::PreparedJob;

/// Returns the counts of the grids that the kernel `by` launched. `estimate` says why all counts are estimates, if they are.
pub(super) fn launched(
    (job, estimate): (&PreparedJob, Option<&str>),
    by: &str,
    grids: Vec<KernelGrids>,
    worst: &[WorstSeen],
) -> Vec<Measured> {
    let measured = |KernelGrids { profile, grids, faulted, hazards, .. }: KernelGrids| {
        let (kernel, launch) = (profile.kernel.clone(), LaunchShape::of(profile.grid, profile.block));
        let (worst, estimate) = (own_worst(worst, &profile), estimate.map(str::to_owned));
        let launched_by = Some(DeviceLaunches { by: by.to_owned(), grids });
        let counted = Measured::of(job, &kernel, launch, profile);
        Measured { worst, faulted, estimate, hazards, launched_by, ..counted }
    };
    grids.into_iter().map(measured).collect()
}

/// The worst requests that are of a profile's instructions.
pub(super) fn own_worst(worst: &[WorstSeen], profile: &Profile) -> Vec<WorstSeen> {
    let is_own =
        |worst: &&WorstSeen| profile.shared.iter().any(|count| (count.line, count.op) == (worst.line, worst.op));
    worst.iter().filter(is_own).cloned().collect()
}
