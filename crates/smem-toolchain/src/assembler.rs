//! NVIDIA's assembler: found or installed, and run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::ToolError;
use crate::install::Wheel;
use crate::install_folder::Install;
use crate::kept::KeptResults;
use crate::sandbox::Sandbox;
use crate::tool_limits::ToolLimits;
use crate::{limited, programs};

/// `ptxas`, which makes machine code of PTX, as a driver does when it loads PTX.
///
/// ```
/// use smem_toolchain::{Assembler, Install};
///
/// let ptx = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() {\n    ret;\n}\n";
/// // PTX for an older architecture runs on a newer one.
/// let cubin = Assembler::find(Install::Allowed)?.assemble(ptx, "nothing.ptx", "sm_90")?;
/// assert!(cubin.starts_with(b"\x7fELF"));
/// # Ok::<(), smem_toolchain::ToolError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assembler {
    path: PathBuf,
    kept: Option<KeptResults>,
    has_cache: bool,
}

impl Assembler {
    /// The least compute capability that the assembler of its wheel knows, as 75 for 7.5.
    pub const LEAST_CAPABILITY: u32 = 75;

    /// Finds the assembler: that of its wheel where it is installed, that of a CUDA toolkit, or else the wheel is installed if `install`
    /// allows that.
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where there is none and none may be or could be installed.
    pub fn find(install: Install) -> Result<Assembler, ToolError> {
        let (folder, writes) = (install.folder(), install.is_allowed());
        let compilers = install.below("nvcc");
        let there = Wheel::NVCC.there("ptxas", &compilers)?;
        let path = match there.or_else(|| programs::of_toolkit("ptxas")) {
            Some(path) => path,
            None => Wheel::NVCC.file("ptxas", compilers)?,
        };
        let found = Assembler::at(path);
        Ok(match folder {
            Some(folder) if writes => found.keeping_in(&folder),
            Some(folder) => found.reading_from(&folder),
            None => found,
        })
    }

    /// The assembler of this file, which keeps no machine code; a name without a folder is looked up in `PATH`.
    ///
    /// ```
    /// use smem_toolchain::{Assembler, Install};
    ///
    /// let found = Assembler::find(Install::Allowed)?;
    /// assert_eq!(Assembler::at(found.path()).path(), found.path());
    /// # Ok::<(), smem_toolchain::ToolError>(())
    /// ```
    pub fn at(program: impl Into<PathBuf>) -> Assembler {
        Assembler { path: programs::of_user(program.into()), kept: None, has_cache: true }
    }

    /// The same, which keeps machine code in `folder`, a [folder of installed parts](Install::folder), and uses what is kept there.
    ///
    /// ```
    /// use smem_toolchain::{Assembler, Install};
    ///
    /// let install = Install::Allowed;
    /// if let Some(folder) = install.folder() {
    ///     let found = Assembler::find(install)?;
    ///     assert_eq!(Assembler::at(found.path()).keeping_in(&folder), found);
    ///     assert_ne!(Assembler::at(found.path()).reading_from(&folder), found);
    /// }
    /// # Ok::<(), smem_toolchain::ToolError>(())
    /// ```
    #[must_use]
    pub fn keeping_in(self, folder: &Path) -> Assembler {
        self.with_kept(folder, true)
    }

    /// The same, which uses what [`keeping_in`](Self::keeping_in) left in `folder` and adds nothing.
    #[must_use]
    pub fn reading_from(self, folder: &Path) -> Assembler {
        self.with_kept(folder, false)
    }

    fn with_kept(self, folder: &Path, writes: bool) -> Assembler {
        let kept = KeptResults::of(std::slice::from_ref(&self.path), &folder.join("programs"), writes);
        Assembler { kept, ..self }
    }

    /// The same with machine code of earlier calls, which is the default, or without.
    #[must_use]
    pub fn cache(self, is_used: bool) -> Assembler {
        Assembler { has_cache: is_used, ..self }
    }

    /// The program.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the machine code, a cubin, of PTX for an architecture, `sm_90`, or `sm_90a` for PTX that needs its features. Its source lines are those of the PTX's
    /// `.loc`, or the lines of the PTX itself. What was assembled before is kept in the folder of installed parts, 64 MiB with what else is kept there. `name` is the file in
    /// messages.
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where the assembler does not start or refuses the PTX, with its first error; [`ToolError::TimeLimit`] and
    /// [`ToolError::MemoryLimit`] where it takes more than the [`ToolLimits`] allow.
    pub fn assemble(&self, ptx: &str, name: &str, target: &str) -> Result<Vec<u8>, ToolError> {
        self.assemble_with_log(ptx, name, target).map(|assembled| assembled.cubin)
    }

