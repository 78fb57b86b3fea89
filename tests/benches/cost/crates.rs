//! A crate of 1,000 tiles, the same crate with `#[derive(Clone, Debug)]` in place of the attribute, and one that has the items of
//! the tiles written by hand: the floor, which no attribute that emits them can go below.
//!
//! All are checked from nothing, their dependencies built: a first `cargo check`, in turns so that what else the machine
//! does falls on all.

use crate::expand;
use proc_macro2::{TokenStream, TokenTree};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const TILES: u32 = 1000;
const SAMPLES: u32 = 7;
/// The check of the tiles may take so many times that of the derives, where the items themselves leave room for it.
const LIMIT: f64 = 2.0;
/// Else it may take so many times that of the items written by hand.
const OVER_FLOOR: f64 = 1.25;

const ATTRIBUTE: &str = "#[smem_derive::smem_tile(32, 32, pad = auto)]";
const DERIVE: &str = "#[derive(Clone, Debug)]";

/// The member crates, and what the table calls them.
const MEMBERS: [(&str, &str); 3] =
    [("tiles", ATTRIBUTE), ("derives", DERIVE), ("by-hand", "the tile's items, by hand")];

/// Prints the table; true where the limit holds.
pub(crate) fn run() -> bool {
    println!("`cargo check` of a crate of {TILES} structs            median");
    let workspace = tempfile::tempdir().expect("a folder for the crates");
    write(workspace.path());
    for (member, _) in MEMBERS {
        check(&workspace, member);
    }
    let mut times = MEMBERS.map(|_| Vec::new());
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
    for ((_, name), median) in MEMBERS.iter().zip(medians) {
        println!("  {name:<50} {median:>8.2?}");
    }
    let [ratio, _, floor] = medians.map(|median| median.as_secs_f64() / medians[1].as_secs_f64());
    let limit = LIMIT.max(OVER_FLOOR * floor);
    let verdict = if ratio <= limit { "" } else { "   over" };
    println!("  {:<50} {ratio:>8.2} {limit:>9.2}{verdict}", "ratio, and its limit");
    println!("  {:<50} {floor:>8.2}", "its floor: the ratio of the items by hand");
    println!(
        "  (the limit is {LIMIT}, or {OVER_FLOOR} of the floor where that is more: no attribute goes below the floor)"
    );
    ratio <= limit
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
    let by_hand = include_str!("by_hand.rs.txt").replace("\"CUDA\"", &cuda());
    for (member, _) in MEMBERS {
        let manifest = format!(
            "[package]\nname = \"{member}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
             smem-derive.workspace = true\nsmem-layout.workspace = true\n"
        );
        let mut source = String::new();
        for tile in 0..TILES {
            let _ = match member {
                "tiles" => writeln!(source, "{ATTRIBUTE}\npub struct Tile{tile}(pub f32);"),
                "derives" => writeln!(source, "{DERIVE}\npub struct Tile{tile}(pub f32);"),
                _ => writeln!(source, "{}", by_hand.replace("Hand", &format!("Tile{tile}"))),
            };
        }
        create(&folder.join(member).join("Cargo.toml"), &manifest);
        create(&folder.join(member).join("src/lib.rs"), &source);
    }
}

/// The CUDA text of the tile `Hand`, as a literal.
fn cuda() -> String {
    fn literals(tokens: TokenStream) -> Vec<String> {
        let of = |token| match token {
            TokenTree::Literal(literal) => vec![literal.to_string()],
            TokenTree::Group(group) => literals(group.stream()),
            _ => Vec::new(),
        };
        tokens.into_iter().flat_map(of).collect()
    }
    let tokens = |text: &str| text.parse::<TokenStream>().expect("these are tokens");
    let expansion = expand(tokens("32, 32, pad = auto"), tokens("struct Hand(f32);"));
    let text = literals(expansion).into_iter().find(|literal| literal.contains("__device__"));
    text.expect("the expansion has the CUDA text")
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
