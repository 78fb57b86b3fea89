//! NVIDIA's disassembler: found or installed, and run.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::assembler::Assembler;
use crate::compiled_name::compiled_name;
use crate::error::ToolError;
use crate::install::Wheel;
use crate::install_folder::Install;
use crate::kept::KeptResults;
use crate::sandbox::Sandbox;
use crate::tool_limits::ToolLimits;
use crate::{limited, programs};

/// The code alone. Without the analysis of dataflow, which takes a quarter of the time: it adds the labels that an indirect branch may
/// lead to, which the simulator computes.
const OPTIONS: [&str; 2] = ["--print-code", "--no-dataflow"];

/// `nvdisasm`, which prints machine code as text.
///
/// ```
/// use smem_toolchain::{Assembler, Disassembler, Install};
///
/// let ptx = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() {\n    ret;\n}\n";
/// let cubin = Assembler::find(Install::Allowed)?.assemble(ptx, "nothing.ptx", "sm_90")?;
/// let listing = Disassembler::find(Install::Allowed)?.listing(&cubin)?;
/// assert!(listing.contains("EXIT"));
/// # Ok::<(), smem_toolchain::ToolError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disassembler {
    path: PathBuf,
    kept: Option<KeptResults>,
    has_cache: bool,
}

impl Disassembler {
    /// Finds the disassembler: that of its wheel, which is installed if it is missing and `install` allows that, or that of a CUDA
    /// toolkit.
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where there is none and none may be or could be installed.
    pub fn find(install: Install) -> Result<Disassembler, ToolError> {
        let folder = install.folder();
        let writes = install.is_allowed();
        let path =
            Wheel::NVDISASM.file("nvdisasm", install).or_else(|error| programs::of_toolkit("nvdisasm").ok_or(error))?;
        let found = Disassembler::at(path);
        Ok(match folder {
            Some(folder) if writes => found.keeping_in(&folder),
            Some(folder) => found.reading_from(&folder),
            None => found,
        })
    }

    /// The disassembler of this file, which keeps no listings; a name without a folder is looked up in `PATH`.
    ///
    /// ```
    /// use smem_toolchain::{Disassembler, Install};
    ///
    /// let found = Disassembler::find(Install::Allowed)?;
    /// assert_eq!(Disassembler::at(found.path()).path(), found.path());
    /// # Ok::<(), smem_toolchain::ToolError>(())
    /// ```
    pub fn at(program: impl Into<PathBuf>) -> Disassembler {
        Disassembler { path: programs::of_user(program.into()), kept: None, has_cache: true }
    }

    /// The same, which keeps listings in `folder`, a [folder of installed parts](Install::folder), and uses what is kept there.
    ///
    /// ```
    /// use smem_toolchain::{Disassembler, Install};
    ///
    /// let install = Install::Allowed;
    /// if let Some(folder) = install.folder() {
    ///     let found = Disassembler::find(install)?;
    ///     assert_eq!(Disassembler::at(found.path()).keeping_in(&folder), found);
    ///     assert_ne!(Disassembler::at(found.path()).reading_from(&folder), found);
    /// }
    /// # Ok::<(), smem_toolchain::ToolError>(())
    /// ```
    #[must_use]
    pub fn keeping_in(self, folder: &Path) -> Disassembler {
        self.with_kept(folder, true)
    }

    /// The same, which uses what [`keeping_in`](Self::keeping_in) left in `folder` and adds nothing.
    #[must_use]
    pub fn reading_from(self, folder: &Path) -> Disassembler {
        self.with_kept(folder, false)
    }

    fn with_kept(self, folder: &Path, writes: bool) -> Disassembler {
        let kept = KeptResults::of(std::slice::from_ref(&self.path), &folder.join("listings"), writes);
        Disassembler { kept, ..self }
    }

    /// The same with listings of earlier calls, which is the default, or without.
    #[must_use]
    pub fn cache(self, is_used: bool) -> Disassembler {
        Disassembler { has_cache: is_used, ..self }
    }

    /// The program.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The listing of a cubin's code, with source lines and the places that they were inlined at, as
    /// `smem_sass::module` takes it.
    ///
    /// Listings are kept in the folder of installed parts, 64 MiB of them, where it may be written: of the same cubin the next call
    /// starts no disassembler, which takes a third of a second to start.
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where the disassembler does not start or does not accept the bytes; [`ToolError::TimeLimit`] and [`ToolError::MemoryLimit`] where
    /// it takes longer, or prints more, than the [`ToolLimits`] allow.
    pub fn listing(&self, cubin: &[u8]) -> Result<String, ToolError> {
        self.listed(cubin, "--print-line-info-inline")
    }

