//! Text of strangers on a terminal: none of it is obeyed.
#![cfg(unix)]

use std::fs;

use super::ptx_of;
use crate::call::Folder;

/// Clears the screen, sets the title of the window, rings, and turns the direction of writing.
const CONTROL: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}2J\u{85}\u{202e}\u{2066}\u{200f}";

/// Fails where a terminal obeys anything besides colours, and what moves the lines of a bar.
fn assert_inert(shown: &str, what: &str) {
    assert_nothing_obeyed(shown, what);
    assert!(is_escaped(shown), "{what} does not show it escaped: {shown:?}");
}

fn is_escaped(shown: &str) -> bool {
    shown.contains("\\u{1b}") || shown.contains("\\u{202e}")
}

fn assert_nothing_obeyed(shown: &str, what: &str) {
    assert!(!shown.is_empty(), "{what} shows nothing");
    for part in ["\u{1b}[2J", "\u{1b}]", "\u{7}", "\u{9b}", "\u{85}", "\u{202e}", "\u{2066}", "\u{200f}"] {
        assert!(!shown.contains(part), "{what}: {part:?} in {shown:?}");
    }
}

const LAUNCH: [&str; 8] = ["--kernel", "k", "--grid", "1", "--block", "32", "--arg", "a:f32[32]"];

fn kernel() -> String {
    format!(
        "__global__ void k(float* a) {{ __shared__ float s[32][32]; s[threadIdx.x][0] = a[threadIdx.x]; __syncthreads(); \
         a[threadIdx.x] = s[threadIdx.x][0]; }} // {CONTROL}\n"
    )
}

#[test]
fn a_patch_is_escaped_on_a_terminal_and_exact_in_a_pipe() {
    let folder = Folder::with(&[("k.cu", &kernel())]);
    let words = [&["fix", "k.cu", "--diff"], &LAUNCH[..]].concat();
    let (code, shown) = folder.call_on_terminal(&words);
    assert_eq!(code, 0, "{shown}");
    assert_inert(&shown, "fix --diff");
    let exact = folder.call(&words);
    assert!(exact.out.contains(CONTROL), "{exact:?}");
    fs::write(folder.path("p.diff"), &exact.out).unwrap();
    let applied =
        std::process::Command::new("patch").args(["-p1", "-i", "p.diff"]).current_dir(folder.path("")).output();
    assert!(applied.is_err() || folder.text("k.cu").contains("s[32][33]"), "{applied:?}");
}

#[test]
fn reports_are_inert() {
    let name = format!("k{CONTROL}.cu");
    let folder = Folder::with(&[(&name, &kernel())]);
    fs::write(folder.path("k.ptx"), ptx_of(&name)).unwrap();
    let config =
        format!("[[launch]]\nfile = {:?}\nkernel = \"k\"\ngrid = 1\nblock = 32\nargs = [\"a:f32[32]\"]\n", "NAME");
    let quoted = serde_json::to_string(&name).unwrap();
    let escaped = quoted.chars().map(|mark| match mark {
        '\u{80}'.. => format!("\\u{:04x}", u32::from(mark)),
        '\u{7f}' => "\\u007f".to_owned(),
        mark => mark.to_string(),
    });
    let escaped: String = escaped.collect();
    fs::write(folder.path("smem-tile.toml"), config.replace("\"NAME\"", &escaped)).unwrap();
    let launched = [&[&name[..]], &LAUNCH[..]].concat();
    for (words, what) in [
        ([&["profile"], &launched[..]].concat(), "profile"),
        ([&["profile", "--annotate", "--chains"], &launched[..]].concat(), "profile --annotate"),
        ([&["profile", "--json"], &launched[..]].concat(), "profile --json"),
        ([&["profile", "--sarif", "/dev/stderr"], &launched[..]].concat(), "profile --sarif"),
        (vec!["profile", "k.ptx", "--grid", "1", "--block", "32"], "profile of PTX"),
        (vec!["check"], "check"),
        (vec!["check", "--verbose"], "check --verbose"),
        (vec!["check", "--json"], "check --json"),
        ([&["fix"], &launched[..]].concat(), "fix"),
        ([&["fix", "--write"], &launched[..]].concat(), "fix --write"),
    ] {
        let (_, shown) = folder.call_on_terminal(&words);
        assert_nothing_obeyed(&shown, what);
        assert!(what.ends_with("json") || is_escaped(&shown), "{what} does not show it escaped: {shown:?}");
    }
}

#[test]
fn names_of_files_with_tiles_are_inert() {
    let odd = format!("t{CONTROL}.rs");
    let tiles = format!("#[smem_tile(8, 8, swizzle = auto, access(col))] // {CONTROL}\nstruct A(f32);\n");
    let folder = Folder::with(&[(&odd, &tiles)]);
    for words in [
        &["explain", &odd][..],
        &["explain", "--json", &odd],
        &["header", &odd],
        &["map", &odd],
        &["map", "--json", &odd],
    ] {
        let (code, shown) = folder.call_on_terminal(words);
        assert_eq!(code, 0, "{words:?}: {shown}");
        assert_nothing_obeyed(&shown, &format!("{words:?}"));
    }
}

#[test]
fn messages_are_inert() {
    let wrong = format!("__global__ void k() {{ nothing(); }} // {CONTROL}\n#error {CONTROL}\n");
    let rust = format!("#[smem_tile(8, 8, pad = 3, cuda = \"{CONTROL}\")] /* {CONTROL} */\nstruct A(f32);\n");
    let odd = format!("t{CONTROL}.rs");
    let folder =
        Folder::with(&[("wrong.cu", &wrong), ("mistake.rs", &rust), (&odd, "#[smem_tile(8, 8)]\nstruct A(f32)")]);
    let missing = format!("missing{CONTROL}");
    let option = format!("--{CONTROL}");
    let launch = format!("[[launch]]\nkernel = \"{}\"\ngrid = 1\nblock = 1\n", "k\\u001b]0;owned\\u0007");
    fs::write(folder.path("k.toml"), launch).unwrap();
    let commands: [&[&str]; 16] = [
        &["profile", "wrong.cu", "--grid", "1", "--block", "32"],
        &["profile", "wrong.cu", "--launch", "k.toml"],
        &["profile", "wrong.cu", "--kernel", &missing, "--grid", "1", "--block", "1"],
        &["profile", "wrong.cu", "-D", &missing, "--grid", "1", "--block", "1"],
        &["profile", &missing],
        &["profile", "wrong.cu", "--grid", &missing],
        &["profile", "wrong.cu", &option],
        &["fix", &missing],
        &["check", &missing],
        &["check", "--config", &missing],
        &["explain", "mistake.rs"],
        &["explain", &odd],
        &["map", "mistake.rs"],
        &["header", &odd],
        &["header", "T(f32): 8, 8", "-o", &format!("{missing}/a")],
        &[&missing],
    ];
    for words in commands {
        let (code, shown) = folder.call_on_terminal(words);
        assert_eq!(code, 2, "{words:?}: {shown}");
        assert_inert(&shown, &format!("{words:?}"));
    }
}
