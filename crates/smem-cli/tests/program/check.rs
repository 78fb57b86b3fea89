//! `smem-tile check`: the kernels of a project, a line for each.

mod not_judged;
mod options;

use crate::call::{Folder, found};

/// A kernel with 32-way conflicts, one without, and one that lacks a barrier.
const KERNELS: &str = "__global__ void transpose(float* out, const float* in) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[32 * threadIdx.y + threadIdx.x];
    __syncthreads();
    out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
template <int N> __global__ void reversed(int* a, int n) {
    __shared__ int s[N];
    if (threadIdx.x < n) s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < n) a[threadIdx.x] = s[n - 1 - threadIdx.x];
}
__global__ void races(int* a) {
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[63 - threadIdx.x];
}
";

const CONFIG: &str = r#"[checks]
max-excess = 0

[kernels]
transpose.max-excess = 992

[[launch]]
file = "src/kernels.cu"
kernel = "transpose"
grid = 1
block = [32, 32]
args = ["out:f32[1024]", "in:f32[1024]=random"]

[[launch]]
file = "src/kernels.cu"
kernel = "reversed<64>"
grid = 1
block = 64
args = ["a:i32[64]=iota", "i32:64"]
"#;

const RACES: &str =
    "[[launch]]\nfile = \"src/kernels.cu\"\nkernel = \"races\"\ngrid = 1\nblock = 64\nargs = [\"a:i32[64]=iota\"]\n";

/// A project with a configuration, and its kernels in a folder.
fn project(config: &str) -> Folder {
    let folder = Folder::with(&[("smem-tile.toml", config)]);
    std::fs::create_dir(folder.path("src")).unwrap();
    std::fs::write(folder.path("src/kernels.cu"), KERNELS).unwrap();
    folder
}

#[test]
fn each_kernel_has_a_line_and_budgets_are_those_of_the_file() {
    let folder = project(CONFIG);
    let good = folder.call(&["check"]);
    let lines = "ok      src/kernels.cu  transpose: 1 launch, 1056 wavefronts, 992 excess wavefronts\n\
                 ok      src/kernels.cu  reversed<64>: 1 launch, 4 wavefronts, no bank conflicts\n\
                 2 kernels checked, 0 failed\n";
    assert_eq!((&good.out[..], &good.err[..], good.code), (lines, "", 0));
    let bad = folder.call(&["check", "--max-excess", "transpose=991", "--quiet"]);
    let lines: Vec<&str> = bad.out.lines().collect();
    let [kernel, conflict, all] = lines[..] else { panic!("{bad:?}") };
    assert_eq!(
        kernel,
        "FAILED  src/kernels.cu  transpose: 1 launch, 1056 wavefronts, 992 excess wavefronts; 992 excess wavefronts, and at most 991 are accepted"
    );
    assert!(
        conflict.starts_with("src/kernels.cu:")
            && conflict.contains(": error[bank-conflict]: 32-way bank conflicts in `transpose`: 1024 wavefronts"),
        "{conflict}"
    );
    assert_eq!((all, bad.code), ("2 kernels checked, 1 failed", 1));
}

