//! The driver library, which is a file of its own.

use std::path::{Path, PathBuf};

/// The name of the library as it is built.
const NAME: &str = "libsmem_libcuda.so";

/// Folders in which the library may be, from that of the program: beside it, where cargo puts what others depend on, and where packages
/// install libraries.
const FOLDERS: [&str; 3] = ["", "deps", "../lib/smem-tile"];

/// Finds the library, that of the command line before others.
///
/// # Errors
/// A sentence with where it was looked for and how it is made.
pub(super) fn find(given: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(path) = given {
        let shown = path.display();
        return if path.is_file() { Ok(path.to_owned()) } else { Err(format!("`{shown}` is not a file")) };
    }
    let program = std::env::current_exe().and_then(|program| program.canonicalize());
    let program = program.map_err(|error| format!("cannot find this program's own folder: {error}"))?;
    let beside = program.parent().unwrap_or(Path::new("/"));
    let places = FOLDERS.map(|folder| beside.join(folder).join(NAME));
    places.iter().find(|place| place.is_file()).cloned().ok_or_else(|| missing(beside))
}

fn missing(folder: &Path) -> String {
    format!(
        "the driver library `{NAME}` is not in `{}`, where this program is\n\
         help: build it with `cargo build --release --locked -p smem-libcuda` in the sources of smem-tile, and name it with `--library target/release/{NAME}`",
        folder.display()
    )
}
