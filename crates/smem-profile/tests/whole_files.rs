//! Files as people write them: with host code, with a project's flags, as PTX, with headers of a library.

use std::fs;
use std::path::Path;

use smem_profile::{Compiler, Error, FixJob, Isa, Job, render};

/// A text that NVRTC refuses: a container of the C++ library in a type that device code uses.
const WITH_CONTAINER: &str = "#include <map>
#include <vector>
template <class T> struct Holder {
    std::map<int, T> all;
    __host__ __device__ static T twice(T a) { return a + a; }
};
template <typename T, int N> __global__ void reverse(T* a) {
    __shared__ T tile[N];
    tile[threadIdx.x] = Holder<T>::twice(a[threadIdx.x]);
    __syncthreads();
    a[threadIdx.x] = tile[N - 1 - threadIdx.x];
}
int main() { std::vector<Holder<float>> all(3); }
";

fn reverse(text: &str) -> Job {
    Job::of_text("reverse.cu", text).kernel("reverse<float, 32>").grid(1).block(32).arg("a:f32[32]")
}

fn has_host_compiler() -> bool {
    let has = ["g++", "c++", "clang++"].iter().any(|name| Path::new("/usr/bin").join(name).is_file());
    if !has {
        println!("skipped: there is no host compiler");
    }
    has
}

#[test]
fn a_file_that_nvrtc_refuses_is_compiled_by_nvcc() {
    if !has_host_compiler() {
        return;
    }
    assert!(matches!(reverse(WITH_CONTAINER).compiler(Compiler::Nvrtc).run(), Err(Error::Launch { .. })));
    for job in [reverse(WITH_CONTAINER), reverse(WITH_CONTAINER).compiler(Compiler::Nvcc)] {
        let report = job.run().unwrap();
        let launch = &report.launches[0];
        assert_eq!(launch.isa, Isa::Sass);
        assert_eq!((launch.line("reverse.cu", 9).requests, launch.line("reverse.cu", 11).requests), (1, 1));
    }
    let wrong = reverse(&WITH_CONTAINER.replace("tile[N - 1", "tiles[N - 1")).run().unwrap_err().to_string();
    assert!(wrong.contains("reverse.cu(11): error: identifier \"tiles\" is undefined"), "{wrong}");
    assert!(!wrong.contains("/main.cu") && !wrong.contains("detected in the compilation"), "{wrong}");
    // An error after more warnings than a log holds.
    let warned: String =
        (0..3000).map(|at| format!("inline int warned{at}() {{ int unused; return {at}; }}\n")).collect();
    let text = format!("{warned}{}", WITH_CONTAINER.replace("tile[N - 1", "tiles[N - 1"));
    let wrong = reverse(&text).compiler(Compiler::Nvcc).run().unwrap_err().to_string();
    assert!(wrong.contains("identifier \"tiles\" is undefined"), "{wrong}");
}

#[test]
fn the_arrays_of_a_file_that_only_nvcc_compiles_are_told_apart() {
    if !has_host_compiler() {
        return;
    }
    // NVRTC has no `std::gcd`.
    let text = "#include <numeric>
__global__ void column(float* out, const float* in) {
    __shared__ float tile[32][32], by[32];
    tile[threadIdx.y][threadIdx.x] = in[32 * threadIdx.y + threadIdx.x];
    by[threadIdx.x] = std::gcd(8, 32);
    __syncthreads();
    out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y] * by[threadIdx.x];
}";
    let job = Job::of_text("column.cu", text).compiler_option("--expt-relaxed-constexpr").grid(1).block([32, 32]);
    let job = job.arg("out:f32[1024]").arg("in:f32[1024]=random");
    assert!(job.clone().compiler(Compiler::Nvrtc).run().is_err());
    let report = FixJob::new(job).run().unwrap();
    let arrays = &report.kernels[0].arrays;
    let excess: Vec<_> = arrays.iter().map(|own| (own.name.as_str(), own.excess, own.excess_after)).collect();
    assert_eq!(excess, [("tile", 992, 0), ("by", 0, 0)]);
}

#[test]
fn a_file_outside_of_the_folders_that_may_be_read_is_not_included() {
    if !has_host_compiler() {
        return;
    }
    let elsewhere = tempfile::tempdir().unwrap();
    let secret = elsewhere.path().join("secret.h");
    fs::write(&secret, "topsecret\n").unwrap();
    let text = format!("#include \"{}\"\n{WITH_CONTAINER}", secret.display());
    let refused = reverse(&text).run().unwrap_err().to_string();
    assert!(refused.contains("secret.h`, which is outside of the folder of the input"), "{refused}");
    assert!(!refused.contains("topsecret"), "{refused}");
}

