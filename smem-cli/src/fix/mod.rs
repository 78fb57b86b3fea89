//! `smem-tile fix`: for each array in shared memory the change that removes its bank conflicts, verified by running the changed source.
//!
//! ```text
//! options                      the command line: that of `profile`, and parts of dynamic shared memory
//! run (record)                 the launches, with a record of their requests
//! arrays (probe, names)        which bytes are which array of the source, and its extents        (names: the linker's)
//! judge                        what the requests on an array cost on a layout
//! search (shape, spelling)     the layout, of those that smem-layout proposes
//! relay                        the places of all bytes then
//! kernels                      all of that, and a second run with those places; reason: why nothing helps
//! change                       the ways to write layouts into the source: each compiled, run and ranked       (tile_text: a tile)
//! report (text, document)      before and after
//! ```

mod arrays;
mod change;
mod document;
mod judge;
mod kernels;
mod names;
mod options;
mod probe;
mod reason;
mod record;
mod relay;
mod report;
mod run;
mod search;
mod shape;
mod spelling;
mod text;
mod tile_text;

use std::io::Write;
use std::sync::Arc;

use smem_cuda::CudaText;
use smem_launch::printable;
use smem_profile::program::{Files, Input, PreparedJob};
use smem_profile::{Error, KindTotals};

pub(crate) use options::{EXAMPLES, FixOptions};

use crate::diagnostic;
use crate::failure::{CHECK_FAILED, EarlyEnd, GOOD};
use crate::json;
use crate::output;
use crate::paint;
use crate::profile::{ProgramWatcher, guard};
use arrays::ArraySources;
use change::choose::{ChangeVerdict, Chosen, choose};
use change::source::SourceWriter;
use change::trial::ChangedRun;
use change::unseen::unseen_instances;
use change::variable::{ChangedVariable, variables};
use kernels::{KernelFix, verified};
use report::FixReport;
use run::{FreshRun, RunIsa, RunOutcome};

/// Runs the command.
pub(crate) fn run(options: &FixOptions) -> Result<u8, EarlyEnd> {
    options.check()?;
    guard(&options.launched);
    let job = PreparedJob::read(&options.launched.job().watched_by(Arc::new(ProgramWatcher::default())))?;
    // PTX and machine code have none.
    let none = CudaText::parse("");
    let text = job.text.as_ref().unwrap_or(&none);
    let fixed = fixed(options, &job, text).map_err(|error| job.explained(error))?;
    print(options, &job, &fixed)
}

/// The runs before and after, and what was found in between.
struct Fixed {
    before: RunOutcome,
    kernels: Vec<KernelFix>,
    /// The kernels as they are compiled, with the layouts of `kernels`; `None` where there was nothing to lay out otherwise.
    after: Option<RunOutcome>,
    /// The names of buffers whose bytes differ after the two runs.
    different: Vec<String>,
    variables: Vec<ChangedVariable>,
    /// The changes to the source; `None` where there is no source.
    chosen: Option<Chosen>,
}

fn fixed(options: &FixOptions, job: &PreparedJob, text: &CudaText) -> Result<Fixed, Error> {
    let (isa, array_text, before) = job.on_isa(|isa, estimate| {
        let isa = RunIsa { isa, estimate };
        let run = FreshRun::load(job, isa.clone())?;
        let before = run.run(&[], true)?;
        Ok((isa, run.array_text(text), before))
    })?;
    let (declarations, pointers) = (text.shared_declarations(), text.device_pointers());
    let sources = ArraySources {
        module: array_text.module.as_ref(),
        probed: &array_text.probed,
        declarations: &declarations,
        pointers: &pointers,
        text,
        dynamic: &options.arrays,
    };
    let kernels = KernelFix::of_run(&before, &sources, job.target.arch()).map_err(Error::Input)?;
    let mut fixed = Fixed { before, kernels, after: None, different: Vec::new(), variables: Vec::new(), chosen: None };
    // After a fault of the kernel itself there are no results to compare.
    if fixed.has_layout() && fixed.before.fault.is_none() {
        let fresh = || FreshRun::load(job, isa.clone());
        let launches = fixed.before.launches.len();
        fixed.after = Some(verified(&mut fixed.kernels, launches, fresh)?);
        let proposed = fixed.layouts();
        if matches!(job.input, Input::Cuda(_)) {
            fixed.choose(job, text, &isa)?;
        }
        if fixed.layouts() != proposed {
            fixed.after = if fixed.has_layout() { Some(verified(&mut fixed.kernels, launches, fresh)?) } else { None };
        }
    }
    fixed.compare();
    Ok(fixed)
}

impl Fixed {
    fn has_layout(&self) -> bool {
        self.kernels.iter().any(|kernel| kernel.arrays.iter().any(|fix| fix.found.is_some()))
    }

    fn layouts(&self) -> Vec<Option<search::FoundLayout>> {
        self.kernels.iter().flat_map(|kernel| kernel.arrays.iter().map(|fix| fix.found)).collect()
    }

