//! A Rust test through `smem-profile` and the program: the same findings.

use smem_profile::{Accepted, FixJob, Job, render};

use crate::call::Folder;

/// A kernel with conflicts, a race, and an access beyond an array.
const ALL: &str = "__global__ void each(float* out, const float* in) {
    __shared__ float tile[32][32];
    __shared__ float more[8];
    tile[threadIdx.y][threadIdx.x] = in[32 * threadIdx.y + threadIdx.x];
    out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
    if (threadIdx.y == 0 && threadIdx.x == 0) tile[0][1024 + threadIdx.x] = more[3];
}";

/// Launches that the file makes itself, the second of which waits at a barrier with half of its threads.
const OWN: &str = "__global__ void twice(float* a) { __shared__ float s[64]; s[2 * threadIdx.x] = a[threadIdx.x]; a[threadIdx.x] = s[2 * threadIdx.x] * 2; }
__global__ void half_of_them(int* a) { if (threadIdx.x < 16) __syncthreads(); a[threadIdx.x] = 1; }
int main() {
    float* d; int* e;
    cudaMalloc(&d, 32 * sizeof(float));
    cudaMalloc(&e, 32 * sizeof(int));
    twice<<<2, 32>>>(d);
    half_of_them<<<1, 32>>>(e);
}";

const FAULT: &str =
    "__global__ void beyond(int* a) { __shared__ int s[4]; s[threadIdx.x % 4] = 1; a[threadIdx.x + 64] = s[0]; }";

const PTX: &str = ".version 8.8
.target sm_80
.address_size 64
.visible .entry one() {
    .shared .align 4 .b8 s[128];
    .reg .b32 %r<3>;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, s;
    st.shared.u32 [%r2], %r1;
    ret;
}
";

/// Runs the program and the job on the same file, and compares all that both report. Returns true if no check fails.
fn are_equal(name: &str, text: &str, options: &[&str], accepted: Accepted, job: impl Fn(Job) -> Job) -> bool {
    let folder = Folder::with(&[(name, text)]);
    // Both name the file alike, from whichever folder they run in.
    let path = folder.path(name).display().to_string();
    let report = job(Job::new(&path)).run().unwrap();
    let call = |more: &[&str]| folder.call(&[&["profile", &path], options, more].concat());

    let answer = call(&["--sarif", "of_program.sarif"]);
    assert_eq!(render::text(&report), answer.out, "{name}");
    assert_eq!(render::sarif(&report), folder.text("of_program.sarif"), "{name}");
    let verdict = report.verdict(&accepted);
    assert_eq!(i32::from(verdict.exit_code()), answer.code, "{name}: {verdict:?}");
    for check in &verdict.failed {
        let first = check.to_string();
        assert!(answer.err.contains(first.lines().next().unwrap()), "{name}: {check} is not in {}", answer.err);
    }
    assert_eq!(verdict.failed.len(), answer.err.matches("error: ").count(), "{name}: {}", answer.err);
    assert_eq!(render::json(&report), call(&["--json"]).out, "{name}");
    verdict.is_good()
}

#[test]
fn a_rust_test_through_the_library_has_the_findings_of_the_program() {
    let shape = ["--grid", "2", "--block", "32,32", "--arg", "out:f32[1024]", "--arg", "in:f32[1024]=random"];
    let all = [&shape[..], &["--overruns", "--global-races", "--max-excess", "5"]].concat();
    are_equal("each.cu", ALL, &all, Accepted::default().max_excess(5), |job| {
        let job = job.grid(2).block([32, 32]).arg("out:f32[1024]").arg("in:f32[1024]=random");
        job.overruns(true).global_races(true)
    });
    are_equal("own.cu", OWN, &["--merged"], Accepted::default(), |job| job.merged(true));
}

#[test]
fn faults_samples_and_ptx_are_those_of_the_program() {
    let shape = ["--grid", "1", "--block", "32", "--arg", "a:i32[64]"];
    are_equal("beyond.cu", FAULT, &shape, Accepted::default(), |job| job.grid(1).block(32).arg("a:i32[64]"));
    let shape =
        ["--kernel", "twice", "--grid", "8", "--block", "32", "--arg", "a:f32[32]", "--blocks", "2", "--strict"];
    are_equal("own.cu", OWN, &shape, Accepted::default().strict(true), |job| {
        job.kernel("twice").grid(8).block(32).arg("a:f32[32]").blocks(2)
    });
    let ptx = ["--grid", "1", "--block", "32", "--strict"];
    are_equal("one.ptx", PTX, &ptx, Accepted::default().strict(true), |job| job.grid(1).block(32));
}

