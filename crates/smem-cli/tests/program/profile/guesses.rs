//! Findings of guessed launches: errors where each guess that fits has them, warnings otherwise.

use crate::call::{Answer, Folder};

/// Right with a block of one warp, which the file does not say.
const ONE_WARP: &str = "__global__ void compact(int* out, const int* in, int n) {
    __shared__ int list[1024];
    int lane = threadIdx.x, found = 0;
    for (int base = 0; base < n; base += 32) {
        int e = in[base + lane];
        unsigned mask = __ballot_sync(~0u, e == 0);
        if (e == 0) list[found + __popc(mask & ((1u << lane) - 1))] = base + lane;
        found += __popc(mask);
    }
    __syncwarp();
    for (int i = lane; i < found; i += 32) out[i] = list[i];
}
";

/// Lanes of a warp race, in a block of any size.
const LANES: &str = "__global__ void swap(int* out, const int* in, int n) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = in[t];
    out[t] = s[t ^ 1] + n;
}
";

/// Warps race in the block that the array is for; a smaller one reads elements that it does not write.
const WARPS: &str = "__global__ void reverse(int* out, const int* in) {
    __shared__ int s[256];
    s[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = s[255 - threadIdx.x];
}
";

fn answers(text: &str) -> [Answer; 2] {
    let folder = Folder::with(&[("k.cu", text)]);
    [folder.call(&["profile", "k.cu", "--json"]), folder.call(&["check", "k.cu"])]
}

#[test]
fn a_race_that_another_guess_does_not_have_is_a_warning_in_every_report() {
    let folder = Folder::with(&[("k.cu", ONE_WARP)]);
    let [text, json] =
        [&["profile", "k.cu"][..], &["profile", "k.cu", "--json", "--sarif", "k.sarif", "--html", "k.html"]]
            .map(|arguments| folder.call(arguments));
    assert_eq!((text.code, json.code), (0, 0), "{text:?}");
    let doubt = "the launch is a guess, block 256 x 1 x 1";
    let other = "a guess of block 32 x 1 x 1";
    assert!(text.out.contains("warning: write-after-write race on `list["), "{text:?}");
    assert!(text.out.contains(doubt) && text.out.contains(other), "{text:?}");
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let finding = &json["launches"][0]["findings"][0];
    assert_eq!((&finding["id"], &finding["severity"]), (&"shared-memory-race".into(), &"warning".into()));
    assert!(finding["condition"].as_str().unwrap().starts_with(doubt), "{finding}");
    let sarif: serde_json::Value = serde_json::from_str(&folder.text("k.sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert!(results.iter().all(|result| result["level"] == "warning") && !results.is_empty(), "{results:?}");
    assert!(folder.text("k.html").contains(other));
    let check = folder.call(&["check", "k.cu"]);
    assert!(check.code == 0 && check.out.contains("warning[shared-memory-race]: `compact`"), "{check:?}");
}

#[test]
fn a_race_of_each_guess_that_fits_stays_an_error() {
    for text in [LANES, WARPS] {
        let [profile, check] = answers(text);
        assert_eq!((profile.code, check.code), (1, 1), "{profile:?}\n{check:?}");
        assert!(check.out.contains("error[shared-memory-race]"), "{check:?}");
        let json: serde_json::Value = serde_json::from_str(&profile.out).unwrap();
        assert_eq!(json["launches"][0]["findings"][0]["condition"], serde_json::Value::Null);
    }
    for text in [LANES, WARPS] {
        let right = text.replace("    out[", "    __syncthreads();\n    out[");
        let [profile, check] = answers(&right);
        assert_eq!((profile.code, check.code), (0, 0), "{profile:?}\n{check:?}");
    }
}

#[test]
fn a_block_has_the_axes_that_the_kernel_reads_and_dynamic_memory_grows() {
    let line = "__global__ void __launch_bounds__(128) k(float* out, const float* in, int n) {
    __shared__ float s[128];
    s[threadIdx.x] = in[(blockIdx.y * gridDim.x + blockIdx.x) * 128 + threadIdx.x];
    __syncthreads();
    out[(blockIdx.y * gridDim.x + blockIdx.x) * 128 + threadIdx.x] = s[127 - threadIdx.x] * n;
}";
    let space = "__global__ void __launch_bounds__(256) k(float* out) {
    __shared__ float s[2][4][32];
    s[threadIdx.z][threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x + 32 * threadIdx.y + 128 * threadIdx.z] = s[1 - threadIdx.z][3 - threadIdx.y][31 - threadIdx.x];
}";
    let dynamic = "__global__ void __launch_bounds__(256) k(float* out) {
    extern __shared__ float s[];
    for (int i = threadIdx.x; i < 24576; i += 256) s[i] = i;
    __syncthreads();
    out[threadIdx.x] = s[24575 - threadIdx.x];
}";
    for (text, block) in
        [(line, "block 128 x 1 x 1, 512 bytes"), (space, "block 32 x 4 x 2"), (dynamic, "98304 bytes of shared")]
    {
        let answer = Folder::with(&[("k.cu", text)]).call(&["profile", "k.cu"]);
        assert!(answer.code == 0 && answer.out.contains(block), "{answer:?}");
        assert!(!answer.out.contains("warning:"), "{answer:?}");
    }
}
