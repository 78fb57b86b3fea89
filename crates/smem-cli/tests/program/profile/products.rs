//! Products of four warps (`wgmma`): their rows and totals, and what is missing around them.

use super::json;
use crate::call::{Answer, Folder};

/// A kernel with products of 64 x 8, whose factors have 2048 and 256 bytes: `fence` is after the stores and `wait` after each product.
fn profile(fence: &str, wait: &str, more: &[&str]) -> Answer {
    let text = format!(
        r#"typedef unsigned long long u64;
__device__ u64 described(const void* p) {{
    return (u64)(__cvta_generic_to_shared(p) >> 4 & 0x3fff) | (u64)(128 >> 4) << 16 | (u64)(256 >> 4) << 32;
}}
__global__ void k(float* out) {{
    __shared__ __align__(1024) unsigned a[512], b[64];
    float d[4] = {{}};
    for (int i = threadIdx.x; i < 512; i += 128) a[i] = b[i % 64] = i % 64;
    {fence}
    for (int round = 0; round < 3; ++round) {{
        __syncthreads();
        asm volatile("wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{%0, %1, %2, %3}}, %4, %5, 1, 1, 1, 0, 0; wgmma.commit_group.sync.aligned;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(described(a)), "l"(described(b)) : "memory");
        {wait}
    }}
    out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}}
"#
    );
    let folder = Folder::with(&[("k.cu", &text)]);
    let launch = ["profile", "k.cu", "--grid", "1", "--block", "128", "--arch", "sm_90a", "--arg", "out:f32[128]"];
    folder.call(&[&launch[..], more].concat())
}

const FENCE: &str = r#"asm volatile("fence.proxy.async;" ::: "memory");"#;
const WAIT: &str = r#"asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");"#;

#[test]
fn a_product_has_a_row_and_a_total_of_its_own() {
    for isa in ["sass", "ptx"] {
        let answer = profile(FENCE, WAIT, &["--json", "--isa", isa]);
        let launch = &json(&answer)["launches"][0];
        // 2304 bytes at 128 a wavefront, three times.
        let rows = launch["lines"].as_array().unwrap().iter().filter(|line| line["op"] == "wgmma");
        let rows: Vec<_> = rows.map(|line| (line["requests"].as_u64(), line["wavefronts"].as_u64())).collect();
        assert_eq!(rows, [(Some(3), Some(54))], "{isa}: {launch}");
        assert_eq!((&launch["wgmma"]["requests"], &launch["wgmma"]["wavefronts"]), (&3.into(), &54.into()), "{isa}");
        assert_eq!(launch["loads"]["wavefronts"], 0, "{isa}: {launch}");
        assert!(answer.code == 0 || isa == "ptx", "{isa}: {answer:?}");
    }
}

#[test]
fn what_is_missing_in_front_of_a_product_is_named() {
    let answer = profile("", WAIT, &[]);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.out.contains("missing: `fence.proxy.async`"), "{answer:?}");
}

#[test]
fn the_assembler_is_quoted_with_the_line_where_it_adds_a_wait() {
    // The accumulators are read without a wait.
    for compiler in ["nvrtc", "nvcc"] {
        for _ in 0..2 {
            let answer = profile(FENCE, "", &["--json", "--compiler", compiler]);
            assert_eq!(answer.code, 1, "{compiler}: {answer:?}");
            let document = json(&answer);
            // The PTX has the read that comes too early, and stays an error beside the remark.
            let mut findings = document["launches"][0]["findings"].as_array().unwrap().iter();
            assert!(findings.any(|finding| finding["id"] == "wgmma-not-awaited"), "{compiler}: {document}");
            let remarks = document["launches"][0]["checks"]["remarks"].as_array().unwrap();
            let of_compiler: Vec<&str> = remarks
                .iter()
                .filter(|remark| remark["kind"] == "compiler")
                .map(|remark| remark["message"].as_str().unwrap())
                .collect();
            assert!(
                of_compiler.iter().any(|text| text.contains("the assembler warns of `k(float*)`: (C75")),
                "{compiler}: {remarks:?}"
            );
            assert!(of_compiler.iter().any(|text| text.starts_with("k.cu:")), "{compiler}: {remarks:?}");
        }
    }
}
