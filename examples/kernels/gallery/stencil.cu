// A five-point stencil with a halo: to = north + south + west + east - 4 * centre, and zero outside the grid. A block of 16 x 16
// threads computes 16 x 16 points.
//
// In front of this text is that of one annotated tile, `Tile`: 18 x 18 floats, the block's points with a border of one. A warp is
// two rows of threads, so all its accesses are windows of 2 x 16, at any position.

__device__ __forceinline__ float point(const float* from, unsigned columns, unsigned rows, unsigned x, unsigned y) {
    return x < columns && y < rows ? from[(size_t)y * columns + x] : 0.0f;  // x = -1 is a large number
}

extern "C" __global__ void __launch_bounds__(256)
stencil(const float* from, float* to, unsigned columns, unsigned rows) {
    __shared__ Tile tile;
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const unsigned x = 16 * blockIdx.x + tx, y = 16 * blockIdx.y + ty;
    tile(ty, tx) = point(from, columns, rows, x - 1, y - 1);                              // window: the upper left
    if (tx < 2) tile(ty, tx + 16) = point(from, columns, rows, x + 15, y - 1);            // window: two columns
    if (ty < 2) tile(ty + 16, tx) = point(from, columns, rows, x - 1, y + 15);            // window: two rows
    if (tx < 2 && ty < 2) tile(ty + 16, tx + 16) = point(from, columns, rows, x + 15, y + 15);  // window: the corner
    __syncthreads();
    const float north = tile(ty, tx + 1), south = tile(ty + 2, tx + 1);  // window: one row up, one down
    const float west = tile(ty + 1, tx), east = tile(ty + 1, tx + 2);    // window: one column left, one right
    const float centre = tile(ty + 1, tx + 1);                           // window: the middle
    if (x < columns && y < rows) to[(size_t)y * columns + x] = north + south + west + east - 4.0f * centre;
}
