//! The headers of a CUDA file that are its own, and copies of them without host code for the compiler.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use smem_cuda::{DeviceCode, HeaderReach, device_headers_of, included_headers, is_device_header, is_host_header};
use smem_launch::compiled_name;

use super::folders::SourceFolders;
use super::library_headers::LibraryHeaders;
use super::reach::HeaderWalk;
use super::source_file::{check, read, write};
use crate::error::Error;
use smem_launch::program::bounded;

/// The most headers of a file that are its own.
const MOST_HEADERS: usize = 4096;

/// The headers that a file includes, and those that they include, beside it or in folders that the user names.
#[derive(Debug)]
pub(super) struct OwnHeaders<'a> {
    search: &'a [PathBuf],
    /// Where headers may be.
    allowed: SourceFolders,
    /// In the order in which they are met.
    texts: Vec<(PathBuf, String)>,
    bytes: u64,
    libraries: LibraryHeaders,
    /// Headers of libraries, and whether all that they include stays in the folders where headers may be.
    stays: RefCell<BTreeMap<PathBuf, bool>>,
    /// Options of the compiler, which may define macros.
    options: Vec<String>,
}

impl<'a> OwnHeaders<'a> {
    /// Reads the headers of a file with this text.
    pub(super) fn of(
        text: &str,
        path: &Path,
        search: &'a [PathBuf],
        allowed: SourceFolders,
        options: Vec<String>,
    ) -> Result<OwnHeaders<'a>, Error> {
        let (texts, libraries, stays) = (Vec::new(), LibraryHeaders::default(), RefCell::default());
        let mut own = OwnHeaders { search, allowed, texts, bytes: 0, libraries, stays, options };
        own.gather(text, path)?;
        Ok(own)
    }

    fn gather(&mut self, text: &str, path: &Path) -> Result<(), Error> {
        if self.texts.len() > MOST_HEADERS || self.bytes > bounded::LARGEST_TEXT {
            let (most, megabytes) = (MOST_HEADERS, bounded::LARGEST_TEXT >> 20);
            return Err(Error::Input(format!(
                "it includes more than {most} headers, or more than {megabytes} MB of them"
            )));
        }
        for header in included_headers(text) {
            let Some(original) = self.find(&header.name, header.is_quoted, path) else { continue };
            if self.number(&original).is_some() {
                continue;
            }
            let text = read(&original)?;
            check(&text, &original)?;
            self.bytes += text.len() as u64;
            self.texts.push((original.clone(), text.clone()));
            self.gather(&text, &original)?;
        }
        Ok(())
    }

    fn number(&self, original: &Path) -> Option<usize> {
        self.texts.iter().position(|(path, _)| path == original)
    }

    /// Their text, one after the other.
    pub(super) fn all(&self) -> String {
        self.texts.iter().flat_map(|(_, text)| [text.as_str(), "\n"]).collect()
    }

    /// Headers that were not read, and why.
    pub(super) fn notes(&self) -> Vec<String> {
        self.allowed.notes()
    }

    /// The device code of the file, and of its headers.
    pub(super) fn device_code<'t>(&'t self, text: &'t str) -> DeviceCode<'t> {
        let headers = self.texts.iter().map(|(_, text)| text.as_str());
        DeviceCode::of(&std::iter::once(text).chain(headers).collect::<Vec<&str>>())
    }

    /// The file of a header in quotes, beside the file that includes it or in a folder that the user names.
    fn find(&self, name: &str, is_quoted: bool, from: &Path) -> Option<PathBuf> {
        if name.is_empty() {
            return None;
        }
        let beside = from.parent().filter(|_| is_quoted).map(Path::to_owned);
        let mut folders = beside.into_iter().chain(self.search.iter().cloned());
        let mut leaves = false;
        let found = folders.find_map(|folder| {
            let real = self.allowed.real(&folder.join(name));
            leaves |= real.is_none();
            real.filter(|real| real.is_file()).map(|real| (folder, real))
        });
        let Some((folder, path)) = found else {
            // The note is the same whether or not there is such a file.
            if leaves {
                self.allowed.refuse(name);
            }
            return None;
        };
        // A name with a folder in brackets may be of a library whose headers are for NVRTC as they are.
        if !is_quoted && name.contains('/') && self.libraries.are_for_nvrtc(&folder, name) && self.stays(&path) {
            return None;
        }
        Some(path)
    }

    /// Whether a header of a library, which the compiler reads as it is, opens nothing elsewhere, be it by headers of its own.
    fn stays(&self, header: &Path) -> bool {
        let known = self.stays.borrow().get(header).copied();
        known.unwrap_or_else(|| {
            let reach = HeaderWalk::new(self.search, &self.allowed, self.options.clone());
            let stays = reach.whole_header(header).is_ok();
            self.stays.borrow_mut().insert(header.to_owned(), stays);
            stays
        })
    }

    /// Answers whether there is a header, where a compiler is not to look for it: in the folders where it may be, and no elsewhere.
    fn answer(&self, name: &str, is_quoted: bool, from: &Path) -> Option<bool> {
        let reach = HeaderWalk::new(self.search, &self.allowed, Vec::new());
        match reach.leaves(name, is_quoted, from) {
            true => Some(false),
            false => self.find(name, is_quoted, from).map(|_| true),
        }
    }

    fn is_on_path(&self, name: &str) -> bool {
        let is_there = |folder: &PathBuf| self.allowed.real(&folder.join(name)).is_some_and(|real| real.is_file());
        self.search.iter().any(is_there)
    }

    /// Whether a name may lead out of the folders where headers may be.
    fn leaves(&self, name: &str, from: &Path) -> bool {
        let beside = from.parent().map(Path::to_owned);
        let mut folders = beside.into_iter().chain(self.search.iter().cloned());
        folders.any(|folder| !self.allowed.hold(&folder.join(name)))
    }
}

