//! One source for `nvcc`, in a folder of its own: preprocessed, compiled, its errors read.
//!
//! ```text
//! folder    main.cu: the source, which `#line` gives its own name
//! dry run   nvcc says which passes there are for main.cu, an architecture and the flags: nothing of the source's names is among them
//! first     the host compiler preprocesses, with the source's folders and macros as arguments; it lists the files that it read
//! second    the device compiler makes PTX, if each of the files may be included
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::compiler_process::OUT_OF_MEMORY;
use super::included_files::{IncludedFiles, prerequisites};
use super::instances::Instances;
use super::listing;
use super::options::CompilerOption;
use super::passes::Passes;
use super::source::CudaSource;
use crate::compiled_name::compiled_name;
use crate::error::ToolError;
use crate::first_errors::errors;
use crate::limited::{self, LimitedOutput};
use crate::programs;
use crate::sandbox::Sandbox;
use crate::tool_limits::ToolLimits;

/// The names of files in the folder of a job.
pub(super) const TEXT: &str = "main.cu";
const PTX: &str = "kernel.ptx";
const HEADERS: &str = "headers.d";

/// Flags of NVRTC's that `nvcc` has not, and that change nothing for a file with its host code.
const OF_NVRTC: [&str; 8] = [
    "-default-device",
    "--device-as-default-execution-space",
    "--device-int128",
    "-no-source-include",
    "--no-source-include",
    "--minimal",
    // It makes PTX, and takes the long form.
    "-dc",
    "--device-c",
];

/// The programs of a compilation, and the folder of installed parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NvccPrograms {
    pub(super) nvcc: PathBuf,
    /// The host compiler.
    pub(super) host: PathBuf,
    pub(super) installed: Option<PathBuf>,
}

/// A source in its folder.
pub(super) struct NvccJob<'a> {
    pub(super) programs: &'a NvccPrograms,
    pub(super) source: &'a CudaSource,
    pub(super) options: Vec<CompilerOption>,
    /// The name of the source for the compiler, which starts it in another folder.
    pub(super) name: PathBuf,
    pub(super) instances: Instances,
    /// The headers of cuRAND, where the source includes one and they were not found.
    pub(super) curand: Option<PathBuf>,
    pub(super) folder: tempfile::TempDir,
}

/// A source after its first pass.
pub(super) struct Preprocessed<'a> {
    pub(super) job: NvccJob<'a>,
    /// The files that it includes, as absolute paths.
    pub(super) headers: BTreeSet<PathBuf>,
    passes: Passes,
}

