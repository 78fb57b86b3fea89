//! `smem-tile fix`: for each array in shared memory the layout that removes its bank conflicts, verified by running the kernel with it.
//!
//! ```text
//! options                      the command line: that of `profile`, and parts of dynamic shared memory
//! run (record)                 the launches, with a record of their requests
//! arrays (declaration, pointers, probe)  which bytes are which array of the source, and its extents
//!                              (scan, functions, statement, types, members: the source as text; names: the linker's)
//! judge                        what the requests on an array cost on a layout
//! search (shape, spelling)     the layout, of those that smem-layout proposes
//! relay                        the places of all bytes then
//! kernels                      all of that, and a second run with those places; reason: why nothing helps
//! tile_text, rewrite           what to write: the tile, and the lines of the source
//! changed                      the source with these lines, compiled and run
//! report (text, document)      before and after
//! ```

mod arrays;
mod changed;
mod declaration;
mod document;
mod functions;
mod judge;
mod kernels;
mod members;
mod names;
mod options;
mod pointers;
mod probe;
mod reason;
mod record;
mod relay;
mod report;
mod rewrite;
mod run;
mod scan;
mod search;
mod shape;
mod spelling;
mod statement;
mod text;
mod tile_text;
mod types;

use std::io::Write;

use smem_launch::{Error, printable};

pub(crate) use options::{EXAMPLES, FixOptions};

use crate::diagnostic;
use crate::failure::{CHECK_FAILED, EarlyEnd, GOOD};
use crate::json;
use crate::output;
use crate::paint;
use crate::profile::files::Files;
use crate::profile::lines::KindTotals;
use crate::profile::{self, Input, ProfileJob};
use arrays::ArraySources;
use changed::{ChangedRun, wavefronts};
use kernels::{KernelFix, verified};
use report::FixReport;
use run::{FreshRun, RunIsa, RunOutcome};

/// Runs the command.
pub(crate) fn run(options: &FixOptions) -> Result<u8, EarlyEnd> {
    options.check()?;
    let job = ProfileJob::read(&options.launched)?;
    let fixed = fixed(options, &job).map_err(|error| job.refusal(&error))?;
    print(options, &job, &fixed)
}

/// The runs before and after, and what was found in between.
struct Fixed {
    before: RunOutcome,
    kernels: Vec<KernelFix>,
    /// `None` where there was nothing to lay out otherwise.
    after: Option<RunOutcome>,
    /// The source with the changes; `None` where there is nothing to change in it.
    changed: Option<ChangedRun>,
    /// The names of buffers whose bytes differ after the two runs.
    different: Vec<String>,
}

fn fixed(options: &FixOptions, job: &ProfileJob) -> Result<Fixed, Error> {
    let (isa, text, before) = profile::on_isa(&options.launched, &job.input, &job.target, |isa, estimate| {
        let isa = RunIsa { isa, estimate };
        let run = FreshRun::load(options, job, isa.clone())?;
        let before = run.run(&[], true)?;
        Ok((isa, run.array_text(), before))
    })?;
    let (declarations, pointers) = match &job.input {
        Input::Cuda(file) => (declaration::declarations(&file.text), pointers::pointers(&file.text)),
        Input::Ptx { .. } | Input::Binary { .. } => Default::default(),
    };
    let sources = ArraySources {
        module: text.module.as_ref(),
        probed: &text.probed,
        declarations: &declarations,
        pointers: &pointers,
        text: match &job.input {
            Input::Cuda(file) => &file.text,
            Input::Ptx { .. } | Input::Binary { .. } => "",
        },
        dynamic: &options.arrays,
    };
    let mut kernels = KernelFix::of_run(&before, &sources, job.target.arch).map_err(Error::Launch)?;
    let has_layout = kernels.iter().any(|kernel| kernel.arrays.iter().any(|fix| fix.found.is_some()));
    // After a fault of the kernel itself there are no results to compare.
    let (mut after, mut changed) = (None, None);
    if has_layout && before.fault.is_none() {
        let chosen = chosen(options, job, &isa, kernels, &before)?;
        (kernels, after, changed) = (chosen.kernels, Some(chosen.after), chosen.changed);
    }
    let differ = |after: &RunOutcome| {
        let names = before.buffers.iter().filter(|(name, bytes)| after.buffers.get(*name) != Some(bytes));
        names.map(|(name, _)| name.clone()).collect()
    };
    let different = after.as_ref().map(differ).unwrap_or_default();
    Ok(Fixed { before, kernels, after, changed, different })
}

/// The layouts to write.
struct ChosenLayouts {
    kernels: Vec<KernelFix>,
    /// The kernels as they are compiled, with these layouts.
    after: RunOutcome,
    /// The source with them.
    changed: Option<ChangedRun>,
}

/// Runs the kernels with the layouts that were found. If the changed source takes more wavefronts than that, as where the compiler merged
/// accesses before, then longer rows are tried, which it merges accesses in.
fn chosen(
    options: &FixOptions,
    job: &ProfileJob,
    isa: &RunIsa,
    kernels: Vec<KernelFix>,
    before: &RunOutcome,
) -> Result<ChosenLayouts, Error> {
    let attempt = |mut kernels: Vec<KernelFix>, prefers_declarations: bool| {
        changed::write(&mut kernels, job, prefers_declarations);
        let after = verified(&mut kernels, before.launches.len(), || FreshRun::load(options, job, isa.clone()))?;
        // A layout that did not hold is not written.
        changed::write(&mut kernels, job, prefers_declarations);
        let changed = changed::run(&kernels, options, job, isa).map_err(early)?;
        Ok::<_, Error>(ChosenLayouts { kernels, after, changed })
    };
    let cost =
        |chosen: &ChosenLayouts| chosen.changed.as_ref().map(|changed| changed.wavefronts(before).unwrap_or(u64::MAX));
    let has_other =
        kernels.iter().flat_map(|kernel| &kernel.arrays).any(|fix| fix.padded.is_some() && fix.padded != fix.found);
    let padded = has_other.then(|| kernels.clone());
    let first = attempt(kernels, false)?;
    let is_as_said = cost(&first).is_none_or(|cost| cost <= wavefronts(&first.after));
    let Some(padded) = padded.filter(|_| !is_as_said) else { return Ok(first) };
    let second = attempt(padded, true)?;
    Ok(if cost(&second) < cost(&first) { second } else { first })
}

/// An error of writing temporary files.
fn early(end: EarlyEnd) -> Error {
    match end {
        EarlyEnd::Message(message) => Error::Launch(message),
        EarlyEnd::ReaderLeft => Error::Launch("nobody reads the output".to_string()),
    }
}

/// Prints the report, and returns the exit code.
fn print(options: &FixOptions, job: &ProfileJob, fixed: &Fixed) -> Result<u8, EarlyEnd> {
    let files = Files::of(&options.launched);
    let report = FixReport::of(fixed, job, &files);
    if let Some(path) = &options.output {
        match report.header() {
            Some(header) => output::write(path, &header)?,
            None => diagnostic::say(&format!("there is no tile to write, so `{}` was not written", path.display())),
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
    let last = fixed.after.as_ref().unwrap_or(&fixed.before);
    let excess: u64 = last.launches.iter().map(|measured| KindTotals::of(measured).all.excess()).sum();
    if let Some(most) = options.launched.max_excess.filter(|most| excess > *most) {
        diagnostic::say(&format!("{excess} excess wavefronts are left, and at most {most} are accepted"));
        code = CHECK_FAILED;
    }
    Ok(code)
}
