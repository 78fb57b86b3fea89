//! The launches that are asked for: on the command line, or in a file.

use std::path::{Path, PathBuf};

use smem_cuda::{CudaKernel, CudaText, LaunchSite};
use smem_launch::{Error as LaunchError, LaunchArg, LaunchFile, WrittenArg};

use super::folders::check_named;
use super::guess;
use super::guessed_launch::{self, GuessedCommand, Guesses};
use super::job::Job;
use super::kernels::{self, Declared};
use super::source_file::read;
use super::typed_args::{TypedKernel, untyped};
use super::written::{self, LeftOutLaunch};
use crate::error::Error;
use crate::shell_word::quoted;

/// The launches to make.
#[derive(Debug, Clone)]
pub(crate) struct LaunchPlan {
    /// As they are described.
    pub launches: LaunchFile,
    /// The folder of the files that they name.
    pub folder: PathBuf,
    /// Remarks on them for the user.
    pub notes: Vec<String>,
    /// Those of them that are guesses.
    pub(crate) guesses: Guesses,
    /// The commands of these.
    pub(crate) commands: Vec<GuessedCommand>,
}

impl LaunchPlan {
    /// Launches that are described as they are.
    pub(super) fn of(launches: LaunchFile, folder: PathBuf) -> LaunchPlan {
        LaunchPlan { launches, folder, notes: Vec::new(), guesses: Guesses::default(), commands: Vec::new() }
    }

    /// A plan that launches nothing.
    ///
    /// # Errors
    /// Those of a list of launches.
    pub(super) fn nothing() -> Result<LaunchPlan, Error> {
        let launches = LaunchFile::of_values("nothing", Vec::new(), Vec::new()).map_err(|error| error.to_string())?;
        Ok(LaunchPlan::of(launches, PathBuf::new()))
    }

    /// The launches of a file and guesses of those that it leaves open.
    pub(crate) fn with_guesses(guesses: Guesses, job: &Job, text: &CudaText) -> Result<LaunchPlan, Error> {
        let (launches, notes, commands) = guesses.launches(job, text)?;
        Ok(LaunchPlan { launches, folder: PathBuf::new(), notes, guesses, commands })
    }

    /// Returns the remarks, without that on a guess whose error has its command.
    pub(crate) fn notes_without(&self, guess: Option<&GuessedCommand>) -> Vec<String> {
        let is_kept = |note: &&String| guess.is_none_or(|own| **note != own.note);
        self.notes.iter().filter(is_kept).cloned().collect()
    }

    /// Returns the command of a launch, by its number, that is a guess.
    pub(crate) fn guess_at(&self, launch: usize) -> Option<&GuessedCommand> {
        self.commands.get(launch.checked_sub(self.launches.launches().count() - self.commands.len())?)
    }
}

