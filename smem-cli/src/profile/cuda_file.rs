//! A CUDA file as NVRTC compiles it: without host code, with its own headers, behind names that host headers would have declared.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use smem_cuda::Conditionals;
use smem_launch::{
    CudaSource, HOST_NAMES, check_nesting, compiled_name, is_device_header, is_host_header, without_host_code_among,
};
use tempfile::TempDir;

use super::folders::SourceFolders;
use super::options::LaunchOptions;
use crate::bounded::{self, Unread};
use crate::failure::{EarlyEnd, describe};

/// A CUDA file that is ready to be compiled.
#[derive(Debug)]
pub(crate) struct CudaFile {
    /// With its host code.
    pub(crate) text: String,
    source: CudaSource,
    /// The text of its own headers, one after the other.
    pub(crate) headers: String,
    /// The directives alone, with a mark in each arm of a condition: see [`Conditionals::probe`].
    probe: Option<CudaSource>,
    /// Missing headers, which are left out.
    left_out: Vec<String>,
    /// Headers that were not read, and why.
    pub(crate) notes: Vec<String>,
    /// Copies of its headers; gone with this.
    _copies: TempDir,
}

impl CudaFile {
    /// Reads a file and its own headers.
    pub(crate) fn read(options: &LaunchOptions) -> Result<CudaFile, EarlyEnd> {
        let text = read(&options.file)?;
        CudaFile::of(options, text)
    }

    /// Takes another text for that of the file, with the file's own headers.
    pub(crate) fn of(options: &LaunchOptions, text: String) -> Result<CudaFile, EarlyEnd> {
        let path = &options.file;
        check(&text, path)?;
        let folder = TempDir::new().map_err(|error| format!("cannot make a temporary folder: {}", describe(&error)))?;
        let mut copies = Copies {
            folder: folder.path(),
            search: &options.include,
            allowed: SourceFolders::of(options),
            texts: BTreeMap::new(),
            all: String::new(),
            done: BTreeMap::new(),
            left_out: Vec::new(),
        };
        copies.gather(&text, path)?;
        let device = copies.device_code(&text, path)?;
        let (left_out, headers, notes) = (copies.left_out, copies.all, copies.allowed.notes());
        let prelude = folder.path().join("prelude.cuh");
        write(&prelude, HOST_NAMES)?;
        let name = path.display().to_string();
        let probe = Conditionals::of(&device).probe().map(|probe| CudaSource::new(probe, &name));
        let with_options = |source: CudaSource| {
            let mut source = source.option(format!("--pre-include={}", prelude.display()));
            for include in &options.include {
                source = source.option(format!("--include-path={}", include.display()));
            }
            for define in &options.define {
                source = source.option(format!("--define-macro={define}"));
            }
            if let Some(standard) = &options.std {
                source = source.option(format!("--std={standard}"));
            }
            options.compiler_option.iter().fold(source, CudaSource::option)
        };
        let (source, probe) = (with_options(CudaSource::new(device, &name)), probe.map(with_options));
        Ok(CudaFile { text, source, headers, probe, left_out, notes, _copies: folder })
    }

    /// Returns the source to compile.
    pub(crate) fn source(&self) -> CudaSource {
        self.source.clone()
    }

    /// Returns the source to compile to learn which arms of conditions are active; `None` for a file without conditions.
    pub(crate) fn probe(&self) -> Option<CudaSource> {
        self.probe.clone()
    }

    /// A sentence about headers that were left out, for a source that does not compile.
    pub(crate) fn left_out(&self) -> Option<String> {
        if self.left_out.is_empty() {
            return None;
        }
        let names: Vec<String> = self.left_out.iter().map(|name| format!("`{name}`")).collect();
        Some(format!(
            "help: these headers were not found, and left out: {}; `-I FOLDER` names a folder of headers",
            names.join(", ")
        ))
    }
}

/// Copies of a file's own headers without their host code.
struct Copies<'a> {
    folder: &'a Path,
    search: &'a [PathBuf],
    /// Where headers may be.
    allowed: SourceFolders,
    /// The text of each header that was met.
    texts: BTreeMap<PathBuf, String>,
    /// All of them together: a macro of one may make device code in another.
    all: String,
    /// The copy of each header that was met.
    done: BTreeMap<PathBuf, PathBuf>,
    left_out: Vec<String>,
}

