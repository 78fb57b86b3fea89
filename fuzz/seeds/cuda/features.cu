// One kernel for each thing the simulator must get right.
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

extern "C" __global__ void collatz(const u32* in, u32* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u32 v = in[i], steps = 0;
    while (v != 1) {
        if (v & 1) v = 3 * v + 1; else v /= 2;
        if (++steps > 300) break;
    }
    out[i] = steps;
}

extern "C" __global__ void reduce(const int* in, int* total, float* ftotal, u32* hist) {
    __shared__ u32 bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    atomicAdd(&bins[v & 15], 1u);
    int s = v;
    for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(0xffffffffu, s, d);
    if ((threadIdx.x & 31) == 0) { atomicAdd(total, s); atomicAdd(ftotal, (float)s); }
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&hist[threadIdx.x], bins[threadIdx.x]);
}

extern "C" __global__ void atomics(u32* w, u64* d, int* s) {
    u32 i = threadIdx.x;
    atomicMin(&w[0], i); atomicMax(&w[1], i); atomicAnd(&w[2], ~(1u << (i & 31))); atomicOr(&w[3], 1u << (i & 31));
    atomicXor(&w[4], i); atomicInc(&w[5], 9u); atomicDec(&w[6], 9u); atomicSub(&w[7], 1u);
    atomicAdd(&d[0], (u64)i << 32); atomicMax(&d[1], (u64)i); atomicCAS(&d[2], (u64)i, (u64)i + 1);
    atomicMin(&s[0], -(int)i); atomicMax(&s[1], -(int)i); atomicExch(&s[2], 7);
    if (i == 5) w[8] = atomicCAS(&w[9], 0u, 42u);
}

extern __shared__ float dynamic[];
extern "C" __global__ void reverse(const float* in, float* out) {
    dynamic[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void ldmatrix(u32* out) {
    __shared__ __align__(16) unsigned short tile[32 * 8];
    for (int i = 0; i < 8; i++) tile[threadIdx.x * 8 + i] = threadIdx.x * 8 + i;
    __syncwarp();
    u32 a, b, c, d;
    u32 at = (u32)__cvta_generic_to_shared(tile + threadIdx.x * 8);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at));
    out[threadIdx.x] = a; out[32 + threadIdx.x] = b; out[64 + threadIdx.x] = c; out[96 + threadIdx.x] = d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(a), "=r"(b) : "r"(at));
    out[128 + threadIdx.x] = a; out[160 + threadIdx.x] = b;
}

extern "C" __global__ void vectors(const float4* in, float4* out, const int* bytes, int* dots) {
    __shared__ float4 tile[64];
    float4 v = in[threadIdx.x];
    tile[threadIdx.x] = v;
    __syncthreads();
    float4 w = tile[threadIdx.x ^ 1];
    out[threadIdx.x] = make_float4(v.x + w.w, v.y * w.z, fmaf(v.z, w.y, 1.0f), v.w / w.x);
    int d;
    asm("dp4a.s32.s32 %0, %1, %1, %2;" : "=r"(d) : "r"(bytes[threadIdx.x]), "r"(5));
    dots[threadIdx.x] = d;
}

extern "C" __global__ void halves(const float* in, unsigned short* out, float* back) {
    unsigned short h;
    asm("{cvt.rn.f16.f32 %0, %1;}" : "=h"(h) : "f"(in[threadIdx.x]));
    out[threadIdx.x] = h;
    float f;
    asm("{.reg .b16 t; add.f16 t, %1, %1; cvt.f32.f16 %0, t;}" : "=f"(f) : "h"(h));
    back[threadIdx.x] = f;
}

__device__ __noinline__ u32 pick(const u32* table, u32 i) {
    if (i & 1) return table[i] + 1000;
    return table[i];
}

struct Pair { u64 a; int b; };
__device__ __noinline__ Pair make_pair(u64 a, int b) { Pair p; p.a = a * 3; p.b = b - 1; return p; }

