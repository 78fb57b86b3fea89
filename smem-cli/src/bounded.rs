//! Files of limited size that are files: a device has no end, and a pipe may never have one.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use crate::failure::describe;

/// The largest text that is read: no source is larger.
pub(crate) const LARGEST_TEXT: u64 = 64 << 20;

/// The largest library or program that is read.
pub(crate) const LARGEST_BINARY: u64 = 2 << 30;

/// Reads a file of at most `largest` bytes. Links are followed.
///
/// # Errors
/// A few words for behind the file's name: "is a device, not a file".
pub(crate) fn read(path: &Path, largest: u64) -> Result<Vec<u8>, String> {
    let cannot = |error: std::io::Error| format!("cannot be read: {}", describe(&error));
    // Before it is opened, which waits where it is a pipe, and after, since it may be another one by then.
    is_file(&fs::metadata(path).map_err(cannot)?)?;
    let file = File::open(path).map_err(cannot)?;
    let data = file.metadata().map_err(cannot)?;
    is_file(&data)?;
    let too_large = || format!("has more than {} MB, and no larger one is read here", largest >> 20);
    if data.len() > largest {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    file.take(largest + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > largest { Err(too_large()) } else { Ok(bytes) }
}

fn is_file(data: &fs::Metadata) -> Result<(), String> {
    if data.is_file() {
        return Ok(());
    }
    Err(format!("is {}, not a file", kind(data)))
}

/// Says what is there instead of a file.
#[cfg(unix)]
pub(crate) fn kind(data: &fs::Metadata) -> &'static str {
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
pub(crate) fn kind(data: &fs::Metadata) -> &'static str {
    if data.is_dir() { "a folder" } else { "a device" }
}
