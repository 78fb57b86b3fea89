// Kernels of one warp, each of one instruction eight times, by which the pipes of instructions and what they ask of memory are known.

#define SINGLE(NAME, BEFORE, ACCESS)                                                                               \
    extern "C" __global__ void NAME(int* data, int* out, int x) {                                                  \
        int lane = threadIdx.x;                                                                                    \
        unsigned y = x + lane;                                                                                     \
        float f = y, g = x;                                                                                        \
        double d = y, e = x;                                                                                       \
        unsigned long long w = y;                                                                                  \
        (void)g, (void)e;                                                                                          \
        BEFORE                                                                                                     \
        _Pragma("unroll") for (int at = 0; at < 8; at++) {                                                         \
            asm volatile("" : "+r"(y), "+f"(f), "+d"(d), "+l"(w));                                                 \
            ACCESS                                                                                                 \
        }                                                                                                          \
        out[lane] = y + (int)f + (int)d + (int)w;                                                                  \
    }

#define ASM_Y(NAME, TEXT) SINGLE(NAME, , asm volatile(TEXT : "+r"(y) : "r"(x));)
#define ASM_F(NAME, TEXT) SINGLE(NAME, , asm volatile(TEXT : "+f"(f) : "f"(g));)
#define ASM_D(NAME, TEXT) SINGLE(NAME, , asm volatile(TEXT : "+d"(d) : "d"(e));)
#define ASM_W(NAME, TEXT) SINGLE(NAME, , asm volatile(TEXT : "+l"(w) : "r"(x));)