    /// The listing of a cubin that was assembled from PTX, with the lines of that, which is called `name`.
    fn listing_of_ptx(&self, cubin: &[u8], name: &str) -> Result<String, ToolError> {
        let listing = self.listed(cubin, "--print-line-info-ptx")?;
        Ok(listing.replace("//## File \".nv_debug_ptx_txt\",", &format!("//## File \"{}\",", compiled_name(name))))
    }

    /// Assembles PTX with `assembler` for a target such as `sm_90`, and returns the cubin with its listing. Its lines are those of the PTX, called
    /// `name`, where that has none of its own source.
    ///
    /// ```
    /// use smem_toolchain::{Assembler, Disassembler, Install};
    ///
    /// let ptx = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() {\n    ret;\n}\n";
    /// let (assembler, disassembler) = (Assembler::find(Install::Allowed)?, Disassembler::find(Install::Allowed)?);
    /// let (_, listing) = disassembler.assembled(&assembler, ptx, "nothing.ptx", "sm_90", false)?;
    /// assert!(listing.contains("//## File \"nothing.ptx\", line 5"));
    /// # Ok::<(), smem_toolchain::ToolError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Assembler::assemble`] and of [`listing`](Self::listing).
    pub fn assembled(
        &self,
        assembler: &Assembler,
        ptx: &str,
        name: &str,
        target: &str,
        has_source_lines: bool,
    ) -> Result<(Vec<u8>, String), ToolError> {
        let cubin = assembler.assemble(ptx, name, target)?;
        let listing = if has_source_lines { self.listing(&cubin)? } else { self.listing_of_ptx(&cubin, name)? };
        Ok((cubin, listing))
    }

    fn listed(&self, cubin: &[u8], lines: &str) -> Result<String, ToolError> {
        let make = || self.disassemble(cubin, lines);
        let listing = match self.kept.as_ref().filter(|_| self.has_cache) {
            Some(kept) => kept.or_made(&kept.key("listing").with_all(OPTIONS.iter()).with(lines).with(cubin), make)?,
            None => make()?,
        };
        Ok(String::from_utf8(listing).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    fn disassemble(&self, cubin: &[u8], lines: &str) -> Result<Vec<u8>, ToolError> {
        let failed =
            |error: std::io::Error| ToolError::Unusable(format!("cannot write a file to disassemble: {error}"));
        let mut file = tempfile::Builder::new().suffix(".cubin").tempfile().map_err(failed)?;
        file.write_all(cubin).map_err(failed)?;
        let path = std::path::absolute(file.path()).map_err(failed)?;
        let mut command = programs::command(&self.path);
        command.args(OPTIONS).arg(lines).arg(&path);
        let sandbox = Sandbox::new().reading(path);
        let tool = format!("`{}`", self.path.display());
        let output =
            limited::run(&mut command, &[], &ToolLimits::current(), &sandbox).map_err(|error| error.of(&tool))?;
        if output.status.success() {
            return Ok(output.printed);
        }
        // A crash has no message, and may come from the limit of memory.
        let message = if output.message.is_empty() { output.status.to_string() } else { output.message };
        Err(ToolError::Unusable(format!("{tool} fails: {message}")))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_cubin_is_disassembled_once() {
        let folder = tempfile::tempdir().unwrap();
        let tool = folder.path().join("nvidia/cu13/bin/nvdisasm");
        fs::create_dir_all(tool.parent().unwrap()).unwrap();
        // Prints the cubin, and its own process, which is another one each time; of one that is empty it fails.
        fs::write(&tool, "#!/bin/sh\n/usr/bin/test -s \"$4\" && /bin/cat \"$4\" && echo \" $$\"\n").unwrap();
        fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
        let install = Install::Into(folder.path().to_owned());
        let listing = |cubin: &[u8]| Disassembler::find(install.clone()).unwrap().listing(cubin);
        let first = listing(b"one").unwrap();
        assert!(first.starts_with("one "), "{first}");
        for _ in 0..3 {
            assert_eq!(listing(b"one").as_deref(), Ok(&first[..]));
        }
        assert!(listing(b"two").unwrap().starts_with("two "));
        assert!(listing(b"").is_err() && listing(b"").is_err());
        let without = Disassembler::find(install.clone()).unwrap().cache(false);
        assert_ne!(without.listing(b"one").as_deref(), Ok(&first[..]));
        assert_eq!(without.cache(true).listing(b"one").as_deref(), Ok(&first[..]));
    }
}