/// A kernel `k(int* a)` of 64 threads for each kind of finding, with what the program is asked for beside its launch.
const KINDS: [(&str, &str, &[&str]); 8] = [
    ("race", "__shared__ int s[64]; s[threadIdx.x] = a[threadIdx.x]; a[threadIdx.x] = s[threadIdx.x ^ 32];", &[]),
    ("warp_race", "__shared__ int s[64]; s[threadIdx.x] = a[threadIdx.x]; a[threadIdx.x] = s[threadIdx.x ^ 1];", &[]),
    (
        "unwritten",
        "__shared__ int s[128]; s[threadIdx.x] = 1; __syncthreads(); a[threadIdx.x] = s[threadIdx.x + 32];",
        &["--strict"],
    ),
    (
        "conflicts",
        "__shared__ int s[64][32]; s[threadIdx.x][0] = 1; __syncthreads(); a[threadIdx.x] = s[threadIdx.x][0];",
        &["--max-excess", "10"],
    ),
    (
        "overrun",
        "__shared__ int s[32], t[32]; if (threadIdx.x < 32) { s[threadIdx.x] = a[0]; t[threadIdx.x] = a[1]; } __syncthreads(); a[threadIdx.x] = s[a[2] + threadIdx.x] + t[threadIdx.x % 32];",
        &["--overruns"],
    ),
    ("global_race", "a[0] = blockIdx.x + threadIdx.x;", &["--global-races"]),
    ("fault", "__shared__ int s[64]; s[threadIdx.x] = 1; __syncthreads(); a[threadIdx.x * 100] = s[threadIdx.x];", &[]),
    (
        "budget",
        "volatile int* b = a; for (int i = 0; i < 1000000; ++i) b[threadIdx.x] += i;",
        &["--max-instructions", "100000"],
    ),
];

#[test]
fn each_kind_of_finding_comes_through_both_doors() {
    for (name, body, options) in KINDS {
        // One block where a launch ends early: how far others are by then differs from run to run.
        let grid = if name == "global_race" { 2 } else { 1 };
        let blocks = grid.to_string();
        let shape = ["--grid", &blocks, "--block", "64", "--arg", "a:i32[64]"];
        let has = |option: &str| options.contains(&option);
        let accepted = Accepted::default().strict(has("--strict"));
        let accepted = if has("--max-excess") { accepted.max_excess(10) } else { accepted };
        let text = format!("__global__ void k(int* a) {{\n    {}\n}}\n", body.replace("; ", ";\n    "));
        let options = [&shape[..], options].concat();
        let is_good = are_equal(&format!("{name}.cu"), &text, &options, accepted, |job| {
            let job = job.grid(grid).block(64).arg("a:i32[64]").overruns(has("--overruns"));
            let job = job.global_races(has("--global-races"));
            if has("--max-instructions") { job.max_instructions(100_000) } else { job }
        });
        assert!(!is_good, "{name} has a finding");
    }
}

#[test]
fn what_cannot_be_run_has_the_message_of_the_program() {
    let folder = Folder::with(&[("own.cu", OWN), ("wrong.cu", "__global__ void k(int* a) { *a = b; }")]);
    for (name, kernel) in [("own.cu", "none"), ("wrong.cu", "k"), ("missing.cu", "k")] {
        let path = folder.path(name).display().to_string();
        let error = Job::new(&path).kernel(kernel).grid(1).block(32).arg("a:i32[32]").run().unwrap_err().to_string();
        let options = ["profile", &path, "--kernel", kernel, "--grid", "1", "--block", "32", "--arg", "a:i32[32]"];
        let answer = folder.call(&options);
        let said = answer.is_refusal();
        assert!(said.starts_with(&format!("error: {}", error.lines().next().unwrap())), "{said}\n{error}");
        let help: Vec<&str> = error.lines().filter_map(|line| line.strip_prefix("help: ")).collect();
        assert!(help.iter().all(|help| said.contains(help)), "{said}\n{error}");
    }
}

#[test]
fn a_fix_through_the_library_is_that_of_the_program() {
    let text = "template <int N> __global__ void column(float* out) {
    __shared__ float tile[N][N];
    tile[threadIdx.y][threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[N * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}";
    let folder = Folder::with(&[("column.cu", text)]);
    let path = folder.path("column.cu").display().to_string();
    let job = Job::new(&path).kernel("column<32>").grid(1).block([32, 32]).arg("out:f32[1024]");
    let report = FixJob::new(job).run().unwrap();
    let options = ["fix", &path, "--kernel", "column<32>", "--grid", "1", "--block", "32,32", "--arg", "out:f32[1024]"];
    let answer = folder.call(&options);
    let paths = render::PatchPaths {
        file: "column.cu",
        header: "column_tiles.cuh",
        include: "column_tiles.cuh",
        old_header: None,
    };
    let lines: String = render::fix_text_lines(&report, &paths).into_iter().map(|line| format!("{line}\n")).collect();
    assert_eq!((lines, 0), (answer.out, answer.code), "{}", answer.err);
    assert_eq!(render::fix_json(&report), folder.call(&[&options[..], &["--json"]].concat()).out);
}
