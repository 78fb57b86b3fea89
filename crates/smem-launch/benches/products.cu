// Products of square matrices whose side is a multiple of 64: C = A B, row by row. A block makes 64 x 64 results.
typedef unsigned u32;

// 256 threads, each with 4 x 4 results in registers.
extern "C" __global__ void singles(const float* a, const float* b, float* c, u32 n) {
    __shared__ float left[16][64 + 4], right[16][64];
    const u32 t = threadIdx.x, x = t % 16, y = t / 16, row = 64 * blockIdx.y, column = 64 * blockIdx.x;
    float sums[4][4] = {};
    for (u32 k = 0; k < n; k += 16) {
        for (u32 i = t; i < 16 * 64; i += 256) {
            left[i % 16][i / 16] = a[(row + i / 16) * n + k + i % 16];
            right[i / 64][i % 64] = b[(k + i / 64) * n + column + i % 64];
        }
        __syncthreads();
#pragma unroll
        for (u32 j = 0; j < 16; j++) {
            const float4 l = *(const float4*)&left[j][4 * y], r = *(const float4*)&right[j][4 * x];
            const float ls[4] = {l.x, l.y, l.z, l.w}, rs[4] = {r.x, r.y, r.z, r.w};
#pragma unroll
            for (u32 p = 0; p < 4; p++)
#pragma unroll
                for (u32 q = 0; q < 4; q++) sums[p][q] += ls[p] * rs[q];
        }
        __syncthreads();
    }
    for (u32 p = 0; p < 4; p++)
        for (u32 q = 0; q < 4; q++) c[(row + 4 * y + p) * n + column + 4 * x + q] = sums[p][q];
}

// 128 threads: a warp makes 16 x 64 results on tensor cores. A and B are of f16.
extern "C" __global__ void halves(const u32* a, const u32* b, float* c, u32 n) {
    __shared__ alignas(16) u32 left[64][8 + 4], right[16][32 + 4];
    const u32 t = threadIdx.x, lane = t % 32, warp = t / 32, row = 64 * blockIdx.y, column = 64 * blockIdx.x;
    float sums[8][4] = {};
    for (u32 k = 0; k < n; k += 16) {
        for (u32 i = t; i < 64 * 8; i += 128) {
            left[i / 8][i % 8] = a[((row + i / 8) * n + k) / 2 + i % 8];
            right[i / 32][i % 32] = b[((k + i / 32) * n + column) / 2 + i % 32];
        }
        __syncthreads();
        u32 l[4];
        const u32 from = (u32)__cvta_generic_to_shared(&left[16 * warp + lane % 16][lane / 16 * 4]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(l[0]), "=r"(l[1]), "=r"(l[2]), "=r"(l[3]) : "r"(from) : "memory");
#pragma unroll
        for (u32 j = 0; j < 8; j++) {
            u32 r[2];
            const u32 beside = (u32)__cvta_generic_to_shared(&right[lane % 16][4 * j]);
            asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(beside) : "memory");
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                         : "+f"(sums[j][0]), "+f"(sums[j][1]), "+f"(sums[j][2]), "+f"(sums[j][3])
                         : "r"(l[0]), "r"(l[1]), "r"(l[2]), "r"(l[3]), "r"(r[0]), "r"(r[1]));
        }
        __syncthreads();
    }
#pragma unroll
    for (u32 j = 0; j < 8; j++)
        for (u32 i = 0; i < 4; i++) c[(row + 16 * warp + lane / 4 + i / 2 * 8) * n + column + 8 * j + lane % 4 * 2 + i % 2] = sums[j][i];
}