#[test]
fn the_flags_of_a_project_are_those_of_its_compile_commands() {
    let project = tempfile::tempdir().unwrap();
    let path = |name: &str| project.path().join(name);
    for folder in ["src", "include", "build"] {
        fs::create_dir(path(folder)).unwrap();
    }
    fs::write(path("include/size.h"), "#define ROWS (N / 2)\n").unwrap();
    let text = "#include <size.h>\n__global__ void k(float* a) {\n__shared__ float s[N];\ns[threadIdx.x] = a[threadIdx.x];\n__syncthreads();\na[threadIdx.x] = s[threadIdx.x ^ ROWS];\n}\n";
    fs::write(path("src/k.cu"), text).unwrap();
    let command = "nvcc -DN=64 -I../include -c ../src/k.cu -o k.o";
    let commands = serde_json::json!([{ "directory": path("build"), "file": "../src/k.cu", "command": command }]);
    fs::write(path("build/compile_commands.json"), commands.to_string()).unwrap();
    let job = || Job::new(path("src/k.cu")).grid(1).block(64).arg("a:f32[64]");
    assert_eq!(job().run().unwrap().launches[0].shared_bytes, 256);
    assert_eq!(job().define("N=128").run().unwrap().launches[0].shared_bytes, 512);

    fs::write(path("other.json"), "[]").unwrap();
    let missing = job().compile_commands(path("other.json")).run().unwrap_err().to_string();
    assert!(missing.contains("it has no command for `"), "{missing}");
    fs::write(path("other.json"), "{").unwrap();
    assert!(matches!(job().compile_commands(path("other.json")).run(), Err(Error::Input(_))));
}

/// Four loads of neighbouring words, of an architecture that the assembler does not know.
const PTX: &str = include_str!("../../smem-launch/tests/neighbouring_loads.ptx");

#[test]
fn ptx_is_counted_as_the_machine_code_that_a_driver_makes_of_it() {
    let job = |text: &str| Job::of_text("sum.ptx", text).grid(1).block(32).arg("to:u32[1]");
    let report = job(PTX).run().unwrap();
    let launch = &report.launches[0];
    assert_eq!((report.arch.as_str(), launch.isa, launch.totals.loads.counts.requests), ("sm_90", Isa::Sass, 1));
    assert_eq!((launch.estimated_wavefronts(), launch.line("sum.ptx", 11).requests), (0, 1));
    let own = job(PTX).isa(Isa::Ptx).run().unwrap();
    assert_eq!((own.launches[0].isa, own.launches[0].totals.loads.counts.requests), (Isa::Ptx, 4));

    // Of a version that the assembler does not know, the PTX itself runs, and the report says why.
    let newer = job(&PTX.replace(".version 8.0", ".version 99.0")).run().unwrap();
    assert_eq!(newer.launches[0].isa, Isa::Ptx);
    let why = newer.launches[0].exactness.estimate.as_deref().unwrap();
    assert!(why.starts_with("`sum.ptx` cannot be assembled for sm_90: line 1: Unsupported .version 99.0"), "{why}");
}

#[test]
fn two_calls_of_a_library_s_function_are_two_lines() {
    let project = tempfile::tempdir().unwrap();
    let path = |name: &str| project.path().join(name);
    fs::create_dir_all(path("lib/copies")).unwrap();
    fs::write(
        path("lib/copies/copy.cuh"),
        "template <class T> __device__ void copy_one(T* to, T from) {\n    *to = from;\n}\ntemplate <class T> __device__ void copy_to(T* to, T from) {\n    copy_one(to, from);\n}\n",
    )
    .unwrap();
    let text = "#include <copies/copy.cuh>
__global__ void k(float* a) {
    __shared__ float s[32 * 32];
    copy_to(&s[threadIdx.x], a[threadIdx.x]);
    __syncthreads();
    float own = s[31 - threadIdx.x];
    __syncthreads();
    copy_to(&s[32 * threadIdx.x], own);
    __syncthreads();
    a[threadIdx.x] = s[32 * (31 - threadIdx.x)];
}
";
    fs::write(path("k.cu"), text).unwrap();
    let report = Job::new(path("k.cu")).include(path("lib")).grid(1).block(32).arg("a:f32[32]").run().unwrap();
    let file = path("k.cu").display().to_string();
    let launch = &report.launches[0];
    assert_eq!((launch.line(&file, 4).excess(), launch.line(&file, 8).excess()), (0, 31));
    let line = launch.lines.iter().find(|line| line.place.line == 8).unwrap();
    let (chain, _) = line.calls.first_key_value().unwrap();
    assert!(chain.contains("copy.cuh:2") && chain.contains("copy.cuh:5") && chain.contains("k.cu:8"), "{chain}");
}

