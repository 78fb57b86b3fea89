//! `smem-tile header`: the text, the names, and the file.

use crate::call::{Folder, call};

#[test]
fn a_header_has_a_guard_and_the_tiles_in_a_namespace() {
    let tiles = ["A(f32): 32, 32, pad = auto", "B(half::f16): 4, 8, 64, stages = 2, access(row(vec = 8))"];
    let answer = call(&["header", tiles[0], tiles[1], "--namespace", "my::tiles"]);
    insta::assert_snapshot!(answer.whole());
}

#[test]
fn the_file_is_what_would_be_printed_and_its_name_the_guard() {
    let folder = Folder::with(&[]);
    let tile = "A(f32): 32, 32";
    let answer = folder.call(&["header", tile, "-o", "my-tiles.cuh", "--namespace", "a::b"]);
    assert_eq!(answer.whole(), "---- exit code 0\n");
    let text = folder.text("my-tiles.cuh");
    assert!(text.contains("#ifndef SMEM_TILE_A_B_MY_TILES_CUH\n"), "{text}");
    let printed = folder.call(&["header", tile, "--namespace", "a::b", "--guard", "SMEM_TILE_A_B_MY_TILES_CUH"]).out;
    assert_eq!(printed, text);
    assert_eq!(folder.names(), ["my-tiles.cuh"]);
}

#[test]
fn json_has_the_header_in_it() {
    let answer = call(&["header", "--json", "A(f32): 32, 32, cuda = \"Kernel\""]);
    let document: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(document["tiles"][0]["cuda_name"], "Kernel");
    assert_eq!(document["header"], call(&["header", "A(f32): 32, 32, cuda = \"Kernel\""]).out);
}

#[test]
fn two_tiles_of_one_name_are_refused_until_one_is_chosen() {
    let source = "#[smem_tile(8, 8)]\nstruct A(f32);\n#[smem_tile(8, 8, cuda = \"A\")]\nstruct B(f32);\n";
    let folder = Folder::with(&[("tiles.rs", source)]);
    let answer = folder.call(&["header", "tiles.rs"]);
    insta::assert_snapshot!(answer.is_refusal());
    assert_eq!(folder.call(&["header", "tiles.rs", "--only", "B"]).code, 0);
    let conditional = source.replace("#[smem_tile(8, 8)]", "#[cfg_attr(wide, smem_tile(8, 8))]");
    let conditional = Folder::with(&[("tiles.rs", &conditional)]);
    let both = conditional.call(&["header", "tiles.rs", "--cfg", "wide"]);
    assert!(both.is_refusal().contains("tiles.rs:1:1 and tiles.rs:3:1"), "{both:?}");
    let answer = folder.call(&["header", "tiles.rs", "--only", "A", "A(f64): 4, 4"]);
    assert!(answer.is_refusal().contains("<argument>:1:1"), "{answer:?}");
}

#[test]
fn no_file_is_written_after_a_mistake_or_a_conflict() {
    let folder = Folder::with(&[("old.cuh", "old")]);
    for (tile, code) in [("A(f32): 32, 32, pad = x", 2), ("A(f32): 32, 32, pad = 0", 1)] {
        for file in ["old.cuh", "new.cuh"] {
            assert_eq!(folder.call(&["header", "B(f32): 8, 8", tile, "-o", file]).code, code);
        }
    }
    assert_eq!((folder.names(), folder.text("old.cuh")), (vec!["old.cuh".to_string()], "old".to_string()));
    assert_eq!(folder.call(&["header", "A(f32): 32, 32, pad = 0, conflicts = allow"]).code, 0);
}

