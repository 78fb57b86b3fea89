// Products of sparse matrices: what each lane's metadata say, which threads a selector names, and sums that round. One block of 128
// threads; `in` has 8192 words and `out` 4096 zeros.
typedef unsigned u32;

static __device__ __forceinline__ u32 word(const u32* in, int k) { return in[threadIdx.x + 128 * k]; }
// Two numbers of 16 bits with exponents near 1.
static __device__ __forceinline__ u32 halves(u32 w) { return w & 0x8fff8fff | 0x30003000; }
static __device__ __forceinline__ u32 bfloats(u32 w) { return w & 0x83ff83ff | 0x3c003c00; }
static __device__ __forceinline__ u32 single(u32 w) { return w & 0x83ffffff | 0x3c000000; }
static __device__ __forceinline__ u32 bytes(u32 w) { return w; }
// Two columns of each four, the lower one first.
static __device__ __forceinline__ u32 ordered(u32 w) {
    u32 all = 0;
    for (int i = 0; i < 32; i += 4) all |= (0xedc984u >> 4 * ((w >> i & 15) % 6) & 15) << i;
    return all;
}
// In any order.
static __device__ __forceinline__ u32 either(u32 w) {
    u32 all = ordered(w), turned = 0;
    for (int i = 0; i < 32; i += 4) {
        u32 pair = all >> i & 15;
        turned |= (w >> i & 8 ? pair : pair >> 2 | (pair & 3) << 2) << i;
    }
    return turned;
}
// One column of each two.
static __device__ __forceinline__ u32 one(u32 w) {
    u32 all = 0;
    for (int i = 0; i < 32; i += 4) all |= (w >> i & 1 ? 14u : 4u) << i;
    return all;
}

extern "C" __global__ void sparse_f16(const u32* in, u32* out) {
    {
        u32 d[4] = {single(word(in, 20)), single(word(in, 21)), single(word(in, 22)), single(word(in, 23))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(halves(word(in, 0))), "r"(halves(word(in, 1))), "r"(halves(word(in, 2))), "r"(halves(word(in, 3))), "r"(ordered(word(in, 30))));
        for (int i = 0; i < 4; i++) out[128 * (0 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 31)), single(word(in, 32)), single(word(in, 33)), single(word(in, 34))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 1;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(halves(word(in, 11))), "r"(halves(word(in, 12))), "r"(halves(word(in, 13))), "r"(halves(word(in, 14))), "r"(ordered(word(in, 41))));
        for (int i = 0; i < 4; i++) out[128 * (4 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 42)), single(word(in, 43)), single(word(in, 44)), single(word(in, 45))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 2;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(halves(word(in, 22))), "r"(halves(word(in, 23))), "r"(halves(word(in, 24))), "r"(halves(word(in, 25))), "r"(ordered(word(in, 52))));
        for (int i = 0; i < 4; i++) out[128 * (8 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 53)), single(word(in, 54)), single(word(in, 55)), single(word(in, 56))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 3;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(halves(word(in, 33))), "r"(halves(word(in, 34))), "r"(halves(word(in, 35))), "r"(halves(word(in, 36))), "r"(ordered(word(in, 3))));
        for (int i = 0; i < 4; i++) out[128 * (12 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 4)), single(word(in, 5)), single(word(in, 6)), single(word(in, 7))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(halves(word(in, 44))), "r"(halves(word(in, 45))), "r"(halves(word(in, 46))), "r"(halves(word(in, 47))), "r"(halves(word(in, 48))), "r"(halves(word(in, 49))), "r"(halves(word(in, 50))), "r"(halves(word(in, 51))), "r"(ordered(word(in, 14))));
        for (int i = 0; i < 4; i++) out[128 * (16 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 25)), single(word(in, 26)), single(word(in, 27)), single(word(in, 28))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 1;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(halves(word(in, 5))), "r"(halves(word(in, 6))), "r"(halves(word(in, 7))), "r"(halves(word(in, 8))), "r"(halves(word(in, 9))), "r"(halves(word(in, 10))), "r"(halves(word(in, 11))), "r"(halves(word(in, 12))), "r"(ordered(word(in, 35))));
        for (int i = 0; i < 4; i++) out[128 * (20 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 36)), single(word(in, 37)), single(word(in, 38)), single(word(in, 39))};
        asm volatile("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(halves(word(in, 16))), "r"(halves(word(in, 17))), "r"(halves(word(in, 18))), "r"(halves(word(in, 19))), "r"(either(word(in, 46))));
        for (int i = 0; i < 4; i++) out[128 * (24 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 47)), single(word(in, 48)), single(word(in, 49)), single(word(in, 50))};
        asm volatile("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 1;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(halves(word(in, 27))), "r"(halves(word(in, 28))), "r"(halves(word(in, 29))), "r"(halves(word(in, 30))), "r"(halves(word(in, 31))), "r"(halves(word(in, 32))), "r"(halves(word(in, 33))), "r"(halves(word(in, 34))), "r"(either(word(in, 57))));
        for (int i = 0; i < 4; i++) out[128 * (28 + i) + threadIdx.x] = d[i];
    }
}

