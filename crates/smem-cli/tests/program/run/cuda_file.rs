//! A CUDA file in place of a command: compiled with its own `main`, and run.

use super::{Folder, library};
use crate::compilers::left_out;

/// A kernel with a race unless `BARRIER` is defined, and a `main` that takes the number of its launches from the command line.
const PROGRAM: &str = "#include <cstdio>
#include <cstdlib>
#include \"own.h\"
__global__ void reverse(int* a) {
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
#ifdef BARRIER
    __syncthreads();
#endif
    a[threadIdx.x] = s[63 - threadIdx.x];
}
int main(int argc, char** argv) {
    int* a;
    cudaMalloc(&a, 64 * sizeof(int));
    int times = argc > 1 ? atoi(argv[1]) : FIRST;
    for (int i = 0; i < times; i++) reverse<<<1, 64>>>(a);
    printf(\"times = %d, %s\\n\", times, cudaGetErrorString(cudaDeviceSynchronize()));
}
";

/// The folder of a program, or none where there is no host compiler.
fn folder() -> Option<Folder> {
    if !["g++", "clang++"].iter().any(|name| crate::compilers::cpp().contains(name)) {
        left_out("a CUDA file is compiled with a host compiler");
        return None;
    }
    Some(Folder::with(&[("k.cu", PROGRAM), ("own.h", "#define FIRST 1\n")]))
}

#[test]
fn a_file_is_compiled_with_its_main_and_its_findings_have_their_lines() {
    let Some(folder) = folder() else { return };
    let library = library();
    let answer = folder.call(&["run", "--library", &library, "k.cu"]);
    assert_eq!((answer.code, &answer.out[..]), (1, "times = 1, no error\n"), "{answer:?}");
    for part in [
        "k.cu:6  write by thread",
        "a[threadIdx.x] = s[63 - threadIdx.x];",
        "missing: `__syncthreads()`",
        "1 launch of 1 kernel",
    ] {
        assert!(answer.err.contains(part), "{part}: {answer:?}");
    }
    let good = folder.call(&["run", "k.cu", "--library", &library, "-D", "BARRIER", "--json", "--", "3"]);
    assert_eq!(good.code, 0, "{good:?}");
    assert!(good.out.starts_with("times = 3, no error\n{") && good.err.contains("3 launches of 1 kernel"), "{good:?}");
    assert_eq!(folder.names(), ["k.cu", "own.h"], "nothing is left beside the file");
}

#[test]
fn a_file_that_is_no_program_is_one_message_and_exit_code_2() {
    let Some(folder) = folder() else { return };
    std::fs::write(folder.path("wrong.cu"), "int main() { return b; }\n").unwrap();
    std::fs::write(folder.path("kernels.cu"), "__global__ void k() {}\n").unwrap();
    std::fs::write(folder.path("part.cu"), "void f();\nint main() { f(); }\n").unwrap();
    let library = library();
    for (words, sentence) in [
        (&["wrong.cu"][..], "wrong.cu(1): error: identifier \"b\" is undefined"),
        (&["kernels.cu"], "the file has no `main`: `smem-tile profile kernels.cu` launches its kernels"),
        (&["part.cu"], "run it with `smem-tile run -- ./PROGRAM`"),
        (&["missing.cu"], "cannot read `missing.cu`: no such file or directory"),
        (&["k.cu", "5"], "arguments of the program come after `--`: smem-tile run k.cu -- ARGUMENTS"),
        (&["k.cu", "--compiler", "nvrtc"], "NVRTC compiles no host code"),
        (&["k.cu", "--compiler-option=-ccbin=evil"], "is not an option that is passed to a compiler"),
    ] {
        let answer = folder.call(&[&["run", "--library", &library], words].concat());
        let said = answer.is_refusal();
        assert!(said.contains(sentence), "{words:?}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn without_a_host_compiler_one_sentence_says_what_to_install() {
    let folder = Folder::with(&[("k.cu", PROGRAM)]);
    let library = library();
    let answer = folder.call_as(&["run", "--library", &library, "k.cu"], "", |program| {
        program.env("PATH", "/no/such/folder");
    });
    assert!(answer.is_refusal().contains("needs a host compiler, and there is no `g++` on `PATH`"), "{answer:?}");
}

#[test]
fn profile_proposes_to_run_a_program_whose_launches_it_cannot_take() {
    let folder = Folder::with(&[("k.cu", PROGRAM), ("own.h", "#define FIRST 1\n")]);
    let launches =
        "__global__ void k(int* a) { *a = 1; }\nvoid go(int n) { int* a; cudaMalloc(&a, 4); k<<<n, 32>>>(a); }\n";
    std::fs::write(folder.path("open.cu"), format!("{launches}#include <cstdlib>\nint main() {{ go(rand()); }}\n"))
        .unwrap();
    std::fs::write(folder.path("part.cu"), launches).unwrap();
    let proposes = |name: &str| {
        let answer = folder.call(&["profile", name]);
        (answer.out + &answer.err).contains(&format!("`smem-tile run {name}` compiles the file with its `main`"))
    };
    assert!(proposes("open.cu"), "{:?}", folder.call(&["profile", "open.cu"]));
    assert!(!proposes("part.cu") && !proposes("k.cu"));
}

#[test]
fn mistakes_that_the_values_of_the_host_decide_are_found_in_the_pairs_that_have_them() {
    if folder().is_none() {
        return;
    }
    let names = ["bin_index_over", "break_before_barrier", "gather_bad_index", "hist_clear_order"];
    for name in smem_exhaustive::part(names, 2) {
        for (twin, code) in [("wrong", 1), ("right", 0)] {
            let file = format!("{name}_{twin}.cu");
            let pairs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/pairs/");
            let text = std::fs::read_to_string(format!("{pairs}{file}")).unwrap();
            let answer = Folder::with(&[(&file, &text)]).call(&["run", "--library", &library(), &file]);
            assert_eq!(answer.code, code, "{file}: {answer:?}");
        }
    }
}
