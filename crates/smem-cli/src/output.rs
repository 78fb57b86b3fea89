//! Files that are whole or not there: written beside their place, then renamed, through no link of a checkout and over no input.
//!
//! A stranger's checkout may have a symbolic link where a report goes. It is refused, and not replaced: the link may be the user's own, who would look
//! for the report where it leads.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Component, Path, PathBuf};

use smem_launch::printable;
use smem_profile::program::{Roots, bounded, describe, repository};

use crate::failure::EarlyEnd;

/// The most links of one path, as the kernel of Linux has it.
const MOST_LINKS: usize = 40;

/// The folders whose links are not followed, and the files that are not written over.
pub(crate) struct Checkout {
    folders: Roots,
    inputs: Vec<PathBuf>,
}

impl Checkout {
    /// Returns the working folder, the folders of the inputs, and the repositories around them.
    pub(crate) fn of<'p>(inputs: impl IntoIterator<Item = &'p Path>) -> Checkout {
        let inputs: Vec<&Path> = inputs.into_iter().collect();
        let own = |path: &&Path| path.parent().filter(|own| !own.as_os_str().is_empty()).map(Path::to_owned);
        let folders: BTreeSet<PathBuf> = inputs.iter().filter_map(own).chain([PathBuf::from(".")]).collect();
        let around: Vec<PathBuf> = folders.iter().filter_map(|folder| repository(folder)).collect();
        // The folder of the whole machine isn't a checkout.
        let is_part = |folder: &PathBuf| folder.canonicalize().is_ok_and(|real| real.parent().is_some());
        let folders = Roots::of(folders.into_iter().chain(around).filter(is_part));
        Checkout { folders, inputs: inputs.iter().filter_map(|input| input.canonicalize().ok()).collect() }
    }

    /// Fails if an output that is asked for could not be written: before anything runs.
    pub(crate) fn check<'p>(&self, outputs: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), EarlyEnd> {
        outputs.into_iter().try_for_each(|path| self.place_of_output(path).map(|_| ()))
    }

    /// Fails if a file that is to be changed could not be written.
    pub(crate) fn check_change<'p>(&self, files: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), EarlyEnd> {
        files.into_iter().try_for_each(|path| self.place(path).map(|_| ()))
    }

    /// Writes a file. One that was there stays as it is if that fails.
    pub(crate) fn write(&self, path: &Path, text: &str) -> Result<(), EarlyEnd> {
        put(path, &self.place_of_output(path)?, text)
    }

    /// Writes a file that may be an input: the source that a command is asked to change.
    pub(crate) fn change(&self, path: &Path, text: &str) -> Result<(), EarlyEnd> {
        put(path, &self.place(path)?, text)
    }

    fn place_of_output(&self, path: &Path) -> Result<PathBuf, EarlyEnd> {
        let place = self.place(path)?;
        match self.inputs.contains(&place) || bounded::was_read(&place) {
            true => Err(refused(path, "it is an input of this command")),
            false => Ok(place),
        }
    }

    /// Returns where a path leads by the links of the user and the system, without those of the checkout.
    fn place(&self, path: &Path) -> Result<PathBuf, EarlyEnd> {
        let absolute = match std::env::current_dir().and_then(|here| here.canonicalize()) {
            Ok(here) => here.join(path),
            Err(_) => path.to_owned(),
        };
        let (mut at, mut names, mut links) = (PathBuf::new(), VecDeque::from(names(&absolute)), 0);
        while let Some(name) = names.pop_front() {
            match Path::new(&name).components().next() {
                Some(Component::CurDir) | None => continue,
                Some(Component::ParentDir) => {
                    at.pop();
                    continue;
                }
                _ => {}
            }
            let next = at.join(&name);
            if !next.symlink_metadata().is_ok_and(|data| data.is_symlink()) {
                at = next;
                continue;
            }
            if self.folders.hold(&at) {
                let link = next.display().to_string();
                let why = format!("`{}` is a symbolic link, and none of a checkout is followed", link.escape_debug());
                return Err(refused(path, &format!("{why}\nhelp: name the place that it leads to")));
            }
            // A file that a process has open has no other name.
            if at.starts_with("/proc") && at.ends_with("fd") {
                at = next;
                continue;
            }
            links += 1;
            let target = fs::read_link(&next).ok().filter(|_| links <= MOST_LINKS);
            let target = target.ok_or_else(|| refused(path, "its symbolic links lead nowhere"))?;
            self::names(&target).into_iter().rev().for_each(|name| names.push_front(name));
        }
        Ok(at)
    }
}

/// The parts of a path.
fn names(path: &Path) -> Vec<OsString> {
    path.components().map(|part| part.as_os_str().to_owned()).collect()
}

fn refused(path: &Path, why: &str) -> EarlyEnd {
    EarlyEnd::Message(format!("cannot write `{}`: {why}", path.display().to_string().escape_debug()))
}

/// Writes a file to a place without links; `path` is its name in messages.
fn put(path: &Path, place: &Path, text: &str) -> Result<(), EarlyEnd> {
    let failed = |error: &io::Error| refused(path, &describe(error));
    if place.is_dir() {
        return Err(refused(path, "it is a folder"));
    }
    let old = place.metadata().ok();
    // A pipe or a device is written to; only a file can be replaced.
    let is_open = place.starts_with("/proc");
    if is_open || old.as_ref().is_some_and(|old| !old.is_file()) {
        let mut file = OpenOptions::new().append(true).open(place).map_err(|error| failed(&error))?;
        let text = if file.is_terminal() { printable(text) } else { text.into() };
        return file.write_all(text.as_bytes()).map_err(|error| failed(&error));
    }
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = permitted().tempfile_in(folder).map_err(|error| failed(&error))?;
    file.write_all(text.as_bytes()).map_err(|error| failed(&error))?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions()).map_err(|error| failed(&error))?;
    }
    // It replaces a link that is put there in the meantime, and follows none.
    file.persist(place).map_err(|error| failed(&error.error))?;
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
