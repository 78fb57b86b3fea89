//! A file that describes no launch: the message has a command to begin with, and arguments take the types of the parameters.

use crate::call::Folder;

const KERNELS: &str = "struct Pair { int a; float b; };
template <class T> __global__ void __launch_bounds__(128) scale(T* data, T by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= by;
}
__global__ void pairs(Pair* to, Pair one, unsigned long long n) {
    if (threadIdx.x < n) to[threadIdx.x].a = one.a + 1;
}
";

const TRANSPOSE: &str = "#define TILE 16
__global__ void transpose(float* out, const float* in, int n) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[(blockIdx.x * TILE + threadIdx.y) * n + blockIdx.y * TILE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
";

const HOST: &str =
    "__global__ void k(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
int main(int argc, char** argv) {
    int n = atoi(argv[1]);
    float* a;
    cudaMalloc(&a, n * sizeof(float));
    k<<<(n + 255) / 256, 256>>>(a, n);
}
";

#[test]
fn the_command_in_the_message_runs_as_it_is() {
    let folder = Folder::with(&[("transpose.cu", TRANSPOSE)]);
    let guessed = folder.call(&["profile", "transpose.cu"]);
    assert_eq!(guessed.code, 0, "{guessed:?}");
    let said = &guessed.out;
    assert!(said.contains("the launch of `transpose` is a guess, no launch of it is in the file"), "{said}");
    let command = said.split('`').find(|part| part.starts_with("smem-tile profile")).unwrap();
    let words: Vec<String> = command.split(' ').skip(1).map(|word| word.trim_matches('\'').to_owned()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(words[4..8], ["--grid", "4,4", "--block", "16,16"]);
    let answer = folder.call(&words);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.out.contains("transpose: grid 4 x 4 x 1, block 16 x 16 x 1"), "{answer:?}");
    assert!(guessed.out.ends_with(answer.out.split("  machine code").last().unwrap()), "the guess is that launch");
}

#[test]
fn one_of_several_kernels_has_a_command_to_begin_with_and_the_mark_of_an_encoding_is_skipped() {
    let two = format!("\u{feff}__global__ void first(int* a) {{ a[0] = 1; }}\n#include \"one.cuh\"\n{TRANSPOSE}");
    let folder = Folder::with(&[("two.cu", &two), ("one.cuh", "\u{feff}__device__ int one() { return 1; }\n")]);
    let answer = folder.call(&["profile", "two.cu"]);
    let said = &answer.out;
    assert!(said.contains("the launch of `transpose` is a guess") && !said.contains("of `first`"), "{said}");
    let command = said.split('`').find(|part| part.starts_with("smem-tile profile")).unwrap();
    let words: Vec<&str> = command.split(' ').skip(1).map(|word| word.trim_matches('\'')).collect();
    assert_eq!(words[2..8], ["--kernel", "transpose", "--grid", "4,4", "--block", "16,16"]);
    let answer = folder.call(&words);
    assert!(answer.code == 0 && answer.out.contains("two.cu:9  load"), "{answer:?}");
}

#[test]
fn kernels_without_shared_memory_and_without_a_launch_are_all_guessed() {
    let text = "__global__ void first(int* a) { a[threadIdx.x] = 1; }\n__global__ void second(unsigned char value, int* a) { a[threadIdx.x] = value; }\n";
    let answer = Folder::with(&[("two.cu", text)]).call(&["profile", "two.cu"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    for kernel in ["first", "second"] {
        assert!(answer.out.contains(&format!("the launch of `{kernel}` is a guess")), "{answer:?}");
        assert!(answer.out.contains(&format!("{kernel}: grid ")), "{answer:?}");
    }
}

#[test]
fn a_file_of_others_compiles_without_the_libraries_that_its_host_calls() {
    let text = "#include <cublas_v2.h>
#include <project/host.h>
#include <cstdint>
namespace net {
struct Half8 { uint32_t parts[4]; };
__global__ void scaled(const float* in, float* out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }
__global__ void scaled(const int* in, int* out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }
template <class T, int N> __global__ void turned(const T* in, T* out, unsigned n) {
    __shared__ T tile[N];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[N - 1 - threadIdx.x];
}
template <class T> void turn(const T* in, T* out, int n) {
    if (n == 8) turned<T, 8><<<1, 8>>>(in, out, n); else turned<T, 64><<<1, 64>>>(in, out, -1);
}
template <class Kernel, class T> void start(Kernel kernel, T* a, T* b) { kernel<<<1, 32>>>(a, b); }
}
int main() {
    float *a, *b; int *c; net::Half8 *d, *e;
    cudaMalloc(&a, 256); cudaMalloc(&b, 256); cudaMalloc(&c, 256); cudaMalloc(&d, 1024); cudaMalloc(&e, 1024);
    net::scaled<<<1, 32>>>(a, b);
    net::scaled<<<1, 32>>>(c, c);
    net::turn(a, b, 64);
    net::turn<net::Half8>(d, e, 64);
}
";
    let header = "#pragma once\n#include <string>\nstruct Layer { cublasHandle_t handle; std::string name; };\n";
    let folder = Folder::with(&[("net.cu", text)]);
    std::fs::create_dir_all(folder.path("include/project")).unwrap();
    std::fs::write(folder.path("include/project/host.h"), header).unwrap();
    let answer = folder.call(&["profile", "net.cu", "-I", "include", "--compiler", "nvrtc"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    for launched in [
        "scaled(const float*, float*): grid 1",
        "scaled(const int*, int*): grid 1",
        "turned<float, 64>: grid 1",
        "Half8, 64>: grid 1",
    ] {
        assert!(answer.out.contains(launched), "{launched}: {answer:?}");
    }
    assert!(!answer.out.contains(", 8>"), "a branch that is not taken: {answer:?}");
}

#[test]
fn a_variable_that_does_not_make_a_launch_constant_is_not_asked_for() {
    let caller = "int up(int a, int b) { return (a + b - 1) / b; }
        template <class T> T halved(T a) { return a / 2; }
        __global__ void plain(float* a) { a[0] = 1; }
        __global__ void k(float* a, int n) { __shared__ float s[32]; s[threadIdx.x % 32] = a[n - 1]; }
        void run(float* a, int n) { plain<<<n, 32>>>(a); dim3 grid(up(n, 256), halved(4)); k<<<grid, 256>>>(a, n); }\n";
    let folder = Folder::with(&[("caller.cu", caller)]);
    let answer = folder.call(&["profile", "caller.cu"]);
    let said = &answer.out;
    // The memory is the caller's, whatever `n` is; the kernel with shared memory comes first.
    assert!(said.contains("the grid `grid` is not a constant") && !said.contains("--set"), "{said}");
    let answer = folder.call(&["profile", "caller.cu", "--set", "n=1024"]);
    let said = &answer.out;
    assert!(said.contains("line 5: the bytes that `a` points to are not fixed"), "{said}");
    assert!(said.contains("--kernel k --grid 4,2 --block 256"), "{said}");
}

#[test]
fn arguments_take_the_types_of_the_parameters_in_order_or_by_name() {
    let folder = Folder::with(&[("kernels.cu", KERNELS)]);
    let shape = ["profile", "kernels.cu", "--grid", "8", "--block", "128"];
    for args in
        [["1024", "0.5", "1024"], ["n=1024", "data=[1024]=iota", "by=2"], ["data=f64[1024]", "f64:0.5", "i32:8"]]
    {
        let args: Vec<&str> =
            ["--kernel", "scale<double>"].into_iter().chain(args.iter().flat_map(|arg| ["--arg", arg])).collect();
        let answer = folder.call(&[&shape[..], &args].concat());
        assert_eq!(answer.code, 0, "{args:?}: {answer:?}");
    }
    let pairs = ["--kernel", "pairs", "--arg", "to=[128]", "--arg", "one=bytes:0100000000000000", "--arg", "n=128"];
    assert_eq!(folder.call(&[&shape[..], &pairs].concat()).code, 0);
    let missing = ["--kernel", "pairs", "--arg", "n=128"];
    let answer = folder.call(&[&shape[..], &missing].concat());
    assert!(answer.is_refusal().contains("no argument is given for `Pair* to`, `Pair one` of `pairs`"), "{answer:?}");
}

#[test]
fn a_variable_of_the_host_gets_its_value_from_the_command_line() {
    let folder = Folder::with(&[("host.cu", HOST)]);
    let unknown = folder.call(&["profile", "host.cu"]);
    let said = &unknown.out;
    assert!(
        said.contains("the grid `(n + 255) / 256` is not a constant")
            && said.contains("`--set n=1024`, with your own value, makes the launches that the file leaves open"),
        "{said}"
    );
    assert!(said.contains("`smem-tile profile host.cu --kernel k --grid ") && said.contains("--block 256"), "{said}");
    let answer = folder.call(&["profile", "host.cu", "--set", "n=1000"]);
    assert!(answer.code == 0 && answer.out.contains("k: grid 4 x 1 x 1, block 256 x 1 x 1"), "{answer:?}");
    let wrong = folder.call(&["profile", "host.cu", "--set", "n=many"]);
    assert!(wrong.is_refusal().contains("`n=many` does not give a variable a number"), "{wrong:?}");
}

#[test]
fn a_launch_file_to_begin_with_runs_and_is_not_written_over() {
    let folder = Folder::with(&[
        ("transpose.cu", TRANSPOSE),
        ("two.cu", &KERNELS.replace("template <class T>", "typedef float T;\n")),
    ]);
    for (file, launches, kernels) in [("transpose.cu", "transpose.toml", 1), ("two.cu", "two.toml", 2)] {
        let answer = folder.call(&["profile", file, "--init"]);
        assert!(answer.code == 0 && answer.err.contains(&format!("wrote `{launches}`")), "{answer:?}");
        let answer = folder.call(&["profile", file, "--launch", launches]);
        assert_eq!(answer.code, 0, "{answer:?}\n{}", folder.text(launches));
        assert_eq!(answer.out.matches(": grid ").count(), kernels, "{answer:?}");
    }
    let again = folder.call(&["profile", "two.cu", "--init"]);
    assert!(again.is_refusal().contains("`two.toml` is there already"), "{again:?}");
    assert_eq!(folder.call(&["profile", "two.cu", "--init=other.toml"]).code, 0);
    assert_eq!(folder.text("other.toml"), folder.text("two.toml"));
}

#[test]
fn a_guess_that_does_not_fit_is_bad_input_with_the_command_to_change() {
    // A table of pointers, which a guess leaves null.
    let text = "__global__ void chase(float** rows, int n) {
    __shared__ float s[256];
    s[threadIdx.x] = rows[threadIdx.x][n];
    __syncthreads();
    rows[threadIdx.x][0] = s[255 - threadIdx.x];
}
";
    let folder = Folder::with(&[("chase.cu", text)]);
    for command in ["profile", "fix"] {
        let answer = folder.call(&[command, "chase.cu"]);
        assert_eq!(answer.code, 2, "{answer:?}");
        let said: Vec<&str> = answer.err.lines().collect();
        let first = "error: chase.cu:3: the guessed launch of `chase` does not fit: an access of 4 bytes is outside global memory";
        assert!(said[0].starts_with(first), "{answer:?}");
        assert!(said[2].ends_with("s[threadIdx.x] = rows[threadIdx.x][n];"), "{answer:?}");
        assert!(said[3].contains("thread (0, 0, 0) of block (0, 0, 0), address 0x"), "{answer:?}");
        let help = "help: with your own sizes, `smem-tile profile chase.cu --kernel chase --grid 4 --block 256 --arg 'rows=[1024]' --arg n=1024`";
        assert!(said[5].ends_with(help), "{answer:?}");
    }
    // A launch that the user gives says what the kernel does.
    let given = ["profile", "chase.cu", "--grid", "1", "--block", "256", "--arg", "rows=[256]", "--arg", "n=1"];
    let answer = folder.call(&given);
    let fault = "error: chase.cu:3: `chase`: an access of 4 bytes is outside global memory";
    assert!(answer.code == 1 && answer.err.starts_with(fault), "{answer:?}");
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn buffers_become_as_long_as_a_kernel_reaches_and_the_guess_says_so() {
    let text = "__global__ void far(float* out, const float* in) {
    __shared__ float s[256];
    s[threadIdx.x] = in[threadIdx.x * 60000];
    __syncthreads();
    out[threadIdx.x] = s[255 - threadIdx.x];
}
";
    let answer = Folder::with(&[("far.cu", text)]).call(&["profile", "far.cu"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.out.contains("times as long as first guessed, since it reaches past their ends"), "{answer:?}");
    assert!(answer.out.contains("'in=[16777216]=random'"), "{answer:?}");
}

#[test]
fn a_pointer_by_another_name_is_a_buffer() {
    let types = "#pragma once\ntypedef float *PFloat;\nusing CPFloat = const float*;\n";
    let text = "__global__ void twice(PFloat out, CPFloat in) { out[threadIdx.x] = 2 * in[threadIdx.x]; }\n";
    let own = format!("#include \"types.h\"\n{text}");
    // The compiler alone reads the header of a library that is written for it.
    let library = format!("#include <lib/types.h>\n{text}");
    let folder = Folder::with(&[("own.cu", &own), ("library.cu", &library), ("types.h", types)]);
    std::fs::create_dir_all(folder.path("include/lib")).unwrap();
    std::fs::write(folder.path("include/lib/types.h"), types).unwrap();
    let answer = folder.call(&["profile", "own.cu"]);
    assert!(answer.code == 0 && answer.out.contains("--arg 'out=[1024]' --arg 'in=[1024]=random'"), "{answer:?}");
    let answer = folder.call(&["profile", "library.cu", "-I", "include"]);
    assert!(answer.code == 0 && answer.out.contains("--arg 'out=[1024]' --arg 'in=[1024]=random'"), "{answer:?}");
    std::fs::write(folder.path("include/lib/more.h"), "#ifdef __CUDACC_RTC__\n#endif\n").unwrap();
    let answer = folder.call(&["profile", "library.cu", "-I", "include"]);
    assert!(answer.code == 0 && answer.out.contains("--arg 'out:u8[16384]' --arg 'in:u8[16384]'"), "{answer:?}");
}
