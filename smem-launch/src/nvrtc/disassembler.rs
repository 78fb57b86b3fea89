//! NVIDIA's disassembler: found or installed, and run.

use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

use super::install::Wheel;
use super::install_folder::Install;
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
}

impl Disassembler {
    /// Finds the disassembler: that of its wheel, which is installed if it is missing and `install` allows that, or that of a CUDA
    /// toolkit.
    ///
    /// # Errors
    /// [`Error::Nvrtc`] where there is none and none may be or could be installed.
    pub fn find(install: Install) -> Result<Disassembler, Error> {
        match Wheel::NVDISASM.file("nvdisasm", install) {
            Ok(path) => Ok(Disassembler { path }),
            Err(error) => toolkit().map(|path| Disassembler { path }).ok_or(error),
        }
    }

    /// The listing of a cubin's code, with source lines and the places that they were inlined at, as
    /// [`Module::from_cubin`](smem_sim::Module::from_cubin) takes it.
    ///
    /// # Errors
    /// [`Error::Nvrtc`] where the disassembler does not start or does not accept the bytes.
    pub fn listing(&self, cubin: &[u8]) -> Result<String, Error> {
        let failed = |error: std::io::Error| Error::Nvrtc(format!("cannot write a file to disassemble: {error}"));
        let mut file = tempfile::Builder::new().suffix(".cubin").tempfile().map_err(failed)?;
        file.write_all(cubin).map_err(failed)?;
        let output = Command::new(&self.path)
            .args(["--print-code", "--print-line-info-inline"])
            .arg(file.path())
            .output()
            .map_err(|error| Error::Nvrtc(format!("`{}` does not start: {error}", self.path.display())))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(Error::Nvrtc(format!("`{}` fails: {message}", self.path.display())))
    }
}

/// The disassembler of a CUDA toolkit.
fn toolkit() -> Option<PathBuf> {
    let folder = std::env::var_os("CUDA_PATH").map(|path| PathBuf::from(path).join("bin/nvdisasm"));
    let candidates = folder.into_iter().chain(["/usr/local/cuda/bin/nvdisasm".into(), "nvdisasm".into()]);
    candidates.into_iter().find(|path| Command::new(path).arg("--version").output().is_ok())
}
