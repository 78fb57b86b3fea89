// Random programs, written by generate.py. One block of 128 threads; `in` has 8192 words and `out` 4096 zeros.
typedef unsigned u32;

extern "C" __global__ void random_convert_0(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 1408];
        u32 v1 = in[t + 896];
        u32 v2 = in[t + 1152];
        u32 v3 = in[t + 896];
        u32 v4 = in[t + 3712];
        u32 v5 = in[t + 640];
        u32 v6 = in[t + 3968];
        u32 v7 = in[t + 6144];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rzi.sat.f32.f32 x, x; mov.b32 r1, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r4; cvt.f32.bf16 x, z; mov.b32 r1, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r2; mov.b32 y, r3; cvt.rn.f16x2.f32 r6, x, y; }\n"
            "prmt.b32 r4, r0, r5, 0x772b;\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r7; cvt.f64.f32 y, x; mov.b64 {r7, r3}, y; }\n"
            "{ .reg .f64 x; mov.b64 x, {r6, r1}; cvt.rni.u32.f64 r5, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r6; cvt.f32.bf16 x, z; mov.b32 r0, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r0, r0}; cvt.rni.u32.f64 r5, x; }\n"
            "prmt.b32 r2, r4, r3, 0xe8c1;\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rzi.ftz.s32.f32 r1, x; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r5; cvt.s32.s16 r3, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rni.f32.f32 x, x; mov.b32 r6, x; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r5; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r6, {h, z}; }\n"
            "{ .reg .f64 x; mov.b64 x, {r5, r7}; cvt.rni.s32.f64 r3, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r2; cvt.rzi.ftz.s64.f32 l, x; mov.b64 {r4, r2}, l; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r5; cvt.f64.f32 y, x; mov.b64 {r4, r7}, y; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r0, r2}; cvt.rn.f32.u64 x, l; mov.b32 r1, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r6; cvt.rni.f32.f32 x, x; mov.b32 r4, x; }\n"
            "prmt.b32 r6, r6, r5, 0x39d2;\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r6, r4}; cvt.rpi.s64.f64 l, x; mov.b64 {r5, r7}, l; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r7, r4}; cvt.rp.f64.u64 x, l; mov.b64 {r5, r5}, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r5; mov.b32 y, r0; cvt.rn.bf16x2.f32 r0, x, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r0, r2}; cvt.rzi.s64.f64 l, x; mov.b64 {r2, r6}, l; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r0; cvt.f32.bf16 x, z; mov.b32 r1, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r7; cvt.s32.s8 r1, h; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r0, r6}; cvt.rm.f64.s64 x, l; mov.b64 {r1, r4}, x; }\n"
            "{ .reg .f32 x; cvt.rz.f32.s32 x, r5; mov.b32 r6, x; }\n"
            "lop3.b32 r0, r5, r4, r7, 0x96;\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r6; cvt.ftz.f64.f32 y, x; mov.b64 {r4, r1}, y; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r5, r2}; cvt.rz.f32.s64 x, l; mov.b32 r6, x; }\n"
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
        u32 v0 = in[t + 4480];
        u32 v1 = in[t + 2176];
        u32 v2 = in[t + 5888];
        u32 v3 = in[t + 3072];
        u32 v4 = in[t + 5376];
        u32 v5 = t & 8 ? 0x800000u : 0xbf800000u;
        u32 v6 = in[t + 1536];
        u32 v7 = in[t + 4352];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r0; cvt.f64.f32 y, x; mov.b64 {r5, r6}, y; }\n"
            "prmt.b32 r1, r5, r2, 0xdd98;\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r5; cvt.rzi.s64.f32 l, x; mov.b64 {r2, r5}, l; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r6, r6}; cvt.rn.f64.u64 x, l; mov.b64 {r1, r5}, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r6, r1}; cvt.rni.u32.f64 r6, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r7; cvt.u32.u8 r7, h; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r1; cvt.f64.f32 y, x; mov.b64 {r7, r3}, y; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r5; cvt.s32.s8 r2, h; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r7, r5}; cvt.rz.f32.u64 x, l; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r6; cvt.rzi.ftz.u64.f32 l, x; mov.b64 {r4, r6}, l; }\n"
            "prmt.b32 r1, r4, r5, 0xfd6e;\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r5, r5}; cvt.rn.f32.s64 x, l; mov.b32 r2, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r6, r0}; cvt.rmi.u32.f64 r0, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r0; cvt.rzi.ftz.sat.f32.f32 x, x; mov.b32 r1, x; }\n"
            "prmt.b32 r0, r1, r0, 0x6bd3;\n"
            "{ .reg .f64 x; mov.b64 x, {r3, r6}; cvt.rni.s32.f64 r7, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r3; cvt.f64.f32 y, x; mov.b64 {r5, r2}, y; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rzi.ftz.sat.f32.f32 x, x; mov.b32 r5, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r0; mov.b32 y, r0; cvt.rn.bf16x2.f32 r4, x, y; }\n"
            "{ .reg .f32 x; cvt.rz.f32.u32 x, r1; mov.b32 r1, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r0; cvt.rpi.f32.f32 x, x; mov.b32 r1, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r6; cvt.ftz.f64.f32 y, x; mov.b64 {r2, r2}, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r4, r5}; cvt.rzi.u64.f64 l, x; mov.b64 {r4, r7}, l; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r2, r3}; cvt.rp.f64.u64 x, l; mov.b64 {r2, r6}, x; }\n"
            "prmt.b32 r3, r2, r3, 0x7a48;\n"
            "prmt.b32 r3, r6, r4, 0x9299;\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r0; cvt.s32.s16 r5, h; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r6; cvt.u32.u8 r7, h; }\n"
            "{ .reg .f64 x; mov.b64 x, {r7, r2}; cvt.rzi.s32.f64 r4, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r4; cvt.rni.u32.f32 r1, x; }\n"
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
        u32 v0 = in[t + 5888];
        u32 v1 = in[t + 4992];
        u32 v2 = in[t + 1152];
        u32 v3 = in[t + 7424];
        u32 v4 = in[t + 7680];
        u32 v5 = t & 16 ? 0xffu : 0x7fu;
        u32 v6 = in[t + 1152];
        u32 v7 = in[t + 6528];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r5; cvt.ftz.f64.f32 y, x; mov.b64 {r5, r3}, y; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r1; cvt.f32.f16 x, z; mov.b32 r2, x; }\n"
            "lop3.b32 r4, r6, r7, r2, 0x96;\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r5; cvt.ftz.f64.f32 y, x; mov.b64 {r2, r7}, y; }\n"
            "{ .reg .f32 x; mov.b32 x, r0; cvt.rzi.ftz.sat.f32.f32 x, x; mov.b32 r6, x; }\n"
            "lop3.b32 r5, r2, r2, r2, 0x96;\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r7; cvt.s32.s16 r7, h; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r0; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r0, {h, z}; }\n"
            "{ .reg .f32 x; mov.b32 x, r0; cvt.rzi.ftz.s32.f32 r7, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rpi.sat.f32.f32 x, x; mov.b32 r5, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rpi.ftz.sat.f32.f32 x, x; mov.b32 r1, x; }\n"
            "prmt.b32 r3, r5, r6, 0x44f1;\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rmi.ftz.u32.f32 r6, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r5; cvt.f32.f16 x, z; mov.b32 r0, x; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r3; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r7, {h, z}; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r5; mov.b32 y, r2; cvt.rn.f16x2.f32 r5, x, y; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r0; mov.b32 y, r0; cvt.rn.bf16x2.f32 r5, x, y; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r3; cvt.ftz.f64.f32 y, x; mov.b64 {r1, r1}, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r2, r3}; cvt.rm.f64.s64 x, l; mov.b64 {r0, r7}, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rzi.ftz.sat.f32.f32 x, x; mov.b32 r0, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r3, r5}; cvt.rp.f32.u64 x, l; mov.b32 r4, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r0; mov.b32 y, r6; cvt.rn.bf16x2.f32 r6, x, y; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r3; cvt.u32.u8 r0, h; }\n"
            "{ .reg .f32 x; cvt.rn.f32.u32 x, r0; mov.b32 r5, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r5, r3}; cvt.rm.f64.s64 x, l; mov.b64 {r0, r6}, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rzi.ftz.f32.f32 x, x; mov.b32 r4, x; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r1; cvt.s32.s16 r6, h; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r7; cvt.f32.bf16 x, z; mov.b32 r3, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r3, r2}; cvt.rmi.u64.f64 l, x; mov.b64 {r0, r6}, l; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r2; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r1, {h, z}; }\n"
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
        u32 v0 = in[t + 768];
        u32 v1 = in[t + 6016];
        u32 v2 = in[t + 5760];
        u32 v3 = t & 3 ? 0x7f7fffffu : 0x7fc00000u;
        u32 v4 = in[t + 256];
        u32 v5 = in[t + 5376];
        u32 v6 = in[t + 512];
        u32 v7 = in[t + 3968];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r6; cvt.ftz.f64.f32 y, x; mov.b64 {r3, r3}, y; }\n"
            "{ .reg .f32 x; cvt.rm.f32.u32 x, r0; mov.b32 r4, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r3, r2}; cvt.rzi.u64.f64 l, x; mov.b64 {r0, r5}, l; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r0; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r1, {h, z}; }\n"
            "prmt.b32 r5, r3, r4, 0xc641;\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r1; cvt.s32.s8 r6, h; }\n"
            "prmt.b32 r6, r1, r4, 0xcdc9;\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r6, r5}; cvt.rm.ftz.f32.f64 x, y; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r7, r4}; cvt.rm.f32.f64 x, y; mov.b32 r2, x; }\n"
            "{ .reg .f32 x; cvt.rn.f32.s32 x, r6; mov.b32 r3, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rmi.sat.f32.f32 x, x; mov.b32 r2, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r1, r0}; cvt.rz.f64.u64 x, l; mov.b64 {r7, r0}, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r7, r3}; cvt.rpi.u64.f64 l, x; mov.b64 {r1, r5}, l; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r4; cvt.s32.s8 r4, h; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r5; cvt.f64.f32 y, x; mov.b64 {r1, r2}, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r0, r4}; cvt.rn.f64.u64 x, l; mov.b64 {r7, r4}, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r2; mov.b32 y, r5; cvt.rn.f16x2.f32 r3, x, y; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r6; cvt.u32.u8 r4, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r4; cvt.rzi.sat.f32.f32 x, x; mov.b32 r0, x; }\n"
            "{ .reg .f32 x; cvt.rp.f32.u32 x, r0; mov.b32 r1, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r3; mov.b32 y, r7; cvt.rn.f16x2.f32 r7, x, y; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r0; cvt.u32.u8 r7, h; }\n"
            "{ .reg .f64 x; mov.b64 x, {r7, r7}; cvt.rni.u32.f64 r1, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rmi.ftz.sat.f32.f32 x, x; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r2; cvt.rn.f16.f32 h, x; mov.b16 z, 0; mov.b32 r2, {h, z}; }\n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rzi.ftz.u32.f32 r5, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rni.ftz.sat.f32.f32 x, x; mov.b32 r2, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r1; cvt.rpi.u64.f32 l, x; mov.b64 {r6, r4}, l; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r7; mov.b32 y, r3; cvt.rn.f16x2.f32 r3, x, y; }\n"
            "prmt.b32 r4, r6, r2, 0xa255;\n"
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
extern "C" __global__ void random_convert_1(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 1792];
        u32 v1 = t & 1 ? 0x3ff8001u : 0x3f803f80u;
        u32 v2 = t & 16 ? 0x1u : 0x807fffffu;
        u32 v3 = t & 1 ? 0x80000000u : 0x2u;
        u32 v4 = in[t + 6144];
        u32 v5 = in[t + 4096];
        u32 v6 = in[t + 6784];
        u32 v7 = in[t + 2304];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; cvt.rm.f32.s32 x, r0; mov.b32 r4, x; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r3; cvt.s32.s16 r1, h; }\n"
            "{ .reg .f64 x; mov.b64 x, {r3, r1}; cvt.rpi.s32.f64 r4, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r5; cvt.rpi.ftz.u64.f32 l, x; mov.b64 {r5, r3}, l; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r6, r4}; cvt.rz.f64.s64 x, l; mov.b64 {r7, r0}, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r4, r6}; cvt.rm.f32.s64 x, l; mov.b32 r6, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r3; cvt.f32.bf16 x, z; mov.b32 r0, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r1; cvt.s32.s8 r2, h; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r7, r2}; cvt.rpi.u64.f64 l, x; mov.b64 {r3, r7}, l; }\n"
            "{ .reg .f32 x; cvt.rp.f32.u32 x, r2; mov.b32 r3, x; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r3; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r0, {h, z}; }\n"
            "prmt.b32 r7, r7, r7, 0xacdf;\n"
            "prmt.b32 r1, r6, r2, 0xd623;\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r5; cvt.s32.s8 r2, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rmi.sat.f32.f32 x, x; mov.b32 r6, x; }\n"
            "{ .reg .f32 x; cvt.rm.f32.u32 x, r6; mov.b32 r1, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r0; cvt.u32.u8 r7, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r5; cvt.rmi.sat.f32.f32 x, x; mov.b32 r5, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r7, r5}; cvt.rn.f64.s64 x, l; mov.b64 {r3, r6}, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r2, r7}; cvt.rni.u64.f64 l, x; mov.b64 {r1, r6}, l; }\n"
            "{ .reg .f64 x; mov.b64 x, {r5, r6}; cvt.rmi.s32.f64 r3, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r3; cvt.rmi.u64.f32 l, x; mov.b64 {r1, r4}, l; }\n"
            "{ .reg .f64 x; mov.b64 x, {r4, r2}; cvt.rni.s32.f64 r6, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r3; cvt.rzi.ftz.u64.f32 l, x; mov.b64 {r5, r4}, l; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r7; cvt.rni.u64.f32 l, x; mov.b64 {r1, r6}, l; }\n"
            "{ .reg .f32 x; cvt.rm.f32.u32 x, r7; mov.b32 r0, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r0; cvt.s32.s8 r0, h; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r1; cvt.s32.s8 r6, h; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r4, r2}; cvt.rmi.s64.f64 l, x; mov.b64 {r1, r3}, l; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r0; cvt.f32.bf16 x, z; mov.b32 r7, x; }\n"
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
        u32 v0 = t & 1 ? 0x3f803f80u : 0xff800000u;
        u32 v1 = in[t + 7424];
        u32 v2 = in[t + 5760];
        u32 v3 = t & 3 ? 0x2u : 0xffffffffu;
        u32 v4 = in[t + 4864];
        u32 v5 = in[t + 2816];
        u32 v6 = in[t + 5760];
        u32 v7 = t & 16 ? 0xffu : 0xcf000000u;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r1, r2}; cvt.rpi.s64.f64 l, x; mov.b64 {r2, r3}, l; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r4, r3}; cvt.rz.f64.u64 x, l; mov.b64 {r0, r2}, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r5, r5}; cvt.rmi.u32.f64 r1, x; }\n"
            "lop3.b32 r4, r4, r1, r4, 0x96;\n"
            "{ .reg .f32 x, y; mov.b32 x, r3; mov.b32 y, r1; cvt.rn.f16x2.f32 r3, x, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r4, r1}; cvt.rzi.u64.f64 l, x; mov.b64 {r2, r5}, l; }\n"
            "lop3.b32 r4, r6, r1, r2, 0x96;\n"
            "{ .reg .f64 x; mov.b64 x, {r4, r4}; cvt.rpi.s32.f64 r5, x; }\n"
            "prmt.b32 r4, r3, r3, 0x7db3;\n"
            "{ .reg .f32 x; cvt.rm.f32.s32 x, r6; mov.b32 r2, x; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r7; cvt.s32.s16 r7, h; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r0; cvt.s32.s16 r4, h; }\n"
            "lop3.b32 r4, r0, r1, r1, 0x96;\n"
            "{ .reg .f32 x; mov.b32 x, r4; cvt.rmi.sat.f32.f32 x, x; mov.b32 r5, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r2; mov.b32 y, r1; cvt.rn.bf16x2.f32 r2, x, y; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r0; cvt.f32.bf16 x, z; mov.b32 r1, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r0, r0}; cvt.rz.f64.s64 x, l; mov.b64 {r0, r1}, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r5, r7}; cvt.rn.ftz.f32.f64 x, y; mov.b32 r4, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r3, r1}; cvt.rmi.u32.f64 r7, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r5, r6}; cvt.rn.f64.s64 x, l; mov.b64 {r6, r3}, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r4; cvt.rzi.ftz.u64.f32 l, x; mov.b64 {r2, r6}, l; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r3; mov.b32 y, r4; cvt.rn.bf16x2.f32 r1, x, y; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r1; cvt.s32.s16 r3, h; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r5; cvt.s32.s8 r6, h; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r4; cvt.rn.f16.f32 h, x; mov.b16 z, 0; mov.b32 r2, {h, z}; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r6; mov.b32 y, r2; cvt.rn.bf16x2.f32 r0, x, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r5, r5}; cvt.rzi.s64.f64 l, x; mov.b64 {r7, r0}, l; }\n"
            "{ .reg .f64 x; mov.b64 x, {r0, r7}; cvt.rni.u32.f64 r7, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r0; cvt.rpi.sat.f32.f32 x, x; mov.b32 r3, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r2; mov.b32 y, r5; cvt.rn.bf16x2.f32 r4, x, y; }\n"
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
        u32 v0 = t & 16 ? 0x7fffu : 0x7fffu;
        u32 v1 = t & 3 ? 0x7fu : 0x2u;
        u32 v2 = in[t + 4096];
        u32 v3 = in[t + 4736];
        u32 v4 = in[t + 6912];
        u32 v5 = in[t + 1024];
        u32 v6 = in[t + 5632];
        u32 v7 = in[t + 5632];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r7; cvt.s32.s16 r7, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rmi.ftz.s32.f32 r4, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r4; cvt.rzi.u32.f32 r4, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r3; cvt.f64.f32 y, x; mov.b64 {r6, r0}, y; }\n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rzi.u32.f32 r7, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r3; mov.b32 y, r1; cvt.rn.f16x2.f32 r0, x, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r6, r3}; cvt.rni.u64.f64 l, x; mov.b64 {r3, r0}, l; }\n"
            "lop3.b32 r4, r4, r2, r2, 0x96;\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r2, r5}; cvt.rm.f32.u64 x, l; mov.b32 r1, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r1, r1}; cvt.rm.f32.u64 x, l; mov.b32 r4, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r7; cvt.ftz.f64.f32 y, x; mov.b64 {r2, r4}, y; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r1; cvt.f32.bf16 x, z; mov.b32 r4, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r6; cvt.f64.f32 y, x; mov.b64 {r1, r0}, y; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r1; cvt.rni.u64.f32 l, x; mov.b64 {r0, r6}, l; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r1; cvt.rmi.ftz.u64.f32 l, x; mov.b64 {r6, r0}, l; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r6; cvt.f64.f32 y, x; mov.b64 {r0, r1}, y; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r7, r0}; cvt.rz.f32.f64 x, y; mov.b32 r5, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r0; cvt.f32.bf16 x, z; mov.b32 r7, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r6; cvt.f32.f16 x, z; mov.b32 r7, x; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r1; cvt.s32.s16 r1, h; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r3, r0}; cvt.rzi.s64.f64 l, x; mov.b64 {r4, r0}, l; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r3, r4}; cvt.rm.f32.f64 x, y; mov.b32 r4, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r2, r6}; cvt.rni.s32.f64 r7, x; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r7; cvt.s32.s16 r4, h; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r1, r7}; cvt.rm.f32.s64 x, l; mov.b32 r3, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r2; mov.b32 y, r1; cvt.rn.f16x2.f32 r5, x, y; }\n"
            "lop3.b32 r2, r7, r0, r6, 0x96;\n"
            "lop3.b32 r3, r7, r0, r1, 0x96;\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r3, r5}; cvt.rm.f64.s64 x, l; mov.b64 {r6, r2}, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rmi.f32.f32 x, x; mov.b32 r7, x; }\n"
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
        u32 v0 = in[t + 6016];
        u32 v1 = in[t + 2816];
        u32 v2 = in[t + 256];
        u32 v3 = in[t + 3456];
        u32 v4 = in[t + 7808];
        u32 v5 = in[t + 512];
        u32 v6 = t & 16 ? 0x1u : 0x3c003c00u;
        u32 v7 = in[t + 5248];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r3, r7}; cvt.rp.f32.u64 x, l; mov.b32 r4, x; }\n"
            "prmt.b32 r2, r3, r3, 0x8595;\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r4; cvt.u32.u8 r6, h; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r4; mov.b32 y, r4; cvt.rn.bf16x2.f32 r4, x, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r5, r5}; cvt.rmi.u64.f64 l, x; mov.b64 {r7, r4}, l; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r3; cvt.s32.s16 r2, h; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r3, r7}; cvt.rm.ftz.f32.f64 x, y; mov.b32 r2, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r5; cvt.rzi.s32.f32 r1, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r6; cvt.s32.s8 r7, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rpi.f32.f32 x, x; mov.b32 r6, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rpi.ftz.u32.f32 r6, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r4, r6}; cvt.rmi.s32.f64 r7, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r6, r3}; cvt.rni.u64.f64 l, x; mov.b64 {r3, r2}, l; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r6; cvt.ftz.f64.f32 y, x; mov.b64 {r6, r1}, y; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r4; cvt.rni.s64.f32 l, x; mov.b64 {r3, r5}, l; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r6; cvt.rzi.ftz.s64.f32 l, x; mov.b64 {r4, r7}, l; }\n"
            "{ .reg .f32 x; cvt.rp.f32.s32 x, r7; mov.b32 r6, x; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r7; cvt.s32.s16 r1, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r2; cvt.rpi.s32.f32 r4, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rpi.u32.f32 r5, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r7; cvt.f32.bf16 x, z; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r3; cvt.ftz.f64.f32 y, x; mov.b64 {r2, r6}, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r7, r2}; cvt.rmi.s64.f64 l, x; mov.b64 {r4, r7}, l; }\n"
            "{ .reg .f64 x; mov.b64 x, {r3, r3}; cvt.rmi.u32.f64 r3, x; }\n"
            "lop3.b32 r0, r4, r3, r0, 0x96;\n"
            "{ .reg .f32 x, y; mov.b32 x, r7; mov.b32 y, r6; cvt.rn.bf16x2.f32 r6, x, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r4, r3}; cvt.rn.f64.s64 x, l; mov.b64 {r5, r6}, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r5; mov.b32 y, r2; cvt.rn.bf16x2.f32 r4, x, y; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r0; mov.b32 y, r5; cvt.rn.bf16x2.f32 r1, x, y; }\n"
            "{ .reg .f32 x; cvt.rz.f32.s32 x, r4; mov.b32 r1, x; }\n"
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
extern "C" __global__ void random_convert_2(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 5120];
        u32 v1 = t & 16 ? 0x1u : 0xffffu;
        u32 v2 = in[t + 2304];
        u32 v3 = in[t + 7424];
        u32 v4 = t & 3 ? 0x8000u : 0xffffu;
        u32 v5 = t & 16 ? 0x3ff8001u : 0xffffu;
        u32 v6 = t & 16 ? 0x7f7fffffu : 0x800000u;
        u32 v7 = in[t + 384];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .b16 h; cvt.u16.u32 h, r5; cvt.s32.s8 r3, h; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r0; cvt.s32.s16 r3, h; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r2; mov.b32 y, r6; cvt.rn.f16x2.f32 r7, x, y; }\n"
            "prmt.b32 r5, r2, r3, 0x4942;\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r6, r3}; cvt.rp.f32.f64 x, y; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rzi.u32.f32 r6, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r2; cvt.f32.f16 x, z; mov.b32 r1, x; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r7; cvt.s32.s16 r2, h; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r1, r5}; cvt.rz.f64.u64 x, l; mov.b64 {r7, r3}, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r1, r2}; cvt.rp.f64.s64 x, l; mov.b64 {r3, r0}, x; }\n"
            "lop3.b32 r6, r7, r0, r5, 0x96;\n"
            "{ .reg .f64 x; mov.b64 x, {r4, r5}; cvt.rzi.s32.f64 r3, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r5; cvt.u32.u8 r0, h; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r7, r0}; cvt.rzi.u64.f64 l, x; mov.b64 {r5, r6}, l; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r3; cvt.s32.s8 r5, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rpi.ftz.s32.f32 r5, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r6, r2}; cvt.rn.f64.s64 x, l; mov.b64 {r6, r2}, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r2; cvt.s32.s8 r4, h; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r7; cvt.s32.s16 r2, h; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r5; mov.b32 y, r5; cvt.rn.bf16x2.f32 r0, x, y; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r3; cvt.s32.s16 r1, h; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r3; cvt.s32.s16 r0, h; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r6; mov.b32 y, r3; cvt.rn.bf16x2.f32 r3, x, y; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r2; cvt.rpi.ftz.s64.f32 l, x; mov.b64 {r3, r6}, l; }\n"
            "{ .reg .f32 x; mov.b32 x, r6; cvt.rpi.u32.f32 r6, x; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r0; cvt.s32.s16 r4, h; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r5; cvt.rni.u64.f32 l, x; mov.b64 {r1, r7}, l; }\n"
            "{ .reg .f32 x; mov.b32 x, r0; cvt.rmi.ftz.sat.f32.f32 x, x; mov.b32 r2, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r3; mov.b32 y, r5; cvt.rn.f16x2.f32 r6, x, y; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r3, r0}; cvt.rz.f32.u64 x, l; mov.b32 r6, x; }\n"
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
        u32 v0 = in[t + 4480];
        u32 v1 = in[t + 5120];
        u32 v2 = in[t + 768];
        u32 v3 = in[t + 128];
        u32 v4 = in[t + 1920];
        u32 v5 = in[t + 5376];
        u32 v6 = in[t + 896];
        u32 v7 = in[t + 4992];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; mov.b32 x, r0; cvt.rni.s32.f32 r7, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r0; cvt.u32.u8 r0, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rpi.ftz.u32.f32 r0, x; }\n"
            "lop3.b32 r4, r4, r6, r7, 0x96;\n"
            "prmt.b32 r2, r5, r5, 0x7b38;\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r5; cvt.s32.s16 r7, h; }\n"
            "prmt.b32 r5, r5, r3, 0xb0ec;\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r2; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r3, {h, z}; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r4, r7}; cvt.rn.f32.f64 x, y; mov.b32 r1, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r3, r6}; cvt.rn.ftz.f32.f64 x, y; mov.b32 r6, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r5, r6}; cvt.rpi.s32.f64 r6, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r0, r3}; cvt.rzi.u64.f64 l, x; mov.b64 {r0, r3}, l; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r5, r7}; cvt.rp.f64.s64 x, l; mov.b64 {r5, r7}, x; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r3; cvt.s32.s16 r5, h; }\n"
            "lop3.b32 r6, r5, r4, r4, 0x96;\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r0; cvt.f32.f16 x, z; mov.b32 r1, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r5; cvt.rzi.ftz.u64.f32 l, x; mov.b64 {r0, r6}, l; }\n"
            "prmt.b32 r2, r6, r1, 0x28e1;\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r1, r2}; cvt.rpi.s64.f64 l, x; mov.b64 {r1, r6}, l; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r2, r3}; cvt.rn.f32.s64 x, l; mov.b32 r4, x; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r1; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r7, {h, z}; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r7, r3}; cvt.rn.ftz.f32.f64 x, y; mov.b32 r4, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r6; cvt.ftz.f64.f32 y, x; mov.b64 {r3, r5}, y; }\n"
            "lop3.b32 r4, r6, r1, r5, 0x96;\n"
            "{ .reg .f64 x; mov.b64 x, {r4, r4}; cvt.rpi.s32.f64 r0, x; }\n"
            "{ .reg .f32 x; cvt.rm.f32.s32 x, r4; mov.b32 r4, x; }\n"
            "{ .reg .f32 x; cvt.rn.f32.s32 x, r2; mov.b32 r1, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r7, r7}; cvt.rz.f32.s64 x, l; mov.b32 r6, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r3, r6}; cvt.rzi.s32.f64 r0, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r7; cvt.rmi.u64.f32 l, x; mov.b64 {r6, r3}, l; }\n"
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
        u32 v0 = t & 16 ? 0x7fu : 0xffu;
        u32 v1 = in[t + 4992];
        u32 v2 = in[t + 4480];
        u32 v3 = in[t + 4864];
        u32 v4 = t & 8 ? 0x7bff0400u : 0x7bff0400u;
        u32 v5 = in[t + 3840];
        u32 v6 = in[t + 1280];
        u32 v7 = in[t + 7680];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r3; cvt.f64.f32 y, x; mov.b64 {r0, r6}, y; }\n"
            "prmt.b32 r4, r7, r7, 0x9c99;\n"
            "{ .reg .f32 x; cvt.rp.f32.u32 x, r6; mov.b32 r4, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r7; cvt.f32.f16 x, z; mov.b32 r4, x; }\n"
            "lop3.b32 r0, r3, r3, r5, 0x96;\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r6; cvt.ftz.f64.f32 y, x; mov.b64 {r7, r3}, y; }\n"
            "{ .reg .f64 x; mov.b64 x, {r2, r4}; cvt.rni.s32.f64 r5, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r4, r7}; cvt.rni.s64.f64 l, x; mov.b64 {r1, r4}, l; }\n"
            "lop3.b32 r7, r3, r1, r4, 0x96;\n"
            "{ .reg .f32 x, y; mov.b32 x, r7; mov.b32 y, r7; cvt.rn.bf16x2.f32 r2, x, y; }\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rzi.ftz.s32.f32 r7, x; }\n"
            "lop3.b32 r4, r6, r2, r2, 0x96;\n"
            "{ .reg .f64 x; mov.b64 x, {r2, r6}; cvt.rzi.s32.f64 r4, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rmi.f32.f32 x, x; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r7, r1}; cvt.rz.ftz.f32.f64 x, y; mov.b32 r4, x; }\n"
            "lop3.b32 r6, r7, r6, r1, 0x96;\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r6; cvt.f32.f16 x, z; mov.b32 r2, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r0; mov.b32 y, r0; cvt.rn.bf16x2.f32 r1, x, y; }\n"
            "{ .reg .f32 x; mov.b32 x, r4; cvt.rni.ftz.u32.f32 r2, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r4, r1}; cvt.rmi.u64.f64 l, x; mov.b64 {r0, r2}, l; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r5; cvt.ftz.f64.f32 y, x; mov.b64 {r7, r5}, y; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r0; cvt.s32.s16 r4, h; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r2; cvt.f32.f16 x, z; mov.b32 r3, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r4; mov.b32 y, r5; cvt.rn.bf16x2.f32 r6, x, y; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r4; cvt.f64.f32 y, x; mov.b64 {r6, r2}, y; }\n"
            "{ .reg .f32 x; mov.b32 x, r4; cvt.rpi.ftz.f32.f32 x, x; mov.b32 r6, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r2, r0}; cvt.rmi.u64.f64 l, x; mov.b64 {r0, r7}, l; }\n"
            "prmt.b32 r4, r7, r4, 0x3796;\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r5, r2}; cvt.rz.ftz.f32.f64 x, y; mov.b32 r3, x; }\n"
            "lop3.b32 r6, r5, r6, r7, 0x96;\n"
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
        u32 v0 = in[t + 7936];
        u32 v1 = t & 3 ? 0xffffffffu : 0x4b000000u;
        u32 v2 = in[t + 7552];
        u32 v3 = in[t + 6528];
        u32 v4 = in[t + 4480];
        u32 v5 = in[t + 4736];
        u32 v6 = in[t + 1408];
        u32 v7 = in[t + 1664];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r7; cvt.f32.bf16 x, z; mov.b32 r6, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r3; cvt.rzi.ftz.s64.f32 l, x; mov.b64 {r5, r5}, l; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r5; cvt.s32.s16 r1, h; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r7; cvt.s32.s16 r0, h; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r4, r7}; cvt.rn.f32.s64 x, l; mov.b32 r0, x; }\n"
            "prmt.b32 r2, r2, r7, 0xa339;\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rzi.ftz.s32.f32 r2, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r7, r2}; cvt.rpi.s32.f64 r1, x; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r7; cvt.s32.s16 r2, h; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r1, r4}; cvt.rz.ftz.f32.f64 x, y; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rmi.s32.f32 r3, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r4; cvt.f64.f32 y, x; mov.b64 {r6, r7}, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r4, r7}; cvt.rzi.u64.f64 l, x; mov.b64 {r4, r3}, l; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rzi.u32.f32 r7, x; }\n"
            "prmt.b32 r3, r1, r6, 0xdb1a;\n"
            "prmt.b32 r2, r7, r0, 0x1735;\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r1, r3}; cvt.rm.f32.s64 x, l; mov.b32 r4, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r4, r1}; cvt.rmi.u64.f64 l, x; mov.b64 {r3, r0}, l; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r4, r7}; cvt.rm.f64.s64 x, l; mov.b64 {r5, r0}, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r4; cvt.rpi.sat.f32.f32 x, x; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r5; cvt.rzi.ftz.f32.f32 x, x; mov.b32 r6, x; }\n"
            "lop3.b32 r7, r3, r2, r5, 0x96;\n"
            "{ .reg .f32 x; cvt.rz.f32.u32 x, r4; mov.b32 r4, x; }\n"
            "lop3.b32 r2, r4, r6, r5, 0x96;\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r5; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r4, {h, z}; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r0; cvt.rpi.ftz.u64.f32 l, x; mov.b64 {r2, r6}, l; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r5, r6}; cvt.rp.ftz.f32.f64 x, y; mov.b32 r4, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r2; cvt.ftz.f64.f32 y, x; mov.b64 {r0, r7}, y; }\n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rmi.f32.f32 x, x; mov.b32 r6, x; }\n"
            "prmt.b32 r0, r1, r1, 0x5e42;\n"
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
extern "C" __global__ void random_convert_3(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = t & 3 ? 0x8000u : 0xff800000u;
        u32 v1 = in[t + 2944];
        u32 v2 = in[t + 2176];
        u32 v3 = in[t + 3840];
        u32 v4 = in[t + 2816];
        u32 v5 = in[t + 3328];
        u32 v6 = in[t + 7296];
        u32 v7 = in[t + 5248];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x; mov.b64 x, {r2, r0}; cvt.rni.s32.f64 r7, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r0; cvt.f64.f32 y, x; mov.b64 {r0, r7}, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r4, r0}; cvt.rz.f64.s64 x, l; mov.b64 {r4, r3}, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r4; mov.b32 y, r1; cvt.rn.bf16x2.f32 r7, x, y; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r5; cvt.rpi.ftz.s64.f32 l, x; mov.b64 {r0, r4}, l; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r0, r1}; cvt.rz.f32.f64 x, y; mov.b32 r1, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r5, r5}; cvt.rn.f32.f64 x, y; mov.b32 r1, x; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r0; cvt.s32.s16 r4, h; }\n"
            "lop3.b32 r6, r5, r3, r4, 0x96;\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r3; cvt.s32.s16 r5, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rmi.u32.f32 r7, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rzi.ftz.sat.f32.f32 x, x; mov.b32 r6, x; }\n"
            "prmt.b32 r3, r6, r6, 0xf71e;\n"
            "{ .reg .f32 x; cvt.rn.f32.s32 x, r2; mov.b32 r3, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r2; cvt.s32.s8 r3, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r0; cvt.rni.sat.f32.f32 x, x; mov.b32 r2, x; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r2; cvt.rn.f16.f32 h, x; mov.b16 z, 0; mov.b32 r3, {h, z}; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r5; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r6, {h, z}; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r1; cvt.f32.f16 x, z; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rpi.ftz.s32.f32 r1, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r3; mov.b32 y, r4; cvt.rn.bf16x2.f32 r1, x, y; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r0; mov.b32 y, r1; cvt.rn.bf16x2.f32 r1, x, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r6, r4}; cvt.rp.f64.u64 x, l; mov.b64 {r2, r5}, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r3, r0}; cvt.rn.f32.f64 x, y; mov.b32 r3, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r4, r6}; cvt.rzi.s32.f64 r3, x; }\n"
            "lop3.b32 r5, r7, r3, r0, 0x96;\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r2, r6}; cvt.rz.ftz.f32.f64 x, y; mov.b32 r0, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r6, r3}; cvt.rp.f32.u64 x, l; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rzi.f32.f32 x, x; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; cvt.rz.f32.s32 x, r1; mov.b32 r1, x; }\n"
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
        u32 v0 = in[t + 5120];
        u32 v1 = in[t + 3328];
        u32 v2 = in[t + 6144];
        u32 v3 = in[t + 512];
        u32 v4 = in[t + 7168];
        u32 v5 = in[t + 3328];
        u32 v6 = in[t + 5248];
        u32 v7 = in[t + 5504];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rpi.u32.f32 r6, x; }\n"
            "prmt.b32 r0, r5, r3, 0x192b;\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r3; cvt.s32.s16 r1, h; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r3; cvt.rpi.ftz.s64.f32 l, x; mov.b64 {r6, r0}, l; }\n"
            "prmt.b32 r1, r7, r3, 0xa844;\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r5; cvt.s32.s8 r5, h; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r7; cvt.s32.s16 r7, h; }\n"
            "{ .reg .f32 x; cvt.rp.f32.u32 x, r4; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r5, r7}; cvt.rm.f32.s64 x, l; mov.b32 r0, x; }\n"
            "lop3.b32 r2, r0, r2, r4, 0x96;\n"
            "{ .reg .f32 x, y; mov.b32 x, r1; mov.b32 y, r4; cvt.rn.bf16x2.f32 r3, x, y; }\n"
            "lop3.b32 r5, r3, r4, r6, 0x96;\n"
            "{ .reg .f32 x; cvt.rn.f32.u32 x, r7; mov.b32 r6, x; }\n"
            "lop3.b32 r6, r0, r3, r0, 0x96;\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r5; cvt.u32.u8 r7, h; }\n"
            "{ .reg .f32 x; cvt.rn.f32.s32 x, r2; mov.b32 r3, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rmi.sat.f32.f32 x, x; mov.b32 r2, x; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r3; cvt.s32.s16 r0, h; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r4; cvt.f32.f16 x, z; mov.b32 r3, x; }\n"
            "lop3.b32 r3, r0, r4, r4, 0x96;\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r1; cvt.rn.f16.f32 h, x; mov.b16 z, 0; mov.b32 r2, {h, z}; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r5, r5}; cvt.rn.f64.u64 x, l; mov.b64 {r0, r3}, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r3; cvt.s32.s8 r0, h; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r5; cvt.rni.s64.f32 l, x; mov.b64 {r1, r3}, l; }\n"
            "{ .reg .f64 x; mov.b64 x, {r5, r5}; cvt.rpi.u32.f64 r3, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r7, r0}; cvt.rz.f32.f64 x, y; mov.b32 r0, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r3, r3}; cvt.rp.f32.u64 x, l; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; cvt.rz.f32.s32 x, r3; mov.b32 r3, x; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r0; cvt.s32.s16 r3, h; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r5; cvt.f32.f16 x, z; mov.b32 r0, x; }\n"
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
        u32 v0 = in[t + 6784];
        u32 v1 = t & 8 ? 0x7f800000u : 0x7f800000u;
        u32 v2 = t & 8 ? 0x3f800000u : 0x800000u;
        u32 v3 = t & 1 ? 0x80u : 0x807fffffu;
        u32 v4 = in[t + 2560];
        u32 v5 = in[t + 5248];
        u32 v6 = in[t + 896];
        u32 v7 = in[t + 128];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rni.ftz.u32.f32 r3, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r0; cvt.rpi.ftz.s32.f32 r2, x; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r3; cvt.s32.s16 r7, h; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r5; mov.b32 y, r4; cvt.rn.f16x2.f32 r1, x, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r0, r1}; cvt.rmi.u64.f64 l, x; mov.b64 {r1, r4}, l; }\n"
            "{ .reg .f64 x; mov.b64 x, {r7, r4}; cvt.rmi.u32.f64 r1, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r7, r0}; cvt.rmi.u32.f64 r0, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r7, r7}; cvt.rpi.u32.f64 r1, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r0, r4}; cvt.rp.f32.f64 x, y; mov.b32 r3, x; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r2; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r3, {h, z}; }\n"
            "lop3.b32 r4, r5, r1, r3, 0x96;\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r7; cvt.u32.u8 r2, h; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r6, r3}; cvt.rn.f32.u64 x, l; mov.b32 r6, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r1, r4}; cvt.rzi.s64.f64 l, x; mov.b64 {r0, r0}, l; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r7; mov.b32 y, r6; cvt.rn.bf16x2.f32 r5, x, y; }\n"
            "prmt.b32 r5, r4, r7, 0x182;\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r4; cvt.rpi.ftz.s64.f32 l, x; mov.b64 {r3, r5}, l; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r0, r6}; cvt.rz.f32.s64 x, l; mov.b32 r5, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r4, r2}; cvt.rp.f64.s64 x, l; mov.b64 {r5, r1}, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r4; cvt.f32.f16 x, z; mov.b32 r0, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r1; mov.b32 y, r5; cvt.rn.bf16x2.f32 r2, x, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r6, r1}; cvt.rz.f64.u64 x, l; mov.b64 {r0, r3}, x; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r5; cvt.s32.s16 r5, h; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r6; cvt.rz.f16.f32 h, x; mov.b16 z, 0; mov.b32 r3, {h, z}; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r0; cvt.f64.f32 y, x; mov.b64 {r1, r3}, y; }\n"
            "{ .reg .f64 x; mov.b64 x, {r7, r5}; cvt.rni.u32.f64 r0, x; }\n"
            "prmt.b32 r1, r7, r3, 0x1f5f;\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r5, r7}; cvt.rn.ftz.f32.f64 x, y; mov.b32 r7, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r7, r5}; cvt.rpi.s64.f64 l, x; mov.b64 {r0, r6}, l; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r1, r6}; cvt.rmi.u64.f64 l, x; mov.b64 {r3, r5}, l; }\n"
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
        u32 v0 = in[t + 5888];
        u32 v1 = in[t + 1664];
        u32 v2 = in[t + 7424];
        u32 v3 = in[t + 3072];
        u32 v4 = t & 8 ? 0xff800000u : 0xbf800000u;
        u32 v5 = in[t + 2176];
        u32 v6 = in[t + 1024];
        u32 v7 = in[t + 6784];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r3; cvt.f64.f32 y, x; mov.b64 {r5, r6}, y; }\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rzi.ftz.sat.f32.f32 x, x; mov.b32 r6, x; }\n"
            "{ .reg .f32 x; cvt.rn.f32.u32 x, r0; mov.b32 r1, x; }\n"
            "prmt.b32 r4, r2, r5, 0x77c0;\n"
            "prmt.b32 r7, r1, r3, 0xbbc;\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r6, r0}; cvt.rp.f32.s64 x, l; mov.b32 r5, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r1, r1}; cvt.rp.f32.s64 x, l; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r1, r0}; cvt.rn.f32.f64 x, y; mov.b32 r7, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r1; cvt.f32.f16 x, z; mov.b32 r5, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r6, r4}; cvt.rn.f32.s64 x, l; mov.b32 r4, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r1; cvt.f64.f32 y, x; mov.b64 {r5, r4}, y; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r7, r2}; cvt.rm.f32.s64 x, l; mov.b32 r6, x; }\n"
            "lop3.b32 r6, r2, r5, r7, 0x96;\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r7, r2}; cvt.rmi.u64.f64 l, x; mov.b64 {r6, r0}, l; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r6; cvt.ftz.f64.f32 y, x; mov.b64 {r6, r1}, y; }\n"
            "{ .reg .f32 x; cvt.rm.f32.u32 x, r7; mov.b32 r5, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r1; cvt.rni.s64.f32 l, x; mov.b64 {r3, r0}, l; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r5; cvt.f32.f16 x, z; mov.b32 r4, x; }\n"
            "{ .reg .f32 x; cvt.rz.f32.s32 x, r3; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r5; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r5, {h, z}; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rmi.s32.f32 r4, x; }\n"
            "{ .reg .f32 x; cvt.rn.f32.s32 x, r3; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; cvt.rm.f32.u32 x, r1; mov.b32 r4, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r3, r3}; cvt.rni.u32.f64 r6, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r6; mov.b32 y, r1; cvt.rn.bf16x2.f32 r2, x, y; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r7, r3}; cvt.rn.f32.s64 x, l; mov.b32 r3, x; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r4; cvt.s32.s16 r6, h; }\n"
            "{ .reg .f32 x; cvt.rz.f32.s32 x, r0; mov.b32 r3, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r5; cvt.rzi.f32.f32 x, x; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r1; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r7, {h, z}; }\n"
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
extern "C" __global__ void random_convert_4(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 3840];
        u32 v1 = t & 8 ? 0xcf000000u : 0x7fffffffu;
        u32 v2 = in[t + 7936];
        u32 v3 = in[t + 1152];
        u32 v4 = in[t + 4480];
        u32 v5 = in[t + 7296];
        u32 v6 = in[t + 7424];
        u32 v7 = in[t + 3840];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x; mov.b64 x, {r1, r7}; cvt.rmi.u32.f64 r0, x; }\n"
            "prmt.b32 r2, r7, r1, 0x4714;\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r6; cvt.s32.s8 r6, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rmi.ftz.s32.f32 r7, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r4; cvt.rpi.s64.f32 l, x; mov.b64 {r5, r6}, l; }\n"
            "prmt.b32 r7, r2, r3, 0x6a59;\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r5, r5}; cvt.rm.f32.s64 x, l; mov.b32 r1, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r6; mov.b32 y, r1; cvt.rn.bf16x2.f32 r5, x, y; }\n"
            "lop3.b32 r5, r6, r1, r4, 0x96;\n"
            "{ .reg .f32 x; mov.b32 x, r6; cvt.rpi.s32.f32 r2, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r2, r6}; cvt.rmi.u32.f64 r1, x; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r4; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r2, {h, z}; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r5; cvt.rn.f16.f32 h, x; mov.b16 z, 0; mov.b32 r1, {h, z}; }\n"
            "{ .reg .f32 x; cvt.rm.f32.u32 x, r4; mov.b32 r1, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r2, r3}; cvt.rzi.u32.f64 r2, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rmi.ftz.sat.f32.f32 x, x; mov.b32 r6, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r1, r5}; cvt.rn.f64.s64 x, l; mov.b64 {r6, r5}, x; }\n"
            "lop3.b32 r0, r1, r7, r4, 0x96;\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r4; cvt.rmi.s64.f32 l, x; mov.b64 {r6, r3}, l; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r7, r0}; cvt.rm.f32.s64 x, l; mov.b32 r1, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r0; cvt.f32.f16 x, z; mov.b32 r1, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r2, r3}; cvt.rzi.s32.f64 r0, x; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r1; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r6, {h, z}; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r5; cvt.rn.f16.f32 h, x; mov.b16 z, 0; mov.b32 r7, {h, z}; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r6; cvt.u32.u8 r6, h; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r4, r7}; cvt.rp.ftz.f32.f64 x, y; mov.b32 r7, x; }\n"
            "lop3.b32 r6, r7, r4, r4, 0x96;\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r0; cvt.f32.bf16 x, z; mov.b32 r0, x; }\n"
            "{ .reg .f32 x; cvt.rm.f32.s32 x, r4; mov.b32 r2, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r2, r1}; cvt.rz.f64.u64 x, l; mov.b64 {r3, r1}, x; }\n"
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
        u32 v0 = in[t + 1920];
        u32 v1 = t & 8 ? 0xffu : 0x4f000000u;
        u32 v2 = in[t + 640];
        u32 v3 = in[t + 7680];
        u32 v4 = in[t + 3328];
        u32 v5 = t & 16 ? 0xffffu : 0xffffu;
        u32 v6 = in[t + 640];
        u32 v7 = in[t + 2944];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; mov.b32 x, r0; cvt.rzi.sat.f32.f32 x, x; mov.b32 r5, x; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r0; cvt.s32.s16 r2, h; }\n"
            "prmt.b32 r5, r5, r5, 0x61a7;\n"
            "prmt.b32 r5, r3, r7, 0x14c0;\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r1, r2}; cvt.rz.f32.f64 x, y; mov.b32 r4, x; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r7; cvt.s32.s16 r6, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r5; cvt.rmi.sat.f32.f32 x, x; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; cvt.rm.f32.u32 x, r2; mov.b32 r5, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r6, r2}; cvt.rpi.s64.f64 l, x; mov.b64 {r3, r0}, l; }\n"
            "prmt.b32 r1, r0, r3, 0x4a6d;\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r3; cvt.f32.f16 x, z; mov.b32 r3, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r2, r3}; cvt.rn.f32.s64 x, l; mov.b32 r7, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r1; cvt.s32.s8 r6, h; }\n"
            "lop3.b32 r4, r3, r5, r6, 0x96;\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r3; cvt.rzi.ftz.s64.f32 l, x; mov.b64 {r0, r2}, l; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r5; mov.b32 y, r0; cvt.rn.f16x2.f32 r6, x, y; }\n"
            "{ .reg .f32 x; mov.b32 x, r6; cvt.rmi.sat.f32.f32 x, x; mov.b32 r6, x; }\n"
            "lop3.b32 r2, r1, r4, r1, 0x96;\n"
            "{ .reg .f32 x, y; mov.b32 x, r4; mov.b32 y, r5; cvt.rn.bf16x2.f32 r1, x, y; }\n"
            "{ .reg .f64 x; mov.b64 x, {r5, r6}; cvt.rzi.u32.f64 r7, x; }\n"
            "{ .reg .f64 x; mov.b64 x, {r7, r7}; cvt.rzi.u32.f64 r1, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r0, r3}; cvt.rzi.s64.f64 l, x; mov.b64 {r4, r3}, l; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r7; mov.b32 y, r3; cvt.rn.f16x2.f32 r2, x, y; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r3, r5}; cvt.rm.f64.s64 x, l; mov.b64 {r3, r6}, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r5, r6}; cvt.rz.f32.u64 x, l; mov.b32 r7, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r4, r3}; cvt.rmi.s64.f64 l, x; mov.b64 {r5, r3}, l; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r0; cvt.ftz.f64.f32 y, x; mov.b64 {r0, r1}, y; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r1; cvt.f32.bf16 x, z; mov.b32 r4, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r1; mov.b32 y, r4; cvt.rn.bf16x2.f32 r7, x, y; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r4; cvt.rni.ftz.s64.f32 l, x; mov.b64 {r5, r3}, l; }\n"
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
        u32 v0 = in[t + 6144];
        u32 v1 = in[t + 3712];
        u32 v2 = in[t + 1152];
        u32 v3 = t & 3 ? 0x7fu : 0x7bff0400u;
        u32 v4 = in[t + 2304];
        u32 v5 = in[t + 4224];
        u32 v6 = in[t + 4992];
        u32 v7 = in[t + 7808];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r4; cvt.rni.u64.f32 l, x; mov.b64 {r6, r5}, l; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r6; cvt.f32.bf16 x, z; mov.b32 r4, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r1; cvt.s32.s8 r1, h; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r1; cvt.f32.f16 x, z; mov.b32 r6, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rni.sat.f32.f32 x, x; mov.b32 r5, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r2; cvt.rni.ftz.s64.f32 l, x; mov.b64 {r3, r7}, l; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r1, r5}; cvt.rp.f64.u64 x, l; mov.b64 {r7, r4}, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r5; cvt.rzi.ftz.f32.f32 x, x; mov.b32 r2, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rzi.f32.f32 x, x; mov.b32 r1, x; }\n"
            "lop3.b32 r6, r2, r6, r6, 0x96;\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r0; cvt.ftz.f64.f32 y, x; mov.b64 {r6, r5}, y; }\n"
            "lop3.b32 r4, r4, r3, r4, 0x96;\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rmi.ftz.f32.f32 x, x; mov.b32 r0, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r5; cvt.rni.s64.f32 l, x; mov.b64 {r7, r1}, l; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r2; cvt.ftz.f64.f32 y, x; mov.b64 {r5, r5}, y; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r0; cvt.f32.bf16 x, z; mov.b32 r3, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rmi.ftz.sat.f32.f32 x, x; mov.b32 r4, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r0; cvt.u32.u8 r1, h; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r1, r2}; cvt.rzi.s64.f64 l, x; mov.b64 {r5, r1}, l; }\n"
            "{ .reg .f32 x; mov.b32 x, r0; cvt.rpi.ftz.u32.f32 r2, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r2; cvt.rni.u32.f32 r4, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r4, r3}; cvt.rm.f64.s64 x, l; mov.b64 {r4, r5}, x; }\n"
            "prmt.b32 r3, r3, r5, 0x81a7;\n"
            "prmt.b32 r3, r0, r4, 0xe7a3;\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r3; cvt.s32.s8 r7, h; }\n"
            "{ .reg .f32 x; cvt.rm.f32.u32 x, r6; mov.b32 r4, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r7, r7}; cvt.rn.f64.s64 x, l; mov.b64 {r7, r1}, x; }\n"
            "{ .reg .f32 x; cvt.rm.f32.u32 x, r7; mov.b32 r2, x; }\n"
            "prmt.b32 r1, r3, r0, 0xa699;\n"
            "lop3.b32 r2, r2, r3, r2, 0x96;\n"
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
        u32 v0 = in[t + 4096];
        u32 v1 = in[t + 2560];
        u32 v2 = in[t + 4480];
        u32 v3 = in[t + 1024];
        u32 v4 = in[t + 7680];
        u32 v5 = t & 8 ? 0xffffffffu : 0xffffu;
        u32 v6 = in[t + 2048];
        u32 v7 = in[t + 5120];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; mov.b32 x, r2; cvt.rpi.u32.f32 r0, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r2, r0}; cvt.rpi.s64.f64 l, x; mov.b64 {r2, r0}, l; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r3; cvt.s32.s16 r4, h; }\n"
            "lop3.b32 r3, r5, r4, r1, 0x96;\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rni.u32.f32 r1, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r5; cvt.f64.f32 y, x; mov.b64 {r1, r5}, y; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r5; mov.b32 y, r7; cvt.rn.bf16x2.f32 r6, x, y; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r2; cvt.ftz.f64.f32 y, x; mov.b64 {r2, r5}, y; }\n"
            "{ .reg .f32 x; mov.b32 x, r5; cvt.rzi.f32.f32 x, x; mov.b32 r1, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r5; cvt.rmi.s64.f32 l, x; mov.b64 {r7, r4}, l; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r2; cvt.rpi.s64.f32 l, x; mov.b64 {r6, r6}, l; }\n"
            "prmt.b32 r5, r1, r3, 0x23c2;\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r4, r5}; cvt.rz.f64.s64 x, l; mov.b64 {r0, r0}, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rzi.ftz.f32.f32 x, x; mov.b32 r4, x; }\n"
            "{ .reg .f32 x; cvt.rp.f32.s32 x, r5; mov.b32 r6, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r7; cvt.f64.f32 y, x; mov.b64 {r5, r4}, y; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r7; cvt.s32.s8 r1, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r2; cvt.rni.sat.f32.f32 x, x; mov.b32 r1, x; }\n"
            "{ .reg .f32 x; cvt.rm.f32.s32 x, r0; mov.b32 r0, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r6, r4}; cvt.rmi.s64.f64 l, x; mov.b64 {r0, r2}, l; }\n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rni.ftz.u32.f32 r1, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r0, r2}; cvt.rp.f32.f64 x, y; mov.b32 r1, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r0; cvt.rzi.ftz.sat.f32.f32 x, x; mov.b32 r1, x; }\n"
            "prmt.b32 r0, r4, r3, 0xe731;\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rzi.ftz.s32.f32 r1, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r7, r7}; cvt.rni.u64.f64 l, x; mov.b64 {r1, r3}, l; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r5; cvt.rzi.s64.f32 l, x; mov.b64 {r0, r1}, l; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r5; cvt.f32.bf16 x, z; mov.b32 r6, x; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r0; cvt.s32.s16 r4, h; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r2, r1}; cvt.rm.f64.s64 x, l; mov.b64 {r4, r7}, x; }\n"
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
extern "C" __global__ void random_convert_5(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 3968];
        u32 v1 = in[t + 512];
        u32 v2 = in[t + 6400];
        u32 v3 = in[t + 7680];
        u32 v4 = in[t + 4608];
        u32 v5 = in[t + 1024];
        u32 v6 = t & 16 ? 0xcf000000u : 0x4f000000u;
        u32 v7 = in[t + 896];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; cvt.rp.f32.s32 x, r4; mov.b32 r0, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r7, r5}; cvt.rm.ftz.f32.f64 x, y; mov.b32 r3, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r4; cvt.rmi.ftz.sat.f32.f32 x, x; mov.b32 r6, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r2, r2}; cvt.rz.ftz.f32.f64 x, y; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r3; cvt.ftz.f64.f32 y, x; mov.b64 {r4, r5}, y; }\n"
            "{ .reg .f32 x; cvt.rp.f32.u32 x, r3; mov.b32 r2, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r7, r1}; cvt.rpi.s64.f64 l, x; mov.b64 {r0, r5}, l; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r6; cvt.rni.ftz.u64.f32 l, x; mov.b64 {r5, r5}, l; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r6; cvt.s32.s8 r6, h; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r6, r7}; cvt.rp.f32.s64 x, l; mov.b32 r2, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r6; cvt.s32.s8 r4, h; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r4, r7}; cvt.rp.f32.s64 x, l; mov.b32 r1, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r6; cvt.rni.s64.f32 l, x; mov.b64 {r7, r3}, l; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r4; cvt.s32.s16 r0, h; }\n"
            "lop3.b32 r6, r4, r3, r0, 0x96;\n"
            "{ .reg .f32 x, y; mov.b32 x, r0; mov.b32 y, r0; cvt.rn.f16x2.f32 r0, x, y; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r3; cvt.u32.u8 r0, h; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r4, r0}; cvt.rm.f32.u64 x, l; mov.b32 r5, x; }\n"
            "lop3.b32 r7, r3, r3, r3, 0x96;\n"
            "{ .reg .f32 x, y; mov.b32 x, r5; mov.b32 y, r5; cvt.rn.bf16x2.f32 r4, x, y; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r1; cvt.f32.bf16 x, z; mov.b32 r3, x; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r3; cvt.rn.f16.f32 h, x; mov.b16 z, 0; mov.b32 r0, {h, z}; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r7; cvt.f32.bf16 x, z; mov.b32 r5, x; }\n"
            "{ .reg .f32 x; cvt.rp.f32.s32 x, r7; mov.b32 r0, x; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r1; cvt.s32.s16 r2, h; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r0, r2}; cvt.rni.u64.f64 l, x; mov.b64 {r6, r0}, l; }\n"
            "{ .reg .f32 x; mov.b32 x, r4; cvt.rmi.u32.f32 r7, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r1; cvt.rmi.s32.f32 r4, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r2; cvt.f32.bf16 x, z; mov.b32 r5, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rmi.ftz.f32.f32 x, x; mov.b32 r3, x; }\n"
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
        u32 v0 = in[t + 2816];
        u32 v1 = in[t + 0];
        u32 v2 = in[t + 3840];
        u32 v3 = in[t + 2816];
        u32 v4 = in[t + 7680];
        u32 v5 = in[t + 6912];
        u32 v6 = in[t + 1408];
        u32 v7 = in[t + 5760];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .b16 h; cvt.u16.u32 h, r6; cvt.s32.s8 r4, h; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r2; mov.b32 y, r4; cvt.rn.f16x2.f32 r4, x, y; }\n"
            "prmt.b32 r3, r6, r2, 0xd4c;\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r0, r7}; cvt.rn.f32.u64 x, l; mov.b32 r1, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r3, r4}; cvt.rp.f64.u64 x, l; mov.b64 {r3, r3}, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r6; cvt.rpi.u64.f32 l, x; mov.b64 {r2, r3}, l; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r4; mov.b32 y, r2; cvt.rn.f16x2.f32 r7, x, y; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r5; cvt.rmi.u64.f32 l, x; mov.b64 {r1, r7}, l; }\n"
            "{ .reg .f32 x; cvt.rz.f32.u32 x, r0; mov.b32 r0, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r0; cvt.f32.bf16 x, z; mov.b32 r3, x; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r7; cvt.f32.bf16 x, z; mov.b32 r2, x; }\n"
            "lop3.b32 r2, r4, r4, r7, 0x96;\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r3, r6}; cvt.rz.f64.s64 x, l; mov.b64 {r5, r0}, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r6; cvt.ftz.f64.f32 y, x; mov.b64 {r1, r2}, y; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r0; cvt.rmi.s64.f32 l, x; mov.b64 {r1, r5}, l; }\n"
            "{ .reg .f32 x; cvt.rz.f32.s32 x, r1; mov.b32 r2, x; }\n"
            "lop3.b32 r2, r0, r4, r0, 0x96;\n"
            "{ .reg .f64 x; mov.b64 x, {r2, r0}; cvt.rni.s32.f64 r4, x; }\n"
            "{ .reg .f32 x; cvt.rn.f32.s32 x, r2; mov.b32 r0, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rmi.ftz.f32.f32 x, x; mov.b32 r2, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r6, r5}; cvt.rp.f32.s64 x, l; mov.b32 r0, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r1; cvt.rmi.ftz.u64.f32 l, x; mov.b64 {r2, r5}, l; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r2; cvt.rzi.ftz.s64.f32 l, x; mov.b64 {r6, r1}, l; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r4; cvt.ftz.f64.f32 y, x; mov.b64 {r3, r1}, y; }\n"
            "{ .reg .f32 x; mov.b32 x, r5; cvt.rpi.ftz.f32.f32 x, x; mov.b32 r0, x; }\n"
            "lop3.b32 r3, r3, r1, r6, 0x96;\n"
            "prmt.b32 r5, r4, r3, 0x13d7;\n"
            "{ .reg .f32 x; cvt.rz.f32.s32 x, r6; mov.b32 r7, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r6, r3}; cvt.rni.u64.f64 l, x; mov.b64 {r4, r2}, l; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r0; cvt.s32.s8 r7, h; }\n"
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
        u32 v0 = in[t + 512];
        u32 v1 = in[t + 384];
        u32 v2 = in[t + 5248];
        u32 v3 = in[t + 4864];
        u32 v4 = in[t + 3456];
        u32 v5 = in[t + 5760];
        u32 v6 = t & 8 ? 0x7f800000u : 0xffffffffu;
        u32 v7 = in[t + 5632];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r7; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r0, {h, z}; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r3; cvt.f32.f16 x, z; mov.b32 r1, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r2; cvt.f64.f32 y, x; mov.b64 {r2, r1}, y; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r6; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r2, {h, z}; }\n"
            "{ .reg .f32 x; cvt.rz.f32.s32 x, r0; mov.b32 r5, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r2, r6}; cvt.rz.f32.f64 x, y; mov.b32 r4, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r3; cvt.rpi.ftz.u64.f32 l, x; mov.b64 {r2, r4}, l; }\n"
            "prmt.b32 r2, r0, r4, 0xbc6c;\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r4; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r2, {h, z}; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r5; cvt.rni.s64.f32 l, x; mov.b64 {r1, r5}, l; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r1, r1}; cvt.rm.f32.u64 x, l; mov.b32 r4, x; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r2; cvt.s32.s16 r0, h; }\n"
            "{ .reg .f64 x; mov.b64 x, {r4, r0}; cvt.rni.u32.f64 r1, x; }\n"
            "lop3.b32 r3, r4, r4, r4, 0x96;\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r3; cvt.f32.f16 x, z; mov.b32 r4, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r3; cvt.rni.u32.f32 r5, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r0; mov.b32 y, r4; cvt.rn.bf16x2.f32 r3, x, y; }\n"
            "{ .reg .f32 x; mov.b32 x, r0; cvt.rmi.s32.f32 r0, x; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r6; cvt.s32.s16 r2, h; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r6; cvt.ftz.f64.f32 y, x; mov.b64 {r5, r7}, y; }\n"
            "{ .reg .f32 x; cvt.rp.f32.u32 x, r2; mov.b32 r7, x; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r0, r5}; cvt.rz.ftz.f32.f64 x, y; mov.b32 r0, x; }\n"
            "lop3.b32 r3, r7, r2, r7, 0x96;\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r6; cvt.rmi.ftz.s64.f32 l, x; mov.b64 {r2, r5}, l; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r7; cvt.s32.s8 r2, h; }\n"
            "lop3.b32 r3, r3, r4, r3, 0x96;\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r3, r5}; cvt.rm.f64.u64 x, l; mov.b64 {r3, r4}, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r0; cvt.rmi.u64.f32 l, x; mov.b64 {r7, r3}, l; }\n"
            "{ .reg .f32 x; cvt.rn.f32.s32 x, r2; mov.b32 r0, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b32 x, r5; cvt.rmi.s64.f32 l, x; mov.b64 {r1, r3}, l; }\n"
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
        u32 v0 = t & 1 ? 0x800000u : 0xffffffffu;
        u32 v1 = in[t + 0];
        u32 v2 = in[t + 256];
        u32 v3 = t & 16 ? 0x800000u : 0x80000000u;
        u32 v4 = in[t + 5888];
        u32 v5 = t & 16 ? 0x0u : 0xffffffffu;
        u32 v6 = in[t + 128];
        u32 v7 = in[t + 3584];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .b16 h; cvt.u16.u32 h, r1; cvt.s32.s8 r3, h; }\n"
            "{ .reg .f32 x; mov.b32 x, r7; cvt.rzi.f32.f32 x, x; mov.b32 r5, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r3, r5}; cvt.rp.f64.s64 x, l; mov.b64 {r3, r2}, x; }\n"
            "{ .reg .f32 x; cvt.rn.f32.s32 x, r3; mov.b32 r3, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r1, r4}; cvt.rn.f64.u64 x, l; mov.b64 {r7, r0}, x; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r5; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r4, {h, z}; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r5, r5}; cvt.rz.f64.s64 x, l; mov.b64 {r4, r7}, x; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r1; cvt.rn.bf16.f32 h, x; mov.b16 z, 0; mov.b32 r0, {h, z}; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r2; cvt.u32.u8 r5, h; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r5, r4}; cvt.rz.f32.s64 x, l; mov.b32 r6, x; }\n"
            "{ .reg .b16 h; cvt.u16.u32 h, r6; cvt.s32.s8 r1, h; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r3; mov.b32 y, r1; cvt.rn.bf16x2.f32 r5, x, y; }\n"
            "{ .reg .b16 h, z; .reg .f32 x; mov.b32 {h, z}, r0; cvt.f32.bf16 x, z; mov.b32 r3, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 l, {r0, r1}; cvt.rm.f64.u64 x, l; mov.b64 {r5, r4}, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r0; cvt.rzi.s32.f32 r7, x; }\n"
            "{ .reg .f32 x; mov.b32 x, r5; cvt.rni.ftz.u32.f32 r1, x; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r3, r1}; cvt.rpi.s64.f64 l, x; mov.b64 {r0, r7}, l; }\n"
            "{ .reg .f64 x; .reg .b64 l; mov.b64 x, {r4, r4}; cvt.rni.u64.f64 l, x; mov.b64 {r6, r4}, l; }\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b64 y, {r1, r2}; cvt.rp.f32.f64 x, y; mov.b32 r3, x; }\n"
            "{ .reg .f32 x, y; mov.b32 x, r4; mov.b32 y, r3; cvt.rn.f16x2.f32 r2, x, y; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r4, r4}; cvt.rm.f32.u64 x, l; mov.b32 r3, x; }\n"
            "{ .reg .b16 h; cvt.sat.s16.s32 h, r5; cvt.s32.s16 r0, h; }\n"
            "{ .reg .f64 x; mov.b64 x, {r0, r3}; cvt.rpi.u32.f64 r1, x; }\n"
            "{ .reg .f32 x; .reg .b64 l; mov.b64 l, {r1, r6}; cvt.rm.f32.u64 x, l; mov.b32 r7, x; }\n"
            "lop3.b32 r6, r2, r3, r3, 0x96;\n"
            "{ .reg .f32 x; .reg .f64 y; mov.b32 x, r5; cvt.f64.f32 y, x; mov.b64 {r7, r1}, y; }\n"
            "{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, r7; cvt.rz.f16.f32 h, x; mov.b16 z, 0; mov.b32 r5, {h, z}; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r3; cvt.s32.s16 r1, h; }\n"
            "{ .reg .b16 h; cvt.sat.u16.s32 h, r2; cvt.s32.s16 r1, h; }\n"
            "{ .reg .f64 x; mov.b64 x, {r6, r1}; cvt.rni.u32.f64 r0, x; }\n"
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
