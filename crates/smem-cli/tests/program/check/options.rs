//! Options of a launch in `smem-tile.toml`, which are those of `profile`.

use std::fs;

use super::{RACES, project};
use crate::call::Folder;

#[test]
fn an_option_of_a_launch_is_that_of_the_command_line() {
    let code = |option: &str| project(&format!("{RACES}{option}\n")).call(&["check"]);
    assert_eq!(code("").code, 1);
    let unchecked = code("race-check = false");
    assert_eq!(unchecked.code, 0, "{unchecked:?}");
    let limited = code("max-instructions = 32");
    assert_eq!(limited.code, 3, "{limited:?}");
    assert!(limited.out.contains("more than 32 thread instructions"), "{limited:?}");
    let wrong = code("shedules = 3");
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("smem-tile.toml:7:1: unknown field `shedules`, did you mean `schedules`?"), "{wrong:?}");
}

#[test]
fn a_limit_of_the_configuration_is_not_above_that_of_the_command_line() {
    let folder = project(&format!("{RACES}max-instructions = \"500M\"\n"));
    assert_eq!(folder.call(&["check", "--max-instructions", "32"]).code, 3);
}

#[test]
fn a_compiler_gets_options_of_the_language_alone_from_the_file_of_a_project() {
    let folder = project(&format!("{RACES}compiler-option = [\"-ccbin=./evil\"]\n"));
    for command in [&["check"][..], &["profile", "src/kernels.cu", "--kernel", "races"]] {
        let answer = folder.call(command);
        assert_eq!(answer.code, 2, "{answer:?}");
        assert!(
            answer.err.contains("`-ccbin=./evil` is not an option that a file of a project may give"),
            "{answer:?}"
        );
    }
    let folder = project(&format!("{RACES}race-check = false\ncompiler-option = [\"--use_fast_math\"]\n"));
    assert_eq!(folder.call(&["check"]).code, 0);
}

#[test]
fn commands_that_the_file_of_a_project_names_reach_no_folder_outside() {
    let elsewhere = Folder::with(&[("secret.h", "#define SECRET 1\n")]);
    let include = elsewhere.path("").display().to_string();
    let text = "#include \"secret.h\"\n__global__ void k(int* a) { a[threadIdx.x] = SECRET; }\n";
    let commands = format!(
        "[{{\"directory\": \".\", \"file\": \"k.cu\", \"arguments\": [\"nvcc\", {:?}, \"-c\", \"k.cu\"]}}]",
        format!("-I{include}")
    );
    let launch =
        "[[launch]]\nfile = \"k.cu\"\ngrid = 1\nblock = 32\nargs = [\"a:i32[32]\"]\ncompile-commands = \"own.json\"\n";
    let folder = Folder::with(&[("k.cu", text), ("own.json", &commands), ("smem-tile.toml", launch)]);
    let answer = folder.call(&["check"]);
    assert_eq!(answer.code, 2, "{answer:?}");
    assert!(answer.err.contains("is named by a file of the project"), "{answer:?}");
    // The user's own word reaches further.
    let named = folder.call(&["check", "--compile-commands", "own.json"]);
    assert_eq!(named.code, 0, "{named:?}");
    fs::write(folder.path("smem-tile.toml"), launch.replace("own.json", "../own.json")).unwrap();
    let outside = folder.call(&["check"]);
    assert!(outside.code == 2 && outside.err.contains("is not below the folder of this file"), "{outside:?}");
}
