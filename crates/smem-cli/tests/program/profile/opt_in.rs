//! Launches of a file's own host code with more than 48 KiB of shared memory.

use crate::call::{Answer, Folder};

fn profile(before: &str, bytes: &str, more: &[&str]) -> Answer {
    let text = format!(
        "#define CHECK(x) do {{ if ((x) != cudaSuccess) return 1; }} while (0)
        extern __shared__ int m[];
        template <int N> __global__ void k(int* p) {{ m[threadIdx.x] = N; p[threadIdx.x] = m[threadIdx.x]; }}
        __global__ void fixed(int* p) {{ __shared__ int s[64]; s[threadIdx.x] = m[threadIdx.x] = 1; __syncthreads(); p[threadIdx.x] = s[63 - threadIdx.x]; }}
        int main() {{
            int* p;
            cudaMalloc(&p, 64 * sizeof(int));
            {before}
            {bytes}
            return 0;
        }}"
    );
    Folder::with(&[("k.cu", &text)]).call(&[&["profile", "k.cu"], more].concat())
}

#[test]
fn a_launch_without_the_attribute_fails() {
    for (launch, fixed, dynamic) in
        [("k<1><<<1, 64, 65536>>>(p);", 0, 65536), ("fixed<<<1, 64, 48 << 10>>>(p);", 256, 49152)]
    {
        let answer = profile("", launch, &[]);
        assert_eq!(answer.code, 1, "{answer:?}");
        let bytes = format!(
            "{} bytes of shared memory ({fixed} static, {dynamic} dynamic) are more than 49152",
            fixed + dynamic
        );
        assert!(
            answer.err.contains("the launch fails with \"invalid argument\"") && answer.err.contains(&bytes),
            "{answer:?}"
        );
    }
}

#[test]
fn a_launch_that_the_host_opts_in_to_runs() {
    const ATTRIBUTE: &str = "cudaFuncAttributeMaxDynamicSharedMemorySize";
    for kernel in ["k<1>", "(const void*)k<1>", "reinterpret_cast<const void*>(&k<1>)"] {
        let before = format!("CHECK(cudaFuncSetAttribute({kernel}, {ATTRIBUTE}, 65536));");
        let answer = profile(&before, "k<1><<<1, 64, 65536>>>(p);", &[]);
        assert_eq!(answer.code, 0, "{answer:?}");
    }
    // Up to the limit, without.
    assert_eq!(profile("", "k<1><<<1, 64, 48 << 10>>>(p);", &[]).code, 0);
    // The options have no host code.
    let options = ["--kernel", "k<1>", "--grid", "1", "--block", "64", "--shared", "65536", "--arg", "p:i32[64]"];
    assert_eq!(profile("", "k<1><<<1, 64, 65536>>>(p);", &options).code, 0);
}
