//! Atomic sums of halves.

use super::compare_launch;
use smem_sim::LaunchShape;

#[test]
fn atomic_sums_of_halves_are_the_same() {
    let mut text = "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n".to_owned();
    for (name, pair, single) in [("f16", "__half2", "__half"), ("bf16", "__nv_bfloat162", "__nv_bfloat16")] {
        text += &format!(
            "extern \"C\" __global__ void {name}({pair}* a, {pair}* b, {pair}* c) {{
                __shared__ {pair} sums[64];
                int i = threadIdx.x;
                sums[i] = c[i];
                __syncthreads();
                atomicAdd(sums + (i ^ 5), a[i]);
                c[i + 64] = atomicAdd(c + i + 128, b[i]);
                atomicAdd(({single}*)(c + 192 + i) + (i & 1), b[i].x);
                __syncthreads();
                atomicAdd(({single}*)(sums + i) + 1, a[i + 64].y);
                __syncthreads();
                c[i + 256] = sums[i];
            }}\n"
        );
    }
    // Exponents around that of 1, so that sums are rounded; and now and then any bits, NaN and infinity among them.
    compare_launch(&text, LaunchShape::new(1, 64), |name, word| {
        let (fraction, one) = if name == "f16" { (10, 15) } else { (7, 127) };
        let near = |bits: u32| (bits & 0x8000) | (one - 3 + bits % 7) << fraction | (bits & ((1 << fraction) - 1));
        if word % 11 == 0 { word } else { near(word & 0xffff) | near(word >> 16) << 16 }
    });
}
