//! Reasons why a program does not get the driver library: the loader gives it to programs of one kind alone.

use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};

use object::read::elf::{ElfFile32, ElfFile64, FileHeader, ProgramHeader};
use object::{Endianness, ReadCache, elf};

/// The machine of this library, as files have it.
const MACHINE: u16 = if cfg!(target_arch = "aarch64") { elf::EM_AARCH64 } else { elf::EM_X86_64 };

/// Says why a program gets no library of this run, as a sentence; `None` where it does, is a script, or cannot be read.
pub(super) fn obstacle(program: &OsStr) -> Option<String> {
    let path = place(program)?;
    let shown = path.display();
    if is_of_another_user(&path) {
        return Some(format!(
            "`{shown}` runs with the rights of another user, so the loader gives it no library of this run"
        ));
    }
    let file = ReadCache::new(File::open(&path).ok()?);
    if ElfFile32::<Endianness, _>::parse(&file).is_ok() {
        return Some(format!("`{shown}` is a program of 32 bits, which no CUDA driver is for"));
    }
    let read = ElfFile64::<Endianness, _>::parse(&file).ok()?;
    let (header, order) = (read.elf_header(), read.endian());
    if header.e_machine(order) != MACHINE {
        return Some(format!("`{shown}` is a program for another machine"));
    }
    let has_loader = read.elf_program_headers().iter().any(|part| part.p_type(order) == elf::PT_INTERP);
    (!has_loader).then(|| {
        format!("`{shown}` is linked statically, so it loads no library: link it with the C library as a shared one")
    })
}

/// The file of a program, which is looked up as the system does it.
fn place(program: &OsStr) -> Option<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 || path.is_absolute() {
        return Some(path.to_owned());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(path)).find(|path| path.is_file())
}

/// Whether a program gets the rights of its owner, another user.
#[cfg(unix)]
fn is_of_another_user(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    const AS_OWNER: u32 = 0o4000;
    const AS_GROUP: u32 = 0o2000;
    path.metadata().is_ok_and(|data| {
        let as_owner = data.mode() & AS_OWNER != 0 && data.uid() != rustix::process::getuid().as_raw();
        as_owner || data.mode() & AS_GROUP != 0 && data.gid() != rustix::process::getgid().as_raw()
    })
}

#[cfg(not(unix))]
fn is_of_another_user(_: &Path) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::fs;

    /// Changes bytes of a copy of this test's own file, from a place on.
    fn changed(folder: &Path, at: usize, bytes: &[u8]) -> PathBuf {
        let mut own = fs::read(std::env::current_exe().unwrap()).unwrap();
        own[at..at + bytes.len()].copy_from_slice(bytes);
        let path = folder.join("program");
        fs::write(&path, own).unwrap();
        path
    }

    #[test]
    fn a_program_that_gets_no_library_is_told_why_and_others_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(obstacle(std::env::current_exe().unwrap().as_os_str()), None);
        assert_eq!(obstacle(OsStr::new("sh")), None);
        assert_eq!(obstacle(OsStr::new("/no/such/program")), None);
        let said = |at: usize, bytes: &[u8]| obstacle(changed(folder.path(), at, bytes).as_os_str()).unwrap();
        // The field `e_machine`: of RISC-V.
        assert!(said(18, &243_u16.to_le_bytes()).ends_with("is a program for another machine"));
        // No program header.
        assert!(said(56, &[0, 0]).contains("is linked statically"));
        let script = folder.path().join("script");
        fs::write(&script, "#!/bin/sh\n").unwrap();
        assert_eq!(obstacle(script.as_os_str()), None);
        #[cfg(unix)]
        if rustix::process::geteuid().is_root() {
            use std::os::unix::fs::{PermissionsExt, chown};
            let program = changed(folder.path(), 0, b"\x7f");
            chown(&program, Some(65534), None).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o4755)).unwrap();
            assert!(obstacle(program.as_os_str()).unwrap().contains("the rights of another user"));
        }
    }
}
