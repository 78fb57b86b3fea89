// Sums of matrix products of numbers that do not add exactly: the order and the precision of the sums show. One block of 128 threads;
// `in` has 8192 words and `out` 4096 zeros.
typedef unsigned u32;

static __device__ __forceinline__ u32 word(const u32* in, int k) { return in[threadIdx.x + 128 * k]; }
// Two numbers of 16 bits with exponents near 1.
static __device__ __forceinline__ u32 halves(u32 w) { return w & 0x8fff8fff | 0x30003000; }
static __device__ __forceinline__ u32 bfloats(u32 w) { return w & 0x83ff83ff | 0x3c003c00; }
static __device__ __forceinline__ u32 single(u32 w) { return w & 0x83ffffff | 0x3c000000; }

#define STORE(K) for (int i = 0; i < 4; i++) out[128 * (4 * (K) + i) + threadIdx.x] = __float_as_uint(d[i])
#define MMA(NAME, F, C, K) \
    asm volatile("mma.sync.aligned." NAME " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};" \
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]) : "r"(F(word(in, 7 * (K) % 50))), "r"(F(word(in, 7 * (K) % 50 + 1))), "r"(F(word(in, 7 * (K) % 50 + 2))), "r"(F(word(in, 7 * (K) % 50 + 3))), "r"(F(word(in, 7 * (K) % 50 + 4))), "r"(F(word(in, 7 * (K) % 50 + 5))), "f"(C)); \
    STORE(K)
#define NARROW(NAME, F, C, K) \
    asm volatile("mma.sync.aligned." NAME " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%7,%7,%7};" \
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]) : "r"(F(word(in, 7 * (K) % 50))), "r"(F(word(in, 7 * (K) % 50 + 1))), "r"(F(word(in, 7 * (K) % 50 + 4))), "f"(C)); \
    STORE(K)

extern "C" __global__ void sums_of_floats(const u32* in, u32* out) {
    float d[4], c = __uint_as_float(single(word(in, 60))), large = c * 1e6f, small = c * 1e-6f;
    MMA("m16n8k16.row.col.f32.f16.f16.f32", halves, 0.f, 0);
    MMA("m16n8k16.row.col.f32.f16.f16.f32", halves, c, 1);
    MMA("m16n8k16.row.col.f32.f16.f16.f32", halves, large, 2);
    MMA("m16n8k16.row.col.f32.f16.f16.f32", halves, small, 3);
    MMA("m16n8k16.row.col.f32.bf16.bf16.f32", bfloats, c, 4);
    MMA("m16n8k8.row.col.f32.tf32.tf32.f32", single, c, 5);
    NARROW("m16n8k8.row.col.f32.f16.f16.f32", halves, c, 6);
    NARROW("m16n8k4.row.col.f32.tf32.tf32.f32", single, c, 7);
}

extern "C" __global__ void sums_of_halves(const u32* in, u32* out) {
    for (int k = 0; k < 8; k++) {
        u32 d[2], c = halves(word(in, 55 + k % 4));
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%8};" : "=r"(d[0]), "=r"(d[1])
            : "r"(halves(word(in, 6 * k))), "r"(halves(word(in, 6 * k + 1))), "r"(halves(word(in, 6 * k + 2))), "r"(halves(word(in, 6 * k + 3))), "r"(halves(word(in, 6 * k + 4))), "r"(halves(word(in, 6 * k + 5))), "r"(c));
        out[128 * 2 * k + threadIdx.x] = d[0];
        out[128 * (2 * k + 1) + threadIdx.x] = d[1];
    }
}

// One product at a time, and how small it may be beside the sum.
extern "C" __global__ void sums_of_two(const u32* in, u32* out) {
    float d[4];
    for (int k = 0; k < 8; k++) {
        // The lane's column 0 holds 2^-k' of its row; all others are zero.
        u32 lane = threadIdx.x & 31, first = lane % 4 == 0;
        float x = __uint_as_float((127u - (threadIdx.x / 4 % 8) - 3u * k) << 23);
        u32 a, b = 0x3c00, sign = k & 1 ? 0x8000 : 0;
        asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(a) : "f"(0.f), "f"(x));
        a = (a | sign) * first;
        float c = 1.0f + (float)(threadIdx.x / 32) * 0.3333333f;
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%4,%5,%5}, {%6,%5}, {%7,%7,%7,%7};"
            : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]) : "r"(a), "r"(0), "r"(b), "f"(c));
        STORE(k);
    }
}

// Of doubles, whose products and sums round.
extern "C" __global__ void sums_of_doubles(const u32* in, u32* out) {
    double d[4];
#define D(k) "d"(__longlong_as_double((long long)(word(in, k) & 0x803fffff | 0x3fc00000) << 32 | word(in, (k) + 20)))
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%16,%17,%18,%19};"
        : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3]) : D(0), D(1), D(2), D(3), D(4), D(5), D(6), D(7), D(8), D(9), D(10), D(11), D(12), D(13), D(14), D(15));
    for (int i = 0; i < 4; i++) {
        unsigned long long b = __double_as_longlong(d[i]);
        out[128 * 2 * i + threadIdx.x] = (u32)b;
        out[128 * (2 * i + 1) + threadIdx.x] = (u32)(b >> 32);
    }
}
