// Random programs, written by generate.py. One block of 128 threads; `in` has 8192 words and `out` 4096 zeros.
typedef unsigned u32;

extern "C" __global__ void random_single_0(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 384];
        u32 v1 = in[t + 3584];
        u32 v2 = in[t + 4480];
        u32 v3 = in[t + 1536];
        u32 v4 = in[t + 7552];
        u32 v5 = t & 1 ? 0x7c00fc00u : 0x80u;
        u32 v6 = in[t + 2432];
        u32 v7 = in[t + 3712];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "fma.rp.f32 f2, f3, 0f3FC00000, f4;\n"
            "copysign.f32 f0, f0, f7;\n"
            "rcp.rn.f32 f7, f2;\n"
            "fma.rm.f32 f5, f3, f7, f4;\n"
            "fma.rp.f32 f6, f1, 0f3FC00000, f0;\n"
            "div.rn.f32 f1, f0, f1;\n"
            "{ .reg .pred p; setp.geu.ftz.f32 p, f2, f3; selp.f32 f7, f2, f2, p; }\n"
            "neg.f32 f5, f3;\n"
            "sqrt.rp.f32 f2, f1;\n"
            "neg.f32 f2, f1;\n"
            "mul.rp.sat.f32 f5, f4, f0;\n"
            "add.rp.f32 f5, f0, f0;\n"
            "div.rn.f32 f7, f3, f4;\n"
            "max.ftz.NaN.f32 f0, f1, f7;\n"
            "div.rp.f32 f0, f3, f3;\n"
            "max.NaN.f32 f3, f7, f1;\n"
            "copysign.f32 f1, f6, f7;\n"
            "{ .reg .pred p; setp.geu.ftz.f32 p, f7, f3; selp.f32 f6, f7, f7, p; }\n"
            "max.NaN.f32 f0, f5, f5;\n"
            "rcp.rp.f32 f5, f5;\n"
            "mov.f32 f5, 0f7C00FC00;\n"
            "sub.rp.f32 f4, f3, f0;\n"
            "max.NaN.f32 f5, f1, f7;\n"
            "add.rz.ftz.f32 f4, f2, f3;\n"
            "sub.rp.ftz.f32 f0, f7, f3;\n"
            "mov.f32 f1, 0f00000001;\n"
            "fma.rm.f32 f7, f1, 0f3FC00000, f5;\n"
            "mul.rz.ftz.f32 f4, f1, f6;\n"
            "min.ftz.f32 f7, f5, f1;\n"
            "sqrt.rp.f32 f5, f3;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v1 = in[t + 5376];
        u32 v2 = in[t + 5632];
        u32 v3 = t & 1 ? 0x7fffu : 0x800000u;
        u32 v4 = in[t + 640];
        u32 v5 = in[t + 7424];
        u32 v6 = in[t + 5248];
        u32 v7 = in[t + 5760];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "fma.rz.ftz.sat.f32 f2, f4, f7, f3;\n"
            "fma.rn.ftz.f32 f1, f6, f1, f7;\n"
            "set.nan.f32.f32 f6, f0, f0;\n"
            "rcp.rm.f32 f1, f5;\n"
            "fma.rp.f32 f7, f4, 0f3FC00000, f4;\n"
            "rcp.rz.f32 f3, f1;\n"
            "neg.f32 f5, f5;\n"
            "neg.ftz.f32 f2, f3;\n"
            "div.rm.f32 f3, f3, f2;\n"
            "rcp.rp.f32 f3, f0;\n"
            "max.ftz.NaN.f32 f3, f0, f4;\n"
            "fma.rz.ftz.f32 f5, f6, f5, f0;\n"
            "mov.f32 f3, 0f7FFFFFFF;\n"
            "{ .reg .pred p; setp.neu.f32 p, f4, f0; selp.f32 f3, f4, f0, p; }\n"
            "sub.rm.f32 f0, f6, f2;\n"
            "sqrt.rp.f32 f4, f5;\n"
            "neg.f32 f0, f2;\n"
            "max.ftz.NaN.f32 f5, f4, f5;\n"
            "add.rm.f32 f0, f4, f1;\n"
            "abs.f32 f5, f2;\n"
            "abs.f32 f1, f2;\n"
            "min.ftz.f32 f4, f0, f1;\n"
            "sub.rz.f32 f4, f5, f5;\n"
            "sub.rn.f32 f1, f6, f7;\n"
            "fma.rp.f32 f4, f4, 0f3FC00000, f6;\n"
            "rcp.rp.f32 f5, f6;\n"
            "set.lt.f32.f32 f6, f0, f0;\n"
            "mov.f32 f6, 0f7F7FFFFF;\n"
            "abs.f32 f4, f4;\n"
            "sqrt.rp.f32 f1, f5;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = in[t + 384];
        u32 v1 = t & 16 ? 0x3f800000u : 0x7f7fffffu;
        u32 v2 = in[t + 1664];
        u32 v3 = in[t + 5376];
        u32 v4 = in[t + 1152];
        u32 v5 = t & 8 ? 0xffu : 0x7fffu;
        u32 v6 = in[t + 6528];
        u32 v7 = in[t + 6400];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "copysign.f32 f3, f5, f7;\n"
            "sub.rm.f32 f6, f3, f2;\n"
            "add.rm.sat.f32 f4, f6, f2;\n"
            "mov.f32 f1, 0f00000002;\n"
            "sqrt.rn.f32 f1, f7;\n"
            "fma.rm.f32 f1, f1, 0f3FC00000, f4;\n"
            "div.rz.f32 f3, f4, f4;\n"
            "copysign.f32 f4, f5, f6;\n"
            "max.NaN.f32 f6, f2, f1;\n"
            "sub.rz.ftz.f32 f4, f7, f6;\n"
            "neg.f32 f2, f6;\n"
            "fma.rn.ftz.f32 f7, f3, f3, f5;\n"
            "{ .reg .pred p; setp.neu.f32 p, f2, f4; selp.f32 f2, f2, f1, p; }\n"
            "set.gtu.f32.f32 f3, f7, f4;\n"
            "set.geu.ftz.f32.f32 f1, f6, f1;\n"
            "sub.rm.ftz.f32 f1, f4, f2;\n"
            "neg.f32 f7, f3;\n"
            "sub.rz.f32 f2, f3, f0;\n"
            "add.rm.ftz.f32 f4, f7, f6;\n"
            "neg.ftz.f32 f0, f2;\n"
            "set.lt.ftz.f32.f32 f7, f7, f2;\n"
            "fma.rp.f32 f7, f6, 0f3FC00000, f2;\n"
            "min.f32 f2, f0, f6;\n"
            "mov.f32 f4, 0f7F800000;\n"
            "fma.rn.f32 f5, f5, f0, f3;\n"
            "set.geu.ftz.f32.f32 f7, f5, f3;\n"
            "fma.rm.f32 f2, f4, 0f3FC00000, f6;\n"
            "max.ftz.NaN.f32 f7, f3, f7;\n"
            "sub.rn.ftz.f32 f1, f7, f5;\n"
            "max.NaN.f32 f0, f6, f3;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = in[t + 6912];
        u32 v1 = in[t + 1024];
        u32 v2 = in[t + 5376];
        u32 v3 = in[t + 7296];
        u32 v4 = in[t + 256];
        u32 v5 = in[t + 6400];
        u32 v6 = in[t + 640];
        u32 v7 = in[t + 5504];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "rcp.rz.f32 f6, f7;\n"
            "set.eq.ftz.f32.f32 f1, f5, f1;\n"
            "mov.f32 f0, 0f7FFFFFFF;\n"
            "div.rp.f32 f6, f0, f3;\n"
            "mov.f32 f1, 0fCF000000;\n"
            "mul.rp.f32 f3, f5, f2;\n"
            "sqrt.rz.f32 f1, f1;\n"
            "fma.rz.f32 f0, f0, 0f3FC00000, f0;\n"
            "min.ftz.f32 f2, f5, f0;\n"
            "fma.rp.f32 f4, f7, 0f3FC00000, f2;\n"
            "neg.ftz.f32 f2, f7;\n"
            "set.neu.ftz.f32.f32 f4, f5, f0;\n"
            "mul.rz.ftz.f32 f4, f7, f6;\n"
            "mul.rp.f32 f4, f4, f1;\n"
            "div.rz.f32 f7, f1, f3;\n"
            "sub.rp.ftz.f32 f5, f2, f2;\n"
            "copysign.f32 f0, f3, f2;\n"
            "div.rz.f32 f0, f1, f5;\n"
            "fma.rp.f32 f6, f1, f4, f4;\n"
            "copysign.f32 f0, f7, f1;\n"
            "max.ftz.NaN.f32 f4, f3, f4;\n"
            "rcp.rn.f32 f3, f4;\n"
            "set.neu.ftz.f32.f32 f1, f5, f3;\n"
            "neg.ftz.f32 f6, f1;\n"
            "mov.f32 f2, 0f7FFFFFFF;\n"
            "sqrt.rz.f32 f6, f4;\n"
            "neg.ftz.f32 f2, f3;\n"
            "mul.rp.ftz.f32 f4, f5, f5;\n"
            "neg.ftz.f32 f2, f6;\n"
            "fma.rn.f32 f5, f6, f3, f4;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
