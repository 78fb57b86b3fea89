//! Quotients, roots and sums in every rounding mode.

use super::{compare_launch, compare_modules, modules_for};
use smem_sim::{Arch, LaunchShape};

#[test]
fn quotients_and_roots_round_alike_in_every_mode() {
    let mut text = String::new();
    for (ty, letter) in [("double", "d"), ("float", "f")] {
        for mode in ["rn", "rz", "ru", "rd"] {
            text += &format!(
                "extern \"C\" __global__ void {ty}_{mode}(const {ty}* a, const {ty}* b, {ty}* to) {{
                    for (int i = threadIdx.x; i < 256; i += 32) {{
                        {ty} x = a[i], y = b[i];
                        to[i] = __{letter}div_{mode}(x, y);
                        to[256 + i] = __{letter}rcp_{mode}(y);
                        to[512 + i] = __{letter}sqrt_{mode}(x);
                        to[768 + i] = {fma}_{mode}(x, y, x);
                    }}
                }}",
                fma = if letter == "d" { "__fma" } else { "__fmaf" },
            );
        }
    }
    compare_launch(&text, LaunchShape::new(1, 32), |name, word| {
        let (exponent, least) =
            if name.starts_with("double") { (0x7ff0_0000, 0x3fd0_0000) } else { (0x7f80_0000, 0x3e00_0000) };
        // Exponents near that of 1, and some of any size.
        if word % 7 == 0 { word } else { word & !exponent | (least + (word & 0x00f0_0000)) }
    });
}

#[test]
fn sizes_of_shared_memory_are_those_of_the_launch() {
    let text = "
        extern \"C\" __global__ void sizes(unsigned* a, unsigned* b, unsigned* to) {
            __shared__ unsigned own[25];
            extern __shared__ unsigned rest[];
            unsigned dynamic, total;
            asm(\"mov.u32 %0, %%dynamic_smem_size;\" : \"=r\"(dynamic));
            asm(\"mov.u32 %0, %%total_smem_size;\" : \"=r\"(total));
            own[threadIdx.x % 25] = a[threadIdx.x];
            rest[threadIdx.x] = b[threadIdx.x];
            __syncthreads();
            to[threadIdx.x] = dynamic + own[3] + rest[4];
            to[32 + threadIdx.x] = total;
        }";
    for arch in [Arch::SM_75, Arch::SM_80, Arch::SM_90, Arch::SM_100] {
        let [ptx, sass] = modules_for(arch, text);
        compare_modules(arch, &[ptx, sass], LaunchShape::new(1, 32).shared_bytes(500), |_, word| word);
    }
}