/// Reads the launches that the job asks for, of a file with these kernels; `text` is that of CUDA C++.
pub(super) fn plan(job: &Job, declared: &[Declared], text: Option<&CudaText>) -> Result<LaunchPlan, Error> {
    if let Some(path) = &job.spec.launch.launch {
        let typed = |kernel: &str, at: usize, arg: &WrittenArg<'_>| by_fields(text, kernel, at, arg);
        check_named(path)?;
        let launches = LaunchFile::parse_typed(&read(path)?, &path.display().to_string(), typed);
        let launches = launches.map_err(|error| error.to_string())?;
        let launches = job.spec.launch.allow_files.iter().fold(launches, LaunchFile::allow_files);
        return Ok(LaunchPlan::of(launches, path.parent().unwrap_or(Path::new("")).to_owned()));
    }
    if let Some(text) = text.filter(|_| !job.spec.launch.is_shaped())
        && let Some(plan) = written(job, text)?
    {
        return Ok(plan);
    }
    let named = match (&job.spec.launch.kernel, declared) {
        (Some(kernel), _) => kernel,
        (None, [only]) if !only.is_template => &only.name,
        (None, _) => {
            let runs = text.and_then(|text| run_of_program(job, text)).map(|run| format!("\nhelp: {run}"));
            return Err(Error::Input(no_kernel(job, declared, text) + &runs.unwrap_or_default()));
        }
    };
    let name = text.map_or(Ok(named.clone()), |text| kernels::full_name(named, text)).map_err(|why| {
        Error::Input(format!("{why}\nhelp: name one with `--kernel`, with its namespace and its parameters"))
    })?;
    let called = text.map_or(Vec::new(), |text| text.known_kernels_called(&name));
    let fits = |kernel: &&CudaKernel| kernel.parameters().len() == job.spec.launch.args.len();
    let kernel = called.iter().find(fits).or(called.first());
    let typed = text.zip(kernel).map(|(text, kernel)| TypedKernel::new(text, kernel, &name));
    let Some(shape) = job.shape() else {
        let missing = match (job.spec.launch.grid, job.spec.launch.block) {
            (None, None) => "`--grid` and `--block` are",
            (None, _) => "`--grid` is",
            _ => "`--block` is",
        };
        let advice = match &typed {
            Some(typed) => guess::advice(typed, &job.file, None),
            None if !declared.is_empty() => format!("help: its text declares {}", kernels::list(declared)),
            None => "help: give `--grid 4,4 --block 32,8` and an `--arg` for each parameter".to_owned(),
        };
        return Err(Error::Input(format!(
            "{missing} missing for the launch of `{name}`\n{advice}\nhelp: `--init` writes a file that describes launches, for `--launch FILE.toml`"
        )));
    };
    let typed = typed.map(|typed| TypedKernel { elements: &job.elements, ..typed });
    let args = typed.map_or_else(|| untyped(&job.spec.launch.args), |typed| typed.typed(&job.spec.launch.args))?;
    let held = job.buffers.iter().map(|(name, bytes)| (name.clone(), bytes.to_vec())).collect();
    let launches = LaunchFile::of_launch_args(&name, shape, args, held).map_err(|error| error.to_string())?;
    Ok(LaunchPlan::of(launches, PathBuf::new()))
}

/// The parameters of a kernel, and a launch to begin with.
pub(super) fn parameters_help(job: &Job, text: &CudaText, kernel: &str) -> Option<String> {
    let called = text.known_kernels_called(kernel);
    let site = text.launches_of(kernel).into_iter().next();
    Some(guess::advice(&TypedKernel::new(text, called.first()?, kernel), &job.file, site.as_ref()))
}

/// Reads an argument of a launch file that is written by the names of a struct's fields.
fn by_fields(text: Option<&CudaText>, kernel: &str, at: usize, arg: &WrittenArg<'_>) -> Result<LaunchArg, LaunchError> {
    let Some(text) = text else {
        return Err(arg.error("the fields of a struct have names in the text of CUDA C++ alone: give them by byte offset, `struct[8,4]{0=i32:1, 4=f32:2}`"));
    };
    let called = text.known_kernels_called(kernel);
    let Some(kernel_of_name) = called.iter().find(|own| own.parameters().len() > at).or(called.first()) else {
        return Err(
            arg.error(format!("the text has no kernel `{kernel}`, whose parameter says which fields there are"))
        );
    };
    TypedKernel::new(text, kernel_of_name, kernel).structure(at, arg, arg.text())
}

/// Returns the launches that the file itself makes, and guesses for those that it leaves open; `None` where there are neither.
fn written(job: &Job, text: &CudaText) -> Result<Option<LaunchPlan>, Error> {
    let written = written::launches(text, job.spec.launch.kernel.as_deref());
    let (mut made, mut notes) = (None, Vec::new());
    if !written.launches.is_empty() {
        let name = format!("the launches of {}", job.file.display());
        let buffers = written.buffers.into_values().collect();
        let launches = LaunchFile::of_values(&name, buffers, written.launches).map_err(|error| error.to_string())?;
        let synthetic = "the launches are those of the file, and the contents of their buffers are synthetic: random floating-point numbers, all else zero";
        notes.push(synthetic.to_owned());
        made = Some(launches);
    }
    let known: Vec<&str> = made.iter().flat_map(LaunchFile::kernels).collect();
    let kernels = guessed_launch::kernels(text, job.spec.launch.kernel.as_deref(), &known, &written.left_out);
    let is_guessed = |left_out: &&LeftOutLaunch<'_>| kernels.iter().any(|guess| guess.is_like(&left_out.site));
    let left_out = written.left_out.iter().filter(|why| !is_guessed(why));
    notes.extend(left_out.map(|why| format!("a launch is left out, {why}")));
    notes.dedup();
    let unknown = written.left_out.iter().map(|left_out| (&left_out.site, left_out.site.unknown_variables()));
    let waited_for = unknown.filter(|(site, variables)| site.is_constant_with(variables));
    let waited_for = waited_for.flat_map(|(_, variables)| variables);
    notes.extend(
        settable(waited_for.collect()).map(|set| format!("{set} makes the launches that the file leaves open")),
    );
    notes.extend(run_of_program(job, text).filter(|_| !written.left_out.is_empty()));
    if let (true, None) = (kernels.is_empty(), &made) {
        let Some(first) = written.left_out.first() else { return Ok(None) };
        return Err(Error::Input(format!(
            "cannot make the launches that `{}` makes: {first}\n{}",
            job.file.display(),
            advice_for(job, text, &first.site)
        )));
    }
    LaunchPlan::with_guesses(Guesses { made, notes, kernels }, job, text).map(Some)
}

