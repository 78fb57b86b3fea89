//! The compiler's cost of a tile of constants beside one of literals: crates of as many tiles of each, checked from nothing with their
//! dependencies built.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const TILES: u32 = 40;
const SAMPLES: u32 = 5;
/// The limit for a tile of constants.
const LIMIT: Duration = Duration::from_millis(40);

/// The attribute of each member crate; the first has no tiles.
const MEMBERS: [(&str, &str); 4] =
    [("none", ""), ("literals", "32, 32, pad = auto"), ("padded", "N, N, pad = auto"), ("searched", "N, N")];

/// Prints the table; true where the limit holds.
pub(crate) fn run() -> bool {
    println!("`cargo check`, a tile of f32                          median");
    let workspace = tempfile::tempdir().expect("a folder for the crates");
    write(workspace.path());
    let mut times = MEMBERS.map(|_| Vec::new());
    for _ in 0..SAMPLES {
        for ((member, _), times) in MEMBERS.iter().zip(&mut times) {
            // Its dependencies, and whatever is left of the last time.
            check(workspace.path(), member);
            touch(workspace.path(), member);
            times.push(check(workspace.path(), member));
        }
    }
    let medians = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    });
    let mut holds = true;
    for ((_, args), median) in MEMBERS.iter().zip(medians).skip(1) {
        let one = median.saturating_sub(medians[0]) / TILES;
        let is_over = args.starts_with('N') && one > LIMIT;
        holds &= !is_over;
        println!("  {:<50} {one:>8.2?}{}", format!("#[smem_tile({args})]"), if is_over { "   over" } else { "" });
    }
    holds
}

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
    for (member, args) in MEMBERS {
        let manifest = format!(
            "[package]\nname = \"{member}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
             smem-derive.workspace = true\nsmem-layout.workspace = true\n"
        );
        let tiles = if args.is_empty() { 0 } else { TILES };
        let tile = |number| format!("#[smem_derive::smem_tile({args})]\npub struct Tile{number}(pub f32);\n");
        let source = format!("pub const N: usize = 32;\n{}", (0..tiles).map(tile).collect::<String>());
        create(&folder.join(member).join("Cargo.toml"), &manifest);
        create(&folder.join(member).join("src/lib.rs"), &source);
    }
}

fn create(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a file stands in a folder")).expect("a folder of the crates");
    fs::write(path, text).expect("a file of the crates");
}

fn check(workspace: &Path, member: &str) -> Duration {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["check", "--quiet", "--package", member]).current_dir(workspace);
    // Without what an earlier check left: the compiler would not compute the constants again.
    cargo.env("CARGO_TARGET_DIR", workspace.join("target")).env("CARGO_INCREMENTAL", "0");
    let start = Instant::now();
    let status = cargo.status().expect("Cargo runs");
    let took = start.elapsed();
    assert!(status.success(), "`cargo check` of the crate of {member}");
    took
}

/// Makes the next check of `member` its first.
fn touch(workspace: &Path, member: &str) {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["clean", "--quiet", "--package", member]).current_dir(workspace);
    let status = cargo.env("CARGO_TARGET_DIR", workspace.join("target")).status().expect("Cargo runs");
    assert!(status.success(), "`cargo clean` of the crate of {member}");
}
