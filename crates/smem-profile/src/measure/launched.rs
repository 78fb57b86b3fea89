//! The grids that the kernel of a launch launched itself, those of each kernel together.

use smem_launch::{Launch, Profile};

use super::hazards::LaunchHazards;
use super::measurement::{DeviceLaunches, Measured};
use super::worst::WorstSeen;
use crate::job::PreparedJob;

/// Returns the counts of the grids that the kernel `by` launched. A fault ended the last one, where `faulted` has its counts so far. The shape of
/// several is that of the largest. `estimate` says why all counts are estimates, if they are.
pub(super) fn launched(
    (job, estimate): (&PreparedJob, Option<&str>),
    by: &str,
    profiles: Vec<Profile>,
    faulted: Option<Profile>,
    worst: &[WorstSeen],
) -> Vec<Measured> {
    let fault_of = faulted.as_ref().map(|profile| profile.kernel.clone());
    let mut kernels: Vec<(Profile, u64)> = Vec::new();
    for profile in profiles.into_iter().chain(faulted) {
        match kernels.iter_mut().find(|(known, _)| known.kernel == profile.kernel) {
            Some((known, grids)) => {
                known.add(&profile);
                *grids += 1;
            }
            None => kernels.push((profile, 1)),
        }
    }
    let measured = |(profile, grids): (Profile, u64)| {
        let (kernel, launch) = (profile.kernel.clone(), Launch::new(profile.grid, profile.block));
        let (worst, hazards) = (own_worst(worst, &profile), LaunchHazards::of(&profile));
        let (estimate, faulted) = (estimate.map(str::to_owned), fault_of.as_ref() == Some(&kernel));
        let launched_by = Some(DeviceLaunches { by: by.to_owned(), grids });
        Measured { worst, faulted, estimate, hazards, launched_by, ..Measured::of(job, &kernel, launch, profile) }
    };
    kernels.into_iter().map(measured).collect()
}

/// The worst requests that are of a profile's instructions.
pub(super) fn own_worst(worst: &[WorstSeen], profile: &Profile) -> Vec<WorstSeen> {
    let is_own =
        |worst: &&WorstSeen| profile.shared.iter().any(|count| (count.line, count.op) == (worst.line, worst.op));
    worst.iter().filter(is_own).cloned().collect()
}