SINGLE(nothing, , )
// Integers.
ASM_Y(prmt, "prmt.b32 %0, %0, %1, 0x3715;")
ASM_Y(select, "{.reg .pred p; setp.gt.s32 p, %0, %1; selp.b32 %0, %0, %1, p;}")
ASM_Y(min_max, "min.s32 %0, %0, %1;")
ASM_Y(absolute, "abs.s32 %0, %0;")
ASM_Y(bits_field, "bfe.u32 %0, %0, %1, 7;")
ASM_Y(bits_insert, "bfi.b32 %0, %0, %1, %1, 7;")
ASM_Y(bits_mask, "bmsk.clamp.b32 %0, %0, %1;")
ASM_Y(sign_extend, "szext.clamp.s32 %0, %0, %1;")
ASM_Y(bits_reverse, "brev.b32 %0, %0;")
ASM_Y(bits_count, "popc.b32 %0, %0;")
ASM_Y(bits_find, "bfind.u32 %0, %0;")
ASM_Y(zeros, "clz.b32 %0, %0;")
ASM_Y(logic, "lop3.b32 %0, %0, %1, 77, 0x96;")
ASM_Y(funnel, "shf.l.wrap.b32 %0, %0, %1, %1;")
ASM_Y(shift, "shl.b32 %0, %0, %1;")
ASM_Y(product, "mul.lo.s32 %0, %0, %1;")
ASM_Y(product_high, "mul.hi.s32 %0, %0, %1;")
ASM_Y(product_wide, "{.reg .b64 t; mul.wide.s32 t, %0, %1; cvt.u32.u64 %0, t;}")
ASM_Y(dot_4, "dp4a.s32.s32 %0, %0, %1, %0;")
ASM_Y(dot_2, "dp2a.lo.s32.s32 %0, %0, %1, %0;")
ASM_Y(difference, "sad.s32 %0, %0, %1, %0;")
ASM_Y(carry, "{add.cc.u32 %0, %0, %1; addc.u32 %0, %0, %1;}")
ASM_Y(quotient, "div.s32 %0, %0, %1;")
ASM_Y(bytes_difference, "vabsdiff4.u32.u32.u32.add %0, %0, %1, %0;")
ASM_Y(bytes_min, "vmin2.s32.s32.s32 %0, %0, %1, %0;")
// Warps.
ASM_Y(vote, "{.reg .pred p; setp.gt.s32 p, %0, %1; vote.sync.ballot.b32 %0, p, -1;}")
ASM_Y(vote_any, "{.reg .pred p; setp.gt.s32 p, %0, %1; vote.sync.any.pred p, p, -1; selp.b32 %0, 1, %1, p;}")
ASM_Y(match, "match.any.sync.b32 %0, %0, -1;")
ASM_Y(reduce, "redux.sync.add.s32 %0, %0, -1;")
ASM_Y(shuffle, "shfl.sync.bfly.b32 %0, %0, 1, 31, -1;")
ASM_Y(active, "activemask.b32 %0;")
ASM_Y(elect, "{.reg .pred p; elect.sync _|p, -1; selp.b32 %0, %0, %1, p;}")
SINGLE(warp_barrier, , if (y & 1) y = y * x + 7; __syncwarp();)
ASM_Y(block_barrier, "bar.sync 0;")
ASM_Y(block_vote, "{.reg .pred p; setp.gt.s32 p, %0, %1; bar.red.popc.u32 %0, 0, p;}")
ASM_Y(sleep, "nanosleep.u32 20;")
SINGLE(loop, , for (unsigned i = 0; i < (y & 7); i++) asm volatile("add.s32 %0, %0, %1;" : "+r"(y) : "r"(x));)
SINGLE(cases, , switch (y & 7) {
    case 0: asm volatile("brev.b32 %0, %0;" : "+r"(y)); break;
    case 1: asm volatile("popc.b32 %0, %0;" : "+r"(y)); break;
    case 2: asm volatile("add.s32 %0, %0, 77;" : "+r"(y)); break;
    case 3: asm volatile("mul.lo.s32 %0, %0, 77;" : "+r"(y)); break;
    case 4: asm volatile("xor.b32 %0, %0, 77;" : "+r"(y)); break;
    case 5: asm volatile("shl.b32 %0, %0, 1;" : "+r"(y)); break;
    case 6: asm volatile("not.b32 %0, %0;" : "+r"(y)); break;
    default: asm volatile("abs.s32 %0, %0;" : "+r"(y));
})
// Special registers.
ASM_Y(cycles, "mov.u32 %0, %%clock;")
ASM_W(cycles_64, "mov.u64 %0, %%clock64;")
ASM_W(timer, "mov.u64 %0, %%globaltimer;")
ASM_Y(lane_index, "mov.u32 %0, %%laneid;")
ASM_Y(warp_index, "mov.u32 %0, %%warpid;")
ASM_Y(block_index, "mov.u32 %0, %%ctaid.x;")
// Floating point.
ASM_F(add_f, "add.f32 %0, %0, %1;")
ASM_F(fma_f, "fma.rn.f32 %0, %0, %1, %1;")
ASM_F(max_f, "max.f32 %0, %0, %1;")
ASM_F(select_f, "{.reg .pred p; setp.gt.f32 p, %0, %1; selp.f32 %0, %1, 7.0, p;}")
ASM_F(set_f, "set.gt.f32.f32 %0, %0, %1;")
ASM_F(sine, "sin.approx.f32 %0, %0;")
ASM_F(root, "sqrt.approx.f32 %0, %0;")
ASM_F(quotient_f, "div.rn.f32 %0, %0, %1;")
ASM_F(tangent, "tanh.approx.f32 %0, %0;")
ASM_F(round_f, "cvt.rni.f32.f32 %0, %0;")
SINGLE(int_of_float, , asm volatile("cvt.rzi.s32.f32 %0, %1;" : "=r"(y) : "f"(f));)
SINGLE(float_of_int, , asm volatile("cvt.rn.f32.s32 %0, %1;" : "=f"(f) : "r"(y));)
SINGLE(float_of_short, , asm volatile("{.reg .b16 h; cvt.u16.u32 h, %1; cvt.rn.f32.s16 %0, h;}" : "=f"(f) : "r"(y));)
SINGLE(float_of_byte, , asm volatile("{.reg .b32 h; and.b32 h, %1, 255; cvt.rn.f32.u8 %0, h;}" : "=f"(f) : "r"(y));)
SINGLE(half_of_float, , asm volatile("{.reg .b16 h; cvt.rn.f16.f32 h, %1; cvt.u32.u16 %0, h;}" : "=r"(y) : "f"(f));)
SINGLE(halves_of_floats, , asm volatile("cvt.rn.f16x2.f32 %0, %1, %1;" : "=r"(y) : "f"(f));)
SINGLE(bfloats_of_floats, , asm volatile("cvt.rn.bf16x2.f32 %0, %1, %1;" : "=r"(y) : "f"(f));)
SINGLE(eights_of_floats, , asm volatile("{.reg .b16 h; cvt.rn.satfinite.e4m3x2.f32 h, %1, %1; cvt.u32.u16 %0, h;}" : "=r"(y) : "f"(f));)
SINGLE(tf32_of_float, , asm volatile("cvt.rna.tf32.f32 %0, %1;" : "=r"(y) : "f"(f));)
SINGLE(float_of_half, , asm volatile("{.reg .b16 h; cvt.u16.u32 h, %1; cvt.f32.f16 %0, h;}" : "=f"(f) : "r"(y));)
SINGLE(double_of_float, , asm volatile("cvt.f64.f32 %0, %1;" : "=d"(d) : "f"(f));)
SINGLE(float_of_double, , asm volatile("cvt.rn.f32.f64 %0, %1;" : "=f"(f) : "d"(d));)
SINGLE(double_of_int, , asm volatile("cvt.rn.f64.s32 %0, %1;" : "=d"(d) : "r"(y));)
SINGLE(int_of_double, , asm volatile("cvt.rzi.s32.f64 %0, %1;" : "=r"(y) : "d"(d));)
SINGLE(long_of_float, , asm volatile("cvt.rzi.s64.f32 %0, %1;" : "=l"(w) : "f"(f));)
SINGLE(float_of_long, , asm volatile("cvt.rn.f32.s64 %0, %1;" : "=f"(f) : "l"(w));)
ASM_Y(add_half, "add.rn.f16x2 %0, %0, %1;")
ASM_Y(product_half, "mul.rn.f16x2 %0, %0, %1;")
ASM_Y(fma_half, "fma.rn.f16x2 %0, %0, %1, %1;")
ASM_Y(max_half, "max.f16x2 %0, %0, %1;")
ASM_Y(compare_half, "{.reg .pred p, q; setp.gt.f16x2 p|q, %0, %1; selp.b32 %0, %0, %1, p; selp.b32 %0, %0, 9, q;}")
ASM_Y(set_half, "set.gt.f16x2.f16x2 %0, %0, %1;")
ASM_Y(power_half, "ex2.approx.f16x2 %0, %0;")
ASM_Y(fma_bfloat, "fma.rn.bf16x2 %0, %0, %1, %1;")
ASM_D(add_double, "add.f64 %0, %0, %1;")
ASM_D(product_double, "mul.f64 %0, %0, %1;")
ASM_D(fma_double, "fma.rn.f64 %0, %0, %1, %1;")
ASM_D(max_double, "max.f64 %0, %0, %1;")
ASM_D(select_double, "{.reg .pred p; setp.gt.f64 p, %0, %1; selp.f64 %0, %1, %0, p;}")
ASM_D(quotient_double, "div.rn.f64 %0, %0, %1;")
ASM_D(round_double, "cvt.rni.f64.f64 %0, %0;")
// Tensor cores.
SINGLE(mma_half, , asm volatile("{.reg .b32 c0, c1; mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, c1}, {%1, %1, %1, %1}, {%1, %1}, {%0, %0};}" : "+r"(y) : "r"(x));)
SINGLE(mma_int, , asm volatile("{.reg .b32 c1, c2, c3; mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, c1, c2, c3}, {%1, %1, %1, %1}, {%1, %1}, {%0, %0, %0, %0};}" : "+r"(y) : "r"(x));)
SINGLE(mma_double, , asm volatile("{.reg .f64 c1; mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, c1}, {%1}, {%1}, {%0, %0};}" : "+d"(d) : "d"(e));)
SINGLE(matrix_move, , asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(y));)

