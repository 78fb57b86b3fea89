//! Input that cannot be used: a sentence and the exit code 2, never a backtrace.

use crate::call::{Folder, call};
use std::fs;

#[test]
fn each_bad_input_has_its_message() {
    let folder = Folder::with(&[
        ("empty.rs", ""),
        ("no_tiles.rs", "struct NotATile(f32);\n"),
        ("syntax.rs", "fn main() {\n    let x = ;\n}\n"),
        ("script.rs", "#!/usr/bin/env x\nfn main() {\n    let x = ;\n}\n"),
        ("end.rs", "#[smem_tile(8, 8)]\nstruct A(f32);\nfn main()\n"),
        ("open.rs", "fn main() {\n    call(\n}\n"),
        ("macro.rs", "macro_rules! tile { () => { #[smem_tile(8, 8)] struct A(f32); } }\n"),
        (
            "mistakes.rs",
            "#[smem_tile(0, 32, pad = outo)]\nstruct A(f32);\n\n#[smem_tile]\nstruct B(f32);\n\n#[smem_tile(N, 32)]\nstruct C(f32);\n",
        ),
    ]);
    fs::write(folder.path("bytes.rs"), b"fn a() {}\n\xff").unwrap();
    fs::create_dir(folder.path("folder")).unwrap();
    let mut all = String::new();
    for argument in [
        "empty.rs",
        "no_tiles.rs",
        "syntax.rs",
        "script.rs",
        "end.rs",
        "open.rs",
        "macro.rs",
        "mistakes.rs",
        "bytes.rs",
        "folder",
        "missing.rs",
        "missing",
        "",
        "Tile(f32)",
        "Tile(f32): 32, 32, acess(row)",
        "Tile(f32): 1000, 1000",
        "Tile(flaot): 32, 32",
        "two\nlines",
    ] {
        let answer = folder.call(&["explain", argument]);
        all += &format!("==== {argument:?}\n{}", answer.is_refusal());
    }
    insta::assert_snapshot!(all);
}

#[test]
fn a_name_that_no_tile_has_is_refused() {
    let answer = call(&["explain", "A(f32): 8, 8", "B(f32): 8, 8", "--only", "C"]);
    assert!(answer.is_refusal().contains("there are `A` and `B`"), "{answer:?}");
}

#[test]
fn a_mistake_in_one_source_hides_none_in_another() {
    let answer = call(&["explain", "A(f32): 8, pad = outo", "B(f32): 8, 8", "C(f32): 8, pads = 1"]);
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("`pad` cannot be `outo`") && answer.err.contains("no option `pads`"), "{}", answer.err);
    assert!(answer.out.starts_with("B: 8 x 8"), "{}", answer.out);
}

#[test]
fn a_wrong_command_line_has_the_code_of_bad_input() {
    for arguments in [&["explain"][..], &[], &["explode", "A(f32): 8"], &["explain", "A(f32): 8", "--max-excess", "x"]]
    {
        assert_eq!(call(arguments).code, 2, "{arguments:?}");
    }
    for arguments in [&["--help"][..], &["--version"], &["explain", "--help"]] {
        assert_eq!(call(arguments).code, 0, "{arguments:?}");
    }
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    use std::process::{Command, Stdio};
    let tiles = vec!["A(f32): 32, 32"; 200];
    let mut program = Command::new(env!("CARGO_BIN_EXE_smem-tile"));
    program.arg("explain").args(tiles).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn a_reader_that_leaves_before_a_check_has_said_all_does_not_make_it_pass() {
    use std::process::{Command, Stdio};
    let launch = "[[launch]]\nfile = \"k.ptx\"\nkernel = \"k\"\ngrid = 1\nblock = 32\n";
    let folder = crate::call::Folder::with(&[("k.ptx", PASSES), ("smem-tile.toml", launch)]);
    assert_eq!(folder.call(&["check"]).code, 0);
    for arguments in [&["check"][..], &["profile", "k.ptx"]] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_smem-tile"));
        program.args(arguments).current_dir(folder.path(".")).stdout(Stdio::piped()).stderr(Stdio::piped());
        program.env("SMEM_TILE_CACHE", smem_launch::Install::Allowed.folder().unwrap());
        let mut child = program.spawn().unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(141), "{arguments:?}");
    }
}

const PASSES: &str = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n.reg .b32 %r<3>;\n.shared .align 4 .b8 t[256];\n\
     mov.u32 %r1, %tid.x;\nmov.u32 %r2, t;\nmad.lo.u32 %r2, %r1, 4, %r2;\nst.shared.u32 [%r2], %r1;\nret;\n}\n";
