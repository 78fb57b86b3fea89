//! A crate of 1,000 tiles, and the same crate with `#[derive(Clone, Debug)]` in place of the attribute.
//!
//! Both are checked from nothing, their dependencies built: a first `cargo check`, in turns so that what else the machine
//! does falls on both.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const TILES: u32 = 1000;
const SAMPLES: u32 = 7;
/// The check of the tiles may take so many times that of the derives.
const LIMIT: f64 = 2.0;

/// The member crates, and what stands on each struct.
const MEMBERS: [(&str, &str); 2] =
    [("tiles", "#[smem_derive::smem_tile(32, 32, pad = auto)]"), ("derives", "#[derive(Clone, Debug)]")];

/// Prints the table; true where the limit holds.
pub(crate) fn run() -> bool {
    println!("`cargo check` of a crate of {TILES} structs            median");
    let workspace = tempfile::tempdir().expect("a folder for the crates");
    write(workspace.path());
    for (member, _) in MEMBERS {
        check(&workspace, member);
    }
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..SAMPLES {
        for ((member, _), times) in MEMBERS.iter().zip(&mut times) {
            forget(&workspace, member);
            times.push(check(&workspace, member));
        }
    }
    let medians = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    });
    for ((_, attribute), median) in MEMBERS.iter().zip(medians) {
        println!("  {attribute:<50} {median:>8.2?}");
    }
    let ratio = medians[0].as_secs_f64() / medians[1].as_secs_f64();
    let verdict = if ratio <= LIMIT { "" } else { "   over" };
    println!("  {:<50} {ratio:>8.2} {LIMIT:>9.2}{verdict}", "ratio, and its limit");
    ratio <= LIMIT
}

/// A workspace of the crates, with the versions of this one.
fn write(folder: &Path) {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace");
    let members: Vec<&str> = MEMBERS.iter().map(|(member, _)| *member).collect();
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n[workspace.dependencies]\n\
         smem-derive = {{ path = {:?} }}\nsmem-layout = {{ path = {:?} }}\n",
        project.join("smem-derive"),
        project.join("smem-layout"),
    );
    create(&folder.join("Cargo.toml"), &manifest);
    // Without a lock file (it is missing in a published crate) Cargo chooses the versions.
    let _ = fs::copy(project.join("Cargo.lock"), folder.join("Cargo.lock"));
    for (member, attribute) in MEMBERS {
        let manifest = format!(
            "[package]\nname = \"{member}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
             smem-derive.workspace = true\nsmem-layout.workspace = true\n"
        );
        let mut source = String::new();
        for tile in 0..TILES {
            let _ = writeln!(source, "{attribute}\npub struct Tile{tile}(pub f32);");
        }
        create(&folder.join(member).join("Cargo.toml"), &manifest);
        create(&folder.join(member).join("src/lib.rs"), &source);
    }
}

fn create(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a file stands in a folder")).expect("a folder of the crates");
    fs::write(path, text).expect("a file of the crates");
}

fn check(workspace: &TempDir, member: &str) -> Duration {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["check", "--quiet", "--package", member]).current_dir(workspace.path());
    // The crates are built by themselves, as a user's are.
    cargo.env("CARGO_TARGET_DIR", workspace.path().join("target")).env("CARGO_INCREMENTAL", "1");
    let start = Instant::now();
    let status = cargo.status().expect("Cargo runs");
    let took = start.elapsed();
    assert!(status.success(), "`cargo check` of the crate of {member}");
    took
}

/// Makes the next check of `member` its first.
fn forget(workspace: &TempDir, member: &str) {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["clean", "--quiet", "--package", member]).current_dir(workspace.path());
    let status = cargo.env("CARGO_TARGET_DIR", workspace.path().join("target")).status().expect("Cargo runs");
    assert!(status.success(), "`cargo clean` of the crate of {member}");
}
