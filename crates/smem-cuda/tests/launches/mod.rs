//! Launches as people write them.

mod functions;

use smem_cuda::{ArgumentValue, Constant, CudaText, LaunchValues, Scalar};

/// The launches of a text: `kernel grid block shared`, or why it is not constant.
fn launches(text: &str) -> Vec<String> {
    let text = CudaText::parse(text);
    let shown =
        |launch: LaunchValues| format!("{} {:?} {:?} {}", launch.kernel, launch.grid, launch.block, launch.shared);
    text.launches().iter().map(|site| site.values().map_or_else(|why| why, shown)).collect()
}

/// The one launch of a host function with this body; `k` takes a pointer and a number, `none` nothing.
fn launch(body: &str) -> String {
    let text = format!(
        "#define N 64\n#define UP(a, b) (((a) + (b) - 1) / (b))\n__global__ void none() {{}}\nint main(int argc) {{ {body} }}"
    );
    launches(&text).join("; ")
}

#[test]
fn everyday_constants_are_constants() {
    for body in [
        "const int n = 4, m = 32; none<<<n, m>>>();",
        "enum { B = 4 }; enum Size { T = 31, U }; none<<<B, U>>>();",
        "constexpr int n{4}; int m(32); none<<<n, m>>>();",
        "dim3 grid(4), block(32); none<<<grid, block>>>();",
        "dim3 grid{4}, block = {32}; none<<<grid, block>>>();",
        "auto n = N / 16; none<<<n, N / 2>>>();",
        "dim3 grid; grid.x = 4; dim3 block = dim3(32, 1, 1); none<<<grid, block>>>();",
        "none<<<UP(N, 16), sizeof(double) * 4>>>();",
        "none<<<dim3(4), dim3{32}, 0, stream>>>();",
        "int n = 128; int t = 32; none<<<(n + t - 1) / t, t>>>();",
        "int h[128]; none<<<sizeof(h) / sizeof(h[0]) / 32, sizeof h / 16>>>();",
        "none<<<std::min(4, 9), (unsigned)ceil(31.5)>>>();",
        "static const unsigned n = 0x4u; none<<<n, 1 << 5>>>();",
        "{ int n = 9; } const int n = 4; none<<<n, true ? 32 : argc>>>();",
    ] {
        assert_eq!(launch(body), "none [4, 1, 1] [32, 1, 1] 0", "{body}");
    }
}

#[test]
fn a_part_that_is_not_constant_is_named() {
    for (body, expected) in [
        ("int n = argc; none<<<n, 32>>>();", "the grid `n` is not a constant"),
        ("int n = 4; n += 1; none<<<n, 32>>>();", "the grid `n` is not a constant"),
        ("int n = 4; scanf(\"%d\", &n); none<<<n, 32>>>();", "the grid `n` is not a constant"),
        ("int n = 4; std::cin >> n; none<<<n, 32>>>();", "the grid `n` is not a constant"),
        ("int n = 4; int& m = n; m = 5; none<<<n, 32>>>();", "the grid `n` is not a constant"),
        ("dim3 g(4); if (argc) g.x = 2; none<<<g, 32>>>();", "the grid `g` is not a constant"),
        ("none<<<4, 0>>>();", "the block `0` is not a constant"),
        ("none<<<4, 32, argc>>>();", "the shared memory `argc` is not a constant"),
        ("none<<<4, 32>>>(1);", "`none` takes 0 arguments, not 1"),
        ("other<<<4, 32>>>();", "`other` is not declared in this file"),
        ("int n = n; none<<<n, 32>>>();", "the grid `n` is not a constant"),
    ] {
        assert_eq!(launch(body), expected, "{body}");
    }
}

#[test]
fn launches_in_comments_strings_and_device_code_are_not_the_hosts() {
    for body in ["/* none<<<1, 1>>>(); */", "const char* s = \"none<<<1, 1>>>()\";", "// none<<<1, 1>>>();\n"] {
        assert_eq!(launch(body), "", "{body}");
    }
    assert_eq!(launches("__global__ void k() {} __global__ void p() { k<<<1, 1>>>(); }"), [""; 0]);
    let quoted = "const char q = '\"'; printf(\"a \\\" /*\"); none<<<4, 32>>>();";
    assert_eq!(launch(quoted), "none [4, 1, 1] [32, 1, 1] 0");
}