#[test]
fn a_race_fails_and_is_in_the_json_and_the_sarif_of_all_launches() {
    let folder = project(&[CONFIG, RACES].concat());
    let answer = folder.call(&["check", "--json", "--sarif", "findings.sarif"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((&json["passed"], &json["kernels"][0]["max_excess"]), (&false.into(), &992.into()));
    assert_eq!(json["kernels"][2]["failed"], serde_json::json!(["1 race on shared memory"]));
    let [race] = &found(&json["kernels"][2], "shared-memory-race")[..] else { panic!("{json}") };
    let text = folder.call(&["check"]).out;
    let place = format!("{}:{}", race["file"].as_str().unwrap(), race["line"]);
    let line = format!("{place}: error[shared-memory-race]: `races`: {}", race["message"].as_str().unwrap());
    assert!(text.lines().any(|own| own == line), "{line}: {text}");
    let sarif: serde_json::Value = serde_json::from_str(&folder.text("findings.sarif")).unwrap();
    let rules: Vec<&str> = sarif["runs"][0]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["ruleId"].as_str().unwrap())
        .collect();
    assert!(rules.contains(&"bank-conflict") && rules.contains(&"shared-memory-race"), "{rules:?}");
    // A project may turn a check off.
    let off = project(&["[checks]\nraces = \"off\"\n", RACES].concat());
    assert_eq!(off.call(&["check"]).code, 0);
}

#[test]
fn a_file_without_a_configured_launch_is_checked_by_its_own() {
    let own = "__global__ void k(int* a) { __shared__ int s[1024]; s[32 * threadIdx.x] = a[0]; a[0] = s[0]; }
int main() { int* a; cudaMalloc(&a, 4); k<<<1, 32>>>(a); }";
    let folder = Folder::with(&[("own.cu", own)]);
    let answer = folder.call(&["check", "own.cu", "--max-excess", "0"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.out.starts_with("FAILED  own.cu  k: 1 launch, "), "{answer:?}");
}

#[test]
fn profile_and_fix_take_the_launch_of_a_kernel_from_the_configuration() {
    let folder = project(CONFIG);
    let both = folder.call(&["profile", "src/kernels.cu"]);
    assert!(
        both.out.contains("transpose: grid 1 x 1 x 1") && both.out.contains("reversed<64>: grid 1 x 1 x 1"),
        "{both:?}"
    );
    assert_eq!(both.code, 0, "{both:?}");
    let one = folder.call(&["profile", "src/kernels.cu", "--kernel", "reversed", "--json"]);
    assert!(
        one.code == 0 && one.out.contains("\"kernel\": \"reversed<64>\"") && !one.out.contains("transpose"),
        "{one:?}"
    );
    let several = folder.call(&["profile", "src/kernels.cu", "--json"]);
    let said = several.is_refusal();
    assert!(said.contains("`smem-tile.toml` has 2 launches of `src/kernels.cu`"), "{said}");
    let fixed = folder.call(&["fix", "src/kernels.cu", "--kernel", "transpose", "--diff"]);
    assert!(fixed.code == 0 && fixed.out.contains("tile[32][33]"), "{fixed:?}");
    let strict = project(&CONFIG.replace("992", "991"));
    let answer = strict.call(&["profile", "src/kernels.cu"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(
        answer.err.contains("error: `transpose` has 992 excess wavefronts, and at most 991 are accepted"),
        "{answer:?}"
    );
    let described = strict.call(&[
        "profile",
        "src/kernels.cu",
        "--kernel",
        "races",
        "--grid",
        "1",
        "--block",
        "64",
        "--arg",
        "a:i32[64]",
    ]);
    assert!(described.out.contains("races: grid") && !described.out.contains("reversed"), "{described:?}");
}

#[test]
fn what_cannot_be_checked_is_bad_input_and_the_rest_is_checked_all_the_same() {
    let missing = "[[launch]]\nfile = \"src/none.cu\"\nkernel = \"k\"\ngrid = 1\nblock = 32\n";
    let answer = project(&[missing, CONFIG].concat().replace("[checks]\nmax-excess = 0\n", "")).call(&["check"]);
    assert_eq!(answer.code, 2, "{answer:?}");
    assert!(answer.err.contains("src/none.cu"), "{answer:?}");
    assert!(answer.out.ends_with("2 kernels checked, 0 failed, 1 launch could not run\n"), "{answer:?}");
    for (config, arguments, sentence) in [
        ("", &["check"][..], "error: `smem-tile.toml` has no launch to check\n"),
        (
            "[[launch]]\nfile = \"a.cu\"\nblokcs = 4\n",
            &["check"],
            "error: smem-tile.toml:3:1: unknown field `blokcs`, did you mean `blocks`?",
        ),
        (
            "[[launch]]\nfile = \"../a.cu\"\n",
            &["check"],
            "error: smem-tile.toml: `../a.cu` is not below the folder of this file\n",
        ),
        (
            "[[launch]]\nfile = \"a.cu\"\ninclude = [\"/etc\"]\n",
            &["check"],
            "error: smem-tile.toml: `/etc` is not below the folder of this file\n",
        ),
        (
            "[[launch]]\nfile = \"a.cu\"\nargs = [\"a:u8[4]=file(/etc/hosts)\"]\n",
            &["check"],
            "error: smem-tile.toml: `a:u8[4]=file(/etc/hosts)` reads a file",
        ),
        ("", &["check", "--config", "none.toml"], "error: cannot read `none.toml`: "),
    ] {
        let folder = Folder::with(&[("smem-tile.toml", config)]);
        let answer = folder.call(arguments);
        let said = answer.is_refusal();
        assert!(said.starts_with(sentence), "{said}");
    }
    let answer = Folder::with(&[]).call(&["check"]);
    let said = answer.is_refusal();
    assert!(said.starts_with("error: there is no `smem-tile.toml` here or in a folder above\n"), "{said}");
}

/// A launch of `k` from a text, as the configuration has it.
fn launch_of(kernel: &str, threads: u32) -> String {
    format!(
        "[[launch]]\nfile = \"k.cu\"\nkernel = \"{kernel}\"\ngrid = 1\nblock = {threads}\nargs = [\"a:i32[64]=iota\"]\n"
    )
}

/// One kernel reads uninitialized memory and leaves out what it read, one stores it, one writes a value from all threads, one has a barrier that half of its warps pass by, and one faults.
const MISTAKES: &str = "__global__ void unwritten(int* a) { __shared__ volatile int s[64]; if (threadIdx.x) s[threadIdx.x] = 1; __syncthreads(); int own = s[threadIdx.x]; a[threadIdx.x] = a[threadIdx.x] >= 0 ? 7 : own; }
__global__ void stored(int* a) { __shared__ int s[64]; if (threadIdx.x) s[threadIdx.x] = 1; __syncthreads(); a[threadIdx.x] = s[threadIdx.x]; }
__global__ void same(int* a) { __shared__ int s[2]; s[0] = a[63]; __syncthreads(); a[threadIdx.x] = s[0]; }
__global__ void barrier(int* a) { __shared__ int s[64]; s[threadIdx.x] = a[threadIdx.x]; if (threadIdx.x < 32) __syncthreads(); a[threadIdx.x] = s[threadIdx.x]; }
__global__ void faults(int* a) { a[threadIdx.x << 20] = 1; }
";

#[test]
fn each_kind_of_finding_is_reported_denied_or_left_out_as_the_configuration_says() {
    for (kernel, checks, code, says) in [
        ("unwritten", "", 0, None),
        ("unwritten", "unwritten = \"deny\"", 1, Some("reads of uninitialized shared memory are not accepted")),
        ("unwritten", "races = \"deny\"", 0, None),
        ("stored", "", 1, Some("1 read of uninitialized shared memory that results depend on")),
        ("stored", "unwritten = \"off\"", 0, None),
        ("same", "", 0, None),
        ("same", "unwritten = \"deny\"", 0, None),
        (
            "same",
            "races = \"deny\"",
            1,
            Some("writes of one value by several threads, which nothing orders, are not accepted"),
        ),
        ("barrier", "", 1, Some("barrier that not every thread of the block reaches")),
        ("barrier", "barriers = \"off\"", 0, None),
        ("faults", "", 1, Some("k.cu:5: `faults`: an access of 4 bytes is outside global memory")),
        ("faults", "faults = \"off\"", 0, None),
    ] {
        let config = format!("[checks]\n{checks}\n{}", launch_of(kernel, 64));
        let folder = Folder::with(&[("smem-tile.toml", &config), ("k.cu", MISTAKES)]);
        let answer = folder.call(&["check", "--sarif", "found.sarif"]);
        assert_eq!(answer.code, code, "{kernel}, {checks}: {answer:?}");
        assert!(says.is_none_or(|says| answer.out.contains(says)), "{kernel}, {checks}: {answer:?}");
        let is_left_out = checks.contains("off");
        assert_eq!(folder.text("found.sarif").contains("\"results\": []"), is_left_out, "{kernel}, {checks}");
    }
}

#[test]
fn the_command_line_comes_before_the_configuration_and_values_of_variables_are_for_launches_of_the_file() {
    let text = "#if __cplusplus < 202002L
#define STEP 4
#else
#define STEP N
#endif
__global__ void k(int* a) { __shared__ int s[128]; s[STEP * threadIdx.x] = a[0]; a[threadIdx.x] = s[STEP * threadIdx.x]; }
int main(int argc, char** argv) { int n = atoi(argv[1]); int* a; cudaMalloc(&a, 256); k<<<n, 32>>>(a); }";
    let launch = launch_of("k", 32) + "std = \"c++17\"\ndefine = [\"N=1\"]\n";
    let folder = Folder::with(&[("smem-tile.toml", &launch), ("k.cu", text)]);
    let configured = folder.call(&["profile", "k.cu"]);
    assert!(configured.code == 0 && configured.out.contains("4-way"), "{configured:?}");
    let given = folder.call(&["profile", "k.cu", "--std", "c++20", "-D", "N=2"]);
    assert!(given.code == 0 && given.out.contains("2-way"), "{given:?}");
    let own = folder.call(&["profile", "k.cu", "--std", "c++20", "-D", "N=1", "--set", "n=3"]);
    assert!(own.code == 0 && own.out.contains("k: grid 3 x 1 x 1"), "{own:?}");
    let both = folder.call(&["profile", "k.cu", "--grid", "1", "--block", "32", "--arg", "a=[64]", "--set", "n=3"]);
    assert!(both.is_refusal().contains("`--set` gives values to the launches that the file makes itself"), "{both:?}");
}

#[test]
fn what_was_found_before_a_launch_that_cannot_run_is_kept_and_the_fix_names_its_kernel() {
    let broken = "[[launch]]\nfile = \"src/kernels.cu\"\nkernel = \"missing\"\ngrid = 1\nblock = 64\n";
    let folder = project(&[CONFIG, RACES, broken].concat());
    let answer = folder.call(&["profile", "src/kernels.cu", "--sarif", "found.sarif"]);
    assert!(answer.code == 2 && answer.err.contains("missing"), "{answer:?}");
    assert!(folder.text("found.sarif").contains("shared-memory-race"), "{}", folder.text("found.sarif"));
    let command = "`smem-tile fix src/kernels.cu --kernel transpose` looks for a layout";
    assert!(answer.err.contains(command), "{answer:?}");
}

#[test]
fn a_launch_that_the_file_leaves_open_is_marked_as_a_guess() {
    let host = "int main(int count, char** words) { int n = atoi(words[1]); float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); transpose<<<n, dim3(32, 32)>>>(a, b); }";
    let folder = Folder::with(&[("own.cu", &format!("{KERNELS}{host}"))]);
    let checked = folder.call(&["check", "own.cu"]);
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    assert!(checked.out.contains("transpose: 1 launch by a guess, "), "{}", checked.out);
    let json = folder.call(&["check", "own.cu", "--json"]);
    assert!(json.out.contains("\"guessed\": true"), "{}", json.out);
}
