//! The sandbox of a tool: the files that it may read and write, and no network.
//!
//! Compilers, assemblers and disassemblers are large programs that read a stranger's text, and are not written here. On Linux each runs under
//! [Landlock](https://landlock.io), which needs no privileges, and under a filter of system calls (seccomp). Both hold for the thread that asks for them and
//! for all processes that it starts, so a tool is started by a thread of its own, and nothing unsafe runs between fork and exec.
//!
//! ```text
//! may read and execute   the tool, with the toolkit or the prefix that it lies in; the system's programs and libraries
//! may read               the folders that the caller names
//! may write              the folder of its temporary files
//! may not                open anything else, open a socket, trace another process, mount, load modules, ..
//! ```

use std::fmt;
use std::path::{Path, PathBuf};

/// The files that a tool needs besides its own and the system's.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sandbox {
    /// Folders and files that it reads; `None`: any.
    reads: Option<Vec<PathBuf>>,
    /// Folders that it writes.
    writes: Vec<PathBuf>,
}

/// Why a tool has no sandbox. It prints as the end of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NoSandbox(String);

impl fmt::Display for NoSandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Sandbox {
    /// Reads no file but those that are added.
    pub(crate) fn new() -> Sandbox {
        Sandbox { reads: Some(Vec::new()), writes: Vec::new() }
    }

    /// Adds a folder, or a file, that the tool reads.
    pub(crate) fn reading<P: Into<PathBuf>>(self, path: P) -> Sandbox {
        let path = path.into();
        let reads = self.reads.map(|reads| reads.into_iter().chain([path]).collect());
        Sandbox { reads, ..self }
    }

    /// The same that reads all files that the user may.
    #[cfg(feature = "compilers")]
    pub(crate) fn reading_all(self) -> Sandbox {
        Sandbox { reads: None, ..self }
    }

    /// Adds a folder that the tool writes and reads.
    pub(crate) fn writing(mut self, folder: impl Into<PathBuf>) -> Sandbox {
        self.writes.push(folder.into());
        self
    }

    /// Confines this thread, and all processes that it starts from now on, for a tool. Nothing undoes it.
    ///
    /// # Errors
    /// If the system has no such confinement. Some of it may hold.
    #[cfg(target_os = "linux")]
    pub(crate) fn enter(&self, program: &Path) -> Result<(), NoSandbox> {
        files::confine(self, program)?;
        system_calls::confine()
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn enter(&self, _: &Path) -> Result<(), NoSandbox> {
        Err(NoSandbox("this system has none that is known here".to_owned()))
    }
}

#[cfg(target_os = "linux")]
mod files {
    use super::*;
    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr,
        RulesetError, RulesetStatus, Scope, path_beneath_rules,
    };

    /// The newest version whose rights are asked for; of those that the kernel has not, none is given up that it has.
    const ABI: ABI = ABI::V6;

    /// The system's programs, libraries and headers, and the tables of its loader. Not all of `/usr`, where some keep what is theirs.
    const OF_SYSTEM: [&str; 18] = [
        "/bin",
        "/sbin",
        "/lib",
        "/lib32",
        "/lib64",
        "/usr/bin",
        "/usr/sbin",
        "/usr/lib",
        "/usr/lib32",
        "/usr/lib64",
        "/usr/libexec",
        "/usr/include",
        "/usr/share/locale",
        "/usr/local/bin",
        "/usr/local/lib",
        "/usr/local/include",
        "/etc/ld.so.cache",
        "/nix/store",
    ];
    const DEVICES: [&str; 2] = ["/dev/zero", "/dev/urandom"];

    pub(super) fn confine(sandbox: &Sandbox, program: &Path) -> Result<(), NoSandbox> {
        match ruleset(sandbox, program) {
            Ok(RulesetStatus::NotEnforced) => Err(NoSandbox("this kernel has no Landlock".to_owned())),
            Ok(_) => Ok(()),
            Err(error) => Err(NoSandbox(format!("Landlock refuses its rules: {error}"))),
        }
    }

