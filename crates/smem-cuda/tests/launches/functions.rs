//! Launches in functions of the host: what their callers give them.

use smem_cuda::{ArgumentValue, CudaText, LaunchValues};

use super::launches;

const KERNEL: &str = "__global__ void k(float* a, int n) {}\n";

/// The launches of a text after `KERNEL`: grid, block, and the memory and number that `k` is given, or why these are not constant.
fn given(text: &str) -> Vec<String> {
    let text = CudaText::parse(&format!("{KERNEL}{text}"));
    let shown = |launch: LaunchValues| match &launch.arguments[..] {
        [ArgumentValue::Pointer(memory), ArgumentValue::Number(_, number)] => {
            let (name, bytes, offset) = (&memory.variable, memory.bytes, memory.offset);
            format!("{:?} {:?} {name}[{bytes}]+{offset} {number:?}", launch.grid, launch.block)
        }
        other => format!("{:?} {:?} {other:?}", launch.grid, launch.block),
    };
    text.launches().iter().map(|site| site.values().map_or_else(|why| why, shown)).collect()
}

#[test]
fn a_function_has_the_values_that_its_callers_give_it() {
    let main = "int main() { const int N = 256; float* in; cudaMalloc(&in, N * sizeof(float)); ";
    for (function, call) in [
        ("void run(float* d, int blocks, int n) { k<<<blocks, 32>>>(d, n); }", "run(in, N / 64, N);"),
        ("static void run(float *d, const int n) { int blocks = n / 64; k<<<blocks, 32>>>(d, n); }", "run(in, N);"),
        ("void run(float d[], size_t n, dim3 block) { k<<<n / 64, block>>>(d, n); }", "run(in, N, dim3(32));"),
        ("void run(dim3 g, dim3 b, float* d) { k<<<g, b>>>(d, 256); }", "dim3 g(4); run(g, 32, in);"),
        ("void run(float* d, int n, int t = 32) { k<<<n / (2 * t), t>>>(d, n); }", "run((float*)in, N);"),
        ("void inner(float* e, int m) { k<<<m / 64, 32>>>(e, m); } void run(float* d) { inner(d, 256); }", "run(in);"),
        ("struct S { void run(float* d, int n) { k<<<n / 64, 32>>>(d, n); } };", "S s; s.run(in, N);"),
        ("namespace b { void run(float* d, int n) { k<<<n / 64, 32>>>(d, n); } }", "b::run(in, N);"),
        ("", "auto run = [&](float* d, int n) { k<<<n / 64, 32>>>(d, n); }; run(in, N);"),
        ("", "auto run = [=](int t) { k<<<4, t>>>(in, N); }; run(32);"),
        ("void run(float* d, int n) { auto go = [&] { k<<<n / 64, 32>>>(d, n); }; go(); }", "run(in, N);"),
        ("template <int T> void run(float* d, int n) { k<<<n / 64, T>>>(d, n); }", "run<32>(in, N);"),
        // One of the same name with other parameters, and a call of itself.
        ("void run(int n) {} void run(float* d, int n) { k<<<n / 64, 32>>>(d, n); run(n); }", "run(in, N); run(7);"),
        ("void run(float* d, int n) { k<<<n / 64, 32>>>(d, n); if (n > 999) run(d, n / 2); }", "run(in, N);"),
    ] {
        assert_eq!(
            given(&format!("{function} {main} {call} }}")),
            ["[4, 1, 1] [32, 1, 1] in[1024]+0 Integer(256)"],
            "{function} {call}"
        );
    }
}

#[test]
fn each_call_with_other_values_is_a_launch() {
    let run = "void run(float* d, int blocks) { k<<<blocks, 32>>>(d + 8, blocks); }";
    let calls =
        "int main() { float *a, *b; cudaMalloc(&a, 4096); cudaMalloc(&b, 64); run(a, 2); run(b, 3); run(a, 2); }";
    assert_eq!(
        given(&format!("{run} {calls}")),
        ["[2, 1, 1] [32, 1, 1] a[4096]+32 Integer(2)", "[3, 1, 1] [32, 1, 1] b[64]+32 Integer(3)"]
    );
}

#[test]
fn names_of_the_caller_and_of_the_function_are_not_mixed_up() {
    let text = "const int n = 64; const int TOTAL = n * 2;
        void run(float* d, int n) { k<<<TOTAL, n>>>(d, n); }
        int main() { int n = 512; float* d; cudaMalloc(&d, n); run(d, n / 16); }";
    assert_eq!(given(text), ["[128, 1, 1] [32, 1, 1] d[512]+0 Integer(32)"]);
    // An inner variable hides the parameter.
    let text = "void run(float* d, int n) { { int n = 32; k<<<4, n>>>(d, n); } }
        int main() { float* d; cudaMalloc(&d, 512); run(d, 7); }";
    assert_eq!(given(text), ["[4, 1, 1] [32, 1, 1] d[512]+0 Integer(32)"]);
}