/// Copies of a file's own headers without their host code.
#[derive(Debug)]
pub(super) struct HeaderCopies<'a> {
    folder: &'a Path,
    own: &'a OwnHeaders<'a>,
    /// The file, and after it its headers in their order.
    code: &'a DeviceCode<'a>,
    /// The copy of each header that was met.
    done: BTreeMap<PathBuf, PathBuf>,
    /// Missing headers.
    left_out: Vec<String>,
}

impl<'a> HeaderCopies<'a> {
    /// Returns no copies yet; they go into `folder`.
    pub(super) fn new(folder: &'a Path, own: &'a OwnHeaders<'a>, code: &'a DeviceCode<'a>) -> HeaderCopies<'a> {
        HeaderCopies { folder, own, code, done: BTreeMap::new(), left_out: Vec::new() }
    }

    /// Returns the device code of the file, whose own headers are copies.
    pub(super) fn file(&mut self, text: &str, path: &Path) -> Result<String, Error> {
        self.device_code(0, text, path)
    }

    /// Missing headers, which are left out.
    pub(super) fn left_out(self) -> Vec<String> {
        self.left_out
    }

    fn device_code(&mut self, number: usize, text: &str, path: &Path) -> Result<String, Error> {
        let own = self.own;
        let mut found: BTreeMap<String, PathBuf> = BTreeMap::new();
        // Both quotes and brackets: which one it is, is in the text.
        for header in included_headers(text).into_iter().filter(|header| !header.name.is_empty()) {
            let name = header.name;
            if let Some(headers) = device_headers_of(&name) {
                found.insert(name.clone(), self.in_place_of(&name, headers)?);
            } else if let Some(original) = own.find(&name, header.is_quoted, path) {
                found.insert(name, self.copy(&original)?);
            } else if !is_device_header(&name)
                && !is_host_header(&name)
                && !own.is_on_path(&name)
                && !own.leaves(&name, path)
            {
                self.left_out.push(name);
            }
        }
        // The compiler opens what is kept: nothing that leaves its folder.
        let keeps = |name: &str| {
            found.contains_key(name)
                || stays_below(name)
                    && !own.leaves(name, path)
                    && (is_device_header(name) || own.is_on_path(name) && !is_host_header(name))
        };
        let device = self.code.text(number, keeps);
        let mut device = HeaderReach::answered(&device, |name, is_quoted| own.answer(name, is_quoted, path));
        // The mark of an encoding, which NVRTC takes for a word of the file.
        if device.starts_with('\u{feff}') {
            device.remove(0);
        }
        for header in included_headers(&device).into_iter().rev() {
            let include = match found.get(&header.name) {
                Some(copy) => format!("\"{}\"", copy.display()),
                // A name that stays is found on the path, and not beside the file, where a compiler would look first.
                None if header.is_quoted && !header.name.is_empty() => format!("<{}>", header.name),
                None => continue,
            };
            let lines = device[header.span.clone()].matches('\n').count();
            device.replace_range(header.span, &format!("#include {include}{}", "\n".repeat(lines)));
        }
        Ok(device)
    }

    /// Writes a header that includes others in place of one that includes host code.
    fn in_place_of(&mut self, name: &str, headers: &[&str]) -> Result<PathBuf, Error> {
        let copy = self.folder.join(compiled_name(&name.replace('/', "_")));
        let text: String = headers.iter().map(|header| format!("#include <{header}>\n")).collect();
        write(&copy, &format!("#pragma once\n{text}"))?;
        Ok(copy)
    }

    fn copy(&mut self, original: &Path) -> Result<PathBuf, Error> {
        if let Some(copy) = self.done.get(original) {
            return Ok(copy.clone());
        }
        let own = self.own;
        let Some(number) = own.number(original) else { return Ok(original.to_owned()) };
        let name = original.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let copy = self.folder.join(format!("{}_{}", self.done.len(), compiled_name(&name)));
        // Before its own headers are copied, one of which may include it again.
        self.done.insert(original.to_owned(), copy.clone());
        let text = self.device_code(number + 1, &own.texts[number].1, original)?;
        let shown = shown(original);
        let shown = if cfg!(windows) { shown.replace('\\', "/") } else { shown };
        write(&copy, &format!("#line 1 \"{}\"\n{text}", compiled_name(&shown)))?;
        Ok(copy)
    }
}

/// Returns true for the name of a header below the folder that it is looked up in.
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
