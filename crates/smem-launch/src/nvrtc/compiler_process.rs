//! NVRTC in a process of its own: a program that runs out of memory or time, or crashes on a text, is then not the one that asked.
//!
//! ```text
//! parent   CudaSource, include folders --- parts on standard input ---> child    compile_for_parent
//!          Compiled or an error      <--- parts on standard output ---           loads the same NVRTC, compiles
//! ```
//!
//! A part is its length, 8 bytes little-endian, and its bytes.

use std::env;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::limited::{self, LimitedOutput};
use super::lock::locked;
use super::source::{Compiled, CudaSource};
use super::tool_limits::ToolLimits;
use super::{compile, library, programs};
use crate::Error;

/// How NVRTC's log says that it could not have more memory.
const OUT_OF_MEMORY: &str = "catastrophic error: out of memory";

/// The program that compiles for this one.
#[derive(Debug, Clone)]
struct CompilerProgram {
    path: PathBuf,
    arguments: Vec<OsString>,
}

static PROGRAM: Mutex<Option<CompilerProgram>> = Mutex::new(None);

/// From now on `path` compiles, started with `arguments`.
pub(super) fn set(path: PathBuf, arguments: Vec<OsString>) {
    *locked(&PROGRAM) = Some(CompilerProgram { path, arguments });
}

/// Compiles in the process that was set, or in this one.
pub(super) fn compile(library: Option<&Path>, source: &CudaSource, folders: &[PathBuf]) -> Result<Compiled, Error> {
    let program = locked(&PROGRAM).clone();
    match program {
        None => compile::compile(source, folders),
        Some(program) => program.compile(library, source, folders),
    }
}

impl CompilerProgram {
    fn compile(&self, library: Option<&Path>, source: &CudaSource, folders: &[PathBuf]) -> Result<Compiled, Error> {
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
        let output = limited::run(command.args(&self.arguments), &job, &limits)
            .map_err(|error| error.of(&format!("the compiler of `{name}`")))?;
        let most = limits.memory;
        match answer(&output) {
            Some(Err(Error::Compile { log, .. })) if log.contains(OUT_OF_MEMORY) => Err(Error::MemoryLimit(format!(
                "the compiler of `{name}` ran out of memory, of which it may have {most} bytes"
            ))),
            Some(result) => result,
            // The status alone does not say whether memory was the reason.
            None => Err(Error::MemoryLimit(format!(
                "the compiler of `{name}` ended with {}, having {most} bytes of memory at most",
                output.status
            ))),
        }
    }
}

/// Compiles what the parent asks for: see [`Nvrtc::compile_for_parent`](super::Nvrtc::compile_for_parent).
pub(super) fn compile_for_parent() -> Result<(), Error> {
    let failed =
        |error: io::Error| Error::Nvrtc(format!("cannot talk to the program that wants a text compiled: {error}"));
    let mut job = Vec::new();
    io::stdin().lock().read_to_end(&mut job).map_err(failed)?;
    let result = parts(&job)
        .and_then(compiled)
        .unwrap_or_else(|| Err(Error::Nvrtc("there is no text to compile on standard input".to_owned())));
    let mut bytes = Vec::new();
    put_result(&mut bytes, &result);
    let mut output = io::stdout().lock();
    output.write_all(&bytes).and_then(|()| output.flush()).map_err(failed)
}

/// Compiles a job; `None` where it is not one.
fn compiled(job: Vec<String>) -> Option<Result<Compiled, Error>> {
    let [library, name, text, options, rest @ ..] = &job[..] else { return None };
    let (options, kernels) = rest.split_at_checked(options.parse().ok()?)?;
    let source = options.iter().fold(CudaSource::new(text, name), |source, option| source.option(option));
    let source = kernels.iter().fold(source, |source, kernel| source.kernel(kernel));
    let loaded = if library.is_empty() { library::loaded_by_name() } else { library::by_path(Path::new(library)) };
    Some(loaded.map_err(Error::Nvrtc).and_then(|()| compile::compile(&source, &[])))
}