#[test]
fn launches_that_the_constants_do_not_reach_are_none() {
    let tiles = "template <int N> __global__ void t() {}
        void run(int tile) { switch (tile) { case 8: t<8><<<1, 8>>>(); break; case 16: { t<16><<<1, 16>>>(); break; }
            case 32: t<32><<<1, 32>>>(); case 33: t<33><<<1, 33>>>(); default: t<1><<<1, 1>>>(); } }";
    for (call, expected) in [
        ("run(8);", &["t<8> [1, 1, 1] [8, 1, 1] 0"][..]),
        ("run(16); run(8);", &["t<8> [1, 1, 1] [8, 1, 1] 0", "t<16> [1, 1, 1] [16, 1, 1] 0"]),
        ("run(33);", &["t<33> [1, 1, 1] [33, 1, 1] 0", "t<1> [1, 1, 1] [1, 1, 1] 0"]),
        ("run(64);", &["t<1> [1, 1, 1] [1, 1, 1] 0"]),
        (
            "run(rand());",
            &[
                "t<8> [1, 1, 1] [8, 1, 1] 0",
                "t<16> [1, 1, 1] [16, 1, 1] 0",
                "t<32> [1, 1, 1] [32, 1, 1] 0",
                "t<33> [1, 1, 1] [33, 1, 1] 0",
                "t<1> [1, 1, 1] [1, 1, 1] 0",
            ],
        ),
    ] {
        assert_eq!(launches(&format!("{tiles} int main() {{ {call} }}")), expected, "{call}");
    }
    let branch = "__global__ void a() {} __global__ void b() {}
        int main() { const int way = 2; bool is_b = true; is_b = rand(); if (way == 1) a<<<1, 1>>>(); else if (way == 2) b<<<1, 2>>>(); else a<<<1, 3>>>();
            if (is_b) b<<<1, 4>>>(); else a<<<1, 5>>>(); }";
    assert_eq!(launches(branch), ["b [1, 1, 1] [2, 1, 1] 0", "b [1, 1, 1] [4, 1, 1] 0", "a [1, 1, 1] [5, 1, 1] 0"]);
}

#[test]
fn a_kernel_may_be_an_argument_of_the_function_that_launches_it() {
    let text = "template <int N> __global__ void a(int n) {} __global__ void b(int n) {} template <class T> __global__ void c(T n) {}
        template <typename Kernel> void run(Kernel kernel, int n) { kernel<<<n, 32>>>(n); }
        void other(void (*kernel)(int), int n) { kernel<<<n, 64>>>(n); }
        int main() { run(a<4>, 1); run(&b, 2); other(b, 3); other(&a<2 * 4>, 4); run(c<float>, 5); }";
    assert_eq!(
        launches(text),
        [
            "a<4> [1, 1, 1] [32, 1, 1] 0",
            "b [2, 1, 1] [32, 1, 1] 0",
            "c<float> [5, 1, 1] [32, 1, 1] 0",
            "b [3, 1, 1] [64, 1, 1] 0",
            "a<8> [4, 1, 1] [64, 1, 1] 0",
        ]
    );
}

#[test]
fn what_no_caller_fixes_stays_open() {
    let open = ["the grid `n` is not a constant"];
    for (function, call) in [
        ("void run(float* d, int n) { n /= 2; k<<<n, 32>>>(d, n); }", "run(a, 4);"),
        ("void run(float* d, int n) { scanf(\"%d\", &n); k<<<n, 32>>>(d, n); }", "run(a, 4);"),
        ("void run(float* d, int n) { k<<<n, 32>>>(d, n); }", ""),
        ("void run(float* d, int n) { k<<<n, 32>>>(d, n); }", "for (int i = 1; i < 9; i++) run(a, i);"),
        ("void run(float* d, int n) { k<<<n, 32>>>(d, n); run(d, 4); }", ""),
        // Which of the two is called is a question of types.
        ("void run(float* d, long n) {} void run(float* d, int n) { k<<<n, 32>>>(d, n); }", "run(a, 4);"),
    ] {
        let text = format!("{function} int main() {{ float* a; cudaMalloc(&a, 4096); {call} }}");
        assert_eq!(given(&text), open, "{function} {call}");
    }
    for class in [
        "struct S { float* d; int n = 4; void run() { k<<<n, 32>>>(d, n); } };",
        "struct S { float* d; int n = 4; void run(); }; void S::run() { k<<<n, 32>>>(d, n); }",
    ] {
        assert_eq!(given(&format!("{class} int main() {{ S s; s.n = 9; s.run(); }}")), open, "{class}");
    }
    let constant = "struct S { static constexpr int n = 4; void run(); }; void S::run() { k<<<n, 32>>>(nullptr, n); }";
    assert_eq!(launches(&format!("{KERNEL} {constant}")), ["k [4, 1, 1] [32, 1, 1] 0"]);
    let with_arguments = format!(
        "{KERNEL} void run(int n) {{ k<<<n, 32>>>(nullptr, n); }} int main(int argc, char** argv) {{ if (argc > 1) run(9); else run(4); }}"
    );
    assert_eq!(launches(&with_arguments), ["k [4, 1, 1] [32, 1, 1] 0"]);
    // Functions that call one another in a circle end.
    let circle = "void g(float* d, int n); void f(float* d, int n) { k<<<n, 32>>>(d, n); g(d, n); } void g(float* d, int n) { f(d, n); }";
    let text = format!("{circle} int main() {{ float* a; cudaMalloc(&a, 64); g(a, 4); }}");
    assert_eq!(given(&text), ["[4, 1, 1] [32, 1, 1] a[64]+0 Integer(4)"]);
}

#[test]
fn calls_that_multiply_at_each_level_have_an_end() {
    let level = |at: usize| format!("void f{at}(int n) {{ {} }} ", format!("f{}(n + 1); ", at - 1).repeat(50));
    let levels: String = (1..4).map(level).collect();
    let text = format!("{KERNEL} void f0(int n) {{ k<<<n, 32>>>(nullptr, n); }} {levels} int main() {{ f3(1); }}");
    assert!(launches(&text).contains(&"k [4, 1, 1] [32, 1, 1] 0".to_owned()));
}
