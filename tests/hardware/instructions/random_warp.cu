// Random programs, written by generate.py. One block of 128 threads; `in` has 8192 words and `out` 4096 zeros.
typedef unsigned u32;

extern "C" __global__ void random_warp_0(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 3072];
        u32 v1 = in[t + 896];
        u32 v2 = in[t + 1408];
        u32 v3 = in[t + 4864];
        u32 v4 = in[t + 3456];
        u32 v5 = in[t + 2944];
        u32 v6 = in[t + 3072];
        u32 v7 = in[t + 5376];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "xor.b32 r3, r5, r2;\n"
            "{ .reg .b64 l; and.b32 r0, r7, 3; mov.b64 l, {r0, r0}; match.any.sync.b64 r0, l, 0xffffffff; }\n"
            "shr.u32 r7, r0, 3;\n"
            "{ .reg .b64 l; and.b32 r3, r0, 3; mov.b64 l, {r3, r3}; match.any.sync.b64 r3, l, 0xffffffff; }\n"
            "add.s32 r0, r2, r3;\n"
            "redux.sync.and.b32 r0, r2, 0xffffffff;\n"
            "{ .reg .b64 l; and.b32 r1, r0, 3; mov.b64 l, {r1, r1}; match.any.sync.b64 r1, l, 0xffffffff; }\n"
            "mov.u32 r1, %laneid;\n"
            "and.b32 r5, r5, 7; match.any.sync.b32 r5, r5, 0xffffffff;\n"
            "redux.sync.max.u32 r6, r3, 0xffffffff;\n"
            "redux.sync.xor.b32 r3, r3, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r0, r7, 0; match.all.sync.b32 r0|p, r0, 0xffffffff; @p add.s32 r0, r0, 5; }\n"
            "and.b32 r5, r3, 7; match.any.sync.b32 r5, r5, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.s32 p, r5, r5; vote.sync.ballot.b32 r2, p, 0xffffffff; }\n"
            "mov.u32 r2, %laneid;\n"
            "{ .reg .b64 l; and.b32 r4, r4, 3; mov.b64 l, {r4, r4}; match.any.sync.b64 r4, l, 0xffffffff; }\n"
            "{ .reg .b64 l; and.b32 r7, r4, 3; mov.b64 l, {r7, r7}; match.any.sync.b64 r7, l, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r4, r7; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r1, r4, r4, p; }\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r2|p, r5, 29, 0x1e1f, 0xffffffff; selp.b32 r4, r5, r4, p; }\n"
            "redux.sync.or.b32 r5, r1, 0xffffffff;\n"
            "and.b32 r3, r4, 7; match.any.sync.b32 r3, r3, 0xffffffff;\n"
            "{ .reg .b64 l; and.b32 r2, r0, 3; mov.b64 l, {r2, r2}; match.any.sync.b64 r2, l, 0xffffffff; }\n"
            "shr.u32 r0, r7, 3;\n"
            "redux.sync.and.b32 r4, r0, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r2, r7, 1; match.all.sync.b32 r2|p, r2, 0xffffffff; @p add.s32 r2, r2, 5; }\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r4|p, r4, 1, 0x181f, 0xffffffff; selp.b32 r0, r4, r0, p; }\n"
            "redux.sync.and.b32 r5, r1, 0xffffffff;\n"
            "mov.u32 r5, %laneid;\n"
            "{ .reg .b64 l; and.b32 r4, r6, 3; mov.b64 l, {r4, r4}; match.any.sync.b64 r4, l, 0xffffffff; }\n"
            "{ .reg .pred p; shfl.sync.up.b32 r1|p, r2, r0, 0x1800, 0xffffffff; selp.b32 r4, r2, r4, p; }\n"
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
        u32 v1 = in[t + 7424];
        u32 v2 = in[t + 4480];
        u32 v3 = in[t + 4096];
        u32 v4 = in[t + 5760];
        u32 v5 = t & 8 ? 0x1u : 0x3c003c00u;
        u32 v6 = in[t + 384];
        u32 v7 = in[t + 6912];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .pred p; shfl.sync.up.b32 r7|p, r6, 18, 0x1800, 0xffffffff; selp.b32 r2, r6, r2, p; }\n"
            "{ .reg .b64 l; and.b32 r6, r3, 3; mov.b64 l, {r6, r6}; match.any.sync.b64 r6, l, 0xffffffff; }\n"
            "redux.sync.max.u32 r1, r5, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r3, r4, 1; match.all.sync.b32 r3|p, r3, 0xffffffff; @p add.s32 r3, r3, 5; }\n"
            "{ .reg .b64 l; and.b32 r0, r7, 3; mov.b64 l, {r0, r0}; match.any.sync.b64 r0, l, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r6, r6; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r1, r6, r0, p; }\n"
            "{ .reg .pred p; and.b32 r4, r7, 0; match.all.sync.b32 r4|p, r4, 0xffffffff; @p add.s32 r4, r4, 5; }\n"
            "{ .reg .b64 l; and.b32 r1, r4, 3; mov.b64 l, {r1, r1}; match.any.sync.b64 r1, l, 0xffffffff; }\n"
            "{ .reg .b64 l; and.b32 r1, r4, 3; mov.b64 l, {r1, r1}; match.any.sync.b64 r1, l, 0xffffffff; }\n"
            "{ .reg .b64 l; and.b32 r6, r1, 3; mov.b64 l, {r6, r6}; match.any.sync.b64 r6, l, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r7, r5; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r1, r7, r5, p; }\n"
            "and.b32 r0, r0, 7; match.any.sync.b32 r0, r0, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r7, r7, 1; match.all.sync.b32 r7|p, r7, 0xffffffff; @p add.s32 r7, r7, 5; }\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r4|p, r0, 5, 0x1e1f, 0xffffffff; selp.b32 r4, r0, r4, p; }\n"
            "redux.sync.xor.b32 r1, r7, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.s32 p, r4, r2; vote.sync.ballot.b32 r6, p, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r1, r6; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r5, r1, r6, p; }\n"
            "redux.sync.or.b32 r1, r1, 0xffffffff;\n"
            "add.s32 r6, r2, r0;\n"
            "mov.u32 r0, %lanemask_le;\n"
            "xor.b32 r7, r6, r5;\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r7|p, r2, 31, 0x101f, 0xffffffff; selp.b32 r6, r2, r6, p; }\n"
            "shr.u32 r2, r2, 3;\n"
            "{ .reg .b64 l; and.b32 r6, r5, 3; mov.b64 l, {r6, r6}; match.any.sync.b64 r6, l, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r7, r4; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r0, r7, r3, p; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r3, r0; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r0, r3, r7, p; }\n"
            "shr.u32 r1, r1, 3;\n"
            "mov.u32 r5, %laneid;\n"
            "and.b32 r1, r4, 7; match.any.sync.b32 r1, r1, 0xffffffff;\n"
            "and.b32 r0, r2, 7; match.any.sync.b32 r0, r0, 0xffffffff;\n"
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
        u32 v0 = in[t + 7168];
        u32 v1 = in[t + 0];
        u32 v2 = in[t + 7040];
        u32 v3 = in[t + 1152];
        u32 v4 = t & 1 ? 0x7bff0400u : 0xff800000u;
        u32 v5 = in[t + 2944];
        u32 v6 = in[t + 7552];
        u32 v7 = t & 3 ? 0x3c003c00u : 0x7f7fffffu;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "add.s32 r0, r0, r3;\n"
            "{ .reg .pred p; and.b32 r7, r6, 0; match.all.sync.b32 r7|p, r7, 0xffffffff; @p add.s32 r7, r7, 5; }\n"
            "and.b32 r5, r4, 7; match.any.sync.b32 r5, r5, 0xffffffff;\n"
            "and.b32 r3, r4, 7; match.any.sync.b32 r3, r3, 0xffffffff;\n"
            "mov.u32 r1, %lanemask_le;\n"
            "mov.u32 r6, %laneid;\n"
            "shr.u32 r7, r7, 3;\n"
            "{ .reg .pred p; and.b32 r7, r7, 1; match.all.sync.b32 r7|p, r7, 0xffffffff; @p add.s32 r7, r7, 5; }\n"
            "xor.b32 r7, r6, r2;\n"
            "{ .reg .pred p; setp.lt.u32 p, r4, r7; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r7, r4, r7, p; }\n"
            "mov.u32 r0, %lanemask_ge;\n"
            "{ .reg .pred p; setp.lt.u32 p, r6, r7; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r1, r6, r7, p; }\n"
            "mov.u32 r6, %laneid;\n"
            "redux.sync.xor.b32 r1, r7, 0xffffffff;\n"
            "and.b32 r5, r0, 7; match.any.sync.b32 r5, r5, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r7, r5; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r5, r7, r4, p; }\n"
            "{ .reg .pred p; setp.lt.s32 p, r5, r5; vote.sync.ballot.b32 r6, p, 0xffffffff; }\n"
            "and.b32 r4, r4, 7; match.any.sync.b32 r4, r4, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r7, r2, 1; match.all.sync.b32 r7|p, r7, 0xffffffff; @p add.s32 r7, r7, 5; }\n"
            "mov.u32 r3, %laneid;\n"
            "{ .reg .pred p; setp.lt.u32 p, r3, r6; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r6, r3, r0, p; }\n"
            "{ .reg .pred p; shfl.sync.down.b32 r1|p, r4, 4, 0x1f, 0xffffffff; selp.b32 r4, r4, r4, p; }\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r6|p, r7, r6, 0x1f, 0xffffffff; selp.b32 r6, r7, r6, p; }\n"
            "add.s32 r3, r0, r5;\n"
            "{ .reg .pred p; setp.lt.s32 p, r5, r1; vote.sync.ballot.b32 r7, p, 0xffffffff; }\n"
            "mov.u32 r3, %laneid;\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r3|p, r0, r5, 0x181f, 0xffffffff; selp.b32 r4, r0, r4, p; }\n"
            "shr.u32 r5, r3, 3;\n"
            "shr.u32 r3, r6, 3;\n"
            "redux.sync.or.b32 r6, r4, 0xffffffff;\n"
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
        u32 v0 = in[t + 1920];
        u32 v1 = t & 8 ? 0x1u : 0x8000u;
        u32 v2 = in[t + 2944];
        u32 v3 = in[t + 3712];
        u32 v4 = in[t + 3840];
        u32 v5 = in[t + 6144];
        u32 v6 = in[t + 6144];
        u32 v7 = in[t + 2944];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "and.b32 r5, r2, 7; match.any.sync.b32 r5, r5, 0xffffffff;\n"
            "and.b32 r3, r7, 7; match.any.sync.b32 r3, r3, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r2, r3; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r2, r2, r0, p; }\n"
            "shr.u32 r6, r2, 3;\n"
            "mov.u32 r1, %lanemask_le;\n"
            "{ .reg .b64 l; and.b32 r2, r6, 3; mov.b64 l, {r2, r2}; match.any.sync.b64 r2, l, 0xffffffff; }\n"
            "xor.b32 r1, r4, r2;\n"
            "mov.u32 r4, %laneid;\n"
            "redux.sync.add.u32 r5, r7, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.s32 p, r2, r4; vote.sync.ballot.b32 r1, p, 0xffffffff; }\n"
            "xor.b32 r6, r3, r3;\n"
            "mov.u32 r2, %laneid;\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r5|p, r4, 24, 0x1f, 0xffffffff; selp.b32 r7, r4, r7, p; }\n"
            "redux.sync.min.u32 r1, r5, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r0, r1, 1; match.all.sync.b32 r0|p, r0, 0xffffffff; @p add.s32 r0, r0, 5; }\n"
            "{ .reg .b64 l; and.b32 r7, r7, 3; mov.b64 l, {r7, r7}; match.any.sync.b64 r7, l, 0xffffffff; }\n"
            "shr.u32 r4, r4, 3;\n"
            "add.s32 r3, r5, r4;\n"
            "{ .reg .pred p; and.b32 r6, r0, 1; match.all.sync.b32 r6|p, r6, 0xffffffff; @p add.s32 r6, r6, 5; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r5, r3; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r3, r5, r1, p; }\n"
            "redux.sync.add.u32 r2, r1, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.s32 p, r6, r5; vote.sync.ballot.b32 r0, p, 0xffffffff; }\n"
            "redux.sync.max.s32 r3, r5, 0xffffffff;\n"
            "mov.u32 r1, %lanemask_gt;\n"
            "xor.b32 r6, r0, r6;\n"
            "xor.b32 r7, r1, r6;\n"
            "mov.u32 r2, %lanemask_gt;\n"
            "add.s32 r4, r3, r3;\n"
            "{ .reg .pred p; setp.lt.s32 p, r6, r5; vote.sync.ballot.b32 r2, p, 0xffffffff; }\n"
            "xor.b32 r5, r2, r2;\n"
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
extern "C" __global__ void random_warp_1(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = t & 1 ? 0x80000000u : 0x3c003c00u;
        u32 v1 = in[t + 6656];
        u32 v2 = in[t + 5120];
        u32 v3 = in[t + 7936];
        u32 v4 = in[t + 7168];
        u32 v5 = in[t + 5376];
        u32 v6 = in[t + 1024];
        u32 v7 = t & 1 ? 0x8000u : 0x7bff0400u;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "mov.u32 r5, %lanemask_le;\n"
            "mov.u32 r0, %lanemask_eq;\n"
            "{ .reg .pred p; shfl.sync.up.b32 r6|p, r5, r0, 0x1c00, 0xffffffff; selp.b32 r2, r5, r2, p; }\n"
            "and.b32 r3, r6, 7; match.any.sync.b32 r3, r3, 0xffffffff;\n"
            "mov.u32 r0, %lanemask_eq;\n"
            "{ .reg .pred p; setp.lt.u32 p, r3, r6; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r5, r3, r3, p; }\n"
            "redux.sync.min.s32 r5, r3, 0xffffffff;\n"
            "and.b32 r1, r6, 7; match.any.sync.b32 r1, r1, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r3, r4; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r2, r3, r2, p; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r4, r5; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r7, r4, r0, p; }\n"
            "redux.sync.max.u32 r2, r0, 0xffffffff;\n"
            "mov.u32 r2, %lanemask_le;\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r7|p, r1, 17, 0x1c1f, 0xffffffff; selp.b32 r4, r1, r4, p; }\n"
            "{ .reg .pred p; and.b32 r6, r2, 1; match.all.sync.b32 r6|p, r6, 0xffffffff; @p add.s32 r6, r6, 5; }\n"
            "{ .reg .b64 l; and.b32 r4, r2, 3; mov.b64 l, {r4, r4}; match.any.sync.b64 r4, l, 0xffffffff; }\n"
            "redux.sync.min.s32 r0, r6, 0xffffffff;\n"
            "xor.b32 r2, r5, r0;\n"
            "add.s32 r5, r7, r1;\n"
            "shr.u32 r7, r2, 3;\n"
            "mov.u32 r7, %laneid;\n"
            "{ .reg .pred p; setp.lt.s32 p, r3, r2; vote.sync.ballot.b32 r5, p, 0xffffffff; }\n"
            "{ .reg .b64 l; and.b32 r1, r2, 3; mov.b64 l, {r1, r1}; match.any.sync.b64 r1, l, 0xffffffff; }\n"
            "add.s32 r4, r5, r0;\n"
            "{ .reg .pred p; setp.lt.s32 p, r1, r2; vote.sync.ballot.b32 r7, p, 0xffffffff; }\n"
            "{ .reg .pred p; and.b32 r2, r4, 0; match.all.sync.b32 r2|p, r2, 0xffffffff; @p add.s32 r2, r2, 5; }\n"
            "shr.u32 r1, r1, 3;\n"
            "redux.sync.or.b32 r4, r0, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.s32 p, r5, r0; vote.sync.ballot.b32 r0, p, 0xffffffff; }\n"
            "{ .reg .b64 l; and.b32 r4, r0, 3; mov.b64 l, {r4, r4}; match.any.sync.b64 r4, l, 0xffffffff; }\n"
            "{ .reg .pred p; and.b32 r6, r7, 1; match.all.sync.b32 r6|p, r6, 0xffffffff; @p add.s32 r6, r6, 5; }\n"
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
        u32 v0 = t & 16 ? 0x7fc00000u : 0xffffu;
        u32 v1 = in[t + 2816];
        u32 v2 = in[t + 5248];
        u32 v3 = t & 1 ? 0x7fffu : 0x3ff8001u;
        u32 v4 = in[t + 512];
        u32 v5 = in[t + 7424];
        u32 v6 = in[t + 5504];
        u32 v7 = in[t + 6144];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "redux.sync.max.s32 r5, r6, 0xffffffff;\n"
            "add.s32 r7, r3, r0;\n"
            "add.s32 r1, r5, r2;\n"
            "{ .reg .pred p; setp.lt.s32 p, r4, r0; vote.sync.ballot.b32 r1, p, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r1, r2; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r3, r1, r1, p; }\n"
            "shr.u32 r5, r5, 3;\n"
            "{ .reg .pred p; and.b32 r3, r7, 0; match.all.sync.b32 r3|p, r3, 0xffffffff; @p add.s32 r3, r3, 5; }\n"
            "{ .reg .pred p; and.b32 r1, r0, 1; match.all.sync.b32 r1|p, r1, 0xffffffff; @p add.s32 r1, r1, 5; }\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r7|p, r0, 26, 0x1f, 0xffffffff; selp.b32 r0, r0, r0, p; }\n"
            "redux.sync.and.b32 r1, r1, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r3, r3, 1; match.all.sync.b32 r3|p, r3, 0xffffffff; @p add.s32 r3, r3, 5; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r1, r6; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r2, r1, r6, p; }\n"
            "{ .reg .pred p; and.b32 r3, r0, 1; match.all.sync.b32 r3|p, r3, 0xffffffff; @p add.s32 r3, r3, 5; }\n"
            "{ .reg .pred p; and.b32 r3, r6, 1; match.all.sync.b32 r3|p, r3, 0xffffffff; @p add.s32 r3, r3, 5; }\n"
            "{ .reg .pred p; and.b32 r2, r0, 0; match.all.sync.b32 r2|p, r2, 0xffffffff; @p add.s32 r2, r2, 5; }\n"
            "shr.u32 r5, r3, 3;\n"
            "{ .reg .pred p; and.b32 r1, r0, 0; match.all.sync.b32 r1|p, r1, 0xffffffff; @p add.s32 r1, r1, 5; }\n"
            "{ .reg .b64 l; and.b32 r6, r4, 3; mov.b64 l, {r6, r6}; match.any.sync.b64 r6, l, 0xffffffff; }\n"
            "xor.b32 r2, r2, r4;\n"
            "{ .reg .b64 l; and.b32 r0, r2, 3; mov.b64 l, {r0, r0}; match.any.sync.b64 r0, l, 0xffffffff; }\n"
            "mov.u32 r4, %laneid;\n"
            "add.s32 r1, r2, r2;\n"
            "{ .reg .b64 l; and.b32 r2, r7, 3; mov.b64 l, {r2, r2}; match.any.sync.b64 r2, l, 0xffffffff; }\n"
            "redux.sync.max.u32 r6, r0, 0xffffffff;\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r1|p, r2, 7, 0x1c1f, 0xffffffff; selp.b32 r7, r2, r7, p; }\n"
            "add.s32 r1, r2, r1;\n"
            "{ .reg .pred p; setp.lt.s32 p, r6, r3; vote.sync.ballot.b32 r4, p, 0xffffffff; }\n"
            "{ .reg .pred p; shfl.sync.down.b32 r5|p, r7, r3, 0x1e1f, 0xffffffff; selp.b32 r5, r7, r5, p; }\n"
            "xor.b32 r5, r6, r7;\n"
            "redux.sync.add.u32 r2, r7, 0xffffffff;\n"
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
        u32 v0 = t & 8 ? 0x0u : 0xffffu;
        u32 v1 = in[t + 640];
        u32 v2 = in[t + 4736];
        u32 v3 = in[t + 5888];
        u32 v4 = in[t + 1920];
        u32 v5 = in[t + 5888];
        u32 v6 = t & 16 ? 0x7f800000u : 0xffffffffu;
        u32 v7 = t & 3 ? 0x7c00fc00u : 0x807fffffu;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "xor.b32 r7, r3, r1;\n"
            "{ .reg .pred p; and.b32 r3, r0, 1; match.all.sync.b32 r3|p, r3, 0xffffffff; @p add.s32 r3, r3, 5; }\n"
            "{ .reg .b64 l; and.b32 r1, r5, 3; mov.b64 l, {r1, r1}; match.any.sync.b64 r1, l, 0xffffffff; }\n"
            "{ .reg .pred p; and.b32 r7, r2, 0; match.all.sync.b32 r7|p, r7, 0xffffffff; @p add.s32 r7, r7, 5; }\n"
            "redux.sync.xor.b32 r2, r5, 0xffffffff;\n"
            "xor.b32 r4, r7, r7;\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r1|p, r0, 30, 0x1e1f, 0xffffffff; selp.b32 r7, r0, r7, p; }\n"
            "{ .reg .pred p; setp.lt.s32 p, r2, r5; vote.sync.ballot.b32 r7, p, 0xffffffff; }\n"
            "and.b32 r6, r4, 7; match.any.sync.b32 r6, r6, 0xffffffff;\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r4|p, r2, r0, 0x1f, 0xffffffff; selp.b32 r5, r2, r5, p; }\n"
            "{ .reg .pred p; shfl.sync.up.b32 r7|p, r1, r6, 0x0, 0xffffffff; selp.b32 r0, r1, r0, p; }\n"
            "{ .reg .pred p; and.b32 r1, r7, 0; match.all.sync.b32 r1|p, r1, 0xffffffff; @p add.s32 r1, r1, 5; }\n"
            "{ .reg .b64 l; and.b32 r4, r7, 3; mov.b64 l, {r4, r4}; match.any.sync.b64 r4, l, 0xffffffff; }\n"
            "{ .reg .pred p; and.b32 r7, r1, 0; match.all.sync.b32 r7|p, r7, 0xffffffff; @p add.s32 r7, r7, 5; }\n"
            "{ .reg .b64 l; and.b32 r4, r7, 3; mov.b64 l, {r4, r4}; match.any.sync.b64 r4, l, 0xffffffff; }\n"
            "add.s32 r5, r7, r4;\n"
            "shr.u32 r5, r1, 3;\n"
            "add.s32 r5, r7, r0;\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r6|p, r2, 8, 0x101f, 0xffffffff; selp.b32 r5, r2, r5, p; }\n"
            "redux.sync.or.b32 r4, r5, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r2, r0; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r1, r2, r7, p; }\n"
            "mov.u32 r2, %lanemask_ge;\n"
            "mov.u32 r6, %lanemask_le;\n"
            "mov.u32 r5, %laneid;\n"
            "redux.sync.min.s32 r3, r5, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r4, r7, 0; match.all.sync.b32 r4|p, r4, 0xffffffff; @p add.s32 r4, r4, 5; }\n"
            "{ .reg .pred p; shfl.sync.down.b32 r1|p, r3, 15, 0x1e1f, 0xffffffff; selp.b32 r3, r3, r3, p; }\n"
            "xor.b32 r7, r1, r0;\n"
            "xor.b32 r4, r2, r2;\n"
            "redux.sync.max.u32 r4, r6, 0xffffffff;\n"
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
        u32 v0 = in[t + 1920];
        u32 v1 = in[t + 4096];
        u32 v2 = t & 16 ? 0x8000u : 0xffu;
        u32 v3 = in[t + 6272];
        u32 v4 = in[t + 3456];
        u32 v5 = in[t + 1024];
        u32 v6 = in[t + 4992];
        u32 v7 = t & 16 ? 0x7bff0400u : 0xff800000u;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "mov.u32 r1, %laneid;\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r3|p, r1, 22, 0x101f, 0xffffffff; selp.b32 r3, r1, r3, p; }\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r2|p, r7, 18, 0x1e1f, 0xffffffff; selp.b32 r1, r7, r1, p; }\n"
            "and.b32 r1, r5, 7; match.any.sync.b32 r1, r1, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r2, r6, 0; match.all.sync.b32 r2|p, r2, 0xffffffff; @p add.s32 r2, r2, 5; }\n"
            "{ .reg .pred p; setp.lt.s32 p, r2, r6; vote.sync.ballot.b32 r7, p, 0xffffffff; }\n"
            "shr.u32 r2, r6, 3;\n"
            "{ .reg .pred p; setp.lt.u32 p, r1, r5; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r4, r1, r4, p; }\n"
            "and.b32 r6, r0, 7; match.any.sync.b32 r6, r6, 0xffffffff;\n"
            "{ .reg .b64 l; and.b32 r6, r6, 3; mov.b64 l, {r6, r6}; match.any.sync.b64 r6, l, 0xffffffff; }\n"
            "add.s32 r6, r2, r2;\n"
            "redux.sync.max.u32 r0, r2, 0xffffffff;\n"
            "redux.sync.and.b32 r6, r5, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r5, r1; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r5, r5, r7, p; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r1, r0; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r7, r1, r3, p; }\n"
            "redux.sync.max.s32 r7, r2, 0xffffffff;\n"
            "mov.u32 r7, %lanemask_gt;\n"
            "and.b32 r3, r6, 7; match.any.sync.b32 r3, r3, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r5, r3; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r5, r5, r7, p; }\n"
            "shr.u32 r7, r2, 3;\n"
            "{ .reg .pred p; and.b32 r0, r4, 0; match.all.sync.b32 r0|p, r0, 0xffffffff; @p add.s32 r0, r0, 5; }\n"
            "and.b32 r2, r5, 7; match.any.sync.b32 r2, r2, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.s32 p, r3, r3; vote.sync.ballot.b32 r7, p, 0xffffffff; }\n"
            "{ .reg .b64 l; and.b32 r4, r3, 3; mov.b64 l, {r4, r4}; match.any.sync.b64 r4, l, 0xffffffff; }\n"
            "shr.u32 r7, r2, 3;\n"
            "mov.u32 r6, %lanemask_eq;\n"
            "add.s32 r2, r2, r6;\n"
            "{ .reg .b64 l; and.b32 r5, r6, 3; mov.b64 l, {r5, r5}; match.any.sync.b64 r5, l, 0xffffffff; }\n"
            "{ .reg .b64 l; and.b32 r6, r5, 3; mov.b64 l, {r6, r6}; match.any.sync.b64 r6, l, 0xffffffff; }\n"
            "{ .reg .pred p; and.b32 r4, r3, 0; match.all.sync.b32 r4|p, r4, 0xffffffff; @p add.s32 r4, r4, 5; }\n"
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
extern "C" __global__ void random_warp_2(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 4992];
        u32 v1 = in[t + 5248];
        u32 v2 = in[t + 4992];
        u32 v3 = t & 8 ? 0x800000u : 0xffffu;
        u32 v4 = in[t + 7040];
        u32 v5 = t & 16 ? 0x80u : 0x800000u;
        u32 v6 = in[t + 2816];
        u32 v7 = in[t + 3968];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .pred p; setp.lt.u32 p, r6, r7; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r2, r6, r4, p; }\n"
            "xor.b32 r7, r2, r0;\n"
            "mov.u32 r6, %laneid;\n"
            "mov.u32 r5, %laneid;\n"
            "and.b32 r6, r5, 7; match.any.sync.b32 r6, r6, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r0, r2, 1; match.all.sync.b32 r0|p, r0, 0xffffffff; @p add.s32 r0, r0, 5; }\n"
            "redux.sync.xor.b32 r3, r1, 0xffffffff;\n"
            "mov.u32 r1, %laneid;\n"
            "mov.u32 r3, %lanemask_lt;\n"
            "redux.sync.xor.b32 r4, r1, 0xffffffff;\n"
            "shr.u32 r3, r6, 3;\n"
            "xor.b32 r6, r7, r1;\n"
            "{ .reg .pred p; setp.lt.s32 p, r1, r5; vote.sync.ballot.b32 r6, p, 0xffffffff; }\n"
            "xor.b32 r3, r4, r5;\n"
            "mov.u32 r3, %laneid;\n"
            "{ .reg .pred p; setp.lt.s32 p, r5, r1; vote.sync.ballot.b32 r3, p, 0xffffffff; }\n"
            "add.s32 r5, r0, r1;\n"
            "xor.b32 r7, r7, r6;\n"
            "shr.u32 r1, r7, 3;\n"
            "{ .reg .pred p; setp.lt.s32 p, r6, r1; vote.sync.ballot.b32 r4, p, 0xffffffff; }\n"
            "and.b32 r6, r2, 7; match.any.sync.b32 r6, r6, 0xffffffff;\n"
            "and.b32 r0, r1, 7; match.any.sync.b32 r0, r0, 0xffffffff;\n"
            "shr.u32 r3, r7, 3;\n"
            "mov.u32 r6, %laneid;\n"
            "mov.u32 r1, %lanemask_eq;\n"
            "{ .reg .pred p; setp.lt.u32 p, r1, r1; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r2, r1, r2, p; }\n"
            "redux.sync.xor.b32 r1, r7, 0xffffffff;\n"
            "{ .reg .pred p; shfl.sync.down.b32 r4|p, r5, r4, 0x101f, 0xffffffff; selp.b32 r0, r5, r0, p; }\n"
            "shr.u32 r6, r6, 3;\n"
            "{ .reg .pred p; setp.lt.u32 p, r5, r3; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r5, r5, r0, p; }\n"
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
        u32 v1 = t & 1 ? 0x1u : 0x4b000000u;
        u32 v2 = in[t + 1152];
        u32 v3 = in[t + 2304];
        u32 v4 = in[t + 1664];
        u32 v5 = in[t + 2816];
        u32 v6 = t & 1 ? 0x7fffffffu : 0x800000u;
        u32 v7 = in[t + 3200];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "add.s32 r2, r5, r1;\n"
            "shr.u32 r4, r5, 3;\n"
            "{ .reg .pred p; setp.lt.u32 p, r4, r2; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r7, r4, r1, p; }\n"
            "add.s32 r7, r3, r2;\n"
            "shr.u32 r6, r2, 3;\n"
            "{ .reg .pred p; setp.lt.s32 p, r7, r1; vote.sync.ballot.b32 r0, p, 0xffffffff; }\n"
            "redux.sync.or.b32 r1, r0, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r2, r0, 0; match.all.sync.b32 r2|p, r2, 0xffffffff; @p add.s32 r2, r2, 5; }\n"
            "mov.u32 r1, %laneid;\n"
            "{ .reg .b64 l; and.b32 r1, r4, 3; mov.b64 l, {r1, r1}; match.any.sync.b64 r1, l, 0xffffffff; }\n"
            "mov.u32 r1, %lanemask_lt;\n"
            "{ .reg .b64 l; and.b32 r4, r7, 3; mov.b64 l, {r4, r4}; match.any.sync.b64 r4, l, 0xffffffff; }\n"
            "add.s32 r3, r5, r4;\n"
            "{ .reg .pred p; and.b32 r0, r2, 1; match.all.sync.b32 r0|p, r0, 0xffffffff; @p add.s32 r0, r0, 5; }\n"
            "mov.u32 r5, %lanemask_eq;\n"
            "add.s32 r1, r5, r2;\n"
            "and.b32 r2, r7, 7; match.any.sync.b32 r2, r2, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r0, r1, 0; match.all.sync.b32 r0|p, r0, 0xffffffff; @p add.s32 r0, r0, 5; }\n"
            "shr.u32 r1, r4, 3;\n"
            "xor.b32 r0, r0, r4;\n"
            "mov.u32 r5, %lanemask_lt;\n"
            "mov.u32 r4, %lanemask_lt;\n"
            "mov.u32 r0, %lanemask_le;\n"
            "{ .reg .b64 l; and.b32 r7, r1, 3; mov.b64 l, {r7, r7}; match.any.sync.b64 r7, l, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r1, r5; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r0, r1, r5, p; }\n"
            "shr.u32 r7, r5, 3;\n"
            "{ .reg .pred p; shfl.sync.up.b32 r7|p, r6, 18, 0x1000, 0xffffffff; selp.b32 r0, r6, r0, p; }\n"
            "xor.b32 r7, r0, r0;\n"
            "and.b32 r5, r0, 7; match.any.sync.b32 r5, r5, 0xffffffff;\n"
            "add.s32 r6, r3, r2;\n"
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
        u32 v0 = in[t + 384];
        u32 v1 = in[t + 4480];
        u32 v2 = in[t + 3328];
        u32 v3 = in[t + 6272];
        u32 v4 = in[t + 1024];
        u32 v5 = in[t + 7936];
        u32 v6 = in[t + 6400];
        u32 v7 = t & 3 ? 0x1u : 0x7f800000u;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "mov.u32 r2, %lanemask_lt;\n"
            "add.s32 r0, r5, r7;\n"
            "add.s32 r7, r1, r0;\n"
            "and.b32 r1, r7, 7; match.any.sync.b32 r1, r1, 0xffffffff;\n"
            "shr.u32 r0, r5, 3;\n"
            "add.s32 r1, r0, r3;\n"
            "redux.sync.add.u32 r4, r1, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r4, r2; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r2, r4, r3, p; }\n"
            "redux.sync.and.b32 r3, r7, 0xffffffff;\n"
            "{ .reg .b64 l; and.b32 r0, r6, 3; mov.b64 l, {r0, r0}; match.any.sync.b64 r0, l, 0xffffffff; }\n"
            "and.b32 r6, r3, 7; match.any.sync.b32 r6, r6, 0xffffffff;\n"
            "{ .reg .b64 l; and.b32 r4, r5, 3; mov.b64 l, {r4, r4}; match.any.sync.b64 r4, l, 0xffffffff; }\n"
            "redux.sync.min.u32 r4, r6, 0xffffffff;\n"
            "and.b32 r1, r4, 7; match.any.sync.b32 r1, r1, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r1, r1; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r2, r1, r3, p; }\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r3|p, r7, 14, 0x181f, 0xffffffff; selp.b32 r6, r7, r6, p; }\n"
            "xor.b32 r5, r3, r0;\n"
            "{ .reg .pred p; setp.lt.u32 p, r7, r3; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r2, r7, r6, p; }\n"
            "redux.sync.min.s32 r4, r6, 0xffffffff;\n"
            "{ .reg .b64 l; and.b32 r7, r6, 3; mov.b64 l, {r7, r7}; match.any.sync.b64 r7, l, 0xffffffff; }\n"
            "add.s32 r1, r0, r6;\n"
            "and.b32 r5, r4, 7; match.any.sync.b32 r5, r5, 0xffffffff;\n"
            "add.s32 r2, r6, r0;\n"
            "and.b32 r4, r2, 7; match.any.sync.b32 r4, r4, 0xffffffff;\n"
            "redux.sync.xor.b32 r7, r3, 0xffffffff;\n"
            "shr.u32 r1, r4, 3;\n"
            "{ .reg .b64 l; and.b32 r7, r7, 3; mov.b64 l, {r7, r7}; match.any.sync.b64 r7, l, 0xffffffff; }\n"
            "shr.u32 r3, r0, 3;\n"
            "{ .reg .pred p; setp.lt.u32 p, r0, r4; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r0, r0, r0, p; }\n"
            "mov.u32 r3, %lanemask_eq;\n"
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
        u32 v0 = in[t + 7168];
        u32 v1 = in[t + 6528];
        u32 v2 = in[t + 4224];
        u32 v3 = t & 16 ? 0xffu : 0xffffu;
        u32 v4 = in[t + 6784];
        u32 v5 = in[t + 5760];
        u32 v6 = t & 16 ? 0x1u : 0x3ff8001u;
        u32 v7 = in[t + 5248];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "redux.sync.min.s32 r4, r4, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r0, r7; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r6, r0, r7, p; }\n"
            "redux.sync.min.s32 r6, r2, 0xffffffff;\n"
            "redux.sync.add.u32 r3, r2, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.s32 p, r1, r5; vote.sync.ballot.b32 r3, p, 0xffffffff; }\n"
            "mov.u32 r2, %lanemask_lt;\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r2|p, r4, r0, 0x1c1f, 0xffffffff; selp.b32 r2, r4, r2, p; }\n"
            "{ .reg .pred p; and.b32 r3, r3, 1; match.all.sync.b32 r3|p, r3, 0xffffffff; @p add.s32 r3, r3, 5; }\n"
            "{ .reg .b64 l; and.b32 r5, r5, 3; mov.b64 l, {r5, r5}; match.any.sync.b64 r5, l, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.s32 p, r0, r4; vote.sync.ballot.b32 r5, p, 0xffffffff; }\n"
            "redux.sync.xor.b32 r2, r7, 0xffffffff;\n"
            "{ .reg .b64 l; and.b32 r0, r0, 3; mov.b64 l, {r0, r0}; match.any.sync.b64 r0, l, 0xffffffff; }\n"
            "xor.b32 r2, r7, r4;\n"
            "mov.u32 r3, %lanemask_ge;\n"
            "redux.sync.min.s32 r0, r0, 0xffffffff;\n"
            "mov.u32 r6, %lanemask_lt;\n"
            "add.s32 r2, r5, r3;\n"
            "{ .reg .pred p; setp.lt.u32 p, r6, r3; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r4, r6, r0, p; }\n"
            "mov.u32 r7, %laneid;\n"
            "mov.u32 r0, %laneid;\n"
            "{ .reg .pred p; setp.lt.s32 p, r7, r0; vote.sync.ballot.b32 r5, p, 0xffffffff; }\n"
            "mov.u32 r7, %laneid;\n"
            "mov.u32 r3, %lanemask_le;\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r1|p, r3, 13, 0x1e1f, 0xffffffff; selp.b32 r7, r3, r7, p; }\n"
            "redux.sync.and.b32 r1, r2, 0xffffffff;\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r6|p, r7, r6, 0x101f, 0xffffffff; selp.b32 r1, r7, r1, p; }\n"
            "mov.u32 r2, %lanemask_gt;\n"
            "xor.b32 r5, r4, r5;\n"
            "mov.u32 r2, %lanemask_eq;\n"
            "{ .reg .pred p; setp.lt.u32 p, r6, r1; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r5, r6, r6, p; }\n"
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
extern "C" __global__ void random_warp_3(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 512];
        u32 v1 = in[t + 6528];
        u32 v2 = t & 8 ? 0x80000000u : 0x7fffu;
        u32 v3 = in[t + 256];
        u32 v4 = in[t + 6912];
        u32 v5 = in[t + 4480];
        u32 v6 = in[t + 2176];
        u32 v7 = in[t + 3968];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .pred p; setp.lt.s32 p, r7, r4; vote.sync.ballot.b32 r5, p, 0xffffffff; }\n"
            "shr.u32 r1, r6, 3;\n"
            "{ .reg .pred p; and.b32 r2, r3, 1; match.all.sync.b32 r2|p, r2, 0xffffffff; @p add.s32 r2, r2, 5; }\n"
            "{ .reg .pred p; and.b32 r2, r5, 0; match.all.sync.b32 r2|p, r2, 0xffffffff; @p add.s32 r2, r2, 5; }\n"
            "{ .reg .b64 l; and.b32 r3, r7, 3; mov.b64 l, {r3, r3}; match.any.sync.b64 r3, l, 0xffffffff; }\n"
            "shr.u32 r0, r1, 3;\n"
            "xor.b32 r2, r7, r3;\n"
            "redux.sync.or.b32 r5, r7, 0xffffffff;\n"
            "and.b32 r1, r5, 7; match.any.sync.b32 r1, r1, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r0, r6; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r1, r0, r1, p; }\n"
            "{ .reg .pred p; setp.lt.s32 p, r4, r6; vote.sync.ballot.b32 r6, p, 0xffffffff; }\n"
            "mov.u32 r0, %lanemask_lt;\n"
            "mov.u32 r3, %lanemask_le;\n"
            "mov.u32 r2, %lanemask_gt;\n"
            "redux.sync.max.s32 r6, r1, 0xffffffff;\n"
            "mov.u32 r0, %laneid;\n"
            "{ .reg .pred p; setp.lt.s32 p, r5, r6; vote.sync.ballot.b32 r0, p, 0xffffffff; }\n"
            "xor.b32 r5, r2, r2;\n"
            "redux.sync.xor.b32 r3, r6, 0xffffffff;\n"
            "redux.sync.or.b32 r3, r2, 0xffffffff;\n"
            "xor.b32 r6, r5, r1;\n"
            "redux.sync.and.b32 r6, r5, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.s32 p, r6, r1; vote.sync.ballot.b32 r5, p, 0xffffffff; }\n"
            "shr.u32 r5, r6, 3;\n"
            "{ .reg .pred p; setp.lt.u32 p, r7, r6; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r7, r7, r6, p; }\n"
            "redux.sync.max.u32 r1, r1, 0xffffffff;\n"
            "xor.b32 r6, r1, r2;\n"
            "redux.sync.and.b32 r1, r4, 0xffffffff;\n"
            "xor.b32 r7, r6, r2;\n"
            "{ .reg .b64 l; and.b32 r4, r7, 3; mov.b64 l, {r4, r4}; match.any.sync.b64 r4, l, 0xffffffff; }\n"
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
        u32 v0 = in[t + 1152];
        u32 v1 = in[t + 896];
        u32 v2 = t & 1 ? 0xbf800000u : 0x7f7fffffu;
        u32 v3 = in[t + 4352];
        u32 v4 = in[t + 7424];
        u32 v5 = in[t + 7680];
        u32 v6 = in[t + 3072];
        u32 v7 = in[t + 4608];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "mov.u32 r7, %laneid;\n"
            "{ .reg .pred p; setp.lt.s32 p, r1, r5; vote.sync.ballot.b32 r0, p, 0xffffffff; }\n"
            "{ .reg .pred p; shfl.sync.down.b32 r7|p, r4, 0, 0x1e1f, 0xffffffff; selp.b32 r4, r4, r4, p; }\n"
            "{ .reg .pred p; shfl.sync.up.b32 r6|p, r5, 14, 0x0, 0xffffffff; selp.b32 r6, r5, r6, p; }\n"
            "redux.sync.min.u32 r7, r7, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r5, r0; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r0, r5, r4, p; }\n"
            "redux.sync.max.s32 r2, r3, 0xffffffff;\n"
            "{ .reg .b64 l; and.b32 r6, r5, 3; mov.b64 l, {r6, r6}; match.any.sync.b64 r6, l, 0xffffffff; }\n"
            "and.b32 r5, r1, 7; match.any.sync.b32 r5, r5, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.s32 p, r6, r5; vote.sync.ballot.b32 r2, p, 0xffffffff; }\n"
            "and.b32 r6, r0, 7; match.any.sync.b32 r6, r6, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r7, r7; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r1, r7, r7, p; }\n"
            "xor.b32 r0, r1, r5;\n"
            "shr.u32 r2, r1, 3;\n"
            "{ .reg .pred p; and.b32 r7, r0, 0; match.all.sync.b32 r7|p, r7, 0xffffffff; @p add.s32 r7, r7, 5; }\n"
            "{ .reg .pred p; and.b32 r3, r0, 1; match.all.sync.b32 r3|p, r3, 0xffffffff; @p add.s32 r3, r3, 5; }\n"
            "{ .reg .b64 l; and.b32 r2, r7, 3; mov.b64 l, {r2, r2}; match.any.sync.b64 r2, l, 0xffffffff; }\n"
            "{ .reg .pred p; and.b32 r0, r7, 1; match.all.sync.b32 r0|p, r0, 0xffffffff; @p add.s32 r0, r0, 5; }\n"
            "shr.u32 r0, r1, 3;\n"
            "{ .reg .pred p; shfl.sync.up.b32 r0|p, r5, 27, 0x1e00, 0xffffffff; selp.b32 r6, r5, r6, p; }\n"
            "shr.u32 r3, r0, 3;\n"
            "mov.u32 r0, %lanemask_lt;\n"
            "and.b32 r4, r5, 7; match.any.sync.b32 r4, r4, 0xffffffff;\n"
            "mov.u32 r7, %lanemask_le;\n"
            "xor.b32 r5, r3, r4;\n"
            "{ .reg .pred p; setp.lt.s32 p, r3, r2; vote.sync.ballot.b32 r2, p, 0xffffffff; }\n"
            "redux.sync.and.b32 r6, r7, 0xffffffff;\n"
            "and.b32 r6, r0, 7; match.any.sync.b32 r6, r6, 0xffffffff;\n"
            "redux.sync.or.b32 r6, r0, 0xffffffff;\n"
            "add.s32 r6, r1, r6;\n"
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
        u32 v0 = in[t + 128];
        u32 v1 = in[t + 3712];
        u32 v2 = in[t + 3200];
        u32 v3 = in[t + 1280];
        u32 v4 = in[t + 0];
        u32 v5 = in[t + 4608];
        u32 v6 = in[t + 1920];
        u32 v7 = in[t + 640];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "and.b32 r5, r6, 7; match.any.sync.b32 r5, r5, 0xffffffff;\n"
            "{ .reg .b64 l; and.b32 r4, r3, 3; mov.b64 l, {r4, r4}; match.any.sync.b64 r4, l, 0xffffffff; }\n"
            "{ .reg .b64 l; and.b32 r0, r1, 3; mov.b64 l, {r0, r0}; match.any.sync.b64 r0, l, 0xffffffff; }\n"
            "redux.sync.and.b32 r2, r5, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r5, r1, 0; match.all.sync.b32 r5|p, r5, 0xffffffff; @p add.s32 r5, r5, 5; }\n"
            "mov.u32 r6, %laneid;\n"
            "{ .reg .b64 l; and.b32 r7, r2, 3; mov.b64 l, {r7, r7}; match.any.sync.b64 r7, l, 0xffffffff; }\n"
            "{ .reg .pred p; and.b32 r1, r6, 0; match.all.sync.b32 r1|p, r1, 0xffffffff; @p add.s32 r1, r1, 5; }\n"
            "shr.u32 r2, r4, 3;\n"
            "shr.u32 r6, r4, 3;\n"
            "add.s32 r3, r3, r2;\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r4|p, r3, 21, 0x1e1f, 0xffffffff; selp.b32 r4, r3, r4, p; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r0, r4; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r1, r0, r7, p; }\n"
            "redux.sync.xor.b32 r6, r3, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.s32 p, r3, r5; vote.sync.ballot.b32 r0, p, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r3, r4; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r0, r3, r6, p; }\n"
            "redux.sync.add.u32 r6, r3, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r1, r4; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r2, r1, r6, p; }\n"
            "{ .reg .pred p; shfl.sync.down.b32 r4|p, r6, 12, 0x1e1f, 0xffffffff; selp.b32 r0, r6, r0, p; }\n"
            "shr.u32 r7, r4, 3;\n"
            "add.s32 r2, r2, r1;\n"
            "{ .reg .pred p; and.b32 r7, r3, 1; match.all.sync.b32 r7|p, r7, 0xffffffff; @p add.s32 r7, r7, 5; }\n"
            "{ .reg .b64 l; and.b32 r7, r7, 3; mov.b64 l, {r7, r7}; match.any.sync.b64 r7, l, 0xffffffff; }\n"
            "and.b32 r6, r2, 7; match.any.sync.b32 r6, r6, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r2, r1; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r3, r2, r5, p; }\n"
            "{ .reg .b64 l; and.b32 r2, r1, 3; mov.b64 l, {r2, r2}; match.any.sync.b64 r2, l, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.s32 p, r3, r3; vote.sync.ballot.b32 r4, p, 0xffffffff; }\n"
            "mov.u32 r4, %lanemask_lt;\n"
            "redux.sync.add.u32 r0, r2, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r5, r2; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r0, r5, r2, p; }\n"
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
        u32 v1 = in[t + 1792];
        u32 v2 = in[t + 1152];
        u32 v3 = t & 1 ? 0x807fffffu : 0x7c00fc00u;
        u32 v4 = in[t + 3584];
        u32 v5 = in[t + 1792];
        u32 v6 = t & 16 ? 0xffffu : 0x7fu;
        u32 v7 = t & 1 ? 0x1u : 0x7fffffffu;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "xor.b32 r3, r3, r5;\n"
            "add.s32 r6, r5, r1;\n"
            "xor.b32 r5, r5, r6;\n"
            "{ .reg .pred p; setp.lt.s32 p, r6, r2; vote.sync.ballot.b32 r4, p, 0xffffffff; }\n"
            "{ .reg .pred p; and.b32 r0, r1, 1; match.all.sync.b32 r0|p, r0, 0xffffffff; @p add.s32 r0, r0, 5; }\n"
            "xor.b32 r4, r6, r0;\n"
            "{ .reg .b64 l; and.b32 r4, r7, 3; mov.b64 l, {r4, r4}; match.any.sync.b64 r4, l, 0xffffffff; }\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r1|p, r2, 19, 0x181f, 0xffffffff; selp.b32 r6, r2, r6, p; }\n"
            "mov.u32 r6, %lanemask_gt;\n"
            "xor.b32 r7, r1, r2;\n"
            "add.s32 r6, r2, r2;\n"
            "{ .reg .b64 l; and.b32 r1, r2, 3; mov.b64 l, {r1, r1}; match.any.sync.b64 r1, l, 0xffffffff; }\n"
            "xor.b32 r0, r5, r1;\n"
            "and.b32 r6, r5, 7; match.any.sync.b32 r6, r6, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r2, r1, 0; match.all.sync.b32 r2|p, r2, 0xffffffff; @p add.s32 r2, r2, 5; }\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r3|p, r6, 27, 0x181f, 0xffffffff; selp.b32 r4, r6, r4, p; }\n"
            "{ .reg .pred p; shfl.sync.up.b32 r1|p, r4, 11, 0x1c00, 0xffffffff; selp.b32 r3, r4, r3, p; }\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r3|p, r4, 3, 0x1e1f, 0xffffffff; selp.b32 r0, r4, r0, p; }\n"
            "shr.u32 r0, r7, 3;\n"
            "{ .reg .pred p; shfl.sync.down.b32 r5|p, r6, r3, 0x1c1f, 0xffffffff; selp.b32 r5, r6, r5, p; }\n"
            "mov.u32 r5, %laneid;\n"
            "mov.u32 r6, %laneid;\n"
            "redux.sync.or.b32 r0, r1, 0xffffffff;\n"
            "shr.u32 r4, r0, 3;\n"
            "{ .reg .b64 l; and.b32 r6, r3, 3; mov.b64 l, {r6, r6}; match.any.sync.b64 r6, l, 0xffffffff; }\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r5|p, r6, r4, 0x181f, 0xffffffff; selp.b32 r4, r6, r4, p; }\n"
            "{ .reg .pred p; shfl.sync.up.b32 r5|p, r0, 27, 0x1800, 0xffffffff; selp.b32 r6, r0, r6, p; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r2, r1; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r5, r2, r2, p; }\n"
            "{ .reg .b64 l; and.b32 r0, r0, 3; mov.b64 l, {r0, r0}; match.any.sync.b64 r0, l, 0xffffffff; }\n"
            "mov.u32 r5, %laneid;\n"
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
extern "C" __global__ void random_warp_4(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 896];
        u32 v1 = in[t + 5760];
        u32 v2 = in[t + 1664];
        u32 v3 = in[t + 6400];
        u32 v4 = in[t + 5120];
        u32 v5 = t & 16 ? 0x3f803f80u : 0x3f803f80u;
        u32 v6 = t & 16 ? 0x7fffu : 0x2u;
        u32 v7 = in[t + 2048];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .pred p; setp.lt.s32 p, r1, r5; vote.sync.ballot.b32 r3, p, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r3, r6; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r3, r3, r6, p; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r4, r1; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r5, r4, r5, p; }\n"
            "redux.sync.add.s32 r6, r7, 0xffffffff;\n"
            "{ .reg .b64 l; and.b32 r0, r3, 3; mov.b64 l, {r0, r0}; match.any.sync.b64 r0, l, 0xffffffff; }\n"
            "{ .reg .pred p; shfl.sync.down.b32 r6|p, r4, r1, 0x1f, 0xffffffff; selp.b32 r1, r4, r1, p; }\n"
            "add.s32 r1, r1, r5;\n"
            "mov.u32 r3, %laneid;\n"
            "and.b32 r1, r2, 7; match.any.sync.b32 r1, r1, 0xffffffff;\n"
            "xor.b32 r7, r7, r5;\n"
            "redux.sync.add.s32 r7, r0, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r3, r5, 1; match.all.sync.b32 r3|p, r3, 0xffffffff; @p add.s32 r3, r3, 5; }\n"
            "{ .reg .b64 l; and.b32 r0, r0, 3; mov.b64 l, {r0, r0}; match.any.sync.b64 r0, l, 0xffffffff; }\n"
            "{ .reg .pred p; shfl.sync.down.b32 r1|p, r0, r3, 0x1c1f, 0xffffffff; selp.b32 r4, r0, r4, p; }\n"
            "and.b32 r1, r3, 7; match.any.sync.b32 r1, r1, 0xffffffff;\n"
            "redux.sync.xor.b32 r4, r1, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r1, r3, 1; match.all.sync.b32 r1|p, r1, 0xffffffff; @p add.s32 r1, r1, 5; }\n"
            "add.s32 r7, r5, r3;\n"
            "{ .reg .b64 l; and.b32 r2, r0, 3; mov.b64 l, {r2, r2}; match.any.sync.b64 r2, l, 0xffffffff; }\n"
            "{ .reg .b64 l; and.b32 r1, r0, 3; mov.b64 l, {r1, r1}; match.any.sync.b64 r1, l, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.s32 p, r3, r6; vote.sync.ballot.b32 r6, p, 0xffffffff; }\n"
            "and.b32 r6, r4, 7; match.any.sync.b32 r6, r6, 0xffffffff;\n"
            "xor.b32 r7, r0, r2;\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r0|p, r0, 14, 0x181f, 0xffffffff; selp.b32 r0, r0, r0, p; }\n"
            "{ .reg .b64 l; and.b32 r3, r0, 3; mov.b64 l, {r3, r3}; match.any.sync.b64 r3, l, 0xffffffff; }\n"
            "shr.u32 r5, r6, 3;\n"
            "{ .reg .pred p; setp.lt.s32 p, r3, r5; vote.sync.ballot.b32 r4, p, 0xffffffff; }\n"
            "mov.u32 r1, %lanemask_eq;\n"
            "{ .reg .pred p; setp.lt.s32 p, r7, r3; vote.sync.ballot.b32 r5, p, 0xffffffff; }\n"
            "shr.u32 r7, r5, 3;\n"
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
        u32 v0 = in[t + 6144];
        u32 v1 = in[t + 7168];
        u32 v2 = in[t + 1920];
        u32 v3 = in[t + 4352];
        u32 v4 = in[t + 4096];
        u32 v5 = in[t + 1792];
        u32 v6 = in[t + 4608];
        u32 v7 = in[t + 6144];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "mov.u32 r1, %laneid;\n"
            "{ .reg .pred p; setp.lt.s32 p, r7, r5; vote.sync.ballot.b32 r7, p, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r3, r3; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r5, r3, r6, p; }\n"
            "xor.b32 r4, r2, r6;\n"
            "shr.u32 r6, r1, 3;\n"
            "add.s32 r0, r1, r4;\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r4|p, r3, 3, 0x101f, 0xffffffff; selp.b32 r0, r3, r0, p; }\n"
            "add.s32 r2, r1, r6;\n"
            "redux.sync.min.s32 r0, r5, 0xffffffff;\n"
            "{ .reg .pred p; shfl.sync.down.b32 r0|p, r4, r7, 0x181f, 0xffffffff; selp.b32 r1, r4, r1, p; }\n"
            "add.s32 r0, r7, r6;\n"
            "redux.sync.xor.b32 r1, r1, 0xffffffff;\n"
            "xor.b32 r3, r1, r7;\n"
            "{ .reg .pred p; setp.lt.s32 p, r7, r5; vote.sync.ballot.b32 r6, p, 0xffffffff; }\n"
            "redux.sync.min.s32 r1, r3, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.s32 p, r7, r0; vote.sync.ballot.b32 r0, p, 0xffffffff; }\n"
            "mov.u32 r2, %laneid;\n"
            "{ .reg .b64 l; and.b32 r2, r4, 3; mov.b64 l, {r2, r2}; match.any.sync.b64 r2, l, 0xffffffff; }\n"
            "mov.u32 r4, %lanemask_eq;\n"
            "{ .reg .pred p; setp.lt.s32 p, r5, r4; vote.sync.ballot.b32 r0, p, 0xffffffff; }\n"
            "{ .reg .pred p; and.b32 r1, r2, 1; match.all.sync.b32 r1|p, r1, 0xffffffff; @p add.s32 r1, r1, 5; }\n"
            "and.b32 r4, r6, 7; match.any.sync.b32 r4, r4, 0xffffffff;\n"
            "mov.u32 r4, %lanemask_lt;\n"
            "add.s32 r2, r6, r5;\n"
            "xor.b32 r0, r6, r0;\n"
            "{ .reg .pred p; and.b32 r2, r7, 1; match.all.sync.b32 r2|p, r2, 0xffffffff; @p add.s32 r2, r2, 5; }\n"
            "redux.sync.min.s32 r5, r7, 0xffffffff;\n"
            "xor.b32 r3, r0, r5;\n"
            "{ .reg .pred p; setp.lt.s32 p, r7, r2; vote.sync.ballot.b32 r1, p, 0xffffffff; }\n"
            "{ .reg .pred p; shfl.sync.down.b32 r2|p, r6, r4, 0x101f, 0xffffffff; selp.b32 r5, r6, r5, p; }\n"
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
        u32 v0 = in[t + 5504];
        u32 v1 = in[t + 1408];
        u32 v2 = in[t + 2176];
        u32 v3 = in[t + 1920];
        u32 v4 = in[t + 1152];
        u32 v5 = in[t + 6528];
        u32 v6 = in[t + 5632];
        u32 v7 = in[t + 1920];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .pred p; and.b32 r1, r3, 1; match.all.sync.b32 r1|p, r1, 0xffffffff; @p add.s32 r1, r1, 5; }\n"
            "mov.u32 r7, %lanemask_ge;\n"
            "shr.u32 r1, r0, 3;\n"
            "{ .reg .pred p; shfl.sync.up.b32 r6|p, r3, r7, 0x1c00, 0xffffffff; selp.b32 r6, r3, r6, p; }\n"
            "{ .reg .pred p; and.b32 r3, r0, 0; match.all.sync.b32 r3|p, r3, 0xffffffff; @p add.s32 r3, r3, 5; }\n"
            "redux.sync.min.s32 r1, r4, 0xffffffff;\n"
            "add.s32 r5, r1, r0;\n"
            "{ .reg .pred p; shfl.sync.up.b32 r4|p, r5, 13, 0x1000, 0xffffffff; selp.b32 r5, r5, r5, p; }\n"
            "mov.u32 r0, %laneid;\n"
            "redux.sync.or.b32 r4, r7, 0xffffffff;\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r0|p, r7, 8, 0x1c1f, 0xffffffff; selp.b32 r5, r7, r5, p; }\n"
            "redux.sync.or.b32 r2, r3, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.s32 p, r7, r3; vote.sync.ballot.b32 r3, p, 0xffffffff; }\n"
            "and.b32 r2, r5, 7; match.any.sync.b32 r2, r2, 0xffffffff;\n"
            "mov.u32 r3, %laneid;\n"
            "mov.u32 r6, %lanemask_gt;\n"
            "{ .reg .pred p; setp.lt.s32 p, r4, r2; vote.sync.ballot.b32 r0, p, 0xffffffff; }\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r1|p, r1, 12, 0x101f, 0xffffffff; selp.b32 r1, r1, r1, p; }\n"
            "{ .reg .pred p; setp.lt.s32 p, r4, r4; vote.sync.ballot.b32 r0, p, 0xffffffff; }\n"
            "{ .reg .b64 l; and.b32 r5, r3, 3; mov.b64 l, {r5, r5}; match.any.sync.b64 r5, l, 0xffffffff; }\n"
            "add.s32 r0, r7, r0;\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r6|p, r6, r7, 0x181f, 0xffffffff; selp.b32 r3, r6, r3, p; }\n"
            "{ .reg .b64 l; and.b32 r7, r0, 3; mov.b64 l, {r7, r7}; match.any.sync.b64 r7, l, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r1, r3; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r7, r1, r2, p; }\n"
            "and.b32 r7, r5, 7; match.any.sync.b32 r7, r7, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r3, r5; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r7, r3, r6, p; }\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r1|p, r1, r6, 0x101f, 0xffffffff; selp.b32 r5, r1, r5, p; }\n"
            "{ .reg .b64 l; and.b32 r2, r1, 3; mov.b64 l, {r2, r2}; match.any.sync.b64 r2, l, 0xffffffff; }\n"
            "{ .reg .pred p; and.b32 r4, r0, 1; match.all.sync.b32 r4|p, r4, 0xffffffff; @p add.s32 r4, r4, 5; }\n"
            "redux.sync.and.b32 r6, r1, 0xffffffff;\n"
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
        u32 v0 = t & 1 ? 0x4b000000u : 0xffffu;
        u32 v1 = in[t + 7936];
        u32 v2 = t & 16 ? 0xffffffffu : 0x807fffffu;
        u32 v3 = t & 3 ? 0xbf800000u : 0x4f000000u;
        u32 v4 = in[t + 2688];
        u32 v5 = in[t + 3968];
        u32 v6 = in[t + 3456];
        u32 v7 = in[t + 896];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "redux.sync.xor.b32 r6, r6, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r7, r5, 0; match.all.sync.b32 r7|p, r7, 0xffffffff; @p add.s32 r7, r7, 5; }\n"
            "xor.b32 r4, r1, r7;\n"
            "redux.sync.xor.b32 r0, r1, 0xffffffff;\n"
            "xor.b32 r7, r6, r0;\n"
            "and.b32 r7, r7, 7; match.any.sync.b32 r7, r7, 0xffffffff;\n"
            "and.b32 r5, r5, 7; match.any.sync.b32 r5, r5, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.s32 p, r5, r1; vote.sync.ballot.b32 r4, p, 0xffffffff; }\n"
            "redux.sync.or.b32 r0, r0, 0xffffffff;\n"
            "redux.sync.min.u32 r5, r4, 0xffffffff;\n"
            "add.s32 r5, r7, r0;\n"
            "redux.sync.max.s32 r2, r4, 0xffffffff;\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r5|p, r7, 8, 0x1c1f, 0xffffffff; selp.b32 r5, r7, r5, p; }\n"
            "{ .reg .pred p; and.b32 r7, r5, 1; match.all.sync.b32 r7|p, r7, 0xffffffff; @p add.s32 r7, r7, 5; }\n"
            "shr.u32 r2, r7, 3;\n"
            "redux.sync.add.s32 r5, r3, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r2, r4; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r3, r2, r5, p; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r6, r1; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r7, r6, r4, p; }\n"
            "mov.u32 r0, %lanemask_le;\n"
            "{ .reg .pred p; shfl.sync.down.b32 r5|p, r6, r5, 0x181f, 0xffffffff; selp.b32 r7, r6, r7, p; }\n"
            "{ .reg .pred p; and.b32 r1, r2, 0; match.all.sync.b32 r1|p, r1, 0xffffffff; @p add.s32 r1, r1, 5; }\n"
            "add.s32 r7, r7, r7;\n"
            "{ .reg .pred p; and.b32 r7, r0, 1; match.all.sync.b32 r7|p, r7, 0xffffffff; @p add.s32 r7, r7, 5; }\n"
            "redux.sync.or.b32 r6, r2, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r2, r4, 0; match.all.sync.b32 r2|p, r2, 0xffffffff; @p add.s32 r2, r2, 5; }\n"
            "{ .reg .pred p; shfl.sync.up.b32 r3|p, r3, r1, 0x0, 0xffffffff; selp.b32 r3, r3, r3, p; }\n"
            "{ .reg .pred p; shfl.sync.up.b32 r7|p, r7, 12, 0x1e00, 0xffffffff; selp.b32 r1, r7, r1, p; }\n"
            "{ .reg .pred p; and.b32 r1, r6, 0; match.all.sync.b32 r1|p, r1, 0xffffffff; @p add.s32 r1, r1, 5; }\n"
            "{ .reg .pred p; setp.lt.s32 p, r3, r4; vote.sync.ballot.b32 r3, p, 0xffffffff; }\n"
            "xor.b32 r0, r3, r6;\n"
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
extern "C" __global__ void random_warp_5(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    {
        u32 v0 = in[t + 6400];
        u32 v1 = in[t + 6016];
        u32 v2 = t & 3 ? 0x8000u : 0x7f800000u;
        u32 v3 = t & 1 ? 0x0u : 0xffffu;
        u32 v4 = in[t + 5248];
        u32 v5 = t & 16 ? 0xffffu : 0x80000000u;
        u32 v6 = t & 3 ? 0x4f000000u : 0xff800000u;
        u32 v7 = in[t + 256];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .pred p; setp.lt.u32 p, r2, r4; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r3, r2, r3, p; }\n"
            "redux.sync.max.s32 r4, r2, 0xffffffff;\n"
            "mov.u32 r5, %lanemask_gt;\n"
            "redux.sync.min.s32 r4, r1, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r6, r6, 0; match.all.sync.b32 r6|p, r6, 0xffffffff; @p add.s32 r6, r6, 5; }\n"
            "and.b32 r7, r7, 7; match.any.sync.b32 r7, r7, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r1, r0; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r5, r1, r3, p; }\n"
            "{ .reg .b64 l; and.b32 r6, r7, 3; mov.b64 l, {r6, r6}; match.any.sync.b64 r6, l, 0xffffffff; }\n"
            "redux.sync.xor.b32 r0, r3, 0xffffffff;\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r2|p, r2, 13, 0x101f, 0xffffffff; selp.b32 r4, r2, r4, p; }\n"
            "mov.u32 r4, %laneid;\n"
            "{ .reg .pred p; setp.lt.s32 p, r1, r7; vote.sync.ballot.b32 r1, p, 0xffffffff; }\n"
            "{ .reg .pred p; and.b32 r1, r0, 0; match.all.sync.b32 r1|p, r1, 0xffffffff; @p add.s32 r1, r1, 5; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r1, r7; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r3, r1, r7, p; }\n"
            "{ .reg .pred p; shfl.sync.up.b32 r4|p, r2, r4, 0x1000, 0xffffffff; selp.b32 r6, r2, r6, p; }\n"
            "xor.b32 r7, r3, r7;\n"
            "shr.u32 r4, r5, 3;\n"
            "{ .reg .b64 l; and.b32 r1, r6, 3; mov.b64 l, {r1, r1}; match.any.sync.b64 r1, l, 0xffffffff; }\n"
            "{ .reg .pred p; shfl.sync.up.b32 r5|p, r7, r0, 0x1800, 0xffffffff; selp.b32 r0, r7, r0, p; }\n"
            "mov.u32 r3, %laneid;\n"
            "{ .reg .pred p; setp.lt.u32 p, r7, r0; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r6, r7, r4, p; }\n"
            "mov.u32 r4, %laneid;\n"
            "add.s32 r5, r7, r5;\n"
            "and.b32 r4, r3, 7; match.any.sync.b32 r4, r4, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r0, r4, 0; match.all.sync.b32 r0|p, r0, 0xffffffff; @p add.s32 r0, r0, 5; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r5, r1; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r7, r5, r0, p; }\n"
            "{ .reg .pred p; and.b32 r7, r5, 0; match.all.sync.b32 r7|p, r7, 0xffffffff; @p add.s32 r7, r7, 5; }\n"
            "mov.u32 r1, %lanemask_ge;\n"
            "mov.u32 r6, %laneid;\n"
            "add.s32 r3, r5, r1;\n"
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
        u32 v1 = in[t + 5888];
        u32 v2 = in[t + 2944];
        u32 v3 = t & 3 ? 0x7f800000u : 0x3f800000u;
        u32 v4 = in[t + 768];
        u32 v5 = in[t + 640];
        u32 v6 = in[t + 6272];
        u32 v7 = in[t + 7168];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "{ .reg .pred p; setp.lt.u32 p, r6, r1; vote.sync.uni.pred p, p, 0xffffffff; selp.b32 r1, r6, r5, p; }\n"
            "redux.sync.max.u32 r4, r2, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r5, r6, 1; match.all.sync.b32 r5|p, r5, 0xffffffff; @p add.s32 r5, r5, 5; }\n"
            "redux.sync.xor.b32 r2, r4, 0xffffffff;\n"
            "{ .reg .b64 l; and.b32 r0, r7, 3; mov.b64 l, {r0, r0}; match.any.sync.b64 r0, l, 0xffffffff; }\n"
            "{ .reg .b64 l; and.b32 r2, r2, 3; mov.b64 l, {r2, r2}; match.any.sync.b64 r2, l, 0xffffffff; }\n"
            "redux.sync.and.b32 r6, r7, 0xffffffff;\n"
            "and.b32 r4, r6, 7; match.any.sync.b32 r4, r4, 0xffffffff;\n"
            "and.b32 r3, r7, 7; match.any.sync.b32 r3, r3, 0xffffffff;\n"
            "{ .reg .pred p; and.b32 r7, r5, 1; match.all.sync.b32 r7|p, r7, 0xffffffff; @p add.s32 r7, r7, 5; }\n"
            "{ .reg .pred p; setp.lt.s32 p, r7, r6; vote.sync.ballot.b32 r0, p, 0xffffffff; }\n"
            "shr.u32 r4, r1, 3;\n"
            "redux.sync.and.b32 r4, r3, 0xffffffff;\n"
            "and.b32 r0, r2, 7; match.any.sync.b32 r0, r0, 0xffffffff;\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r5|p, r4, r7, 0x1e1f, 0xffffffff; selp.b32 r0, r4, r0, p; }\n"
            "and.b32 r5, r3, 7; match.any.sync.b32 r5, r5, 0xffffffff;\n"
            "redux.sync.max.u32 r4, r1, 0xffffffff;\n"
            "redux.sync.min.u32 r3, r2, 0xffffffff;\n"
            "redux.sync.add.u32 r3, r6, 0xffffffff;\n"
            "mov.u32 r7, %laneid;\n"
            "and.b32 r0, r0, 7; match.any.sync.b32 r0, r0, 0xffffffff;\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r1|p, r7, 3, 0x181f, 0xffffffff; selp.b32 r7, r7, r7, p; }\n"
            "xor.b32 r0, r4, r6;\n"
            "mov.u32 r0, %laneid;\n"
            "mov.u32 r7, %lanemask_ge;\n"
            "{ .reg .pred p; setp.lt.s32 p, r3, r6; vote.sync.ballot.b32 r3, p, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r5, r5; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r7, r5, r1, p; }\n"
            "xor.b32 r1, r4, r0;\n"
            "xor.b32 r6, r2, r2;\n"
            "{ .reg .pred p; setp.lt.s32 p, r0, r7; vote.sync.ballot.b32 r6, p, 0xffffffff; }\n"
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
        u32 v1 = in[t + 4736];
        u32 v2 = in[t + 1280];
        u32 v3 = in[t + 1152];
        u32 v4 = t & 16 ? 0x7fu : 0x7fc00000u;
        u32 v5 = t & 16 ? 0x8000u : 0x1u;
        u32 v6 = in[t + 2432];
        u32 v7 = in[t + 3456];
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "mov.u32 r6, %lanemask_eq;\n"
            "add.s32 r0, r5, r1;\n"
            "add.s32 r1, r5, r6;\n"
            "{ .reg .b64 l; and.b32 r3, r3, 3; mov.b64 l, {r3, r3}; match.any.sync.b64 r3, l, 0xffffffff; }\n"
            "mov.u32 r6, %laneid;\n"
            "add.s32 r0, r2, r2;\n"
            "add.s32 r3, r2, r3;\n"
            "redux.sync.add.u32 r0, r1, 0xffffffff;\n"
            "{ .reg .pred p; setp.lt.u32 p, r0, r0; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r4, r0, r6, p; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r5, r7; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r6, r5, r1, p; }\n"
            "add.s32 r4, r6, r5;\n"
            "add.s32 r5, r0, r1;\n"
            "add.s32 r0, r2, r2;\n"
            "{ .reg .b64 l; and.b32 r1, r5, 3; mov.b64 l, {r1, r1}; match.any.sync.b64 r1, l, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r6, r2; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r0, r6, r0, p; }\n"
            "add.s32 r3, r1, r1;\n"
            "shr.u32 r4, r2, 3;\n"
            "redux.sync.min.s32 r7, r1, 0xffffffff;\n"
            "shr.u32 r7, r7, 3;\n"
            "mov.u32 r0, %laneid;\n"
            "{ .reg .pred p; setp.lt.s32 p, r7, r6; vote.sync.ballot.b32 r1, p, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r5, r4; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r0, r5, r3, p; }\n"
            "{ .reg .b64 l; and.b32 r3, r7, 3; mov.b64 l, {r3, r3}; match.any.sync.b64 r3, l, 0xffffffff; }\n"
            "shr.u32 r2, r2, 3;\n"
            "shr.u32 r6, r7, 3;\n"
            "shr.u32 r3, r4, 3;\n"
            "{ .reg .pred p; setp.lt.s32 p, r5, r0; vote.sync.ballot.b32 r5, p, 0xffffffff; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r3, r7; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r7, r3, r0, p; }\n"
            "add.s32 r7, r2, r2;\n"
            "mov.u32 r7, %laneid;\n"
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
        u32 v0 = in[t + 2176];
        u32 v1 = in[t + 7168];
        u32 v2 = in[t + 1792];
        u32 v3 = in[t + 6016];
        u32 v4 = in[t + 6912];
        u32 v5 = in[t + 3712];
        u32 v6 = in[t + 6528];
        u32 v7 = t & 8 ? 0x4f000000u : 0x7f800000u;
        asm volatile("{ .reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n"
            "mov.b32 r0, %0; mov.b32 r1, %1; mov.b32 r2, %2; mov.b32 r3, %3; mov.b32 r4, %4; mov.b32 r5, %5; mov.b32 r6, %6; mov.b32 r7, %7; \n"
            "redux.sync.max.u32 r5, r1, 0xffffffff;\n"
            "mov.u32 r7, %lanemask_gt;\n"
            "xor.b32 r2, r5, r4;\n"
            "mov.u32 r3, %lanemask_eq;\n"
            "redux.sync.max.s32 r2, r7, 0xffffffff;\n"
            "add.s32 r6, r7, r3;\n"
            "add.s32 r7, r0, r5;\n"
            "add.s32 r5, r2, r7;\n"
            "mov.u32 r6, %lanemask_ge;\n"
            "mov.u32 r7, %lanemask_lt;\n"
            "shr.u32 r0, r5, 3;\n"
            "{ .reg .pred p; setp.lt.u32 p, r4, r6; vote.sync.any.pred p, p, 0xffffffff; selp.b32 r7, r4, r3, p; }\n"
            "{ .reg .pred p; shfl.sync.bfly.b32 r2|p, r3, 24, 0x101f, 0xffffffff; selp.b32 r1, r3, r1, p; }\n"
            "{ .reg .pred p; and.b32 r1, r4, 0; match.all.sync.b32 r1|p, r1, 0xffffffff; @p add.s32 r1, r1, 5; }\n"
            "add.s32 r4, r0, r2;\n"
            "shr.u32 r5, r0, 3;\n"
            "xor.b32 r1, r2, r6;\n"
            "{ .reg .pred p; shfl.sync.up.b32 r2|p, r2, r4, 0x1000, 0xffffffff; selp.b32 r3, r2, r3, p; }\n"
            "xor.b32 r2, r4, r1;\n"
            "{ .reg .b64 l; and.b32 r1, r4, 3; mov.b64 l, {r1, r1}; match.any.sync.b64 r1, l, 0xffffffff; }\n"
            "add.s32 r5, r6, r4;\n"
            "shr.u32 r1, r1, 3;\n"
            "{ .reg .pred p; shfl.sync.idx.b32 r2|p, r5, 19, 0x1f, 0xffffffff; selp.b32 r3, r5, r3, p; }\n"
            "{ .reg .pred p; setp.lt.u32 p, r3, r6; vote.sync.all.pred p, p, 0xffffffff; selp.b32 r3, r3, r0, p; }\n"
            "redux.sync.xor.b32 r0, r5, 0xffffffff;\n"
            "mov.u32 r7, %laneid;\n"
            "{ .reg .pred p; shfl.sync.up.b32 r7|p, r0, r6, 0x1800, 0xffffffff; selp.b32 r0, r0, r0, p; }\n"
            "add.s32 r3, r7, r6;\n"
            "{ .reg .b64 l; and.b32 r1, r7, 3; mov.b64 l, {r1, r1}; match.any.sync.b64 r1, l, 0xffffffff; }\n"
            "xor.b32 r0, r6, r2;\n"
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
