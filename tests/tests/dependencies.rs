//! The lines of `Cargo.toml` that a crate needs: every way to depend on the attribute and its library, and the first error of the
//! ways that do not work. Each is a crate of its own, since Cargo gives it the names and features that a user's has.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use smem_exhaustive::part;

/// A program with every part of the expansion that names the library. `CRATE` ends the arguments of each attribute.
const PROGRAM: &str = r#"
/// Padded.
#[smem_tile(32, 32, pad = auto CRATE)]
struct Padded(u64);

#[derive(Clone, Copy)]
struct Half(#[expect(dead_code, reason = "its bytes count")] u16);

#[smem_tile(64, 64, swizzle = auto, arch = sm_90, stages = 2, elem(bytes = 2, cuda = "__half") CRATE)]
struct Staged(Half);

/// A matrix that CuTe has no name for, on eight-byte banks.
#[smem_tile(
    32, 32, access(row, col, lanes(|lane| (lane, lane)), lanes(|lane| (lane, 31 - lane))),
    arch = sm_35(bank_bytes = 8), conflicts = allow CRATE
)]
struct Diagonals(f64);

#[smem_tile(8, 64, swizzle = tma128, elem(cuda = "__half"), access(ldmatrix) CRATE)]
struct Tensor(u16);

shared_tile!(static TILE: Padded);

fn elements<T: SmemTile>() -> u32 {
    T::STAGES * T::ROWS * T::COLS
}

fn main() {
    assert_eq!((Padded::PITCH, Padded::index(2, 5)), (33, 2 * 33 + 5));
    assert_eq!(elements::<Staged>(), 2 * 64 * 64);
    assert_eq!(Diagonals::LAYOUT.index(3, 5), Diagonals::index(3, 5));
    assert_eq!((Tensor::bank(1, 0), <Tensor as SmemTile>::bank(1, 0)), (4, 4));
    // SAFETY: inside the tile, and nothing else uses it.
    unsafe {
        TILE.store(31, 31, 7);
        assert_eq!(TILE.load(31, 31), 7);
    }
    assert!(translation_unit(&[Padded::CUDA], "fill.cu", "").contains("return row * 33u + col;"));
}
"#;

/// The folder of the workspace.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// `PATH` of a member of the workspace as a dependency.
fn path(member: &str) -> String {
    format!("path = {:?}", workspace().join(member))
}

/// Writes a crate into `folder`, which locks what the workspace locks, so that no network is needed.
fn write(folder: &Path, edition: &str, dependencies: &str, file: &str, source: &str) {
    fs::create_dir_all(folder.join("src")).unwrap();
    let name = folder.file_name().unwrap().to_str().unwrap();
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"{edition}\"\n\n[dependencies]\n{dependencies}\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    fs::write(folder.join("src").join(file), source).unwrap();
}

/// The folder of a crate.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("dependencies").join(name)
}

/// Runs Cargo in `folder`. The crates build into the folder of the test of the README, so their dependencies are built once.
fn run(command: &str, folder: &Path) -> Output {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme-target");
    cargo().args([command, "--offline", "--target-dir"]).arg(target).current_dir(folder).output().unwrap()
}

/// Builds the program with `uses` in front and runs it.
fn runs(name: &str, edition: &str, dependencies: &str, uses: &str, krate: &str) {
    let folder = folder(name);
    write(&folder, edition, dependencies, "main.rs", &format!("{uses}{}", PROGRAM.replace("CRATE", krate)));
    let output = run("run", &folder);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !said.contains("warning"), "{name}: {said}");
}

/// Returns the first error of a crate that must not compile, with its lines of help.
fn first_error(name: &str, dependencies: &str, source: &str) -> String {
    let folder = folder(name);
    write(&folder, "2024", dependencies, "lib.rs", source);
    let output = run("check", &folder);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{name} compiles: {said}");
    let start = said.find("\nerror").unwrap_or_else(|| panic!("{name}: {said}"));
    said[start + 1..].lines().take_while(|line| !line.trim_start().starts_with("-->")).collect::<Vec<_>>().join("\n")
}

