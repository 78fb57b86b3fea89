//! Counts and findings that depend on synthetic contents: their range, the buffer that decides, and the option that gives it.

use crate::call::{Answer, Folder};

const HISTOGRAM: &str = "__global__ void histogram(int* out, const int* in, int n) {
    __shared__ int bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 256) atomicAdd(&bins[in[i]], 1);
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x];
}
int main() {
    int *out, *in;
    cudaMalloc(&out, 256 * 4);
    cudaMalloc(&in, 4096 * 4);
    histogram<<<1, 256>>>(out, in, 4096);
}
";

/// Zeros choose each element, and leave one round of the second loop to each lane, which reads what it has written.
const COMPACT: &str = "__global__ void compact(int* out, const int* experts, int tokens, int expert) {
    __shared__ int list[1024];
    int lane = threadIdx.x, found = 0, below = 0;
    for (int base = 0; base < tokens; base += 32) {
        int e = experts[base + lane];
        unsigned mask = __ballot_sync(~0u, e == expert);
        if (e == expert) list[found + __popc(mask & ((1u << lane) - 1))] = base + lane;
        found += __popc(mask);
        below += e < expert;
    }
    for (int d = 16; d; d >>= 1) below += __shfl_xor_sync(~0u, below, d);
    for (int i = lane; i < found; i += 32) out[below + i] = list[i];
}
int main() {
    int *out, *experts;
    cudaMalloc(&out, 1024 * 4);
    cudaMalloc(&experts, 256 * 4);
    compact<<<1, 32>>>(out, experts, 256, 0);
}
";

const SCATTER: &str = "__global__ void scatter(float* out, const float* in, const int* order) {
    __shared__ float s[256];
    s[order[threadIdx.x]] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
int main() {
    float *out, *in;
    int* order;
    cudaMalloc(&out, 1024);
    cudaMalloc(&in, 1024);
    cudaMalloc(&order, 1024);
    scatter<<<1, 256>>>(out, in, order);
}
";

/// Divisions and roots branch by the numbers, and nothing is accessed there.
const QUOTIENTS: &str = "__global__ void quotients(float* out, const float* in) {
    __shared__ float s[256];
    s[threadIdx.x] = 1.0f / in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = sqrtf(s[255 - threadIdx.x]) / 3.3f;
}
int main() {
    float *out, *in;
    cudaMalloc(&out, 1024);
    cudaMalloc(&in, 1024);
    quotients<<<1, 256>>>(out, in);
}
";

fn called(text: &str, arguments: &[&str]) -> Answer {
    Folder::with(&[("k.cu", text)]).call(arguments)
}

#[test]
fn a_histogram_of_invented_numbers_has_a_range_and_no_verdict() {
    let answer = called(HISTOGRAM, &["profile", "k.cu", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let contents = &json["launches"][0]["contents"];
    assert_eq!((answer.code, &contents["buffers"][0]["name"]), (0, &"in".into()));
    let tried = contents["tried"].as_array().unwrap();
    let excess: Vec<u64> =
        tried.iter().map(|own| own["wavefronts"].as_u64().unwrap() - own["ideal"].as_u64().unwrap()).collect();
    assert!(excess[0] == 0 && excess.iter().any(|own| *own > 0), "{tried:?}");
    assert_eq!(contents["lines"][0]["line"], 5);
    let text = called(HISTOGRAM, &["profile", "k.cu"]).out;
    assert!(text.contains("the counts are unknown: they depend on `in`") && text.contains("128?"), "{text}");

    let failed = called(HISTOGRAM, &["check", "k.cu", "--max-excess", "0"]);
    let option = "give them with `--arg 'in:i32[4096]=random|iota|file(PATH)'`";
    assert!(failed.code == 1 && failed.out.contains("is unknown") && failed.out.contains(option), "{failed:?}");
    let passed = called(HISTOGRAM, &["check", "k.cu", "--max-excess", "100000"]);
    assert!(passed.code == 0 && passed.out.contains("excess wavefronts with others"), "{passed:?}");
}

#[test]
fn contents_that_are_given_decide_for_themselves() {
    let launch = ["--kernel", "histogram", "--grid", "1", "--block", "256", "--arg", "out=[256]", "--arg", "n=4096"];
    for (given, code) in [("in=[4096]=random(0,255)", 1), ("in=[4096]=zeros", 0), ("in=[4096]=random(0,3)", 0)] {
        let arguments = [&["profile", "k.cu", "--max-excess", "0", "--arg", given][..], &launch].concat();
        let answer = called(HISTOGRAM, &arguments);
        assert!(answer.code == code && !answer.out.contains("unknown"), "{answer:?}");
    }
    let open = [&["profile", "k.cu", "--max-excess", "0", "--arg", "in=[4096]"][..], &launch].concat();
    let answer = called(HISTOGRAM, &open);
    assert!(answer.code == 1 && answer.err.contains("is unknown"), "{answer:?}");
}

#[test]
fn a_race_that_zeros_hide_is_found_with_other_numbers() {
    let answer = called(COMPACT, &["profile", "k.cu"]);
    assert!(answer.code == 1 && answer.out.contains("with random(0, 3) in `experts`"), "{answer:?}");
    assert!(answer.out.contains("read-after-write race on `list["), "{answer:?}");
    let check = called(COMPACT, &["check", "k.cu"]);
    assert!(check.code == 1 && check.out.contains("error[shared-memory-race]"), "{check:?}");
    let right = COMPACT.replace("    for (int i = lane", "    __syncwarp();\n    for (int i = lane");
    let answer = called(&right, &["profile", "k.cu"]);
    assert!(answer.code == 0 && !answer.out.contains(" race on `"), "{answer:?}");
}

#[test]
fn indices_that_may_differ_by_contract_make_a_warning_and_sums_without_atomics_an_error() {
    let answer = called(SCATTER, &["profile", "k.cu"]);
    let doubt = "it depends on the contents of `order`, which are synthetic: found with zeros, and not with iota";
    assert!(answer.code == 0 && answer.out.contains(doubt), "{answer:?}");
    let sums = HISTOGRAM.replace("atomicAdd(&bins[in[i]], 1)", "bins[in[i]] += 1");
    let answer = called(&sums, &["profile", "k.cu"]);
    assert!(answer.code == 1 && answer.out.contains("race on `bins["), "{answer:?}");
}

#[test]
fn branches_that_access_nothing_do_not_count() {
    let answer = called(QUOTIENTS, &["profile", "k.cu"]);
    assert!(answer.code == 0 && !answer.out.contains("unknown"), "{answer:?}");
}