/// The ways to make a launch whose values the file does not fix.
fn advice_for(job: &Job, text: &CudaText, site: &LaunchSite<'_>) -> String {
    let mut advice = Vec::new();
    let variables = site.unknown_variables();
    let set = settable(variables.clone()).filter(|_| site.is_constant_with(&variables));
    advice.extend(set.map(|set| format!("help: {set} makes it a constant")));
    let instance = site.kernel_name();
    if let Ok(kernel) = &site.kernel() {
        let typed = TypedKernel::new(text, kernel, &instance);
        advice.push(guess::advice(&typed, &job.file, Some(site)));
    }
    advice.push("help: `--init` writes a file that describes launches, for `--launch FILE.toml`".to_owned());
    advice.extend(run_of_program(job, text).map(|run| format!("help: {run}")));
    advice.join("\n")
}

/// The command that runs the file with its own `main`, where it has one: it needs no guess.
fn run_of_program(job: &Job, text: &CudaText) -> Option<String> {
    let is_cuda = job.file.extension().is_some_and(|extension| extension == "cu");
    let file = quoted(&job.file.display().to_string());
    (is_cuda && text.has_main())
        .then(|| format!("`smem-tile run {file}` compiles the file with its `main`, and runs all that this launches"))
}

/// A launch to begin with of one of several kernels: the first one with shared arrays, else the first one. None is of a template, whose
/// arguments nothing says.
fn example(job: &Job, text: &CudaText, declared: &[Declared]) -> Option<String> {
    let is_named = |kernel: &CudaKernel| declared.iter().any(|own| own.name == kernel.path() && !own.is_template);
    let kernels: Vec<CudaKernel> = text.kernels().into_iter().filter(is_named).collect();
    let kernel = kernels.iter().find(|kernel| guess::has_arrays(text, kernel)).or(kernels.first())?;
    let typed = TypedKernel::new(text, kernel, kernel.path());
    let advice = guess::advice(&typed, &job.file, None);
    Some(format!("\n`{}`: {advice}", kernel.path()))
}

/// The options that give these variables values, for a sentence; `None` for too many to type.
fn settable(mut variables: Vec<String>) -> Option<String> {
    const MOST: usize = 8;
    variables.sort();
    variables.dedup();
    let own = if variables.len() == 1 { "your own value" } else { "your own values" };
    let set: Vec<String> = variables.iter().map(|name| format!("--set {name}=1024")).collect();
    (1..=MOST).contains(&set.len()).then(|| format!("`{}`, with {own},", set.join(" ")))
}

fn no_kernel(job: &Job, declared: &[Declared], text: Option<&CudaText>) -> String {
    let name = job.file.display();
    match declared {
        [] => format!(
            "`{name}` has no kernel that can be seen in its text\nhelp: name one that a macro makes with `--kernel NAME`"
        ),
        [only] => {
            let kernel = text.and_then(|text| text.kernels_called(&only.name).into_iter().next());
            let parameters = text
                .zip(kernel)
                .map(|(text, kernel)| text.written_template(&kernel).split_whitespace().collect::<Vec<_>>().join(" "));
            let parameters = parameters.map_or(String::new(), |written| format!(", in place of `{written}`"));
            let name = &only.name;
            format!(
                "`{name}` is a template: name an instance of it\nhelp: `--kernel '{name}<..>'` with its arguments{parameters}"
            )
        }
        _ => {
            let example = text.and_then(|text| example(job, text, declared)).unwrap_or_default();
            format!(
                "`{name}` has {} kernels: {}\nhelp: choose one with `--kernel NAME`{example}",
                declared.len(),
                kernels::list(declared)
            )
        }
    }
}
