//! A text without its host code: the declarations that stay, and those that go.

use smem_cuda::{DeviceCode, without_host_code};

/// Returns the rest of a text, without blanks around lines.
fn left(text: &str) -> String {
    let device = without_host_code(text, |header| header == "kept.h");
    assert_eq!(device.lines().count(), text.lines().count(), "{device}");
    let lines: Vec<&str> = device.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

#[test]
fn host_functions_go_and_device_functions_stay() {
    let kernel = "extern \"C\" __global__ void __launch_bounds__(256) k(float* a) { if (a) { a[0] = '}'; } }";
    assert_eq!(left(kernel), kernel);
    let device = "template <typename T, int N>\n__device__ __forceinline__ T f(T v) { return v; }";
    assert_eq!(left(device), device);
    let constant = "constexpr int up(int a, int b) { return (a + b - 1) / b; }";
    // NVRTC takes a function without a mark for the host's, whatever else it is.
    assert_eq!(left(constant), format!("__host__ __device__ {constant}"));
    assert_eq!(left("int main(int argc, char** argv) {\n  puts(\"}\"); // }\n  return 0;\n}\nint f(int);"), "");
    assert_eq!(left("template <class T> void launch(T* a) { k<<<1, 2>>>(a); }"), "");
    let defaults = "template <int N = 4, bool B = (N > 2)>\n__global__ void k(int* a = 0) { *a = N; }";
    assert_eq!(left(&format!("{defaults}\nvoid g() {{}}\nint h;")), defaults);
    assert_eq!(left("extern \"C\" void run(float* a) { }\nstatic inline void g() noexcept { }"), "");
    assert_eq!(left("template void reduce<int>(int n);\ntemplate __global__ void r<int>(int);").lines().count(), 1);
}

#[test]
fn types_of_libraries_that_the_host_calls_go() {
    let kernel = "__global__ void k(float* a) { a[0] = 1; }";
    for gone in [
        "struct Algo { cublasLtMatmulAlgo_t algo; int stages; };",
        "struct Algo { cublasStatus_t status; }; struct Map { Algo all[4]; int n; };",
        "using Handle = cudnnHandle_t;",
        "class Wrapper { CUresult (*name)(CUresult, const char**); CUmodule module; };",
        "constexpr cublasMath_t MODE = CUBLAS_DEFAULT_MATH;",
        "class Layer { ncclComm_t comm; MPI_Comm world; int n; };",
    ] {
        assert_eq!(left(&format!("{gone}\n{kernel}")), kernel, "{gone}");
    }
    let limits = "template <class T> struct Limits {};\nconstexpr float MOST = std::numeric_limits<float>::max();\ntemplate <> struct Limits<float> { static __device__ float most() { return MOST; } };";
    for kernel in
        ["__global__ void k(float* a) { a[0] = Limits<float>::most(); }", "__global__ void k(float* a) { a[0] = 1; }"]
    {
        assert!(left(&format!("{limits}\n{kernel}")).contains("MOST ="), "{}", left(&format!("{limits}\n{kernel}")));
    }
    let own = "struct cublas { int a; };";
    assert_eq!(left(own), own);
}

#[test]
fn types_constants_and_device_variables_stay() {
    for kept in [
        "struct View { int n; __device__ int at(int i) { return n + i; } };",
        "__constant__ float taps[3];",
        "__device__ int count = 0;",
        "const int TILE = 16;",
        "constexpr int SIZES[] = {1, 2, 3};",
        "typedef unsigned int uint;",
        "using half_t = unsigned short;",
        "enum { WARPS = 8 };",
        "static_assert(sizeof(int) == 4, \"\");",
        "using namespace nvcuda;",
        "namespace cg = cooperative_groups;",
    ] {
        assert_eq!(left(kept), kept);
    }
    for gone in [
        "static int calls = 0;",
        "float* host_data;",
        "std::vector<int> sizes = {1, 2};",
        "const std::string NAME = \"a\";",
        "const char* NAMES[] = {\"a\"};",
        "using namespace std;",
        "using std::max;",
        "typedef std::pair<int, int> Pair;",
        "struct Options { std::string name; };",
    ] {
        assert_eq!(left(gone), "", "{gone}");
    }
}

#[test]
fn namespaces_are_entered_and_their_braces_stay() {
    let text = "namespace a {\nnamespace {\nint host() { return 1; }\n__global__ void k() {}\n}\n}\nextern \"C\" {\nvoid g() {}\n}";
    assert_eq!(left(text), "namespace a {\nnamespace {\n__global__ void k() {}\n}\n}\nextern \"C\" {\n}");
}

#[test]
fn lines_of_the_preprocessor_stay_but_for_includes() {
    let text = "#include <vector>\n#include \"kept.h\"\n#define N \\\n  4\nvoid f() {\n#ifdef A\n  g();\n#endif\n}";
    assert_eq!(left(text), "#include \"kept.h\"\n#define N \\\n4\n#ifdef A\n#endif");
}

#[test]
fn macros_that_make_device_code_are_known() {
    let text =
        "#define DEVICE_INLINE __device__ inline\nDEVICE_INLINE int f() { return 1; }\nHOST int g() { return 1; }";
    assert_eq!(left(text), "#define DEVICE_INLINE __device__ inline\nDEVICE_INLINE int f() { return 1; }");
    let text = "#define MAKE(T) \\\n  __global__ void k_##T(T* a) {}\nMAKE(int)\nMAKE(float);\nBIND(int)\nint after;";
    assert!(left(text).ends_with("MAKE(int)\nMAKE(float);"), "{}", left(text));
}

#[test]
fn members_of_structs_that_only_the_host_can_call_go_and_the_struct_stays() {
    let text = "template <class T> class Timer : public Base {
public:
Timer() : a(1), b{2}, c(std::string()) { std::cout << 1; }
virtual ~Timer() { }
virtual float get() const = 0;
Timer& operator=(const Timer& other) { return *this; }
bool operator()(int x) const { return x; }
Timer(const Timer&) = default;
friend void swap(Timer& a, Timer& b) { }
__device__ float now() const { return a; }
template <int N> __host__ __device__ void set(T v) { a = v; }
constexpr int two() const { return 2; }
struct Inner { int x; Inner(int x) : x(x) { } };
void (*call)(int);
alignas(16) float4 v;
static const int N = (1 + 2);
float a;
};";
    let expected = "template <class T> class Timer : public Base {
public:
Timer(const Timer&) = default;
__device__ float now() const { return a; }
template <int N> __host__ __device__ void set(T v) { a = v; }
__host__ __device__ constexpr int two() const { return 2; }
struct Inner { int x;                         };
void (*call)(int);
alignas(16) float4 v;
static const int N = (1 + 2);
float a;
};";
    assert_eq!(left(text), expected);
    // The rest of it uses the C++ library.
    assert_eq!(left("struct Named { std::string name; void f() { } };\nint g() { return 1; }"), "");
    assert_eq!(
        left("struct A { void f() { std::abort(); } int n; };"),
        "struct A {                            int n; };"
    );
}

