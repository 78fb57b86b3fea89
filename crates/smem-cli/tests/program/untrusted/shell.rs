//! Names, macros and options that a shell would run.

use std::fs;
use std::path::Path;

use smem_exhaustive::part;

use crate::call::{Answer, Folder};

/// NVRTC refuses it, so `nvcc` compiles it.
const KERNEL: &str = "#ifdef __CUDACC_RTC__
#error \"this is for nvcc\"
#endif
__global__ void k(float* a) { __shared__ float s[32]; s[threadIdx.x] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = s[31 - threadIdx.x]; }
";

/// Words that a shell runs: each makes a file in the folder of the variable `CANARY`.
const WORDS: [&str; 7] = [
    "$(touch $CANARY)",
    "`touch $CANARY`",
    "'; touch $CANARY; '",
    "\"; touch $CANARY; \"",
    "&& touch $CANARY",
    "|touch $CANARY",
    "\\$(touch $CANARY)",
];

const LAUNCH: [&str; 8] = ["--kernel", "k", "--grid", "1", "--block", "32", "--arg", "a:f32[32]"];

/// Runs a command in a folder, and fails where a shell ran.
fn call(folder: &Folder, arguments: &[&str], what: &str) -> Answer {
    let canary = folder.path("canary");
    let answer = folder.call_as(arguments, "", |program| {
        program.env("CANARY", &canary);
    });
    assert!(!canary.exists(), "a shell ran {what}: {answer:?}");
    answer
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn configuration(file: &str, line: &str) -> String {
    format!(
        "[[launch]]\nfile = {}\nkernel = \"k\"\ngrid = 1\nblock = 32\nargs = [\"a:f32[32]\"]\n{line}\n",
        quoted(file)
    )
}

#[test]
fn a_macro_of_the_configuration_or_of_the_build_is_a_macro() {
    for words in part(WORDS, 4) {
        let folder = Folder::with(&[("k.cu", KERNEL)]);
        let define = format!("define = [{}]", quoted(&format!("X={words}")));
        fs::write(folder.path("smem-tile.toml"), configuration("k.cu", &define)).unwrap();
        for command in [&["check"][..], &["profile", "k.cu"], &["fix", "k.cu"]] {
            let answer = call(&folder, command, words);
            assert_eq!(answer.code, 0, "{words}: {answer:?}");
        }
        fs::remove_file(folder.path("smem-tile.toml")).unwrap();
        let command = format!(
            "[{{\"directory\": \".\", \"file\": \"k.cu\", \"arguments\": [\"nvcc\", {}, \"-c\", \"k.cu\"]}}]",
            quoted(&format!("-DX={words}"))
        );
        fs::write(folder.path("compile_commands.json"), command).unwrap();
        let answer = call(&folder, &[&["profile", "k.cu"][..], &LAUNCH].concat(), words);
        assert_eq!(answer.code, 0, "{words}: {answer:?}");
    }
}

#[test]
fn folders_and_files_are_compiled_whatever_their_names() {
    let names = [
        "with space",
        "com,ma",
        "apo'strophe",
        "par(en)",
        "quo\"te",
        "dol$lar",
        "back\\slash",
        "@at",
        "-dash",
        "a=b",
        "ü;&|",
    ];
    for name in part(WORDS.map(|words| words.replace('/', "_")).iter().map(String::as_str).chain(names), 5) {
        let folder = Folder::with(&[]);
        fs::create_dir_all(folder.path(name).join("include")).unwrap();
        let text = KERNEL.replace("__global__", "#include \"own.h\"\n#include <named.h>\n__global__");
        let file = Path::new(name).join("k.cu");
        fs::write(folder.path(name).join("k.cu"), text).unwrap();
        fs::write(folder.path(name).join("own.h"), "").unwrap();
        fs::write(folder.path(name).join("include/named.h"), "").unwrap();
        let (file, include) = (format!("./{}", file.display()), format!("./{name}/include"));
        let answer = call(&folder, &[&["profile", &file, "-I", &include][..], &LAUNCH].concat(), name);
        assert_eq!(answer.code, 0, "{name}: {answer:?}");
        let line = format!("include = [{}]", quoted(&include));
        fs::write(folder.path("smem-tile.toml"), configuration(&file, &line)).unwrap();
        let answer = call(&folder, &["check"], name);
        assert_eq!(answer.code, 0, "{name}: {answer:?}");
    }
}

#[test]
fn options_that_run_or_write_something_are_refused() {
    let folder = Folder::with(&[("k.cu", KERNEL), ("options", "--use_fast_math")]);
    for option in [
        "-Xcompiler=-fplugin=./evil.so",
        "-Xcompiler=-wrapper,touch,canary",
        "-ccbin=./evil",
        "--options-file=options",
        "@options",
        "--time=canary",
        "--fdevice-time-trace=canary",
        "-o=canary",
        "--keep",
    ] {
        for compiler in ["nvcc", "nvrtc"] {
            let option = format!("--compiler-option={option}");
            let answer =
                call(&folder, &[&["profile", "k.cu", "--compiler", compiler, &option][..], &LAUNCH].concat(), &option);
            assert!(
                answer.is_refusal().contains("is not an option that is passed to a compiler"),
                "{option}: {answer:?}"
            );
        }
    }
    let answer = call(&folder, &[&["profile", "k.cu", "--std", "c++17;touch canary"][..], &LAUNCH].concat(), "--std");
    answer.is_refusal();
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn a_condition_on_the_architecture_hides_no_header() {
    let outside = Folder::with(&[("secret.h", "int a = secret_of_another_user;\n")]);
    let folder = Folder::with(&[]);
    let path = outside.path("secret.h");
    for condition in ["__CUDA_ARCH__ >= 900", "defined(__CUDA_ARCH__)", "!defined(__CUDA_ARCH__)", "N == 4"] {
        fs::write(folder.path("k.cu"), format!("#if {condition}\n#include \"{}\"\n#endif\n{KERNEL}", path.display()))
            .unwrap();
        let answer = call(&folder, &[&["profile", "k.cu", "-D", "N=4"][..], &LAUNCH].concat(), condition);
        assert!(!format!("{answer:?}").contains("secret_of"), "{condition}: {answer:?}");
        // The device's code has none of the host's.
        assert_eq!(answer.code, if condition.starts_with('!') { 0 } else { 2 }, "{condition}: {answer:?}");
    }
}