extern "C" __global__ void random_single_1(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 6528];
        u32 v1 = t & 8 ? 0x0u : 0x7f800000u;
        u32 v2 = in[t + 1920];
        u32 v3 = in[t + 5632];
        u32 v4 = t & 16 ? 0x7fffu : 0x1u;
        u32 v5 = in[t + 1536];
        u32 v6 = t & 1 ? 0x4b000000u : 0x807fffffu;
        u32 v7 = t & 3 ? 0x80u : 0x7f7fffffu;
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "{ .reg .pred p; setp.eq.ftz.f32 p, f5, f5; selp.f32 f7, f5, f0, p; }\n"
            "rcp.rz.f32 f4, f4;\n"
            "abs.f32 f3, f0;\n"
            "add.rp.ftz.f32 f3, f0, f0;\n"
            "set.lt.ftz.f32.f32 f4, f5, f6;\n"
            "div.rp.f32 f1, f0, f3;\n"
            "sqrt.rz.f32 f2, f4;\n"
            "fma.rp.f32 f4, f1, 0f3FC00000, f6;\n"
            "fma.rz.f32 f2, f3, f7, f4;\n"
            "sqrt.rp.f32 f2, f2;\n"
            "abs.f32 f1, f2;\n"
            "neg.f32 f7, f1;\n"
            "div.rz.f32 f4, f6, f6;\n"
            "fma.rp.ftz.f32 f1, f2, f0, f4;\n"
            "min.ftz.f32 f0, f6, f3;\n"
            "max.NaN.f32 f0, f3, f5;\n"
            "rcp.rp.f32 f2, f1;\n"
            "fma.rz.f32 f4, f1, f5, f4;\n"
            "abs.ftz.f32 f1, f5;\n"
            "sub.rm.ftz.f32 f7, f3, f7;\n"
            "copysign.f32 f1, f7, f2;\n"
            "fma.rz.ftz.sat.f32 f7, f5, f0, f1;\n"
            "{ .reg .pred p; setp.nan.f32 p, f6, f1; selp.f32 f3, f6, f7, p; }\n"
            "rcp.rm.f32 f1, f7;\n"
            "min.ftz.f32 f3, f4, f4;\n"
            "add.rp.ftz.sat.f32 f5, f4, f5;\n"
            "sqrt.rm.f32 f5, f6;\n"
            "neg.ftz.f32 f3, f0;\n"
            "sub.rz.f32 f4, f7, f0;\n"
            "max.ftz.NaN.f32 f7, f4, f4;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = in[t + 6016];
        u32 v1 = in[t + 3584];
        u32 v2 = t & 16 ? 0xbf800000u : 0x1u;
        u32 v3 = t & 8 ? 0x800000u : 0x7c00fc00u;
        u32 v4 = in[t + 5760];
        u32 v5 = t & 1 ? 0x3f803f80u : 0x3f803f80u;
        u32 v6 = in[t + 128];
        u32 v7 = in[t + 3200];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "rcp.rp.f32 f5, f6;\n"
            "sqrt.rm.f32 f1, f4;\n"
            "sqrt.rz.f32 f6, f2;\n"
            "copysign.f32 f3, f4, f1;\n"
            "abs.f32 f0, f6;\n"
            "set.num.f32.f32 f6, f5, f2;\n"
            "neg.f32 f2, f1;\n"
            "copysign.f32 f2, f3, f0;\n"
            "max.ftz.NaN.f32 f6, f1, f2;\n"
            "copysign.f32 f1, f1, f0;\n"
            "fma.rm.f32 f1, f6, 0f3FC00000, f3;\n"
            "mul.rn.f32 f4, f3, f1;\n"
            "copysign.f32 f6, f3, f5;\n"
            "fma.rm.f32 f2, f3, f6, f2;\n"
            "fma.rn.ftz.f32 f3, f2, f7, f7;\n"
            "sub.rn.ftz.f32 f6, f0, f2;\n"
            "abs.f32 f3, f6;\n"
            "rcp.rz.f32 f1, f1;\n"
            "min.f32 f7, f2, f5;\n"
            "sub.rz.f32 f0, f0, f5;\n"
            "mov.f32 f0, 0f0000FFFF;\n"
            "min.f32 f2, f6, f1;\n"
            "rcp.rp.f32 f6, f6;\n"
            "{ .reg .pred p; setp.nan.ftz.f32 p, f5, f3; selp.f32 f5, f5, f0, p; }\n"
            "copysign.f32 f1, f2, f2;\n"
            "fma.rp.f32 f1, f6, 0f3FC00000, f0;\n"
            "fma.rp.ftz.f32 f6, f0, f7, f6;\n"
            "add.rp.ftz.f32 f5, f5, f6;\n"
            "mov.f32 f3, 0f4F000000;\n"
            "set.num.ftz.f32.f32 f7, f3, f1;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = in[t + 5504];
        u32 v1 = in[t + 4736];
        u32 v2 = t & 1 ? 0x3c003c00u : 0xcf000000u;
        u32 v3 = in[t + 5632];
        u32 v4 = t & 16 ? 0x7fc00000u : 0x7fu;
        u32 v5 = in[t + 5632];
        u32 v6 = in[t + 512];
        u32 v7 = t & 1 ? 0x7f800000u : 0x3f800000u;
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "mul.rz.ftz.f32 f7, f1, f5;\n"
            "add.rn.f32 f2, f1, f3;\n"
            "min.ftz.f32 f5, f6, f1;\n"
            "fma.rp.f32 f5, f6, 0f3FC00000, f7;\n"
            "mov.f32 f3, 0f7BFF0400;\n"
            "min.f32 f7, f5, f2;\n"
            "fma.rz.f32 f6, f0, f6, f1;\n"
            "{ .reg .pred p; setp.gtu.f32 p, f1, f0; selp.f32 f5, f1, f7, p; }\n"
            "min.ftz.f32 f4, f3, f5;\n"
            "sub.rn.f32 f0, f6, f7;\n"
            "mov.f32 f5, 0f7BFF0400;\n"
            "div.rp.f32 f2, f5, f5;\n"
            "rcp.rn.f32 f3, f7;\n"
            "fma.rn.f32 f4, f6, 0f3FC00000, f5;\n"
            "min.ftz.f32 f6, f5, f6;\n"
            "mul.rm.f32 f4, f2, f2;\n"
            "mov.f32 f3, 0f7F800000;\n"
            "min.f32 f5, f5, f4;\n"
            "div.rz.f32 f0, f2, f5;\n"
            "fma.rp.f32 f2, f1, f1, f1;\n"
            "sub.rm.ftz.f32 f0, f0, f3;\n"
            "{ .reg .pred p; setp.neu.f32 p, f5, f7; selp.f32 f6, f5, f3, p; }\n"
            "min.f32 f0, f6, f5;\n"
            "fma.rz.ftz.f32 f4, f6, f4, f2;\n"
            "sub.rm.ftz.f32 f7, f4, f2;\n"
            "fma.rn.sat.f32 f3, f2, f7, f0;\n"
            "mov.f32 f5, 0f4B000000;\n"
            "fma.rp.ftz.f32 f1, f3, f5, f5;\n"
            "sqrt.rz.f32 f2, f3;\n"
            "sqrt.rn.f32 f0, f0;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = in[t + 3968];
        u32 v1 = in[t + 4352];
        u32 v2 = t & 16 ? 0x4b000000u : 0xffu;
        u32 v3 = in[t + 4736];
        u32 v4 = in[t + 640];
        u32 v5 = t & 1 ? 0x0u : 0xffffu;
        u32 v6 = in[t + 7680];
        u32 v7 = in[t + 7296];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "abs.f32 f0, f3;\n"
            "{ .reg .pred p; setp.gtu.ftz.f32 p, f5, f1; selp.f32 f3, f5, f7, p; }\n"
            "fma.rm.f32 f7, f2, f6, f3;\n"
            "sub.rp.ftz.f32 f1, f6, f7;\n"
            "sub.rz.ftz.f32 f0, f3, f7;\n"
            "copysign.f32 f2, f5, f5;\n"
            "neg.f32 f6, f2;\n"
            "sub.rn.f32 f2, f1, f4;\n"
            "{ .reg .pred p; setp.num.ftz.f32 p, f6, f2; selp.f32 f4, f6, f1, p; }\n"
            "div.rn.f32 f3, f1, f7;\n"
            "add.rp.f32 f1, f5, f1;\n"
            "add.rz.ftz.sat.f32 f0, f6, f4;\n"
            "abs.f32 f2, f4;\n"
            "min.ftz.f32 f0, f5, f5;\n"
            "sqrt.rn.f32 f6, f6;\n"
            "div.rn.f32 f3, f4, f0;\n"
            "add.rm.f32 f5, f4, f2;\n"
            "sqrt.rp.f32 f7, f3;\n"
            "fma.rm.ftz.f32 f3, f4, f0, f7;\n"
            "div.rn.f32 f7, f4, f1;\n"
            "max.NaN.f32 f1, f1, f2;\n"
            "fma.rm.f32 f1, f2, 0f3FC00000, f2;\n"
            "mul.rp.ftz.f32 f4, f7, f2;\n"
            "fma.rz.ftz.f32 f3, f6, f7, f5;\n"
            "mul.rn.ftz.sat.f32 f6, f2, f3;\n"
            "mov.f32 f5, 0f4B000000;\n"
            "fma.rp.ftz.f32 f0, f4, f4, f6;\n"
            "copysign.f32 f0, f0, f1;\n"
            "fma.rm.ftz.f32 f4, f6, f0, f5;\n"
            "sqrt.rz.f32 f5, f4;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
