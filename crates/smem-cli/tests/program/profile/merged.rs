//! `smem-tile profile --merged` names the accesses of the source that a wide instruction covers.

use serde_json::Value;

use crate::call::{Answer, Folder};

fn launch(answer: &Answer) -> Value {
    let document: Value = serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{error}: {answer:?}"));
    document["launches"][0].clone()
}

const QUADS: &str = "__global__ void one_line(float* data) {
    __shared__ __align__(16) float tile[256];
    for (int i = threadIdx.x; i < 256; i += 64) tile[i] = data[i];
    __syncthreads();
    const float* at = &tile[4 * threadIdx.x];
    data[threadIdx.x] = at[0] * at[1] + at[2] * at[3];
}
__global__ void four_lines(float* data) {
    __shared__ __align__(16) float tile[256];
    for (int i = threadIdx.x; i < 256; i += 64) tile[i] = data[i];
    __syncthreads();
    const float* at = &tile[4 * threadIdx.x];
    float sum = at[0];
    sum += 2 * at[1];
    sum += 3 * at[2];
    sum += 4 * at[3];
    data[threadIdx.x] = sum;
}
__global__ void unrolled(float* data) {
    __shared__ __align__(16) float tile[512];
    for (int i = threadIdx.x; i < 512; i += 64) tile[i] = data[i % 256];
    __syncthreads();
    float sum = 0;
    #pragma unroll
    for (int i = 0; i < 8; ++i) sum = sum * 3 + tile[8 * threadIdx.x + i];
    data[threadIdx.x] = sum;
}
__global__ void wide_in_the_source(float4* data) {
    __shared__ float4 tile[64];
    tile[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = tile[63 - threadIdx.x];
}
";

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn a_merged_load_names_the_lines_that_it_stands_for() {
    let folder = Folder::with(&[("quads.cu", QUADS)]);
    for (kernel, lines, requests) in [
        ("one_line", &[(6, 4)][..], 4),
        ("four_lines", &[(13, 1), (14, 1), (15, 1), (16, 1)], 4),
        ("unrolled", &[(25, 4)], 8),
    ] {
        let launch = ["--kernel", kernel, "--grid", "2", "--block", "64", "--arg", "data:f32[256]=random"];
        for option in [&["--merged"][..], &["--merged", "--isa", "ptx"]] {
            let answer = folder.call(&[&["profile", "quads.cu", "--json"], &launch[..], option].concat());
            let document = self::launch(&answer);
            let [merged] = &document["merged"].as_array().unwrap()[..] else { panic!("{document}") };
            assert_eq!((&merged["instruction"], &merged["certain"]), (&"LDS.128".into(), &true.into()), "{merged}");
            assert_eq!(merged["requests"], requests);
            let found: Vec<(u64, u64)> = merged["accesses"]
                .as_array()
                .unwrap()
                .iter()
                .map(|line| {
                    assert_eq!(line["bytes"], 4);
                    (line["line"].as_u64().unwrap(), line["accesses"].as_u64().unwrap())
                })
                .collect();
            assert_eq!(found, lines, "{merged}");
        }
        let text = folder.call(&[&["profile", "quads.cu", "--merged"], &launch[..]].concat()).out;
        assert!(text.contains("represents 4 loads of the source: "), "{text}");
        let without = folder.call(&[&["profile", "quads.cu", "--json"], &launch[..]].concat());
        assert_eq!(self::launch(&without)["merged"], serde_json::json!([]));
    }
    let wide = ["--kernel", "wide_in_the_source", "--grid", "1", "--block", "64", "--arg", "data:f32[256]=random"];
    let answer = folder.call(&[&["profile", "quads.cu", "--json", "--merged"], &wide[..]].concat());
    assert_eq!(launch(&answer)["merged"], serde_json::json!([]));
}