#[test]
fn template_arguments_are_numbers_and_types() {
    let text = "using real = float; template <class T, int N, char C = 'x'> __global__ void k(T* a, T by) {}
        void f() {
            const int n = 4; real* a; cudaMalloc((void**)&a, n * sizeof *a);
            k<real, n * 2><<<1, 32>>>(a, 2);
            k<float, (n > 2), 'a'><<<1, 32>>>(a + 1, 1.5f);
        }";
    let text = CudaText::parse(text);
    let values: Vec<LaunchValues> = text.launches().iter().map(|site| site.values().unwrap()).collect();
    assert_eq!(values[0].kernel, "k<float, 8>");
    assert_eq!(values[1].kernel, "k<float, 1, 'a'>");
    assert_eq!(values[0].arguments[1], ArgumentValue::Number(Scalar::F32, Constant::Float(2.0)));
    let ArgumentValue::Pointer(target) = &values[1].arguments[0] else { panic!() };
    assert_eq!(
        (target.variable.as_str(), target.bytes, target.offset, target.element),
        ("a", 16, 4, Some(Scalar::F32))
    );
}

#[test]
fn structs_of_zeros_have_their_size() {
    let text = "template <class T, class U> struct Pair { T a; U b[3]; };
        struct Config { float4 v; char c; Pair<short, double>* p; };
        __global__ void k(Config c, Pair<char, int> p) {}
        void f() { Config c = {}; k<<<1, 1>>>(c, Pair<char, int>{}); }
        void g() { Config c{}; c.c = 1; k<<<1, 1>>>(c, {}); }";
    let text = CudaText::parse(text);
    let arguments = text.launches()[0].values().unwrap().arguments;
    assert_eq!(
        arguments,
        [ArgumentValue::Zeros { bytes: 32, align: 16 }, ArgumentValue::Zeros { bytes: 16, align: 4 }]
    );
    assert_eq!(
        text.launches()[1].values().unwrap_err(),
        "the argument `c` of type `Config` is not a number that can be read"
    );
}

#[test]
fn pointers_need_an_allocation_of_known_size() {
    let text = "#define CHECK(x) x
        __global__ void k(const float* __restrict__ a, float* b, int* c) {}
        void f(float* given) {
            float *a, *b;
            CHECK(cudaMallocManaged(reinterpret_cast<void**>(&a), sizeof(float[16])));
            CHECK(cudaMalloc<float>(&b, 16 * sizeof(float)));
            k<<<1, 1>>>(a, &b[4], nullptr);
            k<<<1, 1>>>(given, b, 0);
            k<<<1, 1>>>(a, b + 16, 0);
        }";
    let text = CudaText::parse(text);
    let sites = text.launches();
    let first = sites[0].values();
    assert_eq!(first.as_ref().unwrap().arguments[2], ArgumentValue::Null);
    assert_eq!(sites[1].values().unwrap_err(), "the bytes that `given` points to are not fixed by a `cudaMalloc`");
    assert_eq!(sites[2].values().unwrap_err(), "the bytes that `b + 16` points to are not fixed by a `cudaMalloc`");
}

#[test]
fn names_of_namespaces_and_classes_are_found() {
    let text = "namespace conf { constexpr int T = 32; struct S { static constexpr int B = 2 * A; enum { A = 2 }; }; enum class E { X = 4 }; }
        namespace ns { namespace { __global__ void k() {} } void f() { k<<<conf::S::B, conf::T>>>(); } }
        void g() { ns::k<<<(int)conf::E::X, conf::T>>>(); }";
    assert_eq!(launches(text), ["ns::k [4, 1, 1] [32, 1, 1] 0"; 2]);
}

#[test]
fn any_text_is_read_without_a_panic() {
    let deep = format!("void f() {{ k<<<{}1{}, 1>>>(); }}", "(".repeat(5000), ")".repeat(5000));
    for text in [
        "<<<",
        "k<<<",
        "k<<<>>>",
        "k<<<1>>>()",
        "><<<1,1>>>(",
        ">><<<1,1>>>()",
        "k<<<1,1>>>(é)",
        "\"",
        "/*",
        "cudaMalloc",
        "__global__ k{",
        &deep,
    ] {
        launches(text);
        CudaText::parse(text).unread_lines();
    }
}

#[test]
fn a_struct_without_a_name_of_its_own_has_that_of_its_typedef() {
    for declaration in [
        "typedef struct { real a, b; int c; } Data;",
        "typedef struct Own { real a, b; int c; } Data;",
        "typedef struct { real a, b; int c; } *Pointer, Data;",
    ] {
        let text = format!(
            "typedef float real;\n{declaration}\n__global__ void k(Data* a) {{}}\nint main() {{ Data* a; cudaMalloc((void**)&a, sizeof(Data) * 4); k<<<1, 32>>>(a); }}"
        );
        let values = CudaText::parse(&text).launches()[0].values().unwrap();
        let ArgumentValue::Pointer(target) = &values.arguments[0] else { panic!("{declaration}: {values:?}") };
        assert_eq!(target.bytes, 48, "{declaration}");
    }
}

