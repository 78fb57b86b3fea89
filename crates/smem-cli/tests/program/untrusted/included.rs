//! Headers that CUDA files include.

use std::fs;

use crate::call::{Answer, Folder};

const SECRET: &str = "secret_of_another_user";

fn compile(folder: &Folder, options: &[&str]) -> Answer {
    folder.call(&[&["profile", "own/k.cu", "--kernel", "k", "--grid", "1", "--block", "32"], options].concat())
}

#[test]
fn a_header_outside_of_the_folders_is_neither_compiled_nor_shown() {
    let outside = Folder::with(&[("secret.h", &format!("__device__ int a = {SECRET};\n"))]);
    let path = outside.path("secret.h").display().to_string();
    let working = Folder::with(&[]);
    fs::create_dir(working.path("own")).unwrap();
    let relative = format!("../../{}", outside.path("secret.h").strip_prefix(std::env::temp_dir()).unwrap().display());
    for include in [
        format!("#include \"{path}\"\n"),
        format!("#include \"{relative}\"\n"),
        format!("#include <{path}>\n"),
        format!("#include <cuda/..{path}>\n"),
        format!("#define HEADER \"{path}\"\n#include HEADER\n"),
        format!("/*\n*/ #inc\\\nlude \"{path}\"\n"),
        format!("%:include \"{path}\"\n"),
        format!("#define A \"/*\"\n#include \"{path}\"\n"),
    ] {
        fs::write(working.path("own/k.cu"), format!("{include}__global__ void k() {{ }}\n")).unwrap();
        let answer = compile(&working, &["-I", "own"]);
        assert!(!format!("{answer:?}").contains(SECRET), "{include}: {answer:?}");
    }
    fs::write(working.path("own/k.cu"), format!("#include \"{path}\"\n__global__ void k() {{ }}\n")).unwrap();
    let noted = compile(&working, &[]);
    assert_eq!(noted.code, 0, "{noted:?}");
    assert!(
        noted.err.contains("secret.h`, which the input names, was not read") && noted.err.contains("`--source FOLDER`"),
        "{noted:?}"
    );
    let allowed = compile(&working, &["--source", &outside.path("").display().to_string()]);
    assert!(allowed.code == 2 && allowed.err.contains(SECRET), "{allowed:?}");
}

#[test]
fn headers_of_the_working_folder_are_compiled() {
    let folder = Folder::with(&[("common.h", "#define N 4\n")]);
    fs::create_dir(folder.path("own")).unwrap();
    let text = "#include \"../common.h\"\n__global__ void k() { __shared__ int a[N]; a[threadIdx.x % N] = 1; }\n";
    fs::write(folder.path("own/k.cu"), text).unwrap();
    let answer = compile(&folder, &["--no-race-check"]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{answer:?}");
}
