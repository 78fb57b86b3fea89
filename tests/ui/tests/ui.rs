//! The compiler refuses each mistake of this package with the message in the `.stderr` file beside it. A plain run tries one mistake in eight, an
//! exhaustive run all. The unit tests of `smem-derive-impl` read all of them every time.
//!
//! Compilers word and draw the same error differently, so messages are compared on one version only. After a change of a message:
//! `TRYBUILD=overwrite cargo test -p smem-ui-tests --features smem-exhaustive/exhaustive`, and read the difference as a user would.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, panic};

use smem_exhaustive::part;

/// The version that wrote the messages.
const COMPARED: &str = "1.95.";

/// The mistakes that are tried.
fn mistakes() -> Vec<PathBuf> {
    let files = fs::read_dir(env!("CARGO_MANIFEST_DIR")).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|ext| ext == "rs")).collect();
    all.sort();
    assert!(all.len() >= 110, "{}", all.len());
    part(all, 8).collect()
}

fn refuse(mistakes: &[PathBuf]) {
    let cases = trybuild::TestCases::new();
    mistakes.iter().for_each(|path| cases.compile_fail(path));
}

#[test]
fn every_mistake_is_refused_with_its_message() {
    let version = rustc_version();
    if version.split(' ').nth(1).is_some_and(|number| number.starts_with(COMPARED)) {
        let own = Path::new(env!("CARGO_MANIFEST_DIR"));
        let named: Vec<PathBuf> = mistakes().iter().map(|path| path.strip_prefix(own).unwrap().to_owned()).collect();
        refuse(&named);
        return;
    }
    eprintln!("messages are compared on rustc {COMPARED}x only; on {version} it is checked that compilation fails");
    let copies = without_messages();
    let outcome = panic::catch_unwind(|| refuse(&copies));
    // Where a mistake is refused and its message is missing, trybuild proposes one in `wip` and panics.
    let said = outcome.expect_err("no message is there to agree with");
    let said = said.downcast_ref::<String>().map_or("", String::as_str);
    assert!(said.starts_with("successfully created new stderr files"), "{said}");
    fs::remove_dir_all(Path::new(env!("CARGO_MANIFEST_DIR")).join("wip")).unwrap();
}

fn rustc_version() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_string()
}

/// The mistakes without their messages, in a folder of the build.
fn without_messages() -> Vec<PathBuf> {
    let copies = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui");
    fs::create_dir_all(&copies).unwrap();
    let copied = |path: &PathBuf| {
        let copy = copies.join(path.file_name().unwrap());
        fs::copy(path, &copy).unwrap();
        copy
    };
    mistakes().iter().map(copied).collect()
}
