//! The names and texts of files while a report is made.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;

use smem_cuda::{CudaText, DeclaredArray};
use smem_launch::program::bounded::{LARGEST_TEXT, read};
use smem_launch::{compiled_name, printable};
use smem_report::{FileText, LinePlace, PlaceNames};
use smem_sim::SourceLoc;

use super::indices::{fitting, indices};
use crate::job::{Job, SourceFolders};
use crate::remedy::line_map::LineMap;

/// The names and texts of files. Compilers write absolute paths.
#[derive(Debug)]
pub(crate) struct Files {
    /// The file that is profiled.
    name: String,
    given: PathBuf,
    path: Option<PathBuf>,
    /// Its path with links as they are, by which a compiler may name the files that it includes.
    unresolved: Option<PathBuf>,
    /// Its text, where the job has it.
    text: Option<Arc<str>>,
    /// Its name in debug information, where that is another one.
    compiled: Option<String>,
    /// The files whose names are not shown as they are.
    renamed: RefCell<BTreeMap<String, String>>,
    current: Option<PathBuf>,
    folders: SourceFolders,
    /// The folders of `-I`, with links resolved.
    included: Vec<PathBuf>,
    /// Whether a file lies in one of those, by its name in debug information.
    is_included: RefCell<BTreeMap<String, bool>>,
    texts: RefCell<BTreeMap<String, Option<Arc<FileText>>>>,
    /// The profiled file as CUDA C++, if it is that, and its declarations of shared memory by their names.
    cuda: Option<Arc<CudaText>>,
    shared_arrays: RefCell<BTreeMap<String, Vec<DeclaredArray>>>,
    /// The lines of the profiled file, where a changed text of it was compiled.
    lines: Option<Arc<LineMap>>,
}

impl Files {
    /// Names files from the current folder, and the one that is profiled as the job names it; `cuda` is that one as it was read.
    pub(crate) fn of(job: &Job, cuda: Option<Arc<CudaText>>) -> Files {
        let path = &job.file;
        let folders = SourceFolders::of(job);
        let current = std::env::current_dir().and_then(|folder| folder.canonicalize()).ok();
        let given = path.display().to_string();
        Files {
            name: on_one_line(&given),
            compiled: Some(compiled_name(&given)).filter(|compiled| *compiled != given),
            given: path.clone(),
            path: if job.text.is_some() { absolute(path).ok() } else { path.canonicalize().ok() },
            unresolved: absolute(path).ok(),
            current,
            folders,
            included: job.spec.source.include.iter().filter_map(|folder| folder.canonicalize().ok()).collect(),
            is_included: RefCell::default(),
            renamed: RefCell::default(),
            text: job.text.clone(),
            texts: RefCell::default(),
            cuda,
            shared_arrays: RefCell::default(),
            lines: None,
        }
    }

    /// Names the lines of the profiled file by those that they are in a changed text of it.
    pub(crate) fn of_changed(self, lines: Arc<LineMap>) -> Files {
        Files { lines: Some(lines), ..self }
    }

    /// Returns the name of the file that is profiled.
    pub(crate) fn main(&self) -> &str {
        &self.name
    }

    /// Whether a file lies in a folder of `-I`; the profiled file and those beside it are the user's own.
    fn is_included(&self, file: &str) -> bool {
        let mut known = self.is_included.borrow_mut();
        *known.entry(file.to_owned()).or_insert_with(|| {
            let Some(path) = self.folders.real(Path::new(file)) else { return false };
            let beside = self.path.as_ref().and_then(|own| own.parent());
            beside != path.parent() && self.included.iter().any(|folder| path.starts_with(folder))
        })
    }

    /// Returns the text of a line, where the file is there.
    pub(crate) fn text(&self, place: &LinePlace) -> Option<String> {
        Some(self.file(&place.file)?.line(place.line)?.to_string())
    }

    /// Returns the shared arrays of a name that the profiled file declares.
    fn shared_arrays(&self, name: &str) -> Vec<DeclaredArray> {
        let Some(cuda) = &self.cuda else { return Vec::new() };
        let mut known = self.shared_arrays.borrow_mut();
        known.entry(name.to_string()).or_insert_with(|| cuda.shared_arrays(name)).clone()
    }

    pub(super) fn file(&self, file: &str) -> Option<Arc<FileText>> {
        let mut texts = self.texts.borrow_mut();
        let text = texts.entry(file.to_string()).or_insert_with(|| self.read(file).map(FileText::new).map(Arc::new));
        text.clone()
    }

    fn read(&self, file: &str) -> Option<String> {
        if file == self.name {
            // The user names it.
            if let Some(text) = &self.text {
                return Some(text.to_string());
            }
            let bytes = read(&self.given, LARGEST_TEXT).ok()?;
            return Some(String::from_utf8_lossy(&bytes).into_owned());
        }
        let renamed = self.renamed.borrow().get(file).cloned();
        self.folders.read(renamed.as_deref().unwrap_or(file))
    }

    /// Returns a sentence for each file that was asked for and not read.
    pub(crate) fn notes(&self) -> Vec<String> {
        self.folders.notes()
    }

    fn named(&self, file: &str) -> String {
        let is_main = |compiled: &String| file == compiled || file.ends_with(&format!("/{compiled}"));
        if self.compiled.as_ref().is_some_and(is_main) {
            return self.name.clone();
        }
        // That of a text need not be there.
        if self.path.as_deref() == Some(Path::new(file)) {
            return self.name.clone();
        }
        let Some(path) = self.folders.real(Path::new(file)) else { return file.to_string() };
        if self.path.as_ref() == Some(&path) {
            return self.name.clone();
        }
        let below = self.current.as_ref().and_then(|current| path.strip_prefix(current).ok());
        below.map_or_else(|| file.to_string(), |below| below.display().to_string())
    }
}

impl PlaceNames for Files {
    /// The innermost line of the user's own files, which are not in a folder of `-I`, nor in an `include` of another project; where a kernel lies
    /// in a header of `-I`, of that.
    fn own<'l>(&self, innermost: &'l SourceLoc) -> &'l SourceLoc {
        let main: Vec<&str> = self.path.iter().chain(&self.unresolved).filter_map(|path| path.to_str()).collect();
        innermost.own_line(&main, |file| self.is_included(file))
    }

    fn of_code(&self, line: u32) -> LinePlace {
        // The line of a listing is none of a CUDA file.
        LinePlace::new(&self.name[..], if self.cuda.is_some() { 0 } else { line })
    }

    fn shown(&self, file: &str) -> String {
        let name = self.named(file);
        let shown = on_one_line(&name);
        if shown != name && shown != self.name {
            self.renamed.borrow_mut().insert(shown.clone(), name);
        }
        shown
    }

    fn shown_line(&self, file: &str, line: u32) -> u32 {
        match &self.lines {
            Some(lines) if self.named(file) == self.name => lines.original(line),
            _ => line,
        }
    }

    fn indices(&self, array: &str, bytes: Option<u32>, offset: u32) -> Option<String> {
        indices(&fitting(self.shared_arrays(array), bytes)?, bytes, offset)
    }
}

/// A name without characters that a terminal obeys, and without ends of lines, which would be a line of a report.
fn on_one_line(name: &str) -> String {
    printable(name).replace('\n', "\\n").replace('\t', "\\t")
}
