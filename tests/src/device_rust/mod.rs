//! Compiling `examples/device-rust`, the kernels in Rust, to PTX.
//!
//! The target `nvptx64-nvidia-cuda` comes without a compiled `core`, so this takes a compiler with the sources of its
//! standard library. [`Toolchain::find`] looks for one. It installs one only where `SMEM_INSTALL_DEVICE_RUST=1` asks for it.

mod target;
mod toolchain;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

pub use target::{INSTALL, NoPtx, TARGET_CPU};
pub use toolchain::Toolchain;

use target::TARGET;

/// Whether a machine without a compiler for device Rust is a failure: on CI, and where `SMEM_REQUIRE_DEVICE_RUST=1`.
pub fn is_required() -> bool {
    let set_to = |name, value| std::env::var(name).is_ok_and(|found| found == value);
    set_to("CI", "true") || set_to("SMEM_REQUIRE_DEVICE_RUST", "1")
}

/// The PTX that `build` makes with the machine's toolchain, for tests of `what`. `None` where the machine lacks something,
/// which is reported on standard error with how to get it.
///
/// # Panics
/// Where the crate does not compile, and where something is missing though it [is required](is_required).
pub fn compile_or_skip(what: &str, build: impl FnOnce(&Toolchain) -> Result<String, NoPtx>) -> Option<String> {
    let compiled = Toolchain::find().and_then(|toolchain| Ok((toolchain.describe(), build(&toolchain)?)));
    // Past the tests' captured output: one that did not run must not look as if it had.
    let mut stderr = io::stderr();
    match compiled {
        Ok((compiler, ptx)) => {
            let _ = writeln!(stderr, "{what}: compiled by {compiler}");
            Some(ptx)
        }
        Err(NoPtx::Missing(why)) if !is_required() => {
            let _ = writeln!(stderr, "SKIPPED, the tests of {what}: {why}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// The folder of the kernels' crate.
pub fn crate_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/device-rust")
}

/// Compiles the library in `folder`, building into `target`, and returns its PTX, which is also written to a file of the folder's name
/// in `target`. Crates that build into one `target` build `core` once.
///
/// ```no_run
/// use smem_tests::device_rust::{Toolchain, compile, crate_folder};
///
/// let ptx = compile(&Toolchain::find()?, &crate_folder(), "target/device-rust".as_ref())?;
/// assert!(ptx.contains(".entry transpose_f32"));
/// # Ok::<(), smem_tests::device_rust::NoPtx>(())
/// ```
///
/// # Errors
/// [`NoPtx::Missing`] where what `core` is built from cannot be downloaded, [`NoPtx::Broken`] with the compiler's words
/// where the crate does not compile.
pub fn compile(toolchain: &Toolchain, folder: &Path, target: &Path) -> Result<String, NoPtx> {
    compile_with(toolchain, folder, target, &[])
}

/// [`compile`] with further arguments for cargo, such as `--no-default-features`.
///
/// # Errors
/// As [`compile`].
pub fn compile_with(toolchain: &Toolchain, folder: &Path, target: &Path, args: &[&str]) -> Result<String, NoPtx> {
    // A file for each set of arguments: tests read theirs while others compile.
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    args.iter().for_each(|arg| name.push(arg));
    name.push(".ptx");
    let ptx = target.join(name);
    let mut command = toolchain.cargo();
    command
        .current_dir(folder)
        // Not after the `--`: `core` and the dependencies must have the same, or rustc says that their ABI differs.
        .env("RUSTFLAGS", format!("-Ctarget-cpu={TARGET_CPU}"))
        // The profile of `examples/device-rust` for every crate: `core` of another profile would be built apart.
        .envs([("DEBUG", "line-directives-only"), ("CODEGEN_UNITS", "1"), ("PANIC", "abort")].map(release))
        .args(["rustc", "--release", "--quiet", "-Zbuild-std=core", "--target", TARGET, "--target-dir"])
        .arg(target)
        .args(args)
        .arg("--")
        .arg(format!("--emit=asm={}", ptx.display()));
    run(&mut command)?;
    std::fs::read_to_string(&ptx)
        .map_err(|error| NoPtx::Broken(format!("the kernels compile, but `{}` cannot be read: {error}", ptx.display())))
}

/// An option of the release profile as cargo's variable.
fn release((option, value): (&str, &'static str)) -> (String, &'static str) {
    (format!("CARGO_PROFILE_RELEASE_{option}"), value)
}

fn run(command: &mut Command) -> Result<(), NoPtx> {
    let output = command.output().map_err(|error| NoPtx::Missing(format!("cargo does not start: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let told = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    // cargo has no exit code for these.
    let network =
        ["failed to download", "failed to query replaced source", "Could not resolve host", "spurious network"];
    if network.iter().any(|words| told.contains(words)) {
        return Err(NoPtx::Missing(format!("what `core` is built from cannot be downloaded\n{told}")));
    }
    Err(NoPtx::Broken(format!("the crate does not compile for the GPU\n{told}")))
}
