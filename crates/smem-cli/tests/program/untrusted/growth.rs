//! The time to read a text grows as the text does. Speed is not measured: each text takes minutes where its kind is read in quadratic time, and the
//! budget of the command, which is generous, then ends it.

use smem_exhaustive::part;

use crate::call::Folder;

/// So many parts, each with its number.
fn parts(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

/// Texts of many parts of one kind.
fn texts() -> Vec<(&'static str, String)> {
    const KERNEL: &str = "__global__ void k(float* a) {}\n";
    let many = 6000;
    vec![
        ("kernels", parts(many, |at| format!("__global__ void k{at}(float* a) {{}}\n"))),
        ("overloads", parts(many / 4, |at| format!("__global__ void k(float* a, int (&b)[{}]) {{}}\n", at + 1))),
        ("namespaces", parts(many / 4, |at| format!("namespace n{at} {{ __global__ void k(float* a) {{}} }}\n"))),
        (
            "structs",
            parts(many / 2, |at| format!("struct S{at} {{ int a; float b; }};\n"))
                + &parts(many / 2, |at| format!("__global__ void k{at}(S{at} s) {{}}\n")),
        ),
        (
            "launches",
            format!(
                "{KERNEL}int main() {{ float* a;\n{}}}\n",
                parts(many, |at| format!("k<<<{}, 32>>>(a);\n", at + 1))
            ),
        ),
        (
            "extents",
            format!(
                "{KERNEL}int main() {{\n{}}}\n",
                parts(many / 6, |at| format!("dim3 g{at}({}); k<<<g{at}, 32>>>(0);\n", at + 1))
            ),
        ),
        ("macros", parts(many, |at| format!("#define M{at} {at}\n")) + KERNEL + "int main() { k<<<M3, M5>>>(0); }\n"),
        (
            "doubling macros",
            "#define M0 1\n".to_owned()
                + &parts(many, |at| format!("#define M{} M{at} + M{at}\n", at + 1))
                + KERNEL
                + "int main() { k<<<M6000, 1>>>(0); }\n",
        ),
        (
            "shared arrays",
            format!(
                "__global__ void k(float* a) {{\n{}}}\n",
                parts(many, |at| format!("__shared__ int x{at}[4]; x{at}[threadIdx.x % 4] = 1;\n"))
            ),
        ),
        (
            "dimensions",
            format!("__global__ void k() {{ __shared__ int x{}; x{} = 1; }}\n", "[2]".repeat(many), "[0]".repeat(many)),
        ),
        (
            "arguments",
            format!(
                "__global__ void k({}) {{}}\n",
                parts(many / 2, |at| format!("int a{at}, ")).trim_end_matches(", ")
            ) + &format!(
                "int main() {{ k<<<1, 32>>>({}); }}\n",
                parts(many / 2, |at| format!("a{at}, ")).trim_end_matches(", ")
            ),
        ),
        ("launches in launches", format!("{KERNEL}int main() {{{}}}\n", "k<<<".repeat(many / 3))),
        (
            "template parameters",
            format!(
                "template <{}> {KERNEL}int main() {{ k<><<<1, 32>>>(0); }}\n",
                parts(many, |at| format!("int N{at} = {at}, ")).trim_end_matches(", ")
            ),
        ),
    ]
}

#[test]
fn many_parts_of_each_kind_are_read_within_the_budget() {
    for (kind, text) in part(texts(), 4) {
        let folder = Folder::with(&[("k.cu", &text)]);
        let answer = folder.call(&["profile", "k.cu", "--init", "--offline", "--max-seconds", "300"]);
        assert_eq!(answer.code, 0, "{kind}: {}", answer.err.chars().take(500).collect::<String>());
        assert!(folder.text("k.toml").contains("[[launch]]"), "{kind}");
    }
}
