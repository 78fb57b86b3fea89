//! The page that rustdoc makes of an annotated type: what a reader and a hover see.

use std::fs;
use std::path::Path;
use std::process::Command;

use smem_tests::readme::write_crate;

const TILES: &str = "\
//! Tiles.
use smem_tile::{shared_block, smem_tile};

/// Padded.
#[smem_tile(32, 32, pad = auto)]
pub struct Padded(pub u64);

/// The rows and columns.
pub const N: usize = 32;

/// From constants.
#[smem_tile(N, N)]
pub struct Computed(pub f32);

/// A block.
#[shared_block]
pub struct Block {
    /// The tile.
    pub tile: Padded,
}
";

/// Returns the text of a page, without its tags.
fn page(folder: &Path, name: &str) -> String {
    let html = fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let text: String = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
    text.replace("&#39;", "'").replace("&amp;", "&")
}

#[test]
fn the_page_of_a_tile_has_a_map_of_its_banks_and_no_cuda_text() {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (folder, target) = (temporary.join("documentation"), temporary.join("readme-target"));
    let facade = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let addition = ["add", "--path", facade.to_str().unwrap()].map(str::to_owned).to_vec();
    write_crate(&folder, &[addition], &[("src/lib.rs".to_owned(), TILES.to_owned())]).unwrap();
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(&folder).args(["doc", "--no-deps", "--offline", "--target-dir"]).arg(&target);
    let output = cargo.env("RUSTDOCFLAGS", "-Dwarnings").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let pages = target.join("doc/reader");
    let padded = page(&pages, "struct.Padded.html");
    let row = "     1  2  4  6  8 10 12 14 16 ..  0 --\n";
    assert!(padded.contains("The bank of each element, the first of 2") && padded.contains(row), "{padded}");
    for name in ["struct.Padded.html", "struct.Computed.html", "struct.Block.html"] {
        let page = page(&pages, name);
        assert!(page.contains("const CUDA: &'static str"), "{name}");
        assert!(!page.contains("__align__") && !page.contains("smem.cuh"), "{name} has the text of CUDA");
    }
}
