//! Kernels that the text of a file does not name: `nvcc` compiles it, host code and all, and they are those that its launches make.

use crate::call::Folder;
use crate::compilers::is_there;

const KERNEL: &str = "#include <vector>
template <class F> __global__ void k(F f, float* a) {
    __shared__ float s[32];
    s[threadIdx.x] = f(threadIdx.x);
    __syncthreads();
    a[threadIdx.x] = s[31 - threadIdx.x];
}\n";

#[test]
fn a_lambda_is_launched_with_the_flag_that_nvcc_asks_for() {
    if !is_there("g++") {
        return;
    }
    let host =
        "int main() { float* a; cudaMalloc(&a, 128); k<<<1, 32>>>([] __device__ (int x) { return x + 1.f; }, a); }";
    let folder = Folder::with(&[("a.cu", &format!("{KERNEL}{host}"))]);
    let answer = folder.call(&["profile", "a.cu", "--color", "never"]);
    assert!(answer.err.contains("`--extended-lambda`, which the compiler asks for"), "{}", answer.err);
    assert!(
        answer.out.contains("a.cu:4  store") && answer.out.contains("a.cu:6  load"),
        "{}{}",
        answer.out,
        answer.err
    );
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn of_several_instances_one_is_launched_and_the_others_have_a_command() {
    if !is_there("g++") {
        return;
    }
    let host = "struct Up { __device__ float operator()(int x) const { return x; } };
        template <class F> void run(F f, float* a) { auto own = f; k<<<1, 32>>>(own, a); }
        struct Down : Up { float by[400]; };
        int main() { float* a; run(Up{}, a); run(Down{}, a); }";
    let folder = Folder::with(&[("a.cu", &format!("{KERNEL}{host}"))]);
    let answer = folder.call(&["profile", "a.cu", "--color", "never"]);
    for part in ["it is one of 2 instances, and which one is a guess", "--kernel 'k<Down>(Down, float*)'"] {
        assert!(answer.out.contains(part), "{part} is not in\n{}{}", answer.out, answer.err);
    }
    assert!(answer.out.contains("\nk<Up>(Up, float*): grid 1"), "{}", answer.out);
    // Its argument by value is as long as the compiler says.
    let other = folder.call(&["profile", "a.cu", "--kernel", "k<Down>(Down, float*)", "--color", "never"]);
    assert!(other.out.contains("\nk<Down>(Down, float*): grid 1"), "{}{}", other.out, other.err);
    let command = ["--grid", "1", "--block", "32", "--arg", "struct[1600,4]{}", "--arg", "a=[32]", "--color", "never"];
    let described = folder.call(&[&["profile", "a.cu", "--kernel", "k<Down>(Down, float*)"], &command[..]].concat());
    assert!(described.out.starts_with("k<Down>(Down, float*): grid 1"), "{}{}", described.out, described.err);
}

#[test]
fn kernels_of_headers_are_launched_for_a_file_without_its_own() {
    if !is_there("g++") {
        return;
    }
    let header = "#include <vector>\nnamespace lib {
template <int N> __global__ void scale(float* a, float by) {
    __shared__ float s[N];
    s[threadIdx.x] = a[threadIdx.x] * by;
    __syncthreads();
    a[threadIdx.x] = s[N - 1 - threadIdx.x];
}
template <int N> void go(float* a) { scale<N><<<1, N>>>(a, 2.f); }
}\n";
    let folder = Folder::with(&[
        ("lib.cuh", header),
        ("use.cu", "#include \"lib.cuh\"\nvoid use(float* a) { lib::go<256>(a); }"),
        ("none.cu", "#include \"lib.cuh\"\nint main() { return 0; }"),
    ]);
    let answer = folder.call(&["profile", "use.cu", "--color", "never"]);
    assert!(answer.out.contains("`use.cu` has no kernel of its own"), "{}{}", answer.out, answer.err);
    assert!(answer.out.contains("\nlib::scale<256>(float*, float): grid"), "{}{}", answer.out, answer.err);
    assert!(answer.out.contains("lib.cuh:5  store") && answer.out.contains("lib.cuh:7  load"), "{}", answer.out);
    let none = folder.call(&["profile", "none.cu", "--color", "never"]);
    let why = "`none.cu` has no kernel that can be seen in its text, and `nvcc` makes none of it and its headers";
    assert!(none.code == 2 && none.err.contains(why), "{}", none.err);
}

#[test]
fn a_kernel_of_an_included_file_takes_arguments_by_name() {
    let folder = Folder::with(&[
        (
            "k.cu",
            "__global__ void k(float* data, int count) { __shared__ float s[32]; s[threadIdx.x] = count; data[threadIdx.x] = s[threadIdx.x]; }",
        ),
        ("main.cu", "#include \"k.cu\"\nvoid run(float* a, int n) { k<<<n, 32>>>(a, n); }"),
    ]);
    let command = ["--kernel", "k", "--grid", "1", "--block", "32", "--arg", "data=[32]", "--arg", "count=7"];
    let answer = folder.call(&[&["profile", "main.cu", "--color", "never"], &command[..]].concat());
    assert!(answer.out.starts_with("k: grid 1 x 1 x 1"), "{}{}", answer.out, answer.err);
}

#[test]
fn a_limit_of_instructions_holds_for_guesses() {
    let text = "__global__ void k(volatile int* a, int n) { __shared__ int s[32]; s[threadIdx.x] = n; for (int i = 0; i < 1 << 20; i++) a[i % 4] = s[i % 32]; }
        void run(int* a, int n) { k<<<n, 32>>>(a, n); }";
    let folder = Folder::with(&[("a.cu", text)]);
    let answer = folder.call(&["profile", "a.cu", "--max-instructions", "1M", "--no-race-check", "--color", "never"]);
    assert!(answer.err.contains("more than 1000000 thread instructions"), "{}", answer.err);
}
