//! Files that are whole or not there: written beside their place, then renamed.

use std::io::{self, Write};
use std::path::Path;

use smem_profile::program::describe;

use crate::failure::EarlyEnd;

/// Writes a file. One that was there stays as it is if that fails.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), EarlyEnd> {
    let refused = |error: &io::Error| {
        EarlyEnd::Message(format!("cannot write `{}`: {}", path.display().to_string().escape_debug(), describe(error)))
    };
    if path.is_dir() {
        let folder = path.display().to_string();
        return Err(EarlyEnd::Message(format!("cannot write `{}`: it is a folder", folder.escape_debug())));
    }
    // A pipe or a device is written to; only a file can be replaced.
    let is_special = path.metadata().is_ok_and(|metadata| !metadata.is_file());
    if is_special {
        return std::fs::write(path, text).map_err(|error| refused(&error));
    }
    // The target of a link is replaced, not the link.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let file = permitted().tempfile_in(folder);
    let mut file = file.map_err(|error| refused(&error))?;
    file.write_all(text.as_bytes()).map_err(|error| refused(&error))?;
    if let Ok(old) = path.metadata() {
        file.as_file().set_permissions(old.permissions()).map_err(|error| refused(&error))?;
    }
    file.persist(path).map_err(|error| refused(&error.error))?;
    Ok(())
}

/// Makes files with the permissions of any new file, which the process's mask takes from; temporary ones are for their owner alone.
fn permitted() -> tempfile::Builder<'static, 'static> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "permissions are Unix's"))]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder
}
