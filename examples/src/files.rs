//! Text files that the programs read and write; an error names the file.

use std::fs;
use std::path::Path;

use crate::Error;

/// Reads a text file.
///
/// # Errors
/// [`Error::Input`] where it cannot be read.
pub fn read_file(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|error| Error::Input(format!("cannot read `{}`: {error}", path.display())))
}

/// Writes a text file, in place of an earlier one.
///
/// ```
/// let path = std::env::temp_dir().join(format!("smem-examples-{}.txt", std::process::id()));
/// smem_examples::write_file(&path, "one line\n")?;
/// assert_eq!(smem_examples::read_file(&path)?, "one line\n");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), smem_examples::Error>(())
/// ```
///
/// # Errors
/// [`Error::Input`] where it cannot be written.
pub fn write_file(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|error| Error::cannot_write(path, &error))
}

/// Makes a folder, and those that it is in, where it is not there yet.
///
/// # Errors
/// [`Error::Input`] where it cannot be made.
pub fn make_folder(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(|error| Error::cannot_write(path, &error))
}
