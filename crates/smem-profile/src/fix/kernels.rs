//! The kernels of a run with their arrays: which conflict, what was found for each, and whether it holds when it is run.

use super::tile_text::TileText;
use smem_launch::{Error, LaunchProblem};
use smem_layout::Arch;
use smem_sim::{AddressMap, AddressMapError};

use super::arrays::{ArraySources, SharedArray};
use super::change::Way;
use super::judge::ArrayRequests;
use super::reason::ArrayVerdict;
use super::relay::address_map;
use super::run::{FreshRun, RunOutcome};
use super::search::{FoundLayout, FoundLayouts, best_layouts, best_of};

/// A kernel with one size of shared memory.
#[derive(Debug, Clone)]
pub(crate) struct KernelFix {
    /// The name in PTX and machine code.
    entry: String,
    /// Bytes of shared memory of a block, static and dynamic.
    pub(crate) shared_bytes: u32,
    /// The numbers of its launches.
    pub(crate) launches: Vec<usize>,
    /// By their places.
    pub(crate) arrays: Vec<ArrayFix>,
    /// Remarks for the user.
    pub(crate) notes: Vec<String>,
}

/// An array, and what was found for it.
#[derive(Debug, Clone)]
pub(crate) struct ArrayFix {
    pub(crate) array: SharedArray,
    pub(crate) requests: ArrayRequests,
    /// Excess wavefronts of its requests as they are.
    pub(crate) excess: u64,
    /// The best layouts by the recorded requests.
    pub(crate) layouts: FoundLayouts,
    /// The most bytes that it may have.
    pub(crate) most_bytes: u32,
    /// The layout to write.
    pub(crate) found: Option<FoundLayout>,
    /// An instruction takes it to be whole, so that it has to stay as it is.
    pub(crate) stays: bool,
    /// The tile to write; `None` where the attribute has no spelling of the layout.
    pub(crate) tile: Option<TileText>,
    /// How the layout is written into the source; `None` where nothing was written.
    pub(crate) way: Option<Way>,
    /// Why nothing, or not all, can be done.
    pub(crate) reason: Option<String>,
}

impl KernelFix {
    /// Searches the layouts of all arrays of the kernels that were launched.
    ///
    /// # Errors
    /// Arrays of the user's that no kernel has.
    pub(crate) fn of_run(
        before: &RunOutcome,
        sources: &ArraySources<'_>,
        arch: Arch,
    ) -> Result<Vec<KernelFix>, String> {
        let mut kernels: Vec<KernelFix> = Vec::new();
        for (number, measured) in before.launches.iter().enumerate() {
            let (entry, shared_bytes) = (&measured.profile.kernel, measured.profile.shared_bytes);
            match kernels.iter_mut().find(|known| known.entry == *entry && known.shared_bytes == shared_bytes) {
                Some(known) => known.launches.push(number),
                None => kernels.push(KernelFix {
                    entry: entry.clone(),
                    shared_bytes,
                    launches: vec![number],
                    arrays: Vec::new(),
                    notes: Vec::new(),
                }),
            }
        }
        for kernel in &mut kernels {
            kernel.search(before, sources, arch)?;
        }
        Ok(kernels)
    }