fn put_result(bytes: &mut Vec<u8>, result: &Result<Compiled, Error>) {
    match result {
        Ok(compiled) => {
            put(bytes, ["compiled", compiled.ptx(), compiled.log()]);
            // No machine code is not the same as none asked for.
            put(bytes, [if compiled.cubin().is_some() { "cubin" } else { "none" }]);
            put(bytes, [compiled.cubin().unwrap_or_default()]);
            put(bytes, compiled.names().iter().flat_map(|(kernel, lowered)| [kernel, lowered]));
        }
        Err(Error::Compile { name, log, listing }) => put(bytes, ["does not compile", name, log, listing]),
        Err(Error::RefusedOption(message)) => put(bytes, ["refused option", message]),
        Err(error) => put(bytes, ["error", &error.to_string()]),
    }
}

/// The result that the child printed; `None` where it ended before.
fn answer(output: &LimitedOutput) -> Option<Result<Compiled, Error>> {
    let parts = raw_parts(&output.printed).filter(|_| output.status.success())?;
    let text = |part: &&[u8]| String::from_utf8_lossy(part).into_owned();
    match &parts[..] {
        [b"compiled", ptx, log, has_cubin, cubin, names @ ..] => {
            let lowered = names.chunks_exact(2).map(|pair| (text(&pair[0]), text(&pair[1]))).collect();
            let cubin = (*has_cubin == b"cubin").then(|| cubin.to_vec());
            Some(Ok(Compiled { ptx: text(ptx), cubin, lowered, log: text(log) }))
        }
        [b"does not compile", name, log, listing] => {
            Some(Err(Error::Compile { name: text(name), log: text(log), listing: text(listing) }))
        }
        [b"refused option", message] => Some(Err(Error::RefusedOption(text(message)))),
        [b"error", message] => Some(Err(Error::Nvrtc(text(message)))),
        _ => None,
    }
}

fn put<T: AsRef<[u8]>>(bytes: &mut Vec<u8>, parts: impl IntoIterator<Item = T>) {
    for part in parts {
        bytes.extend((part.as_ref().len() as u64).to_le_bytes());
        bytes.extend(part.as_ref());
    }
}

fn raw_parts(mut bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let mut parts = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk::<8>()?;
        let (part, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        parts.push(part);
        bytes = rest;
    }
    Some(parts)
}

fn parts(bytes: &[u8]) -> Option<Vec<String>> {
    raw_parts(bytes)?.into_iter().map(|part| String::from_utf8(part.to_vec()).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back_and_a_cut_is_noticed() {
        let mut bytes = Vec::new();
        put(&mut bytes, ["one", "", "\0three"]);
        assert_eq!(parts(&bytes).unwrap(), ["one", "", "\0three"]);
        let cuts = (1..bytes.len()).filter(|end| raw_parts(&bytes[..*end]).is_some());
        // After a whole part; the answer's kind has a number of parts that is compared.
        assert_eq!(cuts.collect::<Vec<_>>(), [11, 19]);
        assert!(raw_parts(&u64::MAX.to_le_bytes()).is_none());
    }

    #[test]
    fn results_come_back_as_they_were() {
        let names = [("k<1>".to_owned(), "_Z1k".to_owned())];
        let compiled =
            |cubin| Ok(Compiled { log: "a warning".to_owned(), ..Compiled::from_parts("ptx", cubin, &names) });
        let compile = Error::Compile { name: "a.cu".into(), log: "log".into(), listing: String::new() };
        for result in [
            compiled(None),
            compiled(Some(&b""[..])),
            compiled(Some(b"\x7fELF")),
            Err(compile),
            Err(Error::Nvrtc("why".into())),
        ] {
            let mut printed = Vec::new();
            put_result(&mut printed, &result);
            let output = LimitedOutput { status: Default::default(), printed, message: String::new() };
            assert_eq!(answer(&output), Some(result));
        }
    }

    #[test]
    fn a_job_that_is_not_one_is_refused() {
        for job in [&[][..], &["", "a.cu", "text"], &["", "a.cu", "text", "2", "-O3"], &["", "a.cu", "text", "many"]] {
            assert!(compiled(job.iter().map(|part| part.to_string()).collect()).is_none(), "{job:?}");
        }
    }
}