impl<'a> NvccJob<'a> {
    pub(super) fn new(programs: &'a NvccPrograms, source: &'a CudaSource) -> Result<NvccJob<'a>, ToolError> {
        let failed = |error: std::io::Error| ToolError::Unusable(format!("cannot write a file to compile: {error}"));
        let folder = tempfile::tempdir().map_err(failed)?;
        let name = std::path::absolute(source.name()).map_err(failed)?;
        let instances = Instances::of(source.kernels());
        let shown = compiled_name(&name.display().to_string());
        // After another line, the mark of an encoding has no meaning.
        let own = source.text().trim_start_matches('\u{feff}');
        let text = format!("#line 1 \"{shown}\"\n{own}\n{}", instances.text());
        fs::write(folder.path().join(TEXT), text).map_err(failed)?;
        Ok(NvccJob { programs, source, options: source.read_options()?, name, instances, curand: None, folder })
    }

    /// Runs the first pass.
    ///
    /// # Errors
    /// The source does not come through it, or a limit is reached.
    pub(super) fn preprocessed(self, capability: &str) -> Result<Preprocessed<'a>, Box<Refused<'a>>> {
        match self.first_pass(capability) {
            Ok((passes, output)) if output.status.success() => {
                let rule = fs::read(self.folder.path().join(HEADERS)).unwrap_or_default();
                let mut headers = prerequisites(&String::from_utf8_lossy(&rule), self.folder.path());
                // A `#line` names it.
                headers.remove(&self.name);
                Ok(Preprocessed { job: self, headers, passes })
            }
            Ok((_, output)) => {
                let error = self.refused(&output);
                Err(Box::new(Refused { misses_curand: misses_curand(&output.message), error, job: self }))
            }
            Err(error) => Err(Box::new(Refused { misses_curand: false, error, job: self })),
        }
    }

    fn first_pass(&self, capability: &str) -> Result<(Passes, LimitedOutput), ToolError> {
        let passes = self.passes(capability)?;
        let mut command = programs::command(self.programs.host.as_path());
        for option in &self.options {
            match option {
                CompilerOption::Folder { path, is_system: false } => command.arg("-I").arg(path),
                CompilerOption::Folder { path, is_system: true } => command.arg("-isystem").arg(path),
                CompilerOption::Macro(definition) => command.arg(format!("-D{definition}")),
                CompilerOption::Undefined(name) => command.arg(format!("-U{name}")),
                CompilerOption::Host(flag) => command.arg(flag),
                _ => &mut command,
            };
        }
        // Headers in quotes lie beside the file, which is compiled from another folder.
        command.arg("-iquote").arg(self.name.parent().unwrap_or(Path::new("/")));
        if let Some(curand) = &self.curand {
            command.arg("-isystem").arg(curand);
        }
        let text = self.folder.path().join(TEXT);
        let in_folder = |word: &String| if word == TEXT { text.clone() } else { PathBuf::from(word) };
        command.args(passes.preprocess.iter().map(in_folder)).args(["-MD", "-MF", HEADERS]);
        for option in &self.options {
            if let CompilerOption::PreInclude(path) = option {
                command.arg("-include").arg(path);
            }
        }
        let output = self.run(&mut command)?;
        Ok((passes, output))
    }

    /// Asks `nvcc` for its passes.
    fn passes(&self, capability: &str) -> Result<Passes, ToolError> {
        let mut command = programs::command(self.programs.nvcc.as_path());
        // Warnings are not shown, and a library has so many that the errors after them would not be read.
        command.args(["--dryrun", "-ptx", "-w"]).arg("-ccbin").arg(self.programs.host.as_path());
        self.add_flags(&mut command);
        command.arg(format!("-arch=compute_{capability}")).args(["-o", PTX, TEXT]);
        let output = self.run(&mut command)?;
        let lines = format!("{}\n{}", output.message, String::from_utf8_lossy(&output.printed));
        match Passes::read(&lines).filter(|_| output.status.success()) {
            Some(passes) => Ok(passes),
            None => Err(self.refused(&output)),
        }
    }

    /// Adds the flags that change what a text means or computes, and those that hold where there are no others.
    pub(super) fn add_flags(&self, command: &mut Command) {
        if !self.source.has_option(&["--std", "-std"]) {
            command.arg("--std=c++17");
        }
        if !self.source.has_option(&["-lineinfo", "--generate-line-info", "-G", "--device-debug"]) {
            command.arg("-lineinfo");
        }
        for option in &self.options {
            if let CompilerOption::Flag(flag) = option
                && !OF_NVRTC.contains(&flag.as_str())
            {
                command.arg(flag);
            }
        }
        if self.source.is_separate() && !self.source.has_option(&["-rdc", "--relocatable-device-code"]) {
            command.arg("-rdc=true");
        }
    }

    fn run(&self, command: &mut Command) -> Result<LimitedOutput, ToolError> {
        let tool = format!("`{}` for `{}`", self.programs.nvcc.display(), self.source.name());
        let folder = self.folder.path();
        command.current_dir(folder).env("TMPDIR", ".");
        let own = self.name.parent().map(Path::to_owned);
        let toolkit = self.programs.nvcc.parent().and_then(Path::parent).map(Path::to_owned);
        let host = self.programs.host.clone();
        let known = own.into_iter().chain(toolkit).chain([host]).chain(self.curand.clone());
        let sandbox = known.fold(self.source.sandbox()?, Sandbox::reading).writing(folder);
        limited::run(command, &[], &ToolLimits::current(), &sandbox).map_err(|error| error.of(&tool))
    }

    /// The files that may be included.
    pub(super) fn included_files(&self) -> IncludedFiles {
        let of_options = self.options.iter().filter_map(|option| match option {
            CompilerOption::Folder { path, .. } | CompilerOption::PreInclude(path) => Some(path.clone()),
            _ => None,
        });
        let own = [self.folder.path().to_owned()].into_iter().chain(self.name.parent().map(Path::to_owned));
        let folders = self.source.folders().map(|folders| folders.iter().cloned().chain(own).chain(of_options));
        IncludedFiles::of(
            folders,
            &[self.programs.nvcc.as_path(), self.programs.host.as_path()],
            self.programs.installed.clone(),
        )
    }

    /// Checks that a source includes no file that it may not.
    ///
    /// # Errors
    /// A sentence that does not name the file.
    pub(super) fn check(&self, headers: &BTreeSet<PathBuf>) -> Result<(), ToolError> {
        let files = self.included_files();
        if headers.iter().all(|file| files.hold(file)) { Ok(()) } else { Err(self.outside()) }
    }

    /// The refusal of a source. It is the same whether or not there is such a file, and does not name it.
    fn outside(&self) -> ToolError {
        ToolError::Unusable(format!(
            "`{}` names a file, by a macro or `#line`, that is outside of the folder of the input, the working folder and those of `-I` and `--source`, \
             or missing; `--source FOLDER` allows another folder",
            self.source.name()
        ))
    }

    /// The name of a header in an `#include`. The compiler says it of one that is missing, and a path of one that it may not read.
    fn name_in_text(&self, said: &str, from: &Path) -> String {
        let of_options = self.options.iter().filter_map(|option| match option {
            CompilerOption::Folder { path, .. } => Some(path.as_path()),
            _ => None,
        });
        let mut folders = from.parent().into_iter().chain(self.name.parent()).chain(of_options);
        let below = folders.find_map(|folder| said.strip_prefix(&format!("{}/", folder.display())));
        below.unwrap_or(said).to_owned()
    }

    /// The error for a source that the compiler refuses.
    pub(super) fn refused(&self, output: &LimitedOutput) -> ToolError {
        let all = format!("{}\n{}", output.message, String::from_utf8_lossy(&output.printed));
        if all.contains(OUT_OF_MEMORY) {
            let (name, most) = (self.source.name(), ToolLimits::current().memory);
            let why = format!("`nvcc` ran out of memory on `{name}`, of which it may have {most} bytes");
            return ToolError::MemoryLimit(why);
        }
        // In the sandbox a file that may not be read is as good as none: a message does not show whether it is there.
        let all = all.replace(": Permission denied", ": No such file or directory");
        let files = self.included_files();
        let from = |line: &str| {
            let place = first_place(line);
            if place.is_absolute() { place } else { self.name.clone() }
        };
        let named = |error: String| match missing_header(&error) {
            Some(said) => error.replacen(said, &self.name_in_text(said, &from(&error)), 1),
            None => error,
        };
        let found: Vec<String> = errors(&all).into_iter().map(named).collect();
        let leads_out = |error: &&String| {
            let from = from(error);
            missing_header(error).is_some_and(|name| files.lead_out(name, &from))
        };
        let is_foreign = |error: &&String| {
            let place = first_place(error);
            place.is_absolute() && !files.hold(&place)
        };
        if found.iter().any(|error| leads_out(&error) || is_foreign(&error)) {
            return self.outside();
        }
        let main = self.folder.path().join(TEXT);
        let names = [main.display().to_string(), self.name.display().to_string()];
        let own = |text: &str| names.iter().fold(text.to_owned(), |text, name| text.replace(name, self.source.name()));
        let all = own(&all);
        if let Some((kernel, why)) = self.instances.refused(&all) {
            return ToolError::NoKernel(format!("`{}` has no kernel `{kernel}` ({why})", self.source.name()));
        }
        let log = own(found.concat().trim());
        let log = match (log.is_empty(), all.trim()) {
            (false, _) => log,
            // Lines of any file may be among them.
            (true, said) if !said.is_empty() && self.source.folders().is_none() => said.to_owned(),
            (true, _) => format!("{} ended with {}", self.programs.nvcc.display(), output.status),
        };
        let listing = listing::around_errors(self.source.text(), self.source.name(), &log);
        ToolError::Compile { name: self.source.name().to_owned(), log, listing }
    }
}