#[test]
fn the_variables_that_a_launch_waits_for_are_named() {
    let unknown = |body: &str| {
        let text = format!(
            "#define T 32\nstruct P {{ int n; }};\n__global__ void k(float* a, int n) {{}}\nvoid run(int rows, P p, float* given) {{ float* a; int m = 4; {body} }}"
        );
        CudaText::parse(&text).launches()[0].unknown_variables().join(" ")
    };
    for (body, expected) in [
        ("k<<<rows, T>>>(nullptr, m);", "rows"),
        ("int blocks = (rows + T - 1) / T; k<<<blocks, T>>>(nullptr, rows);", "rows"),
        ("int n = atoi(\"4\"); dim3 g(n / T, m); k<<<g, T>>>(nullptr, n);", "n"),
        ("int n; scanf(\"%d\", &n); cudaMalloc(&a, n * sizeof(float)); k<<<1, T>>>(a, 4);", "n"),
        ("m += 1; k<<<m, T>>>(nullptr, 4);", "m"),
        ("k<<<p.n, T>>>(nullptr, 4);", ""),
        ("k<<<4, T>>>(given, 4);", ""),
        ("int u = u; k<<<u, T>>>(nullptr, rows);", "u rows"),
        ("k<<<min(rows, m), T>>>(nullptr, std::max(rows, 2));", "rows"),
    ] {
        assert_eq!(unknown(body), expected, "{body}");
    }
}

#[test]
fn variables_that_are_set_from_one_another_are_searched_once_each() {
    let chain = |first: &str, length: usize| {
        let sums: String = (1..length).map(|at| format!("int v{at} = v{0} / v{0};", at - 1)).collect();
        let last = length - 1;
        let text = format!("__global__ void k() {{}} int main() {{ int v0 = {first}; {sums} k<<<v{last}, 32>>>(); }}");
        CudaText::parse(&text).launches()[0].unknown_variables().join(" ")
    };
    assert_eq!((chain("atoi(\"4\")", 60).as_str(), chain("2", 24).as_str()), ("v0", ""));
    let circle = "__global__ void k() {} int main() { int a, b; a = b; b = a; k<<<a, b>>>(); }";
    assert_eq!(CudaText::parse(circle).launches()[0].unknown_variables().join(" "), "a b");
}

#[test]
fn expressions_that_double_at_each_level_have_an_end() {
    let doubled = |declare: &dyn Fn(usize) -> String| (1..24).map(declare).collect::<String>();
    let macros = doubled(&|at| format!("#define M{at} (M{0} + M{0})\n", at - 1));
    let functions = doubled(&|at| format!("constexpr int f{at}(int a) {{ return f{0}(a) + f{0}(a); }}\n", at - 1));
    let structs = doubled(&|at| format!("struct S{at} {{ S{0} a, b; S{0} c; }};\n", at - 1));
    for (declared, last) in [
        (format!("#define M0 1\n{macros}"), "M23"),
        (format!("constexpr int f0(int a) {{ return a; }}\n{functions}"), "f23(1)"),
        (format!("struct S0 {{ int a; }};\n{structs}"), "sizeof(S23)"),
    ] {
        let text =
            CudaText::parse(&format!("{declared}__global__ void k() {{}} int main() {{ k<<<{last}, 32>>>(); }}"));
        assert!(text.launches()[0].values().is_err(), "{last}");
    }
}

#[test]
fn launches_in_templates_of_the_host_are_those_of_the_instances_that_it_calls() {
    let kernel = "template <class T, int N> __global__ void k(T* a, int n) {}
        template <typename T, int N = 64> void run(int n) {
            T* a;
            cudaMalloc(&a, N * sizeof(T));
            k<T, N><<<N / 32, 32>>>(a, N);
        }";
    for (calls, expected) in [
        ("run<float, 128>(1); run<double>(2); run<float, 128>(3);", "k<float, 128> [4, 1, 1]; k<double, 64> [2, 1, 1]"),
        ("using real = float; const int M = 4; run<real, 32 * M>(1);", "k<float, 128> [4, 1, 1]"),
        ("run<float, 32 << n>(1);", "the grid `N / 32` is not a constant"),
        ("", "the grid `N / 32` is not a constant"),
    ] {
        let text = format!("{kernel} int main(int n) {{ {calls} }}");
        let shown = |launch: LaunchValues| format!("{} {:?}", launch.kernel, launch.grid);
        let text = CudaText::parse(&text);
        let found: Vec<String> =
            text.launches().iter().map(|site| site.values().map_or_else(|why| why, shown)).collect();
        assert_eq!(found.join("; "), expected, "{calls}");
    }
    let nested = format!(
        "{kernel} template <class U> void both() {{ run<U, 32>(1); both<U>(); }} int main() {{ both<int>(); ::both<short>(); }}"
    );
    let text = CudaText::parse(&nested);
    let kernels: Vec<String> = text.launches().iter().map(|site| site.kernel_name()).collect();
    assert_eq!(kernels, ["k<int, 32>", "k<short, 32>"]);
}

