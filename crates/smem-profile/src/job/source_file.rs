//! Files as they are read and written, with a sentence where that fails.

use std::fs;
use std::path::Path;

use smem_cuda::check_nesting;

use crate::error::Error;
use smem_launch::program::bounded::{self, Unread, describe};

/// Checks that a text can be read without taking all of the stack.
pub(super) fn check(text: &str, path: &Path) -> Result<(), Error> {
    let name = path.display().to_string();
    check_nesting(text).map_err(|why| Error::Input(format!("`{}`: {why}", name.escape_debug())))
}

/// Reads a file of text.
pub(super) fn read(path: &Path) -> Result<String, Error> {
    // Comments in any other encoding are common, and nothing else would differ.
    let bytes = checked(path, |path| bounded::read(path, bounded::LARGEST_TEXT))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the bytes of a file that is not text: an ELF file or a fatbin.
pub(super) fn binary(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let begins = checked(path, |path| bounded::first(path, 4))?;
    if begins != b"\x7fELF" && begins != b"\x50\xed\x55\xba" {
        return Ok(None);
    }
    checked(path, |path| bounded::read(path, bounded::LARGEST_BINARY)).map(Some)
}

fn checked(path: &Path, read: impl Fn(&Path) -> Result<Vec<u8>, Unread>) -> Result<Vec<u8>, Error> {
    let name = path.display().to_string();
    let name = name.escape_debug();
    if path.is_dir() {
        return Err(Error::Input(format!("`{name}` is a folder")));
    }
    read(path).map_err(|unread| Error::Input(unread.sentence(&name.to_string())))
}

/// Writes a temporary file.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|error| Error::Input(format!("cannot write a temporary file: {}", describe(&error))))
}
