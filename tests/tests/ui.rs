//! Each mistake in `ui/*.rs` is refused, with the message beside it in `.stderr`.
//!
//! Compilers word and draw the same error differently, so messages are compared on one version only. After a change
//! of a message: `TRYBUILD=overwrite cargo test -p smem-tests --test ui`, and read the difference as a user would.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, panic};

/// The version that wrote the messages.
const COMPARED: &str = "1.95.";

#[test]
fn every_mistake_is_refused_with_its_message() {
    let version = rustc_version();
    if version.split(' ').nth(1).is_some_and(|number| number.starts_with(COMPARED)) {
        trybuild::TestCases::new().compile_fail("ui/*.rs");
        return;
    }
    eprintln!("messages are compared on rustc {COMPARED}x only; on {version} it is checked that compilation fails");
    let copies = without_messages();
    let outcome = panic::catch_unwind(|| trybuild::TestCases::new().compile_fail(copies.join("*.rs")));
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
fn without_messages() -> PathBuf {
    let copies = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui");
    fs::create_dir_all(&copies).unwrap();
    let mistakes = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("ui")).unwrap();
    for path in
        mistakes.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|ext| ext == "rs"))
    {
        fs::copy(&path, copies.join(path.file_name().unwrap())).unwrap();
    }
    copies
}