    /// Tries the ways to write the layouts into the source, and takes the layouts of those that are chosen.
    fn choose(&mut self, job: &PreparedJob, text: &CudaText, isa: &RunIsa) -> Result<(), Error> {
        let arch = job.target.arch();
        self.variables = variables(&self.kernels, &self.before, text, arch);
        let writer = SourceWriter { text, kernels: &self.kernels, arch };
        let run = |text: String| ChangedRun::of(text, job, isa);
        let chosen = choose(&self.variables, &writer, &self.before, &run)?;
        for (variable, verdict) in self.variables.iter().zip(&chosen.verdicts) {
            for (number, place) in variable.places.iter().enumerate() {
                let fix = &mut self.kernels[place.kernel].arrays[place.array];
                match verdict {
                    ChangeVerdict::Written(change) => {
                        let change = &variable.changes[*change];
                        (fix.found, fix.way) = (change.layouts[number], Some(change.way));
                    }
                    ChangeVerdict::Refused(why) => {
                        (fix.found, fix.reason) = (None, Some(why.clone()));
                    }
                    ChangeVerdict::Failed(_) | ChangeVerdict::ByHand => {}
                }
            }
        }
        self.note_unseen(text);
        let writer = SourceWriter { text, kernels: &self.kernels, arch };
        let mut tiles = Vec::new();
        let written = chosen.shown().map(|trial| trial.source.tiles.clone()).unwrap_or_default();
        for (kernel, fix) in self.kernels.iter().enumerate() {
            for (array, one) in fix.arrays.iter().enumerate().filter(|(_, one)| one.found.is_some()) {
                let place = change::variable::VariablePlace { kernel, array };
                let tile = written.get(&place).cloned().or_else(|| writer.tile_of(one, &written));
                tiles.push((place, tile));
            }
        }
        for (place, tile) in tiles {
            self.kernels[place.kernel].arrays[place.array].tile = tile;
        }
        self.chosen = Some(chosen);
        Ok(())
    }

    /// Names the instances of the changed kernels that the source launches and that were not run.
    fn note_unseen(&mut self, text: &CudaText) {
        let run: Vec<&str> = self.before.launches.iter().map(|measured| &measured.kernel[..]).collect();
        for kernel in self.kernels.iter_mut().filter(|kernel| kernel.arrays.iter().any(|fix| fix.way.is_some())) {
            let name =
                kernel.launches.first().map(|first| &self.before.launches[*first].kernel[..]).unwrap_or_default();
            let unseen = unseen_instances(text, name, &run);
            if !unseen.is_empty() {
                let names: Vec<String> = unseen.iter().map(|name| format!("`{name}`")).collect();
                let names = smem_layout::listed(&names, "and");
                kernel.notes.push(format!(
                    "the file launches {names} as well, which was not run with the changed source: give all launches in a file (`--launch`)"
                ));
            }
        }
    }

    /// Returns the variables whose changed source does not compile or has other results, and which it is.
    fn failures(&self) -> impl Iterator<Item = (&ChangedVariable, &str)> {
        let verdicts = self.chosen.iter().flat_map(|chosen| &chosen.verdicts);
        self.variables.iter().zip(verdicts).filter_map(|(variable, verdict)| match verdict {
            ChangeVerdict::Failed(why) => Some((variable, &why[..])),
            _ => None,
        })
    }

    /// Returns the run of the changed source, if one is written.
    fn written(&self) -> Option<&RunOutcome> {
        let chosen = self.chosen.as_ref()?;
        match &chosen.trials[chosen.best?].run {
            ChangedRun::Ran(outcome) => Some(outcome),
            ChangedRun::Failed(_) => None,
        }
    }

    /// Compares the results of the run with the layouts with those of the source as it is.
    fn compare(&mut self) {
        let Some(after) = &self.after else { return };
        let names = self.before.buffers.iter().filter(|(name, bytes)| after.buffers.get(*name) != Some(bytes));
        self.different = names.map(|(name, _)| name.clone()).collect();
    }
}

/// Prints the report, and returns the exit code.
fn print(options: &FixOptions, job: &PreparedJob, fixed: &Fixed) -> Result<u8, EarlyEnd> {
    let files = Files::of(&options.launched.job());
    let report = FixReport::of(fixed, job, &files);
    if let Some(path) = &options.output {
        match report.header() {
            Some(header) => output::write(path, &header)?,
            None => diagnostic::note(&format!("there is no tile to write, so `{}` was not written", path.display())),
        }
    }
    if options.launched.json {
        json::print(&document::FixDocument::of(&report, &job.plan.notes))?;
    } else {
        for note in &job.plan.notes {
            writeln!(anstream::stdout(), "{}", paint::line(&printable(&format!("note: {note}"))))?;
        }
        for line in text::report(&report, options.output.is_none()) {
            writeln!(anstream::stdout(), "{}", paint::line(&printable(&line)))?;
        }
    }
    files.notes().iter().for_each(|note| diagnostic::note(note));
    let mut code = GOOD;
    let fault = fixed.before.fault.as_ref().or(fixed.after.as_ref().and_then(|after| after.fault.as_ref()));
    if let Some(fault) = fault {
        diagnostic::say(fault);
        code = CHECK_FAILED;
    }
    if !fixed.different.is_empty() {
        let names: Vec<String> = fixed.different.iter().map(|name| format!("`{name}`")).collect();
        diagnostic::say(&format!("the results differ with these layouts, in {}", smem_layout::listed(&names, "and")));
        code = CHECK_FAILED;
    }
    for (variable, why) in fixed.failures() {
        diagnostic::say(&format!("the source with another layout of `{}` {why}", variable.name));
        code = CHECK_FAILED;
    }
    let last = fixed.written().or(fixed.after.as_ref()).unwrap_or(&fixed.before);
    let excess: u64 = last.launches.iter().map(|measured| KindTotals::of(measured).all.excess()).sum();
    if let Some(most) = options.launched.max_excess.filter(|most| excess > *most) {
        diagnostic::say(&format!("{excess} excess wavefronts are left, and at most {most} are accepted"));
        code = CHECK_FAILED;
    }
    Ok(code)
}
