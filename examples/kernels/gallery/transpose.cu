// The transpose of a matrix: to[x][y] = from[y][x]. A block of 32 x 8 threads moves a tile of 32 x 32, four rows a thread.
//
// In front of this text is that of one annotated tile, `Tile`: 32 x 32 floats behind `tile(row, col)`. A comment that begins with
// the name of an access, `row:`, says which of the tile's accesses a line makes.

extern "C" __global__ void __launch_bounds__(256)
transpose(const float* from, float* to, unsigned columns, unsigned rows) {
    __shared__ Tile tile;
    const unsigned x = 32 * blockIdx.x, y = 32 * blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    for (unsigned i = ty; i < 32; i += 8) {
        tile(i, tx) = from[(size_t)(y + i) * columns + x + tx];  // row: coalesced in global memory as well
    }
    __syncthreads();
    for (unsigned i = ty; i < 32; i += 8) {
        to[(size_t)(x + i) * rows + y + tx] = tile(tx, i);  // col: so that the store to global memory is coalesced
    }
}
