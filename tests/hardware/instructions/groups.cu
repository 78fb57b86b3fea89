// Products of four warps together. Every kernel has one block of 128 threads; `in` has 8192 words and `out` 4096 zeros. Results of
// floating point are of small whole numbers, which every order of summation gives exactly.
typedef unsigned u32;
typedef unsigned long long u64;

static __device__ __forceinline__ u32 address(const void* p) { return (u32)__cvta_generic_to_shared(p); }
static __device__ __forceinline__ u64 descriptor(const void* p, u32 leading, u32 stride, u64 swizzle) {
    return (u64)((address(p) & 0x3ffff) >> 4) | (u64)(leading >> 4) << 16 | (u64)(stride >> 4) << 32 | swizzle << 62;
}

struct Tiles {
    alignas(1024) u32 a[4096];
    alignas(1024) u32 b[4096];
};

// Small numbers: halves, bf16, tf32, or bytes as they are.
template <int TYPE> static __device__ __forceinline__ u32 small(u32 w) {
    u32 d = w;
    float x = (int)(w % 17) - 8, y = (int)((w >> 8) % 17) - 8;
    if (TYPE == 0) asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(x), "f"(y));
    if (TYPE == 1) asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(x), "f"(y));
    if (TYPE == 2) d = __float_as_uint(x);
    if (TYPE == 4) d = w & 0x81818181 | 0x38303830;
    return d;
}

template <int TYPE> static __device__ __forceinline__ void fill(Tiles& t, const u32* in) {
    for (int i = threadIdx.x; i < 4096; i += 128) {
        t.a[i] = small<TYPE>(in[i]);
        t.b[i] = small<TYPE>(in[4096 + i]);
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
}

#define FENCE asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define DONE asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory")

// 64 x 16 results of f32, both factors in shared memory.
#define PRODUCT(K, TYPES, DA, DB, REST) \
    FENCE; \
    asm volatile("wgmma.mma_async.sync.aligned.m64n16" K ".f32." TYPES " {%0,%1,%2,%3,%4,%5,%6,%7}, %8, %9, 1" REST ";" \
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) : "l"(DA), "l"(DB)); \
    DONE

static __device__ __forceinline__ void start(float* d, const u32* in) {
    for (int i = 0; i < 8; i++) d[i] = (float)(in[threadIdx.x + 128 * i] % 9);
}
static __device__ __forceinline__ void put(u32* out, int k, const float* d) {
    for (int i = 0; i < 8; i++) out[128 * (k + i) + threadIdx.x] = __float_as_uint(d[i]);
}

// Each swizzle, at two places of its blocks.
extern "C" __global__ void along_the_depth(const u32* in, u32* out) {
    __shared__ Tiles t;
    fill<0>(t, in);
    float d[8];
    start(d, in);
    PRODUCT("k16", "f16.f16", descriptor(t.a, 128, 256, 0), descriptor(t.b, 512, 128, 0), ", 1, 1, 0, 0");
    put(out, 0, d);
    PRODUCT("k16", "f16.f16", descriptor(t.a, 16, 1024, 1), descriptor(t.b, 16, 1024, 1), ", 1, 1, 0, 0");
    PRODUCT("k16", "f16.f16", descriptor(t.a, 16, 1024, 1) + 2, descriptor(t.b, 16, 1024, 1) + 6, ", 1, 1, 0, 0");
    put(out, 8, d);
    PRODUCT("k16", "f16.f16", descriptor(t.a, 16, 512, 2) + 2, descriptor(t.b, 16, 1024, 2), ", 1, 1, 0, 0");
    put(out, 16, d);
    PRODUCT("k16", "f16.f16", descriptor(t.a, 16, 256, 3), descriptor(t.b, 16, 512, 3), ", 1, 1, 0, 0");
    put(out, 24, d);
}

