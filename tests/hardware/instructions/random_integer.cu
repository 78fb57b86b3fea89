// Random programs, written by generate.py. One block of 128 threads; `in` has 8192 words and `out` 4096 zeros.
typedef unsigned u32;

extern "C" __global__ void random_integer_0(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = t & 8 ? 0x1u : 0xbf800000u;
        u32 v1 = in[t + 6656];
        u32 v2 = in[t + 6912];
        u32 v3 = in[t + 2944];
        u32 v4 = in[t + 128];
        u32 v5 = in[t + 6656];
        u32 v6 = in[t + 4096];
        u32 v7 = in[t + 5248];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .pred p, q; setp.ge.u32 p, r0, r1; setp.ne.and.s32 q, r1, r0, p; selp.b32 r7, r0, r1, q; }\n"
            "bfind.shiftamt.u32 r7, r7;\n"
            "clz.b32 r3, r4;\n"
            "mul.hi.u32 r2, r2, r2;\n"
            "abs.s32 r3, r1;\n"
            "dp4a.s32.u32 r2, r5, r1, r1;\n"
            "shf.r.clamp.b32 r0, r1, r4, r1;\n"
            "shr.s32 r4, r0, 6;\n"
            "not.b32 r3, r0;\n"
            "bfe.u32 r5, r1, r2, r6;\n"
            "dp4a.s32.u32 r4, r2, r3, r7;\n"
            "mad.hi.s32 r5, r5, r0, r1;\n"
            "{ .reg .b64 l, m; mov.b64 l, {r1, r4}; mad.wide.s32 m, r1, r3, l; shr.s64 m, m, 62; mov.b64 {r2, r3}, m; }\n"
            "abs.s32 r5, r2;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r6, r0; setp.ne.and.s32 q, r4, r6, p; selp.b32 r1, r6, r4, q; }\n"
            "prmt.b32 r5, r3, r5, 0xa3a3;\n"
            "dp2a.hi.u32.s32 r1, r2, r6, r3;\n"
            "shr.s32 r0, r1, 18;\n"
            "not.b32 r6, r4;\n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r4, r6}; mov.b64 m, {r6, r2}; setp.lt.s64 p, l, m; selp.b32 r4, r4, r2, p; max.s64 l, l, m; mov.b64 {r6, r2}, l; }\n"
            "set.hi.u32.u32 r6, r6, r5;\n"
            "bfind.shiftamt.u32 r2, r0;\n"
            "mad24.lo.u32 r5, r4, r1, r2;\n"
            "bfind.s32 r6, r7;\n"
            "min.s32 r4, r4, r6;\n"
            "set.eq.u32.u32 r7, r6, r5;\n"
            "bfi.b32 r4, r0, r5, 29, 14;\n"
            "bfind.shiftamt.u32 r2, r5;\n"
            "szext.clamp.s32 r0, r1, 21;\n"
            "prmt.b32 r3, r1, r7, r4;\n"
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
        u32 v0 = in[t + 4224];
        u32 v1 = in[t + 4480];
        u32 v2 = in[t + 7552];
        u32 v3 = in[t + 6144];
        u32 v4 = in[t + 128];
        u32 v5 = t & 1 ? 0xff800000u : 0xffffffffu;
        u32 v6 = in[t + 256];
        u32 v7 = t & 16 ? 0x7bff0400u : 0x7f7fffffu;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "shr.u32 r4, r6, r0;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r0, r3; setp.ne.and.s32 q, r0, r0, p; selp.b32 r7, r0, r0, q; }\n"
            "popc.b32 r4, r1;\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r6, r6; selp.b32 r1, r6, r6, p; @q add.s32 r6, r6, 1; }\n"
            "max.u32 r5, r5, r1;\n"
            "dp2a.hi.u32.s32 r4, r6, r1, r4;\n"
            "shr.s32 r7, r1, 16;\n"
            "mul.hi.u32 r1, r7, r3;\n"
            "not.b32 r1, r3;\n"
            "prmt.b32 r2, r0, r1, 0xabcd;\n"
            "prmt.b32 r5, r1, r0, 0x71af;\n"
            "clz.b32 r0, r0;\n"
            "mul.hi.u32 r3, r2, r4;\n"
            "slct.s32.s32 r7, r2, r6, r7;\n"
            "shr.s32 r5, r4, 18;\n"
            "mul.lo.s32 r0, r4, r3;\n"
            "set.lt.u32.u32 r3, r1, r1;\n"
            "shl.b32 r3, r3, 4;\n"
            "{ .reg .b64 l; mul.wide.u32 l, r6, r0; add.u64 l, l, 0x1; mov.b64 {r0, r3}, l; }\n"
            "bfi.b32 r2, r1, r1, 13, 31;\n"
            "clz.b32 r5, r5;\n"
            "neg.s32 r4, r3;\n"
            "min.s32 r0, r1, r3;\n"
            "mul.lo.s32 r4, r6, r0;\n"
            "min.s32 r4, r6, r4;\n"
            "min.s32 r1, r1, r7;\n"
            "brev.b32 r2, r7;\n"
            "xor.b32 r1, r2, r5;\n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r6, r2}; mov.b64 m, {r2, r0}; setp.lt.s64 p, l, m; selp.b32 r4, r6, r0, p; max.s64 l, l, m; mov.b64 {r2, r0}, l; }\n"
            "bfi.b32 r3, r5, r3, 13, 8;\n"
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
        u32 v0 = in[t + 7808];
        u32 v1 = t & 16 ? 0x80000000u : 0xffffu;
        u32 v2 = in[t + 1280];
        u32 v3 = in[t + 4352];
        u32 v4 = t & 16 ? 0xffffffffu : 0x3f800000u;
        u32 v5 = in[t + 2048];
        u32 v6 = in[t + 0];
        u32 v7 = in[t + 3584];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "mad.lo.s32 r7, r1, r1, r2;\n"
            "mul.lo.s32 r0, r0, r3;\n"
            "sad.s32 r3, r7, r1, r2;\n"
            "sub.s32 r7, r6, r2;\n"
            "slct.s32.s32 r1, r7, r3, r7;\n"
            "mul.hi.u32 r0, r1, r5;\n"
            "mul.lo.s32 r5, r3, r5;\n"
            "shf.l.wrap.b32 r6, r0, r2, r6;\n"
            "bfind.s32 r6, r6;\n"
            "mul.hi.s32 r4, r2, r3;\n"
            "lop3.b32 r0, r0, r6, r0, 0xfb;\n"
            "popc.b32 r5, r1;\n"
            "sad.s32 r3, r4, r7, r7;\n"
            "{ .reg .b64 l, m; mov.b64 l, {r0, r4}; mad.wide.s32 m, r0, r3, l; shr.s64 m, m, 46; mov.b64 {r2, r3}, m; }\n"
            "mad.hi.s32 r4, r7, r1, r2;\n"
            "min.s32 r7, r0, r1;\n"
            "bmsk.wrap.b32 r7, 22, r1;\n"
            "prmt.b32 r0, r7, r1, r3;\n"
            "bmsk.wrap.b32 r4, 9, r7;\n"
            "add.s32 r1, r0, r5;\n"
            "shf.r.clamp.b32 r0, r6, r1, r6;\n"
            "sub.s32 r4, r0, r7;\n"
            "bmsk.wrap.b32 r0, 9, r2;\n"
            "mul.hi.u32 r1, r4, r5;\n"
            "prmt.b32 r4, r6, r4, r7;\n"
            "mad.hi.s32 r6, r6, r4, r2;\n"
            "sub.cc.u32 r5, r3, r3; subc.u32 r3, r3, r3;\n"
            "min.s32 r2, r0, r5;\n"
            "mul.hi.u32 r0, r2, r2;\n"
            "min.s32 r0, r6, r5;\n"
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
        u32 v0 = in[t + 896];
        u32 v1 = t & 1 ? 0x7f800000u : 0x7f7fffffu;
        u32 v2 = in[t + 768];
        u32 v3 = in[t + 640];
        u32 v4 = t & 16 ? 0x3ff8001u : 0xff800000u;
        u32 v5 = t & 8 ? 0x4b000000u : 0x4f000000u;
        u32 v6 = in[t + 7168];
        u32 v7 = in[t + 7808];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "shl.b32 r3, r6, 13;\n"
            "add.cc.u32 r2, r3, r4; addc.u32 r7, r7, r3;\n"
            "mad24.lo.u32 r6, r2, r4, r2;\n"
            "min.s32 r7, r3, r5;\n"
            "prmt.b32 r3, r7, r5, r0;\n"
            "bfe.s32 r5, r0, 14, 20;\n"
            "brev.b32 r7, r0;\n"
            "set.eq.u32.u32 r4, r4, r6;\n"
            "shl.b32 r0, r1, r5;\n"
            "shf.r.clamp.b32 r3, r5, r7, r2;\n"
            "min.s32 r6, r4, r4;\n"
            "sub.s32 r6, r4, r6;\n"
            "bfind.s32 r7, r4;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r1, r3; setp.ne.and.s32 q, r5, r1, p; selp.b32 r0, r1, r5, q; }\n"
            "max.u32 r1, r6, r6;\n"
            "mul.hi.u32 r3, r7, r1;\n"
            "add.s32 r6, r2, 0x1;\n"
            "neg.s32 r2, r7;\n"
            "shl.b32 r1, r1, 0;\n"
            "set.eq.u32.u32 r2, r2, r3;\n"
            "sad.s32 r6, r3, r4, r0;\n"
            "mad24.lo.u32 r5, r7, r3, r6;\n"
            "mad.lo.s32 r2, r0, r3, r6;\n"
            "shr.u32 r6, r0, r7;\n"
            "neg.s32 r7, r4;\n"
            "bfi.b32 r7, r0, r4, 10, 25;\n"
            "mul.hi.s32 r6, r3, r5;\n"
            "{ .reg .b64 l, m; mov.b64 l, {r3, r5}; mad.wide.s32 m, r3, r3, l; shr.s64 m, m, 9; mov.b64 {r2, r3}, m; }\n"
            "neg.s32 r1, r1;\n"
            "shr.s32 r2, r6, 4;\n"
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
extern "C" __global__ void random_integer_1(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 2816];
        u32 v1 = t & 3 ? 0x7fffffffu : 0x4f000000u;
        u32 v2 = in[t + 5376];
        u32 v3 = t & 3 ? 0xbf800000u : 0xffffffffu;
        u32 v4 = t & 3 ? 0x7fffffffu : 0xff800000u;
        u32 v5 = in[t + 7552];
        u32 v6 = t & 16 ? 0x7fc00000u : 0x8000u;
        u32 v7 = in[t + 4224];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "mad24.lo.u32 r5, r5, r7, r4;\n"
            "{ .reg .b64 l; mul.wide.u32 l, r2, r1; add.u64 l, l, 0x3c003c00; mov.b64 {r2, r4}, l; }\n"
            "bfi.b32 r7, r1, r7, 2, 11;\n"
            "bfe.u32 r6, r5, r6, r5;\n"
            "sub.s32 r5, r5, r5;\n"
            "brev.b32 r5, r7;\n"
            "szext.clamp.s32 r3, r6, 21;\n"
            "add.cc.u32 r5, r1, r3; addc.u32 r3, r3, r1;\n"
            "shf.r.clamp.b32 r6, r6, r1, r6;\n"
            "rem.s32 r3, r1, r3;\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r5, r3; selp.b32 r2, r3, r1, p; @q add.s32 r1, r1, 1; }\n"
            "sub.s32 r0, r1, r2;\n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r1, r7}; mov.b64 m, {r7, r6}; setp.lt.s64 p, l, m; selp.b32 r3, r1, r6, p; max.s64 l, l, m; mov.b64 {r7, r6}, l; }\n"
            "shl.b32 r2, r6, r1;\n"
            "mad.hi.s32 r3, r7, r6, r1;\n"
            "sub.s32 r4, r3, r1;\n"
            "mul.lo.s32 r4, r7, r5;\n"
            "mad.lo.s32 r3, r7, r1, r4;\n"
            "div.u32 r5, r0, r6;\n"
            "popc.b32 r1, r6;\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r3, r1; selp.b32 r6, r1, r5, p; @q add.s32 r5, r5, 1; }\n"
            "min.s32 r6, r6, r1;\n"
            "shr.s32 r1, r5, 12;\n"
            "mad.lo.s32 r3, r2, r1, r7;\n"
            "mul.hi.u32 r7, r3, r1;\n"
            "shl.b32 r2, r3, r3;\n"
            "szext.clamp.s32 r6, r3, 3;\n"
            "add.cc.u32 r2, r2, r7; addc.u32 r2, r2, r2;\n"
            "prmt.b32 r1, r1, r2, 0x88bc;\n"
            "prmt.b32 r0, r2, r4, 0x769b;\n"
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
        u32 v0 = in[t + 1280];
        u32 v1 = t & 3 ? 0x3f803f80u : 0xffu;
        u32 v2 = in[t + 6400];
        u32 v3 = in[t + 1408];
        u32 v4 = in[t + 3584];
        u32 v5 = in[t + 7168];
        u32 v6 = in[t + 6400];
        u32 v7 = in[t + 1664];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "bfe.s32 r5, r4, 31, 7;\n"
            "xor.b32 r1, r1, r6;\n"
            "shr.s32 r7, r1, 4;\n"
            "mad.hi.s32 r0, r1, r5, r3;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r4, r2; setp.ne.and.s32 q, r2, r4, p; selp.b32 r2, r4, r2, q; }\n"
            "sub.cc.u32 r1, r7, r0; subc.u32 r4, r4, r7;\n"
            "div.u32 r4, r3, r3;\n"
            "sad.s32 r7, r4, r3, r6;\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r2, r2; selp.b32 r1, r2, r6, p; @q add.s32 r6, r6, 1; }\n"
            "shl.b32 r4, r7, 9;\n"
            "max.u32 r4, r2, r1;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r4, r7; setp.ne.and.s32 q, r6, r4, p; selp.b32 r6, r4, r6, q; }\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r6, r1; selp.b32 r7, r1, r6, p; @q add.s32 r6, r6, 1; }\n"
            "shl.b32 r4, r1, 2;\n"
            "add.s32 r7, r1, 0x80000000;\n"
            "shf.l.wrap.b32 r7, r0, r2, r7;\n"
            "{ .reg .b64 l, m; mov.b64 l, {r3, r0}; mad.wide.s32 m, r3, r1, l; shr.s64 m, m, 10; mov.b64 {r5, r1}, m; }\n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r1, r1}; mov.b64 m, {r1, r1}; setp.lt.s64 p, l, m; selp.b32 r3, r1, r1, p; max.s64 l, l, m; mov.b64 {r1, r1}, l; }\n"
            "shl.b32 r6, r0, r7;\n"
            "popc.b32 r2, r0;\n"
            "lop3.b32 r2, r5, r1, r5, 0xae;\n"
            "prmt.b32 r1, r6, r3, r5;\n"
            "mad24.lo.u32 r3, r7, r4, r3;\n"
            "prmt.b32 r3, r4, r0, r6;\n"
            "szext.clamp.s32 r3, r6, 6;\n"
            "min.s32 r1, r1, r2;\n"
            "clz.b32 r1, r1;\n"
            "sub.cc.u32 r0, r4, r2; subc.u32 r5, r5, r4;\n"
            "not.b32 r4, r3;\n"
            "bfe.s32 r1, r0, 26, 32;\n"
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
        u32 v0 = in[t + 4736];
        u32 v1 = in[t + 4608];
        u32 v2 = in[t + 7936];
        u32 v3 = in[t + 3328];
        u32 v4 = t & 16 ? 0x4b000000u : 0x3c003c00u;
        u32 v5 = in[t + 4736];
        u32 v6 = in[t + 640];
        u32 v7 = in[t + 384];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "prmt.b32 r6, r6, r4, 0xe847;\n"
            "mul.hi.s32 r4, r7, r3;\n"
            "sub.cc.u32 r5, r1, r7; subc.u32 r6, r6, r1;\n"
            "mad24.lo.u32 r6, r7, r0, r2;\n"
            "dp4a.s32.u32 r3, r4, r3, r6;\n"
            "{ .reg .b64 l; mul.wide.u32 l, r2, r1; add.u64 l, l, 0x807fffff; mov.b64 {r5, r7}, l; }\n"
            "add.s32 r2, r7, 0x4f000000;\n"
            "dp2a.hi.u32.s32 r4, r1, r1, r3;\n"
            "clz.b32 r1, r1;\n"
            "mad.lo.s32 r4, r5, r5, r4;\n"
            "not.b32 r4, r4;\n"
            "add.s32 r7, r2, 0x7f7fffff;\n"
            "mad.lo.s32 r6, r5, r5, r7;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r2, r6; setp.ne.and.s32 q, r2, r2, p; selp.b32 r1, r2, r2, q; }\n"
            "add.cc.u32 r2, r0, r7; addc.u32 r2, r2, r0;\n"
            "bfe.u32 r1, r4, r5, r0;\n"
            "lop3.b32 r2, r5, r3, r7, 0xdd;\n"
            "shf.r.clamp.b32 r0, r2, r4, r2;\n"
            "not.b32 r0, r6;\n"
            "prmt.b32 r1, r2, r1, 0xed4b;\n"
            "shf.r.clamp.b32 r6, r5, r6, r5;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r4, r3; setp.ne.and.s32 q, r6, r4, p; selp.b32 r4, r4, r6, q; }\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r4, r7; selp.b32 r6, r7, r6, p; @q add.s32 r6, r6, 1; }\n"
            "sub.s32 r6, r2, r7;\n"
            "div.u32 r4, r5, r5;\n"
            "shf.r.clamp.b32 r7, r3, r6, r1;\n"
            "mul.hi.u32 r1, r0, r2;\n"
            "add.cc.u32 r7, r3, r7; addc.u32 r2, r2, r3;\n"
            "shl.b32 r5, r1, r0;\n"
            "{ .reg .b64 l; mul.wide.u32 l, r7, r5; add.u64 l, l, 0x7f800000; mov.b64 {r0, r2}, l; }\n"
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
        u32 v1 = in[t + 6144];
        u32 v2 = in[t + 4992];
        u32 v3 = t & 3 ? 0x80u : 0x80000000u;
        u32 v4 = in[t + 7296];
        u32 v5 = in[t + 512];
        u32 v6 = t & 1 ? 0x7fffffffu : 0x2u;
        u32 v7 = t & 1 ? 0xffu : 0x1u;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .pred p, q; setp.ge.u32 p, r4, r2; setp.ne.and.s32 q, r7, r4, p; selp.b32 r7, r4, r7, q; }\n"
            "mad.lo.s32 r2, r2, r6, r0;\n"
            "clz.b32 r0, r1;\n"
            "bfe.s32 r4, r6, 12, 1;\n"
            "mul.hi.u32 r3, r5, r6;\n"
            "bfind.s32 r5, r5;\n"
            "shr.u32 r5, r6, r2;\n"
            "mad24.lo.u32 r4, r6, r2, r7;\n"
            "mul.lo.s32 r0, r6, r5;\n"
            "szext.clamp.s32 r1, r5, 27;\n"
            "add.s32 r5, r6, 0x1;\n"
            "shl.b32 r0, r7, r3;\n"
            "add.s32 r1, r1, r7;\n"
            "add.cc.u32 r3, r7, r0; addc.u32 r4, r4, r7;\n"
            "prmt.b32 r1, r7, r0, 0xaac6;\n"
            "mul.hi.s32 r1, r0, r7;\n"
            "lop3.b32 r2, r7, r3, r1, 0x72;\n"
            "prmt.b32 r5, r0, r2, 0x827b;\n"
            "add.s32 r4, r2, 0xffff;\n"
            "shf.l.wrap.b32 r1, r7, r0, r1;\n"
            "bfe.s32 r2, r3, 26, 8;\n"
            "shf.r.clamp.b32 r2, r4, r6, r4;\n"
            "mul.lo.s32 r5, r6, r3;\n"
            "bmsk.wrap.b32 r7, 14, r2;\n"
            "not.b32 r7, r3;\n"
            "clz.b32 r2, r6;\n"
            "add.s32 r4, r7, r4;\n"
            "dp4a.s32.u32 r6, r3, r4, r7;\n"
            "xor.b32 r3, r4, r1;\n"
            "mul.hi.s32 r7, r6, r2;\n"
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
extern "C" __global__ void random_integer_2(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 7936];
        u32 v1 = in[t + 5888];
        u32 v2 = in[t + 6784];
        u32 v3 = in[t + 0];
        u32 v4 = t & 16 ? 0x800000u : 0x7f7fffffu;
        u32 v5 = in[t + 5248];
        u32 v6 = in[t + 3840];
        u32 v7 = in[t + 2432];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "shl.b32 r4, r3, r5;\n"
            "prmt.b32 r0, r2, r7, r0;\n"
            "bmsk.wrap.b32 r4, 5, r4;\n"
            "shl.b32 r3, r0, 15;\n"
            "xor.b32 r2, r6, r5;\n"
            "sad.s32 r0, r2, r7, r1;\n"
            "mad24.lo.u32 r3, r3, r5, r7;\n"
            "mad.hi.s32 r6, r6, r6, r4;\n"
            "div.u32 r7, r0, r7;\n"
            "{ .reg .b64 l; mul.wide.u32 l, r2, r5; add.u64 l, l, 0x2; mov.b64 {r3, r1}, l; }\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r1, r5; setp.ne.and.s32 q, r1, r1, p; selp.b32 r3, r1, r1, q; }\n"
            "shl.b32 r6, r6, 12;\n"
            "add.cc.u32 r2, r2, r0; addc.u32 r3, r3, r2;\n"
            "bfi.b32 r4, r0, r2, 27, 4;\n"
            "sub.cc.u32 r2, r3, r4; subc.u32 r5, r5, r3;\n"
            "min.s32 r0, r5, r0;\n"
            "neg.s32 r7, r3;\n"
            "neg.s32 r6, r0;\n"
            "shl.b32 r2, r6, r4;\n"
            "mul.lo.s32 r0, r6, r6;\n"
            "add.s32 r2, r0, r3;\n"
            "mad.lo.s32 r5, r5, r1, r4;\n"
            "bfi.b32 r5, r2, r6, 23, 16;\n"
            "mad.lo.s32 r1, r6, r3, r6;\n"
            "add.s32 r1, r6, 0x7f7fffff;\n"
            "abs.s32 r7, r5;\n"
            "max.u32 r5, r5, r0;\n"
            "set.eq.u32.u32 r7, r6, r0;\n"
            "xor.b32 r6, r6, r5;\n"
            "not.b32 r4, r6;\n"
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
        u32 v0 = in[t + 640];
        u32 v1 = in[t + 1280];
        u32 v2 = in[t + 5120];
        u32 v3 = in[t + 2688];
        u32 v4 = in[t + 3072];
        u32 v5 = in[t + 7808];
        u32 v6 = in[t + 7936];
        u32 v7 = in[t + 5248];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "szext.clamp.s32 r1, r0, 6;\n"
            "mul.hi.u32 r1, r2, r5;\n"
            "dp4a.s32.u32 r3, r0, r7, r4;\n"
            "mad.hi.s32 r4, r7, r3, r3;\n"
            "div.u32 r2, r5, r6;\n"
            "shr.s32 r4, r1, 3;\n"
            "prmt.b32 r7, r5, r3, 0xd074;\n"
            "bmsk.wrap.b32 r0, 15, r4;\n"
            "mul.hi.s32 r5, r3, r5;\n"
            "bfi.b32 r3, r2, r4, 17, 27;\n"
            "mul.lo.s32 r5, r2, r5;\n"
            "bmsk.wrap.b32 r6, 10, r5;\n"
            "szext.clamp.s32 r6, r1, 10;\n"
            "shf.l.wrap.b32 r1, r2, r1, r6;\n"
            "mad.lo.s32 r6, r4, r1, r5;\n"
            "max.u32 r6, r2, r6;\n"
            "shf.l.wrap.b32 r6, r0, r3, r2;\n"
            "shf.r.clamp.b32 r1, r2, r6, r3;\n"
            "bfe.u32 r3, r2, r2, r3;\n"
            "lop3.b32 r5, r2, r0, r2, 0x28;\n"
            "lop3.b32 r0, r0, r7, r0, 0xdd;\n"
            "add.s32 r5, r0, 0x80000000;\n"
            "bfi.b32 r5, r4, r1, 14, 9;\n"
            "abs.s32 r7, r4;\n"
            "abs.s32 r2, r5;\n"
            "abs.s32 r4, r7;\n"
            "bfind.shiftamt.u32 r0, r6;\n"
            "mad.hi.s32 r3, r4, r4, r5;\n"
            "rem.s32 r7, r6, r2;\n"
            "bfe.u32 r3, r4, r5, r1;\n"
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
        u32 v1 = in[t + 5504];
        u32 v2 = in[t + 3712];
        u32 v3 = in[t + 4224];
        u32 v4 = in[t + 5248];
        u32 v5 = in[t + 640];
        u32 v6 = in[t + 4864];
        u32 v7 = in[t + 3328];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r1, r0}; mov.b64 m, {r0, r3}; setp.lt.s64 p, l, m; selp.b32 r3, r1, r3, p; max.s64 l, l, m; mov.b64 {r0, r3}, l; }\n"
            "sad.s32 r5, r7, r0, r0;\n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r5, r3}; mov.b64 m, {r3, r7}; setp.lt.s64 p, l, m; selp.b32 r4, r5, r7, p; max.s64 l, l, m; mov.b64 {r3, r7}, l; }\n"
            "shl.b32 r3, r3, 27;\n"
            "mul.lo.s32 r7, r5, r7;\n"
            "mul.hi.s32 r0, r0, r7;\n"
            "add.cc.u32 r4, r1, r7; addc.u32 r5, r5, r1;\n"
            "shl.b32 r3, r5, r2;\n"
            "shf.r.clamp.b32 r1, r3, r7, r1;\n"
            "mul.hi.u32 r7, r7, r1;\n"
            "min.s32 r7, r1, r2;\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r5, r4; selp.b32 r2, r4, r6, p; @q add.s32 r6, r6, 1; }\n"
            "bfi.b32 r3, r7, r3, 14, 29;\n"
            "bfind.shiftamt.u32 r0, r7;\n"
            "mad.lo.s32 r7, r3, r3, r0;\n"
            "add.s32 r2, r2, 0x80;\n"
            "bmsk.wrap.b32 r5, 23, r7;\n"
            "mul.hi.s32 r7, r1, r3;\n"
            "slct.s32.s32 r4, r0, r6, r4;\n"
            "neg.s32 r2, r7;\n"
            "brev.b32 r1, r5;\n"
            "add.cc.u32 r6, r5, r4; addc.u32 r1, r1, r5;\n"
            "bmsk.wrap.b32 r7, 30, r2;\n"
            "shr.s32 r0, r1, 16;\n"
            "shf.r.clamp.b32 r0, r7, r4, r6;\n"
            "set.ge.u32.u32 r7, r5, r0;\n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r7, r2}; mov.b64 m, {r2, r3}; setp.lt.s64 p, l, m; selp.b32 r7, r7, r3, p; max.s64 l, l, m; mov.b64 {r2, r3}, l; }\n"
            "neg.s32 r6, r7;\n"
            "szext.clamp.s32 r0, r6, 26;\n"
            "mad.lo.s32 r0, r5, r6, r3;\n"
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
        u32 v0 = in[t + 3584];
        u32 v1 = in[t + 7552];
        u32 v2 = in[t + 2560];
        u32 v3 = t & 1 ? 0xbf800000u : 0x7fu;
        u32 v4 = t & 16 ? 0x8000u : 0xffu;
        u32 v5 = in[t + 7936];
        u32 v6 = in[t + 6528];
        u32 v7 = in[t + 6528];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .pred p, q; setp.ge.u32 p, r7, r6; setp.ne.and.s32 q, r6, r7, p; selp.b32 r5, r7, r6, q; }\n"
            "shr.s32 r4, r7, 6;\n"
            "mul.lo.s32 r4, r1, r3;\n"
            "clz.b32 r2, r4;\n"
            "xor.b32 r1, r4, r4;\n"
            "shf.r.clamp.b32 r1, r3, r5, r1;\n"
            "sub.cc.u32 r4, r3, r4; subc.u32 r6, r6, r3;\n"
            "add.s32 r2, r3, 0x7bff0400;\n"
            "add.cc.u32 r2, r0, r3; addc.u32 r4, r4, r0;\n"
            "slct.s32.s32 r2, r4, r7, r0;\n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r3, r3}; mov.b64 m, {r3, r0}; setp.lt.s64 p, l, m; selp.b32 r3, r3, r0, p; max.s64 l, l, m; mov.b64 {r3, r0}, l; }\n"
            "dp2a.hi.u32.s32 r5, r5, r5, r2;\n"
            "popc.b32 r1, r6;\n"
            "shl.b32 r7, r6, r0;\n"
            "add.s32 r6, r3, 0x80000000;\n"
            "bfe.u32 r1, r4, r1, r2;\n"
            "brev.b32 r7, r2;\n"
            "bfi.b32 r2, r0, r7, 23, 4;\n"
            "mad.hi.s32 r5, r0, r5, r7;\n"
            "bfe.s32 r3, r7, 13, 12;\n"
            "mul.hi.s32 r0, r6, r4;\n"
            "bfind.shiftamt.u32 r6, r0;\n"
            "popc.b32 r2, r7;\n"
            "dp2a.hi.u32.s32 r1, r1, r0, r6;\n"
            "dp4a.s32.u32 r0, r1, r4, r6;\n"
            "not.b32 r3, r0;\n"
            "bmsk.wrap.b32 r7, 8, r3;\n"
            "bfind.s32 r0, r5;\n"
            "brev.b32 r1, r5;\n"
            "slct.s32.s32 r4, r1, r4, r2;\n"
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
extern "C" __global__ void random_integer_3(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 2816];
        u32 v1 = in[t + 3072];
        u32 v2 = in[t + 1280];
        u32 v3 = in[t + 7552];
        u32 v4 = in[t + 768];
        u32 v5 = in[t + 5760];
        u32 v6 = in[t + 2688];
        u32 v7 = in[t + 0];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "bfi.b32 r0, r1, r3, 29, 3;\n"
            "szext.clamp.s32 r7, r1, 30;\n"
            "mad.lo.s32 r7, r4, r3, r5;\n"
            "add.s32 r5, r7, r1;\n"
            "{ .reg .b64 l; mul.wide.u32 l, r4, r6; add.u64 l, l, 0x3f803f80; mov.b64 {r3, r3}, l; }\n"
            "bfe.s32 r1, r2, 5, 11;\n"
            "shr.s32 r0, r5, 24;\n"
            "mad24.lo.u32 r2, r5, r7, r2;\n"
            "dp2a.hi.u32.s32 r1, r0, r0, r1;\n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r7, r5}; mov.b64 m, {r5, r2}; setp.lt.s64 p, l, m; selp.b32 r2, r7, r2, p; max.s64 l, l, m; mov.b64 {r5, r2}, l; }\n"
            "max.u32 r3, r5, r6;\n"
            "{ .reg .b64 l, m; mov.b64 l, {r5, r5}; mad.wide.s32 m, r5, r3, l; shr.s64 m, m, 9; mov.b64 {r4, r3}, m; }\n"
            "sub.cc.u32 r5, r0, r0; subc.u32 r2, r2, r0;\n"
            "bfind.s32 r6, r4;\n"
            "prmt.b32 r2, r5, r7, 0xd4b3;\n"
            "not.b32 r4, r0;\n"
            "add.cc.u32 r0, r2, r2; addc.u32 r7, r7, r2;\n"
            "prmt.b32 r6, r6, r4, r7;\n"
            "bfe.s32 r1, r1, 19, 17;\n"
            "mul.lo.s32 r5, r4, r6;\n"
            "abs.s32 r0, r5;\n"
            "bfind.shiftamt.u32 r5, r3;\n"
            "clz.b32 r1, r3;\n"
            "bfe.u32 r0, r7, r4, r5;\n"
            "shl.b32 r3, r2, r4;\n"
            "set.eq.u32.u32 r7, r3, r7;\n"
            "mad.hi.s32 r5, r6, r1, r5;\n"
            "bmsk.wrap.b32 r4, 21, r0;\n"
            "xor.b32 r2, r3, r2;\n"
            "shr.u32 r0, r6, r4;\n"
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
        u32 v1 = in[t + 3200];
        u32 v2 = in[t + 1152];
        u32 v3 = t & 3 ? 0x7fc00000u : 0x7c00fc00u;
        u32 v4 = t & 8 ? 0x7fu : 0x7f800000u;
        u32 v5 = in[t + 7424];
        u32 v6 = in[t + 2176];
        u32 v7 = in[t + 4608];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "clz.b32 r5, r3;\n"
            "slct.s32.s32 r6, r4, r7, r4;\n"
            "clz.b32 r3, r3;\n"
            "dp2a.hi.u32.s32 r7, r7, r3, r3;\n"
            "div.u32 r1, r2, r3;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r3, r3; setp.ne.and.s32 q, r0, r3, p; selp.b32 r3, r3, r0, q; }\n"
            "neg.s32 r2, r5;\n"
            "lop3.b32 r5, r5, r4, r4, 0x75;\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r4, r0; selp.b32 r4, r0, r2, p; @q add.s32 r2, r2, 1; }\n"
            "min.s32 r4, r4, r3;\n"
            "{ .reg .b64 l; mul.wide.u32 l, r6, r1; add.u64 l, l, 0x3c003c00; mov.b64 {r7, r0}, l; }\n"
            "szext.clamp.s32 r7, r4, 7;\n"
            "shl.b32 r4, r5, 3;\n"
            "max.u32 r6, r4, r3;\n"
            "bfind.shiftamt.u32 r5, r7;\n"
            "{ .reg .b64 l; mul.wide.u32 l, r7, r2; add.u64 l, l, 0x7fff; mov.b64 {r4, r5}, l; }\n"
            "szext.clamp.s32 r7, r4, 3;\n"
            "bfe.s32 r4, r6, 29, 2;\n"
            "shl.b32 r4, r7, 3;\n"
            "min.s32 r3, r2, r5;\n"
            "mul.hi.s32 r7, r2, r0;\n"
            "shr.s32 r6, r7, 27;\n"
            "shl.b32 r3, r4, r7;\n"
            "slct.s32.s32 r7, r2, r7, r3;\n"
            "add.s32 r6, r3, r0;\n"
            "bfe.u32 r5, r2, r2, r0;\n"
            "sad.s32 r4, r6, r3, r4;\n"
            "add.s32 r2, r4, r7;\n"
            "bfi.b32 r0, r5, r6, 25, 8;\n"
            "prmt.b32 r1, r3, r0, r0;\n"
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
        u32 v0 = in[t + 4864];
        u32 v1 = in[t + 1024];
        u32 v2 = in[t + 3840];
        u32 v3 = in[t + 6528];
        u32 v4 = in[t + 5632];
        u32 v5 = in[t + 5504];
        u32 v6 = in[t + 3712];
        u32 v7 = in[t + 4352];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "shr.s32 r5, r4, 31;\n"
            "bmsk.wrap.b32 r3, 10, r4;\n"
            "prmt.b32 r4, r0, r0, 0x3558;\n"
            "clz.b32 r7, r0;\n"
            "add.s32 r2, r2, r4;\n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r2, r5}; mov.b64 m, {r5, r5}; setp.lt.s64 p, l, m; selp.b32 r0, r2, r5, p; max.s64 l, l, m; mov.b64 {r5, r5}, l; }\n"
            "add.cc.u32 r0, r4, r6; addc.u32 r2, r2, r4;\n"
            "bfe.s32 r2, r0, 13, 28;\n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r7, r5}; mov.b64 m, {r5, r4}; setp.lt.s64 p, l, m; selp.b32 r2, r7, r4, p; max.s64 l, l, m; mov.b64 {r5, r4}, l; }\n"
            "{ .reg .b64 l; mul.wide.u32 l, r0, r3; add.u64 l, l, 0x7f; mov.b64 {r1, r6}, l; }\n"
            "dp4a.s32.u32 r0, r0, r7, r5;\n"
            "abs.s32 r2, r1;\n"
            "mad24.lo.u32 r3, r2, r5, r1;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r5, r7; setp.ne.and.s32 q, r6, r5, p; selp.b32 r1, r5, r6, q; }\n"
            "mul.hi.s32 r0, r3, r1;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r4, r1; setp.ne.and.s32 q, r7, r4, p; selp.b32 r4, r4, r7, q; }\n"
            "max.u32 r1, r5, r3;\n"
            "mul.lo.s32 r7, r5, r0;\n"
            "set.hi.u32.u32 r6, r6, r5;\n"
            "add.s32 r6, r1, 0x3f803f80;\n"
            "shf.r.clamp.b32 r7, r4, r6, r0;\n"
            "xor.b32 r3, r2, r5;\n"
            "sad.s32 r6, r5, r4, r5;\n"
            "shr.s32 r5, r3, 13;\n"
            "mad24.lo.u32 r6, r4, r4, r1;\n"
            "shl.b32 r5, r3, 24;\n"
            "bfi.b32 r7, r1, r3, 26, 3;\n"
            "prmt.b32 r5, r0, r6, r3;\n"
            "bfi.b32 r1, r4, r7, 23, 28;\n"
            "bfi.b32 r0, r3, r2, 30, 14;\n"
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
        u32 v0 = in[t + 4864];
        u32 v1 = in[t + 1024];
        u32 v2 = in[t + 7296];
        u32 v3 = in[t + 7680];
        u32 v4 = in[t + 1664];
        u32 v5 = in[t + 6144];
        u32 v6 = t & 3 ? 0x1u : 0x7bff0400u;
        u32 v7 = in[t + 4864];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "sub.s32 r7, r2, r1;\n"
            "szext.clamp.s32 r0, r0, 3;\n"
            "szext.clamp.s32 r4, r3, 9;\n"
            "mad24.lo.u32 r2, r0, r0, r6;\n"
            "shr.s32 r4, r7, 31;\n"
            "add.s32 r0, r0, 0xffff;\n"
            "popc.b32 r1, r3;\n"
            "brev.b32 r6, r2;\n"
            "add.cc.u32 r4, r1, r0; addc.u32 r7, r7, r1;\n"
            "sad.s32 r3, r3, r2, r7;\n"
            "add.s32 r5, r4, r3;\n"
            "sad.s32 r7, r3, r5, r7;\n"
            "shr.u32 r6, r6, r7;\n"
            "bfind.shiftamt.u32 r1, r1;\n"
            "sad.s32 r6, r4, r1, r6;\n"
            "bmsk.wrap.b32 r0, 29, r2;\n"
            "add.s32 r7, r3, r4;\n"
            "szext.clamp.s32 r5, r0, 19;\n"
            "mad.hi.s32 r6, r2, r7, r5;\n"
            "shl.b32 r2, r4, r0;\n"
            "popc.b32 r3, r3;\n"
            "clz.b32 r4, r1;\n"
            "szext.clamp.s32 r0, r6, 30;\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r5, r4; selp.b32 r6, r4, r3, p; @q add.s32 r3, r3, 1; }\n"
            "slct.s32.s32 r7, r7, r4, r2;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r3, r7; setp.ne.and.s32 q, r3, r3, p; selp.b32 r7, r3, r3, q; }\n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r5, r2}; mov.b64 m, {r2, r6}; setp.lt.s64 p, l, m; selp.b32 r5, r5, r6, p; max.s64 l, l, m; mov.b64 {r2, r6}, l; }\n"
            "slct.s32.s32 r4, r3, r5, r7;\n"
            "mad.lo.s32 r7, r7, r6, r0;\n"
            "mul.lo.s32 r6, r3, r1;\n"
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
extern "C" __global__ void random_integer_4(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 2304];
        u32 v1 = t & 3 ? 0x800000u : 0x7fffu;
        u32 v2 = in[t + 7936];
        u32 v3 = in[t + 5760];
        u32 v4 = t & 16 ? 0x3c003c00u : 0x3ff8001u;
        u32 v5 = in[t + 128];
        u32 v6 = in[t + 6272];
        u32 v7 = in[t + 2688];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .b64 l; mul.wide.u32 l, r1, r6; add.u64 l, l, 0xff800000; mov.b64 {r7, r4}, l; }\n"
            "shf.l.wrap.b32 r6, r1, r5, r0;\n"
            "shr.u32 r4, r7, r1;\n"
            "shl.b32 r6, r4, r0;\n"
            "not.b32 r0, r6;\n"
            "{ .reg .b64 l, m; mov.b64 l, {r1, r2}; mad.wide.s32 m, r1, r0, l; shr.s64 m, m, 57; mov.b64 {r7, r0}, m; }\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r6, r7; selp.b32 r0, r7, r5, p; @q add.s32 r5, r5, 1; }\n"
            "brev.b32 r7, r7;\n"
            "mad.lo.s32 r3, r6, r4, r6;\n"
            "mad.hi.s32 r2, r0, r1, r7;\n"
            "add.s32 r7, r3, r4;\n"
            "add.cc.u32 r7, r0, r3; addc.u32 r6, r6, r0;\n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r2, r4}; mov.b64 m, {r4, r7}; setp.lt.s64 p, l, m; selp.b32 r4, r2, r7, p; max.s64 l, l, m; mov.b64 {r4, r7}, l; }\n"
            "mul.lo.s32 r7, r4, r7;\n"
            "mad24.lo.u32 r2, r3, r4, r3;\n"
            "bfi.b32 r0, r7, r3, 14, 30;\n"
            "add.s32 r6, r2, 0x7bff0400;\n"
            "prmt.b32 r7, r5, r2, r5;\n"
            "lop3.b32 r2, r5, r3, r2, 0xb8;\n"
            "abs.s32 r7, r7;\n"
            "dp4a.s32.u32 r1, r3, r1, r5;\n"
            "bfe.u32 r4, r0, r2, r1;\n"
            "mul.hi.u32 r2, r5, r2;\n"
            "mul.hi.u32 r3, r4, r0;\n"
            "div.u32 r3, r0, r7;\n"
            "mad.lo.s32 r3, r1, r7, r3;\n"
            "xor.b32 r5, r1, r0;\n"
            "prmt.b32 r7, r6, r6, r5;\n"
            "rem.s32 r0, r1, r6;\n"
            "lop3.b32 r6, r3, r7, r2, 0x5a;\n"
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
        u32 v0 = in[t + 6400];
        u32 v1 = t & 16 ? 0xffffffffu : 0x3ff8001u;
        u32 v2 = in[t + 2048];
        u32 v3 = in[t + 4352];
        u32 v4 = in[t + 7680];
        u32 v5 = in[t + 256];
        u32 v6 = in[t + 3840];
        u32 v7 = in[t + 6144];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "mad24.lo.u32 r2, r2, r6, r1;\n"
            "sub.cc.u32 r5, r3, r7; subc.u32 r0, r0, r3;\n"
            "bfind.s32 r3, r5;\n"
            "bfe.u32 r4, r3, r4, r5;\n"
            "shr.s32 r3, r7, 25;\n"
            "popc.b32 r2, r3;\n"
            "bfi.b32 r3, r5, r6, 10, 13;\n"
            "sad.s32 r7, r2, r2, r0;\n"
            "prmt.b32 r3, r5, r3, 0x602a;\n"
            "div.u32 r3, r7, r5;\n"
            "shf.l.wrap.b32 r1, r0, r4, r2;\n"
            "max.u32 r2, r4, r7;\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r6, r0; selp.b32 r6, r0, r7, p; @q add.s32 r7, r7, 1; }\n"
            "abs.s32 r3, r5;\n"
            "bmsk.wrap.b32 r0, 30, r6;\n"
            "neg.s32 r1, r2;\n"
            "prmt.b32 r7, r0, r2, 0x298f;\n"
            "add.cc.u32 r1, r6, r6; addc.u32 r3, r3, r6;\n"
            "add.s32 r1, r0, 0xcf000000;\n"
            "abs.s32 r6, r1;\n"
            "dp2a.hi.u32.s32 r0, r4, r6, r0;\n"
            "bfind.s32 r6, r1;\n"
            "bfi.b32 r6, r2, r5, 17, 14;\n"
            "shr.s32 r0, r6, 26;\n"
            "sub.cc.u32 r6, r0, r6; subc.u32 r7, r7, r0;\n"
            "mul.hi.u32 r2, r3, r0;\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r5, r1; selp.b32 r5, r1, r7, p; @q add.s32 r7, r7, 1; }\n"
            "bfi.b32 r5, r0, r0, 28, 1;\n"
            "shf.r.clamp.b32 r3, r3, r4, r5;\n"
            "shf.l.wrap.b32 r2, r6, r6, r6;\n"
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
        u32 v0 = in[t + 1792];
        u32 v1 = t & 3 ? 0x3f803f80u : 0x800000u;
        u32 v2 = in[t + 896];
        u32 v3 = in[t + 640];
        u32 v4 = in[t + 1792];
        u32 v5 = in[t + 7680];
        u32 v6 = in[t + 5376];
        u32 v7 = in[t + 512];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "max.u32 r0, r1, r0;\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r5, r3; selp.b32 r0, r3, r2, p; @q add.s32 r2, r2, 1; }\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r1, r3; selp.b32 r5, r3, r1, p; @q add.s32 r1, r1, 1; }\n"
            "bfind.shiftamt.u32 r1, r3;\n"
            "not.b32 r4, r7;\n"
            "bfe.u32 r3, r2, r2, r7;\n"
            "{ .reg .b64 l; mul.wide.u32 l, r1, r7; add.u64 l, l, 0x3ff8001; mov.b64 {r1, r0}, l; }\n"
            "slct.s32.s32 r1, r1, r4, r5;\n"
            "bfe.s32 r7, r6, 2, 19;\n"
            "prmt.b32 r3, r4, r1, r4;\n"
            "shl.b32 r2, r0, r3;\n"
            "prmt.b32 r0, r4, r4, 0x209f;\n"
            "szext.clamp.s32 r0, r1, 31;\n"
            "mul.hi.s32 r0, r5, r4;\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r7, r6; selp.b32 r7, r6, r7, p; @q add.s32 r7, r7, 1; }\n"
            "lop3.b32 r6, r7, r7, r5, 0xb4;\n"
            "bfe.u32 r7, r1, r5, r6;\n"
            "shf.r.clamp.b32 r6, r1, r5, r6;\n"
            "add.s32 r7, r2, r6;\n"
            "sub.cc.u32 r7, r5, r5; subc.u32 r7, r7, r5;\n"
            "bfi.b32 r7, r1, r5, 6, 30;\n"
            "shf.r.clamp.b32 r5, r0, r3, r7;\n"
            "add.s32 r3, r0, r6;\n"
            "abs.s32 r1, r4;\n"
            "prmt.b32 r4, r4, r6, 0xff0d;\n"
            "shf.r.clamp.b32 r0, r4, r5, r0;\n"
            "lop3.b32 r1, r7, r0, r7, 0xa7;\n"
            "shf.l.wrap.b32 r0, r1, r7, r2;\n"
            "set.hi.u32.u32 r6, r6, r1;\n"
            "add.s32 r0, r5, 0x3ff8001;\n"
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
        u32 v0 = in[t + 3456];
        u32 v1 = t & 3 ? 0x1u : 0x80000000u;
        u32 v2 = t & 16 ? 0xff800000u : 0x3f800000u;
        u32 v3 = in[t + 2048];
        u32 v4 = in[t + 4736];
        u32 v5 = in[t + 6400];
        u32 v6 = in[t + 4864];
        u32 v7 = in[t + 7552];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "mul.lo.s32 r6, r4, r5;\n"
            "szext.clamp.s32 r1, r6, 30;\n"
            "set.lt.u32.u32 r0, r7, r2;\n"
            "add.s32 r1, r2, r0;\n"
            "popc.b32 r2, r2;\n"
            "bfind.shiftamt.u32 r6, r1;\n"
            "dp4a.s32.u32 r3, r5, r2, r2;\n"
            "bfe.u32 r6, r1, r6, r0;\n"
            "mul.hi.s32 r1, r7, r4;\n"
            "xor.b32 r7, r2, r4;\n"
            "mul.hi.s32 r1, r2, r2;\n"
            "popc.b32 r3, r2;\n"
            "add.cc.u32 r2, r7, r1; addc.u32 r3, r3, r7;\n"
            "shl.b32 r2, r1, 17;\n"
            "shl.b32 r4, r5, r1;\n"
            "lop3.b32 r0, r3, r1, r3, 0x9f;\n"
            "mad.hi.s32 r5, r3, r6, r7;\n"
            "szext.clamp.s32 r1, r5, 30;\n"
            "bfind.s32 r0, r0;\n"
            "mad.lo.s32 r1, r3, r2, r5;\n"
            "{ .reg .b64 l, m; mov.b64 l, {r6, r0}; mad.wide.s32 m, r6, r2, l; shr.s64 m, m, 51; mov.b64 {r1, r2}, m; }\n"
            "mul.hi.u32 r2, r3, r7;\n"
            "div.u32 r4, r1, r4;\n"
            "sub.cc.u32 r7, r5, r1; subc.u32 r7, r7, r5;\n"
            "not.b32 r4, r0;\n"
            "prmt.b32 r0, r3, r3, 0xbb81;\n"
            "clz.b32 r5, r4;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r1, r6; setp.ne.and.s32 q, r1, r1, p; selp.b32 r2, r1, r1, q; }\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r4, r1; setp.ne.and.s32 q, r1, r4, p; selp.b32 r7, r4, r1, q; }\n"
            "sub.cc.u32 r4, r3, r3; subc.u32 r4, r4, r3;\n"
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
extern "C" __global__ void random_integer_5(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 2432];
        u32 v1 = in[t + 7040];
        u32 v2 = t & 1 ? 0xcf000000u : 0x7fc00000u;
        u32 v3 = t & 3 ? 0x7f7fffffu : 0x7fffu;
        u32 v4 = in[t + 7296];
        u32 v5 = t & 3 ? 0xffffu : 0xcf000000u;
        u32 v6 = in[t + 2048];
        u32 v7 = in[t + 7680];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "shl.b32 r5, r3, 10;\n"
            "bfi.b32 r4, r3, r4, 4, 2;\n"
            "prmt.b32 r1, r3, r7, 0x1c8a;\n"
            "shl.b32 r3, r2, 5;\n"
            "slct.s32.s32 r1, r7, r5, r0;\n"
            "neg.s32 r3, r5;\n"
            "rem.s32 r6, r5, r1;\n"
            "mul.hi.u32 r1, r0, r7;\n"
            "neg.s32 r7, r2;\n"
            "abs.s32 r0, r2;\n"
            "add.s32 r4, r1, r6;\n"
            "add.cc.u32 r3, r0, r4; addc.u32 r5, r5, r0;\n"
            "neg.s32 r3, r2;\n"
            "add.s32 r6, r2, r5;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r1, r0; setp.ne.and.s32 q, r1, r1, p; selp.b32 r1, r1, r1, q; }\n"
            "bmsk.wrap.b32 r7, 13, r0;\n"
            "shf.l.wrap.b32 r7, r3, r2, r1;\n"
            "bfind.shiftamt.u32 r7, r4;\n"
            "shf.r.clamp.b32 r3, r5, r0, r1;\n"
            "shl.b32 r4, r1, r1;\n"
            "szext.clamp.s32 r6, r5, 5;\n"
            "not.b32 r2, r2;\n"
            "neg.s32 r2, r7;\n"
            "shf.r.clamp.b32 r4, r4, r2, r5;\n"
            "add.cc.u32 r4, r4, r7; addc.u32 r5, r5, r4;\n"
            "shr.u32 r5, r7, r5;\n"
            "mad.hi.s32 r7, r0, r0, r7;\n"
            "div.u32 r4, r3, r0;\n"
            "clz.b32 r4, r7;\n"
            "lop3.b32 r5, r1, r4, r2, 0x59;\n"
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
        u32 v0 = t & 16 ? 0x0u : 0x0u;
        u32 v1 = in[t + 6144];
        u32 v2 = in[t + 4608];
        u32 v3 = t & 8 ? 0x80u : 0x2u;
        u32 v4 = in[t + 1280];
        u32 v5 = in[t + 2944];
        u32 v6 = in[t + 1536];
        u32 v7 = in[t + 5760];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "sad.s32 r1, r4, r2, r3;\n"
            "bmsk.wrap.b32 r3, 26, r4;\n"
            "add.s32 r6, r1, 0x7fff;\n"
            "add.s32 r6, r2, 0xcf000000;\n"
            "bfi.b32 r6, r7, r0, 17, 4;\n"
            "shr.s32 r4, r6, 31;\n"
            "{ .reg .b64 l, m; mov.b64 l, {r6, r1}; mad.wide.s32 m, r6, r5, l; shr.s64 m, m, 55; mov.b64 {r0, r5}, m; }\n"
            "abs.s32 r4, r3;\n"
            "shl.b32 r6, r6, 5;\n"
            "{ .reg .pred p, q; setp.lt.s32 p|q, r1, r1; selp.b32 r3, r1, r7, p; @q add.s32 r7, r7, 1; }\n"
            "sub.cc.u32 r7, r7, r1; subc.u32 r7, r7, r7;\n"
            "add.s32 r7, r2, 0xffffffff;\n"
            "clz.b32 r7, r2;\n"
            "{ .reg .b64 l; mul.wide.u32 l, r2, r6; add.u64 l, l, 0x80; mov.b64 {r1, r3}, l; }\n"
            "clz.b32 r3, r5;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r3, r4; setp.ne.and.s32 q, r4, r3, p; selp.b32 r1, r3, r4, q; }\n"
            "bfind.shiftamt.u32 r3, r6;\n"
            "shf.r.clamp.b32 r3, r4, r6, r7;\n"
            "bfind.s32 r7, r4;\n"
            "set.eq.u32.u32 r1, r4, r0;\n"
            "rem.s32 r5, r1, r3;\n"
            "mad.hi.s32 r5, r1, r3, r5;\n"
            "prmt.b32 r2, r3, r3, r5;\n"
            "szext.clamp.s32 r5, r6, 14;\n"
            "{ .reg .b64 l; mul.wide.u32 l, r0, r4; add.u64 l, l, 0xffffffff; mov.b64 {r1, r1}, l; }\n"
            "sub.s32 r3, r5, r0;\n"
            "shr.u32 r0, r2, r6;\n"
            "dp2a.hi.u32.s32 r4, r4, r5, r1;\n"
            "brev.b32 r5, r6;\n"
            "bfi.b32 r1, r3, r0, 11, 12;\n"
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
        u32 v0 = in[t + 896];
        u32 v1 = t & 1 ? 0xcf000000u : 0x7fu;
        u32 v2 = in[t + 6272];
        u32 v3 = in[t + 7680];
        u32 v4 = in[t + 640];
        u32 v5 = in[t + 6656];
        u32 v6 = in[t + 3712];
        u32 v7 = in[t + 1280];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "set.eq.u32.u32 r7, r7, r0;\n"
            "shf.r.clamp.b32 r5, r7, r1, r3;\n"
            "mul.hi.s32 r1, r4, r0;\n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r3, r2}; mov.b64 m, {r2, r1}; setp.lt.s64 p, l, m; selp.b32 r6, r3, r1, p; max.s64 l, l, m; mov.b64 {r2, r1}, l; }\n"
            "mad.lo.s32 r2, r0, r1, r2;\n"
            "sad.s32 r5, r3, r0, r3;\n"
            "shf.l.wrap.b32 r1, r7, r2, r5;\n"
            "mul.hi.u32 r6, r4, r5;\n"
            "slct.s32.s32 r5, r6, r0, r2;\n"
            "mad.hi.s32 r5, r1, r4, r0;\n"
            "bfind.shiftamt.u32 r3, r5;\n"
            "bfe.u32 r2, r5, r0, r4;\n"
            "bmsk.wrap.b32 r2, 17, r0;\n"
            "{ .reg .b64 l, m; mov.b64 l, {r4, r7}; mad.wide.s32 m, r4, r4, l; shr.s64 m, m, 11; mov.b64 {r2, r4}, m; }\n"
            "shl.b32 r0, r4, r5;\n"
            "add.cc.u32 r3, r6, r3; addc.u32 r0, r0, r6;\n"
            "add.cc.u32 r7, r4, r1; addc.u32 r5, r5, r4;\n"
            "prmt.b32 r4, r0, r1, 0xf226;\n"
            "szext.clamp.s32 r6, r2, 10;\n"
            "add.s32 r1, r5, r1;\n"
            "mul.hi.s32 r7, r5, r6;\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r5, r3; setp.ne.and.s32 q, r2, r5, p; selp.b32 r0, r5, r2, q; }\n"
            "slct.s32.s32 r3, r6, r1, r7;\n"
            "sub.cc.u32 r7, r0, r5; subc.u32 r3, r3, r0;\n"
            "not.b32 r6, r6;\n"
            "shr.u32 r7, r3, r0;\n"
            "lop3.b32 r5, r7, r4, r6, 0xc6;\n"
            "sub.s32 r5, r0, r5;\n"
            "bmsk.wrap.b32 r7, 25, r5;\n"
            "{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {r4, r4}; mov.b64 m, {r4, r5}; setp.lt.s64 p, l, m; selp.b32 r6, r4, r5, p; max.s64 l, l, m; mov.b64 {r4, r5}, l; }\n"
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
        u32 v0 = t & 16 ? 0x4f000000u : 0x7bff0400u;
        u32 v1 = in[t + 6528];
        u32 v2 = in[t + 5888];
        u32 v3 = t & 16 ? 0x80000000u : 0x8000u;
        u32 v4 = in[t + 7040];
        u32 v5 = in[t + 2944];
        u32 v6 = in[t + 7296];
        u32 v7 = t & 16 ? 0x800000u : 0x7fffu;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .b64 l, m; mov.b64 l, {r7, r5}; mad.wide.s32 m, r7, r1, l; shr.s64 m, m, 5; mov.b64 {r7, r1}, m; }\n"
            "add.s32 r6, r3, r1;\n"
            "mul.hi.s32 r0, r3, r1;\n"
            "set.lt.u32.u32 r2, r4, r2;\n"
            "sad.s32 r6, r2, r5, r3;\n"
            "bfe.u32 r3, r4, r1, r0;\n"
            "szext.clamp.s32 r6, r6, 21;\n"
            "shf.r.clamp.b32 r5, r7, r1, r7;\n"
            "{ .reg .b64 l; mul.wide.u32 l, r3, r2; add.u64 l, l, 0x1; mov.b64 {r0, r4}, l; }\n"
            "bmsk.wrap.b32 r5, 2, r5;\n"
            "mad24.lo.u32 r6, r1, r7, r6;\n"
            "brev.b32 r5, r2;\n"
            "bfe.u32 r2, r0, r7, r5;\n"
            "dp4a.s32.u32 r5, r6, r5, r7;\n"
            "szext.clamp.s32 r3, r1, 30;\n"
            "slct.s32.s32 r4, r2, r2, r4;\n"
            "add.s32 r1, r6, 0x7fc00000;\n"
            "prmt.b32 r3, r6, r3, r4;\n"
            "bfe.s32 r2, r5, 9, 22;\n"
            "shr.u32 r6, r0, r1;\n"
            "szext.clamp.s32 r4, r1, 13;\n"
            "bfi.b32 r2, r1, r2, 16, 8;\n"
            "clz.b32 r6, r6;\n"
            "rem.s32 r6, r4, r7;\n"
            "abs.s32 r5, r3;\n"
            "popc.b32 r2, r4;\n"
            "{ .reg .b64 l; mul.wide.u32 l, r2, r6; add.u64 l, l, 0x2; mov.b64 {r5, r5}, l; }\n"
            "{ .reg .pred p, q; setp.ge.u32 p, r5, r2; setp.ne.and.s32 q, r4, r5, p; selp.b32 r0, r5, r4, q; }\n"
            "add.s32 r1, r1, 0xff800000;\n"
            "shf.l.wrap.b32 r7, r0, r0, r1;\n"
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
