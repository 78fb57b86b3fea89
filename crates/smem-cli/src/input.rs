//! Files that users name and strangers may have written: of limited size, and where they seem to be.

use std::path::Path;

use smem_profile::program::{bounded, led_out, stays};

use crate::failure::EarlyEnd;

/// Reads a text of at most 64 MB.
///
/// # Errors
/// A sentence where it is not a file of that size and of UTF-8, or links lead out of the folder that the user sees.
pub(crate) fn text(path: &Path) -> Result<String, EarlyEnd> {
    if !stays(path, &[""; 0]) {
        return Err(EarlyEnd::Message(led_out(path)));
    }
    let name = path.display().to_string().escape_debug().to_string();
    let bytes = bounded::read(path, bounded::LARGEST_TEXT).map_err(|unread| unread.sentence(&name))?;
    String::from_utf8(bytes).map_err(|_| EarlyEnd::Message(format!("cannot read `{name}`: it is not UTF-8")))
}
