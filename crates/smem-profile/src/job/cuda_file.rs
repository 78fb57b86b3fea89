//! A CUDA file as NVRTC compiles it: without host code, with its own headers, after names that host headers would have declared.

use std::path::{Path, PathBuf};

use smem_cuda::{Conditionals, HOST_NAMES, HeaderReach};
use smem_launch::CudaSource;
use tempfile::TempDir;

use super::folders::SourceFolders;
use super::header_search::folder_with;
use super::job::Job;
use super::may_read::MayRead;
use super::own_headers::{HeaderCopies, OwnHeaders};
use super::source_file::{check, write};
use crate::error::Error;
use crate::shell_word::quoted;
use smem_launch::program::bounded::describe;

/// A CUDA file that is ready to be compiled.
#[derive(Debug)]
pub(crate) struct CudaFile {
    /// With its host code.
    pub text: String,
    source: CudaSource,
    /// The file as it is.
    whole: CudaSource,
    /// The text of its own headers, one after the other.
    pub headers: String,
    /// The directives alone, with a mark in each arm of a condition: see [`Conditionals::probe`].
    probe: Option<CudaSource>,
    /// Missing headers, which are left out.
    left_out: Vec<String>,
    /// Headers that were not read, and why.
    pub(super) notes: Vec<String>,
    /// Copies of its headers; gone with this.
    _copies: TempDir,
}

impl CudaFile {
    /// Takes a text for that of the file, with the file's own headers.
    pub(super) fn of(job: &Job, text: String) -> Result<CudaFile, Error> {
        let path = &job.file;
        check(&text, path)?;
        let folder = TempDir::new().map_err(|error| format!("cannot make a temporary folder: {}", describe(&error)))?;
        let (allowed, options) =
            (SourceFolders::of(job), job.spec.source.define.iter().chain(&job.spec.source.compiler_option).cloned());
        let all_of_options = options.clone().collect::<Vec<_>>().join("\n");
        let own = OwnHeaders::of(&text, path, &job.spec.source.include, allowed.clone(), options.collect())?;
        if HeaderReach::may_ask_by_parts(&[&format!("{text}\n{}", own.all()), &all_of_options]) {
            return Err(asked_by_parts(path));
        }
        let (device, prelude, left_out) = {
            let code = own.device_code(&text);
            let mut copies = HeaderCopies::new(folder.path(), &own, &code);
            let device = copies.file(&text, path)?;
            (device, format!("{}{}{HOST_NAMES}", HeaderReach::ANSWERS, code.foreign_names()), copies.left_out())
        };
        let (headers, mut notes) = (own.all(), own.notes());
        // The compiler looks into these folders for CUDA's headers too, by names that are in no text here.
        let (unsafe_folders, folders): (Vec<&PathBuf>, Vec<&PathBuf>) =
            job.spec.source.include.iter().partition(|folder| allowed.has_leaving_link(folder));
        notes.extend(unsafe_folders.iter().map(|folder| passed_over(folder)));
        let written = folder.path().join("prelude.cuh");
        write(&written, &prelude)?;
        let prelude = written;
        let name = path.display().to_string();
        let probe = Conditionals::of(&device).probe().map(|probe| CudaSource::new(probe, &name));
        // The copies of headers are made for the compiler.
        let readable: Vec<PathBuf> = allowed.paths().map(Path::to_owned).chain([folder.path().to_owned()]).collect();
        let with_options =
            |source: CudaSource, includes: &[&PathBuf]| job.with_options(source, includes).within(readable.clone());
        let of_file = path.parent().unwrap_or(Path::new(""));
        let all: Vec<&PathBuf> = job.spec.source.include.iter().collect();
        let whole = with_options(CudaSource::new(&*text, &name), &all);
        let whole = job.nvcc_option.iter().fold(whole, CudaSource::option);
        let reading = |source: CudaSource, temporary: Option<&Path>, more: &[&Path]| match MayRead::of(job, temporary)
            .and_then(|search| search.files(source.text(), of_file, more))
        {
            Some(files) => source.reading(files, temporary.map(Path::to_owned)),
            None => source,
        };
        let whole = reading(whole, None, &[]);
        let with_prelude = |source: CudaSource| source.option(format!("--pre-include={}", prelude.display()));
        // Libraries such as CUTLASS leave it to the compiler which functions are the device's.
        let of_device = |source: CudaSource| {
            let source = with_prelude(source).option("-default-device");
            let source = with_options(source, &folders);
            reading(source, Some(folder.path()), &[&prelude])
        };
        let (source, probe) = (of_device(CudaSource::new(device, &name)), probe.map(of_device));
        Ok(CudaFile { text, source, whole, headers, probe, left_out, notes, _copies: folder })
    }

    /// Returns the source to compile.
    pub(crate) fn source(&self) -> CudaSource {
        self.source.clone()
    }

    /// Returns the file as it is, for a compiler that reads host code.
    pub(super) fn whole(&self) -> CudaSource {
        self.whole.clone()
    }

    /// Returns the source to compile to learn which arms of conditions are active; `None` for a file without conditions.
    pub(super) fn probe(&self) -> Option<CudaSource> {
        self.probe.clone()
    }

    /// Sentences about headers that were left out, for a source that does not compile.
    pub(super) fn left_out(&self, path: &Path) -> Vec<String> {
        let found = |name: &String| folder_with(name, path).map(|folder| quoted(&folder.display().to_string()));
        let (mut missing, mut helps) = (Vec::new(), Vec::new());
        for name in &self.left_out {
            match found(name) {
                Some(folder) => helps.push(format!("help: `{name}` was not found, and left out; `-I {folder}` has it")),
                None => missing.push(format!("`{name}`")),
            }
        }
        if !missing.is_empty() {
            let names = missing.join(", ");
            helps.push(format!(
                "help: these headers were not found, and left out: {names}; `-I FOLDER` names a folder of headers"
            ));
        }
        helps
    }
}

impl Job {
    /// Adds the options of a job to a source, with these of its folders of headers.
    pub(super) fn with_options(&self, source: CudaSource, includes: &[&PathBuf]) -> CudaSource {
        let spec = &self.spec.source;
        let folders = includes.iter().map(|include| format!("--include-path={}", include.display()));
        let macros = spec.define.iter().map(|define| format!("--define-macro={define}"));
        let standard = spec.std.iter().map(|standard| format!("--std={standard}"));
        let all = folders.chain(macros).chain(standard).chain(spec.compiler_option.iter().cloned());
        all.fold(source, CudaSource::option)
    }
}

/// The error for a text whose macros may make `__has_include` of parts: what it asks for would not be seen.
fn asked_by_parts(path: &Path) -> Error {
    let name = path.display().to_string();
    Error::Input(format!(
        "`{}`, or a header of it, can make `__has_include` of parts by `##`: name it as a whole",
        name.escape_debug()
    ))
}

/// The note about a folder of headers that NVRTC does not receive.
fn passed_over(folder: &Path) -> String {
    let folder = folder.display().to_string();
    format!(
        "`{}` has symbolic links that lead out of the folder of the input, the working folder and those of `-I` and `--source`, so NVRTC looks for no \
         header in it by itself",
        folder.escape_debug()
    )
}
