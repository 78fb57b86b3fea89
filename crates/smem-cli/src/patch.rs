//! Where the change of `fix` goes: the paths of its files, as the reader, a patch and an `#include` name them.

use std::path::{Path, PathBuf};

use smem_profile::render::PatchPaths;

/// The source and the header of its tiles.
pub(crate) struct PatchPlaces {
    pub(crate) source: PathBuf,
    pub(crate) header: PathBuf,
    file: String,
    header_in_patch: String,
    include: String,
    old_header: Option<String>,
}

impl PatchPlaces {
    /// Returns the places of a change to `source`, with its tiles in `header` or beside it.
    pub(crate) fn of(source: &Path, header: Option<&Path>) -> Self {
        let folder = source.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let stem = source.file_stem().unwrap_or_default().to_string_lossy();
        let header = header.map_or_else(|| folder.join(format!("{stem}_tiles.cuh")), Path::to_path_buf);
        PatchPlaces {
            file: in_patch(source),
            header_in_patch: in_patch(&header),
            include: included(&header, folder),
            old_header: std::fs::read_to_string(&header).ok(),
            source: source.to_path_buf(),
            header,
        }
    }

    pub(crate) fn paths(&self) -> PatchPaths<'_> {
        PatchPaths {
            file: &self.file,
            header: &self.header_in_patch,
            include: &self.include,
            old_header: self.old_header.as_deref(),
        }
    }
}

/// A path as a patch names it: below the working folder where it is there.
fn in_patch(path: &Path) -> String {
    let working = std::env::current_dir().unwrap_or_default();
    let below = path.strip_prefix(&working).unwrap_or(path);
    let text = below.to_string_lossy();
    text.trim_start_matches("./").trim_start_matches('/').to_owned()
}

/// A header as a file in `folder` includes it.
fn included(header: &Path, folder: &Path) -> String {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let (header, folder) = (absolute(header), absolute(folder));
    header.strip_prefix(&folder).unwrap_or(&header).to_string_lossy().into_owned()
}
