//! The compilers that headers are tried with. What is missing is said, and an error where `SMEM_REQUIRE_COMPILERS=1`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// Returns the C++ compilers of this machine among `g++` and `clang++`.
pub(crate) fn cpp() -> Vec<&'static str> {
    ["g++", "clang++"].into_iter().filter(|name| is_there(name)).collect()
}

/// Returns true for a program that runs here; otherwise says that its tests are left out.
pub(crate) fn is_there(name: &str) -> bool {
    let found = Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        left_out(&format!("{name} is not installed"));
    }
    found
}

/// Says that a part of the tests is left out, or fails where that is not accepted.
pub(crate) fn left_out(why: &str) {
    let required = std::env::var_os("SMEM_REQUIRE_COMPILERS").is_some_and(|value| value == "1");
    assert!(!required, "SMEM_REQUIRE_COMPILERS=1, and {why}");
    eprintln!("SKIPPED: {why}");
}

/// Returns the path of nvcc, which pip installs once for all tests.
pub(crate) fn nvcc() -> Option<&'static Path> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nvcc");
        let nvcc = folder.join("nvidia/cu13/bin/nvcc");
        if nvcc.is_file() {
            return Some(nvcc);
        }
        let arguments =
            ["-m", "pip", "install", "--require-hashes", "--only-binary=:all:", "--quiet", "--upgrade", "--target"];
        let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/nvcc/requirements.txt");
        let output = Command::new("python3").args(arguments).arg(&folder).arg("-r").arg(requirements).output();
        match output {
            Ok(output) if output.status.success() && nvcc.is_file() => Some(nvcc),
            Ok(output) => {
                left_out(&format!("pip does not install nvcc: {}", String::from_utf8_lossy(&output.stderr)));
                None
            }
            Err(error) => {
                left_out(&format!("python3 does not run: {error}"));
                None
            }
        }
    });
    found.as_deref()
}

/// Runs a compiler in a folder, and fails unless it accepts its input without a word.
pub(crate) fn accepts(program: impl AsRef<Path>, arguments: &[&str], folder: &Path) {
    let Output { status, stdout, stderr } =
        Command::new(program.as_ref()).args(arguments).current_dir(folder).output().unwrap();
    let said = [String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr)].concat();
    assert!(status.success() && said.is_empty(), "{} {arguments:?}: {said}", program.as_ref().display());
}