// Copies to shared memory, of 16 bytes a lane of which some come from global memory, and of fewer.
#define COPY(NAME, PLACE, FROM, TEXT, SOURCE)                                                                      \
    SINGLE(NAME, __shared__ __align__(128) int tile[2048]; unsigned to = (unsigned)__cvta_generic_to_shared(tile); tile[lane] = y; __syncthreads();, \
           asm volatile(TEXT ::"r"(to + PLACE), "l"((char*)data + FROM), "r"(SOURCE) : "memory");)                   \

#define CG "cp.async.cg.shared.global [%0], [%1], 16, %2;"
COPY(copy_cg_16, 16 * lane, 16 * lane, CG, 16)
COPY(copy_cg_12, 16 * lane, 16 * lane, CG, 12)
COPY(copy_cg_8, 16 * lane, 16 * lane, CG, 8)
COPY(copy_cg_4, 16 * lane, 16 * lane, CG, 4)
COPY(copy_cg_1, 16 * lane, 16 * lane, CG, 1)
COPY(copy_cg_0, 16 * lane, 16 * lane, CG, 0)
COPY(copy_cg_lanes_off, 16 * lane, 16 * lane, CG, (lane & 1 ? 16 : 0))
COPY(copy_cg_lanes_half, 16 * lane, 16 * lane, CG, (lane & 1 ? 16 : 8))
COPY(copy_cg_half_off, 16 * lane, 16 * lane, CG, (lane < 16 ? 16 : 0))
COPY(copy_cg_quarter, 16 * lane, 16 * lane, CG, (lane < 8 ? 16 : 0))
COPY(copy_cg_8_apart, 64 * lane, 16 * lane, CG, 8)
COPY(copy_cg_16_apart, 64 * lane, 16 * lane, CG, 16)
COPY(copy_cg_8_far, 16 * lane, 64 * lane, CG, 8)
COPY(copy_cg_16_far, 16 * lane, 64 * lane, CG, 16)
#define CA(N) "cp.async.ca.shared.global [%0], [%1], " #N ", %2;"
COPY(copy_ca_16, 16 * lane, 16 * lane, CA(16), 16)
COPY(copy_ca_16_of_8, 16 * lane, 16 * lane, CA(16), 8)
COPY(copy_ca_16_of_0, 16 * lane, 16 * lane, CA(16), 0)
COPY(copy_ca_8, 8 * lane, 8 * lane, CA(8), 8)
COPY(copy_ca_8_of_4, 8 * lane, 8 * lane, CA(8), 4)
COPY(copy_ca_8_of_0, 8 * lane, 8 * lane, CA(8), 0)
COPY(copy_ca_4, 4 * lane, 4 * lane, CA(4), 4)
COPY(copy_ca_4_of_2, 4 * lane, 4 * lane, CA(4), 2)
COPY(copy_ca_4_of_0, 4 * lane, 4 * lane, CA(4), 0)
COPY(copy_ca_lanes_off, 4 * lane, 4 * lane, CA(4), (lane & 1 ? 4 : 0))