#[test]
fn two_calls_of_an_own_function_have_their_shares_of_its_line() {
    let text = "__device__ void put(float* s, int stride, float v) { s[stride * threadIdx.x] = v; }
__device__ void through(float* s, int stride, float v) { put(s, stride, v + 1); }
__global__ void k(float* a) {
    __shared__ float s[32 * 32];
    through(s, 1, a[threadIdx.x]);
    __syncthreads();
    float own = s[31 - threadIdx.x];
    __syncthreads();
    through(s, 32, own);
    __syncthreads();
    a[threadIdx.x] = s[32 * (31 - threadIdx.x)];
}
";
    let report = Job::of_text("k.cu", text).grid(1).block(32).arg("a:f32[32]").run().unwrap();
    let line = report.launches[0].lines.iter().find(|line| line.place.line == 1).unwrap();
    let shares: Vec<(&str, u64)> =
        line.calls.iter().map(|(chain, total)| (chain.rsplit(' ').next().unwrap(), total.wavefronts)).collect();
    assert_eq!(shares, [("k.cu:5", 1), ("k.cu:9", 32)]);
    let printed = render::text(&report);
    assert!(printed.contains("inlined at k.cu:2, inlined at k.cu:9: 32 wavefronts, 31 excess"), "{printed}");
    let page = render::html(&[render::FixedReport { report: &report, fix: None }]);
    assert!(page.contains("inlined at k.cu:9: 32 wavefronts, 31 excess"), "{page}");
    let json: serde_json::Value = serde_json::from_str(&render::json(&report)).unwrap();
    let own = json["launches"][0]["lines"].as_array().unwrap().iter().find(|line| line["line"] == 1).unwrap();
    assert_eq!(own["by_call"][1]["wavefronts"], 32);
}

#[test]
fn counts_are_at_lines_of_a_project_s_own_include_folder_also_with_i() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (below, text) in [
        ("include", "template <class T> __device__ void put(T* to, T from) {\n    *to = from;\n}\n"),
        (
            "src",
            "#include <tile.cuh>\n__global__ void k(float* a) {\n    __shared__ float s[1024];\n    put(&s[32 * threadIdx.x], a[threadIdx.x]);\n    __syncthreads();\n    a[threadIdx.x] = s[threadIdx.x];\n}\n",
        ),
    ] {
        fs::create_dir(path(below)).unwrap();
        fs::write(path(below).join(if below == "src" { "k.cu" } else { "tile.cuh" }), text).unwrap();
    }
    let job = Job::new(path("src/k.cu")).include(path("include")).grid(1).block(32).arg("a:f32[32]");
    let report = job.run().unwrap();
    let line = report.launches[0].lines.iter().find(|line| line.counts.excess() > 0).unwrap();
    assert!(line.place.file.ends_with("tile.cuh") && line.place.line == 2, "{:?}", line.place);
}

#[test]
fn elements_have_the_extents_that_a_macro_of_the_command_line_gives() {
    let text = "__global__ void k(float* a, int row) {
#ifdef COLS
    __shared__ float s[4][COLS];
#else
    __shared__ float s[4][33];
#endif
    s[row][3] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[row][3];
}
";
    let job = Job::of_text("k.cu", text).define("COLS=40").grid(1).block(64).arg("a:f32[64]=random").arg("i32:1");
    let report = job.run().unwrap();
    let elements: Vec<&str> =
        report.races().filter_map(|race| race.element.as_ref()).map(|element| &element.element[..]).collect();
    assert_eq!(elements, ["s[1][3]"]);
}

#[test]
fn nvrtc_takes_what_a_host_compiler_and_its_libraries_would_have_declared() {
    let text = "#include <cublas_v2.h>
struct Twice {
    __extension__ typedef long long wide;
    __device__ int of(int a) const { int b; __asm__ __volatile__(\"add.s32 %0, %1, %1;\" : \"=r\"(b) : \"r\"(a)); return b; }
};
__global__ void k(int* a, __nv_bfloat16* b) { a[threadIdx.x] = Twice().of(a[threadIdx.x]); b[threadIdx.x] = __float2bfloat16(1.0f); }
";
    let job = Job::of_text("k.cu", text).compiler(Compiler::Nvrtc).grid(1).block(32);
    job.arg("a:i32[32]=iota").arg("b:bf16[32]").run().unwrap();
}

#[test]
fn instances_on_one_line_are_counted_at_it_or_without_a_line() {
    let text = "template <int N> __global__ void k(int* a) { __shared__ int s[64]; s[2 * threadIdx.x] = N; __syncthreads(); a[threadIdx.x] = s[threadIdx.x]; }
int main() { int* a; cudaMalloc(&a, 128); k<1><<<1, 32>>>(a); k<2><<<1, 32>>>(a); }
";
    let report = Job::of_text("k.cu", text).compiler(Compiler::Nvrtc).run().unwrap();
    // The assembler has no row of lines for one of the two.
    assert_eq!(report.launches.len(), 2);
    let of_listing = report.launches.iter().flat_map(|launch| &launch.lines).find(|line| line.place.line > 1);
    assert!(of_listing.is_none(), "{of_listing:?}");
    assert!(report.launches.iter().all(|launch| launch.line("k.cu", 0).plus(launch.line("k.cu", 1)).excess() == 1));
    let shown = render::text(&report);
    let has_line = report.launches.iter().all(|launch| launch.line("k.cu", 0).requests == 0);
    assert!(has_line || shown.contains("k.cu (no line)"), "{shown}");
    assert!(!render::sarif(&report).contains("\"startLine\": 0"));
}
