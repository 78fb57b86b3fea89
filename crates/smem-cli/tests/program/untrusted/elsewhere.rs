//! Files outside of a checkout: neither their text nor their existence is in an answer.
//!
//! Each attack runs with the file that it is after and without: the answers are the same.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use smem_exhaustive::part;

use super::ptx_of;
use crate::call::{Answer, Folder};

const CANARY: &str = "canary_of_another_folder";

/// A folder with `outside.txt`, and a checkout `own` with files, from which the program runs by `profile`.
fn checkout(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::with(&[("outside.txt", &format!("{CANARY}\n"))]);
    for (name, text) in files {
        let path = folder.path("own").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::create_dir_all(folder.path("own/work")).unwrap();
    folder
}

/// The answers with the file outside and without it.
fn both(folder: &Folder, words: &[&str]) -> [Answer; 2] {
    let there = folder.call_in("own", words);
    fs::rename(folder.path("outside.txt"), folder.path("own/.gone")).unwrap();
    let gone = folder.call_in("own", words);
    fs::rename(folder.path("own/.gone"), folder.path("outside.txt")).unwrap();
    [there, gone]
}

fn assert_closed(folder: &Folder, words: &[&str], what: &str) -> Answer {
    let [there, gone] = both(folder, words);
    assert!(!format!("{there:?}").contains(CANARY), "{what} {words:?}: {there:?}");
    // Whoever is the first to need a part of the toolkit installs it.
    let is_installation = |line: &&str| ["no ", "installed ", "waiting "].iter().any(|start| line.starts_with(start));
    let told =
        |answer: &Answer| answer.whole().lines().filter(|line| !is_installation(line)).collect::<Vec<_>>().join("\n");
    assert_eq!(told(&there), told(&gone), "{what} {words:?} says whether the file exists");
    there
}

const LAUNCH: [&str; 8] = ["--kernel", "k", "--grid", "1", "--block", "32", "--arg", "a:f32[32]"];

const KERNEL: &str = "__global__ void k(float* a) { a[threadIdx.x] = 1; }\n";

/// Beginnings of a text that have a compiler open `../outside.txt`, or `OUTSIDE`, which is its absolute path, or ask for it.
const ATTACKS: [&str; 37] = [
    "#include \"../outside.txt\"",
    "#include <../outside.txt>",
    "#include \"OUTSIDE\"",
    "#include <OUTSIDE>",
    "#include \"work/../../outside.txt\"",
    "#include \"link.h\"",
    "#include \"folder/outside.txt\"",
    "#inc\\\nlude \"OUTSIDE\"",
    "# /* a */ include /* b */ \"OUTSIDE\"",
    "%:include \"OUTSIDE\"",
    "#define Q \"/*\"\n#include \"OUTSIDE\"",
    "const char* r = R\"(\n#include \"OUTSIDE\"\n)\";",
    "#define H \"OUTSIDE\"\n#include H",
    "#define S(x) #x\n#define T(x) S(x)\n#include T(OUTSIDE)",
    "#if __CUDA_ARCH__ >= 700\n#include \"../outside.txt\"\n#endif",
    "#ifndef __CUDA_ARCH__\n#include \"../outside.txt\"\n#endif",
    "#if __has_include(\"OUTSIDE\")\n#error it is there\n#endif",
    "#if __has_include(<OUTSIDE>)\n#error it is there\n#endif",
    "#if __has_include(\"../outside.txt\")\n#error it is there\n#endif",
    "#if __has_include(\"link.h\")\n#error it is there\n#endif",
    "#if __has_inc\\\nlude(\"OUTSIDE\")\n#error it is there\n#endif",
    "#define H \"OUTSIDE\"\n#if __has_include(H)\n#error it is there\n#endif",
    "#define ASK __has_include\n#if ASK(\"OUTSIDE\")\n#error it is there\n#endif",
    "#define ASK(x) __has_include(x)\n#if ASK(\"OUTSIDE\")\n#error it is there\n#endif",
    "#define CAT(a, b) a##b\n#if CAT(__has_, include)(\"OUTSIDE\")\n#error it is there\n#endif",
    "#define CAT(a, b, c) a##b##c\n#if CAT(__, has_inc, lude)(<OUTSIDE>)\n#error it is there\n#endif",
    "#if __has_include_next(\"OUTSIDE\")\n#error it is there\n#endif",
    "#include_next \"OUTSIDE\"",
    "#ifdef __has_embed\n#if __has_embed(\"OUTSIDE\")\n#error it is there\n#endif\n#endif",
    "#embed \"OUTSIDE\"",
    "#line 1 \"OUTSIDE\"\n#error a line",
    "# 1 \"OUTSIDE\" 3\n#error a line",
    "#define H \"OUTSIDE\"\n#line 1 H\n#error a line",
    "#line 1 \"OUTSIDE\"\n__device__ int x() { return nothing; }",
    "#pragma GCC dependency \"OUTSIDE\"",
    "_Pragma(\"GCC dependency \\\"OUTSIDE\\\"\")",
    "#define DO(x) _Pragma(#x)\nDO(GCC dependency \"OUTSIDE\")",
];

fn attacked(folder: &Folder, attack: &str) -> String {
    let outside = folder.path("outside.txt").display().to_string();
    attack.replace("OUTSIDE", &outside)
}

fn compilers() -> &'static [&'static str] {
    let has_host = Path::new("/usr/bin/g++").is_file();
    if has_host { &["nvrtc", "nvcc"] } else { &["nvrtc"] }
}