// Prefetches and other orders to caches.
#define ORDER(NAME, TEXT, FROM) SINGLE(NAME, , asm volatile(TEXT ::"l"((char*)data + FROM) : "memory");)
ORDER(prefetch_l1, "prefetch.global.L1 [%0];", 4 * lane)
ORDER(prefetch_l2, "prefetch.global.L2 [%0];", 4 * lane)
ORDER(prefetch_l1_far, "prefetch.global.L1 [%0];", 128 * lane)
ORDER(prefetch_l2_far, "prefetch.global.L2 [%0];", 128 * lane)
ORDER(prefetch_l2_last, "prefetch.global.L2::evict_last [%0];", 128 * lane)
ORDER(prefetch_uniform, "prefetchu.L1 [%0];", 128 * lane)
ORDER(discard, "discard.global.L2 [%0], 128;", 128 * lane)
ORDER(apply_priority, "applypriority.global.L2::evict_normal [%0], 128;", 128 * lane)
ORDER(load_prefetching, "{.reg .b32 t; ld.global.L2::128B.b32 t, [%0];}", 4 * lane)
ORDER(load_volatile, "{.reg .b32 t; ld.volatile.global.b32 t, [%0];}", 4 * lane)
ASM_Y(fence_block, "fence.acq_rel.cta;")
ASM_Y(fence_gpu, "fence.acq_rel.gpu;")
ASM_Y(fence_system, "fence.acq_rel.sys;")

// Local memory: arrays of a thread at places that the lanes agree on, or not.
#define LOCAL(NAME, TYPE, PLACE)                                                                                   \
    SINGLE(NAME, volatile TYPE own[64]; for (int i = 0; i < 64; i++) own[i] = (TYPE)x;,                             \
           own[(PLACE) & 63] = (TYPE)y; asm volatile("" ::: "memory"); y += (unsigned)own[(PLACE + x) & 63];)
LOCAL(local_4, int, x + at)
LOCAL(local_4_own, int, lane + at)
LOCAL(local_4_pairs, int, lane / 2 + at)
LOCAL(local_4_two, int, (lane & 1) * 9 + at)
LOCAL(local_4_eights, int, lane / 8 * 3 + at)
LOCAL(local_4_reverse, int, 31 - lane + at)
LOCAL(local_4_random, int, lane * lane * 7 + at)
LOCAL(local_1, signed char, x + at)
LOCAL(local_1_own, signed char, lane + at)
LOCAL(local_1_far, signed char, lane * 4 + at)
LOCAL(local_2, short, x + at)
LOCAL(local_2_own, short, lane + at)
LOCAL(local_8, long long, x + at)
LOCAL(local_8_own, long long, lane + at)
LOCAL(local_8_two, long long, (lane & 1) * 9 + at)
#define LOCAL_16(NAME, PLACE)                                                                                      \
    SINGLE(NAME, int4 own[32]; for (int i = 0; i < 32; i++) own[i] = make_int4(x, x + i, lane, i);,                 \
           own[(PLACE) & 31] = make_int4(y, x, y, x); asm volatile("" ::"l"(own) : "memory"); int4 v = own[(PLACE + x) & 31]; y += v.x + v.y + v.z + v.w;)
LOCAL_16(local_16, x + at)
LOCAL_16(local_16_own, lane + at)
LOCAL_16(local_16_two, (lane & 1) * 9 + at)
SINGLE(local_half_off, volatile int own[64]; for (int i = 0; i < 64; i++) own[i] = x;, if (lane & 1) { own[(x + at) & 63] = y; y += own[(x * 2 + at) & 63]; })
SINGLE(local_first_half, volatile int own[64]; for (int i = 0; i < 64; i++) own[i] = x;, if (lane < 16) { own[(x + at) & 63] = y; y += own[(x * 2 + at) & 63]; })
