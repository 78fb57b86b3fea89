//! Finding a Rust compiler that can compile for NVIDIA GPUs.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::target::{INSTALL, NoPtx, TARGET, TARGET_CPU};

/// Where Debian's packages put the compiler.
const DEBIANS: &str = "/usr/bin/rustc";

/// The packages of `apt-get`: the compiler that Debian builds its browsers with, and its sources.
///
/// The package conflicts with `rustc`. Without `--no-remove`, apt would uninstall the compiler that is there.
const INSTALLATION: [&str; 6] =
    ["install", "--no-remove", "--no-install-recommends", "--yes", "rustc-web", "rust-web-src"];

/// A compiler with the sources of `core` and an LLVM that writes PTX, and the cargo to go with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolchain {
    rustc: PathBuf,
    cargo: PathBuf,
    version: String,
}

impl Toolchain {
    /// The first usable one: the compiler of this build, rustup's others, Debian's. Where there is none, root on Debian
    /// gets Debian's installed if `SMEM_INSTALL_DEVICE_RUST=1` asks for it.
    ///
    /// A process searches once, and its threads wait for the answer: two of them that install at a time would fail, since
    /// `apt-get update` does not wait for another's lock.
    ///
    /// # Errors
    /// [`NoPtx::Missing`], which lists what was tried and how to get one.
    pub fn find() -> Result<Toolchain, NoPtx> {
        static FOUND: OnceLock<Result<Toolchain, NoPtx>> = OnceLock::new();
        FOUND.get_or_init(Toolchain::search).clone()
    }

    fn search() -> Result<Toolchain, NoPtx> {
        let mut refused = Vec::new();
        for (rustc, cargo) in candidates() {
            match Toolchain::check(&rustc, &cargo) {
                Ok(toolchain) => return Ok(toolchain),
                Err(why) => refused.push(format!("  {}: {why}", rustc.display())),
            }
        }
        install().and_then(|()| Toolchain::check(Path::new(DEBIANS), &own_cargo())).map_err(|why| {
            NoPtx::Missing(format!(
                "no Rust compiler for {TARGET} on this machine, and none was installed: {why}\n{}\n  to enable: \
                 `rustup toolchain install nightly --component rust-src`; or on Debian, as root, `{INSTALL}=1`, which runs \
                 `apt-get {}`",
                refused.join("\n"),
                INSTALLATION.join(" "),
            ))
        })
    }

    /// Describes it for messages: `rustc 1.96.0, /usr/bin/rustc`.
    pub fn describe(&self) -> String {
        format!("{}, {}", self.version, self.rustc.display())
    }

    /// Its cargo, ready for arguments.
    pub fn cargo(&self) -> Command {
        let mut command = Command::new(&self.cargo);
        // Unstable features, from whatever channel it is.
        command.env("RUSTC", &self.rustc).env("RUSTC_BOOTSTRAP", "1");
        // Flags of the surrounding build are not meant for a GPU.
        for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC_WRAPPER", "RUSTUP_TOOLCHAIN"]
        {
            command.env_remove(name);
        }
        command
    }

    fn check(rustc: &Path, cargo: &Path) -> Result<Toolchain, String> {
        let told = ask(rustc, &["--version"])?;
        let version = told.split(" (").next().unwrap_or_default();
        if !is_recent(version) {
            return Err(format!("`{version}` is older than {}", env!("CARGO_PKG_RUST_VERSION")));
        }
        let sources = Path::new(&ask(rustc, &["--print", "sysroot"])?).join("lib/rustlib/src/rust/library");
        if !sources.join("core/src/lib.rs").is_file() {
            return Err(format!("{version} has no sources of `core` (component rust-src)"));
        }
        let processors = ask(rustc, &["--print", "target-cpus", "--target", TARGET])?;
        if !processors.contains(TARGET_CPU) {
            return Err(format!("{version} does not compile for {TARGET_CPU}"));
        }
        Ok(Toolchain { rustc: rustc.to_owned(), cargo: cargo.to_owned(), version: version.to_owned() })
    }
}

/// Compilers, each with its cargo.
fn candidates() -> Vec<(PathBuf, PathBuf)> {
    let mut found = vec![(variable_or("RUSTC", "rustc"), own_cargo())];
    let listed = ask(Path::new("rustup"), &["toolchain", "list"]).unwrap_or_default();
    for name in listed.lines().filter_map(|line| line.split_whitespace().next()) {
        let which = |tool| ask(Path::new("rustup"), &["which", "--toolchain", name, tool]);
        if let (Ok(rustc), Ok(cargo)) = (which("rustc"), which("cargo")) {
            found.push((rustc.into(), cargo.into()));
        }
    }
    // Debian's own cargo is of another, older, release.
    found.push((DEBIANS.into(), own_cargo()));
    found
}