#[test]
fn a_grid_may_be_made_of_members_and_elements_that_are_set_once() {
    let grid = |code: &str| {
        let text = format!("__global__ void k(int n) {{}} void run(int n) {{ {code} k<<<grid, block>>>(n); }}");
        CudaText::parse(&text).launches()[0].grid()
    };
    assert_eq!(grid("dim3 block(32, 8); dim3 grid(64 / block.x, 64 / block.y);"), Some([2, 8, 1]));
    assert_eq!(
        grid("size_t size[2]; size[0] = 4; size[1] = size[0] / 2; dim3 grid(size[0], size[1]);"),
        Some([4, 2, 1])
    );
    assert_eq!(grid("size_t size[1]; size[0] = 4; size[0] = 5; dim3 grid(size[0]);"), None);
    assert_eq!(grid("size_t size[1]; if (n) size[0] = 4; dim3 grid(size[0]);"), None);
    let text = "__global__ void k() {} void run(int n) { dim3 block(n), grid(64 / block.x); k<<<grid, block>>>(); }";
    assert_eq!(CudaText::parse(text).launches()[0].unknown_variables(), ["n"]);
}

#[test]
fn of_overloads_the_one_is_launched_that_takes_the_arguments() {
    let kernels =
        "__global__ void k(int* d) {} __global__ void k(const float* d) {} __global__ void k(float* d, int n) {}
        using real = float; ";
    let allocated = "cudaMalloc(&d, 128);";
    for (host, expected) in [
        ("float* d; ", "k(const float*) [1, 1, 1] [32, 1, 1] 0"),
        ("int *d; ", "k(int*) [1, 1, 1] [32, 1, 1] 0"),
        ("real* d; ", "k(const float*) [1, 1, 1] [32, 1, 1] 0"),
    ] {
        assert_eq!(
            launches(&format!("{kernels} int main() {{ {host} {allocated} k<<<1, 32>>>(d); }}")).join("; "),
            expected
        );
    }
    let text =
        format!("{kernels} int main() {{ char* d; {allocated} k<<<1, 32>>>((int*)d); k<<<1, 32>>>((float*)(d), 3); }}");
    assert_eq!(launches(&text).join("; "), "k(int*) [1, 1, 1] [32, 1, 1] 0; k(float*, int) [1, 1, 1] [32, 1, 1] 0");
}

#[test]
fn kernels_of_inline_namespaces_are_launched_without_them() {
    let text =
        "namespace a::b { inline namespace v1 { __global__ void k(int n) {} } } int main() { a::b::k<<<2, 32>>>(1); }";
    assert_eq!(launches(text).join("; "), "a::b::v1::k [2, 1, 1] [32, 1, 1] 0");
}

#[test]
fn launches_by_macros_are_those_of_their_bodies() {
    let kernel = "template <int N> __global__ void k(int n) {}\n";
    for (text, expected) in [
        (
            "#define LAUNCH(kernel, g, ...) kernel<<<g, 32>>>(__VA_ARGS__)\nint main() { LAUNCH(k<2>, dim3(2, 3), 1); }",
            "k<2> [2, 3, 1] [32, 1, 1] 0",
        ),
        (
            "#define LAUNCH(n) do { \\\n  k<n><<<n, 32>>>(n); \\\n  check(); \\\n} while (0)\nint main() { LAUNCH(4);\n LAUNCH(5) }",
            "k<4> [4, 1, 1] [32, 1, 1] 0; k<5> [5, 1, 1] [32, 1, 1] 0",
        ),
        (
            "#define DEFINE(name) __global__ void name(int n) {}\nDEFINE(other)\nint main() { other<<<1, 2>>>(3); }",
            "other [1, 1, 1] [2, 1, 1] 0",
        ),
    ] {
        assert_eq!(launches(&format!("{kernel}{text}")).join("; "), expected, "{text}");
    }
    let text = CudaText::parse(
        "#define LAUNCH(g) k<<<g, 32>>>(\\\n 1)\n\nint main() {\n  LAUNCH(2);\n}\n__global__ void k(int n) {}",
    );
    let site = &text.launches()[0];
    assert_eq!((site.line(), site.kernel().unwrap().line()), (5, 7));
}