extern "C" __global__ void locals(u32* out, u64* pairs, int k) {
    u32 table[16];
    for (int i = 0; i < 16; i++) table[(i * k) & 15] = i * i + threadIdx.x;
    out[threadIdx.x] = pick(table, threadIdx.x & 15) + pick(table, (threadIdx.x + 1) & 15);
    Pair p = make_pair(threadIdx.x, k);
    pairs[threadIdx.x] = p.a + p.b;
}

__constant__ int weights[4] = {1, -2, 3, -4};
__device__ u32 counter = 100;
__device__ const char* names[2] = {"ab", "cd"};

extern "C" __global__ void integers(const u64* a, const u64* b, u64* q, u64* r, long long* sq, int* out, u32 n) {
    u32 i = threadIdx.x;
    if (i >= n) return;
    q[i] = a[i] / b[i]; r[i] = a[i] % b[i]; sq[i] = (long long)a[i] / (long long)b[i];
    u32 x = (u32)a[i], y = (u32)b[i];
    u32 t = (x & y) ^ (~x | 12345u);
    t = __byte_perm(t, y, 0x3715);
    t += __popc(x) + __clz(y) + __brev(x) + __ffs(y);
    t ^= __funnelshift_l(x, y, i) + __mulhi((int)x, (int)y) + __umulhi(x, y) + __mul24((int)x, (int)y);
    t += (u32)__umul64hi(a[i], b[i]) + (u32)(a[i] >> (i & 63)) + (u32)((long long)b[i] >> 7);
    t += min((int)x, (int)y) + max(x, y) + abs((int)x) + weights[i & 3] + names[i & 1][1];
    t += __sad((int)x, (int)y, 3u) + ((x >> 5) & 0x7f) + (((int)y << 9) >> 20);
    out[i] = (int)t;
    atomicAdd(&counter, 1u);
}

extern "C" __global__ void votes(u32* out) {
    u32 i = threadIdx.x;
    u32 b = __ballot_sync(0xffffffffu, i % 3 == 0);
    int any = __any_sync(0xffffffffu, i == 40), all = __all_sync(0xffffffffu, i < 32);
    u32 odd = 0;
    if (i & 1) odd = __ballot_sync(0xaaaaaaaau, i > 15);
    int down = __shfl_down_sync(0xffffffffu, (int)i, 3), idx = __shfl_sync(0xffffffffu, (int)i, 7, 8);
    u32 m = __match_any_sync(0xffffffffu, i / 5);
    int n = __syncthreads_count(i > 20);
    out[i] = b + any + all + odd + down + idx + m + n + __activemask();
}

extern "C" __global__ void floats(const float* a, const double* d, float* f, double* g, int* k) {
    u32 i = threadIdx.x;
    float x = a[i]; double y = d[i];
    f[i] = sqrtf(x) + x / 3.0f + rsqrtf(x) + fminf(x, 2.0f) + floorf(x) + expf(x * 0.125f) + __fdividef(x, 7.0f) + __fadd_rz(x, 1e-7f);
    g[i] = y / 3.0 + sqrt(y) + fma(y, y, 0.5) + floor(y) + (double)x;
    k[i] = (int)x + __float2int_rn(x) + (int)y + __float_as_int(x) + (int)(long long)y + (x < 1.5f) + isnan(x);
}

extern "C" __global__ void switches(const int* in, int* out) {
    int v = in[threadIdx.x], r = 0;
    switch (v) {
        case 0: r = v + 3; break;
        case 1: r = atomicAdd(out + 64, 1) * 0 + 11; break;
        case 2: r = 22 * in[1]; break;
        case 3: for (int j = 0; j < in[3]; j++) r += j * j; break;
        case 4: r = in[4] ^ 0x55; break;
        case 5: r = -v; break;
        case 6: r = 66; out[65] = 1; break;
        default: r = -1;
    }
    out[threadIdx.x] = r;
}