/// The cargo that runs this build.
fn own_cargo() -> PathBuf {
    variable_or("CARGO", "cargo")
}

fn variable_or(name: &str, default: &str) -> PathBuf {
    std::env::var_os(name).unwrap_or_else(|| OsString::from(default)).into()
}

/// Returns a program's output, trimmed.
fn ask(program: &Path, args: &[&str]) -> Result<String, String> {
    let output = Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("does not start: {error}"))?;
    if !output.status.success() {
        let told = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{}` fails: {}", args.join(" "), told.lines().next().unwrap_or("no word why")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Whether `rustc 1.96.0` is at least the release that the workspace needs.
fn is_recent(version: &str) -> bool {
    let parts = |text: &str| -> Option<(u32, u32)> {
        let mut numbers = text.split('.').map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    let found = version.strip_prefix("rustc ").and_then(parts);
    found.is_some() && found >= parts(env!("CARGO_PKG_RUST_VERSION"))
}

/// Installs Debian's compiler and its sources, where the user asked for that.
fn install() -> Result<(), String> {
    if std::env::var_os(INSTALL).is_none_or(|value| value != "1") {
        return Err(format!("`{INSTALL}` is not 1"));
    }
    let system = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    if !system.lines().any(|line| line == "ID=debian") {
        return Err("only on Debian is one installed".to_owned());
    }
    if ask(Path::new("id"), &["-u"])? != "0" {
        return Err("only root can install one".to_owned());
    }
    // Past the test's captured output: this takes a while.
    let _ = writeln!(io::stderr(), "no Rust compiler for {TARGET}: `apt-get {}`", INSTALLATION.join(" "));
    let patience = ["-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=1", "-q"];
    for step in [&["update"][..], &INSTALLATION] {
        let args: Vec<&str> = patience.iter().chain(step).copied().collect();
        ask(Path::new("apt-get"), &args).map_err(|why| format!("apt-get {why}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_compared_as_numbers() {
        assert!(is_recent("rustc 1.88.0"));
        assert!(is_recent("rustc 1.97.0-nightly"));
        assert!(is_recent("rustc 1.100.0"));
        for old in ["rustc 1.63.0", "rustc 1.9.0", "rustc", "clang 20.1"] {
            assert!(!is_recent(old), "{old}");
        }
    }

    #[test]
    fn a_program_that_is_no_compiler_is_refused_with_the_reason() {
        let refused = |program| Toolchain::check(Path::new(program), Path::new("cargo")).unwrap_err();
        assert!(refused("/no/such/rustc").starts_with("does not start: "));
        assert!(refused("cargo").ends_with("is older than 1.88"));
    }

    /// Looks for a toolchain from several threads: [`search`] runs it in a process of its own, with other programs on the path.
    #[test]
    #[ignore = "another test runs it"]
    fn a_search() {
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(Toolchain::find);
            }
        });
        match Toolchain::find() {
            Ok(found) => println!("found: {}", found.describe()),
            Err(why) => println!("not found: {why}"),
        }
    }

    /// Runs [`a_search`] where the only programs are an `apt-get` that logs its arguments and an `id` that says root.
    /// Returns what it printed and the log.
    #[cfg(unix)]
    fn search(install: Option<&str>) -> (String, String) {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        for (name, does) in [("apt-get", "echo \"$*\" >> \"$APT_LOG\""), ("id", "echo 0")] {
            let program = folder.path().join(name);
            std::fs::write(&program, format!("#!/bin/sh\n{does}\n")).unwrap();
            std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["--exact", "--ignored", "--nocapture", "device_rust::toolchain::tests::a_search"])
            .env("PATH", folder.path())
            .env("APT_LOG", &log)
            .env("RUSTC", "no-rustc")
            .env_remove(INSTALL);
        if let Some(value) = install {
            command.env(INSTALL, value);
        }
        let output = command.output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && told.contains("found: "), "{told}");
        (told, std::fs::read_to_string(&log).unwrap_or_default())
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_installed_unless_a_variable_asks_for_it() {
        for value in [None, Some("0"), Some("")] {
            let (told, log) = search(value);
            assert_eq!(log, "", "{told}");
            if told.contains("not found: ") {
                assert!(told.contains("SMEM_INSTALL_DEVICE_RUST=1") && told.contains("rustup toolchain"), "{told}");
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_installed_removes_no_package_of_the_users() {
        let (told, log) = search(Some("1"));
        // A Debian compiler that is there already, or a system without apt-get.
        if told.contains("not found: ") && !told.contains("only on Debian") {
            let steps: Vec<&str> = log.lines().collect();
            assert_eq!(steps.len(), 2, "{log}{told}");
            assert!(steps[0].ends_with(" update"), "{log}");
            assert!(steps[1].contains(" install ") && steps[1].contains(" --no-remove "), "{log}");
        }
    }
}
