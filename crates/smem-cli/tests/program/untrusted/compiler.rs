//! Texts that take the compiler more time or memory than there is.

use crate::call::{Answer, Folder};

/// A kernel with `expression` after `declarations`.
fn source(declarations: &str, expression: &str) -> String {
    format!("{declarations}\nextern \"C\" __global__ void k(int* a) {{ a[threadIdx.x] = {expression}; }}\n")
}

/// A macro that is ten times as long at each level.
fn macros(levels: usize) -> String {
    let level = |at: usize| format!("#define M{at} {}\n", format!("M{} ", at + 1).repeat(10));
    let declared: String = (0..levels).map(level).collect();
    source(&format!("{declared}#define M{levels} +1\n"), "0 M0")
}

/// Templates of which each needs two that nothing else needs.
const TEMPLATES: &str = "template <int N, unsigned long long P> struct F { \
    static constexpr int v = F<N - 1, P * 2>::v + F<N - 1, P * 2 + 1>::v; };\n\
    template <unsigned long long P> struct F<0, P> { static constexpr int v = 1; };";

fn profile(folder: &Folder, options: &[&str]) -> Answer {
    folder.call(&[&["profile", "k.cu", "--grid", "1", "--block", "32", "--arg", "a:i32[32]"], options].concat())
}

#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn a_text_that_takes_the_compiler_without_end_is_refused_and_the_option_named() {
    for text in [macros(12), source(TEMPLATES, "F<40, 1>::v")] {
        let folder = Folder::with(&[("k.cu", &text)]);
        let answer = profile(&folder, &["--max-tool-seconds", "1"]);
        let told = answer.is_over_budget();
        // A second of a processor, or five by the clock.
        let ended =
            |seconds| told.contains(&format!("the compiler of `k.cu` took more than {seconds} seconds and was ended"));
        assert!(ended(1) || ended(5), "{answer:?}");
        assert!(told.contains("`--max-tool-seconds N`"), "{answer:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn a_text_that_takes_the_compiler_all_memory_is_refused_and_the_option_named() {
    let folder = Folder::with(&[("k.cu", &macros(12))]);
    // A gigabyte, which the compiler has in any case.
    let answer = profile(&folder, &["--max-memory", "1"]);
    assert!(answer.is_over_budget().contains("`--max-memory BYTES`"), "{answer:?}");
}

#[test]
fn what_compiles_and_what_does_not_is_the_same_in_a_process_of_its_own() {
    let folder = Folder::with(&[("k.cu", &source("", "threadIdx.x"))]);
    assert_eq!(profile(&folder, &[]).code, 0);
    let wrong = Folder::with(&[("k.cu", &source("", "nothing"))]);
    let answer = profile(&wrong, &[]);
    assert!(answer.is_refusal().contains("identifier \"nothing\" is undefined"), "{answer:?}");
}

#[test]
fn the_command_that_compiles_refuses_what_is_not_a_text_to_compile() {
    let answer = Folder::with(&[]).call(&["compile-for-parent"]);
    assert!(answer.out.contains("there is no text to compile"), "{answer:?}");
}
