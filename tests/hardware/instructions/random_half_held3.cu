// Random programs, written by generate.py. One block of 128 threads; `in` has 8192 words and `out` 4096 zeros.
typedef unsigned u32;

extern "C" __global__ void random_half_held3_0(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 7296];
        u32 v1 = in[t + 3840];
        u32 v2 = in[t + 1920];
        u32 v3 = in[t + 4608];
        u32 v4 = t & 1 ? 0x3f803f80u : 0x7f800000u;
        u32 v5 = in[t + 4096];
        u32 v6 = in[t + 5376];
        u32 v7 = in[t + 6528];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "min.f16x2 r1, r7, r0;\n"
            "fma.rn.f16x2 r0, r2, r6, r1;\n"
            "min.bf16x2 r3, r3, r0;\n"
            "neg.f16x2 r6, r2;\n"
            "prmt.b32 r1, r4, r6, 0x7632;\n"
            "fma.rn.bf16x2 r5, r4, r1, r3;\n"
            "mul.rn.ftz.f16x2 r1, r1, r6;\n"
            "sub.rn.f16x2 r4, r5, r2;\n"
            "min.ftz.f16x2 r5, r6, r2;\n"
            "min.f16x2 r6, r0, r2;\n"
            "max.ftz.NaN.f16x2 r5, r3, r1;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r0; mov.b32 {i, h}, r3; add.rn.ftz.f16 z, h, i; mov.b32 r4, {z, h}; }\n"
            "mul.rn.sat.f16x2 r7, r4, r3;\n"
            "add.rn.bf16x2 r6, r7, r7;\n"
            "max.NaN.bf16x2 r6, r2, r6;\n"
            "add.rn.bf16x2 r1, r1, r4;\n"
            "min.bf16x2 r3, r6, r6;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r0; mov.b32 {i, h}, r3; add.rn.ftz.f16 z, h, i; mov.b32 r6, {z, h}; }\n"
            "min.ftz.f16x2 r0, r7, r2;\n"
            "prmt.b32 r4, r6, r5, 0x7632;\n"
            "fma.rn.ftz.f16x2 r3, r2, r3, r6;\n"
            "mul.rn.f16x2 r2, r6, r6;\n"
            "sub.rn.ftz.f16x2 r7, r5, r0;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r5; mov.b32 {i, h}, r3; add.rn.ftz.f16 z, h, i; mov.b32 r3, {z, h}; }\n"
            "{ .reg .pred p, q; setp.nan.f16x2 p|q, r7, r1; selp.b32 r4, r7, r4, p; @q xor.b32 r4, r4, 1; }\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r5; mov.b32 {z, i}, r1; fma.rn.sat.f16 h, h, i, z; mov.b32 r2, {h, i}; }\n"
            "neg.bf16x2 r1, r1;\n"
            "fma.rn.ftz.f16x2 r5, r1, r0, r5;\n"
            "min.ftz.f16x2 r1, r3, r7;\n"
            "min.bf16x2 r3, r6, r2;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 0] = v0;
        out[t + 128] = v1;
        out[t + 256] = v2;
        out[t + 384] = v3;
        out[t + 512] = v4;
        out[t + 640] = v5;
        out[t + 768] = v6;
        out[t + 896] = v7;
    }
    {
        u32 v0 = in[t + 3968];
        u32 v1 = in[t + 5120];
        u32 v2 = in[t + 512];
        u32 v3 = t & 16 ? 0xffu : 0x7fc00000u;
        u32 v4 = in[t + 1792];
        u32 v5 = in[t + 4352];
        u32 v6 = in[t + 4096];
        u32 v7 = t & 8 ? 0xffu : 0x800000u;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "fma.rn.bf16x2 r2, r1, r0, r0;\n"
            "fma.rn.relu.f16x2 r2, r5, r1, r2;\n"
            "prmt.b32 r4, r4, r4, 0x7632;\n"
            "prmt.b32 r4, r7, r5, 0x1032;\n"
            "sub.rn.ftz.f16x2 r0, r5, r7;\n"
            "sub.rn.f16x2 r5, r0, r7;\n"
            "add.rn.ftz.sat.f16x2 r5, r0, r4;\n"
            "{ .reg .pred p, q; setp.num.f16x2 p|q, r0, r7; selp.b32 r1, r0, r5, p; @q xor.b32 r1, r1, 1; }\n"
            "abs.f16x2 r0, r3;\n"
            "abs.f16x2 r2, r6;\n"
            "neg.f16x2 r7, r3;\n"
            "neg.bf16x2 r6, r0;\n"
            "fma.rn.ftz.f16x2 r4, r6, r0, r4;\n"
            "max.ftz.NaN.f16x2 r3, r2, r5;\n"
            "prmt.b32 r7, r3, r1, 0x3254;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r4; mov.b32 {i, h}, r4; add.rn.ftz.f16 z, h, i; mov.b32 r4, {z, h}; }\n"
            "min.ftz.f16x2 r1, r1, r3;\n"
            "abs.f16x2 r1, r4;\n"
            "fma.rn.bf16x2 r4, r7, r0, r6;\n"
            "min.ftz.f16x2 r1, r2, r0;\n"
            "sub.rn.ftz.f16x2 r1, r7, r5;\n"
            "fma.rn.bf16x2 r6, r6, r0, r0;\n"
            "add.rn.bf16x2 r0, r5, r5;\n"
            "neg.bf16x2 r4, r0;\n"
            "max.NaN.bf16x2 r6, r3, r6;\n"
            "mul.rn.bf16x2 r6, r1, r7;\n"
            "mul.rn.bf16x2 r1, r0, r3;\n"
            "add.rn.bf16x2 r3, r3, r5;\n"
            "max.NaN.bf16x2 r2, r0, r2;\n"
            "abs.f16x2 r4, r3;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 1024] = v0;
        out[t + 1152] = v1;
        out[t + 1280] = v2;
        out[t + 1408] = v3;
        out[t + 1536] = v4;
        out[t + 1664] = v5;
        out[t + 1792] = v6;
        out[t + 1920] = v7;
    }
    {
        u32 v0 = in[t + 3968];
        u32 v1 = in[t + 2560];
        u32 v2 = in[t + 6272];
        u32 v3 = t & 1 ? 0x4b000000u : 0x7fffffffu;
        u32 v4 = in[t + 7680];
        u32 v5 = in[t + 5888];
        u32 v6 = in[t + 256];
        u32 v7 = t & 8 ? 0x4f000000u : 0x1u;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r0; mov.b32 {i, h}, r0; add.rn.ftz.f16 z, h, i; mov.b32 r5, {z, h}; }\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r5; mov.b32 {i, h}, r7; add.rn.f16 z, h, i; mov.b32 r2, {z, h}; }\n"
            "prmt.b32 r3, r6, r1, 0x1032;\n"
            "add.rn.f16x2 r4, r2, r2;\n"
            "max.NaN.f16x2 r6, r6, r4;\n"
            "max.NaN.bf16x2 r5, r6, r2;\n"
            "prmt.b32 r1, r4, r3, 0x5410;\n"
            "min.ftz.f16x2 r7, r2, r3;\n"
            "fma.rn.relu.f16x2 r6, r1, r1, r5;\n"
            "max.ftz.NaN.f16x2 r4, r0, r0;\n"
            "abs.f16x2 r1, r7;\n"
            "neg.bf16x2 r3, r2;\n"
            "prmt.b32 r0, r2, r4, 0x7632;\n"
            "abs.f16x2 r6, r0;\n"
            "min.ftz.f16x2 r3, r2, r3;\n"
            "add.rn.bf16x2 r3, r5, r5;\n"
            "fma.rn.relu.f16x2 r3, r7, r4, r4;\n"
            "{ .reg .pred p, q; setp.eq.f16x2 p|q, r5, r6; selp.b32 r6, r5, r7, p; @q xor.b32 r6, r6, 1; }\n"
            "abs.f16x2 r1, r1;\n"
            "mul.rn.bf16x2 r5, r0, r2;\n"
            "mul.rn.ftz.f16x2 r4, r4, r0;\n"
            "abs.f16x2 r2, r5;\n"
            "mul.rn.sat.f16x2 r7, r3, r1;\n"
            "prmt.b32 r0, r5, r4, 0x1032;\n"
            "sub.rn.ftz.f16x2 r3, r4, r6;\n"
            "add.rn.ftz.f16x2 r0, r6, r2;\n"
            "abs.f16x2 r4, r7;\n"
            "prmt.b32 r3, r0, r6, 0x5410;\n"
            "prmt.b32 r3, r0, r0, 0x5410;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r5; mov.b32 {i, h}, r1; add.rn.f16 z, h, i; mov.b32 r1, {z, h}; }\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 2048] = v0;
        out[t + 2176] = v1;
        out[t + 2304] = v2;
        out[t + 2432] = v3;
        out[t + 2560] = v4;
        out[t + 2688] = v5;
        out[t + 2816] = v6;
        out[t + 2944] = v7;
    }
    {
        u32 v0 = in[t + 4992];
        u32 v1 = in[t + 4480];
        u32 v2 = in[t + 5760];
        u32 v3 = in[t + 1920];
        u32 v4 = t & 1 ? 0x800000u : 0x0u;
        u32 v5 = in[t + 6144];
        u32 v6 = in[t + 2176];
        u32 v7 = in[t + 6272];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .pred p, q; setp.num.f16x2 p|q, r4, r5; selp.b32 r3, r4, r1, p; @q xor.b32 r3, r3, 1; }\n"
            "neg.bf16x2 r1, r5;\n"
            "mul.rn.ftz.sat.f16x2 r5, r6, r4;\n"
            "min.bf16x2 r7, r1, r5;\n"
            "max.NaN.f16x2 r4, r7, r1;\n"
            "min.bf16x2 r2, r3, r0;\n"
            "mul.rn.f16x2 r7, r4, r7;\n"
            "max.NaN.bf16x2 r2, r4, r7;\n"
            "sub.rn.ftz.f16x2 r1, r3, r1;\n"
            "add.rn.sat.f16x2 r0, r1, r2;\n"
            "max.NaN.bf16x2 r3, r3, r7;\n"
            "fma.rn.relu.f16x2 r0, r4, r3, r7;\n"
            "fma.rn.f16x2 r3, r7, r7, r0;\n"
            "neg.f16x2 r7, r1;\n"
            "add.rn.bf16x2 r4, r0, r3;\n"
            "add.rn.bf16x2 r4, r7, r5;\n"
            "{ .reg .pred p, q; setp.lt.f16x2 p|q, r4, r6; selp.b32 r1, r4, r6, p; @q xor.b32 r1, r1, 1; }\n"
            "prmt.b32 r1, r0, r5, 0x1032;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r3; mov.b32 {z, i}, r0; fma.rn.ftz.f16 h, h, i, z; mov.b32 r4, {h, i}; }\n"
            "neg.f16x2 r3, r3;\n"
            "min.bf16x2 r1, r2, r4;\n"
            "max.NaN.bf16x2 r2, r0, r1;\n"
            "sub.rn.f16x2 r7, r4, r3;\n"
            "mul.rn.ftz.sat.f16x2 r5, r6, r7;\n"
            "sub.rn.f16x2 r1, r4, r0;\n"
            "abs.f16x2 r2, r5;\n"
            "fma.rn.sat.f16x2 r5, r6, r0, r3;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r6; mov.b32 {z, i}, r2; fma.rn.ftz.f16 h, h, i, z; mov.b32 r6, {h, i}; }\n"
            "mul.rn.f16x2 r2, r0, r1;\n"
            "fma.rn.bf16x2 r3, r4, r4, r2;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 3072] = v0;
        out[t + 3200] = v1;
        out[t + 3328] = v2;
        out[t + 3456] = v3;
        out[t + 3584] = v4;
        out[t + 3712] = v5;
        out[t + 3840] = v6;
        out[t + 3968] = v7;
    }
}
extern "C" __global__ void random_half_held3_1(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = t & 16 ? 0x7fffffffu : 0x1u;
        u32 v1 = t & 1 ? 0x80u : 0xffu;
        u32 v2 = in[t + 2816];
        u32 v3 = in[t + 6528];
        u32 v4 = in[t + 384];
        u32 v5 = in[t + 2176];
        u32 v6 = in[t + 3712];
        u32 v7 = in[t + 2688];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "max.NaN.f16x2 r6, r7, r3;\n"
            "neg.bf16x2 r6, r5;\n"
            "min.f16x2 r3, r0, r0;\n"
            "min.f16x2 r6, r5, r6;\n"
            "neg.f16x2 r5, r7;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r3; mov.b32 {i, h}, r0; add.rn.f16 z, h, i; mov.b32 r7, {z, h}; }\n"
            "min.bf16x2 r3, r6, r4;\n"
            "add.rn.sat.f16x2 r5, r5, r7;\n"
            "min.bf16x2 r4, r5, r3;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r1; mov.b32 {i, h}, r1; add.rn.ftz.f16 z, h, i; mov.b32 r6, {z, h}; }\n"
            "neg.bf16x2 r1, r4;\n"
            "prmt.b32 r6, r2, r2, 0x3254;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r0; mov.b32 {z, i}, r3; fma.rn.f16 h, h, i, z; mov.b32 r2, {h, i}; }\n"
            "fma.rn.relu.f16x2 r0, r3, r4, r2;\n"
            "fma.rn.relu.f16x2 r5, r3, r0, r1;\n"
            "min.f16x2 r6, r5, r2;\n"
            "max.NaN.bf16x2 r3, r1, r6;\n"
            "{ .reg .pred p, q; setp.neu.f16x2 p|q, r3, r2; selp.b32 r0, r3, r4, p; @q xor.b32 r0, r0, 1; }\n"
            "add.rn.ftz.f16x2 r3, r5, r5;\n"
            "max.NaN.bf16x2 r1, r3, r6;\n"
            "max.NaN.bf16x2 r7, r4, r7;\n"
            "add.rn.ftz.f16x2 r5, r4, r0;\n"
            "fma.rn.bf16x2 r7, r4, r0, r5;\n"
            "{ .reg .pred p, q; setp.gtu.f16x2 p|q, r3, r7; selp.b32 r4, r3, r2, p; @q xor.b32 r4, r4, 1; }\n"
            "prmt.b32 r5, r2, r2, 0x7632;\n"
            "add.rn.ftz.f16x2 r0, r0, r2;\n"
            "add.rn.sat.f16x2 r7, r2, r1;\n"
            "max.NaN.bf16x2 r2, r1, r4;\n"
            "min.ftz.f16x2 r7, r1, r2;\n"
            "mul.rn.f16x2 r4, r2, r0;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 0] = v0;
        out[t + 128] = v1;
        out[t + 256] = v2;
        out[t + 384] = v3;
        out[t + 512] = v4;
        out[t + 640] = v5;
        out[t + 768] = v6;
        out[t + 896] = v7;
    }
    {
        u32 v0 = in[t + 7296];
        u32 v1 = in[t + 2560];
        u32 v2 = in[t + 7040];
        u32 v3 = in[t + 7808];
        u32 v4 = t & 16 ? 0xcf000000u : 0x1u;
        u32 v5 = in[t + 2176];
        u32 v6 = t & 16 ? 0x3c003c00u : 0x3c003c00u;
        u32 v7 = in[t + 896];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "min.ftz.f16x2 r5, r6, r1;\n"
            "fma.rn.relu.f16x2 r4, r5, r0, r7;\n"
            "neg.bf16x2 r0, r2;\n"
            "min.ftz.f16x2 r1, r5, r7;\n"
            "neg.bf16x2 r4, r0;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r1; mov.b32 {i, h}, r7; add.rn.f16 z, h, i; mov.b32 r0, {z, h}; }\n"
            "mul.rn.ftz.f16x2 r1, r3, r7;\n"
            "min.bf16x2 r7, r6, r1;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r6; mov.b32 {z, i}, r4; fma.rn.f16 h, h, i, z; mov.b32 r7, {h, i}; }\n"
            "mul.rn.bf16x2 r7, r6, r0;\n"
            "fma.rn.bf16x2 r4, r3, r7, r4;\n"
            "neg.f16x2 r3, r2;\n"
            "min.f16x2 r6, r2, r7;\n"
            "mul.rn.sat.f16x2 r7, r6, r4;\n"
            "prmt.b32 r2, r2, r5, 0x7632;\n"
            "max.ftz.NaN.f16x2 r5, r4, r1;\n"
            "min.f16x2 r6, r3, r4;\n"
            "add.rn.f16x2 r3, r0, r4;\n"
            "fma.rn.f16x2 r0, r1, r6, r5;\n"
            "min.ftz.f16x2 r4, r0, r3;\n"
            "fma.rn.relu.f16x2 r1, r1, r5, r5;\n"
            "min.bf16x2 r6, r0, r3;\n"
            "neg.bf16x2 r7, r4;\n"
            "fma.rn.ftz.sat.f16x2 r7, r0, r0, r0;\n"
            "min.bf16x2 r5, r4, r7;\n"
            "add.rn.ftz.f16x2 r4, r3, r6;\n"
            "abs.f16x2 r4, r0;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r4; mov.b32 {i, h}, r5; add.rn.f16 z, h, i; mov.b32 r5, {z, h}; }\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r7; mov.b32 {i, h}, r4; add.rn.f16 z, h, i; mov.b32 r6, {z, h}; }\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r3; mov.b32 {z, i}, r4; fma.rn.sat.f16 h, h, i, z; mov.b32 r4, {h, i}; }\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 1024] = v0;
        out[t + 1152] = v1;
        out[t + 1280] = v2;
        out[t + 1408] = v3;
        out[t + 1536] = v4;
        out[t + 1664] = v5;
        out[t + 1792] = v6;
        out[t + 1920] = v7;
    }
    {
        u32 v0 = in[t + 5632];
        u32 v1 = in[t + 3200];
        u32 v2 = in[t + 4736];
        u32 v3 = in[t + 4864];
        u32 v4 = in[t + 7168];
        u32 v5 = in[t + 6272];
        u32 v6 = in[t + 896];
        u32 v7 = in[t + 5760];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "abs.f16x2 r5, r5;\n"
            "neg.f16x2 r0, r0;\n"
            "{ .reg .pred p, q; setp.lt.f16x2 p|q, r7, r7; selp.b32 r6, r7, r6, p; @q xor.b32 r6, r6, 1; }\n"
            "prmt.b32 r0, r2, r4, 0x3254;\n"
            "neg.f16x2 r6, r2;\n"
            "max.NaN.bf16x2 r0, r6, r6;\n"
            "min.ftz.f16x2 r4, r3, r2;\n"
            "add.rn.bf16x2 r7, r5, r5;\n"
            "min.f16x2 r2, r0, r1;\n"
            "max.NaN.bf16x2 r1, r1, r5;\n"
            "add.rn.bf16x2 r4, r4, r1;\n"
            "add.rn.bf16x2 r3, r2, r0;\n"
            "neg.f16x2 r7, r2;\n"
            "neg.bf16x2 r3, r4;\n"
            "min.bf16x2 r5, r6, r5;\n"
            "add.rn.ftz.f16x2 r3, r6, r4;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r6; mov.b32 {z, i}, r7; fma.rn.ftz.f16 h, h, i, z; mov.b32 r1, {h, i}; }\n"
            "add.rn.ftz.f16x2 r0, r1, r4;\n"
            "abs.f16x2 r4, r5;\n"
            "neg.bf16x2 r3, r7;\n"
            "sub.rn.f16x2 r2, r4, r3;\n"
            "add.rn.ftz.f16x2 r2, r0, r1;\n"
            "neg.bf16x2 r2, r1;\n"
            "sub.rn.f16x2 r2, r3, r3;\n"
            "abs.f16x2 r7, r0;\n"
            "fma.rn.bf16x2 r6, r3, r0, r2;\n"
            "fma.rn.relu.f16x2 r1, r7, r5, r5;\n"
            "fma.rn.relu.f16x2 r1, r3, r0, r0;\n"
            "prmt.b32 r0, r3, r3, 0x5410;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r3; mov.b32 {i, h}, r0; add.rn.ftz.f16 z, h, i; mov.b32 r7, {z, h}; }\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 2048] = v0;
        out[t + 2176] = v1;
        out[t + 2304] = v2;
        out[t + 2432] = v3;
        out[t + 2560] = v4;
        out[t + 2688] = v5;
        out[t + 2816] = v6;
        out[t + 2944] = v7;
    }
    {
        u32 v0 = in[t + 1792];
        u32 v1 = in[t + 3200];
        u32 v2 = in[t + 6528];
        u32 v3 = in[t + 7296];
        u32 v4 = in[t + 4608];
        u32 v5 = t & 16 ? 0x8000u : 0xffffffffu;
        u32 v6 = in[t + 3200];
        u32 v7 = t & 8 ? 0x3f800000u : 0x7fu;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "fma.rn.relu.f16x2 r6, r3, r7, r7;\n"
            "add.rn.bf16x2 r4, r0, r6;\n"
            "min.bf16x2 r0, r0, r3;\n"
            "fma.rn.bf16x2 r4, r7, r4, r1;\n"
            "neg.f16x2 r2, r1;\n"
            "max.ftz.NaN.f16x2 r0, r0, r0;\n"
            "sub.rn.f16x2 r4, r7, r2;\n"
            "add.rn.sat.f16x2 r6, r7, r2;\n"
            "abs.f16x2 r4, r1;\n"
            "prmt.b32 r7, r6, r4, 0x7632;\n"
            "abs.f16x2 r3, r6;\n"
            "sub.rn.ftz.f16x2 r5, r1, r0;\n"
            "mul.rn.ftz.f16x2 r7, r0, r6;\n"
            "sub.rn.ftz.f16x2 r7, r5, r1;\n"
            "mul.rn.bf16x2 r2, r5, r0;\n"
            "mul.rn.bf16x2 r0, r1, r7;\n"
            "fma.rn.bf16x2 r3, r1, r4, r5;\n"
            "fma.rn.bf16x2 r4, r2, r3, r0;\n"
            "neg.f16x2 r0, r5;\n"
            "sub.rn.ftz.f16x2 r0, r5, r5;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r5; mov.b32 {i, h}, r7; add.rn.f16 z, h, i; mov.b32 r5, {z, h}; }\n"
            "min.f16x2 r5, r2, r1;\n"
            "max.ftz.NaN.f16x2 r4, r6, r6;\n"
            "add.rn.bf16x2 r3, r7, r0;\n"
            "mul.rn.bf16x2 r3, r0, r5;\n"
            "min.ftz.f16x2 r0, r4, r7;\n"
            "add.rn.ftz.sat.f16x2 r4, r1, r0;\n"
            "neg.f16x2 r7, r1;\n"
            "min.ftz.f16x2 r1, r7, r1;\n"
            "fma.rn.f16x2 r1, r0, r2, r7;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 3072] = v0;
        out[t + 3200] = v1;
        out[t + 3328] = v2;
        out[t + 3456] = v3;
        out[t + 3584] = v4;
        out[t + 3712] = v5;
        out[t + 3840] = v6;
        out[t + 3968] = v7;
    }
}
extern "C" __global__ void random_half_held3_2(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 6016];
        u32 v1 = in[t + 1920];
        u32 v2 = in[t + 1792];
        u32 v3 = in[t + 5120];
        u32 v4 = in[t + 1408];
        u32 v5 = in[t + 1408];
        u32 v6 = in[t + 6016];
        u32 v7 = in[t + 7680];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "min.bf16x2 r7, r7, r7;\n"
            "fma.rn.relu.f16x2 r4, r1, r6, r5;\n"
            "mul.rn.bf16x2 r0, r1, r4;\n"
            "min.f16x2 r3, r5, r7;\n"
            "neg.bf16x2 r2, r6;\n"
            "sub.rn.ftz.f16x2 r5, r4, r2;\n"
            "fma.rn.relu.f16x2 r7, r1, r3, r2;\n"
            "add.rn.bf16x2 r5, r0, r4;\n"
            "min.bf16x2 r3, r4, r7;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r3; mov.b32 {i, h}, r5; add.rn.ftz.f16 z, h, i; mov.b32 r4, {z, h}; }\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r1; mov.b32 {z, i}, r0; fma.rn.ftz.sat.f16 h, h, i, z; mov.b32 r6, {h, i}; }\n"
            "max.NaN.f16x2 r3, r6, r1;\n"
            "fma.rn.relu.f16x2 r4, r7, r0, r7;\n"
            "max.ftz.NaN.f16x2 r6, r7, r3;\n"
            "add.rn.bf16x2 r3, r2, r1;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r2; mov.b32 {z, i}, r1; fma.rn.f16 h, h, i, z; mov.b32 r5, {h, i}; }\n"
            "fma.rn.bf16x2 r5, r6, r7, r0;\n"
            "mul.rn.ftz.sat.f16x2 r7, r1, r7;\n"
            "mul.rn.bf16x2 r5, r4, r6;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r0; mov.b32 {i, h}, r4; add.rn.ftz.f16 z, h, i; mov.b32 r3, {z, h}; }\n"
            "{ .reg .pred p, q; setp.gtu.f16x2 p|q, r4, r0; selp.b32 r5, r4, r6, p; @q xor.b32 r5, r5, 1; }\n"
            "fma.rn.ftz.sat.f16x2 r4, r0, r0, r5;\n"
            "fma.rn.relu.f16x2 r7, r2, r1, r5;\n"
            "{ .reg .pred p, q; setp.gtu.f16x2 p|q, r4, r4; selp.b32 r1, r4, r6, p; @q xor.b32 r1, r1, 1; }\n"
            "neg.f16x2 r7, r0;\n"
            "fma.rn.relu.f16x2 r2, r7, r4, r7;\n"
            "min.bf16x2 r6, r5, r4;\n"
            "neg.f16x2 r0, r1;\n"
            "fma.rn.bf16x2 r1, r0, r4, r2;\n"
            "max.NaN.bf16x2 r7, r4, r0;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 0] = v0;
        out[t + 128] = v1;
        out[t + 256] = v2;
        out[t + 384] = v3;
        out[t + 512] = v4;
        out[t + 640] = v5;
        out[t + 768] = v6;
        out[t + 896] = v7;
    }
    {
        u32 v0 = t & 3 ? 0x7f7fffffu : 0xffffffffu;
        u32 v1 = in[t + 0];
        u32 v2 = in[t + 6784];
        u32 v3 = in[t + 3456];
        u32 v4 = t & 3 ? 0x0u : 0xffffffffu;
        u32 v5 = in[t + 640];
        u32 v6 = in[t + 2048];
        u32 v7 = in[t + 2432];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "add.rn.ftz.f16x2 r5, r4, r1;\n"
            "add.rn.f16x2 r7, r4, r2;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r4; mov.b32 {z, i}, r4; fma.rn.ftz.f16 h, h, i, z; mov.b32 r3, {h, i}; }\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r4; mov.b32 {z, i}, r4; fma.rn.f16 h, h, i, z; mov.b32 r7, {h, i}; }\n"
            "max.NaN.bf16x2 r5, r5, r3;\n"
            "abs.f16x2 r0, r6;\n"
            "min.ftz.f16x2 r1, r5, r7;\n"
            "sub.rn.ftz.f16x2 r7, r0, r1;\n"
            "max.ftz.NaN.f16x2 r3, r2, r2;\n"
            "prmt.b32 r0, r4, r5, 0x3254;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r1; mov.b32 {i, h}, r0; add.rn.ftz.f16 z, h, i; mov.b32 r2, {z, h}; }\n"
            "mul.rn.bf16x2 r0, r3, r5;\n"
            "mul.rn.bf16x2 r1, r6, r1;\n"
            "fma.rn.relu.f16x2 r6, r6, r4, r1;\n"
            "add.rn.f16x2 r4, r1, r7;\n"
            "fma.rn.bf16x2 r7, r1, r1, r6;\n"
            "{ .reg .pred p, q; setp.lt.f16x2 p|q, r7, r7; selp.b32 r0, r7, r4, p; @q xor.b32 r0, r0, 1; }\n"
            "mul.rn.f16x2 r0, r5, r4;\n"
            "min.ftz.f16x2 r7, r4, r6;\n"
            "add.rn.bf16x2 r6, r6, r7;\n"
            "neg.bf16x2 r0, r7;\n"
            "fma.rn.sat.f16x2 r2, r2, r7, r0;\n"
            "mul.rn.bf16x2 r3, r6, r1;\n"
            "max.NaN.f16x2 r6, r4, r1;\n"
            "sub.rn.f16x2 r6, r5, r6;\n"
            "{ .reg .pred p, q; setp.gtu.f16x2 p|q, r3, r6; selp.b32 r3, r3, r6, p; @q xor.b32 r3, r3, 1; }\n"
            "add.rn.ftz.f16x2 r0, r5, r1;\n"
            "max.NaN.bf16x2 r0, r6, r5;\n"
            "fma.rn.relu.f16x2 r2, r5, r2, r5;\n"
            "fma.rn.relu.f16x2 r5, r6, r6, r7;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 1024] = v0;
        out[t + 1152] = v1;
        out[t + 1280] = v2;
        out[t + 1408] = v3;
        out[t + 1536] = v4;
        out[t + 1664] = v5;
        out[t + 1792] = v6;
        out[t + 1920] = v7;
    }
    {
        u32 v0 = in[t + 6400];
        u32 v1 = in[t + 6016];
        u32 v2 = in[t + 2176];
        u32 v3 = in[t + 2048];
        u32 v4 = in[t + 7040];
        u32 v5 = in[t + 2816];
        u32 v6 = in[t + 1024];
        u32 v7 = in[t + 6656];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r6; mov.b32 {i, h}, r2; add.rn.f16 z, h, i; mov.b32 r0, {z, h}; }\n"
            "fma.rn.sat.f16x2 r7, r6, r1, r6;\n"
            "add.rn.ftz.f16x2 r3, r3, r6;\n"
            "min.bf16x2 r2, r3, r7;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r7; mov.b32 {z, i}, r1; fma.rn.f16 h, h, i, z; mov.b32 r1, {h, i}; }\n"
            "{ .reg .pred p, q; setp.eq.f16x2 p|q, r5, r5; selp.b32 r4, r5, r2, p; @q xor.b32 r4, r4, 1; }\n"
            "min.bf16x2 r3, r4, r7;\n"
            "sub.rn.ftz.f16x2 r5, r3, r4;\n"
            "fma.rn.bf16x2 r4, r4, r3, r1;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r3; mov.b32 {i, h}, r4; add.rn.f16 z, h, i; mov.b32 r4, {z, h}; }\n"
            "min.ftz.f16x2 r0, r1, r0;\n"
            "abs.f16x2 r5, r0;\n"
            "min.bf16x2 r6, r3, r5;\n"
            "prmt.b32 r0, r1, r3, 0x7632;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r2; mov.b32 {z, i}, r0; fma.rn.ftz.f16 h, h, i, z; mov.b32 r4, {h, i}; }\n"
            "{ .reg .pred p, q; setp.eq.f16x2 p|q, r2, r0; selp.b32 r5, r2, r3, p; @q xor.b32 r5, r5, 1; }\n"
            "add.rn.bf16x2 r4, r2, r0;\n"
            "neg.bf16x2 r3, r2;\n"
            "mul.rn.ftz.sat.f16x2 r2, r5, r4;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r5; mov.b32 {i, h}, r5; add.rn.f16 z, h, i; mov.b32 r6, {z, h}; }\n"
            "neg.bf16x2 r7, r4;\n"
            "mul.rn.bf16x2 r2, r6, r4;\n"
            "fma.rn.f16x2 r2, r6, r5, r7;\n"
            "max.NaN.bf16x2 r5, r5, r4;\n"
            "neg.bf16x2 r6, r1;\n"
            "fma.rn.f16x2 r5, r5, r0, r0;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r1; mov.b32 {i, h}, r2; add.rn.f16 z, h, i; mov.b32 r7, {z, h}; }\n"
            "max.NaN.f16x2 r4, r6, r2;\n"
            "fma.rn.relu.f16x2 r0, r6, r1, r2;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r7; mov.b32 {z, i}, r1; fma.rn.ftz.sat.f16 h, h, i, z; mov.b32 r6, {h, i}; }\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 2048] = v0;
        out[t + 2176] = v1;
        out[t + 2304] = v2;
        out[t + 2432] = v3;
        out[t + 2560] = v4;
        out[t + 2688] = v5;
        out[t + 2816] = v6;
        out[t + 2944] = v7;
    }
    {
        u32 v0 = in[t + 6144];
        u32 v1 = in[t + 7808];
        u32 v2 = in[t + 1664];
        u32 v3 = in[t + 1792];
        u32 v4 = in[t + 4864];
        u32 v5 = in[t + 3200];
        u32 v6 = in[t + 3200];
        u32 v7 = in[t + 128];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "max.NaN.bf16x2 r6, r5, r1;\n"
            "neg.f16x2 r3, r0;\n"
            "prmt.b32 r4, r4, r1, 0x7632;\n"
            "sub.rn.f16x2 r2, r3, r6;\n"
            "fma.rn.relu.f16x2 r2, r7, r7, r0;\n"
            "abs.f16x2 r7, r4;\n"
            "neg.bf16x2 r4, r3;\n"
            "sub.rn.f16x2 r2, r6, r1;\n"
            "max.ftz.NaN.f16x2 r6, r4, r2;\n"
            "mul.rn.ftz.f16x2 r0, r2, r4;\n"
            "neg.bf16x2 r5, r0;\n"
            "max.NaN.f16x2 r2, r3, r7;\n"
            "fma.rn.relu.f16x2 r7, r2, r4, r0;\n"
            "add.rn.bf16x2 r7, r2, r6;\n"
            "min.ftz.f16x2 r5, r7, r0;\n"
            "add.rn.ftz.f16x2 r2, r7, r4;\n"
            "fma.rn.f16x2 r1, r6, r0, r7;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r5; mov.b32 {i, h}, r7; add.rn.f16 z, h, i; mov.b32 r2, {z, h}; }\n"
            "prmt.b32 r0, r3, r2, 0x1032;\n"
            "abs.f16x2 r6, r2;\n"
            "fma.rn.bf16x2 r4, r4, r5, r2;\n"
            "neg.bf16x2 r1, r3;\n"
            "{ .reg .pred p, q; setp.gtu.f16x2 p|q, r5, r4; selp.b32 r3, r5, r1, p; @q xor.b32 r3, r3, 1; }\n"
            "min.f16x2 r1, r5, r1;\n"
            "min.f16x2 r6, r0, r2;\n"
            "max.NaN.bf16x2 r3, r1, r3;\n"
            "abs.f16x2 r4, r6;\n"
            "fma.rn.bf16x2 r0, r2, r4, r1;\n"
            "mul.rn.f16x2 r6, r7, r1;\n"
            "fma.rn.relu.f16x2 r6, r3, r2, r7;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 3072] = v0;
        out[t + 3200] = v1;
        out[t + 3328] = v2;
        out[t + 3456] = v3;
        out[t + 3584] = v4;
        out[t + 3712] = v5;
        out[t + 3840] = v6;
        out[t + 3968] = v7;
    }
}
extern "C" __global__ void random_half_held3_3(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 7680];
        u32 v1 = in[t + 6912];
        u32 v2 = in[t + 4480];
        u32 v3 = t & 16 ? 0x807fffffu : 0x7fffffffu;
        u32 v4 = in[t + 6784];
        u32 v5 = in[t + 1280];
        u32 v6 = in[t + 384];
        u32 v7 = in[t + 7936];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .pred p, q; setp.neu.f16x2 p|q, r5, r5; selp.b32 r5, r5, r5, p; @q xor.b32 r5, r5, 1; }\n"
            "neg.bf16x2 r5, r6;\n"
            "neg.bf16x2 r6, r7;\n"
            "min.f16x2 r6, r6, r5;\n"
            "{ .reg .pred p, q; setp.lt.f16x2 p|q, r6, r7; selp.b32 r3, r6, r0, p; @q xor.b32 r3, r3, 1; }\n"
            "{ .reg .pred p, q; setp.lt.f16x2 p|q, r7, r1; selp.b32 r1, r7, r3, p; @q xor.b32 r1, r1, 1; }\n"
            "mul.rn.ftz.f16x2 r4, r4, r3;\n"
            "neg.bf16x2 r4, r3;\n"
            "add.rn.bf16x2 r0, r4, r3;\n"
            "fma.rn.f16x2 r4, r4, r5, r6;\n"
            "max.NaN.bf16x2 r1, r4, r1;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r3; mov.b32 {z, i}, r5; fma.rn.f16 h, h, i, z; mov.b32 r2, {h, i}; }\n"
            "neg.bf16x2 r4, r2;\n"
            "sub.rn.f16x2 r3, r0, r5;\n"
            "prmt.b32 r7, r2, r1, 0x3254;\n"
            "mul.rn.bf16x2 r1, r7, r7;\n"
            "min.f16x2 r5, r4, r3;\n"
            "fma.rn.relu.f16x2 r0, r4, r3, r3;\n"
            "neg.bf16x2 r1, r0;\n"
            "fma.rn.sat.f16x2 r2, r5, r5, r6;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r5; mov.b32 {z, i}, r6; fma.rn.sat.f16 h, h, i, z; mov.b32 r2, {h, i}; }\n"
            "prmt.b32 r7, r7, r2, 0x5410;\n"
            "{ .reg .pred p, q; setp.neu.f16x2 p|q, r4, r4; selp.b32 r7, r4, r6, p; @q xor.b32 r7, r7, 1; }\n"
            "add.rn.ftz.sat.f16x2 r7, r3, r3;\n"
            "min.bf16x2 r5, r3, r3;\n"
            "sub.rn.ftz.f16x2 r6, r1, r2;\n"
            "max.NaN.bf16x2 r2, r0, r1;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r4; mov.b32 {i, h}, r1; add.rn.f16 z, h, i; mov.b32 r1, {z, h}; }\n"
            "neg.f16x2 r1, r2;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r7; mov.b32 {z, i}, r4; fma.rn.sat.f16 h, h, i, z; mov.b32 r6, {h, i}; }\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 0] = v0;
        out[t + 128] = v1;
        out[t + 256] = v2;
        out[t + 384] = v3;
        out[t + 512] = v4;
        out[t + 640] = v5;
        out[t + 768] = v6;
        out[t + 896] = v7;
    }
    {
        u32 v0 = in[t + 3200];
        u32 v1 = in[t + 7424];
        u32 v2 = in[t + 5376];
        u32 v3 = in[t + 256];
        u32 v4 = in[t + 7424];
        u32 v5 = in[t + 6528];
        u32 v6 = t & 16 ? 0xbf800000u : 0x0u;
        u32 v7 = in[t + 1408];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "neg.f16x2 r4, r7;\n"
            "min.f16x2 r3, r0, r5;\n"
            "min.bf16x2 r2, r6, r3;\n"
            "sub.rn.ftz.f16x2 r2, r7, r1;\n"
            "max.NaN.bf16x2 r4, r2, r7;\n"
            "add.rn.ftz.f16x2 r6, r2, r1;\n"
            "abs.f16x2 r0, r0;\n"
            "fma.rn.ftz.sat.f16x2 r7, r6, r7, r0;\n"
            "sub.rn.ftz.f16x2 r7, r2, r0;\n"
            "neg.f16x2 r4, r6;\n"
            "mul.rn.bf16x2 r6, r3, r5;\n"
            "min.ftz.f16x2 r7, r1, r0;\n"
            "abs.f16x2 r1, r7;\n"
            "max.NaN.f16x2 r1, r1, r6;\n"
            "add.rn.bf16x2 r3, r7, r4;\n"
            "{ .reg .pred p, q; setp.neu.f16x2 p|q, r5, r0; selp.b32 r2, r5, r4, p; @q xor.b32 r2, r2, 1; }\n"
            "max.NaN.f16x2 r1, r1, r4;\n"
            "fma.rn.ftz.f16x2 r6, r0, r1, r3;\n"
            "fma.rn.bf16x2 r6, r0, r0, r5;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r5; mov.b32 {i, h}, r5; add.rn.ftz.f16 z, h, i; mov.b32 r3, {z, h}; }\n"
            "min.ftz.f16x2 r2, r4, r2;\n"
            "min.ftz.f16x2 r2, r2, r4;\n"
            "add.rn.bf16x2 r4, r6, r1;\n"
            "neg.f16x2 r6, r1;\n"
            "prmt.b32 r7, r0, r6, 0x5410;\n"
            "abs.f16x2 r2, r5;\n"
            "fma.rn.relu.f16x2 r6, r1, r4, r5;\n"
            "sub.rn.f16x2 r1, r7, r6;\n"
            "{ .reg .pred p, q; setp.eq.f16x2 p|q, r5, r2; selp.b32 r6, r5, r5, p; @q xor.b32 r6, r6, 1; }\n"
            "max.NaN.f16x2 r7, r6, r0;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 1024] = v0;
        out[t + 1152] = v1;
        out[t + 1280] = v2;
        out[t + 1408] = v3;
        out[t + 1536] = v4;
        out[t + 1664] = v5;
        out[t + 1792] = v6;
        out[t + 1920] = v7;
    }
    {
        u32 v0 = in[t + 7296];
        u32 v1 = t & 3 ? 0x2u : 0x3c003c00u;
        u32 v2 = in[t + 2048];
        u32 v3 = in[t + 6912];
        u32 v4 = t & 16 ? 0x807fffffu : 0x80u;
        u32 v5 = in[t + 3456];
        u32 v6 = in[t + 6528];
        u32 v7 = in[t + 3456];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "max.ftz.NaN.f16x2 r1, r3, r3;\n"
            "{ .reg .pred p, q; setp.num.f16x2 p|q, r3, r3; selp.b32 r0, r3, r5, p; @q xor.b32 r0, r0, 1; }\n"
            "mul.rn.ftz.sat.f16x2 r6, r4, r7;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r3; mov.b32 {z, i}, r1; fma.rn.f16 h, h, i, z; mov.b32 r5, {h, i}; }\n"
            "mul.rn.ftz.sat.f16x2 r7, r0, r6;\n"
            "fma.rn.ftz.f16x2 r1, r2, r4, r0;\n"
            "{ .reg .pred p, q; setp.lt.f16x2 p|q, r7, r2; selp.b32 r1, r7, r2, p; @q xor.b32 r1, r1, 1; }\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r4; mov.b32 {i, h}, r2; add.rn.ftz.f16 z, h, i; mov.b32 r6, {z, h}; }\n"
            "mul.rn.bf16x2 r0, r2, r5;\n"
            "sub.rn.f16x2 r5, r4, r1;\n"
            "fma.rn.bf16x2 r0, r1, r2, r6;\n"
            "fma.rn.ftz.f16x2 r3, r3, r0, r1;\n"
            "abs.f16x2 r4, r3;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r0; mov.b32 {i, h}, r7; add.rn.ftz.f16 z, h, i; mov.b32 r1, {z, h}; }\n"
            "fma.rn.ftz.sat.f16x2 r6, r1, r6, r0;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r6; mov.b32 {i, h}, r6; add.rn.f16 z, h, i; mov.b32 r4, {z, h}; }\n"
            "add.rn.sat.f16x2 r1, r3, r3;\n"
            "min.ftz.f16x2 r0, r0, r5;\n"
            "mul.rn.bf16x2 r4, r5, r1;\n"
            "max.ftz.NaN.f16x2 r1, r6, r7;\n"
            "neg.bf16x2 r7, r3;\n"
            "max.NaN.bf16x2 r6, r3, r0;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r1; mov.b32 {i, h}, r0; add.rn.f16 z, h, i; mov.b32 r4, {z, h}; }\n"
            "add.rn.bf16x2 r0, r7, r3;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r7; mov.b32 {z, i}, r0; fma.rn.ftz.f16 h, h, i, z; mov.b32 r6, {h, i}; }\n"
            "{ .reg .pred p, q; setp.lt.f16x2 p|q, r0, r7; selp.b32 r3, r0, r4, p; @q xor.b32 r3, r3, 1; }\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r1; mov.b32 {i, h}, r0; add.rn.ftz.f16 z, h, i; mov.b32 r1, {z, h}; }\n"
            "{ .reg .pred p, q; setp.lt.f16x2 p|q, r1, r0; selp.b32 r3, r1, r7, p; @q xor.b32 r3, r3, 1; }\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r4; mov.b32 {i, h}, r3; add.rn.f16 z, h, i; mov.b32 r5, {z, h}; }\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r0; mov.b32 {z, i}, r7; fma.rn.f16 h, h, i, z; mov.b32 r7, {h, i}; }\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 2048] = v0;
        out[t + 2176] = v1;
        out[t + 2304] = v2;
        out[t + 2432] = v3;
        out[t + 2560] = v4;
        out[t + 2688] = v5;
        out[t + 2816] = v6;
        out[t + 2944] = v7;
    }
    {
        u32 v0 = in[t + 5120];
        u32 v1 = in[t + 7168];
        u32 v2 = in[t + 2432];
        u32 v3 = t & 1 ? 0x7fc00000u : 0x1u;
        u32 v4 = in[t + 4352];
        u32 v5 = in[t + 5120];
        u32 v6 = in[t + 4864];
        u32 v7 = in[t + 4352];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "fma.rn.relu.f16x2 r4, r3, r5, r3;\n"
            "mul.rn.sat.f16x2 r5, r1, r4;\n"
            "abs.f16x2 r5, r4;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r0; mov.b32 {z, i}, r4; fma.rn.ftz.sat.f16 h, h, i, z; mov.b32 r1, {h, i}; }\n"
            "mul.rn.ftz.sat.f16x2 r3, r1, r5;\n"
            "mul.rn.ftz.sat.f16x2 r4, r3, r6;\n"
            "fma.rn.f16x2 r2, r5, r4, r0;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r3; mov.b32 {i, h}, r3; add.rn.f16 z, h, i; mov.b32 r2, {z, h}; }\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r2; mov.b32 {i, h}, r2; add.rn.f16 z, h, i; mov.b32 r4, {z, h}; }\n"
            "{ .reg .pred p, q; setp.num.f16x2 p|q, r6, r1; selp.b32 r1, r6, r7, p; @q xor.b32 r1, r1, 1; }\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r7; mov.b32 {i, h}, r7; add.rn.ftz.f16 z, h, i; mov.b32 r2, {z, h}; }\n"
            "fma.rn.ftz.f16x2 r1, r6, r4, r1;\n"
            "min.ftz.f16x2 r5, r7, r4;\n"
            "{ .reg .pred p, q; setp.nan.f16x2 p|q, r5, r2; selp.b32 r6, r5, r3, p; @q xor.b32 r6, r6, 1; }\n"
            "prmt.b32 r2, r4, r6, 0x5410;\n"
            "fma.rn.f16x2 r3, r3, r2, r6;\n"
            "fma.rn.sat.f16x2 r4, r0, r3, r1;\n"
            "fma.rn.bf16x2 r6, r5, r1, r2;\n"
            "{ .reg .pred p, q; setp.neu.f16x2 p|q, r1, r4; selp.b32 r3, r1, r7, p; @q xor.b32 r3, r3, 1; }\n"
            "{ .reg .pred p, q; setp.num.f16x2 p|q, r2, r3; selp.b32 r4, r2, r6, p; @q xor.b32 r4, r4, 1; }\n"
            "mul.rn.bf16x2 r6, r2, r1;\n"
            "fma.rn.ftz.f16x2 r4, r0, r5, r6;\n"
            "mul.rn.ftz.f16x2 r5, r6, r7;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r7; mov.b32 {z, i}, r1; fma.rn.f16 h, h, i, z; mov.b32 r3, {h, i}; }\n"
            "neg.bf16x2 r7, r6;\n"
            "mul.rn.bf16x2 r2, r0, r4;\n"
            "abs.f16x2 r4, r3;\n"
            "fma.rn.bf16x2 r3, r7, r4, r4;\n"
            "max.NaN.bf16x2 r3, r1, r7;\n"
            "neg.f16x2 r7, r5;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 3072] = v0;
        out[t + 3200] = v1;
        out[t + 3328] = v2;
        out[t + 3456] = v3;
        out[t + 3584] = v4;
        out[t + 3712] = v5;
        out[t + 3840] = v6;
        out[t + 3968] = v7;
    }
}
extern "C" __global__ void random_half_held3_4(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = t & 3 ? 0xbf800000u : 0x7fc00000u;
        u32 v1 = in[t + 7552];
        u32 v2 = in[t + 512];
        u32 v3 = in[t + 3200];
        u32 v4 = t & 8 ? 0x3f803f80u : 0x7fffu;
        u32 v5 = in[t + 5120];
        u32 v6 = in[t + 2688];
        u32 v7 = t & 3 ? 0x7fu : 0x7f800000u;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "fma.rn.relu.f16x2 r3, r3, r4, r6;\n"
            "abs.f16x2 r2, r0;\n"
            "min.bf16x2 r1, r0, r1;\n"
            "mul.rn.f16x2 r4, r0, r2;\n"
            "prmt.b32 r2, r0, r5, 0x5410;\n"
            "prmt.b32 r0, r5, r6, 0x7632;\n"
            "neg.bf16x2 r3, r5;\n"
            "fma.rn.f16x2 r3, r3, r6, r2;\n"
            "min.f16x2 r2, r4, r6;\n"
            "neg.bf16x2 r6, r6;\n"
            "min.ftz.f16x2 r7, r0, r4;\n"
            "add.rn.bf16x2 r3, r7, r3;\n"
            "neg.f16x2 r1, r2;\n"
            "fma.rn.f16x2 r4, r1, r7, r5;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r4; mov.b32 {z, i}, r3; fma.rn.f16 h, h, i, z; mov.b32 r6, {h, i}; }\n"
            "neg.bf16x2 r4, r5;\n"
            "add.rn.bf16x2 r7, r3, r2;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r5; mov.b32 {i, h}, r4; add.rn.ftz.f16 z, h, i; mov.b32 r5, {z, h}; }\n"
            "max.NaN.bf16x2 r0, r6, r7;\n"
            "add.rn.ftz.sat.f16x2 r5, r7, r0;\n"
            "max.NaN.f16x2 r4, r3, r5;\n"
            "{ .reg .pred p, q; setp.neu.f16x2 p|q, r0, r5; selp.b32 r0, r0, r5, p; @q xor.b32 r0, r0, 1; }\n"
            "fma.rn.bf16x2 r3, r2, r2, r6;\n"
            "neg.f16x2 r0, r0;\n"
            "min.bf16x2 r6, r1, r2;\n"
            "fma.rn.ftz.f16x2 r5, r1, r4, r6;\n"
            "add.rn.bf16x2 r5, r3, r0;\n"
            "mul.rn.f16x2 r6, r0, r2;\n"
            "fma.rn.bf16x2 r3, r0, r6, r4;\n"
            "fma.rn.bf16x2 r5, r3, r1, r6;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 0] = v0;
        out[t + 128] = v1;
        out[t + 256] = v2;
        out[t + 384] = v3;
        out[t + 512] = v4;
        out[t + 640] = v5;
        out[t + 768] = v6;
        out[t + 896] = v7;
    }
    {
        u32 v0 = t & 3 ? 0xff800000u : 0x3ff8001u;
        u32 v1 = in[t + 3584];
        u32 v2 = in[t + 4864];
        u32 v3 = in[t + 1664];
        u32 v4 = in[t + 3840];
        u32 v5 = in[t + 2048];
        u32 v6 = in[t + 6400];
        u32 v7 = in[t + 6016];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "add.rn.bf16x2 r2, r4, r7;\n"
            "neg.f16x2 r0, r5;\n"
            "max.NaN.f16x2 r0, r7, r3;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r0; mov.b32 {i, h}, r5; add.rn.ftz.f16 z, h, i; mov.b32 r1, {z, h}; }\n"
            "sub.rn.ftz.f16x2 r6, r5, r7;\n"
            "neg.f16x2 r5, r5;\n"
            "neg.f16x2 r1, r1;\n"
            "fma.rn.relu.f16x2 r5, r0, r1, r0;\n"
            "fma.rn.relu.f16x2 r4, r3, r5, r6;\n"
            "add.rn.ftz.f16x2 r4, r2, r4;\n"
            "max.NaN.bf16x2 r0, r0, r1;\n"
            "add.rn.sat.f16x2 r2, r4, r4;\n"
            "mul.rn.bf16x2 r7, r3, r4;\n"
            "fma.rn.relu.f16x2 r3, r2, r6, r5;\n"
            "sub.rn.ftz.f16x2 r7, r0, r0;\n"
            "neg.f16x2 r5, r3;\n"
            "add.rn.f16x2 r3, r1, r0;\n"
            "abs.f16x2 r3, r6;\n"
            "add.rn.bf16x2 r6, r3, r0;\n"
            "mul.rn.bf16x2 r1, r4, r1;\n"
            "prmt.b32 r6, r3, r3, 0x5410;\n"
            "add.rn.f16x2 r5, r1, r6;\n"
            "add.rn.sat.f16x2 r0, r4, r0;\n"
            "max.NaN.bf16x2 r6, r7, r3;\n"
            "fma.rn.bf16x2 r2, r4, r3, r3;\n"
            "max.NaN.bf16x2 r4, r5, r7;\n"
            "{ .reg .pred p, q; setp.num.f16x2 p|q, r3, r5; selp.b32 r1, r3, r4, p; @q xor.b32 r1, r1, 1; }\n"
            "abs.f16x2 r2, r7;\n"
            "abs.f16x2 r0, r3;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r7; mov.b32 {i, h}, r6; add.rn.ftz.f16 z, h, i; mov.b32 r6, {z, h}; }\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 1024] = v0;
        out[t + 1152] = v1;
        out[t + 1280] = v2;
        out[t + 1408] = v3;
        out[t + 1536] = v4;
        out[t + 1664] = v5;
        out[t + 1792] = v6;
        out[t + 1920] = v7;
    }
    {
        u32 v0 = in[t + 2944];
        u32 v1 = in[t + 4352];
        u32 v2 = in[t + 3456];
        u32 v3 = t & 3 ? 0x7f800000u : 0xcf000000u;
        u32 v4 = in[t + 6528];
        u32 v5 = in[t + 256];
        u32 v6 = in[t + 5120];
        u32 v7 = in[t + 2944];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r0; mov.b32 {z, i}, r0; fma.rn.f16 h, h, i, z; mov.b32 r6, {h, i}; }\n"
            "max.ftz.NaN.f16x2 r4, r7, r7;\n"
            "abs.f16x2 r3, r0;\n"
            "min.bf16x2 r6, r1, r2;\n"
            "fma.rn.bf16x2 r7, r2, r0, r0;\n"
            "add.rn.f16x2 r0, r2, r6;\n"
            "{ .reg .pred p, q; setp.gtu.f16x2 p|q, r3, r4; selp.b32 r7, r3, r5, p; @q xor.b32 r7, r7, 1; }\n"
            "min.bf16x2 r6, r1, r1;\n"
            "mul.rn.bf16x2 r6, r7, r5;\n"
            "{ .reg .pred p, q; setp.nan.f16x2 p|q, r1, r5; selp.b32 r4, r1, r1, p; @q xor.b32 r4, r4, 1; }\n"
            "add.rn.f16x2 r0, r3, r7;\n"
            "fma.rn.relu.f16x2 r7, r6, r6, r5;\n"
            "neg.bf16x2 r3, r7;\n"
            "neg.f16x2 r7, r7;\n"
            "prmt.b32 r6, r3, r4, 0x1032;\n"
            "prmt.b32 r3, r5, r6, 0x7632;\n"
            "fma.rn.ftz.sat.f16x2 r7, r1, r6, r2;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r4; mov.b32 {z, i}, r2; fma.rn.f16 h, h, i, z; mov.b32 r1, {h, i}; }\n"
            "sub.rn.ftz.f16x2 r3, r4, r7;\n"
            "max.ftz.NaN.f16x2 r2, r5, r5;\n"
            "neg.f16x2 r7, r0;\n"
            "neg.f16x2 r2, r5;\n"
            "max.NaN.f16x2 r2, r0, r6;\n"
            "min.bf16x2 r3, r2, r0;\n"
            "add.rn.f16x2 r2, r4, r4;\n"
            "abs.f16x2 r3, r5;\n"
            "add.rn.ftz.f16x2 r3, r5, r1;\n"
            "mul.rn.ftz.f16x2 r2, r3, r7;\n"
            "fma.rn.f16x2 r7, r4, r7, r2;\n"
            "min.ftz.f16x2 r3, r7, r4;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 2048] = v0;
        out[t + 2176] = v1;
        out[t + 2304] = v2;
        out[t + 2432] = v3;
        out[t + 2560] = v4;
        out[t + 2688] = v5;
        out[t + 2816] = v6;
        out[t + 2944] = v7;
    }
    {
        u32 v0 = in[t + 2688];
        u32 v1 = t & 8 ? 0x7fffu : 0x7f7fffffu;
        u32 v2 = in[t + 3712];
        u32 v3 = in[t + 7424];
        u32 v4 = in[t + 6784];
        u32 v5 = in[t + 4096];
        u32 v6 = t & 8 ? 0xffu : 0x80000000u;
        u32 v7 = in[t + 5120];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r3; mov.b32 {z, i}, r6; fma.rn.f16 h, h, i, z; mov.b32 r2, {h, i}; }\n"
            "fma.rn.relu.f16x2 r5, r4, r4, r0;\n"
            "{ .reg .pred p, q; setp.gtu.f16x2 p|q, r7, r0; selp.b32 r6, r7, r1, p; @q xor.b32 r6, r6, 1; }\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r2; mov.b32 {z, i}, r3; fma.rn.ftz.f16 h, h, i, z; mov.b32 r2, {h, i}; }\n"
            "max.NaN.bf16x2 r3, r1, r7;\n"
            "mul.rn.bf16x2 r1, r0, r5;\n"
            "mul.rn.bf16x2 r6, r6, r0;\n"
            "mul.rn.bf16x2 r0, r3, r7;\n"
            "max.NaN.bf16x2 r4, r7, r4;\n"
            "fma.rn.relu.f16x2 r6, r5, r2, r0;\n"
            "min.ftz.f16x2 r5, r3, r0;\n"
            "neg.f16x2 r7, r7;\n"
            "min.f16x2 r0, r7, r4;\n"
            "mul.rn.f16x2 r1, r7, r5;\n"
            "abs.f16x2 r5, r2;\n"
            "min.bf16x2 r5, r4, r6;\n"
            "fma.rn.ftz.sat.f16x2 r1, r0, r5, r1;\n"
            "{ .reg .pred p, q; setp.num.f16x2 p|q, r4, r4; selp.b32 r3, r4, r1, p; @q xor.b32 r3, r3, 1; }\n"
            "abs.f16x2 r4, r7;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r5; mov.b32 {i, h}, r3; add.rn.ftz.f16 z, h, i; mov.b32 r6, {z, h}; }\n"
            "max.NaN.bf16x2 r4, r1, r3;\n"
            "sub.rn.f16x2 r1, r4, r3;\n"
            "{ .reg .pred p, q; setp.neu.f16x2 p|q, r6, r5; selp.b32 r0, r6, r6, p; @q xor.b32 r0, r0, 1; }\n"
            "neg.f16x2 r2, r1;\n"
            "max.NaN.bf16x2 r1, r0, r3;\n"
            "neg.f16x2 r2, r6;\n"
            "max.NaN.bf16x2 r2, r3, r0;\n"
            "add.rn.bf16x2 r1, r4, r5;\n"
            "fma.rn.sat.f16x2 r5, r7, r4, r6;\n"
            "{ .reg .pred p, q; setp.lt.f16x2 p|q, r0, r2; selp.b32 r5, r0, r0, p; @q xor.b32 r5, r5, 1; }\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 3072] = v0;
        out[t + 3200] = v1;
        out[t + 3328] = v2;
        out[t + 3456] = v3;
        out[t + 3584] = v4;
        out[t + 3712] = v5;
        out[t + 3840] = v6;
        out[t + 3968] = v7;
    }
}
extern "C" __global__ void random_half_held3_5(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = t & 16 ? 0x7fffffffu : 0x7f7fffffu;
        u32 v1 = in[t + 5760];
        u32 v2 = in[t + 5248];
        u32 v3 = in[t + 6784];
        u32 v4 = in[t + 256];
        u32 v5 = in[t + 4096];
        u32 v6 = in[t + 3200];
        u32 v7 = in[t + 0];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "max.NaN.bf16x2 r6, r4, r0;\n"
            "add.rn.f16x2 r6, r0, r5;\n"
            "neg.f16x2 r2, r1;\n"
            "sub.rn.ftz.f16x2 r4, r3, r7;\n"
            "mul.rn.ftz.sat.f16x2 r3, r0, r4;\n"
            "mul.rn.ftz.sat.f16x2 r0, r7, r6;\n"
            "fma.rn.relu.f16x2 r2, r7, r6, r7;\n"
            "sub.rn.f16x2 r2, r0, r7;\n"
            "mul.rn.f16x2 r7, r7, r7;\n"
            "neg.f16x2 r7, r4;\n"
            "add.rn.ftz.f16x2 r4, r0, r7;\n"
            "fma.rn.bf16x2 r4, r4, r4, r3;\n"
            "fma.rn.relu.f16x2 r0, r1, r1, r6;\n"
            "sub.rn.f16x2 r0, r2, r4;\n"
            "{ .reg .pred p, q; setp.nan.f16x2 p|q, r2, r0; selp.b32 r3, r2, r7, p; @q xor.b32 r3, r3, 1; }\n"
            "neg.bf16x2 r0, r6;\n"
            "fma.rn.bf16x2 r4, r4, r2, r3;\n"
            "mul.rn.bf16x2 r1, r5, r3;\n"
            "fma.rn.relu.f16x2 r7, r0, r1, r6;\n"
            "max.NaN.bf16x2 r2, r3, r7;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r7; mov.b32 {i, h}, r5; add.rn.f16 z, h, i; mov.b32 r7, {z, h}; }\n"
            "min.bf16x2 r0, r6, r5;\n"
            "sub.rn.ftz.f16x2 r2, r2, r2;\n"
            "prmt.b32 r1, r1, r3, 0x1032;\n"
            "mul.rn.ftz.f16x2 r6, r5, r4;\n"
            "add.rn.bf16x2 r7, r3, r3;\n"
            "max.NaN.f16x2 r1, r3, r0;\n"
            "add.rn.ftz.f16x2 r5, r2, r4;\n"
            "abs.f16x2 r1, r5;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r3; mov.b32 {z, i}, r1; fma.rn.ftz.sat.f16 h, h, i, z; mov.b32 r7, {h, i}; }\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 0] = v0;
        out[t + 128] = v1;
        out[t + 256] = v2;
        out[t + 384] = v3;
        out[t + 512] = v4;
        out[t + 640] = v5;
        out[t + 768] = v6;
        out[t + 896] = v7;
    }
    {
        u32 v0 = in[t + 4352];
        u32 v1 = in[t + 0];
        u32 v2 = in[t + 2304];
        u32 v3 = in[t + 4992];
        u32 v4 = in[t + 7424];
        u32 v5 = in[t + 7168];
        u32 v6 = in[t + 7808];
        u32 v7 = in[t + 4736];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "fma.rn.relu.f16x2 r2, r5, r4, r0;\n"
            "mul.rn.ftz.f16x2 r4, r7, r7;\n"
            "neg.f16x2 r2, r5;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r1; mov.b32 {z, i}, r7; fma.rn.f16 h, h, i, z; mov.b32 r3, {h, i}; }\n"
            "add.rn.bf16x2 r5, r7, r5;\n"
            "add.rn.bf16x2 r4, r2, r2;\n"
            "prmt.b32 r6, r3, r1, 0x3254;\n"
            "max.NaN.f16x2 r2, r7, r0;\n"
            "neg.bf16x2 r4, r3;\n"
            "neg.f16x2 r6, r5;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r4; mov.b32 {z, i}, r0; fma.rn.f16 h, h, i, z; mov.b32 r2, {h, i}; }\n"
            "neg.bf16x2 r1, r4;\n"
            "mul.rn.ftz.f16x2 r1, r7, r0;\n"
            "mul.rn.bf16x2 r2, r6, r0;\n"
            "neg.f16x2 r6, r0;\n"
            "fma.rn.bf16x2 r2, r4, r4, r1;\n"
            "abs.f16x2 r1, r7;\n"
            "{ .reg .pred p, q; setp.eq.f16x2 p|q, r4, r7; selp.b32 r5, r4, r4, p; @q xor.b32 r5, r5, 1; }\n"
            "neg.bf16x2 r3, r1;\n"
            "fma.rn.relu.f16x2 r6, r0, r3, r0;\n"
            "mul.rn.bf16x2 r3, r2, r1;\n"
            "{ .reg .pred p, q; setp.eq.f16x2 p|q, r2, r2; selp.b32 r3, r2, r0, p; @q xor.b32 r3, r3, 1; }\n"
            "add.rn.bf16x2 r5, r7, r4;\n"
            "{ .reg .pred p, q; setp.lt.f16x2 p|q, r7, r4; selp.b32 r1, r7, r5, p; @q xor.b32 r1, r1, 1; }\n"
            "max.NaN.bf16x2 r1, r4, r0;\n"
            "prmt.b32 r0, r6, r2, 0x3254;\n"
            "neg.bf16x2 r1, r3;\n"
            "add.rn.ftz.sat.f16x2 r5, r0, r5;\n"
            "min.bf16x2 r7, r4, r1;\n"
            "neg.f16x2 r6, r6;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 1024] = v0;
        out[t + 1152] = v1;
        out[t + 1280] = v2;
        out[t + 1408] = v3;
        out[t + 1536] = v4;
        out[t + 1664] = v5;
        out[t + 1792] = v6;
        out[t + 1920] = v7;
    }
    {
        u32 v0 = t & 16 ? 0x4b000000u : 0xffu;
        u32 v1 = in[t + 7936];
        u32 v2 = in[t + 6272];
        u32 v3 = in[t + 896];
        u32 v4 = in[t + 3712];
        u32 v5 = in[t + 4864];
        u32 v6 = in[t + 2048];
        u32 v7 = t & 16 ? 0xffffu : 0x7fu;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "sub.rn.f16x2 r2, r1, r4;\n"
            "abs.f16x2 r0, r6;\n"
            "min.bf16x2 r7, r0, r2;\n"
            "abs.f16x2 r7, r7;\n"
            "prmt.b32 r1, r7, r7, 0x1032;\n"
            "mul.rn.f16x2 r1, r7, r0;\n"
            "neg.bf16x2 r0, r7;\n"
            "prmt.b32 r5, r6, r7, 0x1032;\n"
            "mul.rn.ftz.f16x2 r7, r2, r6;\n"
            "max.NaN.f16x2 r4, r1, r6;\n"
            "sub.rn.f16x2 r6, r3, r0;\n"
            "fma.rn.f16x2 r2, r3, r6, r2;\n"
            "max.NaN.f16x2 r2, r2, r3;\n"
            "min.bf16x2 r6, r6, r0;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r6; mov.b32 {z, i}, r7; fma.rn.ftz.f16 h, h, i, z; mov.b32 r5, {h, i}; }\n"
            "fma.rn.relu.f16x2 r5, r7, r2, r2;\n"
            "abs.f16x2 r5, r0;\n"
            "neg.f16x2 r5, r4;\n"
            "neg.bf16x2 r6, r3;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r1; mov.b32 {i, h}, r1; add.rn.ftz.f16 z, h, i; mov.b32 r5, {z, h}; }\n"
            "add.rn.ftz.f16x2 r7, r7, r4;\n"
            "neg.bf16x2 r2, r4;\n"
            "abs.f16x2 r2, r4;\n"
            "add.rn.ftz.f16x2 r6, r3, r6;\n"
            "abs.f16x2 r0, r7;\n"
            "fma.rn.bf16x2 r1, r4, r5, r0;\n"
            "add.rn.ftz.f16x2 r5, r6, r7;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r5; mov.b32 {i, h}, r0; add.rn.f16 z, h, i; mov.b32 r1, {z, h}; }\n"
            "max.NaN.f16x2 r0, r4, r0;\n"
            "neg.f16x2 r3, r1;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 2048] = v0;
        out[t + 2176] = v1;
        out[t + 2304] = v2;
        out[t + 2432] = v3;
        out[t + 2560] = v4;
        out[t + 2688] = v5;
        out[t + 2816] = v6;
        out[t + 2944] = v7;
    }
    {
        u32 v0 = t & 3 ? 0x2u : 0xffffffffu;
        u32 v1 = in[t + 4352];
        u32 v2 = t & 3 ? 0x807fffffu : 0x4f000000u;
        u32 v3 = in[t + 6016];
        u32 v4 = in[t + 3968];
        u32 v5 = in[t + 1920];
        u32 v6 = in[t + 1408];
        u32 v7 = in[t + 5888];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "min.bf16x2 r6, r1, r3;\n"
            "abs.f16x2 r1, r5;\n"
            "mul.rn.ftz.sat.f16x2 r6, r6, r3;\n"
            "min.bf16x2 r6, r2, r4;\n"
            "neg.f16x2 r2, r7;\n"
            "fma.rn.bf16x2 r4, r2, r5, r7;\n"
            "add.rn.bf16x2 r3, r0, r4;\n"
            "mul.rn.f16x2 r2, r4, r2;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r2; mov.b32 {i, h}, r5; add.rn.f16 z, h, i; mov.b32 r6, {z, h}; }\n"
            "min.bf16x2 r3, r3, r4;\n"
            "sub.rn.ftz.f16x2 r0, r7, r0;\n"
            "{ .reg .pred p, q; setp.lt.f16x2 p|q, r0, r0; selp.b32 r4, r0, r5, p; @q xor.b32 r4, r4, 1; }\n"
            "add.rn.bf16x2 r6, r3, r1;\n"
            "neg.f16x2 r3, r5;\n"
            "prmt.b32 r0, r0, r6, 0x7632;\n"
            "add.rn.bf16x2 r6, r6, r3;\n"
            "fma.rn.relu.f16x2 r1, r6, r2, r1;\n"
            "neg.bf16x2 r0, r1;\n"
            "{ .reg .b16 h, i, z; mov.b32 {h, z}, r7; mov.b32 {z, i}, r6; fma.rn.sat.f16 h, h, i, z; mov.b32 r3, {h, i}; }\n"
            "neg.f16x2 r2, r2;\n"
            "min.bf16x2 r7, r5, r5;\n"
            "sub.rn.f16x2 r0, r7, r7;\n"
            "add.rn.f16x2 r0, r1, r3;\n"
            "add.rn.ftz.sat.f16x2 r4, r0, r1;\n"
            "fma.rn.f16x2 r6, r7, r5, r7;\n"
            "{ .reg .pred p, q; setp.nan.f16x2 p|q, r6, r1; selp.b32 r5, r6, r4, p; @q xor.b32 r5, r5, 1; }\n"
            "max.NaN.bf16x2 r3, r7, r6;\n"
            "prmt.b32 r1, r2, r7, 0x3254;\n"
            "max.NaN.bf16x2 r4, r2, r0;\n"
            "fma.rn.ftz.sat.f16x2 r4, r2, r0, r2;\n"
            "mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3; mov.b32 %4, r4; mov.b32 %5, r5; mov.b32 %6, r6; mov.b32 %7, r7; }\n"
            : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
        out[t + 3072] = v0;
        out[t + 3200] = v1;
        out[t + 3328] = v2;
        out[t + 3456] = v3;
        out[t + 3584] = v4;
        out[t + 3712] = v5;
        out[t + 3840] = v6;
        out[t + 3968] = v7;
    }
}
