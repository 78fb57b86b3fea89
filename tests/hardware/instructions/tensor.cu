// Products of small matrices by a warp. Every kernel has one block of 128 threads; `in` has 8192 words and `out` 4096 zeros. Results of
// floating point are of small whole numbers, which every order of summation gives exactly.
typedef unsigned u32;
typedef unsigned long long u64;

static __device__ __forceinline__ u32 address(const void* p) { return (u32)__cvta_generic_to_shared(p); }
static __device__ __forceinline__ u32 word(const u32* in, int k) { return in[threadIdx.x + 128 * k]; }
static __device__ __forceinline__ double whole(const u32* in, int k) { return (double)((int)(word(in, k) % 41) - 20); }
// Two halves, and two bf16.
static __device__ __forceinline__ u32 halves(const u32* in, int k) {
    u32 w = word(in, k), d;
    float a = (int)(w % 21) - 10, b = (int)((w >> 8) % 21) - 10;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(a), "f"(b));
    return d;
}
static __device__ __forceinline__ u32 bfloats(const u32* in, int k) {
    u32 w = word(in, k), d;
    float a = (int)(w % 21) - 10, b = (int)((w >> 8) % 21) - 10;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(a), "f"(b));
    return d;
}
static __device__ __forceinline__ u32 single(const u32* in, int k) { return __float_as_uint((float)((int)(word(in, k) % 101) - 50)); }

extern "C" __global__ void movmatrix(const u32* in, u32* out) {
    u32 d;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(d) : "r"(word(in, 0)));
    out[threadIdx.x] = d;
}

extern "C" __global__ void stmatrix(const u32* in, u32* out) {
    __shared__ alignas(16) unsigned short tiles[4][256];
    u32 lane = threadIdx.x & 31;
    unsigned short* tile = tiles[threadIdx.x / 32];
    u32 a = word(in, 0), b = word(in, 1), c = word(in, 2), d = word(in, 3);
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" :: "r"(address(tile + 8 * lane)), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
    __syncthreads();
    for (int i = 0; i < 4; i++) out[128 * i + threadIdx.x] = ((u32*)tile)[lane + 32 * i];
    __syncthreads();
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" :: "r"(address(tile + 8 * (lane & 15))), "r"(a), "r"(b) : "memory");
    __syncthreads();
    asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" :: "r"(address(tile + 8 * (24 + (lane & 7)))), "r"(c) : "memory");
    __syncthreads();
    for (int i = 0; i < 4; i++) out[128 * (4 + i) + threadIdx.x] = ((u32*)tile)[lane + 32 * i];
}

extern "C" __global__ void bits(const u32* in, u32* out) {
    int d[4], c = word(in, 6);
    asm volatile("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(word(in, 0)), "r"(word(in, 1)), "r"(word(in, 2)), "r"(word(in, 3)), "r"(word(in, 4)), "r"(word(in, 5)), "r"(c));
    for (int i = 0; i < 4; i++) out[128 * i + threadIdx.x] = d[i];
    asm volatile("mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%7,%7,%7};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(word(in, 0)), "r"(word(in, 1)), "r"(word(in, 4)), "r"(c));
    for (int i = 0; i < 4; i++) out[128 * (4 + i) + threadIdx.x] = d[i];
    asm volatile("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%0,%1}, {%2}, {%3}, {%4,%4};"
        : "=r"(d[0]), "=r"(d[1]) : "r"(word(in, 0)), "r"(word(in, 4)), "r"(c));
    for (int i = 0; i < 2; i++) out[128 * (8 + i) + threadIdx.x] = d[i];
}

extern "C" __global__ void bytes(const u32* in, u32* out) {
    int d[4], c = word(in, 6), e = 0x7ffffff0;
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(word(in, 0)), "r"(word(in, 1)), "r"(word(in, 2)), "r"(word(in, 3)), "r"(word(in, 4)), "r"(word(in, 5)), "r"(c));
    for (int i = 0; i < 4; i++) out[128 * i + threadIdx.x] = d[i];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%7,%7,%7};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(word(in, 0)), "r"(word(in, 1)), "r"(word(in, 4)), "r"(e));
    for (int i = 0; i < 4; i++) out[128 * (4 + i) + threadIdx.x] = d[i];
    asm volatile("mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.s8.s32 {%0,%1}, {%2}, {%3}, {%4,%4};"
        : "=r"(d[0]), "=r"(d[1]) : "r"(word(in, 0)), "r"(word(in, 4)), "r"(e));
    for (int i = 0; i < 2; i++) out[128 * (8 + i) + threadIdx.x] = d[i];
    asm volatile("mma.sync.aligned.m16n8k64.row.col.s32.s4.u4.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(word(in, 0)), "r"(word(in, 1)), "r"(word(in, 2)), "r"(word(in, 3)), "r"(word(in, 4)), "r"(word(in, 5)), "r"(c));
    for (int i = 0; i < 4; i++) out[128 * (10 + i) + threadIdx.x] = d[i];
}

