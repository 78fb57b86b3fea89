//! The verdict on a launch, and on the grids that its kernel launched.

use smem_sim::{DataDependence, Fault, Profile};

use super::hazards::LaunchHazards;

/// The grids of one kernel that a launch launched.
#[derive(Debug)]
#[non_exhaustive]
pub struct KernelGrids {
    /// Their counts; the shape of several is that of the largest.
    pub profile: Profile,
    /// How many there are.
    pub grids: u64,
    /// Whether a fault ended the last one.
    pub faulted: bool,
    /// Accesses that are not ordered or not defined.
    pub hazards: LaunchHazards,
}

/// The verdict on a launch.
#[derive(Debug)]
#[non_exhaustive]
pub struct LaunchVerdict<T> {
    /// The counts; those so far where a fault ended it, if it had begun.
    pub profile: Option<Profile>,
    /// Whether a fault ended the launch itself, so that its counts are those so far.
    pub faulted: bool,
    /// Whether a fault ended it, or a grid that it launched.
    pub is_cut: bool,
    /// The second part of what the run of the machine code returned.
    pub seen: Option<T>,
    /// Accesses that are not ordered or not defined.
    pub hazards: LaunchHazards,
    /// The fault that ended it, or one of threads that fail to meet, which only its PTX shows.
    pub fault: Option<Fault>,
    /// A fault of threads that fail to meet, in the PTX, before the one that ended machine code.
    pub earlier_fault: Option<Fault>,
    /// The grids that its kernel launched, and those that these launched.
    pub launched: Vec<KernelGrids>,
    /// The text that its kernels printed.
    pub printed: String,
    /// Where it was asked for, what may depend on the contents of global memory.
    pub data: Option<DataDependence>,
}

impl<T> LaunchVerdict<T> {
    /// The verdict of a run alone.
    pub(super) fn of(
        outcome: Result<(Profile, T), Fault>,
        mut launched: Vec<Profile>,
        printed: String,
    ) -> LaunchVerdict<T> {
        let (profile, seen, fault) = match outcome {
            Ok((profile, seen)) => (Some(profile), Some(seen), None),
            Err(fault) => (fault.so_far.clone().map(|profile| *profile), None, Some(fault)),
        };
        // A fault of a grid that it launched comes after its own end, and its own counts are the last.
        let is_of_child = fault.is_some() && !launched.is_empty();
        let (profile, of_child) = if is_of_child { (launched.pop(), profile) } else { (profile, None) };
        let hazards = profile.as_ref().map(LaunchHazards::of).unwrap_or_default();
        let (is_cut, launched) = (fault.is_some(), KernelGrids::all(launched, of_child));
        let faulted = is_cut && !is_of_child;
        LaunchVerdict {
            profile,
            faulted,
            is_cut,
            seen,
            hazards,
            fault,
            earlier_fault: None,
            launched,
            printed,
            data: None,
        }
    }
}

impl KernelGrids {
    /// The grids of each kernel together. A fault ended the last one, where `faulted` has its counts so far.
    pub(super) fn all(profiles: Vec<Profile>, faulted: Option<Profile>) -> Vec<KernelGrids> {
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
        let grids = |(profile, grids): (Profile, u64)| KernelGrids {
            faulted: fault_of.as_ref() == Some(&profile.kernel),
            hazards: LaunchHazards::of(&profile),
            profile,
            grids,
        };
        kernels.into_iter().map(grids).collect()
    }
}
