// The block scan alone, by warp scans: dst[y][x] = sum of src[i][j]^2 over i <= y and j <= x within one tile.
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
    ROWS = BlockTile::ROWS,
    COLS = BlockTile::COLS,
    // A thread a pixel, as far as a block has threads.
    THREADS = ROWS * COLS < 1024 ? ROWS * COLS : 1024,
    WARPS = THREADS / LANES,
    // What a multiprocessor holds: the registers must suffice for all of them.
    RESIDENT_THREADS = 2048,
    // Warp-wide accesses to the whole tile, and to a row or a column that is longer than a warp.
    REQUESTS = ROWS * COLS / LANES,
    ROW_PARTS = COLS > LANES ? COLS / LANES : 1,
    COL_PARTS = ROWS > LANES ? ROWS / LANES : 1
};
static_assert((ROWS & (ROWS - 1)) == 0 && (COLS & (COLS - 1)) == 0, "rows and columns are powers of two");
static_assert(REQUESTS % (ROW_PARTS * WARPS) == 0 && REQUESTS % (COL_PARTS * WARPS) == 0, "every warp has as much to do");

// Inclusive sums over the lanes of a warp, which hold whole lines of LENGTH elements or a part of one.
template <u32 LENGTH>
__device__ __forceinline__ Sum warp_scan(Sum sum, u32 lane) {
    constexpr u32 WIDTH = LENGTH < LANES ? LENGTH : LANES;
#pragma unroll
    for (u32 distance = 1; distance < WIDTH; distance *= 2) {
        const Sum before = __shfl_up_sync(0xffffffffu, sum, distance, WIDTH);
        if (lane % WIDTH >= distance) sum += before;
    }
    return sum;
}

extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT_THREADS / THREADS)
BLOCK_SCAN(const u8* __restrict__ src, Out* __restrict__ dst, u32 nx, u32 ny) {
    __shared__ BlockTile tile;
    const u32 lane = threadIdx.x % LANES;
    const u32 warp = threadIdx.x / LANES;
    const u32 left = blockIdx.x * COLS;
    // A grid has more blocks along y and z together than along y.
    const u32 top = (blockIdx.z * gridDim.y + blockIdx.y) * ROWS;

    // Along the rows: `row` access. Pixels outside the image are zeros: their threads take part in every shuffle.
#pragma unroll
    for (u32 round = 0; round < REQUESTS / (ROW_PARTS * WARPS); ++round) {
        Sum carry = 0;
#pragma unroll
        for (u32 part = 0; part < ROW_PARTS; ++part) {
            const u32 at = ((round * WARPS + warp) * ROW_PARTS + part) * LANES + lane;
            const u32 row = at / COLS;
            const u32 col = at % COLS;
            const u32 x = left + col;
            const u32 y = top + row;
            const u32 pixel = x < nx && y < ny ? src[(u64)y * nx + x] : 0;
            const Sum sum = warp_scan<COLS>(pixel * pixel, lane) + carry;
            if (part + 1 < ROW_PARTS) carry = __shfl_sync(0xffffffffu, sum, LANES - 1);
            tile(row, col) = sum;
        }
    }
    __syncthreads();

    // Down the columns: `col` access. Each element is its own thread's, before and after.
#pragma unroll
    for (u32 round = 0; round < REQUESTS / (COL_PARTS * WARPS); ++round) {
        Sum carry = 0;
#pragma unroll
        for (u32 part = 0; part < COL_PARTS; ++part) {
            const u32 at = ((round * WARPS + warp) * COL_PARTS + part) * LANES + lane;
            const u32 row = at % ROWS;
            const u32 col = at / ROWS;
            const Sum sum = warp_scan<ROWS>(tile(row, col), lane) + carry;
            if (part + 1 < COL_PARTS) carry = __shfl_sync(0xffffffffu, sum, LANES - 1);
            tile(row, col) = sum;
        }
    }
    __syncthreads();

    // Out: `row` access.
#pragma unroll
    for (u32 round = 0; round < REQUESTS / WARPS; ++round) {
        const u32 at = (round * WARPS + warp) * LANES + lane;
        const u32 row = at / COLS;
        const u32 col = at % COLS;
        const u32 x = left + col;
        const u32 y = top + row;
        const Sum sum = tile(row, col);
        if (x < nx && y < ny) dst[(u64)y * nx + x] = (Out)sum;
    }
}
