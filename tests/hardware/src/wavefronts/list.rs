//! The list of launches: every kernel in every layout.

use super::case::{Case, KernelSource};
use super::traffic::Traffic;
use super::{block_scan, device_rust, index_cost, scan2d};
use smem_examples::Error;
use smem_launch::Device;

/// Launches of every kernel in every layout, in an order that does not change.
#[derive(Debug)]
pub struct List {
    modules: Vec<KernelSource>,
    /// The names of launches that were taken out.
    taken_out: Vec<String>,
}

/// The counts and the result of one launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseOutcome {
    /// The simulator's counts; a GPU gives none.
    pub counted: Option<Traffic>,
    /// A sentence on what is wrong with its result.
    pub wrong: Option<String>,
}

impl List {
    /// Returns all of them. A new file of kernels is added here, in one line.
    ///
    /// `rust` is the PTX of the kernels in Rust; without it their launches are listed, and cannot be run.
    ///
    /// # Errors
    /// Where a picture of a listed size cannot be, which does not happen.
    ///
    /// ```
    /// use smem_hardware::wavefronts::List;
    ///
    /// let list = List::new(None)?;
    /// assert!(list.cases().any(|case| case.to_string() == "scan_tiles, padded, 300 x 200"));
    /// # Ok::<(), smem_examples::Error>(())
    /// ```
    pub fn new(rust: Option<&str>) -> Result<List, Error> {
        let mut modules = scan2d::modules()?;
        modules.extend(block_scan::modules()?);
        modules.extend(index_cost::modules());
        modules.push(device_rust::module(rust)?);
        Ok(List { modules, taken_out: Vec::new() })
    }

    /// Returns the list of the launches whose kernel has `part` in its name.
    pub fn only(mut self, part: &str) -> List {
        let List { modules, taken_out } = &mut self;
        for module in modules {
            let out = module.launches.extract_if(.., |case| !case.kernel.contains(part));
            taken_out.extend(out.map(|case| case.to_string()));
        }
        self.modules.retain(|module| !module.launches.is_empty());
        self
    }

    /// Returns the list of the first launch of each `step`.
    ///
    /// ```
    /// use smem_hardware::wavefronts::List;
    ///
    /// let (all, some) = (List::new(None)?, List::new(None)?.one_in(8));
    /// assert!(some.cases().count() < all.cases().count() / 6);
    /// # Ok::<(), smem_examples::Error>(())
    /// ```
    pub fn one_in(mut self, step: usize) -> List {
        let List { modules, taken_out } = &mut self;
        let mut number = 0..;
        for module in modules {
            let out =
                module.launches.extract_if(.., |_| number.next().is_some_and(|at: usize| !at.is_multiple_of(step)));
            taken_out.extend(out.map(|case| case.to_string()));
        }
        self.modules.retain(|module| !module.launches.is_empty());
        self
    }

    /// Returns every launch.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.modules.iter().flat_map(|module| &module.launches)
    }

    /// Returns every launch whose kernels are there, in the order in which [`run`](Self::run) makes them.
    pub fn runnable(&self) -> impl Iterator<Item = &Case> {
        self.modules.iter().filter(|module| module.is_at_hand()).flat_map(|module| &module.launches)
    }

    /// Makes every launch that can be made, one after the other, and no other. Calls `done` with the number of launches so
    /// far. Returns the outcome of each case in [`cases`](Self::cases), `None` where it could not be made.
    ///
    /// # Errors
    /// Where kernels do not compile or do not run. A wrong result is not an error.
    pub fn run(&self, device: &Device, done: &mut dyn FnMut(usize)) -> Result<Vec<Option<CaseOutcome>>, Error> {
        let mut made = 0;
        let mut results = Vec::new();
        for module in &self.modules {
            if !module.runs_on(device) {
                results.resize(results.len() + module.launches.len(), None);
                continue;
            }
            let program = module.load(device)?;
            for case in &module.launches {
                let ran = case.run(device, &program)?;
                let counted = ran.profile.as_ref().map(Traffic::counted).transpose()?;
                results.push(Some(CaseOutcome { counted, wrong: ran.wrong }));
                made += 1;
                done(made);
            }
        }
        Ok(results)
    }

    /// Makes every launch whose kernels are there, also after one that cannot be made. Returns each with its outcome, or the reason as a
    /// sentence.
    pub fn run_each(&self, device: &Device) -> Vec<(&Case, Result<CaseOutcome, String>)> {
        let mut results = Vec::new();
        for module in self.modules.iter().filter(|module| module.runs_on(device)) {
            let program = module.load(device).map_err(|error| error.to_string());
            for case in &module.launches {
                let ran = program.as_ref().map_err(Clone::clone).and_then(|program| {
                    let ran = case.run(device, program).map_err(|error| error.to_string())?;
                    let counted = ran.profile.as_ref().map(Traffic::counted).transpose();
                    let counted = counted.map_err(|error| error.to_string())?;
                    Ok(CaseOutcome { counted, wrong: ran.wrong })
                });
                results.push((case, ran));
            }
        }
        results
    }

    /// Returns whether a launch of that name was taken out.
    pub(super) fn is_taken_out(&self, name: &str) -> bool {
        self.taken_out.iter().any(|known| known == name)
    }
}
