//! A tile whose shape is written with constants costs a kernel in Rust what a tile of literals costs: its index compiles to as
//! many instructions.
//!
//! Without a compiler for the GPU's target this test says so and passes, except where `SMEM_REQUIRE_DEVICE_RUST=1`.

use std::path::Path;

use smem_tests::device_rust::{self, compile_or_skip};
use smem_tests::readme::{workspace, write_crate};

/// The attribute's arguments with literals and with constants, and the element.
const TILES: [(&str, &str, &str); 5] = [
    ("32, 32, pad = auto", "N, N, pad = auto", "f32"),
    ("32, 32", "N, N", "f32"),
    (
        "32, 64, swizzle = auto, access(row(vec = 4), col(vec = 4))",
        "N, 2 * N, swizzle = auto, access(row(vec = 4), col(vec = 4))",
        "f32",
    ),
    ("40, 24, swizzle = (2, 0, 4), access(row)", "N + 8, N - 8, swizzle = (2, 0, 4), access(row)", "Real"),
    ("1000, access(row, stride(32)), pad = auto", "31 * N + 8, access(row, stride(32)), pad = auto", "f32"),
];

/// A crate with a kernel for each tile, which stores the indices that it computes.
fn source() -> String {
    let mut source =
        "#![no_std]\n#![feature(abi_ptx)]\nuse smem_tile::smem_tile;\nconst N: usize = 32;\ntype Real = f32;\n"
            .to_string();
    for (number, (literals, constants, elem)) in TILES.iter().enumerate() {
        for (name, args, elem) in [("Literal", literals, "f32"), ("Constant", constants, *elem)] {
            source += &format!(
                "#[smem_tile({args})]\nstruct {name}{number}({elem});\n\
                 #[unsafe(no_mangle)]\n\
                 /// # Safety\n/// `out` is valid.\n\
                 pub unsafe extern \"ptx-kernel\" fn {}{number}(out: *mut u32, row: u32, col: u32) {{\n    \
                 unsafe {{ *out = {name}{number}::index(row, col) }}\n}}\n",
                name.to_lowercase(),
            );
        }
    }
    source
}

/// Returns the opcodes of the kernel `name`, in order.
fn opcodes(ptx: &str, name: &str) -> Vec<String> {
    let (_, body) = ptx.split_once(&format!(".entry {name}(")).unwrap_or_else(|| panic!("no kernel {name} in\n{ptx}"));
    let (_, body) = body.split_once("{\n").unwrap();
    let (body, _) = body.split_once("\n}").unwrap();
    let lines = body.lines().map(str::trim).filter(|line| line.ends_with(';') && !line.starts_with(['.', '/']));
    lines.filter_map(|line| line.split_whitespace().next()).map(String::from).collect()
}

#[test]
fn the_index_of_constants_has_no_more_instructions_than_that_of_literals() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("constants-on-gpu");
    let library = workspace().display().to_string();
    let addition = ["add", "--path", &library, "--no-default-features"].map(String::from).to_vec();
    let compiled = compile_or_skip("tiles of constants", |toolchain| {
        write_crate(&folder, &[addition], &[("src/lib.rs".to_owned(), source())]).unwrap();
        // `core` is built there once, for the tests of every kernel in Rust.
        device_rust::compile(toolchain, &folder, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("device-rust"))
    });
    let Some(ptx) = compiled else { return };
    for (number, (_, args, _)) in TILES.iter().enumerate() {
        let [literal, constant] = ["literal", "constant"].map(|kind| opcodes(&ptx, &format!("{kind}{number}")));
        println!("{args}: {literal:?}, {constant:?}");
        assert!(literal.len() >= 4, "{literal:?}");
        assert!(constant.len() <= literal.len(), "{args}: {constant:?} and {literal:?}");
    }
}
