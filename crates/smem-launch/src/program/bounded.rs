//! Files of limited size that are files: a device has no end, and a pipe may never have one.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The files that this process has opened, with links resolved: none of them may be an output.
static OPENED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The largest text that is read: no source is larger.
pub const LARGEST_TEXT: u64 = 64 << 20;

/// The largest library or program that is read.
pub const LARGEST_BINARY: u64 = 2 << 30;

/// Why a file was not read.
#[derive(Debug)]
pub enum Unread {
    /// The system's words.
    Error(String),
    /// The reason why it may not be read: "is a device, not a file".
    Unfit(String),
}

impl Unread {
    /// A sentence about the file of this name.
    pub fn sentence(&self, name: &str) -> String {
        match self {
            Unread::Error(why) => format!("cannot read `{name}`: {why}"),
            Unread::Unfit(what) => format!("`{name}` {what}"),
        }
    }

    /// The reason as a clause about `subject`, or the system's words.
    pub fn why(self, subject: &str) -> String {
        match self {
            Unread::Error(why) => why,
            Unread::Unfit(what) => format!("{subject} {what}"),
        }
    }

    /// Completes a sentence that begins with "it".
    pub fn words(self) -> String {
        match self {
            Unread::Error(why) => format!("cannot be read: {why}"),
            Unread::Unfit(what) => what,
        }
    }
}

/// Reads a file of at most `largest` bytes. Links are followed.
///
/// # Errors
/// Where it is larger, is not a file, or the system refuses it.
pub fn read(path: &Path, largest: u64) -> Result<Vec<u8>, Unread> {
    let (file, length) = open(path)?;
    let too_large = || Unread::Unfit(format!("has more than {} MB, and no larger one is read here", largest >> 20));
    if length > largest {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    file.take(largest + 1).read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
    if bytes.len() as u64 > largest { Err(too_large()) } else { Ok(bytes) }
}

/// Reads the first bytes of a file, fewer where it has not as many.
///
/// # Errors
/// As [`read`].
pub fn first(path: &Path, count: u64) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    open(path)?.0.take(count).read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
    Ok(bytes)
}

/// Returns true if this process has read the file, by its path without links.
pub fn was_read(real: &Path) -> bool {
    OPENED.lock().unwrap_or_else(PoisonError::into_inner).contains(real)
}

/// Opens a file, and returns its length.
///
/// # Errors
/// It is not a file, or the system refuses it.
pub fn open(path: &Path) -> Result<(File, u64), Unread> {
    // Before it is opened, which waits where it is a pipe, and after, since it may be another one by then.
    is_file(&fs::metadata(path).map_err(|error| cannot(&error))?)?;
    let file = File::open(path).map_err(|error| cannot(&error))?;
    let data = file.metadata().map_err(|error| cannot(&error))?;
    is_file(&data)?;
    if let Ok(real) = path.canonicalize() {
        OPENED.lock().unwrap_or_else(PoisonError::into_inner).insert(real);
    }
    Ok((file, data.len()))
}

/// Returns the error of the system in lower case, without its number.
pub fn describe(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn cannot(error: &std::io::Error) -> Unread {
    Unread::Error(describe(error))
}

fn is_file(data: &fs::Metadata) -> Result<(), Unread> {
    if data.is_file() {
        return Ok(());
    }
    Err(Unread::Unfit(format!("is {}, not a file", kind(data))))
}

/// Says what is there instead of a file.
#[cfg(unix)]
pub fn kind(data: &fs::Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = data.file_type();
    match kind {
        _ if kind.is_dir() => "a folder",
        _ if kind.is_fifo() => "a pipe",
        _ if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

/// Says what is there instead of a file.
#[cfg(not(unix))]
pub fn kind(data: &fs::Metadata) -> &'static str {
    if data.is_dir() { "a folder" } else { "a device" }
}