#[test]
fn macros_of_headers_make_device_code() {
    let cut =
        |text: &str| DeviceCode::of(&[text, "#define GPU __device__\n#define GPU_FN GPU inline\n"]).text(0, |_| true);
    assert_eq!(cut("GPU_FN int f() { return 1; }"), "GPU_FN int f() { return 1; }");
    assert_eq!(cut("CPU_FN int f() { return 1; }").trim(), "");
    for kept in
        ["CUTE_HOST_DEVICE int f() { return 1; }", "CUTLASS_DEVICE void g() { }", "HOST_DEVICE_INLINE void h();"]
    {
        assert_eq!(cut(kept), kept);
    }
    assert_eq!(cut("int f(int MAX_DEVICE_COUNT) { return 1; }").trim(), "");
}

#[test]
fn any_text_is_cut_without_a_panic() {
    for text in [
        "{",
        "}",
        "}}",
        "(",
        "namespace {",
        "struct A {",
        "struct A { {",
        "struct A { ) : {",
        "class A { public",
        "struct A { friend",
        "\"",
        "'",
        "/*",
        "R\"(",
        "R\"x(a)x",
        "#",
        "#include",
        "é{ü}",
        "a) }",
    ] {
        let cut = without_host_code(text, |_| false);
        assert_eq!(cut.lines().count(), text.lines().count());
    }
}