extern "C" __global__ void sparse_bf16(const u32* in, u32* out) {
    {
        u32 d[4] = {single(word(in, 20)), single(word(in, 21)), single(word(in, 22)), single(word(in, 23))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bfloats(word(in, 0))), "r"(bfloats(word(in, 1))), "r"(bfloats(word(in, 2))), "r"(bfloats(word(in, 3))), "r"(ordered(word(in, 30))));
        for (int i = 0; i < 4; i++) out[128 * (0 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 31)), single(word(in, 32)), single(word(in, 33)), single(word(in, 34))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 1;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bfloats(word(in, 11))), "r"(bfloats(word(in, 12))), "r"(bfloats(word(in, 13))), "r"(bfloats(word(in, 14))), "r"(ordered(word(in, 41))));
        for (int i = 0; i < 4; i++) out[128 * (4 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 42)), single(word(in, 43)), single(word(in, 44)), single(word(in, 45))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 2;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bfloats(word(in, 22))), "r"(bfloats(word(in, 23))), "r"(bfloats(word(in, 24))), "r"(bfloats(word(in, 25))), "r"(ordered(word(in, 52))));
        for (int i = 0; i < 4; i++) out[128 * (8 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 53)), single(word(in, 54)), single(word(in, 55)), single(word(in, 56))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 3;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bfloats(word(in, 33))), "r"(bfloats(word(in, 34))), "r"(bfloats(word(in, 35))), "r"(bfloats(word(in, 36))), "r"(ordered(word(in, 3))));
        for (int i = 0; i < 4; i++) out[128 * (12 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 4)), single(word(in, 5)), single(word(in, 6)), single(word(in, 7))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bfloats(word(in, 44))), "r"(bfloats(word(in, 45))), "r"(bfloats(word(in, 46))), "r"(bfloats(word(in, 47))), "r"(bfloats(word(in, 48))), "r"(bfloats(word(in, 49))), "r"(bfloats(word(in, 50))), "r"(bfloats(word(in, 51))), "r"(ordered(word(in, 14))));
        for (int i = 0; i < 4; i++) out[128 * (16 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 25)), single(word(in, 26)), single(word(in, 27)), single(word(in, 28))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 1;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bfloats(word(in, 5))), "r"(bfloats(word(in, 6))), "r"(bfloats(word(in, 7))), "r"(bfloats(word(in, 8))), "r"(bfloats(word(in, 9))), "r"(bfloats(word(in, 10))), "r"(bfloats(word(in, 11))), "r"(bfloats(word(in, 12))), "r"(ordered(word(in, 35))));
        for (int i = 0; i < 4; i++) out[128 * (20 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 36)), single(word(in, 37)), single(word(in, 38)), single(word(in, 39))};
        asm volatile("mma.sp.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 2;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bytes(word(in, 16))), "r"(bytes(word(in, 17))), "r"(bytes(word(in, 18))), "r"(bytes(word(in, 19))), "r"(either(word(in, 46))));
        for (int i = 0; i < 4; i++) out[128 * (24 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 47)), single(word(in, 48)), single(word(in, 49)), single(word(in, 50))};
        asm volatile("mma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bytes(word(in, 27))), "r"(bytes(word(in, 28))), "r"(bytes(word(in, 29))), "r"(bytes(word(in, 30))), "r"(bytes(word(in, 31))), "r"(bytes(word(in, 32))), "r"(bytes(word(in, 33))), "r"(bytes(word(in, 34))), "r"(ordered(word(in, 57))));
        for (int i = 0; i < 4; i++) out[128 * (28 + i) + threadIdx.x] = d[i];
    }
}