/// A source that did not come through the first pass.
pub(super) struct Refused<'a> {
    pub(super) job: NvccJob<'a>,
    pub(super) error: ToolError,
    /// Whether a header of cuRAND is missing: they are a wheel of their own.
    pub(super) misses_curand: bool,
}

impl Preprocessed<'_> {
    /// Runs the second pass, and returns the PTX.
    ///
    /// # Errors
    /// The source includes a file that it may not, does not compile, or a limit is reached.
    pub(super) fn ptx(&self) -> Result<String, ToolError> {
        let job = &self.job;
        job.check(&self.headers)?;
        let mut command = programs::command(&self.passes.compiler);
        command.args(&self.passes.compile).envs(self.passes.variables.iter().cloned());
        let output = job.run(&mut command)?;
        if !output.status.success() {
            return Err(job.refused(&output));
        }
        fs::read_to_string(job.folder.path().join(PTX))
            .map_err(|error| ToolError::Unusable(format!("`{}` left no PTX: {error}", self.passes.compiler.display())))
    }
}

/// The file that an error is in: `/a/b.h` of `/a/b.h:3:10: fatal error: ..` and of `/a/b.h(3): error: ..`.
fn first_place(error: &str) -> PathBuf {
    let line = error.lines().next().unwrap_or_default();
    let end = line.find(": error").or_else(|| line.find(": fatal error")).or_else(|| line.find(": catastrophic error"));
    let place = &line[..end.unwrap_or(0)];
    let is_number = |mark: char| mark.is_ascii_digit() || matches!(mark, ':' | '(' | ')');
    PathBuf::from(place.trim_end_matches(is_number))
}

