// The matrix product c = a * b on tensor cores, with the fragments of `nvcuda::wmma`: factors in half precision, sums in f32. A block of
// 128 threads computes 64 x 64 of c, 64 of k at a time; a warp, 16 rows of it.
//
// In front of this text is that of one annotated tile, `Tile`: 64 x 64 halves, aligned as a fragment wants. `tile_a` holds element
// (m, k), `tile_b` element (k, n). a is m x k, b is k x n, c is m x n, all row-major floats. `PITCH` is there in every layout: a swizzle
// would have none, and a fragment is loaded with one number from row to row.

#include <mma.h>

extern "C" __global__ void __launch_bounds__(128)
wmma(const float* a, const float* b, float* c, unsigned n, unsigned k) {
    using namespace nvcuda::wmma;
    __shared__ Tile tile_a, tile_b;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned first_row = 64 * blockIdx.y, first_col = 64 * blockIdx.x;
    fragment<accumulator, 16, 16, 16, float> sum[4];
    for (unsigned i = 0; i < 4; ++i) fill_fragment(sum[i], 0.0f);
    for (unsigned k0 = 0; k0 < k; k0 += 64) {
        for (unsigned i = warp; i < 64; i += 4) {
            const float2 of_a = reinterpret_cast<const float2*>(a + (size_t)(first_row + i) * k + k0)[lane];
            const float2 of_b = reinterpret_cast<const float2*>(b + (size_t)(k0 + i) * n + first_col)[lane];
            tile_a.vec<__half2>(i, 2 * lane) = __floats2half2_rn(of_a.x, of_a.y);  // row: a warp stores a row
            tile_b.vec<__half2>(i, 2 * lane) = __floats2half2_rn(of_b.x, of_b.y);  // row: and one of b
        }
        __syncthreads();
        for (unsigned i = 0; i < 64; i += 16) {
            fragment<matrix_a, 16, 16, 16, __half, row_major> factor_a;
            load_matrix_sync(factor_a, &tile_a(16 * warp, i), Tile::PITCH);  // a: 16 rows of m
            for (unsigned j = 0; j < 4; ++j) {
                fragment<matrix_b, 16, 16, 16, __half, row_major> factor_b;
                load_matrix_sync(factor_b, &tile_b(i, 16 * j), Tile::PITCH);  // b: 16 rows of k
                mma_sync(sum[j], factor_a, factor_b, sum[j]);
            }
        }
        __syncthreads();
    }
    float* to = c + (size_t)(first_row + 16 * warp) * n + first_col;
    for (unsigned j = 0; j < 4; ++j) store_matrix_sync(to + 16 * j, sum[j], n, mem_row_major);
}
