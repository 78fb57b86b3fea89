//! NVIDIA's disassembler: found or installed, and run.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::compile::compiled_name;
use super::install::Wheel;
use super::install_folder::Install;
use super::kept::KeptListings;
use super::limited;
use super::tool_limits::ToolLimits;
use super::{locate, programs};
use crate::Error;

/// `nvdisasm`, which prints machine code as text.
///
/// ```
/// use smem_launch::{Disassembler, Install, Nvrtc};
///
/// let nvrtc = Nvrtc::find(Install::Allowed)?;
/// let known = nvrtc.architecture_up_to(90).unwrap();
/// let text = r#"extern "C" __global__ void nothing() {}"#;
/// let cubin = nvrtc.compile_cubin(text, "nothing.cu", &[&format!("-arch=sm_{known}")])?;
/// let listing = Disassembler::find(Install::Allowed)?.listing(&cubin)?;
/// assert!(listing.contains("EXIT"));
/// # Ok::<(), smem_launch::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disassembler {
    path: PathBuf,
    kept: Option<KeptListings>,
}

impl Disassembler {
    /// Finds the disassembler: that of its wheel, which is installed if it is missing and `install` allows that, or that of a CUDA
    /// toolkit.
    ///
    /// # Errors
    /// [`Error::Nvrtc`] where there is none and none may be or could be installed.
    pub fn find(install: Install) -> Result<Disassembler, Error> {
        let folder = install.folder();
        let writes = install.is_allowed();
        let path = Wheel::NVDISASM.file("nvdisasm", install).or_else(|error| toolkit().ok_or(error))?;
        let path = std::path::absolute(&path).unwrap_or(path);
        let kept = folder.and_then(|folder| KeptListings::of(&path, &folder, writes));
        Ok(Disassembler { path, kept })
    }

    /// The same without listings of earlier calls.
    #[must_use]
    pub fn without_cache(self) -> Disassembler {
        Disassembler { kept: None, ..self }
    }

    /// The program.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The listing of a cubin's code, with source lines and the places that they were inlined at, as
    /// [`Module::from_cubin`](smem_sim::Module::from_cubin) takes it.
    ///
    /// Listings are kept in the folder of installed parts, 64 MiB of them, where it may be written: of the same cubin the next call
    /// starts no disassembler, which takes a third of a second to start.
    ///
    /// # Errors
    /// [`Error::Nvrtc`] where the disassembler does not start or does not accept the bytes; [`Error::TimeLimit`] and [`Error::MemoryLimit`] where
    /// it takes longer, or prints more, than the [`ToolLimits`] allow.
    pub fn listing(&self, cubin: &[u8]) -> Result<String, Error> {
        self.listed(self.kept.as_ref(), cubin, "--print-line-info-inline")
    }

    /// The listing of a cubin that was assembled from PTX without source lines: its lines are those of the PTX, which it calls `name`.
    pub(crate) fn listing_of_ptx(&self, cubin: &[u8], name: &str) -> Result<String, Error> {
        let lines = "--print-line-info-ptx";
        let kept = self.kept.as_ref().map(|kept| kept.with_option(lines));
        let listing = self.listed(kept.as_ref(), cubin, lines)?;
        Ok(listing.replace("//## File \".nv_debug_ptx_txt\",", &format!("//## File \"{}\",", compiled_name(name))))
    }

    fn listed(&self, kept: Option<&KeptListings>, cubin: &[u8], lines: &str) -> Result<String, Error> {
        if let Some(listing) = kept.and_then(|kept| kept.find(cubin)) {
            return Ok(listing);
        }
        let listing = self.disassemble(cubin, lines)?;
        if let Some(kept) = kept {
            kept.keep(cubin, &listing);
        }
        Ok(listing)
    }

    fn disassemble(&self, cubin: &[u8], lines: &str) -> Result<String, Error> {
        let failed = |error: std::io::Error| Error::Nvrtc(format!("cannot write a file to disassemble: {error}"));
        let mut file = tempfile::Builder::new().suffix(".cubin").tempfile().map_err(failed)?;
        file.write_all(cubin).map_err(failed)?;
        let path = std::path::absolute(file.path()).map_err(failed)?;
        let mut command = programs::command(&self.path);
        command.args(["--print-code", lines]).arg(path);
        let tool = format!("`{}`", self.path.display());
        let output = limited::run(&mut command, &[], &ToolLimits::current()).map_err(|error| error.of(&tool))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.printed).into_owned());
        }
        // A crash has no message, and may come from the limit of memory.
        let message = if output.message.is_empty() { output.status.to_string() } else { output.message };
        Err(Error::Nvrtc(format!("{tool} fails: {message}")))
    }
}

/// The disassembler of a CUDA toolkit.
fn toolkit() -> Option<PathBuf> {
    let starts = |path: &Path| programs::command(path).arg("--version").output().is_ok();
    let of_toolkits = locate::toolkits().map(|folder| folder.join("bin/nvdisasm"));
    of_toolkits.chain(programs::on_path("nvdisasm")).find(|path| starts(path))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_cubin_is_disassembled_once() {
        let folder = tempfile::tempdir().unwrap();
        let (tool, calls) = (folder.path().join("nvidia/cu13/bin/nvdisasm"), folder.path().join("calls"));
        fs::create_dir_all(tool.parent().unwrap()).unwrap();
        // Prints the cubin; of one that is empty it fails.
        let script = format!("#!/bin/sh\necho >> '{}'\n/usr/bin/test -s \"$3\" && /bin/cat \"$3\"\n", calls.display());
        fs::write(&tool, script).unwrap();
        fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
        let install = Install::Into(folder.path().to_owned());
        let listing = |cubin: &[u8]| Disassembler::find(install.clone()).unwrap().listing(cubin);
        let times = || fs::read_to_string(&calls).map_or(0, |calls| calls.lines().count());
        for _ in 0..3 {
            assert_eq!(listing(b"one").as_deref(), Ok("one"));
        }
        assert_eq!((listing(b"two").as_deref(), times()), (Ok("two"), 2));
        assert!(listing(b"").is_err() && listing(b"").is_err());
        assert_eq!(times(), 4, "a failure is not kept");
    }
}