#[test]
fn what_depends_on_host_code_goes_with_it() {
    for (text, expected) in [
        ("namespace M {\nvoid run(float* o) { }\n}\nusing M::run;", "namespace M {\n}"),
        (
            "void run() { }\n__device__ float run(float x) { return x; }\nusing ::run;",
            "__device__ float run(float x) { return x; }\nusing ::run;",
        ),
        ("struct H { std::vector<int> v; };\ntypedef H H2;\nusing H3 = H2;\nstatic_assert(sizeof(H3) > 4, \"\");", ""),
        ("struct H { std::vector<int> v; };\nstruct G : H { int n; };\nstruct F { int n; };", "struct F { int n; };"),
        ("int host(int a) { return a; }\nusing F = decltype(&host);\nconst int N = host(3);", ""),
        ("const int M = atoi(getenv(\"N\"));\nconst int N = 3;", "const int N = 3;"),
    ] {
        assert_eq!(left(text), expected, "{text}");
    }
}

#[test]
fn what_device_code_needs_of_the_standard_library_stays() {
    let kernel = "__global__ void k(float* o) { o[0] = A<float>::z(); }";
    let text = format!(
        "template <class D> struct A {{ static __device__ D z() {{ return std::numeric_limits<D>::max(); }} }};\n{kernel}"
    );
    assert_eq!(left(&text), text);
    let code = DeviceCode::of(&[&text]);
    assert_eq!(code.foreign_names(), "#include <cuda/std/limits>\nnamespace std { using namespace cuda::std; }\n");
    // Only the host names it.
    assert_eq!(left("struct Options { std::pair<int, int> range; };"), "");
    let text = "using namespace std;\n__device__ float f() { return numeric_limits<float>::max() + max(1, 2); }\nvoid g() { cout << 1; }";
    let code = DeviceCode::of(&[text]);
    assert!(code.foreign_names().ends_with("using cuda::std::numeric_limits;\n"), "{}", code.foreign_names());
    assert_eq!(
        DeviceCode::of(&["namespace po = boost::options;"]).foreign_names(),
        "namespace boost { namespace options { }}\n"
    );
}

#[test]
fn constants_of_constants_are_known_before_the_program_runs() {
    assert_eq!(
        left("const float a = 1.5f;\nconst float b = -a;\nconst double alone = 2;"),
        "constexpr float a = 1.5f;\nconst float b = -a;\nconst double alone = 2;"
    );
    assert_eq!(left("__device__ constexpr int f() { return 1; }"), "__device__ constexpr int f() { return 1; }");
}

#[test]
fn every_arm_of_a_condition_loses_its_host_code() {
    let text = "#ifdef A\nvoid f() { puts(\"}\");\n#else\nvoid g() {\n#endif\n}\n#if B\n__global__ void k() {}\nint host;\n#elif C\nint other;\n__device__ int d;\n#endif";
    assert_eq!(
        left(text),
        "#ifdef A\n#else\n#endif\n#if B\n__global__ void k() {}\n#elif C\n__device__ int d;\n#endif"
    );
}

#[test]
fn attributes_and_unknown_macros_in_front_of_a_declaration_change_nothing() {
    for kept in [
        "__align__(8) struct Res { int a; float b; };",
        "struct __align__(16) X { int a; };",
        "#define ALIGN(x) __align__(x)\nALIGN(8) struct Q { int a; };",
        "#define KERNEL(name) __global__ void name(float* d)\nKERNEL(k) { d[0] = 1; }",
        "#define EXT __extension__\nstruct U { EXT union { struct { int a; }; int b; }; int c; };",
        "struct U { UNKNOWN union { struct { int a; } data; int b; }; UNKNOWN enum { X, Y } kind; };",
        "#define FOR(t, n) template <> struct S<t> { __device__ t f() { return 0; } }\nFOR(unsigned int, a);\nFOR(char, b);",
    ] {
        assert_eq!(left(kept), kept);
    }
    assert_eq!(
        left("UNKNOWN int h() { return 2; }\n__device__ int d() { return 1; }"),
        "__device__ int d() { return 1; }"
    );
}
