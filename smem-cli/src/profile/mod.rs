//! `smem-tile profile`: runs kernels without a GPU and counts wavefronts of shared memory by source line.
//!
//! ```text
//! options    the command line
//! cuda_file  FILE -> device code, its own headers copied
//! folders    which files an input may name
//! active     FILE -> its text as the compiler reads it
//! kernels    the kernels that its text declares
//! plan       the launches that are asked for                  (written: those that the file makes)
//! budget     memory, instructions and time of tools that they may take            (resident: the memory of all else)
//! measure    launches in the simulator -> counts, and why they are estimates      (cache: where tools are installed; watch: progress, Ctrl-C)
//! barriers   barriers that not every thread reached
//! hazards    races on shared memory, reads of what nothing wrote, and accesses beyond arrays
//! other_inputs   writes of one value, with other random numbers
//! global_races   races on global memory
//! warnings   what may be intended, and what was not looked for
//! named_lanes    whether a source names lanes of a warp
//! merged     the accesses that wide instructions of machine code cover
//! worst      which lanes and banks meet in the worst requests
//! beside     PTX beside machine code, by source line
//! lines      counts by source line                                            (files: their names and texts)
//! text, document, sarif, picture   the report              (annotate: whole files)
//! ```

pub(crate) mod active;
mod annotate;
mod barriers;
mod beside;
mod budget;
mod cache;
pub(crate) mod cuda_file;
mod document;
mod file_text;
pub(crate) mod files;
pub(crate) mod folders;
mod global_races;
mod hazards;
mod kernels;
pub(crate) mod lines;
mod measure;
mod merged;
mod named_lanes;
mod options;
mod other_inputs;
mod own_headers;
mod picture;
pub(crate) mod plan;
mod resident;
mod sarif;
mod source_file;
pub(crate) mod text;
mod warnings;
mod watch;
pub(crate) mod worst;
mod written;

use std::io::Write;

use smem_launch::{Arch, Error, printable};

pub(crate) use budget::COMPILE;
pub(crate) use measure::{Input, Measured, is_sample, load, on_isa, prepared, simulator};
pub(crate) use options::{EXAMPLES, LaunchOptions, ProfileOptions, Target};

use crate::diagnostic;
use crate::failure::{BAD_INPUT, CHECK_FAILED, EarlyEnd, GOOD, INTERRUPTED};
use crate::json;
use crate::output;
use crate::paint;
use cuda_file::CudaFile;
use document::ProfileDocument;
use files::Files;
use lines::KindTotals;
use measure::{Measurement, measure};
use plan::LaunchPlan;

/// Runs the command.
pub(crate) fn run(options: &ProfileOptions) -> Result<u8, EarlyEnd> {
    let job = ProfileJob::read(&options.launched)?;
    let outcome = measure(options, &job.input, &job.plan, &job.target).map_err(|error| job.refusal(&error))?;
    report(options, &outcome, &job.plan.notes)
}

/// A file with the launches to make, and the architecture.
#[derive(Debug)]
pub(crate) struct ProfileJob {
    pub(crate) input: Input,
    pub(crate) plan: LaunchPlan,
    pub(crate) target: Target,
    declared: Vec<kernels::Declared>,
}

impl ProfileJob {
    /// Reads what the options name.
    pub(crate) fn read(options: &LaunchOptions) -> Result<ProfileJob, EarlyEnd> {
        budget::guard(options);
        let binary = source_file::binary(&options.file)?;
        let is_ptx = options.file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ptx"));
        let (input, declared) = if let Some(bytes) = binary {
            let name = options.file.display().to_string();
            let declared =
                kernels::in_binary(&bytes).map_err(|error| EarlyEnd::Message(format!("`{name}`: {error}")))?;
            (Input::Binary { name, bytes }, declared)
        } else if is_ptx {
            let text = source_file::read(&options.file)?;
            let declared = kernels::in_ptx(&text);
            (Input::Ptx { name: options.file.display().to_string(), text }, declared)
        } else {
            let file = CudaFile::read(options)?;
            file.notes.iter().for_each(|note| diagnostic::note(note));
            (Input::Cuda(Box::new(file)), Vec::new())
        };
        let target = target(options, &input);
        let text = match &input {
            Input::Cuda(file) => Some(active::read(file, options, &target)),
            Input::Ptx { .. } | Input::Binary { .. } => None,
        };
        let declared = text.as_ref().map_or(declared, kernels::in_cuda);
        let plan = plan::plan(options, &declared, text.as_ref())?;
        Ok(ProfileJob { input, plan, target, declared })
    }

    /// The same launches of another text of the file.
    pub(crate) fn of_text(&self, options: &LaunchOptions, text: String) -> Result<ProfileJob, EarlyEnd> {
        let (input, declared) = (Input::Cuda(Box::new(CudaFile::of(options, text)?)), Vec::new());
        Ok(ProfileJob { input, plan: self.plan.clone(), target: self.target.clone(), declared })
    }

    /// The message of an error, with what else is known about it.
    pub(crate) fn refusal(&self, error: &Error) -> EarlyEnd {
        refusal(error, &self.input, &self.declared)
    }
}