#[test]
fn an_output_that_cannot_be_written_is_one_sentence() {
    let folder = Folder::with(&[("file", "")]);
    std::fs::create_dir(folder.path("folder")).unwrap();
    for file in ["folder", "missing/tiles.cuh", "file/tiles.cuh"] {
        let answer = folder.call(&["header", "A(f32): 8, 8", "-o", file]);
        let message = answer.is_refusal();
        assert!(message.starts_with("error: cannot write `") && message.lines().count() == 2, "{message}");
    }
    assert_eq!(folder.names(), ["file", "folder"]);
    let answer = folder.call(&["header", "A(f32): 8, 8", "-o", "/dev/full"]);
    assert!(answer.is_refusal().contains("no space left"), "{answer:?}");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_replaced_keeps_its_permissions_and_a_link_is_refused() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::with(&[("old.cuh", "old")]);
    let mode = |name: &str| folder.path(name).metadata().unwrap().permissions().mode() & 0o777;
    std::fs::set_permissions(folder.path("old.cuh"), std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("old.cuh", folder.path("link.cuh")).unwrap();
    let refused = folder.call(&["header", "A(f32): 8, 8", "-o", "link.cuh"]);
    assert!(refused.is_refusal().contains("is a symbolic link"), "{refused:?}");
    assert!(folder.path("link.cuh").is_symlink() && folder.text("old.cuh") == "old");
    assert_eq!(folder.call(&["header", "A(f32): 8, 8", "-o", "old.cuh"]).code, 0);
    assert!(folder.text("old.cuh").starts_with("// Generated"));
    assert_eq!(mode("old.cuh"), 0o640);
    // A new one has those of any new file.
    assert_eq!(folder.call(&["header", "A(f32): 8, 8", "-o", "new.cuh"]).code, 0);
    std::fs::write(folder.path("other"), "").unwrap();
    assert_eq!(mode("new.cuh"), mode("other"));
}

#[test]
fn names_that_cpp_does_not_take_are_refused() {
    let refused = |arguments: &[&str]| {
        let answer = call(&[&["header", "A(f32): 8, 8"], arguments].concat());
        answer.is_refusal().lines().next().unwrap().to_string()
    };
    for (option, name) in [
        ("--guard", "A-B"),
        ("--guard", ""),
        ("--guard", "defined"),
        ("--guard", "class"),
        ("--namespace", ""),
        ("--namespace", "a::"),
        ("--namespace", "a::class"),
        ("--namespace", "a b"),
        ("--namespace", "std"),
        ("--namespace", "thrust"),
    ] {
        let message = refused(&[option, name]);
        assert!(message.contains("cannot be"), "{option} {name}: {message}");
    }
}

const BLOCKS: &str = "#[smem_tile(8, 8)] struct A(f32);
#[shared_block] struct Smem { lives: Lives, sums: [u16; 3] }
#[shared_block] union Lives { a: A, rows: [f32; 4] }
#[cfg(test)] mod tests { #[smem_tile(4, 4)] struct A(u8); }
";

#[test]
fn blocks_are_in_the_header_and_what_tests_have_is_not() {
    let folder = Folder::with(&[("tiles.rs", BLOCKS)]);
    let text = folder.call(&["header", "tiles.rs"]).out;
    let order =
        ["struct alignas(4) A {", "union alignas(4) Lives {", "struct alignas(4) Smem {"].map(|part| text.find(part));
    assert!(order.is_sorted() && order[0].is_some(), "{text}");
    let lacking = folder.call(&["header", "tiles.rs", "--only", "Smem", "--only", "Lives"]);
    let said = "error: the block `Lives` has a field of `A`, which is not in the header";
    assert!(lacking.is_refusal().starts_with(said), "{lacking:?}");
    let document = folder.call(&["header", "--json", "tiles.rs"]).out;
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    assert_eq!((&document["blocks"][0]["name"], &document["blocks"][0]["bytes"]), (&"Smem".into(), &264.into()));
}

#[test]
fn a_tile_under_a_condition_is_refused_until_it_is_known() {
    let source = "#[cfg(feature = \"wide\")] #[smem_tile(16, 16)] struct A(f32);
#[cfg(not(feature = \"wide\"))] #[smem_tile(8, 8)] struct A(f32);
";
    let folder = Folder::with(&[("tiles.rs", source)]);
    insta::assert_snapshot!(folder.call(&["header", "tiles.rs"]).is_refusal());
    assert!(folder.call(&["header", "tiles.rs", "--cfg", "feature=\"wide\""]).out.contains("COLS = 16u"));
    assert!(folder.call(&["header", "tiles.rs", "--cfg", "other"]).out.contains("COLS = 8u"));
    assert!(folder.call(&["header", "tiles.rs", "--cfg", "a b"]).is_refusal().contains("is not a condition"));
}

#[test]
fn a_block_of_a_type_that_only_the_compiler_knows_is_refused_by_name() {
    let folder = Folder::with(&[("tiles.rs", "#[shared_block] struct Smem { a: Elsewhere }")]);
    let said = folder.call(&["header", "tiles.rs"]);
    assert!(said.is_refusal().contains("the block `Smem` is not known without the compiler"), "{said:?}");
}

#[test]
fn the_map_says_that_a_block_has_none() {
    let folder = Folder::with(&[("tiles.rs", BLOCKS)]);
    let answer = folder.call(&["map", "tiles.rs", "--only", "Smem"]);
    assert!(answer.code == 0 && answer.err.contains("`Smem` is a block"), "{answer:?}");
}