/// Its manifest alone: it is too large to build here as well, and Cargo asks for packages of other targets where it resolves.
#[test]
fn the_crate_to_copy_takes_nothing_from_the_workspace_around_it() {
    let (from, copy) = (workspace().join("examples/cudarc"), folder("copied"));
    copy_sources(&from.join("src"), &copy.join("src"), &str::to_owned);
    fs::copy(from.join("build.rs"), copy.join("build.rs")).unwrap();
    let manifest = fs::read_to_string(from.join("Cargo.toml")).unwrap();
    let repository = format!("\"{}", workspace().display());
    fs::write(copy.join("Cargo.toml"), format!("{}\n[workspace]\n", manifest.replace("\"../..", &repository))).unwrap();
    fs::copy(workspace().join("Cargo.lock"), copy.join("Cargo.lock")).unwrap();
    let output = cargo()
        .args(["metadata", "--offline", "--no-deps", "--format-version", "1"])
        .current_dir(&copy)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

const TILE: &str = "#[smem_tile(32, 32)]\npub struct Tile(f32);\npub const INDEX: u32 = Tile::index(1, 1);\n";

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn smem_tile_is_enough() {
    let dependencies = format!("smem-tile = {{ {} }}", path("."));
    let uses = "use smem_tile::{SmemTile, shared_tile, smem_tile, translation_unit};";
    for edition in part(["2024", "2021"], 2) {
        runs(&format!("facade-{edition}"), edition, &dependencies, uses, "");
    }
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "builds crates: `--features exhaustive`")]
fn smem_derive_and_smem_layout_are_enough() {
    let dependencies =
        format!("smem-derive = {{ {} }}\nsmem-layout = {{ {} }}", path("smem-derive"), path("smem-layout"));
    let uses = "use smem_derive::smem_tile;\nuse smem_layout::{SmemTile, shared_tile, translation_unit};";
    for edition in ["2021", "2024"] {
        runs(&format!("two-crates-{edition}"), edition, &dependencies, uses, "");
    }
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "builds crates: `--features exhaustive`")]
fn either_crate_may_have_another_name_or_be_reexported() {
    let facade = format!("tiles = {{ package = \"smem-tile\", {} }}", path("."));
    let uses = "use tiles::{SmemTile, shared_tile, smem_tile, translation_unit};";
    runs("renamed", "2024", &facade, uses, ", crate = tiles");

    let kit = folder("kit");
    let facade = format!("smem-tile = {{ {} }}", path("."));
    write(&kit, "2024", &facade, "lib.rs", "pub use smem_tile as tile;\npub mod all {\n    pub use smem_tile::*;\n}\n");
    let kit = format!("kit = {{ path = {kit:?} }}");
    let uses = "use kit::all::{SmemTile, shared_tile, smem_tile, translation_unit};";
    runs("reexported", "2024", &kit, uses, ", crate = kit::all");
    runs("reexported-crate", "2021", &kit, uses, ", crate = ::kit::tile");

    let renamed = format!(
        "smem-derive = {{ {} }}\nlayouts = {{ package = \"smem-layout\", {} }}",
        path("smem-derive"),
        path("smem-layout")
    );
    let uses = "extern crate layouts as smem_layout;\nuse smem_derive::smem_tile;\n\
                use smem_layout::{SmemTile, shared_tile, translation_unit};";
    runs("renamed-in-the-root", "2024", &renamed, uses, "");

    // The attribute of one way, the library of the other.
    let both = format!("smem-derive = {{ {} }}\n{kit}", path("smem-derive"));
    let uses = "use smem_derive::smem_tile;\nuse kit::tile::{SmemTile, shared_tile, translation_unit};";
    runs("derive-and-reexport", "2024", &both, uses, ", crate = kit::tile");

    let error = first_error("behind-another", &kit, &format!("use kit::tile::smem_tile;\n{TILE}"));
    assert!(error.contains("`smem_tile`, which is not a dependency") && error.contains("`crate = path`"), "{error}");
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn without_default_features_a_crate_needs_no_alloc() {
    let dependencies = format!("smem-tile = {{ {}, default-features = false }}", path("."));
    let folder = folder("no-std");
    write(&folder, "2024", &dependencies, "lib.rs", &format!("#![no_std]\nuse smem_tile::smem_tile;\n{TILE}"));
    let output = run("check", &folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let error = first_error("no-alloc", &dependencies, "pub use smem_tile::solve;");
    assert!(error.contains("unresolved import `smem_tile::solve`"), "{error}");
}

#[test]
fn a_missing_dependency_is_named_with_the_line_to_add() {
    let version = env!("CARGO_PKG_VERSION");
    let dependencies = format!("smem-derive = {{ {} }}", path("smem-derive"));
    let error = first_error("derive-alone", &dependencies, &format!("use smem_derive::smem_tile;\n{TILE}"));
    assert!(error.contains("`smem_layout`, which is not a dependency"), "{error}");
    for line in [format!("`smem-layout = \"{version}\"`"), format!("`smem-tile = \"{version}\"`")] {
        assert!(error.contains(&line), "{error}");
    }
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "builds crates: `--features exhaustive`")]
fn versions_that_differ_are_an_error_that_names_both() {
    let version = env!("CARGO_PKG_VERSION");
    let (front, patch) = version.rsplit_once('.').unwrap();
    let other = format!("{front}.{}", patch.parse::<u32>().unwrap() + 1);
    // The next version of the library: a copy with another number wherever it has one.
    let copy = folder("smem-layout-next");
    let (old, new) = (version.replace('.', "_"), other.replace('.', "_"));
    copy_sources(&workspace().join("smem-layout/src"), &copy.join("src"), &|text| {
        text.replace(version, &other).replace(&old, &new)
    });
    let manifest = format!(
        "[workspace]\n[package]\nname = \"smem-layout\"\nversion = \"{other}\"\nedition = \"2024\"\n[features]\ndefault = [\"alloc\"]\nalloc = [\"smem-banks/alloc\"]\n\
         [dependencies]\nsmem-banks = {{ {} }}\n",
        path("crates/smem-banks")
    );
    fs::write(copy.join("Cargo.toml"), manifest).unwrap();
    let dependencies = format!("smem-derive = {{ {} }}\nsmem-layout = {{ path = {copy:?} }}", path("smem-derive"));
    let error = first_error("versions", &dependencies, &format!("use smem_derive::smem_tile;\n{TILE}"));
    assert!(
        error.contains(&format!("smem-derive {version}")) && error.contains(&format!("smem-layout {other}")),
        "{error}"
    );
}

fn copy_sources(from: &Path, to: &Path, change: &dyn Fn(&str) -> String) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_sources(&entry.path(), &target, change);
        } else {
            fs::write(target, change(&fs::read_to_string(entry.path()).unwrap())).unwrap();
        }
    }
}

