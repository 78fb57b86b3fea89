//! Characters that terminals obey, and texts that nest.

use std::fs;

use smem_exhaustive::part;

use super::{profile, ptx_of};
use crate::call::Folder;

/// Clears the screen, sets the title of the window, and rings.
const CONTROL: &str = "\u{1b}[2J\u{1b}]0;title\u{7}";

#[test]
fn source_lines_and_file_names_do_not_reach_a_terminal_raw() {
    let name = format!("k{CONTROL}.cu");
    let folder = Folder::with(&[(&name, &format!("{CONTROL} tile[0] = 1; \u{202e}\u{9b}0m"))]);
    let ptx = ptx_of(&name).replace("mov.u32 %r0, tile;", &format!("mov.u32 %r0, tile; // {CONTROL}"));
    fs::write(folder.path("k.ptx"), ptx).unwrap();
    let answer = profile(&folder, "k.ptx", &["--annotate"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    let raw = |text: &str| text.chars().any(|c| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c));
    assert!(!raw(&answer.out) && !raw(&answer.err), "{answer:?}");
    assert!(answer.out.contains("\\u{1b}[2J"), "{answer:?}");
    let json = profile(&folder, "k.ptx", &["--json"]);
    assert!(!raw(&json.out), "{json:?}");
    for command in ["explain", "profile", "fix"] {
        let missing = folder.call(&[command, &format!("missing{CONTROL}.rs")]);
        assert!(!raw(&missing.err), "{missing:?}");
    }
    fs::write(folder.path("mistake.rs"), format!("#[smem_tile(8, 8, pad = \"{CONTROL}\")]\nstruct A(f32);\n")).unwrap();
    let mistake = folder.call(&["explain", "mistake.rs"]);
    assert!(mistake.code == 2 && !raw(&mistake.err), "{mistake:?}");
}

#[test]
fn an_svg_document_has_characters_of_xml_alone() {
    let folder = Folder::with(&[("k.ptx", &ptx_of("s.cu")), ("s.cu", "a\u{1}b\u{b}c\u{1b}[0m\u{fffe}\u{ffff}<&>")]);
    assert_eq!(profile(&folder, "k.ptx", &["--svg", "k.svg"]).code, 0);
    let svg = folder.text("k.svg");
    let allowed =
        |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    assert!(svg.chars().all(allowed), "{svg}");
    assert!(svg.contains("&lt;&amp;"), "{svg}");
}

#[test]
fn a_quote_in_a_file_name_changes_nothing() {
    let text = "__global__ void k() { __shared__ volatile int a[32]; a[threadIdx.x] = 1; }\n";
    for name in ["it's.cu", "a \"b\".cu", "back\\slash.cu"] {
        let folder = Folder::with(&[(name, text)]);
        for isa in ["sass", "ptx"] {
            let answer = profile(&folder, name, &["--isa", isa]);
            assert_eq!(answer.code, 0, "{name} {isa}: {answer:?}");
            assert!(answer.out.contains(":1"), "{answer:?}");
        }
    }
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn texts_that_nest_deeply_are_refused() {
    let deep = |open: &str, close: &str, times: usize| open.repeat(times) + close.repeat(times).as_str();
    let folder = Folder::with(&[
        ("mods.rs", &deep("mod a { ", "}", 2000)),
        ("parentheses.rs", &format!("#[smem_tile(8, 8, pad = {})]\nstruct A(f32);", deep("(", ")", 3000))),
        ("lanes.rs", &format!("#[smem_tile(8, 8, access(lanes(|l| ({}, 0))))]\nstruct A(f32);", deep("(", ")", 3000))),
        ("bodies.rs", &format!("fn f() {{ {} }}\n#[smem_tile(8, 8)]\nstruct A(f32);", deep("(", ")", 3000))),
        ("minus.rs", &format!("const A: i32 = {}1;\n#[smem_tile(8, 8)]\nstruct A(f32);", "-".repeat(100_000))),
        ("types.rs", &format!("type A = {}u8;\n#[smem_tile(8, 8)]\nstruct A(f32);", "&".repeat(100_000))),
        ("namespaces.cu", &(deep("namespace a {", "}", 100_000) + "__global__ void k() { }")),
        ("structs.cu", &(deep("struct a {", "};", 100_000) + "__global__ void k() { }")),
        ("sum.cu", &format!("__global__ void k() {{ int a = {}1; }}", "1+".repeat(100_000))),
        ("chain.cu", &format!("__global__ void k(int a) {{ {} {{ }} }}", "if (a) { } else ".repeat(100_000))),
        ("launch.toml", &format!("a = {}", deep("[", "]", 100_000))),
        ("k.ptx", &ptx_of("a.cu")),
    ]);
    for file in part(["mods.rs", "parentheses.rs", "lanes.rs", "bodies.rs", "minus.rs", "types.rs"], 2) {
        let answer = folder.call(&["explain", file]);
        assert_eq!(answer.code, 2, "{file}: {answer:?}");
    }
    let line = format!("A(f32): 8, 8, access(lanes(|l| ({}, 0)))", deep("(", ")", 3000));
    assert_eq!(folder.call(&["explain", &line]).code, 2);
    for file in part(["namespaces.cu", "structs.cu", "sum.cu", "chain.cu"], 3) {
        let answer = profile(&folder, file, &["--kernel", "k"]);
        assert_eq!(answer.code, 2, "{file}: {}", &answer.err[..answer.err.len().min(500)]);
    }
    assert_eq!(folder.call(&["profile", "k.ptx", "--launch", "launch.toml"]).code, 2);
}