/// The links of a checkout that the attacks go through.
fn add_links(folder: &Folder, below: &str) {
    symlink(folder.path("outside.txt"), folder.path(&format!("own/{below}link.h"))).unwrap();
    symlink(folder.path(""), folder.path(&format!("own/{below}folder"))).unwrap();
}

#[test]
fn a_file_cannot_open_or_ask_for_one_elsewhere() {
    let folder = checkout(&[]);
    add_links(&folder, "");
    for attack in part(ATTACKS, 6) {
        fs::write(folder.path("own/k.cu"), format!("{}\n{KERNEL}", attacked(&folder, attack))).unwrap();
        for compiler in compilers() {
            let words = [&["profile", "k.cu", "--compiler", compiler, "--no-race-check"], &LAUNCH[..]].concat();
            assert_closed(&folder, &words, attack);
        }
    }
}

#[test]
fn a_header_cannot_either() {
    let folder = checkout(&[("k.cu", &format!("#include \"inc/own.h\"\n{KERNEL}"))]);
    fs::create_dir_all(folder.path("own/inc")).unwrap();
    add_links(&folder, "inc/");
    for attack in part(ATTACKS, 7).map(|attack| attack.replace("../outside.txt", "../../outside.txt")) {
        fs::write(folder.path("own/inc/own.h"), attacked(&folder, &attack) + "\n").unwrap();
        for compiler in compilers() {
            // Under `nvcc`, macros of a header that ask for a file are known to say whether it exists.
            if *compiler == "nvcc" && (attack.contains("__has_include(H)") || attack.contains("define ASK")) {
                continue;
            }
            let words = [&["profile", "k.cu", "--compiler", compiler, "--no-race-check"], &LAUNCH[..]].concat();
            assert_closed(&folder, &words, &attack);
        }
    }
}

