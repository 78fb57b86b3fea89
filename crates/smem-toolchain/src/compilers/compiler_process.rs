//! NVRTC in a process of its own: a program that runs out of memory or time, or crashes on a text, is then not the one that asked.
//!
//! ```text
//! parent   CudaSource, include folders --- parts on standard input ---> child    compile_for_parent
//!          Compiled or an error      <--- parts on standard output ---           loads the same NVRTC, compiles
//! ```

use parking_lot::Mutex;
use std::env;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use super::compiled_parts::{parts, put, result_bytes, result_of};
use super::source::{Compiled, CudaSource};
use super::{compile, library};
use crate::error::ToolError;
use crate::limited::{self, LimitedOutput};
use crate::programs;
use crate::sandbox::Sandbox;
use crate::tool_limits::ToolLimits;

/// How a compiler's log says that it could not have more memory.
pub(super) const OUT_OF_MEMORY: &str = "catastrophic error: out of memory";

/// The program that compiles for this one.
#[derive(Debug, Clone)]
struct CompilerProgram {
    path: PathBuf,
    arguments: Vec<OsString>,
}

static PROGRAM: Mutex<Option<CompilerProgram>> = Mutex::new(None);

/// From now on `path` compiles, started with `arguments`.
pub(super) fn set(path: PathBuf, arguments: Vec<OsString>) {
    *PROGRAM.lock() = Some(CompilerProgram { path, arguments });
}

/// Compiles in the process that was set, or in this one.
pub(super) fn compile(library: Option<&Path>, source: &CudaSource, folders: &[PathBuf]) -> Result<Compiled, ToolError> {
    let program = PROGRAM.lock().clone();
    match program {
        None if ToolLimits::current().needs_sandbox => Err(ToolError::Unusable(format!(
            "`{}` is not compiled in this process, which has no sandbox, and there is no other that compiles",
            source.name()
        ))),
        None => compile::compile(source, folders),
        Some(program) => program.compile(library, source, folders),
    }
}

impl CompilerProgram {
    fn compile(&self, library: Option<&Path>, source: &CudaSource, folders: &[PathBuf]) -> Result<Compiled, ToolError> {
        let name = source.name();
        let includes = compile::include_options(folders);
        let options: Vec<&str> =
            source.options().iter().map(String::as_str).chain(includes.iter().map(String::as_str)).collect();
        let library = library.map_or_else(String::new, |path| path.display().to_string());
        let mut job = Vec::new();
        put(&mut job, [library.as_str(), name, source.text(), &options.len().to_string()]);
        put(&mut job, options);
        put(&mut job, source.kernels());
        let limits = ToolLimits::current();
        let mut command = programs::command(&self.path);
        // Debug information has the working folder in front of names without one, so both processes must have the same.
        if let Ok(folder) = env::current_dir() {
            command.current_dir(folder);
        }
        if let Some(folder) = Path::new(&library).parent().filter(|folder| folder.is_absolute()) {
            // The compiler opens its other libraries by their names.
            command.env("LD_LIBRARY_PATH", folder);
        }
        let known = folders.iter().cloned().chain(Path::new(&library).parent().map(Path::to_owned));
        let sandbox = known.fold(source.sandbox()?, Sandbox::reading);
        let output = limited::run(command.args(&self.arguments), &job, &limits, &sandbox)
            .map_err(|error| error.of(&format!("the compiler of `{name}`")))?;
        let most = limits.memory;
        match answer(&output) {
            Some(Err(ToolError::Compile { log, .. })) if log.contains(OUT_OF_MEMORY) => Err(ToolError::MemoryLimit(
                format!("the compiler of `{name}` ran out of memory, of which it may have {most} bytes"),
            )),
            Some(result) => result,
            None if output.status.code() == Some(PANICKED) => panicked(&output),
            // It has no page where it looks for one: the text is the reason more often than memory.
            None if is_crash(output.status) => Err(ToolError::Crash(format!(
                "NVRTC crashed on `{name}` with {}: it fails on this text, or needs more than the {most} bytes of memory that it may have",
                output.status
            ))),
            // The status alone does not say whether memory was the reason.
            None => Err(ToolError::MemoryLimit(format!(
                "the compiler of `{name}` ended with {}, having {most} bytes of memory at most",
                output.status
            ))),
        }
    }
}

/// The exit code of a process whose main thread panicked.
const PANICKED: i32 = 101;

/// A panic of the process is one of its parent, whose text is not at fault.
#[expect(clippy::panic, reason = "it goes on here")]
fn panicked(output: &LimitedOutput) -> ! {
    panic!("the process that compiles panicked: {}", output.message)
}

/// Whether a process ended on an access to memory that it does not have.
#[cfg(unix)]
fn is_crash(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    // SIGSEGV and SIGBUS, which is another number on other systems.
    matches!(status.signal(), Some(11 | 7))
}

#[cfg(not(unix))]
fn is_crash(_: ExitStatus) -> bool {
    false
}

/// Compiles what the parent asks for: see [`Nvrtc::compile_for_parent`](super::Nvrtc::compile_for_parent).
pub(super) fn compile_for_parent() -> Result<(), ToolError> {
    let failed = |error: io::Error| {
        ToolError::Unusable(format!("cannot talk to the program that wants a text compiled: {error}"))
    };
    let mut job = Vec::new();
    io::stdin().lock().read_to_end(&mut job).map_err(failed)?;
    let result = parts(&job)
        .and_then(compiled)
        .unwrap_or_else(|| Err(ToolError::Unusable("there is no text to compile on standard input".to_owned())));
    let bytes = result_bytes(&result);
    let mut output = io::stdout().lock();
    output.write_all(&bytes).and_then(|()| output.flush()).map_err(failed)
}

/// Compiles a job; `None` where it is not one.
fn compiled(job: Vec<String>) -> Option<Result<Compiled, ToolError>> {
    let [library, name, text, options, rest @ ..] = &job[..] else { return None };
    let (options, kernels) = rest.split_at_checked(options.parse().ok()?)?;
    let source = options.iter().fold(CudaSource::new(text, name), |source, option| source.option(option));
    let source = kernels.iter().fold(source, |source, kernel| source.kernel(kernel));
    let loaded = if library.is_empty() { library::loaded_by_name() } else { library::by_path(Path::new(library)) };
    Some(loaded.map_err(ToolError::Unusable).and_then(|()| compile::compile(&source, &[])))
}

/// The result that the child printed; `None` where it ended before.
fn answer(output: &LimitedOutput) -> Option<Result<Compiled, ToolError>> {
    result_of(&output.printed).filter(|_| output.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_crash_is_told_from_other_ends() {
        use std::os::unix::process::ExitStatusExt;
        for (status, expected) in [(11, true), (6, false), (9, false), (2 << 8, false), (0, false)] {
            assert_eq!(is_crash(ExitStatus::from_raw(status)), expected, "{status}");
        }
    }

    #[test]
    fn a_job_that_is_not_one_is_refused() {
        for job in [&[][..], &["", "a.cu", "text"], &["", "a.cu", "text", "2", "-O3"], &["", "a.cu", "text", "many"]] {
            assert!(compiled(job.iter().map(|part| part.to_string()).collect()).is_none(), "{job:?}");
        }
    }
}
