//! Whose a program, a library or a folder is, and so whether its code is run.
//!
//! Someone who runs this in a checkout has not chosen what lies in it, and someone who shares a machine has not chosen what other users
//! put into a folder that all may write. A path that an environment variable names is used only if neither could have put it there:
//!
//! ```text
//! absolute                           a relative one is the working folder's
//! not below the working folder       before and after its links are resolved
//! owned by this user or root,        each folder on the way too: who may write a folder may replace what is in it.
//! and not writable by others         Of a folder like /tmp, with the sticky bit, each entry is its owner's.
//! ```

use parking_lot::Mutex;
use std::env;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::install_watch::{InstallStep, report};

/// Why a path is passed over. It prints as the end of a sentence about the path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Distrust {
    Relative,
    BelowWorkingFolder,
    /// A file or folder on the way, which may be the path itself.
    OfAnotherUser(PathBuf),
    WritableByOthers(PathBuf),
}

impl fmt::Display for Distrust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Distrust::Relative => f.write_str("it is relative to the working folder"),
            Distrust::BelowWorkingFolder => f.write_str("it lies below the working folder"),
            Distrust::OfAnotherUser(at) => write!(f, "`{}` belongs to another user", shown(at)),
            Distrust::WritableByOthers(at) => write!(f, "other users can write `{}`", shown(at)),
        }
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string().escape_debug().to_string()
}

/// Checks that no other user or checkout could have put a file or folder here. What does not exist yet is judged by the folder that it would be made in.
pub(crate) fn check(path: &Path) -> Result<(), Distrust> {
    if !path.is_absolute() {
        return Err(Distrust::Relative);
    }
    let Some(there) = path.ancestors().find(|above| above.exists()) else { return Ok(()) };
    let real = there.canonicalize().unwrap_or_else(|_| there.to_owned());
    if let Some(working) = working_folder()
        && (path.starts_with(&working) || real.starts_with(&working))
    {
        return Err(Distrust::BelowWorkingFolder);
    }
    // A link is as good as its owner and the folder that it lies in.
    if let Some(above) = there.parent().and_then(|above| above.canonicalize().ok()) {
        check_owner(there, false)?;
        above.ancestors().try_for_each(|above| check_owner(above, true))?;
    }
    check_owner(&real, false)?;
    real.ancestors().skip(1).try_for_each(|above| check_owner(above, true))
}

/// Checks that only this user, root and the owner of `folder` could have put a file here, which lies below that folder.
///
/// # Errors
/// A sentence's end about the file.
pub(crate) fn check_below(folder: &Path, file: &Path) -> Result<(), Distrust> {
    let owner = owner_of(folder);
    let inside = file.ancestors().take_while(|at| at.starts_with(folder) && *at != folder);
    inside.into_iter().try_for_each(|at| match check_owner(at, false) {
        Err(Distrust::OfAnotherUser(_)) if owner.is_some() && owner_of(at) == owner => Ok(()),
        checked => checked,
    })
}

/// Returns true if no other user or checkout could have put a file or folder here. Otherwise what is there is reported once, as `what` that is not used.
pub(crate) fn is_used(path: &Path, what: &str) -> bool {
    static REPORTED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let Err(why) = check(path) else { return true };
    let mut reported = REPORTED.lock();
    if !reported.iter().any(|known| known == path) {
        reported.push(path.to_owned());
        report(InstallStep::PassedOver { what, path, why: &why.to_string() });
    }
    false
}

/// The working folder, if it may be a checkout. One that the user's home lies in holds all that the user has, so nothing would be left.
fn working_folder() -> Option<PathBuf> {
    let working = env::current_dir().and_then(|folder| folder.canonicalize()).ok()?;
    let home = home_of_account().and_then(|home| home.canonicalize().ok());
    let is_above_all = working.parent().is_none() || home.is_some_and(|home| home.starts_with(&working));
    (!is_above_all).then_some(working)
}

/// The home folder that the system has for this user, whatever `HOME` says.
#[cfg(unix)]
pub(crate) fn home_of_account() -> Option<PathBuf> {
    let user = nix::unistd::User::from_uid(nix::unistd::geteuid()).ok().flatten()?;
    Some(user.dir).filter(|home| home.is_absolute())
}

#[cfg(not(unix))]
pub(crate) fn home_of_account() -> Option<PathBuf> {
    env::home_dir().filter(|home| home.is_absolute())
}