static __device__ __forceinline__ void put(u32* out, int k, double v) {
    u64 b = __double_as_longlong(v);
    out[128 * k + threadIdx.x] = (u32)b;
    out[128 * (k + 1) + threadIdx.x] = (u32)(b >> 32);
}

#define W(k) "d"(whole(in, k))
extern "C" __global__ void doubles(const u32* in, u32* out) {
    double d[4];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%16,%17,%18,%19};"
        : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3]) : W(0), W(1), W(2), W(3), W(4), W(5), W(6), W(7), W(8), W(9), W(10), W(11), W(12), W(13), W(14), W(15));
    for (int i = 0; i < 4; i++) put(out, 2 * i, d[i]);
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
        : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3]) : W(0), W(1), W(2), W(3), W(8), W(9), W(12), W(13), W(14), W(15));
    for (int i = 0; i < 4; i++) put(out, 8 + 2 * i, d[i]);
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
        : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3]) : W(0), W(1), W(8), W(12), W(13), W(14), W(15));
    for (int i = 0; i < 4; i++) put(out, 16 + 2 * i, d[i]);
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
        : "=d"(d[0]), "=d"(d[1]) : W(0), W(8), W(12), W(13));
    for (int i = 0; i < 2; i++) put(out, 24 + 2 * i, d[i]);
}

#define MMA(NAME, A, B, C) \
    asm volatile("mma.sync.aligned." NAME " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};" \
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]) : "r"(A(in, 0)), "r"(A(in, 1)), "r"(A(in, 2)), "r"(A(in, 3)), "r"(B(in, 4)), "r"(B(in, 5)), "f"(C))

extern "C" __global__ void floats(const u32* in, u32* out) {
    float d[4], c = __uint_as_float(single(in, 6));
    MMA("m16n8k16.row.col.f32.f16.f16.f32", halves, halves, c);
    for (int i = 0; i < 4; i++) out[128 * i + threadIdx.x] = __float_as_uint(d[i]);
    MMA("m16n8k16.row.col.f32.bf16.bf16.f32", bfloats, bfloats, c);
    for (int i = 0; i < 4; i++) out[128 * (4 + i) + threadIdx.x] = __float_as_uint(d[i]);
    MMA("m16n8k8.row.col.f32.tf32.tf32.f32", single, single, c);
    for (int i = 0; i < 4; i++) out[128 * (8 + i) + threadIdx.x] = __float_as_uint(d[i]);
    u32 h[2];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%8};"
        : "=r"(h[0]), "=r"(h[1]) : "r"(halves(in, 0)), "r"(halves(in, 1)), "r"(halves(in, 2)), "r"(halves(in, 3)), "r"(halves(in, 4)), "r"(halves(in, 5)), "r"(halves(in, 6)));
    for (int i = 0; i < 2; i++) out[128 * (12 + i) + threadIdx.x] = h[i];
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%7,%7,%7};"
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]) : "r"(halves(in, 0)), "r"(halves(in, 1)), "r"(halves(in, 4)), "f"(c));
    for (int i = 0; i < 4; i++) out[128 * (14 + i) + threadIdx.x] = __float_as_uint(d[i]);
}