    /// As [`assemble`](Self::assemble), with what the assembler says.
    pub(super) fn assemble_with_log(&self, ptx: &str, name: &str, target: &str) -> Result<AssembledCode, ToolError> {
        let make = || self.assembled(ptx, name, target, &[]);
        let Some(kept) = self.kept.as_ref().filter(|_| self.has_cache) else { return make() };
        let key = kept.key("machine code with its log").with(ptx).with(target);
        if let Some(found) = kept.find(&key).and_then(|bytes| AssembledCode::of_bytes(&bytes)) {
            return Ok(found);
        }
        let made = make()?;
        kept.keep(&key, &made.bytes());
        Ok(made)
    }

    /// Returns the machine code of PTX before it is linked, with what the assembler says: functions may be missing in it.
    ///
    /// # Errors
    /// Those of [`assemble`](Self::assemble).
    #[cfg(feature = "compilers")]
    pub(super) fn assemble_object(&self, ptx: &str, name: &str, target: &str) -> Result<AssembledCode, ToolError> {
        self.assembled(ptx, name, target, &["--compile-only"])
    }

    fn assembled(&self, ptx: &str, name: &str, target: &str, options: &[&str]) -> Result<AssembledCode, ToolError> {
        let failed = |error: std::io::Error| ToolError::Unusable(format!("cannot write a file to assemble: {error}"));
        let folder = tempfile::tempdir().map_err(failed)?;
        let (text, cubin) = (folder.path().join("kernel.ptx"), folder.path().join("kernel.cubin"));
        fs::write(&text, ptx).map_err(failed)?;
        let mut command = programs::command(&self.path);
        command
            .arg(format!("--gpu-name={target}"))
            .arg("--generate-line-info")
            .args(options)
            .arg(&text)
            .arg("--output-file")
            .arg(&cubin);
        let tool = format!("the assembler of `{name}`");
        let sandbox = Sandbox::new().writing(folder.path());
        command.env("TMPDIR", folder.path());
        let output =
            limited::run(&mut command, &[], &ToolLimits::current(), &sandbox).map_err(|error| error.of(&tool))?;
        let log = output.message + &String::from_utf8_lossy(&output.printed);
        if !output.status.success() {
            let why = first_error(&log, &text.display().to_string()).unwrap_or_else(|| output.status.to_string());
            return Err(ToolError::Unusable(format!("`{name}` cannot be assembled for {target}: {why}")));
        }
        let cubin =
            fs::read(&cubin).map_err(|error| ToolError::Unusable(format!("{tool} left no machine code: {error}")))?;
        Ok(AssembledCode { cubin, log })
    }
}

/// Machine code, and what the assembler said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AssembledCode {
    pub(super) cubin: Vec<u8>,
    pub(super) log: String,
}

impl AssembledCode {
    /// The length of the log, 8 bytes little-endian, the log, and the machine code.
    fn bytes(&self) -> Vec<u8> {
        [&(self.log.len() as u64).to_le_bytes()[..], self.log.as_bytes(), &self.cubin].concat()
    }

    fn of_bytes(bytes: &[u8]) -> Option<AssembledCode> {
        let (length, rest) = bytes.split_first_chunk::<8>()?;
        let (log, cubin) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        Some(AssembledCode { cubin: cubin.to_vec(), log: String::from_utf8(log.to_vec()).ok()? })
    }
}

/// The first error in the assembler's log, on one line: ``line 12: Unknown modifier '.shred'``. `file` is the name that the log has for the PTX.
fn first_error(log: &str, file: &str) -> Option<String> {
    let line = log.lines().find(|line| line.contains("error   :") || line.contains("fatal   :"))?;
    let (place, what) = line.split_once("   : ").unwrap_or(("", line));
    let place = place.trim_start_matches("ptxas").trim_start().trim_start_matches(file);
    let place = place.trim_start_matches(',').split(';').next().unwrap_or_default().trim();
    Some(if place.starts_with("line ") { format!("{place}: {}", what.trim()) } else { what.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_machine_code_has_its_log() {
        let code = AssembledCode { cubin: vec![127, 69], log: "ptxas info".to_owned() };
        assert_eq!(AssembledCode::of_bytes(&code.bytes()), Some(code));
        assert_eq!(AssembledCode::of_bytes(&[9, 0, 0, 0, 0, 0, 0, 0, 1]), None);
    }

    #[test]
    fn the_first_error_has_its_line() {
        let log = "ptxas info    : (C7508) something\nptxas /tmp/a/kernel.ptx, line 40; error   : Unknown modifier '.shred'\nptxas fatal   : Ptx assembly aborted due to errors\n";
        assert_eq!(first_error(log, "/tmp/a/kernel.ptx").as_deref(), Some("line 40: Unknown modifier '.shred'"));
        let log = "ptxas fatal   : Value 'sm_52' is not defined for option 'gpu-name'\n";
        assert_eq!(first_error(log, "a").as_deref(), Some("Value 'sm_52' is not defined for option 'gpu-name'"));
        assert_eq!(first_error("", "a"), None);
    }
}
