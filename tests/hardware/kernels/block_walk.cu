// The block scan alone, by threads that walk: dst[y][x] = sum of src[i][j]^2 over i <= y and j <= x within one tile.
//
// The same sums through the same accesses as block_scan.cu makes, and no shuffle: a thread walks along a row, then down a
// column, so that next to nothing but the tile's accesses and global memory is left to take time.
//
// In front of this text stand `BlockTile`, the text of one annotated Rust tile, which says how large a tile is and of what;
// `Out`, the type of a sum in global memory; and `BLOCK_SCAN`, the name of the kernel. Nothing below knows how the tile is
// laid out.
//
// Sizes are in pixels: nx columns, ny rows, any of them, also no multiple of the tile's.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef BlockTile::Elem Sum;

enum : u32 {
    LANES = 32,
    SIDE = BlockTile::ROWS,
    THREADS = SIDE
};
static_assert(SIDE == BlockTile::COLS && SIDE % LANES == 0, "a thread a row and a column, no lane idle");

extern "C" __global__ void __launch_bounds__(THREADS)
BLOCK_SCAN(const u8* __restrict__ src, Out* __restrict__ dst, u32 nx, u32 ny) {
    __shared__ BlockTile tile;
    const u32 line = threadIdx.x;
    const u32 x = blockIdx.x * SIDE + line;
    // A grid has more blocks along y and z together than along y.
    const u32 top = (blockIdx.z * gridDim.y + blockIdx.y) * SIDE;

    // Squares: `row` access. Pixels outside the image are zeros.
#pragma unroll 8
    for (u32 row = 0; row < SIDE; ++row) {
        const u32 y = top + row;
        const u32 pixel = x < nx && y < ny ? src[(u64)y * nx + x] : 0;
        tile(row, line) = pixel * pixel;
    }
    __syncthreads();

    // Along row `line`: `col` access, since the lanes are below one another. Not unrolled: of the dense tile's columns, and
    // of no other's, the compiler would make vectors, and the layouts would no longer do the same.
    Sum sum = 0;
#pragma unroll 1
    for (u32 col = 0; col < SIDE; ++col) {
        sum += tile(line, col);
        tile(line, col) = sum;
    }
    __syncthreads();

    // Down column `line`, and out: `row` access.
    sum = 0;
#pragma unroll 8
    for (u32 row = 0; row < SIDE; ++row) {
        const u32 y = top + row;
        sum += tile(row, line);
        if (x < nx && y < ny) dst[(u64)y * nx + x] = (Out)sum;
    }
}