/// The header that an error says is missing: `a.h` of `..: fatal error: a.h: No such file or directory`.
fn missing_header(error: &str) -> Option<&str> {
    let (_, rest) = error.split_once("fatal error: ")?;
    rest.split_once(": No such file or directory").map(|(name, _)| name)
}

/// Whether a log is about a header of cuRAND that is missing.
pub(super) fn misses_curand(log: &str) -> bool {
    let is_missing = |line: &str| ["No such file", "open source file"].iter().any(|words| line.contains(words));
    log.lines().any(|line| line.contains("curand") && line.contains("error: ") && is_missing(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn programs() -> NvccPrograms {
        NvccPrograms { nvcc: "nvcc".into(), host: "g++".into(), installed: None }
    }

    #[test]
    fn a_missing_header_of_curand_is_told_from_others() {
        assert!(misses_curand("a.cu:3:10: fatal error: curand_kernel.h: No such file or directory\n"));
        assert!(misses_curand("a.cu(3): catastrophic error: could not open source file \"curand.h\"\n"));
        for other in [
            "a.cu:3:10: fatal error: mine.h: No such file or directory\n    3 | #include \"mine.h\"  // not curand.h\n",
            "a.cu(3): error: identifier \"curand_init\" is undefined\n",
        ] {
            assert!(!misses_curand(other), "{other}");
        }
    }

    #[test]
    fn a_compiler_without_memory_is_not_an_error_of_the_text() {
        let nvcc = programs();
        let source = CudaSource::new("int a;", "a.cu");
        let refused = |message: &str| {
            let (message, status) = (message.to_owned(), std::process::ExitStatus::default());
            NvccJob::new(&nvcc, &source).unwrap().refused(&LimitedOutput { message, status, printed: Vec::new() })
        };
        let error = refused("t.hpp(75): catastrophic error: out of memory\n  return f();\n");
        assert!(matches!(&error, ToolError::MemoryLimit(why) if why.contains("on `a.cu`")), "{error}");
        assert!(matches!(refused("a.cu(1): error: no\n"), ToolError::Compile { .. }));
    }

    #[test]
    fn a_file_that_may_not_be_read_is_said_like_one_that_is_not_there() {
        let nvcc = programs();
        let source = CudaSource::new("int a;", "/checkout/k.cu").within(vec!["/checkout".into()]);
        let refused = |message: String| {
            let status = std::process::ExitStatus::default();
            let output = LimitedOutput { message, status, printed: Vec::new() };
            NvccJob::new(&nvcc, &source).unwrap().refused(&output).to_string()
        };
        let of = |name: &str, why: &str| refused(format!("/checkout/k.cu:1:10: fatal error: {name}: {why}\n"));
        for name in ["/etc/shadow", "../outside.txt", "link.h"] {
            let denied = of(name, "Permission denied");
            assert_eq!(denied, of(name, "No such file or directory"));
            assert_eq!(denied.contains("that is outside of"), name != "link.h", "{denied}");
            if !name.starts_with('/') {
                assert_eq!(of(&format!("/checkout/{name}"), "Permission denied"), denied, "{name}");
            }
        }
        let lines = refused("/etc/hostname:1:1: error: 'secret' does not name a type\n    1 | secret\n".to_owned());
        assert!(lines.contains("is outside of") && !lines.contains("secret"), "{lines}");
    }

    #[test]
    fn the_place_of_an_error_is_its_file() {
        for line in ["/a/b.h:3:10: fatal error: c.h: No such file", "/a/b.h(3): error: x", "/a/b.h:3:1: error: x"] {
            assert_eq!(first_place(line), Path::new("/a/b.h"), "{line}");
        }
        assert_eq!(first_place("nvcc fatal : x"), Path::new(""));
    }
}