/// Only here: in the workspace, other crates switch on the feature of `syn` that reads every expression.
#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "builds crates: `--features exhaustive`")]
fn an_array_length_that_is_a_block_has_its_message() {
    let dependencies = format!("smem-tile = {{ {} }}", path("."));
    let source = "#[smem_tile::smem_tile(32, 32)]\npub struct Tile([f32; if true { 4 } else { 2 }]);\n";
    let error = first_error("array-length", &dependencies, source);
    assert!(error.contains("the length of an array in it is more than a literal or a name"), "{error}");
}

#[test]
fn smem_tile_brings_the_projects_crates_and_the_parsers_of_macros_alone() {
    let output = cargo()
        .args(["tree", "--offline", "-p", "smem-tile", "-e", "normal,build", "--target", "all"])
        .args(["--prefix", "none", "--format", "{p}"])
        .current_dir(workspace())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap();
    let names: BTreeSet<&str> =
        tree.lines().filter_map(|line| line.split(' ').next()).filter(|name| !name.is_empty()).collect();
    let expected = [
        "proc-macro2",
        "quote",
        "smem-banks",
        "smem-derive",
        "smem-derive-impl",
        "smem-layout",
        "smem-tile",
        "syn",
        "unicode-ident",
    ];
    assert_eq!(names, BTreeSet::from(expected));
}