extern "C" __global__ void random_single_2(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = t & 8 ? 0x807fffffu : 0xbf800000u;
        u32 v1 = t & 16 ? 0x3f803f80u : 0x1u;
        u32 v2 = in[t + 1280];
        u32 v3 = t & 3 ? 0x7fc00000u : 0x807fffffu;
        u32 v4 = t & 1 ? 0xff800000u : 0xff800000u;
        u32 v5 = in[t + 1920];
        u32 v6 = in[t + 6784];
        u32 v7 = in[t + 6784];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "mul.rn.ftz.f32 f6, f7, f4;\n"
            "fma.rz.f32 f6, f7, f4, f4;\n"
            "fma.rn.f32 f4, f6, 0f3FC00000, f5;\n"
            "mov.f32 f3, 0f4B000000;\n"
            "mul.rn.ftz.sat.f32 f4, f6, f4;\n"
            "sub.rm.ftz.f32 f0, f6, f6;\n"
            "fma.rm.ftz.f32 f6, f6, f0, f1;\n"
            "max.ftz.NaN.f32 f4, f2, f2;\n"
            "add.rz.ftz.sat.f32 f6, f3, f2;\n"
            "fma.rm.f32 f6, f3, 0f3FC00000, f7;\n"
            "rcp.rm.f32 f5, f7;\n"
            "{ .reg .pred p; setp.gtu.f32 p, f3, f4; selp.f32 f5, f3, f6, p; }\n"
            "add.rn.sat.f32 f1, f3, f7;\n"
            "fma.rz.ftz.sat.f32 f7, f7, f0, f0;\n"
            "mov.f32 f1, 0f7FC00000;\n"
            "fma.rm.f32 f1, f0, 0f3FC00000, f4;\n"
            "min.f32 f5, f5, f7;\n"
            "mul.rm.ftz.f32 f0, f0, f0;\n"
            "max.NaN.f32 f7, f3, f1;\n"
            "mul.rm.f32 f1, f3, f5;\n"
            "{ .reg .pred p; setp.neu.f32 p, f2, f1; selp.f32 f0, f2, f7, p; }\n"
            "sqrt.rn.f32 f2, f1;\n"
            "div.rn.f32 f1, f2, f3;\n"
            "rcp.rm.f32 f1, f3;\n"
            "mov.f32 f2, 0f0000007F;\n"
            "fma.rp.ftz.f32 f1, f5, f2, f6;\n"
            "{ .reg .pred p; setp.gtu.f32 p, f3, f7; selp.f32 f7, f3, f4, p; }\n"
            "rcp.rm.f32 f4, f7;\n"
            "sub.rn.f32 f7, f3, f7;\n"
            "set.geu.ftz.f32.f32 f4, f2, f0;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = t & 1 ? 0x7c00fc00u : 0x0u;
        u32 v1 = in[t + 4096];
        u32 v2 = in[t + 5760];
        u32 v3 = in[t + 640];
        u32 v4 = in[t + 768];
        u32 v5 = in[t + 5632];
        u32 v6 = in[t + 5760];
        u32 v7 = t & 3 ? 0x8000u : 0xcf000000u;
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "mul.rn.ftz.f32 f5, f3, f7;\n"
            "fma.rm.f32 f0, f6, 0f3FC00000, f7;\n"
            "add.rn.f32 f6, f6, f3;\n"
            "fma.rn.f32 f4, f7, f4, f5;\n"
            "mov.f32 f0, 0f03FF8001;\n"
            "sub.rz.f32 f0, f1, f3;\n"
            "fma.rz.f32 f0, f3, 0f3FC00000, f0;\n"
            "{ .reg .pred p; setp.eq.f32 p, f5, f7; selp.f32 f3, f5, f5, p; }\n"
            "mov.f32 f7, 0fBF800000;\n"
            "fma.rp.f32 f4, f4, 0f3FC00000, f2;\n"
            "abs.f32 f2, f0;\n"
            "div.rm.f32 f1, f3, f0;\n"
            "sqrt.rp.f32 f4, f6;\n"
            "min.f32 f3, f6, f5;\n"
            "mul.rn.ftz.f32 f3, f3, f3;\n"
            "set.gtu.f32.f32 f1, f5, f7;\n"
            "min.ftz.f32 f6, f0, f5;\n"
            "max.NaN.f32 f4, f2, f3;\n"
            "min.ftz.f32 f0, f1, f2;\n"
            "add.rp.ftz.f32 f7, f5, f2;\n"
            "div.rp.f32 f3, f7, f0;\n"
            "copysign.f32 f3, f7, f7;\n"
            "neg.ftz.f32 f6, f0;\n"
            "abs.ftz.f32 f2, f5;\n"
            "max.ftz.NaN.f32 f2, f6, f5;\n"
            "mul.rp.f32 f4, f0, f3;\n"
            "copysign.f32 f5, f5, f3;\n"
            "min.ftz.f32 f1, f6, f7;\n"
            "fma.rp.f32 f1, f2, f1, f5;\n"
            "mul.rn.f32 f2, f1, f4;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = in[t + 1024];
        u32 v1 = in[t + 1408];
        u32 v2 = t & 8 ? 0x3f803f80u : 0xff800000u;
        u32 v3 = in[t + 5888];
        u32 v4 = in[t + 5632];
        u32 v5 = t & 16 ? 0x800000u : 0x7f800000u;
        u32 v6 = in[t + 640];
        u32 v7 = in[t + 2304];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "abs.f32 f7, f0;\n"
            "sub.rn.ftz.f32 f1, f0, f2;\n"
            "abs.ftz.f32 f7, f7;\n"
            "div.rn.f32 f5, f7, f6;\n"
            "fma.rp.ftz.sat.f32 f2, f5, f3, f7;\n"
            "rcp.rp.f32 f3, f6;\n"
            "fma.rz.f32 f1, f4, f1, f6;\n"
            "mul.rp.ftz.f32 f2, f0, f6;\n"
            "sqrt.rp.f32 f4, f7;\n"
            "max.ftz.NaN.f32 f0, f1, f3;\n"
            "rcp.rn.f32 f7, f0;\n"
            "fma.rz.f32 f6, f6, f7, f7;\n"
            "sqrt.rn.f32 f5, f1;\n"
            "abs.ftz.f32 f5, f3;\n"
            "rcp.rm.f32 f6, f5;\n"
            "sub.rm.ftz.f32 f3, f7, f7;\n"
            "sqrt.rz.f32 f7, f6;\n"
            "fma.rn.f32 f3, f4, 0f3FC00000, f2;\n"
            "sqrt.rz.f32 f5, f1;\n"
            "sub.rn.f32 f1, f6, f5;\n"
            "neg.f32 f1, f5;\n"
            "rcp.rz.f32 f5, f0;\n"
            "add.rm.f32 f3, f5, f7;\n"
            "min.ftz.f32 f0, f1, f4;\n"
            "mul.rz.f32 f7, f1, f4;\n"
            "mov.f32 f7, 0f03FF8001;\n"
            "sub.rp.f32 f5, f1, f2;\n"
            "mov.f32 f4, 0f7BFF0400;\n"
            "div.rn.f32 f0, f3, f3;\n"
            "rcp.rp.f32 f2, f4;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = in[t + 1536];
        u32 v1 = in[t + 3072];
        u32 v2 = in[t + 128];
        u32 v3 = t & 1 ? 0x3f800000u : 0x1u;
        u32 v4 = t & 8 ? 0xffffu : 0x3ff8001u;
        u32 v5 = t & 3 ? 0x807fffffu : 0x800000u;
        u32 v6 = t & 1 ? 0xbf800000u : 0x8000u;
        u32 v7 = in[t + 7040];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "add.rm.sat.f32 f2, f7, f7;\n"
            "fma.rp.ftz.f32 f1, f5, f1, f3;\n"
            "neg.f32 f2, f6;\n"
            "fma.rz.f32 f7, f6, 0f3FC00000, f6;\n"
            "{ .reg .pred p; setp.num.f32 p, f3, f1; selp.f32 f1, f3, f3, p; }\n"
            "fma.rn.ftz.f32 f2, f2, f2, f5;\n"
            "set.num.f32.f32 f3, f5, f4;\n"
            "mul.rm.f32 f0, f6, f0;\n"
            "max.NaN.f32 f2, f4, f6;\n"
            "max.ftz.NaN.f32 f2, f3, f6;\n"
            "max.NaN.f32 f5, f6, f3;\n"
            "fma.rn.ftz.sat.f32 f7, f5, f1, f5;\n"
            "set.num.f32.f32 f1, f0, f0;\n"
            "mul.rp.f32 f3, f6, f7;\n"
            "{ .reg .pred p; setp.nan.ftz.f32 p, f2, f0; selp.f32 f5, f2, f0, p; }\n"
            "set.gtu.ftz.f32.f32 f1, f3, f0;\n"
            "abs.f32 f6, f5;\n"
            "max.ftz.NaN.f32 f6, f0, f1;\n"
            "mul.rp.ftz.sat.f32 f6, f1, f6;\n"
            "fma.rn.f32 f7, f3, 0f3FC00000, f7;\n"
            "sqrt.rn.f32 f5, f2;\n"
            "div.rm.f32 f0, f2, f7;\n"
            "max.NaN.f32 f5, f4, f0;\n"
            "set.nan.ftz.f32.f32 f1, f2, f2;\n"
            "copysign.f32 f7, f6, f1;\n"
            "max.ftz.NaN.f32 f5, f0, f2;\n"
            "abs.f32 f5, f2;\n"
            "sub.rp.f32 f4, f5, f2;\n"
            "div.rz.f32 f0, f0, f3;\n"
            "add.rn.f32 f4, f7, f0;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
extern "C" __global__ void random_single_3(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 3072];
        u32 v1 = in[t + 6400];
        u32 v2 = in[t + 4608];
        u32 v3 = in[t + 2688];
        u32 v4 = in[t + 6912];
        u32 v5 = in[t + 128];
        u32 v6 = t & 3 ? 0x2u : 0x7fffu;
        u32 v7 = in[t + 1152];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "set.eq.f32.f32 f4, f0, f5;\n"
            "sqrt.rn.f32 f2, f4;\n"
            "mul.rn.ftz.f32 f2, f2, f6;\n"
            "div.rm.f32 f5, f4, f6;\n"
            "div.rp.f32 f0, f6, f7;\n"
            "rcp.rn.f32 f1, f1;\n"
            "max.ftz.NaN.f32 f7, f6, f6;\n"
            "neg.f32 f1, f4;\n"
            "sqrt.rn.f32 f7, f6;\n"
            "mul.rm.ftz.sat.f32 f5, f3, f1;\n"
            "fma.rm.f32 f4, f0, 0f3FC00000, f6;\n"
            "sqrt.rm.f32 f6, f0;\n"
            "fma.rn.f32 f1, f4, 0f3FC00000, f1;\n"
            "add.rz.ftz.sat.f32 f0, f3, f4;\n"
            "min.ftz.f32 f0, f5, f1;\n"
            "mov.f32 f7, 0f00007FFF;\n"
            "min.ftz.f32 f2, f6, f0;\n"
            "add.rn.ftz.f32 f1, f2, f0;\n"
            "sub.rp.f32 f4, f3, f3;\n"
            "rcp.rp.f32 f1, f7;\n"
            "set.lt.ftz.f32.f32 f5, f5, f0;\n"
            "rcp.rz.f32 f2, f2;\n"
            "max.ftz.NaN.f32 f0, f4, f5;\n"
            "min.ftz.f32 f2, f5, f3;\n"
            "max.NaN.f32 f3, f5, f1;\n"
            "rcp.rn.f32 f4, f5;\n"
            "fma.rp.ftz.sat.f32 f7, f7, f1, f1;\n"
            "min.ftz.f32 f5, f7, f5;\n"
            "min.f32 f6, f4, f1;\n"
            "min.ftz.f32 f0, f5, f1;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v1 = t & 16 ? 0xbf800000u : 0x3c003c00u;
        u32 v2 = in[t + 2560];
        u32 v3 = in[t + 1536];
        u32 v4 = in[t + 7296];
        u32 v5 = in[t + 7296];
        u32 v6 = in[t + 384];
        u32 v7 = t & 16 ? 0x7fc00000u : 0xffu;
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "add.rz.f32 f2, f5, f3;\n"
            "sqrt.rm.f32 f1, f6;\n"
            "{ .reg .pred p; setp.num.ftz.f32 p, f4, f3; selp.f32 f3, f4, f4, p; }\n"
            "div.rm.f32 f5, f1, f6;\n"
            "mov.f32 f4, 0f7FC00000;\n"
            "div.rz.f32 f4, f0, f0;\n"
            "fma.rp.ftz.sat.f32 f6, f3, f5, f3;\n"
            "neg.ftz.f32 f1, f3;\n"
            "fma.rz.f32 f6, f4, f2, f5;\n"
            "copysign.f32 f3, f4, f7;\n"
            "sub.rm.f32 f0, f4, f0;\n"
            "mul.rz.ftz.f32 f7, f4, f7;\n"
            "{ .reg .pred p; setp.lt.ftz.f32 p, f0, f5; selp.f32 f1, f0, f5, p; }\n"
            "max.NaN.f32 f1, f5, f4;\n"
            "set.neu.f32.f32 f6, f6, f3;\n"
            "div.rp.f32 f3, f7, f4;\n"
            "sub.rz.ftz.f32 f4, f7, f5;\n"
            "mov.f32 f1, 0f80000000;\n"
            "div.rz.f32 f6, f7, f4;\n"
            "rcp.rm.f32 f6, f1;\n"
            "add.rz.ftz.sat.f32 f4, f1, f5;\n"
            "fma.rm.f32 f7, f3, f5, f6;\n"
            "copysign.f32 f6, f7, f5;\n"
            "add.rz.f32 f7, f5, f7;\n"
            "{ .reg .pred p; setp.gtu.ftz.f32 p, f4, f5; selp.f32 f6, f4, f6, p; }\n"
            "min.f32 f2, f4, f7;\n"
            "copysign.f32 f2, f4, f5;\n"
            "neg.f32 f5, f5;\n"
            "mul.rm.ftz.f32 f4, f3, f7;\n"
            "fma.rn.f32 f6, f1, f0, f0;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = t & 8 ? 0x0u : 0x7f800000u;
        u32 v1 = t & 3 ? 0x3f800000u : 0x80000000u;
        u32 v2 = t & 16 ? 0x3f803f80u : 0xbf800000u;
        u32 v3 = in[t + 7808];
        u32 v4 = in[t + 3584];
        u32 v5 = in[t + 6272];
        u32 v6 = t & 8 ? 0xbf800000u : 0x7fu;
        u32 v7 = in[t + 7552];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "fma.rz.f32 f0, f1, 0f3FC00000, f2;\n"
            "neg.ftz.f32 f5, f2;\n"
            "copysign.f32 f4, f3, f3;\n"
            "div.rn.f32 f5, f2, f3;\n"
            "{ .reg .pred p; setp.num.ftz.f32 p, f2, f4; selp.f32 f7, f2, f0, p; }\n"
            "add.rz.ftz.sat.f32 f1, f4, f4;\n"
            "copysign.f32 f6, f4, f2;\n"
            "add.rz.ftz.f32 f6, f3, f1;\n"
            "neg.f32 f4, f7;\n"
            "mul.rp.ftz.sat.f32 f3, f0, f3;\n"
            "set.lt.ftz.f32.f32 f1, f0, f5;\n"
            "fma.rz.ftz.sat.f32 f4, f7, f6, f5;\n"
            "fma.rm.ftz.f32 f1, f3, f6, f3;\n"
            "set.neu.f32.f32 f3, f5, f7;\n"
            "mul.rn.f32 f1, f1, f0;\n"
            "copysign.f32 f0, f1, f5;\n"
            "rcp.rm.f32 f1, f0;\n"
            "copysign.f32 f7, f4, f0;\n"
            "sqrt.rn.f32 f3, f2;\n"
            "rcp.rz.f32 f0, f1;\n"
            "max.ftz.NaN.f32 f4, f6, f4;\n"
            "set.eq.f32.f32 f5, f3, f3;\n"
            "fma.rm.f32 f6, f0, 0f3FC00000, f5;\n"
            "{ .reg .pred p; setp.num.ftz.f32 p, f5, f0; selp.f32 f4, f5, f5, p; }\n"
            "mov.f32 f3, 0f03FF8001;\n"
            "fma.rn.f32 f7, f7, f6, f6;\n"
            "abs.f32 f3, f3;\n"
            "copysign.f32 f6, f1, f4;\n"
            "sqrt.rn.f32 f7, f1;\n"
            "sqrt.rp.f32 f3, f1;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v1 = in[t + 1792];
        u32 v2 = in[t + 3968];
        u32 v3 = t & 3 ? 0x7c00fc00u : 0x7fffffffu;
        u32 v4 = t & 16 ? 0x7fffffffu : 0xffffffffu;
        u32 v5 = in[t + 5376];
        u32 v6 = t & 3 ? 0x4b000000u : 0x3c003c00u;
        u32 v7 = in[t + 512];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "fma.rm.f32 f5, f7, f3, f6;\n"
            "fma.rp.f32 f0, f3, 0f3FC00000, f3;\n"
            "abs.f32 f6, f0;\n"
            "copysign.f32 f2, f0, f6;\n"
            "div.rm.f32 f4, f3, f1;\n"
            "max.NaN.f32 f1, f0, f0;\n"
            "mul.rm.ftz.sat.f32 f2, f1, f1;\n"
            "sqrt.rm.f32 f7, f1;\n"
            "min.ftz.f32 f3, f1, f2;\n"
            "fma.rp.f32 f6, f7, f4, f1;\n"
            "neg.f32 f5, f3;\n"
            "copysign.f32 f0, f3, f4;\n"
            "fma.rz.ftz.f32 f2, f5, f4, f0;\n"
            "copysign.f32 f3, f6, f3;\n"
            "{ .reg .pred p; setp.geu.ftz.f32 p, f7, f7; selp.f32 f7, f7, f0, p; }\n"
            "sub.rp.f32 f4, f7, f4;\n"
            "rcp.rz.f32 f3, f1;\n"
            "mov.f32 f0, 0f7F800000;\n"
            "add.rp.ftz.sat.f32 f6, f6, f5;\n"
            "sub.rz.ftz.f32 f1, f3, f2;\n"
            "copysign.f32 f2, f0, f5;\n"
            "copysign.f32 f4, f2, f0;\n"
            "fma.rm.f32 f1, f1, 0f3FC00000, f0;\n"
            "copysign.f32 f0, f4, f1;\n"
            "mul.rp.ftz.f32 f7, f7, f4;\n"
            "mov.f32 f4, 0f7C00FC00;\n"
            "div.rn.f32 f2, f0, f4;\n"
            "max.NaN.f32 f1, f3, f4;\n"
            "div.rm.f32 f3, f6, f7;\n"
            "rcp.rn.f32 f6, f3;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
extern "C" __global__ void random_single_4(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 6016];
        u32 v1 = in[t + 4224];
        u32 v2 = in[t + 6784];
        u32 v3 = t & 1 ? 0x3f800000u : 0x7fffffffu;
        u32 v4 = in[t + 1792];
        u32 v5 = in[t + 5504];
        u32 v6 = in[t + 3328];
        u32 v7 = in[t + 2304];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "max.ftz.NaN.f32 f5, f4, f3;\n"
            "min.f32 f1, f2, f1;\n"
            "max.ftz.NaN.f32 f5, f7, f6;\n"
            "sub.rm.f32 f0, f4, f3;\n"
            "add.rn.sat.f32 f7, f1, f6;\n"
            "fma.rz.f32 f5, f1, f6, f1;\n"
            "{ .reg .pred p; setp.num.f32 p, f3, f0; selp.f32 f7, f3, f3, p; }\n"
            "fma.rz.f32 f2, f0, 0f3FC00000, f7;\n"
            "div.rz.f32 f6, f5, f5;\n"
            "add.rz.ftz.f32 f6, f5, f6;\n"
            "copysign.f32 f3, f3, f0;\n"
            "min.ftz.f32 f6, f6, f1;\n"
            "fma.rm.ftz.sat.f32 f1, f3, f1, f6;\n"
            "max.ftz.NaN.f32 f0, f0, f6;\n"
            "neg.f32 f3, f3;\n"
            "{ .reg .pred p; setp.geu.f32 p, f3, f1; selp.f32 f5, f3, f1, p; }\n"
            "sqrt.rz.f32 f3, f4;\n"
            "max.ftz.NaN.f32 f1, f5, f6;\n"
            "{ .reg .pred p; setp.geu.ftz.f32 p, f4, f3; selp.f32 f1, f4, f2, p; }\n"
            "fma.rn.f32 f3, f2, 0f3FC00000, f1;\n"
            "{ .reg .pred p; setp.neu.f32 p, f0, f5; selp.f32 f4, f0, f0, p; }\n"
            "fma.rn.f32 f2, f1, 0f3FC00000, f2;\n"
            "abs.ftz.f32 f3, f4;\n"
            "fma.rm.f32 f0, f7, 0f3FC00000, f2;\n"
            "min.f32 f1, f1, f1;\n"
            "sub.rm.f32 f1, f2, f6;\n"
            "div.rm.f32 f4, f6, f4;\n"
            "min.ftz.f32 f0, f7, f2;\n"
            "max.NaN.f32 f5, f7, f6;\n"
            "neg.f32 f4, f4;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = in[t + 6912];
        u32 v1 = in[t + 4480];
        u32 v2 = in[t + 4352];
        u32 v3 = in[t + 5376];
        u32 v4 = in[t + 6528];
        u32 v5 = in[t + 6784];
        u32 v6 = in[t + 768];
        u32 v7 = in[t + 1920];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "abs.ftz.f32 f7, f2;\n"
            "max.NaN.f32 f1, f0, f0;\n"
            "mov.f32 f7, 0fCF000000;\n"
            "neg.f32 f0, f3;\n"
            "mov.f32 f7, 0fFFFFFFFF;\n"
            "fma.rp.f32 f6, f4, 0f3FC00000, f5;\n"
            "set.gtu.ftz.f32.f32 f3, f0, f2;\n"
            "neg.ftz.f32 f7, f1;\n"
            "copysign.f32 f7, f3, f2;\n"
            "sub.rm.ftz.f32 f6, f7, f6;\n"
            "fma.rn.f32 f2, f1, f6, f0;\n"
            "sqrt.rn.f32 f4, f4;\n"
            "fma.rp.ftz.f32 f2, f4, f3, f2;\n"
            "copysign.f32 f2, f0, f1;\n"
            "abs.ftz.f32 f0, f5;\n"
            "fma.rn.f32 f7, f2, 0f3FC00000, f1;\n"
            "fma.rn.ftz.f32 f3, f7, f4, f6;\n"
            "{ .reg .pred p; setp.gtu.ftz.f32 p, f6, f0; selp.f32 f7, f6, f1, p; }\n"
            "abs.f32 f1, f3;\n"
            "fma.rm.f32 f0, f1, 0f3FC00000, f7;\n"
            "{ .reg .pred p; setp.nan.ftz.f32 p, f6, f3; selp.f32 f0, f6, f2, p; }\n"
            "abs.f32 f5, f3;\n"
            "sub.rp.f32 f7, f3, f4;\n"
            "{ .reg .pred p; setp.neu.ftz.f32 p, f0, f2; selp.f32 f0, f0, f0, p; }\n"
            "max.NaN.f32 f0, f5, f6;\n"
            "add.rp.f32 f7, f7, f6;\n"
            "fma.rm.f32 f1, f5, 0f3FC00000, f7;\n"
            "sub.rm.f32 f2, f3, f6;\n"
            "mul.rp.sat.f32 f1, f6, f4;\n"
            "sub.rp.f32 f1, f6, f4;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = t & 3 ? 0x7fc00000u : 0x1u;
        u32 v1 = in[t + 2560];
        u32 v2 = in[t + 6272];
        u32 v3 = in[t + 4736];
        u32 v4 = in[t + 1280];
        u32 v5 = in[t + 2176];
        u32 v6 = in[t + 6784];
        u32 v7 = in[t + 1536];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "min.f32 f5, f0, f6;\n"
            "add.rz.ftz.sat.f32 f7, f7, f6;\n"
            "fma.rz.ftz.f32 f7, f1, f4, f4;\n"
            "copysign.f32 f2, f7, f3;\n"
            "mov.f32 f7, 0f00000000;\n"
            "mul.rp.ftz.f32 f6, f2, f7;\n"
            "div.rz.f32 f6, f6, f2;\n"
            "max.ftz.NaN.f32 f2, f7, f4;\n"
            "set.nan.ftz.f32.f32 f0, f4, f7;\n"
            "add.rn.ftz.sat.f32 f0, f0, f6;\n"
            "copysign.f32 f2, f5, f1;\n"
            "add.rz.f32 f2, f2, f6;\n"
            "rcp.rp.f32 f1, f3;\n"
            "set.eq.ftz.f32.f32 f1, f2, f0;\n"
            "add.rz.f32 f6, f3, f7;\n"
            "mov.f32 f4, 0f000000FF;\n"
            "set.nan.f32.f32 f4, f0, f0;\n"
            "mov.f32 f3, 0f000000FF;\n"
            "abs.ftz.f32 f7, f0;\n"
            "rcp.rz.f32 f5, f2;\n"
            "fma.rn.f32 f6, f7, 0f3FC00000, f5;\n"
            "fma.rm.f32 f5, f1, 0f3FC00000, f2;\n"
            "sqrt.rm.f32 f5, f1;\n"
            "mul.rn.f32 f2, f5, f0;\n"
            "abs.f32 f6, f4;\n"
            "set.num.ftz.f32.f32 f2, f3, f7;\n"
            "{ .reg .pred p; setp.lt.ftz.f32 p, f0, f0; selp.f32 f1, f0, f3, p; }\n"
            "rcp.rp.f32 f5, f0;\n"
            "neg.ftz.f32 f7, f3;\n"
            "fma.rp.f32 f3, f4, 0f3FC00000, f0;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = t & 3 ? 0x807fffffu : 0xffffu;
        u32 v1 = in[t + 6912];
        u32 v2 = t & 3 ? 0x7c00fc00u : 0xffffu;
        u32 v3 = in[t + 5120];
        u32 v4 = in[t + 2560];
        u32 v5 = in[t + 5632];
        u32 v6 = in[t + 6144];
        u32 v7 = in[t + 1792];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "fma.rp.f32 f7, f4, 0f3FC00000, f2;\n"
            "sqrt.rp.f32 f5, f0;\n"
            "fma.rz.ftz.f32 f3, f5, f4, f5;\n"
            "{ .reg .pred p; setp.num.f32 p, f3, f4; selp.f32 f7, f3, f2, p; }\n"
            "abs.f32 f2, f1;\n"
            "neg.f32 f7, f7;\n"
            "div.rp.f32 f2, f7, f2;\n"
            "min.f32 f2, f5, f2;\n"
            "add.rp.f32 f7, f6, f1;\n"
            "min.ftz.f32 f7, f0, f7;\n"
            "sqrt.rm.f32 f5, f5;\n"
            "copysign.f32 f2, f1, f3;\n"
            "fma.rn.f32 f4, f4, 0f3FC00000, f5;\n"
            "{ .reg .pred p; setp.num.f32 p, f7, f0; selp.f32 f4, f7, f2, p; }\n"
            "sqrt.rp.f32 f4, f3;\n"
            "min.ftz.f32 f3, f1, f6;\n"
            "mov.f32 f2, 0fFF800000;\n"
            "sqrt.rp.f32 f2, f7;\n"
            "fma.rp.ftz.f32 f4, f5, f4, f0;\n"
            "sub.rz.ftz.f32 f1, f1, f1;\n"
            "abs.ftz.f32 f6, f1;\n"
            "fma.rm.sat.f32 f3, f4, f1, f4;\n"
            "abs.f32 f4, f3;\n"
            "add.rz.ftz.sat.f32 f6, f0, f1;\n"
            "abs.f32 f4, f5;\n"
            "mov.f32 f3, 0f7C00FC00;\n"
            "fma.rn.f32 f3, f7, 0f3FC00000, f4;\n"
            "sub.rm.f32 f4, f4, f4;\n"
            "mul.rm.sat.f32 f6, f5, f7;\n"
            "set.eq.f32.f32 f5, f3, f0;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
extern "C" __global__ void random_single_5(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 2304];
        u32 v1 = in[t + 2688];
        u32 v2 = in[t + 1280];
        u32 v3 = in[t + 2560];
        u32 v4 = t & 1 ? 0xcf000000u : 0x80u;
        u32 v5 = in[t + 2816];
        u32 v6 = in[t + 2048];
        u32 v7 = in[t + 1920];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "sqrt.rz.f32 f2, f4;\n"
            "sub.rp.ftz.f32 f5, f6, f6;\n"
            "set.neu.ftz.f32.f32 f1, f3, f4;\n"
            "mov.f32 f5, 0f80000000;\n"
            "fma.rn.ftz.f32 f6, f6, f7, f4;\n"
            "neg.ftz.f32 f4, f0;\n"
            "add.rz.ftz.f32 f7, f7, f0;\n"
            "{ .reg .pred p; setp.gtu.ftz.f32 p, f0, f3; selp.f32 f7, f0, f0, p; }\n"
            "fma.rp.sat.f32 f7, f6, f1, f0;\n"
            "{ .reg .pred p; setp.num.ftz.f32 p, f3, f3; selp.f32 f3, f3, f2, p; }\n"
            "fma.rp.f32 f5, f0, 0f3FC00000, f1;\n"
            "min.ftz.f32 f5, f4, f4;\n"
            "add.rp.ftz.f32 f7, f5, f4;\n"
            "abs.f32 f7, f6;\n"
            "mul.rm.ftz.f32 f3, f5, f6;\n"
            "sub.rm.ftz.f32 f3, f1, f6;\n"
            "{ .reg .pred p; setp.neu.ftz.f32 p, f7, f6; selp.f32 f6, f7, f6, p; }\n"
            "abs.f32 f0, f7;\n"
            "copysign.f32 f3, f1, f6;\n"
            "neg.ftz.f32 f5, f3;\n"
            "{ .reg .pred p; setp.gtu.ftz.f32 p, f2, f7; selp.f32 f1, f2, f2, p; }\n"
            "set.geu.f32.f32 f4, f6, f5;\n"
            "sub.rm.f32 f5, f5, f5;\n"
            "abs.ftz.f32 f1, f6;\n"
            "max.NaN.f32 f1, f7, f5;\n"
            "add.rz.ftz.f32 f4, f5, f2;\n"
            "neg.ftz.f32 f4, f3;\n"
            "{ .reg .pred p; setp.geu.f32 p, f0, f2; selp.f32 f3, f0, f4, p; }\n"
            "neg.f32 f0, f0;\n"
            "fma.rm.f32 f0, f6, 0f3FC00000, f7;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = in[t + 256];
        u32 v1 = in[t + 7040];
        u32 v2 = in[t + 4480];
        u32 v3 = in[t + 2176];
        u32 v4 = t & 3 ? 0x807fffffu : 0x3f803f80u;
        u32 v5 = in[t + 1152];
        u32 v6 = t & 3 ? 0x3f800000u : 0x3f800000u;
        u32 v7 = in[t + 1280];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "fma.rz.f32 f6, f4, 0f3FC00000, f0;\n"
            "mov.f32 f2, 0f7FC00000;\n"
            "mov.f32 f7, 0fCF000000;\n"
            "add.rz.ftz.sat.f32 f5, f1, f0;\n"
            "fma.rz.f32 f2, f2, f7, f0;\n"
            "neg.ftz.f32 f7, f3;\n"
            "div.rz.f32 f4, f0, f1;\n"
            "mov.f32 f6, 0f3C003C00;\n"
            "copysign.f32 f3, f7, f4;\n"
            "{ .reg .pred p; setp.eq.ftz.f32 p, f4, f0; selp.f32 f1, f4, f4, p; }\n"
            "mul.rm.f32 f5, f2, f2;\n"
            "sub.rm.ftz.f32 f7, f6, f3;\n"
            "neg.f32 f0, f4;\n"
            "div.rn.f32 f3, f2, f1;\n"
            "mul.rz.f32 f3, f2, f6;\n"
            "abs.ftz.f32 f4, f2;\n"
            "add.rn.ftz.f32 f3, f0, f7;\n"
            "abs.f32 f4, f5;\n"
            "add.rn.f32 f4, f3, f3;\n"
            "fma.rm.ftz.f32 f2, f2, f5, f4;\n"
            "rcp.rp.f32 f7, f2;\n"
            "fma.rm.f32 f2, f2, 0f3FC00000, f0;\n"
            "add.rm.f32 f3, f1, f6;\n"
            "sqrt.rp.f32 f6, f6;\n"
            "set.neu.ftz.f32.f32 f5, f3, f7;\n"
            "max.NaN.f32 f3, f2, f3;\n"
            "abs.ftz.f32 f3, f4;\n"
            "fma.rn.ftz.f32 f2, f0, f2, f2;\n"
            "neg.ftz.f32 f7, f3;\n"
            "sqrt.rz.f32 f3, f0;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = t & 3 ? 0x2u : 0xbf800000u;
        u32 v1 = in[t + 2304];
        u32 v2 = in[t + 128];
        u32 v3 = in[t + 5248];
        u32 v4 = in[t + 4736];
        u32 v5 = in[t + 1408];
        u32 v6 = in[t + 512];
        u32 v7 = in[t + 3968];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "set.neu.ftz.f32.f32 f2, f0, f1;\n"
            "neg.ftz.f32 f0, f1;\n"
            "mov.f32 f3, 0f7BFF0400;\n"
            "rcp.rp.f32 f5, f7;\n"
            "abs.ftz.f32 f0, f1;\n"
            "mul.rn.f32 f2, f6, f4;\n"
            "fma.rm.f32 f3, f1, f1, f0;\n"
            "mul.rn.ftz.sat.f32 f0, f4, f2;\n"
            "max.ftz.NaN.f32 f5, f1, f7;\n"
            "copysign.f32 f5, f1, f6;\n"
            "fma.rm.f32 f6, f1, f0, f1;\n"
            "{ .reg .pred p; setp.gtu.f32 p, f7, f7; selp.f32 f6, f7, f1, p; }\n"
            "min.f32 f2, f6, f7;\n"
            "fma.rz.f32 f7, f4, f3, f0;\n"
            "mul.rz.f32 f5, f3, f7;\n"
            "neg.f32 f0, f0;\n"
            "rcp.rz.f32 f4, f4;\n"
            "sub.rz.ftz.f32 f1, f2, f1;\n"
            "max.ftz.NaN.f32 f0, f6, f0;\n"
            "sqrt.rz.f32 f5, f4;\n"
            "mul.rz.ftz.sat.f32 f5, f7, f6;\n"
            "sqrt.rn.f32 f7, f5;\n"
            "fma.rm.ftz.sat.f32 f4, f6, f3, f2;\n"
            "min.ftz.f32 f0, f5, f2;\n"
            "mul.rn.f32 f1, f7, f6;\n"
            "max.ftz.NaN.f32 f6, f5, f5;\n"
            "copysign.f32 f4, f5, f5;\n"
            "abs.ftz.f32 f7, f7;\n"
            "copysign.f32 f4, f2, f3;\n"
            "fma.rm.f32 f6, f7, 0f3FC00000, f7;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
        u32 v0 = in[t + 4480];
        u32 v1 = t & 16 ? 0x7f7fffffu : 0x4b000000u;
        u32 v2 = in[t + 6528];
        u32 v3 = in[t + 2560];
        u32 v4 = in[t + 1792];
        u32 v5 = t & 16 ? 0x7fffu : 0xffffffffu;
        u32 v6 = in[t + 1024];
        u32 v7 = in[t + 2688];
        asm volatile("{ .reg .f32 f0, f1, f2, f3, f4, f5, f6, f7;\n"
            "mov.b32 f0, %0; mov.b32 f1, %1; mov.b32 f2, %2; mov.b32 f3, %3; mov.b32 f4, %4; mov.b32 f5, %5; mov.b32 f6, %6; mov.b32 f7, %7; \n"
            "neg.ftz.f32 f5, f0;\n"
            "abs.f32 f3, f5;\n"
            "fma.rp.ftz.f32 f2, f7, f3, f3;\n"
            "set.eq.ftz.f32.f32 f6, f1, f5;\n"
            "{ .reg .pred p; setp.neu.f32 p, f5, f7; selp.f32 f4, f5, f7, p; }\n"
            "max.ftz.NaN.f32 f2, f4, f5;\n"
            "sqrt.rp.f32 f6, f7;\n"
            "sqrt.rn.f32 f3, f5;\n"
            "sqrt.rz.f32 f3, f0;\n"
            "mov.f32 f5, 0f0000FFFF;\n"
            "max.ftz.NaN.f32 f0, f2, f5;\n"
            "abs.ftz.f32 f2, f2;\n"
            "sub.rn.ftz.f32 f1, f3, f0;\n"
            "mul.rn.ftz.f32 f0, f7, f4;\n"
            "sub.rn.ftz.f32 f7, f2, f7;\n"
            "rcp.rm.f32 f4, f5;\n"
            "copysign.f32 f4, f7, f5;\n"
            "sqrt.rm.f32 f7, f3;\n"
            "neg.ftz.f32 f7, f1;\n"
            "{ .reg .pred p; setp.lt.ftz.f32 p, f1, f1; selp.f32 f1, f1, f2, p; }\n"
            "copysign.f32 f6, f5, f2;\n"
            "add.rn.sat.f32 f1, f7, f0;\n"
            "sub.rz.f32 f0, f7, f6;\n"
            "sub.rz.f32 f1, f1, f1;\n"
            "sqrt.rp.f32 f3, f1;\n"
            "fma.rm.f32 f1, f3, 0f3FC00000, f1;\n"
            "neg.f32 f4, f4;\n"
            "{ .reg .pred p; setp.neu.f32 p, f6, f0; selp.f32 f4, f6, f6, p; }\n"
            "fma.rz.f32 f0, f4, 0f3FC00000, f3;\n"
            "fma.rm.f32 f4, f1, 0f3FC00000, f5;\n"
            "mov.b32 %0, f0; mov.b32 %1, f1; mov.b32 %2, f2; mov.b32 %3, f3; mov.b32 %4, f4; mov.b32 %5, f5; mov.b32 %6, f6; mov.b32 %7, f7; }\n"
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
