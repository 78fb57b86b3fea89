// Random programs, written by generate.py. One block of 128 threads; `in` has 8192 words and `out` 4096 zeros.
typedef unsigned u32;

extern "C" __global__ void random_double_held3_0(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 1152];
        u32 v1 = in[t + 640];
        u32 v2 = in[t + 5760];
        u32 v3 = in[t + 7936];
        u32 v4 = in[t + 4736];
        u32 v5 = in[t + 4096];
        u32 v6 = in[t + 384];
        u32 v7 = t & 1 ? 0x80u : 0x807fffffu;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r4}; mov.b64 y, {r5, r2}; mov.b64 z, {r4, r5}; abs.f64 z, x; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r7, r0}; mov.b64 z, {r1, r7}; mul.rz.f64 z, x, y; mov.b64 {r5, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r4, r3}; mov.b64 z, {r0, r4}; add.rn.f64 z, x, y; .reg .b32 w; mov.b64 {w, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r5, r7}; mov.b64 z, {r5, r5}; fma.rp.f64 z, x, y, z; mov.b64 {r1, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r0, r4}; mov.b64 z, {r0, r0}; min.f64 z, x, y; mov.b64 {r1, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r6}; mov.b64 y, {r0, r7}; mov.b64 z, {r6, r0}; neg.f64 z, y; .reg .b32 w; mov.b64 {w, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r1}; mov.b64 y, {r6, r5}; mov.b64 z, {r1, r6}; abs.f64 z, x; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r1}; mov.b64 y, {r3, r7}; mov.b64 z, {r1, r3}; rcp.rm.f64 z, x; mov.b64 {r2, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r3}; mov.b64 y, {r3, r6}; mov.b64 z, {r3, r3}; div.rn.f64 z, x, y; mov.b64 {r0, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r5}; mov.b64 y, {r5, r1}; mov.b64 z, {r5, r5}; rcp.rn.f64 z, x; .reg .b32 w; mov.b64 {w, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r4}; mov.b64 y, {r6, r5}; mov.b64 z, {r4, r6}; abs.f64 z, x; mov.b64 {r5, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r3, r0}; mov.b64 z, {r7, r3}; abs.f64 z, x; .reg .b32 w; mov.b64 {w, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r6}; mov.b64 y, {r1, r6}; mov.b64 z, {r6, r1}; div.rz.f64 z, x, y; mov.b64 {r6, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r4}; mov.b64 y, {r3, r5}; mov.b64 z, {r4, r3}; abs.f64 z, x; mov.b64 {r7, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r7}; mov.b64 y, {r0, r5}; mov.b64 z, {r7, r0}; add.rn.f64 z, x, y; mov.b64 {r2, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r1}; mov.b64 y, {r3, r5}; mov.b64 z, {r1, r3}; mul.rz.f64 z, x, y; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r6}; mov.b64 y, {r3, r6}; mov.b64 z, {r6, r3}; sqrt.rp.f64 z, x; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r6}; mov.b64 y, {r5, r4}; mov.b64 z, {r6, r5}; rcp.rz.f64 z, x; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r3}; mov.b64 y, {r5, r7}; mov.b64 z, {r3, r5}; fma.rz.f64 z, x, y, z; mov.b64 {r4, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r3}; mov.b64 y, {r3, r1}; mov.b64 z, {r3, r3}; min.f64 z, x, y; mov.b64 {r4, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r0, r4}; mov.b64 z, {r2, r0}; min.f64 z, x, y; mov.b64 {r0, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r2, r5}; mov.b64 z, {r1, r2}; fma.rn.f64 z, x, y, z; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r2}; mov.b64 y, {r7, r1}; mov.b64 z, {r2, r7}; min.f64 z, x, y; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r4, r2}; mov.b64 z, {r7, r4}; mul.rp.f64 z, x, y; .reg .b32 w; mov.b64 {w, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r1}; mov.b64 y, {r2, r1}; mov.b64 z, {r1, r2}; neg.f64 z, y; mov.b64 {r4, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r4, r0}; mov.b64 z, {r0, r4}; setp.nan.f64 p, x, y; selp.f64 z, x, y, p; .reg .b32 w; mov.b64 {w, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r6}; mov.b64 y, {r0, r2}; mov.b64 z, {r6, r0}; rcp.rn.f64 z, x; mov.b64 {r3, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r5}; mov.b64 y, {r3, r3}; mov.b64 z, {r5, r3}; min.f64 z, x, y; mov.b64 {r2, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r4, r6}; mov.b64 z, {r6, r4}; fma.rn.f64 z, x, y, z; mov.b64 {r2, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r4}; mov.b64 y, {r2, r0}; mov.b64 z, {r4, r2}; mul.rn.f64 z, x, y; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
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
        u32 v0 = t & 8 ? 0xffu : 0x7fu;
        u32 v1 = in[t + 1152];
        u32 v2 = in[t + 512];
        u32 v3 = in[t + 2432];
        u32 v4 = t & 8 ? 0x7bff0400u : 0xffffu;
        u32 v5 = in[t + 3584];
        u32 v6 = t & 16 ? 0x7fffu : 0x1u;
        u32 v7 = in[t + 2816];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r0, r7}; mov.b64 z, {r2, r0}; max.f64 z, x, y; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r4}; mov.b64 y, {r7, r3}; mov.b64 z, {r4, r7}; max.f64 z, x, y; mov.b64 {r4, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r4}; mov.b64 y, {r5, r1}; mov.b64 z, {r4, r5}; fma.rm.f64 z, x, y, z; mov.b64 {r1, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r7, r6}; mov.b64 z, {r5, r7}; max.f64 z, x, y; mov.b64 {r4, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r5}; mov.b64 y, {r2, r5}; mov.b64 z, {r5, r2}; neg.f64 z, y; mov.b64 {r2, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r3}; mov.b64 y, {r3, r1}; mov.b64 z, {r3, r3}; div.rn.f64 z, x, y; mov.b64 {r1, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r5}; mov.b64 y, {r3, r2}; mov.b64 z, {r5, r3}; abs.f64 z, x; mov.b64 {r1, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r7}; mov.b64 y, {r4, r7}; mov.b64 z, {r7, r4}; sqrt.rm.f64 z, x; mov.b64 {r0, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r5}; mov.b64 y, {r4, r6}; mov.b64 z, {r5, r4}; neg.f64 z, y; mov.b64 {r4, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r4}; mov.b64 y, {r1, r7}; mov.b64 z, {r4, r1}; mul.rp.f64 z, x, y; .reg .b32 w; mov.b64 {w, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r4}; mov.b64 y, {r3, r4}; mov.b64 z, {r4, r3}; add.rp.f64 z, x, y; mov.b64 {r7, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r2, r4}; mov.b64 z, {r0, r2}; min.f64 z, x, y; mov.b64 {r2, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r0, r6}; mov.b64 z, {r7, r0}; mul.rz.f64 z, x, y; mov.b64 {r1, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r3}; mov.b64 y, {r1, r0}; mov.b64 z, {r3, r1}; mul.rp.f64 z, x, y; mov.b64 {r7, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r5, r4}; mov.b64 z, {r2, r5}; abs.f64 z, x; mov.b64 {r1, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r3}; mov.b64 y, {r6, r6}; mov.b64 z, {r3, r6}; div.rp.f64 z, x, y; mov.b64 {r4, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r2}; mov.b64 y, {r3, r5}; mov.b64 z, {r2, r3}; mul.rz.f64 z, x, y; mov.b64 {r5, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r6}; mov.b64 y, {r5, r4}; mov.b64 z, {r6, r5}; rcp.rp.f64 z, x; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r5}; mov.b64 y, {r2, r1}; mov.b64 z, {r5, r2}; mul.rn.f64 z, x, y; mov.b64 {r6, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r4, r7}; mov.b64 z, {r1, r4}; abs.f64 z, x; mov.b64 {r2, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r0}; mov.b64 y, {r1, r5}; mov.b64 z, {r0, r1}; mul.rp.f64 z, x, y; mov.b64 {r6, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r4, r3}; mov.b64 z, {r0, r4}; max.f64 z, x, y; mov.b64 {r0, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r7, r0}; mov.b64 z, {r2, r7}; max.f64 z, x, y; mov.b64 {r5, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r5}; mov.b64 y, {r0, r7}; mov.b64 z, {r5, r0}; add.rz.f64 z, x, y; mov.b64 {r5, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r3}; mov.b64 y, {r0, r5}; mov.b64 z, {r3, r0}; setp.nan.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r3, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r7}; mov.b64 y, {r7, r1}; mov.b64 z, {r7, r7}; mul.rn.f64 z, x, y; mov.b64 {r1, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r2}; mov.b64 y, {r6, r2}; mov.b64 z, {r2, r6}; add.rz.f64 z, x, y; mov.b64 {r2, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r3}; mov.b64 y, {r6, r4}; mov.b64 z, {r3, r6}; setp.num.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r3}; mov.b64 y, {r1, r0}; mov.b64 z, {r3, r1}; add.rz.f64 z, x, y; mov.b64 {r4, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r5}; mov.b64 y, {r7, r5}; mov.b64 z, {r5, r7}; sqrt.rm.f64 z, x; mov.b64 {r5, r3}, z; }\n"
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
        u32 v0 = t & 1 ? 0x4b000000u : 0x4b000000u;
        u32 v1 = in[t + 4864];
        u32 v2 = in[t + 4352];
        u32 v3 = in[t + 7808];
        u32 v4 = t & 8 ? 0x7fffu : 0x2u;
        u32 v5 = t & 16 ? 0x7bff0400u : 0x4f000000u;
        u32 v6 = in[t + 7808];
        u32 v7 = in[t + 6016];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r1}; mov.b64 y, {r7, r1}; mov.b64 z, {r1, r7}; add.rn.f64 z, x, y; mov.b64 {r0, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r4}; mov.b64 y, {r4, r3}; mov.b64 z, {r4, r4}; div.rp.f64 z, x, y; mov.b64 {r3, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r0}; mov.b64 y, {r3, r2}; mov.b64 z, {r0, r3}; sqrt.rp.f64 z, x; mov.b64 {r5, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r5}; mov.b64 y, {r0, r1}; mov.b64 z, {r5, r0}; neg.f64 z, y; mov.b64 {r2, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r2}; mov.b64 y, {r5, r4}; mov.b64 z, {r2, r5}; add.rn.f64 z, x, y; mov.b64 {r2, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r0, r7}; mov.b64 z, {r5, r0}; min.f64 z, x, y; mov.b64 {r7, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r0}; mov.b64 y, {r3, r4}; mov.b64 z, {r0, r3}; abs.f64 z, x; mov.b64 {r6, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r4, r0}; mov.b64 z, {r4, r4}; add.rp.f64 z, x, y; mov.b64 {r4, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r4}; mov.b64 y, {r7, r2}; mov.b64 z, {r4, r7}; rcp.rz.f64 z, x; mov.b64 {r5, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r7, r2}; mov.b64 z, {r2, r7}; min.f64 z, x, y; mov.b64 {r0, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r3}; mov.b64 y, {r4, r2}; mov.b64 z, {r3, r4}; fma.rp.f64 z, x, y, z; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r4, r6}; mov.b64 z, {r2, r4}; add.rz.f64 z, x, y; mov.b64 {r0, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r4}; mov.b64 y, {r0, r3}; mov.b64 z, {r4, r0}; sqrt.rn.f64 z, x; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r5}; mov.b64 y, {r5, r7}; mov.b64 z, {r5, r5}; rcp.rp.f64 z, x; .reg .b32 w; mov.b64 {w, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r5}; mov.b64 y, {r6, r7}; mov.b64 z, {r5, r6}; neg.f64 z, y; mov.b64 {r1, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r6, r2}; mov.b64 z, {r2, r6}; setp.lt.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r3, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r1}; mov.b64 y, {r3, r7}; mov.b64 z, {r1, r3}; mul.rm.f64 z, x, y; mov.b64 {r6, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r0}; mov.b64 y, {r3, r1}; mov.b64 z, {r0, r3}; rcp.rm.f64 z, x; mov.b64 {r6, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r1}; mov.b64 y, {r2, r3}; mov.b64 z, {r1, r2}; sqrt.rn.f64 z, x; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r1}; mov.b64 y, {r6, r5}; mov.b64 z, {r1, r6}; neg.f64 z, y; mov.b64 {r1, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r1}; mov.b64 y, {r2, r3}; mov.b64 z, {r1, r2}; fma.rm.f64 z, x, y, z; mov.b64 {r5, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r7}; mov.b64 y, {r1, r7}; mov.b64 z, {r7, r1}; min.f64 z, x, y; mov.b64 {r6, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r3}; mov.b64 y, {r1, r4}; mov.b64 z, {r3, r1}; max.f64 z, x, y; mov.b64 {r2, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r6}; mov.b64 y, {r6, r6}; mov.b64 z, {r6, r6}; setp.lt.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r2, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r5}; mov.b64 y, {r6, r2}; mov.b64 z, {r5, r6}; min.f64 z, x, y; mov.b64 {r7, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r7}; mov.b64 y, {r2, r1}; mov.b64 z, {r7, r2}; rcp.rn.f64 z, x; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r1}; mov.b64 y, {r7, r6}; mov.b64 z, {r1, r7}; fma.rp.f64 z, x, y, z; mov.b64 {r5, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r6, r2}; mov.b64 z, {r0, r6}; rcp.rp.f64 z, x; mov.b64 {r4, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r0, r6}; mov.b64 z, {r7, r0}; max.f64 z, x, y; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r2}; mov.b64 y, {r5, r4}; mov.b64 z, {r2, r5}; rcp.rn.f64 z, x; mov.b64 {r1, r3}, z; }\n"
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
        u32 v0 = in[t + 2048];
        u32 v1 = in[t + 6912];
        u32 v2 = in[t + 6400];
        u32 v3 = in[t + 4992];
        u32 v4 = in[t + 4864];
        u32 v5 = in[t + 7040];
        u32 v6 = in[t + 4352];
        u32 v7 = in[t + 3840];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r2}; mov.b64 y, {r2, r5}; mov.b64 z, {r2, r2}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r5, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r6}; mov.b64 y, {r4, r6}; mov.b64 z, {r6, r4}; sqrt.rm.f64 z, x; mov.b64 {r0, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r7}; mov.b64 y, {r7, r2}; mov.b64 z, {r7, r7}; abs.f64 z, x; mov.b64 {r5, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r5}; mov.b64 y, {r7, r5}; mov.b64 z, {r5, r7}; max.f64 z, x, y; mov.b64 {r7, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r5, r7}; mov.b64 z, {r5, r5}; sqrt.rm.f64 z, x; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r2}; mov.b64 y, {r4, r3}; mov.b64 z, {r2, r4}; sqrt.rm.f64 z, x; .reg .b32 w; mov.b64 {w, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r1}; mov.b64 y, {r7, r2}; mov.b64 z, {r1, r7}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r0, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r7, r7}; mov.b64 z, {r2, r7}; sqrt.rn.f64 z, x; .reg .b32 w; mov.b64 {w, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r3}; mov.b64 y, {r2, r1}; mov.b64 z, {r3, r2}; fma.rn.f64 z, x, y, z; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r4}; mov.b64 y, {r0, r2}; mov.b64 z, {r4, r0}; fma.rp.f64 z, x, y, z; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r7}; mov.b64 y, {r3, r3}; mov.b64 z, {r7, r3}; mul.rn.f64 z, x, y; mov.b64 {r7, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r2, r6}; mov.b64 z, {r1, r2}; fma.rp.f64 z, x, y, z; mov.b64 {r4, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r1, r7}; mov.b64 z, {r2, r1}; rcp.rz.f64 z, x; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r4, r5}; mov.b64 z, {r0, r4}; min.f64 z, x, y; mov.b64 {r3, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r3}; mov.b64 y, {r1, r4}; mov.b64 z, {r3, r1}; setp.nan.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r5, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r1}; mov.b64 y, {r7, r7}; mov.b64 z, {r1, r7}; fma.rp.f64 z, x, y, z; mov.b64 {r2, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r0}; mov.b64 y, {r4, r3}; mov.b64 z, {r0, r4}; neg.f64 z, y; mov.b64 {r7, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r2, r1}; mov.b64 z, {r0, r2}; add.rm.f64 z, x, y; mov.b64 {r7, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r6}; mov.b64 y, {r0, r2}; mov.b64 z, {r6, r0}; min.f64 z, x, y; mov.b64 {r3, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r7}; mov.b64 y, {r1, r5}; mov.b64 z, {r7, r1}; fma.rz.f64 z, x, y, z; mov.b64 {r3, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r6}; mov.b64 y, {r3, r5}; mov.b64 z, {r6, r3}; min.f64 z, x, y; mov.b64 {r0, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r4}; mov.b64 y, {r1, r2}; mov.b64 z, {r4, r1}; neg.f64 z, y; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r5}; mov.b64 y, {r2, r7}; mov.b64 z, {r5, r2}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r0, r5}; mov.b64 z, {r5, r0}; setp.nan.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r2, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r0, r2}; mov.b64 z, {r0, r0}; mul.rm.f64 z, x, y; mov.b64 {r7, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r4, r0}; mov.b64 z, {r2, r4}; neg.f64 z, y; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r3}; mov.b64 y, {r0, r7}; mov.b64 z, {r3, r0}; div.rm.f64 z, x, y; mov.b64 {r4, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r6, r1}; mov.b64 z, {r5, r6}; min.f64 z, x, y; mov.b64 {r7, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r3, r2}; mov.b64 z, {r0, r3}; sqrt.rn.f64 z, x; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r1}; mov.b64 y, {r3, r3}; mov.b64 z, {r1, r3}; neg.f64 z, y; mov.b64 {r7, r4}, z; }\n"
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
extern "C" __global__ void random_double_held3_1(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 2048];
        u32 v1 = t & 3 ? 0x7fffffffu : 0x800000u;
        u32 v2 = in[t + 5504];
        u32 v3 = in[t + 1664];
        u32 v4 = in[t + 1536];
        u32 v5 = in[t + 896];
        u32 v6 = in[t + 768];
        u32 v7 = in[t + 3584];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r3, r3}; mov.b64 z, {r6, r3}; abs.f64 z, x; mov.b64 {r4, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r4, r6}; mov.b64 z, {r1, r4}; fma.rp.f64 z, x, y, z; mov.b64 {r4, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r0}; mov.b64 y, {r5, r7}; mov.b64 z, {r0, r5}; sqrt.rn.f64 z, x; mov.b64 {r7, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r6}; mov.b64 y, {r5, r0}; mov.b64 z, {r6, r5}; abs.f64 z, x; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r2, r0}; mov.b64 z, {r1, r2}; add.rn.f64 z, x, y; mov.b64 {r2, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r2}; mov.b64 y, {r2, r7}; mov.b64 z, {r2, r2}; sqrt.rz.f64 z, x; mov.b64 {r1, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r4}; mov.b64 y, {r3, r5}; mov.b64 z, {r4, r3}; setp.nan.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r3}; mov.b64 y, {r0, r3}; mov.b64 z, {r3, r0}; min.f64 z, x, y; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r3}; mov.b64 y, {r0, r0}; mov.b64 z, {r3, r0}; abs.f64 z, x; mov.b64 {r7, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r5}; mov.b64 y, {r2, r3}; mov.b64 z, {r5, r2}; max.f64 z, x, y; mov.b64 {r6, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r6}; mov.b64 y, {r1, r1}; mov.b64 z, {r6, r1}; sqrt.rm.f64 z, x; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r6}; mov.b64 y, {r0, r4}; mov.b64 z, {r6, r0}; div.rz.f64 z, x, y; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r2}; mov.b64 y, {r2, r7}; mov.b64 z, {r2, r2}; min.f64 z, x, y; mov.b64 {r1, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r0}; mov.b64 y, {r3, r1}; mov.b64 z, {r0, r3}; setp.nan.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r4, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r3}; mov.b64 y, {r0, r3}; mov.b64 z, {r3, r0}; neg.f64 z, y; mov.b64 {r0, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r5}; mov.b64 y, {r3, r6}; mov.b64 z, {r5, r3}; neg.f64 z, y; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r7}; mov.b64 y, {r1, r1}; mov.b64 z, {r7, r1}; max.f64 z, x, y; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r4, r4}; mov.b64 z, {r4, r4}; rcp.rz.f64 z, x; .reg .b32 w; mov.b64 {w, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r4}; mov.b64 y, {r5, r7}; mov.b64 z, {r4, r5}; mul.rp.f64 z, x, y; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r0}; mov.b64 y, {r0, r1}; mov.b64 z, {r0, r0}; max.f64 z, x, y; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r5, r3}; mov.b64 z, {r6, r5}; add.rm.f64 z, x, y; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r2}; mov.b64 y, {r4, r6}; mov.b64 z, {r2, r4}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r6, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r1}; mov.b64 y, {r4, r2}; mov.b64 z, {r1, r4}; setp.eq.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r5, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r3}; mov.b64 y, {r6, r1}; mov.b64 z, {r3, r6}; rcp.rn.f64 z, x; mov.b64 {r3, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r6, r0}; mov.b64 z, {r5, r6}; div.rp.f64 z, x, y; mov.b64 {r2, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r4}; mov.b64 y, {r2, r5}; mov.b64 z, {r4, r2}; mul.rp.f64 z, x, y; mov.b64 {r2, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r3}; mov.b64 y, {r6, r5}; mov.b64 z, {r3, r6}; min.f64 z, x, y; mov.b64 {r6, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r5, r1}; mov.b64 z, {r2, r5}; add.rp.f64 z, x, y; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r1, r2}; mov.b64 z, {r2, r1}; abs.f64 z, x; mov.b64 {r0, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r3}; mov.b64 y, {r0, r1}; mov.b64 z, {r3, r0}; fma.rp.f64 z, x, y, z; mov.b64 {r0, r7}, z; }\n"
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
        u32 v0 = t & 3 ? 0x7fu : 0x807fffffu;
        u32 v1 = in[t + 896];
        u32 v2 = in[t + 1152];
        u32 v3 = in[t + 4480];
        u32 v4 = in[t + 2304];
        u32 v5 = in[t + 3840];
        u32 v6 = in[t + 4608];
        u32 v7 = in[t + 7552];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r1}; mov.b64 y, {r4, r4}; mov.b64 z, {r1, r4}; fma.rm.f64 z, x, y, z; mov.b64 {r7, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r6}; mov.b64 y, {r0, r7}; mov.b64 z, {r6, r0}; setp.eq.f64 p, x, y; selp.f64 z, x, y, p; .reg .b32 w; mov.b64 {w, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r6}; mov.b64 y, {r3, r5}; mov.b64 z, {r6, r3}; rcp.rm.f64 z, x; mov.b64 {r3, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r2}; mov.b64 y, {r2, r1}; mov.b64 z, {r2, r2}; add.rp.f64 z, x, y; mov.b64 {r4, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r7, r1}; mov.b64 z, {r6, r7}; abs.f64 z, x; mov.b64 {r2, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r6, r4}; mov.b64 z, {r0, r6}; fma.rz.f64 z, x, y, z; mov.b64 {r7, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r6, r0}; mov.b64 z, {r2, r6}; fma.rm.f64 z, x, y, z; mov.b64 {r4, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r5}; mov.b64 y, {r0, r7}; mov.b64 z, {r5, r0}; rcp.rm.f64 z, x; mov.b64 {r1, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r7}; mov.b64 y, {r3, r4}; mov.b64 z, {r7, r3}; add.rp.f64 z, x, y; mov.b64 {r1, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r1}; mov.b64 y, {r1, r1}; mov.b64 z, {r1, r1}; max.f64 z, x, y; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r7}; mov.b64 y, {r5, r7}; mov.b64 z, {r7, r5}; mul.rm.f64 z, x, y; mov.b64 {r0, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r0, r2}; mov.b64 z, {r2, r0}; max.f64 z, x, y; mov.b64 {r4, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r7}; mov.b64 y, {r7, r5}; mov.b64 z, {r7, r7}; div.rz.f64 z, x, y; mov.b64 {r7, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r5}; mov.b64 y, {r7, r6}; mov.b64 z, {r5, r7}; sqrt.rm.f64 z, x; mov.b64 {r5, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r0}; mov.b64 y, {r5, r4}; mov.b64 z, {r0, r5}; abs.f64 z, x; mov.b64 {r5, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r3, r2}; mov.b64 z, {r2, r3}; add.rm.f64 z, x, y; mov.b64 {r3, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r4}; mov.b64 y, {r4, r1}; mov.b64 z, {r4, r4}; min.f64 z, x, y; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r4}; mov.b64 y, {r1, r3}; mov.b64 z, {r4, r1}; setp.eq.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r0, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r0, r2}; mov.b64 z, {r7, r0}; setp.lt.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r1, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r3}; mov.b64 y, {r5, r0}; mov.b64 z, {r3, r5}; sqrt.rm.f64 z, x; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r1}; mov.b64 y, {r5, r7}; mov.b64 z, {r1, r5}; max.f64 z, x, y; mov.b64 {r2, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r7, r4}; mov.b64 z, {r0, r7}; min.f64 z, x, y; mov.b64 {r0, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r0}; mov.b64 y, {r7, r1}; mov.b64 z, {r0, r7}; neg.f64 z, y; .reg .b32 w; mov.b64 {w, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r6}; mov.b64 y, {r3, r0}; mov.b64 z, {r6, r3}; fma.rz.f64 z, x, y, z; mov.b64 {r4, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r1, r4}; mov.b64 z, {r7, r1}; neg.f64 z, y; mov.b64 {r4, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r3}; mov.b64 y, {r2, r4}; mov.b64 z, {r3, r2}; max.f64 z, x, y; mov.b64 {r5, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r1}; mov.b64 y, {r4, r5}; mov.b64 z, {r1, r4}; max.f64 z, x, y; .reg .b32 w; mov.b64 {w, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r0}; mov.b64 y, {r3, r2}; mov.b64 z, {r0, r3}; mul.rm.f64 z, x, y; mov.b64 {r7, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r6, r0}; mov.b64 z, {r6, r6}; add.rp.f64 z, x, y; mov.b64 {r7, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r6}; mov.b64 y, {r0, r5}; mov.b64 z, {r6, r0}; sqrt.rn.f64 z, x; .reg .b32 w; mov.b64 {w, r3}, z; }\n"
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
        u32 v0 = in[t + 5120];
        u32 v1 = in[t + 5888];
        u32 v2 = t & 1 ? 0x7fu : 0x80000000u;
        u32 v3 = in[t + 4352];
        u32 v4 = in[t + 2048];
        u32 v5 = t & 16 ? 0x2u : 0x0u;
        u32 v6 = in[t + 4992];
        u32 v7 = in[t + 2048];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r6}; mov.b64 y, {r2, r7}; mov.b64 z, {r6, r2}; abs.f64 z, x; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r1}; mov.b64 y, {r2, r4}; mov.b64 z, {r1, r2}; rcp.rn.f64 z, x; mov.b64 {r7, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r3}; mov.b64 y, {r1, r6}; mov.b64 z, {r3, r1}; sqrt.rz.f64 z, x; .reg .b32 w; mov.b64 {w, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r1, r5}; mov.b64 z, {r2, r1}; abs.f64 z, x; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r3}; mov.b64 y, {r1, r1}; mov.b64 z, {r3, r1}; add.rn.f64 z, x, y; mov.b64 {r4, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r7, r1}; mov.b64 z, {r0, r7}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r2, r7}; mov.b64 z, {r0, r2}; max.f64 z, x, y; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r1}; mov.b64 y, {r6, r5}; mov.b64 z, {r1, r6}; mul.rm.f64 z, x, y; mov.b64 {r4, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r0}; mov.b64 y, {r5, r2}; mov.b64 z, {r0, r5}; min.f64 z, x, y; mov.b64 {r2, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r5}; mov.b64 y, {r4, r0}; mov.b64 z, {r5, r4}; div.rz.f64 z, x, y; mov.b64 {r3, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r6}; mov.b64 y, {r3, r4}; mov.b64 z, {r6, r3}; rcp.rm.f64 z, x; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r4, r5}; mov.b64 z, {r7, r4}; mul.rz.f64 z, x, y; mov.b64 {r1, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r0, r0}; mov.b64 z, {r7, r0}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r3, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r7}; mov.b64 y, {r1, r4}; mov.b64 z, {r7, r1}; neg.f64 z, y; mov.b64 {r1, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r6}; mov.b64 y, {r1, r3}; mov.b64 z, {r6, r1}; neg.f64 z, y; mov.b64 {r7, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r7, r0}; mov.b64 z, {r5, r7}; mul.rz.f64 z, x, y; mov.b64 {r7, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r6}; mov.b64 y, {r2, r5}; mov.b64 z, {r6, r2}; setp.nan.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r5, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r5}; mov.b64 y, {r4, r7}; mov.b64 z, {r5, r4}; max.f64 z, x, y; .reg .b32 w; mov.b64 {w, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r0, r4}; mov.b64 z, {r0, r0}; rcp.rz.f64 z, x; mov.b64 {r7, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r2}; mov.b64 y, {r2, r1}; mov.b64 z, {r2, r2}; div.rz.f64 z, x, y; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r6}; mov.b64 y, {r7, r5}; mov.b64 z, {r6, r7}; min.f64 z, x, y; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r4, r1}; mov.b64 z, {r0, r4}; mul.rp.f64 z, x, y; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r2, r6}; mov.b64 z, {r7, r2}; max.f64 z, x, y; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r6, r5}; mov.b64 z, {r7, r6}; setp.num.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r3, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r6}; mov.b64 y, {r5, r6}; mov.b64 z, {r6, r5}; div.rm.f64 z, x, y; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r5}; mov.b64 y, {r6, r3}; mov.b64 z, {r5, r6}; max.f64 z, x, y; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r1}; mov.b64 y, {r5, r3}; mov.b64 z, {r1, r5}; rcp.rm.f64 z, x; mov.b64 {r1, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r5}; mov.b64 y, {r3, r0}; mov.b64 z, {r5, r3}; abs.f64 z, x; mov.b64 {r4, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r1}; mov.b64 y, {r3, r0}; mov.b64 z, {r1, r3}; min.f64 z, x, y; mov.b64 {r3, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r0, r4}; mov.b64 z, {r7, r0}; setp.gtu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r7, r0}, z; }\n"
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
        u32 v0 = in[t + 2816];
        u32 v1 = t & 1 ? 0xcf000000u : 0x7fc00000u;
        u32 v2 = in[t + 4096];
        u32 v3 = t & 3 ? 0x3f800000u : 0x7f7fffffu;
        u32 v4 = in[t + 640];
        u32 v5 = in[t + 7168];
        u32 v6 = in[t + 1280];
        u32 v7 = in[t + 5120];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r2}; mov.b64 y, {r5, r1}; mov.b64 z, {r2, r5}; sqrt.rp.f64 z, x; mov.b64 {r4, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r1}; mov.b64 y, {r3, r2}; mov.b64 z, {r1, r3}; mul.rz.f64 z, x, y; mov.b64 {r4, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r7}; mov.b64 y, {r0, r2}; mov.b64 z, {r7, r0}; neg.f64 z, y; mov.b64 {r4, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r5}; mov.b64 y, {r4, r6}; mov.b64 z, {r5, r4}; add.rn.f64 z, x, y; mov.b64 {r5, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r2}; mov.b64 y, {r5, r6}; mov.b64 z, {r2, r5}; add.rz.f64 z, x, y; mov.b64 {r7, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r6}; mov.b64 y, {r6, r1}; mov.b64 z, {r6, r6}; abs.f64 z, x; mov.b64 {r3, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r6, r4}; mov.b64 z, {r0, r6}; max.f64 z, x, y; mov.b64 {r2, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r3}; mov.b64 y, {r0, r6}; mov.b64 z, {r3, r0}; max.f64 z, x, y; mov.b64 {r1, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r1, r5}; mov.b64 z, {r0, r1}; max.f64 z, x, y; .reg .b32 w; mov.b64 {w, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r3}; mov.b64 y, {r0, r6}; mov.b64 z, {r3, r0}; abs.f64 z, x; mov.b64 {r3, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r0, r3}; mov.b64 z, {r0, r0}; min.f64 z, x, y; mov.b64 {r6, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r6}; mov.b64 y, {r6, r1}; mov.b64 z, {r6, r6}; add.rm.f64 z, x, y; mov.b64 {r4, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r0, r6}; mov.b64 z, {r7, r0}; fma.rn.f64 z, x, y, z; mov.b64 {r6, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r5}; mov.b64 y, {r6, r0}; mov.b64 z, {r5, r6}; min.f64 z, x, y; mov.b64 {r2, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r7}; mov.b64 y, {r6, r6}; mov.b64 z, {r7, r6}; add.rp.f64 z, x, y; mov.b64 {r3, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r2}; mov.b64 y, {r2, r5}; mov.b64 z, {r2, r2}; sqrt.rm.f64 z, x; mov.b64 {r2, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r3, r4}; mov.b64 z, {r0, r3}; min.f64 z, x, y; mov.b64 {r3, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r1}; mov.b64 y, {r2, r5}; mov.b64 z, {r1, r2}; rcp.rn.f64 z, x; mov.b64 {r7, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r3}; mov.b64 y, {r4, r5}; mov.b64 z, {r3, r4}; fma.rm.f64 z, x, y, z; mov.b64 {r2, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r2}; mov.b64 y, {r6, r2}; mov.b64 z, {r2, r6}; rcp.rp.f64 z, x; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r6, r4}; mov.b64 z, {r2, r6}; sqrt.rm.f64 z, x; mov.b64 {r0, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r3}; mov.b64 y, {r7, r4}; mov.b64 z, {r3, r7}; mul.rn.f64 z, x, y; mov.b64 {r7, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r6, r3}; mov.b64 z, {r0, r6}; setp.gtu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r2, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r1}; mov.b64 y, {r2, r2}; mov.b64 z, {r1, r2}; sqrt.rz.f64 z, x; mov.b64 {r6, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r3}; mov.b64 y, {r5, r4}; mov.b64 z, {r3, r5}; setp.gtu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r0, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r2, r1}; mov.b64 z, {r2, r2}; div.rn.f64 z, x, y; mov.b64 {r5, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r7, r4}; mov.b64 z, {r2, r7}; setp.gtu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r5, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r0, r1}; mov.b64 z, {r2, r0}; div.rn.f64 z, x, y; mov.b64 {r7, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r0}; mov.b64 y, {r7, r1}; mov.b64 z, {r0, r7}; sqrt.rm.f64 z, x; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r7}; mov.b64 y, {r1, r6}; mov.b64 z, {r7, r1}; setp.num.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r0, r1}, z; }\n"
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
extern "C" __global__ void random_double_held3_2(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 3328];
        u32 v1 = in[t + 3584];
        u32 v2 = in[t + 512];
        u32 v3 = in[t + 6400];
        u32 v4 = in[t + 3328];
        u32 v5 = in[t + 5760];
        u32 v6 = t & 3 ? 0x807fffffu : 0xbf800000u;
        u32 v7 = in[t + 1536];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r7}; mov.b64 y, {r7, r5}; mov.b64 z, {r7, r7}; div.rm.f64 z, x, y; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r7}; mov.b64 y, {r4, r0}; mov.b64 z, {r7, r4}; neg.f64 z, y; mov.b64 {r7, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r6}; mov.b64 y, {r2, r1}; mov.b64 z, {r6, r2}; mul.rn.f64 z, x, y; mov.b64 {r2, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r7}; mov.b64 y, {r2, r6}; mov.b64 z, {r7, r2}; neg.f64 z, y; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r7}; mov.b64 y, {r6, r0}; mov.b64 z, {r7, r6}; add.rn.f64 z, x, y; mov.b64 {r5, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r7}; mov.b64 y, {r7, r2}; mov.b64 z, {r7, r7}; setp.gtu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r6, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r0, r4}; mov.b64 z, {r2, r0}; add.rz.f64 z, x, y; mov.b64 {r5, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r6, r0}; mov.b64 z, {r0, r6}; add.rn.f64 z, x, y; mov.b64 {r3, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r0}; mov.b64 y, {r0, r5}; mov.b64 z, {r0, r0}; div.rz.f64 z, x, y; mov.b64 {r2, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r4}; mov.b64 y, {r7, r5}; mov.b64 z, {r4, r7}; max.f64 z, x, y; mov.b64 {r0, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r4, r5}; mov.b64 z, {r6, r4}; div.rp.f64 z, x, y; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r6, r7}; mov.b64 z, {r0, r6}; min.f64 z, x, y; mov.b64 {r0, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r2}; mov.b64 y, {r4, r0}; mov.b64 z, {r2, r4}; add.rp.f64 z, x, y; mov.b64 {r6, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r4}; mov.b64 y, {r2, r1}; mov.b64 z, {r4, r2}; mul.rm.f64 z, x, y; mov.b64 {r7, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r7, r5}; mov.b64 z, {r6, r7}; fma.rm.f64 z, x, y, z; mov.b64 {r3, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r2}; mov.b64 y, {r2, r7}; mov.b64 z, {r2, r2}; rcp.rn.f64 z, x; mov.b64 {r0, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r4}; mov.b64 y, {r0, r4}; mov.b64 z, {r4, r0}; rcp.rm.f64 z, x; mov.b64 {r2, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r1, r1}; mov.b64 z, {r7, r1}; sqrt.rm.f64 z, x; .reg .b32 w; mov.b64 {w, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r3}; mov.b64 y, {r2, r3}; mov.b64 z, {r3, r2}; fma.rp.f64 z, x, y, z; mov.b64 {r4, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r7}; mov.b64 y, {r5, r4}; mov.b64 z, {r7, r5}; fma.rz.f64 z, x, y, z; mov.b64 {r0, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r0}; mov.b64 y, {r4, r1}; mov.b64 z, {r0, r4}; fma.rm.f64 z, x, y, z; .reg .b32 w; mov.b64 {w, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r5}; mov.b64 y, {r1, r7}; mov.b64 z, {r5, r1}; max.f64 z, x, y; .reg .b32 w; mov.b64 {w, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r5}; mov.b64 y, {r6, r7}; mov.b64 z, {r5, r6}; rcp.rn.f64 z, x; mov.b64 {r0, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r7}; mov.b64 y, {r7, r5}; mov.b64 z, {r7, r7}; abs.f64 z, x; mov.b64 {r2, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r4}; mov.b64 y, {r4, r5}; mov.b64 z, {r4, r4}; abs.f64 z, x; .reg .b32 w; mov.b64 {w, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r0}; mov.b64 y, {r1, r2}; mov.b64 z, {r0, r1}; add.rz.f64 z, x, y; mov.b64 {r1, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r1}; mov.b64 y, {r5, r7}; mov.b64 z, {r1, r5}; max.f64 z, x, y; .reg .b32 w; mov.b64 {w, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r7, r5}; mov.b64 z, {r2, r7}; min.f64 z, x, y; mov.b64 {r4, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r3}; mov.b64 y, {r1, r2}; mov.b64 z, {r3, r1}; div.rp.f64 z, x, y; mov.b64 {r0, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r1}; mov.b64 y, {r1, r0}; mov.b64 z, {r1, r1}; max.f64 z, x, y; mov.b64 {r7, r4}, z; }\n"
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
        u32 v0 = in[t + 7552];
        u32 v1 = t & 3 ? 0xff800000u : 0x7f7fffffu;
        u32 v2 = in[t + 4352];
        u32 v3 = in[t + 1792];
        u32 v4 = in[t + 128];
        u32 v5 = in[t + 7936];
        u32 v6 = in[t + 384];
        u32 v7 = in[t + 3712];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r2, r7}; mov.b64 z, {r4, r2}; abs.f64 z, x; mov.b64 {r1, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r3, r3}; mov.b64 z, {r2, r3}; add.rn.f64 z, x, y; mov.b64 {r1, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r5}; mov.b64 y, {r2, r7}; mov.b64 z, {r5, r2}; setp.gtu.f64 p, x, y; selp.f64 z, x, y, p; .reg .b32 w; mov.b64 {w, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r3}; mov.b64 y, {r3, r7}; mov.b64 z, {r3, r3}; abs.f64 z, x; mov.b64 {r3, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r2}; mov.b64 y, {r0, r5}; mov.b64 z, {r2, r0}; div.rz.f64 z, x, y; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r3}; mov.b64 y, {r6, r2}; mov.b64 z, {r3, r6}; fma.rz.f64 z, x, y, z; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r7, r2}; mov.b64 z, {r0, r7}; div.rn.f64 z, x, y; .reg .b32 w; mov.b64 {w, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r7}; mov.b64 y, {r5, r5}; mov.b64 z, {r7, r5}; setp.eq.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r2}; mov.b64 y, {r7, r2}; mov.b64 z, {r2, r7}; fma.rn.f64 z, x, y, z; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r2}; mov.b64 y, {r2, r7}; mov.b64 z, {r2, r2}; neg.f64 z, y; mov.b64 {r5, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r6, r4}; mov.b64 z, {r0, r6}; sqrt.rz.f64 z, x; mov.b64 {r5, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r4}; mov.b64 y, {r4, r4}; mov.b64 z, {r4, r4}; mul.rn.f64 z, x, y; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r3}; mov.b64 y, {r6, r6}; mov.b64 z, {r3, r6}; fma.rp.f64 z, x, y, z; mov.b64 {r5, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r7}; mov.b64 y, {r0, r2}; mov.b64 z, {r7, r0}; add.rn.f64 z, x, y; mov.b64 {r2, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r7}; mov.b64 y, {r1, r2}; mov.b64 z, {r7, r1}; sqrt.rz.f64 z, x; mov.b64 {r7, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r2}; mov.b64 y, {r2, r4}; mov.b64 z, {r2, r2}; min.f64 z, x, y; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r4}; mov.b64 y, {r1, r7}; mov.b64 z, {r4, r1}; max.f64 z, x, y; mov.b64 {r2, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r3}; mov.b64 y, {r6, r0}; mov.b64 z, {r3, r6}; fma.rz.f64 z, x, y, z; mov.b64 {r2, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r7}; mov.b64 y, {r7, r5}; mov.b64 z, {r7, r7}; max.f64 z, x, y; mov.b64 {r0, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r4}; mov.b64 y, {r2, r6}; mov.b64 z, {r4, r2}; rcp.rp.f64 z, x; mov.b64 {r4, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r3}; mov.b64 y, {r1, r4}; mov.b64 z, {r3, r1}; add.rn.f64 z, x, y; mov.b64 {r2, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r5}; mov.b64 y, {r4, r7}; mov.b64 z, {r5, r4}; add.rm.f64 z, x, y; mov.b64 {r3, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r2}; mov.b64 y, {r5, r5}; mov.b64 z, {r2, r5}; abs.f64 z, x; mov.b64 {r5, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r2, r2}; mov.b64 z, {r2, r2}; add.rz.f64 z, x, y; mov.b64 {r7, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r7}; mov.b64 y, {r3, r2}; mov.b64 z, {r7, r3}; max.f64 z, x, y; mov.b64 {r7, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r2}; mov.b64 y, {r7, r7}; mov.b64 z, {r2, r7}; rcp.rp.f64 z, x; mov.b64 {r2, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r4}; mov.b64 y, {r4, r0}; mov.b64 z, {r4, r4}; mul.rp.f64 z, x, y; mov.b64 {r4, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r5}; mov.b64 y, {r4, r6}; mov.b64 z, {r5, r4}; abs.f64 z, x; mov.b64 {r0, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r6}; mov.b64 y, {r6, r5}; mov.b64 z, {r6, r6}; rcp.rn.f64 z, x; mov.b64 {r4, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r5}; mov.b64 y, {r7, r4}; mov.b64 z, {r5, r7}; fma.rp.f64 z, x, y, z; mov.b64 {r1, r7}, z; }\n"
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
        u32 v0 = t & 3 ? 0x80000000u : 0x80u;
        u32 v1 = t & 1 ? 0x3f803f80u : 0x2u;
        u32 v2 = in[t + 7552];
        u32 v3 = in[t + 2048];
        u32 v4 = t & 16 ? 0x3ff8001u : 0x80000000u;
        u32 v5 = in[t + 6656];
        u32 v6 = t & 1 ? 0x80000000u : 0x8000u;
        u32 v7 = in[t + 5888];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r7}; mov.b64 y, {r3, r6}; mov.b64 z, {r7, r3}; min.f64 z, x, y; mov.b64 {r7, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r0, r1}; mov.b64 z, {r6, r0}; abs.f64 z, x; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r2, r0}; mov.b64 z, {r1, r2}; rcp.rn.f64 z, x; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r1, r6}; mov.b64 z, {r6, r1}; neg.f64 z, y; .reg .b32 w; mov.b64 {w, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r4, r2}; mov.b64 z, {r2, r4}; min.f64 z, x, y; .reg .b32 w; mov.b64 {w, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r7}; mov.b64 y, {r6, r7}; mov.b64 z, {r7, r6}; rcp.rp.f64 z, x; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r7}; mov.b64 y, {r1, r4}; mov.b64 z, {r7, r1}; max.f64 z, x, y; mov.b64 {r6, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r4, r0}; mov.b64 z, {r2, r4}; abs.f64 z, x; .reg .b32 w; mov.b64 {w, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r6}; mov.b64 y, {r6, r6}; mov.b64 z, {r6, r6}; sqrt.rz.f64 z, x; mov.b64 {r5, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r0}; mov.b64 y, {r0, r4}; mov.b64 z, {r0, r0}; sqrt.rn.f64 z, x; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r4}; mov.b64 y, {r5, r1}; mov.b64 z, {r4, r5}; max.f64 z, x, y; mov.b64 {r5, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r1}; mov.b64 y, {r3, r7}; mov.b64 z, {r1, r3}; sqrt.rn.f64 z, x; mov.b64 {r3, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r4}; mov.b64 y, {r0, r2}; mov.b64 z, {r4, r0}; mul.rm.f64 z, x, y; mov.b64 {r4, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r6}; mov.b64 y, {r1, r6}; mov.b64 z, {r6, r1}; sqrt.rn.f64 z, x; mov.b64 {r2, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r3, r4}; mov.b64 z, {r2, r3}; setp.nan.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r7, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r5, r4}; mov.b64 z, {r2, r5}; sqrt.rp.f64 z, x; mov.b64 {r1, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r0}; mov.b64 y, {r4, r6}; mov.b64 z, {r0, r4}; neg.f64 z, y; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r0}; mov.b64 y, {r7, r5}; mov.b64 z, {r0, r7}; mul.rm.f64 z, x, y; mov.b64 {r7, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r2, r6}; mov.b64 z, {r5, r2}; fma.rn.f64 z, x, y, z; mov.b64 {r2, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r3}; mov.b64 y, {r4, r7}; mov.b64 z, {r3, r4}; max.f64 z, x, y; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r5}; mov.b64 y, {r7, r2}; mov.b64 z, {r5, r7}; neg.f64 z, y; mov.b64 {r1, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r4, r2}; mov.b64 z, {r5, r4}; rcp.rp.f64 z, x; mov.b64 {r7, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r1}; mov.b64 y, {r6, r4}; mov.b64 z, {r1, r6}; div.rn.f64 z, x, y; mov.b64 {r2, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r7, r7}; mov.b64 z, {r5, r7}; max.f64 z, x, y; mov.b64 {r5, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r2, r1}; mov.b64 z, {r0, r2}; min.f64 z, x, y; .reg .b32 w; mov.b64 {w, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r5}; mov.b64 y, {r4, r1}; mov.b64 z, {r5, r4}; setp.gtu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r4, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r0}; mov.b64 y, {r1, r4}; mov.b64 z, {r0, r1}; add.rp.f64 z, x, y; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r7}; mov.b64 y, {r3, r5}; mov.b64 z, {r7, r3}; min.f64 z, x, y; mov.b64 {r1, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r0, r3}; mov.b64 z, {r0, r0}; mul.rm.f64 z, x, y; mov.b64 {r7, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r3}; mov.b64 y, {r0, r2}; mov.b64 z, {r3, r0}; sqrt.rz.f64 z, x; mov.b64 {r7, r2}, z; }\n"
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
        u32 v0 = in[t + 7424];
        u32 v1 = in[t + 7296];
        u32 v2 = in[t + 1664];
        u32 v3 = in[t + 4992];
        u32 v4 = in[t + 6016];
        u32 v5 = t & 16 ? 0x0u : 0x80u;
        u32 v6 = in[t + 5632];
        u32 v7 = in[t + 0];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r0}; mov.b64 y, {r1, r1}; mov.b64 z, {r0, r1}; max.f64 z, x, y; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r2}; mov.b64 y, {r1, r5}; mov.b64 z, {r2, r1}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r7, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r2}; mov.b64 y, {r4, r5}; mov.b64 z, {r2, r4}; fma.rm.f64 z, x, y, z; mov.b64 {r3, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r0, r1}; mov.b64 z, {r6, r0}; abs.f64 z, x; mov.b64 {r5, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r4}; mov.b64 y, {r0, r3}; mov.b64 z, {r4, r0}; fma.rp.f64 z, x, y, z; mov.b64 {r7, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r4}; mov.b64 y, {r3, r7}; mov.b64 z, {r4, r3}; min.f64 z, x, y; mov.b64 {r1, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r6}; mov.b64 y, {r7, r6}; mov.b64 z, {r6, r7}; mul.rz.f64 z, x, y; mov.b64 {r1, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r6, r0}; mov.b64 z, {r5, r6}; add.rm.f64 z, x, y; mov.b64 {r0, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r1}; mov.b64 y, {r3, r1}; mov.b64 z, {r1, r3}; div.rn.f64 z, x, y; mov.b64 {r4, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r2, r0}; mov.b64 z, {r0, r2}; abs.f64 z, x; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r3}; mov.b64 y, {r5, r0}; mov.b64 z, {r3, r5}; min.f64 z, x, y; mov.b64 {r2, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r6}; mov.b64 y, {r4, r3}; mov.b64 z, {r6, r4}; max.f64 z, x, y; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r6}; mov.b64 y, {r4, r2}; mov.b64 z, {r6, r4}; fma.rn.f64 z, x, y, z; mov.b64 {r7, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r2}; mov.b64 y, {r2, r1}; mov.b64 z, {r2, r2}; fma.rp.f64 z, x, y, z; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r5}; mov.b64 y, {r4, r5}; mov.b64 z, {r5, r4}; mul.rz.f64 z, x, y; mov.b64 {r2, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r7, r2}; mov.b64 z, {r2, r7}; div.rp.f64 z, x, y; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r4, r4}; mov.b64 z, {r2, r4}; min.f64 z, x, y; mov.b64 {r5, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r4}; mov.b64 y, {r6, r7}; mov.b64 z, {r4, r6}; div.rz.f64 z, x, y; mov.b64 {r0, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r3}; mov.b64 y, {r7, r7}; mov.b64 z, {r3, r7}; add.rm.f64 z, x, y; .reg .b32 w; mov.b64 {w, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r7}; mov.b64 y, {r3, r3}; mov.b64 z, {r7, r3}; mul.rm.f64 z, x, y; mov.b64 {r7, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r2}; mov.b64 y, {r4, r0}; mov.b64 z, {r2, r4}; rcp.rp.f64 z, x; .reg .b32 w; mov.b64 {w, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r4}; mov.b64 y, {r1, r1}; mov.b64 z, {r4, r1}; neg.f64 z, y; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r3}; mov.b64 y, {r5, r4}; mov.b64 z, {r3, r5}; neg.f64 z, y; mov.b64 {r7, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r3}; mov.b64 y, {r3, r6}; mov.b64 z, {r3, r3}; abs.f64 z, x; mov.b64 {r4, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r4}; mov.b64 y, {r0, r6}; mov.b64 z, {r4, r0}; max.f64 z, x, y; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r7}; mov.b64 y, {r5, r4}; mov.b64 z, {r7, r5}; mul.rz.f64 z, x, y; mov.b64 {r0, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r5}; mov.b64 y, {r4, r7}; mov.b64 z, {r5, r4}; mul.rz.f64 z, x, y; mov.b64 {r4, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r6}; mov.b64 y, {r7, r3}; mov.b64 z, {r6, r7}; setp.lt.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r5, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r7}; mov.b64 y, {r4, r4}; mov.b64 z, {r7, r4}; sqrt.rm.f64 z, x; mov.b64 {r1, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r0}; mov.b64 y, {r2, r2}; mov.b64 z, {r0, r2}; abs.f64 z, x; mov.b64 {r1, r5}, z; }\n"
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
extern "C" __global__ void random_double_held3_3(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 1408];
        u32 v1 = in[t + 4224];
        u32 v2 = t & 8 ? 0x1u : 0x800000u;
        u32 v3 = in[t + 5760];
        u32 v4 = t & 8 ? 0x1u : 0x1u;
        u32 v5 = in[t + 3712];
        u32 v6 = in[t + 4096];
        u32 v7 = in[t + 5760];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r5, r4}; mov.b64 z, {r0, r5}; min.f64 z, x, y; mov.b64 {r3, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r0}; mov.b64 y, {r3, r5}; mov.b64 z, {r0, r3}; fma.rp.f64 z, x, y, z; mov.b64 {r2, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r1, r0}; mov.b64 z, {r0, r1}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r5, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r5, r7}; mov.b64 z, {r0, r5}; mul.rp.f64 z, x, y; mov.b64 {r1, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r3}; mov.b64 y, {r5, r2}; mov.b64 z, {r3, r5}; neg.f64 z, y; mov.b64 {r6, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r5}; mov.b64 y, {r5, r1}; mov.b64 z, {r5, r5}; abs.f64 z, x; mov.b64 {r7, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r5}; mov.b64 y, {r4, r3}; mov.b64 z, {r5, r4}; min.f64 z, x, y; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r7}; mov.b64 y, {r7, r3}; mov.b64 z, {r7, r7}; sqrt.rm.f64 z, x; mov.b64 {r3, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r3}; mov.b64 y, {r0, r7}; mov.b64 z, {r3, r0}; add.rz.f64 z, x, y; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r0}; mov.b64 y, {r1, r4}; mov.b64 z, {r0, r1}; abs.f64 z, x; mov.b64 {r7, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r4}; mov.b64 y, {r1, r2}; mov.b64 z, {r4, r1}; setp.num.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r6, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r3}; mov.b64 y, {r7, r7}; mov.b64 z, {r3, r7}; fma.rn.f64 z, x, y, z; mov.b64 {r7, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r6, r0}; mov.b64 z, {r0, r6}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r2, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r2, r5}; mov.b64 z, {r7, r2}; neg.f64 z, y; mov.b64 {r5, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r6}; mov.b64 y, {r6, r0}; mov.b64 z, {r6, r6}; mul.rp.f64 z, x, y; mov.b64 {r1, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r0, r2}; mov.b64 z, {r5, r0}; fma.rn.f64 z, x, y, z; mov.b64 {r5, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r5}; mov.b64 y, {r7, r7}; mov.b64 z, {r5, r7}; min.f64 z, x, y; mov.b64 {r2, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r0}; mov.b64 y, {r2, r5}; mov.b64 z, {r0, r2}; max.f64 z, x, y; mov.b64 {r1, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r6, r0}; mov.b64 z, {r1, r6}; fma.rn.f64 z, x, y, z; mov.b64 {r5, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r0}; mov.b64 y, {r6, r7}; mov.b64 z, {r0, r6}; setp.num.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r2, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r0}; mov.b64 y, {r5, r3}; mov.b64 z, {r0, r5}; min.f64 z, x, y; mov.b64 {r3, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r5, r2}; mov.b64 z, {r2, r5}; mul.rz.f64 z, x, y; mov.b64 {r6, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r1}; mov.b64 y, {r3, r1}; mov.b64 z, {r1, r3}; fma.rz.f64 z, x, y, z; mov.b64 {r6, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r3, r5}; mov.b64 z, {r7, r3}; sqrt.rn.f64 z, x; mov.b64 {r2, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r0, r0}; mov.b64 z, {r1, r0}; mul.rz.f64 z, x, y; .reg .b32 w; mov.b64 {w, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r7}; mov.b64 y, {r1, r6}; mov.b64 z, {r7, r1}; neg.f64 z, y; mov.b64 {r5, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r6}; mov.b64 y, {r4, r7}; mov.b64 z, {r6, r4}; neg.f64 z, y; mov.b64 {r2, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r3, r5}; mov.b64 z, {r4, r3}; fma.rz.f64 z, x, y, z; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r3}; mov.b64 y, {r2, r1}; mov.b64 z, {r3, r2}; fma.rp.f64 z, x, y, z; mov.b64 {r7, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r4}; mov.b64 y, {r6, r6}; mov.b64 z, {r4, r6}; setp.gtu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r1, r5}, z; }\n"
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
        u32 v0 = t & 8 ? 0x4b000000u : 0x80000000u;
        u32 v1 = in[t + 4608];
        u32 v2 = t & 1 ? 0x7fffu : 0xbf800000u;
        u32 v3 = in[t + 2176];
        u32 v4 = t & 3 ? 0xffffu : 0xffu;
        u32 v5 = in[t + 1280];
        u32 v6 = in[t + 5760];
        u32 v7 = t & 16 ? 0x807fffffu : 0x7fc00000u;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r7}; mov.b64 y, {r6, r0}; mov.b64 z, {r7, r6}; neg.f64 z, y; mov.b64 {r0, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r6}; mov.b64 y, {r5, r7}; mov.b64 z, {r6, r5}; sqrt.rz.f64 z, x; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r6, r7}; mov.b64 z, {r2, r6}; min.f64 z, x, y; mov.b64 {r3, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r1}; mov.b64 y, {r2, r3}; mov.b64 z, {r1, r2}; sqrt.rz.f64 z, x; mov.b64 {r4, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r1}; mov.b64 y, {r4, r7}; mov.b64 z, {r1, r4}; add.rn.f64 z, x, y; mov.b64 {r1, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r0}; mov.b64 y, {r1, r0}; mov.b64 z, {r0, r1}; add.rp.f64 z, x, y; mov.b64 {r5, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r6}; mov.b64 y, {r2, r5}; mov.b64 z, {r6, r2}; neg.f64 z, y; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r6}; mov.b64 y, {r2, r2}; mov.b64 z, {r6, r2}; min.f64 z, x, y; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r1}; mov.b64 y, {r6, r4}; mov.b64 z, {r1, r6}; neg.f64 z, y; mov.b64 {r3, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r5, r4}; mov.b64 z, {r0, r5}; max.f64 z, x, y; mov.b64 {r0, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r7, r5}; mov.b64 z, {r4, r7}; rcp.rm.f64 z, x; mov.b64 {r3, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r6}; mov.b64 y, {r4, r4}; mov.b64 z, {r6, r4}; setp.eq.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r6, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r6, r6}; mov.b64 z, {r7, r6}; min.f64 z, x, y; mov.b64 {r7, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r1}; mov.b64 y, {r1, r1}; mov.b64 z, {r1, r1}; neg.f64 z, y; mov.b64 {r7, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r4}; mov.b64 y, {r4, r0}; mov.b64 z, {r4, r4}; fma.rz.f64 z, x, y, z; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r6}; mov.b64 y, {r2, r7}; mov.b64 z, {r6, r2}; add.rz.f64 z, x, y; mov.b64 {r1, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r4, r0}; mov.b64 z, {r2, r4}; max.f64 z, x, y; mov.b64 {r6, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r5, r6}; mov.b64 z, {r1, r5}; max.f64 z, x, y; mov.b64 {r7, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r7}; mov.b64 y, {r7, r1}; mov.b64 z, {r7, r7}; abs.f64 z, x; .reg .b32 w; mov.b64 {w, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r6}; mov.b64 y, {r0, r1}; mov.b64 z, {r6, r0}; mul.rz.f64 z, x, y; mov.b64 {r6, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r1}; mov.b64 y, {r4, r7}; mov.b64 z, {r1, r4}; add.rp.f64 z, x, y; mov.b64 {r4, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r2}; mov.b64 y, {r1, r1}; mov.b64 z, {r2, r1}; fma.rm.f64 z, x, y, z; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r6}; mov.b64 y, {r1, r0}; mov.b64 z, {r6, r1}; sqrt.rz.f64 z, x; mov.b64 {r4, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r7, r7}; mov.b64 z, {r0, r7}; neg.f64 z, y; .reg .b32 w; mov.b64 {w, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r7}; mov.b64 y, {r3, r0}; mov.b64 z, {r7, r3}; rcp.rp.f64 z, x; mov.b64 {r4, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r4}; mov.b64 y, {r7, r7}; mov.b64 z, {r4, r7}; rcp.rm.f64 z, x; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r6}; mov.b64 y, {r1, r5}; mov.b64 z, {r6, r1}; neg.f64 z, y; mov.b64 {r5, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r6, r7}; mov.b64 z, {r6, r6}; rcp.rz.f64 z, x; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r5}; mov.b64 y, {r7, r3}; mov.b64 z, {r5, r7}; max.f64 z, x, y; mov.b64 {r5, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r0}; mov.b64 y, {r7, r3}; mov.b64 z, {r0, r7}; setp.num.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r2, r5}, z; }\n"
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
        u32 v0 = t & 8 ? 0x7f7fffffu : 0x800000u;
        u32 v1 = in[t + 7680];
        u32 v2 = in[t + 5376];
        u32 v3 = in[t + 1152];
        u32 v4 = in[t + 5632];
        u32 v5 = in[t + 6784];
        u32 v6 = in[t + 2432];
        u32 v7 = t & 3 ? 0xffu : 0xffffu;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r3, r0}; mov.b64 z, {r1, r3}; setp.lt.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r3, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r0}; mov.b64 y, {r5, r4}; mov.b64 z, {r0, r5}; neg.f64 z, y; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r4}; mov.b64 y, {r3, r2}; mov.b64 z, {r4, r3}; abs.f64 z, x; mov.b64 {r1, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r3}; mov.b64 y, {r2, r4}; mov.b64 z, {r3, r2}; max.f64 z, x, y; mov.b64 {r7, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r7, r7}; mov.b64 z, {r1, r7}; add.rm.f64 z, x, y; mov.b64 {r3, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r5}; mov.b64 y, {r2, r2}; mov.b64 z, {r5, r2}; div.rz.f64 z, x, y; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r4}; mov.b64 y, {r0, r3}; mov.b64 z, {r4, r0}; abs.f64 z, x; mov.b64 {r1, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r4, r4}; mov.b64 z, {r1, r4}; fma.rz.f64 z, x, y, z; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r7}; mov.b64 y, {r6, r6}; mov.b64 z, {r7, r6}; sqrt.rm.f64 z, x; mov.b64 {r1, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r3, r3}; mov.b64 z, {r2, r3}; max.f64 z, x, y; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r0, r7}; mov.b64 z, {r0, r0}; neg.f64 z, y; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r5}; mov.b64 y, {r3, r3}; mov.b64 z, {r5, r3}; mul.rz.f64 z, x, y; mov.b64 {r5, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r5}; mov.b64 y, {r3, r3}; mov.b64 z, {r5, r3}; fma.rz.f64 z, x, y, z; mov.b64 {r1, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r1}; mov.b64 y, {r0, r3}; mov.b64 z, {r1, r0}; add.rp.f64 z, x, y; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r2, r2}; mov.b64 z, {r0, r2}; rcp.rz.f64 z, x; mov.b64 {r2, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r3}; mov.b64 y, {r2, r4}; mov.b64 z, {r3, r2}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r3, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r5}; mov.b64 y, {r4, r7}; mov.b64 z, {r5, r4}; mul.rz.f64 z, x, y; mov.b64 {r4, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r4}; mov.b64 y, {r7, r1}; mov.b64 z, {r4, r7}; rcp.rp.f64 z, x; mov.b64 {r6, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r1}; mov.b64 y, {r5, r3}; mov.b64 z, {r1, r5}; max.f64 z, x, y; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r3}; mov.b64 y, {r1, r1}; mov.b64 z, {r3, r1}; abs.f64 z, x; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r1}; mov.b64 y, {r4, r6}; mov.b64 z, {r1, r4}; fma.rp.f64 z, x, y, z; mov.b64 {r4, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r5}; mov.b64 y, {r0, r0}; mov.b64 z, {r5, r0}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r4, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r5}; mov.b64 y, {r6, r0}; mov.b64 z, {r5, r6}; mul.rn.f64 z, x, y; mov.b64 {r0, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r4}; mov.b64 y, {r6, r0}; mov.b64 z, {r4, r6}; add.rp.f64 z, x, y; mov.b64 {r4, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r6}; mov.b64 y, {r2, r3}; mov.b64 z, {r6, r2}; abs.f64 z, x; mov.b64 {r2, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r2}; mov.b64 y, {r7, r6}; mov.b64 z, {r2, r7}; setp.gtu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r2, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r6, r0}; mov.b64 z, {r0, r6}; min.f64 z, x, y; mov.b64 {r4, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r7}; mov.b64 y, {r5, r6}; mov.b64 z, {r7, r5}; max.f64 z, x, y; mov.b64 {r6, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r5}; mov.b64 y, {r1, r6}; mov.b64 z, {r5, r1}; abs.f64 z, x; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r4}; mov.b64 y, {r0, r2}; mov.b64 z, {r4, r0}; rcp.rz.f64 z, x; .reg .b32 w; mov.b64 {w, r5}, z; }\n"
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
        u32 v0 = in[t + 7296];
        u32 v1 = in[t + 768];
        u32 v2 = in[t + 6912];
        u32 v3 = in[t + 4864];
        u32 v4 = in[t + 4096];
        u32 v5 = in[t + 4608];
        u32 v6 = in[t + 6400];
        u32 v7 = in[t + 1920];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r2, r4}; mov.b64 z, {r7, r2}; abs.f64 z, x; mov.b64 {r5, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r6}; mov.b64 y, {r7, r6}; mov.b64 z, {r6, r7}; max.f64 z, x, y; mov.b64 {r5, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r6}; mov.b64 y, {r4, r4}; mov.b64 z, {r6, r4}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r1}; mov.b64 y, {r7, r4}; mov.b64 z, {r1, r7}; add.rm.f64 z, x, y; .reg .b32 w; mov.b64 {w, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r3}; mov.b64 y, {r7, r4}; mov.b64 z, {r3, r7}; max.f64 z, x, y; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r7}; mov.b64 y, {r2, r3}; mov.b64 z, {r7, r2}; max.f64 z, x, y; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r7}; mov.b64 y, {r0, r4}; mov.b64 z, {r7, r0}; mul.rp.f64 z, x, y; mov.b64 {r5, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r7, r4}; mov.b64 z, {r4, r7}; fma.rn.f64 z, x, y, z; mov.b64 {r0, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r1}; mov.b64 y, {r0, r5}; mov.b64 z, {r1, r0}; neg.f64 z, y; mov.b64 {r6, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r1, r1}; mov.b64 z, {r2, r1}; min.f64 z, x, y; mov.b64 {r7, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r1}; mov.b64 y, {r7, r1}; mov.b64 z, {r1, r7}; max.f64 z, x, y; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r5}; mov.b64 y, {r7, r4}; mov.b64 z, {r5, r7}; max.f64 z, x, y; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r3}; mov.b64 y, {r7, r6}; mov.b64 z, {r3, r7}; max.f64 z, x, y; mov.b64 {r0, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r1, r5}; mov.b64 z, {r0, r1}; rcp.rz.f64 z, x; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r1}; mov.b64 y, {r1, r2}; mov.b64 z, {r1, r1}; mul.rm.f64 z, x, y; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r1}; mov.b64 y, {r3, r1}; mov.b64 z, {r1, r3}; setp.lt.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r1, r1}; mov.b64 z, {r4, r1}; neg.f64 z, y; mov.b64 {r2, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r2}; mov.b64 y, {r6, r0}; mov.b64 z, {r2, r6}; add.rz.f64 z, x, y; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r4}; mov.b64 y, {r6, r4}; mov.b64 z, {r4, r6}; mul.rz.f64 z, x, y; mov.b64 {r1, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r2}; mov.b64 y, {r0, r7}; mov.b64 z, {r2, r0}; abs.f64 z, x; mov.b64 {r3, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r3}; mov.b64 y, {r1, r2}; mov.b64 z, {r3, r1}; fma.rz.f64 z, x, y, z; mov.b64 {r5, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r4}; mov.b64 y, {r1, r7}; mov.b64 z, {r4, r1}; rcp.rm.f64 z, x; mov.b64 {r3, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r6, r3}; mov.b64 z, {r1, r6}; sqrt.rz.f64 z, x; mov.b64 {r4, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r3}; mov.b64 y, {r4, r3}; mov.b64 z, {r3, r4}; min.f64 z, x, y; mov.b64 {r0, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r6, r4}; mov.b64 z, {r0, r6}; rcp.rm.f64 z, x; mov.b64 {r5, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r2, r5}; mov.b64 z, {r5, r2}; fma.rn.f64 z, x, y, z; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r1, r7}; mov.b64 z, {r7, r1}; min.f64 z, x, y; mov.b64 {r1, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r3}; mov.b64 y, {r4, r5}; mov.b64 z, {r3, r4}; max.f64 z, x, y; mov.b64 {r6, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r5}; mov.b64 y, {r5, r5}; mov.b64 z, {r5, r5}; sqrt.rz.f64 z, x; mov.b64 {r3, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r6, r3}; mov.b64 z, {r2, r6}; add.rz.f64 z, x, y; mov.b64 {r5, r6}, z; }\n"
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
extern "C" __global__ void random_double_held3_4(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 3968];
        u32 v1 = in[t + 384];
        u32 v2 = in[t + 4992];
        u32 v3 = in[t + 4096];
        u32 v4 = in[t + 2432];
        u32 v5 = in[t + 5760];
        u32 v6 = in[t + 3840];
        u32 v7 = in[t + 2304];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r3}; mov.b64 y, {r2, r0}; mov.b64 z, {r3, r2}; sqrt.rp.f64 z, x; mov.b64 {r7, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r1}; mov.b64 y, {r5, r1}; mov.b64 z, {r1, r5}; sqrt.rz.f64 z, x; mov.b64 {r6, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r1}; mov.b64 y, {r6, r5}; mov.b64 z, {r1, r6}; min.f64 z, x, y; mov.b64 {r5, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r1}; mov.b64 y, {r4, r5}; mov.b64 z, {r1, r4}; neg.f64 z, y; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r6}; mov.b64 y, {r5, r0}; mov.b64 z, {r6, r5}; sqrt.rp.f64 z, x; mov.b64 {r2, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r1}; mov.b64 y, {r6, r3}; mov.b64 z, {r1, r6}; min.f64 z, x, y; mov.b64 {r5, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r6}; mov.b64 y, {r0, r4}; mov.b64 z, {r6, r0}; div.rz.f64 z, x, y; mov.b64 {r4, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r7}; mov.b64 y, {r7, r3}; mov.b64 z, {r7, r7}; add.rn.f64 z, x, y; mov.b64 {r1, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r5}; mov.b64 y, {r1, r4}; mov.b64 z, {r5, r1}; mul.rp.f64 z, x, y; mov.b64 {r7, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r6}; mov.b64 y, {r4, r0}; mov.b64 z, {r6, r4}; setp.nan.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r2, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r5, r2}; mov.b64 z, {r4, r5}; abs.f64 z, x; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r5}; mov.b64 y, {r1, r1}; mov.b64 z, {r5, r1}; rcp.rn.f64 z, x; mov.b64 {r7, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r1}; mov.b64 y, {r5, r0}; mov.b64 z, {r1, r5}; mul.rm.f64 z, x, y; mov.b64 {r3, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r6, r2}; mov.b64 z, {r0, r6}; abs.f64 z, x; mov.b64 {r2, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r7}; mov.b64 y, {r2, r1}; mov.b64 z, {r7, r2}; setp.nan.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r1, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r1}; mov.b64 y, {r0, r0}; mov.b64 z, {r1, r0}; min.f64 z, x, y; mov.b64 {r6, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r1}; mov.b64 y, {r2, r4}; mov.b64 z, {r1, r2}; rcp.rp.f64 z, x; mov.b64 {r1, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r3, r2}; mov.b64 z, {r0, r3}; add.rm.f64 z, x, y; mov.b64 {r3, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r3, r1}; mov.b64 z, {r7, r3}; neg.f64 z, y; mov.b64 {r2, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r5}; mov.b64 y, {r4, r7}; mov.b64 z, {r5, r4}; neg.f64 z, y; mov.b64 {r1, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r3, r7}; mov.b64 z, {r2, r3}; div.rn.f64 z, x, y; mov.b64 {r7, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r2, r6}; mov.b64 z, {r5, r2}; rcp.rn.f64 z, x; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r4}; mov.b64 y, {r3, r0}; mov.b64 z, {r4, r3}; fma.rz.f64 z, x, y, z; mov.b64 {r4, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r3}; mov.b64 y, {r3, r3}; mov.b64 z, {r3, r3}; neg.f64 z, y; mov.b64 {r4, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r0}; mov.b64 y, {r3, r5}; mov.b64 z, {r0, r3}; fma.rp.f64 z, x, y, z; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r2}; mov.b64 y, {r6, r7}; mov.b64 z, {r2, r6}; min.f64 z, x, y; mov.b64 {r4, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r3, r1}; mov.b64 z, {r6, r3}; abs.f64 z, x; .reg .b32 w; mov.b64 {w, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r7}; mov.b64 y, {r0, r7}; mov.b64 z, {r7, r0}; div.rn.f64 z, x, y; mov.b64 {r3, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r4}; mov.b64 y, {r2, r1}; mov.b64 z, {r4, r2}; max.f64 z, x, y; mov.b64 {r3, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r2}; mov.b64 y, {r3, r5}; mov.b64 z, {r2, r3}; fma.rz.f64 z, x, y, z; mov.b64 {r0, r2}, z; }\n"
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
        u32 v0 = in[t + 1664];
        u32 v1 = t & 3 ? 0xbf800000u : 0x1u;
        u32 v2 = t & 8 ? 0x1u : 0x807fffffu;
        u32 v3 = in[t + 6912];
        u32 v4 = in[t + 1408];
        u32 v5 = in[t + 6528];
        u32 v6 = t & 8 ? 0xffu : 0x807fffffu;
        u32 v7 = in[t + 6656];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r6, r0}; mov.b64 z, {r6, r6}; setp.lt.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r4, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r7}; mov.b64 y, {r2, r4}; mov.b64 z, {r7, r2}; abs.f64 z, x; mov.b64 {r7, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r4, r0}; mov.b64 z, {r4, r4}; div.rp.f64 z, x, y; mov.b64 {r0, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r7}; mov.b64 y, {r5, r1}; mov.b64 z, {r7, r5}; div.rp.f64 z, x, y; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r7}; mov.b64 y, {r1, r0}; mov.b64 z, {r7, r1}; sqrt.rp.f64 z, x; mov.b64 {r1, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r2, r6}; mov.b64 z, {r2, r2}; div.rn.f64 z, x, y; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r5}; mov.b64 y, {r1, r6}; mov.b64 z, {r5, r1}; mul.rn.f64 z, x, y; mov.b64 {r7, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r0}; mov.b64 y, {r7, r5}; mov.b64 z, {r0, r7}; abs.f64 z, x; mov.b64 {r3, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r3}; mov.b64 y, {r3, r3}; mov.b64 z, {r3, r3}; div.rm.f64 z, x, y; mov.b64 {r1, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r0}; mov.b64 y, {r0, r7}; mov.b64 z, {r0, r0}; mul.rp.f64 z, x, y; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r5, r1}; mov.b64 z, {r4, r5}; div.rp.f64 z, x, y; .reg .b32 w; mov.b64 {w, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r0}; mov.b64 y, {r1, r5}; mov.b64 z, {r0, r1}; fma.rp.f64 z, x, y, z; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r5}; mov.b64 y, {r0, r4}; mov.b64 z, {r5, r0}; max.f64 z, x, y; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r2}; mov.b64 y, {r5, r3}; mov.b64 z, {r2, r5}; abs.f64 z, x; mov.b64 {r3, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r6}; mov.b64 y, {r6, r1}; mov.b64 z, {r6, r6}; fma.rn.f64 z, x, y, z; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r6}; mov.b64 y, {r7, r7}; mov.b64 z, {r6, r7}; min.f64 z, x, y; mov.b64 {r0, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r6}; mov.b64 y, {r4, r5}; mov.b64 z, {r6, r4}; div.rn.f64 z, x, y; mov.b64 {r6, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r3}; mov.b64 y, {r1, r1}; mov.b64 z, {r3, r1}; add.rn.f64 z, x, y; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r7, r7}; mov.b64 z, {r7, r7}; fma.rn.f64 z, x, y, z; mov.b64 {r4, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r6}; mov.b64 y, {r3, r6}; mov.b64 z, {r6, r3}; min.f64 z, x, y; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r1}; mov.b64 y, {r4, r1}; mov.b64 z, {r1, r4}; div.rz.f64 z, x, y; mov.b64 {r3, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r2}; mov.b64 y, {r4, r1}; mov.b64 z, {r2, r4}; sqrt.rz.f64 z, x; .reg .b32 w; mov.b64 {w, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r2, r6}; mov.b64 z, {r6, r2}; add.rz.f64 z, x, y; mov.b64 {r6, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r1}; mov.b64 y, {r6, r4}; mov.b64 z, {r1, r6}; neg.f64 z, y; mov.b64 {r3, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r4}; mov.b64 y, {r5, r1}; mov.b64 z, {r4, r5}; abs.f64 z, x; mov.b64 {r4, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r5}; mov.b64 y, {r3, r6}; mov.b64 z, {r5, r3}; mul.rn.f64 z, x, y; mov.b64 {r6, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r1}; mov.b64 y, {r5, r3}; mov.b64 z, {r1, r5}; neg.f64 z, y; mov.b64 {r5, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r5}; mov.b64 y, {r6, r5}; mov.b64 z, {r5, r6}; setp.nan.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r2, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r7, r4}; mov.b64 z, {r4, r7}; rcp.rm.f64 z, x; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r1, r6}; mov.b64 z, {r7, r1}; mul.rz.f64 z, x, y; mov.b64 {r1, r6}, z; }\n"
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
        u32 v0 = t & 16 ? 0xffffffffu : 0x3c003c00u;
        u32 v1 = in[t + 2304];
        u32 v2 = in[t + 6400];
        u32 v3 = in[t + 256];
        u32 v4 = t & 1 ? 0x7fu : 0x8000u;
        u32 v5 = in[t + 6400];
        u32 v6 = in[t + 1280];
        u32 v7 = in[t + 3840];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r2}; mov.b64 y, {r0, r0}; mov.b64 z, {r2, r0}; neg.f64 z, y; mov.b64 {r1, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r6}; mov.b64 y, {r4, r2}; mov.b64 z, {r6, r4}; sqrt.rp.f64 z, x; mov.b64 {r2, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r1}; mov.b64 y, {r3, r6}; mov.b64 z, {r1, r3}; min.f64 z, x, y; mov.b64 {r3, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r2}; mov.b64 y, {r1, r5}; mov.b64 z, {r2, r1}; add.rn.f64 z, x, y; mov.b64 {r1, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r3, r2}; mov.b64 z, {r7, r3}; mul.rp.f64 z, x, y; mov.b64 {r7, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r5}; mov.b64 y, {r5, r4}; mov.b64 z, {r5, r5}; neg.f64 z, y; mov.b64 {r2, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r3, r2}; mov.b64 z, {r0, r3}; rcp.rn.f64 z, x; mov.b64 {r2, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r3}; mov.b64 y, {r5, r1}; mov.b64 z, {r3, r5}; sqrt.rn.f64 z, x; mov.b64 {r5, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r1}; mov.b64 y, {r3, r6}; mov.b64 z, {r1, r3}; mul.rm.f64 z, x, y; mov.b64 {r2, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r7}; mov.b64 y, {r0, r4}; mov.b64 z, {r7, r0}; div.rz.f64 z, x, y; mov.b64 {r5, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r1}; mov.b64 y, {r3, r3}; mov.b64 z, {r1, r3}; max.f64 z, x, y; mov.b64 {r7, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r1}; mov.b64 y, {r7, r5}; mov.b64 z, {r1, r7}; add.rz.f64 z, x, y; mov.b64 {r2, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r7}; mov.b64 y, {r1, r4}; mov.b64 z, {r7, r1}; abs.f64 z, x; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r1}; mov.b64 y, {r7, r0}; mov.b64 z, {r1, r7}; sqrt.rz.f64 z, x; mov.b64 {r4, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r4, r0}; mov.b64 z, {r0, r4}; div.rz.f64 z, x, y; mov.b64 {r0, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r4}; mov.b64 y, {r7, r2}; mov.b64 z, {r4, r7}; mul.rz.f64 z, x, y; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r4}; mov.b64 y, {r3, r4}; mov.b64 z, {r4, r3}; sqrt.rz.f64 z, x; .reg .b32 w; mov.b64 {w, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r5}; mov.b64 y, {r5, r1}; mov.b64 z, {r5, r5}; div.rp.f64 z, x, y; mov.b64 {r3, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r6}; mov.b64 y, {r0, r0}; mov.b64 z, {r6, r0}; mul.rz.f64 z, x, y; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r4, r2}; mov.b64 z, {r2, r4}; max.f64 z, x, y; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r3}; mov.b64 y, {r1, r5}; mov.b64 z, {r3, r1}; fma.rn.f64 z, x, y, z; mov.b64 {r6, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r0}; mov.b64 y, {r0, r5}; mov.b64 z, {r0, r0}; min.f64 z, x, y; .reg .b32 w; mov.b64 {w, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r1}; mov.b64 y, {r7, r4}; mov.b64 z, {r1, r7}; min.f64 z, x, y; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r6, r5}; mov.b64 z, {r1, r6}; max.f64 z, x, y; mov.b64 {r1, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r2}; mov.b64 y, {r2, r7}; mov.b64 z, {r2, r2}; max.f64 z, x, y; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r3}; mov.b64 y, {r7, r1}; mov.b64 z, {r3, r7}; neg.f64 z, y; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r7}; mov.b64 y, {r5, r1}; mov.b64 z, {r7, r5}; min.f64 z, x, y; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r7}; mov.b64 y, {r5, r6}; mov.b64 z, {r7, r5}; abs.f64 z, x; mov.b64 {r0, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r0}; mov.b64 y, {r4, r3}; mov.b64 z, {r0, r4}; add.rn.f64 z, x, y; mov.b64 {r5, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r4, r4}; mov.b64 z, {r6, r4}; add.rp.f64 z, x, y; mov.b64 {r2, r1}, z; }\n"
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
        u32 v0 = in[t + 6528];
        u32 v1 = in[t + 5632];
        u32 v2 = in[t + 1792];
        u32 v3 = t & 3 ? 0x8000u : 0x2u;
        u32 v4 = in[t + 6528];
        u32 v5 = in[t + 1280];
        u32 v6 = in[t + 5760];
        u32 v7 = t & 8 ? 0x7fffffffu : 0xbf800000u;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r3}; mov.b64 y, {r2, r6}; mov.b64 z, {r3, r2}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r7, r2}; mov.b64 z, {r4, r7}; sqrt.rn.f64 z, x; mov.b64 {r4, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r1}; mov.b64 y, {r6, r2}; mov.b64 z, {r1, r6}; sqrt.rz.f64 z, x; mov.b64 {r1, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r6}; mov.b64 y, {r0, r5}; mov.b64 z, {r6, r0}; setp.eq.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r4, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r6}; mov.b64 y, {r6, r1}; mov.b64 z, {r6, r6}; sqrt.rm.f64 z, x; mov.b64 {r2, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r0, r6}; mov.b64 z, {r2, r0}; div.rp.f64 z, x, y; .reg .b32 w; mov.b64 {w, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r3}; mov.b64 y, {r3, r6}; mov.b64 z, {r3, r3}; min.f64 z, x, y; mov.b64 {r7, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r1, r7}; mov.b64 z, {r2, r1}; sqrt.rz.f64 z, x; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r7}; mov.b64 y, {r6, r1}; mov.b64 z, {r7, r6}; rcp.rm.f64 z, x; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r5}; mov.b64 y, {r3, r7}; mov.b64 z, {r5, r3}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r4, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r1, r5}; mov.b64 z, {r7, r1}; setp.lt.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r4}; mov.b64 y, {r3, r2}; mov.b64 z, {r4, r3}; setp.lt.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r7, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r4}; mov.b64 y, {r3, r4}; mov.b64 z, {r4, r3}; max.f64 z, x, y; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r0}; mov.b64 y, {r1, r5}; mov.b64 z, {r0, r1}; fma.rp.f64 z, x, y, z; mov.b64 {r0, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r2}; mov.b64 y, {r4, r1}; mov.b64 z, {r2, r4}; setp.eq.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r7, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r6}; mov.b64 y, {r5, r4}; mov.b64 z, {r6, r5}; sqrt.rm.f64 z, x; mov.b64 {r0, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r3}; mov.b64 y, {r3, r7}; mov.b64 z, {r3, r3}; setp.nan.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r1, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r2}; mov.b64 y, {r7, r3}; mov.b64 z, {r2, r7}; div.rn.f64 z, x, y; mov.b64 {r6, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r4}; mov.b64 y, {r2, r3}; mov.b64 z, {r4, r2}; add.rm.f64 z, x, y; mov.b64 {r2, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r4}; mov.b64 y, {r5, r1}; mov.b64 z, {r4, r5}; min.f64 z, x, y; mov.b64 {r5, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r0}; mov.b64 y, {r6, r3}; mov.b64 z, {r0, r6}; div.rm.f64 z, x, y; .reg .b32 w; mov.b64 {w, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r6, r3}; mov.b64 z, {r2, r6}; max.f64 z, x, y; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r3, r5}; mov.b64 z, {r0, r3}; mul.rp.f64 z, x, y; mov.b64 {r3, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r3}; mov.b64 y, {r4, r4}; mov.b64 z, {r3, r4}; max.f64 z, x, y; mov.b64 {r4, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r3}; mov.b64 y, {r1, r7}; mov.b64 z, {r3, r1}; add.rz.f64 z, x, y; mov.b64 {r4, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r6}; mov.b64 y, {r0, r3}; mov.b64 z, {r6, r0}; mul.rz.f64 z, x, y; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r3}; mov.b64 y, {r2, r5}; mov.b64 z, {r3, r2}; min.f64 z, x, y; mov.b64 {r3, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r4}; mov.b64 y, {r2, r1}; mov.b64 z, {r4, r2}; neg.f64 z, y; mov.b64 {r1, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r4}; mov.b64 y, {r4, r0}; mov.b64 z, {r4, r4}; neg.f64 z, y; mov.b64 {r3, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r3, r0}; mov.b64 z, {r7, r3}; add.rm.f64 z, x, y; mov.b64 {r3, r1}, z; }\n"
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
extern "C" __global__ void random_double_held3_5(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 3968];
        u32 v1 = in[t + 1920];
        u32 v2 = in[t + 3328];
        u32 v3 = in[t + 2048];
        u32 v4 = in[t + 1280];
        u32 v5 = in[t + 1280];
        u32 v6 = in[t + 3584];
        u32 v7 = in[t + 4096];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r6}; mov.b64 y, {r4, r2}; mov.b64 z, {r6, r4}; mul.rn.f64 z, x, y; mov.b64 {r1, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r6}; mov.b64 y, {r7, r3}; mov.b64 z, {r6, r7}; abs.f64 z, x; .reg .b32 w; mov.b64 {w, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r1}; mov.b64 y, {r2, r4}; mov.b64 z, {r1, r2}; add.rn.f64 z, x, y; mov.b64 {r5, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r4}; mov.b64 y, {r2, r0}; mov.b64 z, {r4, r2}; min.f64 z, x, y; mov.b64 {r7, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r3}; mov.b64 y, {r0, r7}; mov.b64 z, {r3, r0}; setp.num.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r0, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r0}; mov.b64 y, {r0, r2}; mov.b64 z, {r0, r0}; setp.num.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r5, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r7, r1}; mov.b64 z, {r0, r7}; fma.rn.f64 z, x, y, z; mov.b64 {r2, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r2}; mov.b64 y, {r4, r5}; mov.b64 z, {r2, r4}; setp.neu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r0, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r4, r0}; mov.b64 z, {r4, r4}; mul.rn.f64 z, x, y; mov.b64 {r4, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r1}; mov.b64 y, {r1, r5}; mov.b64 z, {r1, r1}; mul.rm.f64 z, x, y; mov.b64 {r3, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r3}; mov.b64 y, {r0, r3}; mov.b64 z, {r3, r0}; neg.f64 z, y; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r0}; mov.b64 y, {r4, r1}; mov.b64 z, {r0, r4}; max.f64 z, x, y; mov.b64 {r6, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r6, r5}; mov.b64 z, {r7, r6}; min.f64 z, x, y; .reg .b32 w; mov.b64 {w, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r3}; mov.b64 y, {r0, r0}; mov.b64 z, {r3, r0}; div.rp.f64 z, x, y; mov.b64 {r5, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r2}; mov.b64 y, {r6, r2}; mov.b64 z, {r2, r6}; sqrt.rm.f64 z, x; mov.b64 {r0, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r3}; mov.b64 y, {r7, r5}; mov.b64 z, {r3, r7}; fma.rz.f64 z, x, y, z; mov.b64 {r0, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r6}; mov.b64 y, {r5, r6}; mov.b64 z, {r6, r5}; max.f64 z, x, y; mov.b64 {r0, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r5}; mov.b64 y, {r7, r3}; mov.b64 z, {r5, r7}; fma.rm.f64 z, x, y, z; mov.b64 {r1, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r4}; mov.b64 y, {r5, r0}; mov.b64 z, {r4, r5}; sqrt.rp.f64 z, x; mov.b64 {r7, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r6}; mov.b64 y, {r4, r7}; mov.b64 z, {r6, r4}; abs.f64 z, x; mov.b64 {r5, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r4, r6}; mov.b64 z, {r2, r4}; setp.gtu.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r1, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r2, r5}; mov.b64 z, {r5, r2}; div.rm.f64 z, x, y; mov.b64 {r6, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r3}; mov.b64 y, {r0, r4}; mov.b64 z, {r3, r0}; div.rz.f64 z, x, y; mov.b64 {r2, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r3}; mov.b64 y, {r6, r7}; mov.b64 z, {r3, r6}; fma.rp.f64 z, x, y, z; mov.b64 {r3, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r5, r1}; mov.b64 z, {r2, r5}; mul.rm.f64 z, x, y; mov.b64 {r3, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r0}; mov.b64 y, {r5, r1}; mov.b64 z, {r0, r5}; fma.rn.f64 z, x, y, z; mov.b64 {r6, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r5}; mov.b64 y, {r0, r2}; mov.b64 z, {r5, r0}; rcp.rp.f64 z, x; mov.b64 {r3, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r3}; mov.b64 y, {r0, r0}; mov.b64 z, {r3, r0}; sqrt.rp.f64 z, x; .reg .b32 w; mov.b64 {w, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r3}; mov.b64 y, {r7, r0}; mov.b64 z, {r3, r7}; fma.rm.f64 z, x, y, z; .reg .b32 w; mov.b64 {w, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r0, r6}; mov.b64 z, {r7, r0}; div.rz.f64 z, x, y; mov.b64 {r0, r3}, z; }\n"
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
        u32 v0 = in[t + 5376];
        u32 v1 = in[t + 4480];
        u32 v2 = in[t + 1920];
        u32 v3 = in[t + 640];
        u32 v4 = in[t + 1792];
        u32 v5 = in[t + 6528];
        u32 v6 = in[t + 3072];
        u32 v7 = in[t + 4736];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r6}; mov.b64 y, {r0, r0}; mov.b64 z, {r6, r0}; sqrt.rm.f64 z, x; mov.b64 {r5, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r0}; mov.b64 y, {r2, r3}; mov.b64 z, {r0, r2}; mul.rm.f64 z, x, y; mov.b64 {r0, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r5, r1}; mov.b64 z, {r7, r5}; min.f64 z, x, y; mov.b64 {r5, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r1}; mov.b64 y, {r5, r3}; mov.b64 z, {r1, r5}; fma.rp.f64 z, x, y, z; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r5, r6}; mov.b64 z, {r0, r5}; abs.f64 z, x; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r4}; mov.b64 y, {r7, r7}; mov.b64 z, {r4, r7}; sqrt.rm.f64 z, x; mov.b64 {r3, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r4}; mov.b64 y, {r5, r6}; mov.b64 z, {r4, r5}; fma.rz.f64 z, x, y, z; mov.b64 {r5, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r7}; mov.b64 y, {r2, r3}; mov.b64 z, {r7, r2}; setp.eq.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r4, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r6, r2}; mov.b64 z, {r7, r6}; abs.f64 z, x; mov.b64 {r1, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r5}; mov.b64 y, {r1, r4}; mov.b64 z, {r5, r1}; setp.num.f64 p, x, y; selp.f64 z, x, y, p; .reg .b32 w; mov.b64 {w, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r5}; mov.b64 y, {r4, r7}; mov.b64 z, {r5, r4}; setp.lt.f64 p, x, y; selp.f64 z, x, y, p; .reg .b32 w; mov.b64 {w, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r5}; mov.b64 y, {r1, r7}; mov.b64 z, {r5, r1}; max.f64 z, x, y; mov.b64 {r7, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r7}; mov.b64 y, {r5, r5}; mov.b64 z, {r7, r5}; setp.num.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r7, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r4, r1}; mov.b64 z, {r2, r4}; rcp.rz.f64 z, x; mov.b64 {r7, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r5}; mov.b64 y, {r7, r5}; mov.b64 z, {r5, r7}; div.rn.f64 z, x, y; mov.b64 {r5, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r7}; mov.b64 y, {r7, r6}; mov.b64 z, {r7, r7}; mul.rm.f64 z, x, y; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r5}; mov.b64 y, {r5, r5}; mov.b64 z, {r5, r5}; max.f64 z, x, y; .reg .b32 w; mov.b64 {w, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r6, r7}; mov.b64 z, {r4, r6}; sqrt.rp.f64 z, x; mov.b64 {r1, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r4}; mov.b64 y, {r5, r5}; mov.b64 z, {r4, r5}; mul.rm.f64 z, x, y; mov.b64 {r6, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r0}; mov.b64 y, {r4, r7}; mov.b64 z, {r0, r4}; rcp.rm.f64 z, x; mov.b64 {r7, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r6}; mov.b64 y, {r7, r0}; mov.b64 z, {r6, r7}; max.f64 z, x, y; .reg .b32 w; mov.b64 {w, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r1}; mov.b64 y, {r6, r7}; mov.b64 z, {r1, r6}; div.rz.f64 z, x, y; mov.b64 {r2, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r2}; mov.b64 y, {r7, r1}; mov.b64 z, {r2, r7}; neg.f64 z, y; mov.b64 {r0, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r7}; mov.b64 y, {r2, r6}; mov.b64 z, {r7, r2}; fma.rm.f64 z, x, y, z; mov.b64 {r5, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r2}; mov.b64 y, {r3, r3}; mov.b64 z, {r2, r3}; setp.eq.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r2, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r3}; mov.b64 y, {r2, r0}; mov.b64 z, {r3, r2}; div.rm.f64 z, x, y; mov.b64 {r5, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r2}; mov.b64 y, {r5, r6}; mov.b64 z, {r2, r5}; sqrt.rz.f64 z, x; mov.b64 {r5, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r7, r1}; mov.b64 z, {r0, r7}; setp.lt.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r6, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r1}; mov.b64 y, {r1, r0}; mov.b64 z, {r1, r1}; rcp.rp.f64 z, x; mov.b64 {r4, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r5}; mov.b64 y, {r7, r7}; mov.b64 z, {r5, r7}; abs.f64 z, x; .reg .b32 w; mov.b64 {w, r3}, z; }\n"
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
        u32 v0 = in[t + 2432];
        u32 v1 = t & 16 ? 0xff800000u : 0x3f803f80u;
        u32 v2 = in[t + 4224];
        u32 v3 = t & 3 ? 0x0u : 0x7fffffffu;
        u32 v4 = in[t + 5888];
        u32 v5 = in[t + 5504];
        u32 v6 = in[t + 1536];
        u32 v7 = in[t + 6272];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r3}; mov.b64 y, {r2, r0}; mov.b64 z, {r3, r2}; min.f64 z, x, y; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r7, r4}; mov.b64 z, {r5, r7}; sqrt.rm.f64 z, x; .reg .b32 w; mov.b64 {w, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r0}; mov.b64 y, {r4, r1}; mov.b64 z, {r0, r4}; fma.rm.f64 z, x, y, z; .reg .b32 w; mov.b64 {w, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r7}; mov.b64 y, {r6, r2}; mov.b64 z, {r7, r6}; mul.rm.f64 z, x, y; mov.b64 {r0, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r3}; mov.b64 y, {r6, r0}; mov.b64 z, {r3, r6}; neg.f64 z, y; mov.b64 {r1, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r6}; mov.b64 y, {r4, r0}; mov.b64 z, {r6, r4}; max.f64 z, x, y; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r4}; mov.b64 y, {r6, r6}; mov.b64 z, {r4, r6}; neg.f64 z, y; mov.b64 {r3, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r6}; mov.b64 y, {r3, r7}; mov.b64 z, {r6, r3}; div.rn.f64 z, x, y; mov.b64 {r4, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r3}; mov.b64 y, {r2, r2}; mov.b64 z, {r3, r2}; max.f64 z, x, y; mov.b64 {r5, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r4}; mov.b64 y, {r5, r1}; mov.b64 z, {r4, r5}; setp.num.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r0, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r1}; mov.b64 y, {r7, r2}; mov.b64 z, {r1, r7}; div.rn.f64 z, x, y; mov.b64 {r1, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r3}; mov.b64 y, {r5, r4}; mov.b64 z, {r3, r5}; abs.f64 z, x; mov.b64 {r3, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r5}; mov.b64 y, {r2, r4}; mov.b64 z, {r5, r2}; min.f64 z, x, y; mov.b64 {r0, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r4}; mov.b64 y, {r0, r7}; mov.b64 z, {r4, r0}; abs.f64 z, x; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r4}; mov.b64 y, {r0, r3}; mov.b64 z, {r4, r0}; add.rp.f64 z, x, y; mov.b64 {r1, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r2}; mov.b64 y, {r5, r1}; mov.b64 z, {r2, r5}; div.rz.f64 z, x, y; mov.b64 {r1, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r0}; mov.b64 y, {r2, r6}; mov.b64 z, {r0, r2}; neg.f64 z, y; .reg .b32 w; mov.b64 {w, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r4}; mov.b64 y, {r2, r4}; mov.b64 z, {r4, r2}; rcp.rm.f64 z, x; mov.b64 {r4, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r2}; mov.b64 y, {r6, r7}; mov.b64 z, {r2, r6}; div.rz.f64 z, x, y; mov.b64 {r6, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r2}; mov.b64 y, {r6, r5}; mov.b64 z, {r2, r6}; sqrt.rm.f64 z, x; mov.b64 {r5, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r1}; mov.b64 y, {r5, r2}; mov.b64 z, {r1, r5}; max.f64 z, x, y; .reg .b32 w; mov.b64 {w, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r3}; mov.b64 y, {r7, r6}; mov.b64 z, {r3, r7}; max.f64 z, x, y; mov.b64 {r2, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r3}; mov.b64 y, {r3, r3}; mov.b64 z, {r3, r3}; fma.rp.f64 z, x, y, z; mov.b64 {r4, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r2}; mov.b64 y, {r6, r0}; mov.b64 z, {r2, r6}; div.rp.f64 z, x, y; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r3}; mov.b64 y, {r2, r1}; mov.b64 z, {r3, r2}; neg.f64 z, y; mov.b64 {r1, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r6}; mov.b64 y, {r0, r2}; mov.b64 z, {r6, r0}; neg.f64 z, y; mov.b64 {r1, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r4}; mov.b64 y, {r0, r5}; mov.b64 z, {r4, r0}; min.f64 z, x, y; mov.b64 {r3, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r2}; mov.b64 y, {r2, r0}; mov.b64 z, {r2, r2}; neg.f64 z, y; mov.b64 {r2, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r6}; mov.b64 y, {r5, r2}; mov.b64 z, {r6, r5}; fma.rn.f64 z, x, y, z; mov.b64 {r6, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r1}; mov.b64 y, {r5, r0}; mov.b64 z, {r1, r5}; setp.nan.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r1, r3}, z; }\n"
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
        u32 v0 = t & 3 ? 0x80000000u : 0xffffu;
        u32 v1 = in[t + 4224];
        u32 v2 = in[t + 512];
        u32 v3 = in[t + 4352];
        u32 v4 = in[t + 384];
        u32 v5 = t & 16 ? 0x7fu : 0x7fffffffu;
        u32 v6 = in[t + 6912];
        u32 v7 = in[t + 4096];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r7, r7}; mov.b64 z, {r7, r7}; add.rz.f64 z, x, y; mov.b64 {r4, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r3}; mov.b64 y, {r7, r5}; mov.b64 z, {r3, r7}; fma.rp.f64 z, x, y, z; mov.b64 {r0, r4}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r1}; mov.b64 y, {r1, r1}; mov.b64 z, {r1, r1}; abs.f64 z, x; .reg .b32 w; mov.b64 {w, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r2}; mov.b64 y, {r0, r2}; mov.b64 z, {r2, r0}; min.f64 z, x, y; mov.b64 {r5, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r2}; mov.b64 y, {r1, r6}; mov.b64 z, {r2, r1}; div.rn.f64 z, x, y; mov.b64 {r5, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r6}; mov.b64 y, {r7, r6}; mov.b64 z, {r6, r7}; abs.f64 z, x; .reg .b32 w; mov.b64 {w, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r0}; mov.b64 y, {r1, r1}; mov.b64 z, {r0, r1}; rcp.rz.f64 z, x; mov.b64 {r5, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r4}; mov.b64 y, {r5, r4}; mov.b64 z, {r4, r5}; min.f64 z, x, y; mov.b64 {r2, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r1}; mov.b64 y, {r4, r4}; mov.b64 z, {r1, r4}; min.f64 z, x, y; mov.b64 {r2, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r6}; mov.b64 y, {r4, r0}; mov.b64 z, {r6, r4}; abs.f64 z, x; .reg .b32 w; mov.b64 {w, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r5}; mov.b64 y, {r3, r6}; mov.b64 z, {r5, r3}; min.f64 z, x, y; mov.b64 {r4, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r7, r0}; mov.b64 z, {r0, r7}; abs.f64 z, x; mov.b64 {r6, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r4}; mov.b64 y, {r5, r2}; mov.b64 z, {r4, r5}; mul.rp.f64 z, x, y; mov.b64 {r0, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r1}; mov.b64 y, {r5, r6}; mov.b64 z, {r1, r5}; neg.f64 z, y; mov.b64 {r4, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r0}; mov.b64 y, {r3, r6}; mov.b64 z, {r0, r3}; add.rn.f64 z, x, y; mov.b64 {r1, r7}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r3}; mov.b64 y, {r6, r6}; mov.b64 z, {r3, r6}; div.rp.f64 z, x, y; mov.b64 {r3, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r7}; mov.b64 y, {r6, r1}; mov.b64 z, {r7, r6}; sqrt.rz.f64 z, x; mov.b64 {r2, r6}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r3}; mov.b64 y, {r5, r3}; mov.b64 z, {r3, r5}; neg.f64 z, y; mov.b64 {r1, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r7, r1}; mov.b64 y, {r5, r7}; mov.b64 z, {r1, r5}; rcp.rz.f64 z, x; mov.b64 {r0, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r4, r4}; mov.b64 y, {r1, r7}; mov.b64 z, {r4, r1}; neg.f64 z, y; mov.b64 {r7, r5}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r1}; mov.b64 y, {r7, r3}; mov.b64 z, {r1, r7}; abs.f64 z, x; mov.b64 {r4, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r6}; mov.b64 y, {r2, r5}; mov.b64 z, {r6, r2}; rcp.rm.f64 z, x; mov.b64 {r3, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r0}; mov.b64 y, {r6, r1}; mov.b64 z, {r0, r6}; add.rm.f64 z, x, y; mov.b64 {r1, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r5, r3}; mov.b64 y, {r1, r3}; mov.b64 z, {r3, r1}; mul.rp.f64 z, x, y; mov.b64 {r4, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r3, r7}; mov.b64 y, {r3, r5}; mov.b64 z, {r7, r3}; fma.rz.f64 z, x, y, z; mov.b64 {r2, r0}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r1, r7}; mov.b64 y, {r1, r0}; mov.b64 z, {r7, r1}; setp.eq.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r6, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r2, r5}; mov.b64 y, {r4, r1}; mov.b64 z, {r5, r4}; setp.nan.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r7, r3}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r0, r0}; mov.b64 y, {r4, r3}; mov.b64 z, {r0, r4}; min.f64 z, x, y; mov.b64 {r7, r1}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r3}; mov.b64 y, {r1, r3}; mov.b64 z, {r3, r1}; div.rm.f64 z, x, y; mov.b64 {r4, r2}, z; }\n"
            "{ .reg .f64 x, y, z; .reg .pred p; mov.b64 x, {r6, r4}; mov.b64 y, {r3, r5}; mov.b64 z, {r4, r3}; setp.lt.f64 p, x, y; selp.f64 z, x, y, p; mov.b64 {r3, r1}, z; }\n"
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