    fn search(&mut self, before: &RunOutcome, sources: &ArraySources<'_>, arch: Arch) -> Result<(), String> {
        let Some(first) = self.launches.first().map(|first| &before.launches[*first]) else { return Ok(()) };
        let dynamic = first.launch.shared_bytes;
        let known = sources.arrays(&first.kernel, &self.entry, self.shared_bytes.saturating_sub(dynamic), dynamic)?;
        self.notes.extend(known.note);
        if first.sampled {
            let (run, all) = (first.profile.blocks_run, first.profile.grid_blocks);
            self.notes
                .push(format!("a sample of {run} of {all} blocks was run, so results are compared as far as these go"));
        }
        let dropped: u64 = self.launches.iter().map(|number| before.recordings[*number].dropped).sum();
        if dropped > 0 {
            self.notes.push(format!(
                "{dropped} requests were not looked at, because too many have different addresses; the second run counts them all"
            ));
        }
        let banks = arch.bank_model();
        let limit = if dynamic > 0 { arch.opt_in_limit() } else { arch.static_limit() };
        let mut spare = limit.saturating_sub(self.shared_bytes);
        let mut found_before: Vec<FoundLayout> = Vec::new();
        for array in known.arrays {
            let recordings = self.launches.iter().map(|number| &before.recordings[*number]);
            let requests = ArrayRequests::of(&array, recordings, &banks);
            let excess = requests.excess(&banks);
            // The launch fixes the bytes of dynamic shared memory.
            let is_fixed = array.is_part() || array.is_dynamic && !sources.text.source().is_empty();
            let most_bytes = array.bytes + if is_fixed { 0 } else { spare };
            let mut layouts = match excess {
                0 => FoundLayouts::default(),
                _ => best_layouts(&array, &requests, arch, most_bytes),
            };
            // Keys and values are accessed alike, and the search may have seen more of the one than of the other.
            let left = layouts.best.map_or(excess, |best| best.excess);
            let other = best_of(&found_before, &array, &requests, &banks, left);
            layouts.best = other.filter(|other| other.bytes <= most_bytes).or(layouts.best);
            found_before.extend(layouts.best);
            let ArrayVerdict { found, reason } =
                ArrayVerdict::of(&array, &requests, &banks, excess, layouts.best, is_fixed);
            if !is_fixed {
                spare = most_bytes.saturating_sub(found.map_or(array.bytes, |found| found.bytes));
            }
            let (tile, way, stays) = (None, None, false);
            self.arrays.push(ArrayFix {
                array,
                requests,
                excess,
                layouts,
                most_bytes,
                found,
                stays,
                tile,
                way,
                reason,
            });
        }
        Ok(())
    }

    fn has_layout(&self) -> bool {
        self.arrays.iter().any(|fix| fix.found.is_some())
    }

    /// Returns where the bytes of shared memory go; `None` if no array has a new layout.
    fn map(&self) -> Result<Option<AddressMap>, AddressMapError> {
        if !self.has_layout() {
            return Ok(None);
        }
        let arrays: Vec<_> = self.arrays.iter().map(|fix| (&fix.array, fix.found.as_ref())).collect();
        address_map(&arrays, self.shared_bytes).map(Some)
    }
}

/// Returns the map of each launch.
///
/// # Errors
/// A layout that no map can have.
pub(crate) fn maps(kernels: &[KernelFix], launches: usize) -> Result<Vec<Option<AddressMap>>, AddressMapError> {
    let mut maps = vec![None; launches];
    for kernel in kernels {
        let map = kernel.map()?;
        for number in &kernel.launches {
            maps[*number].clone_from(&map);
        }
    }
    Ok(maps)
}

/// Runs the launches with the new layouts. Arrays with which the kernel faults keep the layout that they have, and say why; such are arrays
/// that an instruction takes to be whole.
///
/// # Errors
/// Those of launches, but for faults; layouts that no map can have.
pub(crate) fn run_with_layouts<'a>(
    kernels: &mut [KernelFix],
    launches: usize,
    fresh: impl Fn() -> Result<FreshRun<'a>, Error>,
) -> Result<RunOutcome, Error> {
    let run = |kernels: &[KernelFix]| fresh()?.run(&maps(kernels, launches).map_err(LaunchProblem::from)?, false);
    loop {
        let outcome = match run(kernels) {
            // A launch that works, and does not with a map, as of clusters.
            Err(Error::Launch(why)) if kernels.iter().any(KernelFix::has_layout) => {
                for fix in kernels.iter_mut().flat_map(|kernel| &mut kernel.arrays).filter(|fix| fix.found.is_some()) {
                    (fix.found, fix.stays) = (None, true);
                    fix.reason = Some(format!("no layout can be tried: {why}"));
                }
                continue;
            }
            outcome => outcome?,
        };
        let Some(fault) = &outcome.fault else { return Ok(outcome) };
        // The launch after the last one is the one that faulted.
        let faulted = outcome.launches.len();
        let Some(kernel) = kernels.iter_mut().find(|kernel| kernel.launches.contains(&faulted)) else {
            return Ok(outcome);
        };
        let Some(fix) = kernel.arrays.iter_mut().rev().find(|fix| fix.found.is_some()) else { return Ok(outcome) };
        (fix.found, fix.stays) = (None, true);
        fix.reason = Some(format!("it has to stay as it is, because an instruction takes it to be whole: {fault}"));
    }
}
