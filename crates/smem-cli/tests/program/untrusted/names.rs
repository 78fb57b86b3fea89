//! Names of kernels and macros that are more than names.

use std::fs;

use crate::call::{Answer, Folder};

const CANARY: &str = "OUTSIDE_1 secret";

/// A file outside, and a checkout beside it with a kernel and a template.
fn checkout() -> Folder {
    let folder = Folder::with(&[("outside.txt", CANARY)]);
    fs::create_dir(folder.path("own")).unwrap();
    let text = "template <int N> __global__ void t(float* a) { a[threadIdx.x] = N; }\n__global__ void k(float* a) { a[threadIdx.x] = 1; }\n";
    fs::write(folder.path("own/k.cu"), text).unwrap();
    folder
}

/// Texts in the place of a kernel's name that would be an `#include` or more than a name.
const NAMES: [&str; 9] = [
    "k\n#include \"../outside.txt\"\n",
    "k\r#include \"../outside.txt\"\r",
    "t<1>\n#include \"../outside.txt\"\n",
    "t<1>\\\n",
    "t<1>(); } // ",
    "t<1>; int x;",
    "t<1",
    "t<\"a\">",
    "t<1> /*",
];

fn is_refused(answer: &Answer, what: &str) {
    assert_eq!(answer.code, 2, "{what:?}: {answer:?}");
    assert!(!format!("{answer:?}").contains("secret"), "{what:?}: {answer:?}");
    assert!(answer.err.contains("is not the name of a kernel"), "{what:?}: {answer:?}");
}

#[test]
fn what_is_not_a_name_is_an_error_at_every_door() {
    let folder = checkout();
    for name in NAMES {
        let by_hand = ["profile", "own/k.cu", "--kernel", name, "--grid", "1", "--block", "32", "--arg", "a:f32[32]"];
        let escaped = serde_json::to_string(name).unwrap();
        let launch = format!("[[launch]]\nkernel = {escaped}\ngrid = 1\nblock = 32\nargs = [\"a:f32[32]\"]\n");
        fs::write(folder.path("own/launch.toml"), &launch).unwrap();
        for compiler in ["nvrtc", "nvcc"] {
            is_refused(&folder.call(&[&by_hand[..], &["--compiler", compiler]].concat()), name);
            let file = ["profile", "own/k.cu", "--launch", "own/launch.toml", "--compiler", compiler];
            is_refused(&folder.call(&file), name);
        }
        let config = format!("[[launch]]\nfile = \"k.cu\"\n{}", launch.split_once('\n').unwrap().1);
        fs::write(folder.path("own/smem-tile.toml"), config).unwrap();
        is_refused(&folder.call(&["check", "--config", "own/smem-tile.toml"]), name);
        fs::remove_file(folder.path("own/smem-tile.toml")).unwrap();
        fs::remove_file(folder.path("own/launch.toml")).unwrap();
    }
}

#[test]
fn names_of_instances_are_names() {
    let folder = checkout();
    for name in ["t<4>", "t< (1 << 2) >", "::t<4>", "k"] {
        let answer = folder.call(&[
            "profile",
            "own/k.cu",
            "--kernel",
            name,
            "--grid",
            "1",
            "--block",
            "32",
            "--arg",
            "a:f32[32]",
        ]);
        assert_eq!(answer.code, 0, "{name}: {answer:?}");
    }
}

#[test]
fn a_macro_is_one_macro_at_every_door() {
    let folder = checkout();
    for definition in [
        "N=1\n#include \"../outside.txt\"",
        "N=1\r#include \"../outside.txt\"",
        "N=1\\",
        "N=/*",
        "N=\"",
        "N(a=1",
        "N 1\n#include \"../outside.txt\"\n#define M=1",
    ] {
        for compiler in ["nvrtc", "nvcc"] {
            let by_hand =
                ["profile", "own/k.cu", "--kernel", "k", "--grid", "1", "--block", "32", "--arg", "a:f32[32]"];
            let answer = folder.call(&[&by_hand[..], &["-D", definition, "--compiler", compiler]].concat());
            assert!(answer.is_refusal().contains("does not define one macro"), "{definition:?}: {answer:?}");
        }
        let escaped = serde_json::to_string(definition).unwrap();
        let config = format!(
            "[[launch]]\nfile = \"k.cu\"\nkernel = \"k\"\ngrid = 1\nblock = 32\nargs = [\"a:f32[32]\"]\ndefine = [{escaped}]\n"
        );
        fs::write(folder.path("own/smem-tile.toml"), config).unwrap();
        let answer = folder.call(&["check", "own/k.cu"]);
        assert!(answer.code == 2 && answer.err.contains("does not define one macro"), "{definition:?}: {answer:?}");
        fs::remove_file(folder.path("own/smem-tile.toml")).unwrap();
        // A file that was found and not named does not end the run: its macro is left out.
        let commands = serde_json::json!([{
            "directory": folder.path("own"), "file": "k.cu", "arguments": ["nvcc", "-D", definition, "-c", "k.cu"]
        }]);
        fs::write(folder.path("own/compile_commands.json"), commands.to_string()).unwrap();
        let answer = folder.call(&[
            "profile",
            "own/k.cu",
            "--kernel",
            "k",
            "--grid",
            "1",
            "--block",
            "32",
            "--arg",
            "a:f32[32]",
        ]);
        assert!(answer.code == 0 && !format!("{answer:?}").contains("secret"), "{definition:?}: {answer:?}");
        fs::remove_file(folder.path("own/compile_commands.json")).unwrap();
    }
}
