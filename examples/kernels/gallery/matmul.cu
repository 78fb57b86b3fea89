// The matrix product c = a * b in f32, blocked. A block of 256 threads computes 64 x 64 of c, 16 of k at a time; a thread, 4 x 4.
//
// In front of this text are two annotated tiles: `TileA`, 16 x 64, holds its part of a transposed, element (k, m), so that a thread
// loads its four rows as one float4; `TileB`, 16 x 64, holds element (k, n). a is m x k, b is k x n, c is m x n, row-major.

extern "C" __global__ void __launch_bounds__(256)
matmul(const float* a, const float* b, float* c, unsigned n, unsigned k) {
    __shared__ TileA tile_a;
    __shared__ TileB tile_b;
    const unsigned t = threadIdx.x, tx = t % 16, ty = t / 16;
    const float* from_a = a + (size_t)(64 * blockIdx.y + t / 4) * k + 4 * (t % 4);
    const float* from_b = b + (size_t)(t / 16) * n + 64 * blockIdx.x + 4 * (t % 16);
    float sum[4][4] = {};
    for (unsigned k0 = 0; k0 < k; k0 += 16) {
        const float4 part = *reinterpret_cast<const float4*>(from_a + k0);
        tile_a(4 * (t % 4) + 0, t / 4) = part.x;  // transposing: 4 rows x 8 columns a warp
        tile_a(4 * (t % 4) + 1, t / 4) = part.y;  // transposing: the next rows
        tile_a(4 * (t % 4) + 2, t / 4) = part.z;  // transposing: the next
        tile_a(4 * (t % 4) + 3, t / 4) = part.w;  // transposing: the last
        tile_b.vec<float4>(t / 16, 4 * (t % 16)) = *reinterpret_cast<const float4*>(from_b + (size_t)k0 * n);  // b:
        __syncthreads();
        #pragma unroll
        for (unsigned i = 0; i < 16; ++i) {
            const float4 rows = tile_a.vec<float4>(i, 4 * ty);     // vectors: a broadcast to 16 lanes
            const float4 columns = tile_b.vec<float4>(i, 4 * tx);  // b: 64 neighbours
            const float down[4] = {rows.x, rows.y, rows.z, rows.w};
            const float along[4] = {columns.x, columns.y, columns.z, columns.w};
            for (unsigned y = 0; y < 4; ++y) {
                for (unsigned x = 0; x < 4; ++x) sum[y][x] += down[y] * along[x];
            }
        }
        __syncthreads();
    }
    for (unsigned y = 0; y < 4; ++y) {
        float* to = c + (size_t)(64 * blockIdx.y + 4 * ty + y) * n + 64 * blockIdx.x + 4 * tx;
        *reinterpret_cast<float4*>(to) = make_float4(sum[y][0], sum[y][1], sum[y][2], sum[y][3]);
    }
}