#[test]
fn constants_may_be_elements_and_of_instances_of_templates() {
    let declared = "constexpr int SIZES[] = {1, 2, 32}; int sizes[] = {7, 8};
        template <int N, int M = N> struct Tile { static constexpr int size = N * 2; enum { ROWS = M }; };
        template <class T> constexpr int bytes = sizeof(T) * 8;
        template <int N> struct Own { static constexpr int size = N; }; template <> struct Own<4> { static constexpr int size = 9; };
        namespace ns { template <int M, int N> struct Pair { static constexpr int first = M; }; constexpr int N = 5; }
        __global__ void k() {} ";
    for (grid, expected) in [
        ("SIZES[1]", "[2, 1, 1]"),
        ("SIZES[SIZES[0] + 1]", "[32, 1, 1]"),
        ("Tile<16>::size", "[32, 1, 1]"),
        ("Tile<SIZES[2]>::ROWS", "[32, 1, 1]"),
        ("bytes<float>", "[32, 1, 1]"),
        ("ns::Pair<ns::N, 3>::first", "[5, 1, 1]"),
        ("SIZES[3]", ""),
        ("sizes[1]", ""),
        ("Own<3>::size", ""),
        ("(unsigned)-1 - 4294967290u", "[5, 1, 1]"),
    ] {
        let found = launches(&format!("{declared} int main() {{ k<<<{grid}, 1>>>(); }}")).join("; ");
        let expected = match expected {
            "" => format!("the grid `{grid}` is not a constant"),
            grid => format!("k {grid} [1, 1, 1] 0"),
        };
        assert_eq!(found, expected);
    }
}

#[test]
fn a_program_that_is_started_without_arguments_does_not_do_what_only_arguments_make_it_do() {
    let grid = |code: &str| {
        let text = format!("__global__ void k() {{}} int main(int argc, char** argv) {{ {code} k<<<n, 32>>>(); }}");
        CudaText::parse(&text).launches()[0].grid().map(|grid| grid[0])
    };
    for (code, expected) in [
        ("int n = 64; if (argc > 1) n = atoi(argv[1]);", Some(64)),
        ("int n = 64; if (argc == 2) { n = atoi(argv[1]); } else if (argc > 2) { n = 1; }", Some(64)),
        ("int n = 64; if (1 < argc && argv[1][0] != '-') n = atoi(argv[1]);", Some(64)),
        ("int n = 64; for (int i = 1; i < argc; i++) { if (f(argv[i])) n = atoi(argv[++i]); }", Some(64)),
        ("int n = 64, c; while ((c = getopt(argc, argv, \"n:\")) != -1) { switch (c) { case 'n': n = 2; } }", Some(64)),
        ("int n = (argc > 1) ? atoi(argv[1]) : 64;", Some(64)),
        ("int n = argc;", Some(1)),
        ("int n; if (argc > 1) { n = atoi(argv[1]); } else { n = 64; }", Some(64)),
        ("int n; n = 32 * 2;", Some(64)),
        ("int m = 2; int n; n = 32 * m;", Some(64)),
        // Other changes count.
        ("int n = 64; if (argc < 2) n = 8;", None),
        ("int n = 64; if (argc > f()) n = 8;", None),
        ("int n = 64; if (argc > 1) {} else n = 8;", None),
        ("int n = 64; if (argc > 1) n = 8; n++;", None),
        ("int n = 64; argc--; if (argc > 1) n = 8;", None),
        ("int n; if (f()) n = 64;", None),
        ("int n; for (;;) n = 64;", None),
        ("int n; n = 64; n = 32;", None),
        ("int n; n += 64;", None),
        ("int n; m = n; scanf(\"%d\", &n);", None),
    ] {
        assert_eq!(grid(code), expected, "{code}");
    }
    // Another function, whose `argc` is not that of the program, and a value that comes later.
    let text =
        "__global__ void k() {} void run(int argc, char** argv) { int n = 64; if (argc > 1) n = 8; k<<<n, 32>>>(); }";
    assert_eq!(CudaText::parse(text).launches()[0].grid(), None);
    let text = "__global__ void k() {} int main(int argc, char** argv) { int n; k<<<n, 32>>>(); n = 64; }";
    assert_eq!(CudaText::parse(text).launches()[0].grid(), None);
}