    fn ruleset(sandbox: &Sandbox, program: &Path) -> Result<RulesetStatus, RulesetError> {
        let read = AccessFs::from_read(ABI);
        let system = OF_SYSTEM.iter().chain(&DEVICES).map(PathBuf::from);
        let rules = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(ABI))?
            .handle_access(AccessNet::from_all(ABI))?
            .scope(Scope::from_all(ABI))?
            .create()?
            // A path that does not exist has no rule.
            .add_rules(path_beneath_rules(system.chain(of_program(program)), read))?
            .add_rules(path_beneath_rules(["/dev/null"], AccessFs::ReadFile | AccessFs::WriteFile))?
            .add_rules(path_beneath_rules(&sandbox.writes, AccessFs::from_all(ABI)))?;
        let reads = match &sandbox.reads {
            Some(reads) => reads.clone(),
            None => vec![PathBuf::from("/")],
        };
        Ok(rules.add_rules(path_beneath_rules(reads, AccessFs::ReadFile | AccessFs::ReadDir))?.restrict_self()?.ruleset)
    }

    /// The program, and what it is installed with: of `PREFIX/bin/nvcc` all below `PREFIX`, links resolved and as it is named, but not all that a
    /// user or the system has.
    fn of_program(program: &Path) -> Vec<PathBuf> {
        let mut paths = vec![program.to_owned()];
        for path in [Some(program.to_owned()), program.canonicalize().ok()].into_iter().flatten() {
            let Some(folder) = path.parent() else { continue };
            let prefix = folder.parent().filter(|_| folder.ends_with("bin"));
            let home = crate::trusted::home_of_account();
            let is_all = |prefix: &Path| {
                prefix.components().count() < 3 || home.as_ref().is_some_and(|home| home.starts_with(prefix))
            };
            paths.push(prefix.filter(|prefix| !is_all(prefix)).unwrap_or(&path).to_owned());
        }
        paths
    }
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod system_calls {
    use super::*;
    use std::collections::BTreeMap;

    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter};

    /// Calls that no tool needs: the network, other processes, the kernel's own settings. A pair of sockets, which leads nowhere, is what the
    /// standard library starts a process by.
    const REFUSED: [libc::c_long; 35] = [
        libc::SYS_socket,
        libc::SYS_bind,
        libc::SYS_connect,
        libc::SYS_listen,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_kcmp,
        libc::SYS_pidfd_getfd,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_io_uring_setup,
        libc::SYS_io_uring_enter,
        libc::SYS_io_uring_register,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_open_tree,
        libc::SYS_move_mount,
        libc::SYS_fsopen,
        libc::SYS_mount_setattr,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_kexec_load,
        libc::SYS_kexec_file_load,
        libc::SYS_reboot,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_keyctl,
        libc::SYS_open_by_handle_at,
    ];

    pub(super) fn confine() -> Result<(), NoSandbox> {
        filter()
            .and_then(|filter| apply_filter(&filter))
            .map_err(|error| NoSandbox(format!("the kernel refuses a filter of system calls: {error}")))
    }

    fn filter() -> Result<BpfProgram, seccompiler::Error> {
        // Without conditions on a call's arguments.
        let rules: BTreeMap<i64, Vec<_>> = REFUSED.iter().map(|call| (*call, Vec::new())).collect();
        #[cfg(target_arch = "x86_64")]
        let arch = TargetArch::x86_64;
        #[cfg(target_arch = "aarch64")]
        let arch = TargetArch::aarch64;
        let not_permitted = SeccompAction::Errno(libc::EPERM.unsigned_abs());
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, not_permitted, arch);
        Ok(filter.and_then(BpfProgram::try_from)?)
    }
}

#[cfg(all(target_os = "linux", not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod system_calls {
    use super::NoSandbox;

    pub(super) fn confine() -> Result<(), NoSandbox> {
        Err(NoSandbox("no filter of system calls is known for this processor".to_owned()))
    }
}