impl Copies<'_> {
    /// Reads the headers of a text, and theirs.
    fn gather(&mut self, text: &str, path: &Path) -> Result<(), EarlyEnd> {
        if self.texts.len() > MOST_HEADERS || self.all.len() as u64 > bounded::LARGEST_TEXT {
            let (most, megabytes) = (MOST_HEADERS, bounded::LARGEST_TEXT >> 20);
            return Err(EarlyEnd::Message(format!(
                "it includes more than {most} headers, or more than {megabytes} MB of them"
            )));
        }
        for header in headers(text) {
            let Some(original) = self.find(header.name, header.is_quoted, path) else { continue };
            if self.texts.contains_key(&original) {
                continue;
            }
            let text = read(&original)?;
            check(&text, &original)?;
            self.all.push_str(&text);
            self.all.push('\n');
            self.texts.insert(original.clone(), text.clone());
            self.gather(&text, &original)?;
        }
        Ok(())
    }

    /// Returns the device code of a text, whose own headers are copies.
    fn device_code(&mut self, text: &str, path: &Path) -> Result<String, EarlyEnd> {
        let mut found: BTreeMap<String, PathBuf> = BTreeMap::new();
        let mut result = String::new();
        // Both quotes and brackets: which one it is, is in the text.
        for header in headers(text) {
            if let Some(original) = self.find(header.name, header.is_quoted, path) {
                found.insert(header.name.to_string(), self.copy(&original)?);
            } else if !is_device_header(header.name) && !is_host_header(header.name) && !self.is_on_path(header.name) {
                self.left_out.push(header.name.to_string());
            }
        }
        let search = self.search;
        let is_found = |name: &str| search.iter().any(|folder| folder.join(name).is_file());
        // The compiler opens what is kept: nothing that leaves its folder.
        let keeps = |name: &str| {
            found.contains_key(name)
                || stays_below(name) && (is_device_header(name) || is_found(name) && !is_host_header(name))
        };
        let device = without_host_code_among(text, &self.all, keeps);
        for line in device.split_inclusive('\n') {
            match headers(line).next().and_then(|header| found.get(header.name)) {
                Some(copy) => {
                    result += &format!("#include \"{}\"", copy.display());
                    result += if line.ends_with('\n') { "\n" } else { "" };
                }
                None => result += line,
            }
        }
        Ok(result)
    }

    /// The file of a header in quotes, beside the file that includes it or in a folder that the user names.
    fn find(&self, name: &str, is_quoted: bool, from: &Path) -> Option<PathBuf> {
        // A name with a folder in brackets is a library's, whose headers are for device code as they are.
        if !is_quoted && name.contains('/') {
            return None;
        }
        let beside = from.parent().filter(|_| is_quoted).map(|folder| folder.join(name));
        let places = beside.into_iter().chain(self.search.iter().map(|folder| folder.join(name)));
        let path = places.filter(|path| path.is_file()).find_map(|path| path.canonicalize().ok())?;
        if !self.allowed.hold(&path) {
            let why = "is outside of the folder of the input, the working folder and those of `-I` and `--source`; `--source FOLDER` \
                       allows another one";
            self.allowed.refuse(name, why);
            return None;
        }
        Some(path)
    }

    fn is_on_path(&self, name: &str) -> bool {
        self.search.iter().any(|folder| folder.join(name).is_file())
    }

    fn copy(&mut self, original: &Path) -> Result<PathBuf, EarlyEnd> {
        if let Some(copy) = self.done.get(original) {
            return Ok(copy.clone());
        }
        let name = original.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let copy = self.folder.join(format!("{}_{}", self.done.len(), compiled_name(&name)));
        // Before its own headers are copied, one of which may include it again.
        self.done.insert(original.to_owned(), copy.clone());
        let shown = shown(original);
        let text = match self.texts.get(original) {
            Some(text) => text.clone(),
            None => read(original)?,
        };
        let text = self.device_code(&text, original)?;
        let shown = if cfg!(windows) { shown.replace('\\', "/") } else { shown };
        write(&copy, &format!("#line 1 \"{}\"\n{text}", compiled_name(&shown)))?;
        Ok(copy)
    }
}

/// Checks that a text can be read without taking all of the stack.
fn check(text: &str, path: &Path) -> Result<(), EarlyEnd> {
    let name = path.display().to_string();
    check_nesting(text).map_err(|why| EarlyEnd::Message(format!("`{}`: {why}", name.escape_debug())))
}

/// The most headers of a file that are its own.
const MOST_HEADERS: usize = 4096;

/// Whether the name of a header is one below the folder that it is looked up in.
fn stays_below(name: &str) -> bool {
    let is_plain = !name.contains(['\\', ':']) && !name.contains(char::is_control);
    is_plain && !name.starts_with('/') && name.split('/').all(|part| part != "..")
}

/// The path of a header for people: from the current folder, where it lies below that.
fn shown(path: &Path) -> String {
    let current = std::env::current_dir().and_then(|folder| folder.canonicalize()).ok();
    let below = current.and_then(|current| path.strip_prefix(current).ok().map(Path::to_owned));
    below.unwrap_or_else(|| path.to_owned()).display().to_string()
}

/// An `#include`.
struct IncludedHeader<'a> {
    name: &'a str,
    is_quoted: bool,
}

/// The `#include`s of a text.
fn headers(text: &str) -> impl Iterator<Item = IncludedHeader<'_>> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        let (is_quoted, close) = match rest.chars().next()? {
            '"' => (true, '"'),
            '<' => (false, '>'),
            _ => return None,
        };
        let name = rest[1..].split(close).next()?;
        Some(IncludedHeader { name, is_quoted })
    })
}

/// Reads a file of text.
pub(crate) fn read(path: &Path) -> Result<String, EarlyEnd> {
    // Comments in any other encoding are common, and nothing else would differ.
    let bytes = checked(path, |path| bounded::read(path, bounded::LARGEST_TEXT))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the bytes of a file that is not text: an ELF file or a fatbin.
pub(crate) fn binary(path: &Path) -> Result<Option<Vec<u8>>, EarlyEnd> {
    let begins = checked(path, |path| bounded::first(path, 4))?;
    if begins != b"\x7fELF" && begins != b"\x50\xed\x55\xba" {
        return Ok(None);
    }
    checked(path, |path| bounded::read(path, bounded::LARGEST_BINARY)).map(Some)
}

fn checked(path: &Path, read: impl Fn(&Path) -> Result<Vec<u8>, Unread>) -> Result<Vec<u8>, EarlyEnd> {
    let name = path.display().to_string();
    let name = name.escape_debug();
    if path.is_dir() {
        return Err(EarlyEnd::Message(format!("`{name}` is a folder")));
    }
    read(path).map_err(|unread| EarlyEnd::Message(unread.sentence(&name.to_string())))
}

fn write(path: &Path, text: &str) -> Result<(), EarlyEnd> {
    fs::write(path, text)
        .map_err(|error| EarlyEnd::Message(format!("cannot write a temporary file: {}", describe(&error))))
}