/// Checks who owns a file, a folder or a link, and who can write it. A folder above another one may be writable by all, if each entry is its owner's.
#[cfg(unix)]
fn check_owner(at: &Path, is_above: bool) -> Result<(), Distrust> {
    use std::os::unix::fs::MetadataExt;
    const STICKY: u32 = 0o1000;
    let Ok(data) = at.symlink_metadata() else { return Ok(()) };
    let user = rustix::process::geteuid().as_raw();
    if data.uid() != user && data.uid() != 0 {
        return Err(Distrust::OfAnotherUser(at.to_owned()));
    }
    // The permissions of a link say nothing. If each user has a group of their own, it has the user's number, and may write new files.
    let own_group = |group: u32| group == 0 || group == user && group == rustix::process::getegid().as_raw();
    let by_others = data.mode() & 0o002 != 0 || data.mode() & 0o020 != 0 && !own_group(data.gid());
    let is_shared = is_above && data.mode() & STICKY != 0;
    if by_others && !is_shared && !data.is_symlink() {
        return Err(Distrust::WritableByOthers(at.to_owned()));
    }
    Ok(())
}

#[cfg(unix)]
fn owner_of(path: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    path.symlink_metadata().ok().map(|data| data.uid())
}

/// The folders of programs and caches are the user's own on other systems.
#[cfg(not(unix))]
fn check_owner(_: &Path, _: bool) -> Result<(), Distrust> {
    Ok(())
}

#[cfg(not(unix))]
fn owner_of(_: &Path) -> Option<u32> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, chown, symlink};

    #[test]
    fn a_path_in_the_working_folder_is_not_trusted_by_whatever_name() {
        let working = env::current_dir().unwrap();
        assert_eq!(check(Path::new("bin/nvcc")), Err(Distrust::Relative));
        assert_eq!(check(Path::new("")), Err(Distrust::Relative));
        for below in ["Cargo.toml", "src", "there/is/none"] {
            assert_eq!(check(&working.join(below)), Err(Distrust::BelowWorkingFolder), "{below}");
        }
        let elsewhere = tempfile::tempdir().unwrap();
        symlink(&working, elsewhere.path().join("link")).unwrap();
        assert_eq!(check(&elsewhere.path().join("link/src")), Err(Distrust::BelowWorkingFolder));
        assert_eq!(check(Path::new("/bin/sh")), Ok(()));
    }

    #[test]
    fn a_path_that_others_could_have_put_there_is_not_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let (shared, own) = (folder.path().join("shared"), folder.path().join("own"));
        fs::create_dir_all(shared.join("nvidia")).unwrap();
        fs::create_dir(&own).unwrap();
        let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        assert_eq!(check(&shared.join("nvidia/lib.so")), Ok(()), "a folder of this user below one with the sticky bit");
        mode(&shared, 0o777);
        let real = shared.canonicalize().unwrap();
        assert_eq!(check(&shared.join("nvidia")), Err(Distrust::WritableByOthers(real.clone())));
        mode(&shared, 0o1777);
        assert_eq!(check(&shared.join("nvidia")), Ok(()), "a folder of this user's own");
        assert_eq!(check(&shared), Err(Distrust::WritableByOthers(real.clone())), "others may fill it");
        assert_eq!(check(&shared.join("new")), Err(Distrust::WritableByOthers(real)), "others may make it first");
        // A link in a folder that all may write.
        fs::write(own.join("lib.so"), "").unwrap();
        mode(&shared, 0o777);
        symlink(own.join("lib.so"), shared.join("lib.so")).unwrap();
        assert!(matches!(check(&shared.join("lib.so")), Err(Distrust::WritableByOthers(_))));
        if rustix::process::geteuid().is_root() {
            chown(&own, Some(65534), None).unwrap();
            let real = own.canonicalize().unwrap();
            assert_eq!(check(&own.join("lib.so")), Err(Distrust::OfAnotherUser(real)));
            chown(own.join("lib.so"), Some(65533), None).unwrap();
            assert_eq!(check_below(folder.path(), &own), Err(Distrust::OfAnotherUser(own.clone())));
            assert_eq!(check_below(&own, &own.join("lib.so")), Err(Distrust::OfAnotherUser(own.join("lib.so"))));
            chown(own.join("lib.so"), Some(65534), None).unwrap();
            assert_eq!(check_below(&own, &own.join("lib.so")), Ok(()), "the folder's owner");
        }
    }
}