extern "C" __global__ void across_the_depth(const u32* in, u32* out) {
    __shared__ Tiles t;
    fill<1>(t, in);
    float d[8];
    start(d, in);
    PRODUCT("k16", "bf16.bf16", descriptor(t.a, 1024, 128, 0), descriptor(t.b, 256, 128, 0), ", 1, 1, 1, 1");
    put(out, 0, d);
    PRODUCT("k16", "bf16.bf16", descriptor(t.a, 2048, 1024, 1), descriptor(t.b, 4096, 1024, 1), ", 1, 1, 1, 1");
    put(out, 8, d);
    PRODUCT("k16", "bf16.bf16", descriptor(t.a, 1024, 512, 2), descriptor(t.b, 1024, 2048, 2), ", -1, 1, 1, 0");
    put(out, 16, d);
    PRODUCT("k16", "bf16.bf16", descriptor(t.a, 512, 256, 3), descriptor(t.b, 512, 1024, 3), ", 1, -1, 0, 1");
    put(out, 24, d);
}

extern "C" __global__ void from_registers(const u32* in, u32* out) {
    __shared__ Tiles t;
    fill<1>(t, in);
    float d[8];
    start(d, in);
    u32 a[4];
    for (int i = 0; i < 4; i++) a[i] = small<1>(in[5000 + threadIdx.x + 128 * i]);
    FENCE;
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9,%10,%11}, %12, 1, -1, 1, 1;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(descriptor(t.b, 2048, 1024, 1)));
    DONE;
    put(out, 0, d);
    FENCE;
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9,%10,%11}, %12, 0, 1, 1, 0;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(descriptor(t.b, 16, 512, 3)));
    DONE;
    put(out, 8, d);
}

extern "C" __global__ void other_types(const u32* in, u32* out) {
    __shared__ Tiles t;
    fill<2>(t, in);
    float d[8];
    start(d, in);
    PRODUCT("k8", "tf32.tf32", descriptor(t.a, 16, 1024, 1), descriptor(t.b, 16, 512, 2), ", 1, 1");
    put(out, 0, d);
    __syncthreads();
    fill<4>(t, in);
    start(d, in);
    PRODUCT("k32", "e4m3.e5m2", descriptor(t.a, 16, 1024, 1), descriptor(t.b, 16, 256, 3), ", 1, 1");
    put(out, 8, d);
    __syncthreads();
    fill<0>(t, in);
    u32 h[2] = {0x3c003c00, 0x40004000};
    FENCE;
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%0,%1}, %2, %3, 1, 1, 1, 0, 1;"
        : "+r"(h[0]), "+r"(h[1]) : "l"(descriptor(t.a, 16, 1024, 1)), "l"(descriptor(t.b, 1024, 1024, 1)));
    DONE;
    out[128 * 16 + threadIdx.x] = h[0];
    out[128 * 17 + threadIdx.x] = h[1];
}

extern "C" __global__ void integers(const u32* in, u32* out) {
    __shared__ Tiles t;
    fill<3>(t, in);
    u32 d[8];
    for (int k = 0; k < 3; k++) {
        FENCE;
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %10, 0; wgmma.mma_async.sync.aligned.m64n16k32.s32.s8.u8 {%0,%1,%2,%3,%4,%5,%6,%7}, %8, %9, p; }"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]) : "l"(descriptor(t.a, 16, 1024, 1) + 2 * k), "l"(descriptor(t.b, 16, 1024, 1) + 2 * k), "r"(k));
        DONE;
    }
    for (int i = 0; i < 8; i++) out[128 * i + threadIdx.x] = d[i];
    for (int i = 0; i < 8; i++) d[i] = i;
    FENCE;
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k256.s32.b1.b1.and.popc {%0,%1,%2,%3,%4,%5,%6,%7}, %8, %9, 1;"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]) : "l"(descriptor(t.a, 16, 512, 2)), "l"(descriptor(t.b, 16, 1024, 1)));
    DONE;
    for (int i = 0; i < 8; i++) out[128 * (8 + i) + threadIdx.x] = d[i];
}