extern "C" __global__ void sparse_tf32(const u32* in, u32* out) {
    {
        u32 d[4] = {single(word(in, 20)), single(word(in, 21)), single(word(in, 22)), single(word(in, 23))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(single(word(in, 0))), "r"(single(word(in, 1))), "r"(single(word(in, 2))), "r"(single(word(in, 3))), "r"(one(word(in, 30))));
        for (int i = 0; i < 4; i++) out[128 * (0 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 31)), single(word(in, 32)), single(word(in, 33)), single(word(in, 34))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 1;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(single(word(in, 11))), "r"(single(word(in, 12))), "r"(single(word(in, 13))), "r"(single(word(in, 14))), "r"(one(word(in, 41))));
        for (int i = 0; i < 4; i++) out[128 * (4 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 42)), single(word(in, 43)), single(word(in, 44)), single(word(in, 45))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 2;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(single(word(in, 22))), "r"(single(word(in, 23))), "r"(single(word(in, 24))), "r"(single(word(in, 25))), "r"(one(word(in, 52))));
        for (int i = 0; i < 4; i++) out[128 * (8 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 53)), single(word(in, 54)), single(word(in, 55)), single(word(in, 56))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 3;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(single(word(in, 33))), "r"(single(word(in, 34))), "r"(single(word(in, 35))), "r"(single(word(in, 36))), "r"(one(word(in, 3))));
        for (int i = 0; i < 4; i++) out[128 * (12 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 4)), single(word(in, 5)), single(word(in, 6)), single(word(in, 7))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(single(word(in, 44))), "r"(single(word(in, 45))), "r"(single(word(in, 46))), "r"(single(word(in, 47))), "r"(single(word(in, 48))), "r"(single(word(in, 49))), "r"(single(word(in, 50))), "r"(single(word(in, 51))), "r"(one(word(in, 14))));
        for (int i = 0; i < 4; i++) out[128 * (16 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 25)), single(word(in, 26)), single(word(in, 27)), single(word(in, 28))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 1;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(single(word(in, 5))), "r"(single(word(in, 6))), "r"(single(word(in, 7))), "r"(single(word(in, 8))), "r"(single(word(in, 9))), "r"(single(word(in, 10))), "r"(single(word(in, 11))), "r"(single(word(in, 12))), "r"(one(word(in, 35))));
        for (int i = 0; i < 4; i++) out[128 * (20 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 36)), single(word(in, 37)), single(word(in, 38)), single(word(in, 39))};
        asm volatile("mma.sp.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 1;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bytes(word(in, 16))), "r"(bytes(word(in, 17))), "r"(bytes(word(in, 18))), "r"(bytes(word(in, 19))), "r"(one(word(in, 46))));
        for (int i = 0; i < 4; i++) out[128 * (24 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {single(word(in, 47)), single(word(in, 48)), single(word(in, 49)), single(word(in, 50))};
        asm volatile("mma.sp.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bytes(word(in, 27))), "r"(bytes(word(in, 28))), "r"(bytes(word(in, 29))), "r"(bytes(word(in, 30))), "r"(bytes(word(in, 31))), "r"(bytes(word(in, 32))), "r"(bytes(word(in, 33))), "r"(bytes(word(in, 34))), "r"(one(word(in, 57))));
        for (int i = 0; i < 4; i++) out[128 * (28 + i) + threadIdx.x] = d[i];
    }
}

extern "C" __global__ void sparse_halves(const u32* in, u32* out) {
    {
        u32 d[2] = {halves(word(in, 20)), halves(word(in, 21))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4,%5}, {%0,%1}, %6, 0;"
            : "+r"(d[0]), "+r"(d[1])
            : "r"(halves(word(in, 0))), "r"(halves(word(in, 1))), "r"(halves(word(in, 2))), "r"(halves(word(in, 3))), "r"(ordered(word(in, 30))));
        for (int i = 0; i < 2; i++) out[128 * (0 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[2] = {halves(word(in, 31)), halves(word(in, 32))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4,%5}, {%0,%1}, %6, 1;"
            : "+r"(d[0]), "+r"(d[1])
            : "r"(halves(word(in, 11))), "r"(halves(word(in, 12))), "r"(halves(word(in, 13))), "r"(halves(word(in, 14))), "r"(ordered(word(in, 41))));
        for (int i = 0; i < 2; i++) out[128 * (2 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[2] = {halves(word(in, 42)), halves(word(in, 43))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4,%5}, {%0,%1}, %6, 2;"
            : "+r"(d[0]), "+r"(d[1])
            : "r"(halves(word(in, 22))), "r"(halves(word(in, 23))), "r"(halves(word(in, 24))), "r"(halves(word(in, 25))), "r"(ordered(word(in, 52))));
        for (int i = 0; i < 2; i++) out[128 * (4 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[2] = {halves(word(in, 53)), halves(word(in, 54))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4,%5}, {%0,%1}, %6, 3;"
            : "+r"(d[0]), "+r"(d[1])
            : "r"(halves(word(in, 33))), "r"(halves(word(in, 34))), "r"(halves(word(in, 35))), "r"(halves(word(in, 36))), "r"(ordered(word(in, 3))));
        for (int i = 0; i < 2; i++) out[128 * (6 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[2] = {halves(word(in, 4)), halves(word(in, 5))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7,%8,%9}, {%0,%1}, %10, 0;"
            : "+r"(d[0]), "+r"(d[1])
            : "r"(halves(word(in, 44))), "r"(halves(word(in, 45))), "r"(halves(word(in, 46))), "r"(halves(word(in, 47))), "r"(halves(word(in, 48))), "r"(halves(word(in, 49))), "r"(halves(word(in, 50))), "r"(halves(word(in, 51))), "r"(ordered(word(in, 14))));
        for (int i = 0; i < 2; i++) out[128 * (8 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[2] = {halves(word(in, 25)), halves(word(in, 26))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7,%8,%9}, {%0,%1}, %10, 1;"
            : "+r"(d[0]), "+r"(d[1])
            : "r"(halves(word(in, 5))), "r"(halves(word(in, 6))), "r"(halves(word(in, 7))), "r"(halves(word(in, 8))), "r"(halves(word(in, 9))), "r"(halves(word(in, 10))), "r"(halves(word(in, 11))), "r"(halves(word(in, 12))), "r"(ordered(word(in, 35))));
        for (int i = 0; i < 2; i++) out[128 * (10 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[2] = {bytes(word(in, 36)), bytes(word(in, 37))};
        asm volatile("mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4,%5}, {%0,%1}, %6, 0;"
            : "+r"(d[0]), "+r"(d[1])
            : "r"(bytes(word(in, 16))), "r"(bytes(word(in, 17))), "r"(bytes(word(in, 18))), "r"(bytes(word(in, 19))), "r"(either(word(in, 46))));
        for (int i = 0; i < 2; i++) out[128 * (12 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[2] = {bytes(word(in, 47)), bytes(word(in, 48))};
        asm volatile("mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7,%8,%9}, {%0,%1}, %10, 1;"
            : "+r"(d[0]), "+r"(d[1])
            : "r"(bytes(word(in, 27))), "r"(bytes(word(in, 28))), "r"(bytes(word(in, 29))), "r"(bytes(word(in, 30))), "r"(bytes(word(in, 31))), "r"(bytes(word(in, 32))), "r"(bytes(word(in, 33))), "r"(bytes(word(in, 34))), "r"(either(word(in, 57))));
        for (int i = 0; i < 2; i++) out[128 * (14 + i) + threadIdx.x] = d[i];
    }
}

extern "C" __global__ void sparse_bytes(const u32* in, u32* out) {
    {
        u32 d[4] = {bytes(word(in, 20)), bytes(word(in, 21)), bytes(word(in, 22)), bytes(word(in, 23))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bytes(word(in, 0))), "r"(bytes(word(in, 1))), "r"(bytes(word(in, 2))), "r"(bytes(word(in, 3))), "r"(ordered(word(in, 30))));
        for (int i = 0; i < 4; i++) out[128 * (0 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {bytes(word(in, 31)), bytes(word(in, 32)), bytes(word(in, 33)), bytes(word(in, 34))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 1;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bytes(word(in, 11))), "r"(bytes(word(in, 12))), "r"(bytes(word(in, 13))), "r"(bytes(word(in, 14))), "r"(ordered(word(in, 41))));
        for (int i = 0; i < 4; i++) out[128 * (4 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {bytes(word(in, 42)), bytes(word(in, 43)), bytes(word(in, 44)), bytes(word(in, 45))};
        asm volatile("mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bytes(word(in, 22))), "r"(bytes(word(in, 23))), "r"(bytes(word(in, 24))), "r"(bytes(word(in, 25))), "r"(either(word(in, 52))));
        for (int i = 0; i < 4; i++) out[128 * (8 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {bytes(word(in, 53)), bytes(word(in, 54)), bytes(word(in, 55)), bytes(word(in, 56))};
        asm volatile("mma.sp.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.u8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 1;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bytes(word(in, 33))), "r"(bytes(word(in, 34))), "r"(bytes(word(in, 35))), "r"(bytes(word(in, 36))), "r"(either(word(in, 3))));
        for (int i = 0; i < 4; i++) out[128 * (12 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {bytes(word(in, 4)), bytes(word(in, 5)), bytes(word(in, 6)), bytes(word(in, 7))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bytes(word(in, 44))), "r"(bytes(word(in, 45))), "r"(bytes(word(in, 46))), "r"(bytes(word(in, 47))), "r"(bytes(word(in, 48))), "r"(bytes(word(in, 49))), "r"(bytes(word(in, 50))), "r"(bytes(word(in, 51))), "r"(ordered(word(in, 14))));
        for (int i = 0; i < 4; i++) out[128 * (16 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {bytes(word(in, 25)), bytes(word(in, 26)), bytes(word(in, 27)), bytes(word(in, 28))};
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.satfinite.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bytes(word(in, 5))), "r"(bytes(word(in, 6))), "r"(bytes(word(in, 7))), "r"(bytes(word(in, 8))), "r"(bytes(word(in, 9))), "r"(bytes(word(in, 10))), "r"(bytes(word(in, 11))), "r"(bytes(word(in, 12))), "r"(ordered(word(in, 35))));
        for (int i = 0; i < 4; i++) out[128 * (20 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {bytes(word(in, 36)), bytes(word(in, 37)), bytes(word(in, 38)), bytes(word(in, 39))};
        asm volatile("mma.sp.sync.aligned.m16n8k64.row.col.s32.s8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bytes(word(in, 16))), "r"(bytes(word(in, 17))), "r"(bytes(word(in, 18))), "r"(bytes(word(in, 19))), "r"(bytes(word(in, 20))), "r"(bytes(word(in, 21))), "r"(bytes(word(in, 22))), "r"(bytes(word(in, 23))), "r"(either(word(in, 46))));
        for (int i = 0; i < 4; i++) out[128 * (24 + i) + threadIdx.x] = d[i];
    }
    {
        u32 d[4] = {bytes(word(in, 47)), bytes(word(in, 48)), bytes(word(in, 49)), bytes(word(in, 50))};
        asm volatile("mma.sp.sync.aligned.m16n8k64.row.col.s32.u8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 0;"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(bytes(word(in, 27))), "r"(bytes(word(in, 28))), "r"(bytes(word(in, 29))), "r"(bytes(word(in, 30))), "r"(bytes(word(in, 31))), "r"(bytes(word(in, 32))), "r"(bytes(word(in, 33))), "r"(bytes(word(in, 34))), "r"(either(word(in, 57))));
        for (int i = 0; i < 4; i++) out[128 * (28 + i) + threadIdx.x] = d[i];
    }
}