/// The architecture: the one that is asked for, that of PTX, or the one whose counts were compared with a GPU's.
fn target(options: &LaunchOptions, input: &Input) -> Target {
    if let Some(target) = &options.arch {
        return target.clone();
    }
    if let Input::Binary { bytes, .. } = input
        && let Some(arch) = kernels::only_arch(bytes)
    {
        return Target { arch, name: arch.number().to_string() };
    }
    if let Input::Ptx { text, .. } = input {
        let named = text.lines().find_map(|line| line.trim_start().strip_prefix(".target"));
        let name = named.and_then(|names| names.split([',', '/']).next()).unwrap_or_default().trim();
        if let Some(arch) = Arch::from_name(name) {
            return Target { arch, name: name.trim_start_matches("sm_").to_string() };
        }
    }
    Target { arch: Arch::SM_90, name: "90".to_string() }
}

/// The message of an error, with what else is known about it.
fn refusal(error: &Error, input: &Input, declared: &[kernels::Declared]) -> EarlyEnd {
    let mut message = error.to_string();
    if let Some(help) = budget::help(error) {
        message = format!("{message}\n{help}");
    }
    if let Input::Cuda(file) = input {
        if let (Error::Compile { .. }, Some(help)) = (error, file.left_out()) {
            message = format!("{}\n{help}", message.trim_end());
        }
        // The compiler lists what it compiled, which a template is not without arguments.
        let is_missing = matches!(error, Error::NoKernel { .. });
        if is_missing && declared.iter().any(|kernel| kernel.is_template) {
            message += &format!("\nhelp: its text declares {}", kernels::list(declared));
        }
    }
    EarlyEnd::Message(message)
}

/// Prints the report, and returns the exit code.
fn report(options: &ProfileOptions, outcome: &Measurement, notes: &[String]) -> Result<u8, EarlyEnd> {
    let files = Files::of(&options.launched);
    if let Some(path) = &options.sarif {
        output::write(path, &sarif::log(outcome, &files, notes))?;
    }
    if let Some(path) = &options.svg {
        match picture::svg(outcome, &files) {
            Some(picture) => output::write(path, &picture)?,
            None => diagnostic::note(&format!("no request has conflicts, so `{}` is not written", path.display())),
        }
    }
    if options.launched.json {
        json::print(&ProfileDocument::of(outcome, &files, notes))?;
    } else {
        for note in notes {
            writeln!(anstream::stdout(), "{}", paint::line(&printable(&format!("note: {note}"))))?;
        }
        for line in text::report(outcome, &files, options.annotate) {
            writeln!(anstream::stdout(), "{}", paint::line(&printable(&line)))?;
        }
    }
    // Known once everything was looked up.
    files.notes().iter().for_each(|note| diagnostic::note(note));
    let excess: u64 = outcome.launches.iter().map(|measured| KindTotals::of(measured).all.excess()).sum();
    let mut code = GOOD;
    if let Some(fault) = &outcome.fault {
        diagnostic::say(fault);
        code = if outcome.is_over_budget { BAD_INPUT } else { CHECK_FAILED };
    }
    let races: usize = outcome.launches.iter().map(|measured| measured.hazards.placed(&files).len()).sum();
    if races > 0 {
        let plural = if races == 1 { "" } else { "s" };
        diagnostic::say(&format!("{races} race{plural} on shared memory"));
        code = code.max(CHECK_FAILED);
    }
    let barriers: usize = outcome.launches.iter().map(|measured| measured.hazards.placed_barriers(&files).len()).sum();
    if barriers > 0 {
        let plural = if barriers == 1 { "" } else { "s" };
        diagnostic::say(&format!("{barriers} barrier{plural} that not every thread of the block reaches"));
        code = code.max(CHECK_FAILED);
    }
    let global: usize = outcome
        .launches
        .iter()
        .map(|measured| global_races::placed(&measured.profile.global_races, &files).len())
        .sum();
    if global > 0 {
        let plural = if global == 1 { "" } else { "s" };
        diagnostic::say(&format!("{global} race{plural} on global memory"));
        code = code.max(CHECK_FAILED);
    }
    let overruns: usize = outcome.launches.iter().map(|measured| measured.hazards.placed_overruns(&files).len()).sum();
    if overruns > 0 {
        let plural = if overruns == 1 { "" } else { "s" };
        diagnostic::say(&format!("{overruns} overrun{plural} of shared arrays"));
        code = code.max(CHECK_FAILED);
    }
    if options.strict && outcome.launches.iter().any(|measured| !measured.hazards.unwritten.is_empty()) {
        diagnostic::say("shared memory is read that nothing wrote, which `--strict` does not accept");
        code = code.max(CHECK_FAILED);
    }
    if options.strict && outcome.launches.iter().any(|measured| measured.hazards.has_equal_writes()) {
        diagnostic::say("several threads write one value and nothing orders them, which `--strict` does not accept");
        code = code.max(CHECK_FAILED);
    }
    if let Some(most) = options.launched.max_excess.filter(|most| excess > *most) {
        diagnostic::say(&format!("{excess} excess wavefronts, and at most {most} are accepted"));
        code = code.max(CHECK_FAILED);
    }
    Ok(if outcome.is_stopped() { INTERRUPTED } else { code })
}