#[test]
fn a_header_of_a_library_that_is_compiled_as_it_is_cannot_either() {
    let folder = checkout(&[("k.cu", &format!("#include <lib/own.h>\n{KERNEL}"))]);
    fs::create_dir_all(folder.path("own/inc/lib")).unwrap();
    add_links(&folder, "inc/lib/");
    let config = "[[launch]]\nfile = \"k.cu\"\nkernel = \"k\"\ngrid = 1\nblock = 32\nargs = [\"a:f32[32]\"]\ninclude = [\"inc\"]\n";
    fs::write(folder.path("own/smem-tile.toml"), config).unwrap();
    for attack in part(ATTACKS, 5).map(|attack| attack.replace("../outside.txt", "../../../outside.txt")) {
        let text = format!("#ifdef __CUDACC_RTC__\n#define OWN 1\n#endif\n{}\n", attacked(&folder, &attack));
        fs::write(folder.path("own/inc/lib/own.h"), text).unwrap();
        assert_closed(&folder, &["profile", "k.cu", "--compiler", "nvrtc", "--no-race-check"], &attack);
    }
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn a_link_in_a_folder_of_headers_is_no_header_of_cudas() {
    for name in ["cuda_fp16.h", "vector_types.h", "cuda_fp16.hpp", "nv/target"] {
        let folder = checkout(&[("k.cu", &format!("#include <cuda_fp16.h>\n{KERNEL}")), ("inc/nv/a.h", "")]);
        symlink(folder.path("outside.txt"), folder.path("own/inc").join(name)).unwrap();
        symlink(folder.path("outside.txt"), folder.path("own").join(name.replace("nv/", ""))).unwrap();
        let words = [&["profile", "k.cu", "--compiler", "nvrtc", "-I", "inc", "--no-race-check"], &LAUNCH[..]].concat();
        assert_closed(&folder, &words, name);
    }
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn flags_that_were_found_name_no_folder_elsewhere() {
    let folder = checkout(&[("k.cu", &format!("#include \"outside.txt\"\n{KERNEL}"))]);
    symlink(folder.path(""), folder.path("own/folder")).unwrap();
    for include in
        [folder.path("").display().to_string(), "..".to_owned(), "folder".to_owned(), "work/../..".to_owned()]
    {
        let commands = serde_json::json!([{
            "directory": folder.path("own"), "file": "k.cu", "arguments": ["nvcc", format!("-I{include}"), "-c", "k.cu"]
        }]);
        fs::write(folder.path("own/compile_commands.json"), commands.to_string()).unwrap();
        for compiler in compilers() {
            let words = [&["profile", "k.cu", "--compiler", compiler, "--no-race-check"], &LAUNCH[..]].concat();
            let answer = assert_closed(&folder, &words, &include);
            assert!(answer.err.contains("outside of its own folder"), "{include}: {answer:?}");
        }
        // The user's word.
        let words = [&["profile", "k.cu", "--compile-commands", "compile_commands.json"], &LAUNCH[..]].concat();
        assert!(!folder.call_in("own", &words).err.contains("outside of its own folder"), "{include}");
    }
}

#[test]
fn headers_of_the_system_are_found_without_their_folders() {
    let folder = checkout(&[("k.cu", &format!("#include <stdio.h>\n#include <cuda_fp16.h>\n{KERNEL}"))]);
    let arguments = ["nvcc", "-I/usr/include", "-isystem", "/usr/local/cuda/include", "-DN=1", "-c", "k.cu"];
    let commands = serde_json::json!([{ "directory": folder.path("own"), "file": "k.cu", "arguments": arguments }]);
    fs::write(folder.path("own/compile_commands.json"), commands.to_string()).unwrap();
    for compiler in compilers() {
        let words = [&["profile", "k.cu", "--compiler", compiler, "--no-race-check"], &LAUNCH[..]].concat();
        let answer = folder.call_in("own", &words);
        assert!(answer.code == 0 && !answer.err.contains("outside of"), "{compiler}: {answer:?}");
    }
}

#[test]
fn debug_information_says_nothing_of_files_elsewhere() {
    let folder = checkout(&[]);
    add_links(&folder, "");
    let outside = folder.path("outside.txt").display().to_string();
    let through = format!("{}/../own/k.ptx", folder.path("own/.gone").display());
    for name in [&outside, "../outside.txt", "link.h", "folder/outside.txt", "../outside.txt/../own/k.ptx", &through] {
        fs::write(folder.path("own/k.ptx"), ptx_of(name)).unwrap();
        let words = ["profile", "k.ptx", "--grid", "1", "--block", "32", "--annotate"];
        assert_closed(&folder, &words, name);
    }
}

#[test]
fn launch_files_say_nothing_of_files_elsewhere() {
    let folder = checkout(&[("k.cu", KERNEL)]);
    add_links(&folder, "");
    let outside = folder.path("outside.txt").display().to_string();
    for name in [&outside, "../outside.txt", "link.h", "folder/outside.txt", "work/../../outside.txt"] {
        for launch in [
            format!(
                "[buffers]\na = {{ type = \"u8\", file = \"{name}\" }}\n[[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 32\nargs = [\"a\"]\n"
            ),
            format!("[[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 32\nargs = [\"a:u8[]=file({name})\"]\n"),
        ] {
            fs::write(folder.path("own/k.toml"), launch).unwrap();
            let answer =
                assert_closed(&folder, &["profile", "k.cu", "--launch", "k.toml", "--compiler", "nvrtc"], name);
            assert!(answer.is_refusal().contains("--allow-files"), "{name}: {answer:?}");
        }
        let config = format!("[[launch]]\nfile = \"{name}\"\nkernel = \"k\"\n");
        fs::write(folder.path("own/smem-tile.toml"), config).unwrap();
        let answer = assert_closed(&folder, &["check"], name);
        assert!(answer.err.contains("is not below the folder of this file"), "{name}: {answer:?}");
        fs::remove_file(folder.path("own/smem-tile.toml")).unwrap();
    }
}

#[test]
fn inputs_behind_links_are_not_read() {
    let folder = checkout(&[("k.cu", KERNEL)]);
    for name in ["k.ptx", "l.cu", "l.toml", "t.rs", "page.csv", "smem-tile.toml", "compile_commands.json"] {
        symlink(folder.path("outside.txt"), folder.path("own").join(name)).unwrap();
    }
    let launch = [&["profile", "k.cu"], &LAUNCH[..]].concat();
    let link_of_config = folder.path("own/smem-tile.toml");
    for words in [vec!["check"], vec!["run", "--", "true"], launch.clone()] {
        let answer = folder.call_in("own", &words);
        assert!(!format!("{answer:?}").contains(CANARY), "{words:?}: {answer:?}");
        assert!(answer.is_refusal().contains("a symbolic link leads"), "{words:?}: {answer:?}");
    }
    fs::remove_file(link_of_config).unwrap();
    for words in [
        vec!["profile", "k.ptx", "--grid", "1", "--block", "1"],
        [&["profile", "l.cu"], &LAUNCH[..]].concat(),
        [&["fix", "l.cu"], &LAUNCH[..]].concat(),
        vec!["profile", "l.cu", "--init=new.toml"],
        vec!["check", "l.cu"],
        vec!["check", "--config", "l.toml"],
        vec!["profile", "k.cu", "--launch", "l.toml"],
        [&launch[..], &["--compare", "page.csv"]].concat(),
        vec!["explain", "t.rs"],
        vec!["map", "t.rs"],
        vec!["header", "t.rs"],
    ] {
        let answer = folder.call_in("own", &words);
        assert!(!format!("{answer:?}").contains(CANARY), "{words:?}: {answer:?}");
        assert!(answer.code == 2 && answer.err.contains("a symbolic link leads"), "{words:?}: {answer:?}");
    }
    // One that was found is passed over.
    assert_eq!(folder.call_in("own", &[&launch[..], &["--compiler", "nvrtc"]].concat()).code, 0);
}

#[test]
fn what_is_not_a_file_of_limited_size_is_not_read() {
    for name in ["smem-tile.toml", "compile_commands.json"] {
        let folder = checkout(&[("k.cu", KERNEL)]);
        assert!(std::process::Command::new("mkfifo").arg(folder.path("own").join(name)).status().unwrap().success());
        let answer = folder.call_in("own", &[&["profile", "k.cu", "--compiler", "nvrtc"], &LAUNCH[..]].concat());
        assert!(!answer.err.contains("panicked") && [0, 2].contains(&answer.code), "{name}: {answer:?}");
    }
    let folder = checkout(&[("k.cu", KERNEL), ("t.rs", "")]);
    for name in ["page.csv", "t.rs", "k.toml", "smem-tile.toml"] {
        fs::File::create(folder.path("own").join(name)).unwrap().set_len(1 << 40).unwrap();
    }
    let launch = [&["profile", "k.cu"], &LAUNCH[..]].concat();
    assert!(folder.call_in("own", &["check"]).is_refusal().contains("more than 1 MB"));
    fs::remove_file(folder.path("own/smem-tile.toml")).unwrap();
    for words in [
        [&launch[..], &["--compare", "page.csv"]].concat(),
        [&launch[..], &["--compare", "/dev/zero"]].concat(),
        vec!["explain", "t.rs"],
        vec!["profile", "k.cu", "--launch", "k.toml"],
    ] {
        let answer = folder.call_in("own", &words);
        let told = answer.is_refusal();
        assert!(told.contains("more than 64 MB") || told.contains("not a file"), "{words:?}: {told}");
    }
}
