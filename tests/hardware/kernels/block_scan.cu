// The block scan alone: dst[y][x] = sum of src[i][j]^2 over i <= y and j <= x within one tile, in three ways.
//
// The text in front of this one defines:
//   BlockTile    one annotated Rust tile, which says how large a tile is and of what
//   Out          the type of a sum in global memory
//   METHOD       `Shuffles`, `EightLines` or `Walk`
//   BLOCK_SCAN   the name of the kernel
// Nothing below knows how the tile is laid out.
//
// Sizes are in pixels: nx columns and ny rows, any number of them; a tile may reach over the picture's edges.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

enum : u32 { LANES = 32 };

// Column and row of the picture where the tile of this block starts. A grid has more blocks along y and z together than
// along y.
__device__ __forceinline__ u32 tile_left() { return blockIdx.x * BlockTile::COLS; }
__device__ __forceinline__ u32 tile_top() { return (blockIdx.z * gridDim.y + blockIdx.y) * BlockTile::ROWS; }

// The picture and its sums in global memory.
struct Picture {
    const u8* __restrict__ src;
    Out* __restrict__ dst;
    u32 nx, ny;

    // The square of a pixel, 0 outside the picture.
    __device__ __forceinline__ u32 square(u32 x, u32 y) const {
        const u32 pixel = x < nx && y < ny ? src[(u64)y * nx + x] : 0;
        return pixel * pixel;
    }

    template <class Sum>
    __device__ __forceinline__ void write(u32 x, u32 y, Sum sum) const {
        if (x < nx && y < ny) dst[(u64)y * nx + x] = (Out)sum;
    }
};

// By warp scans, a thread a pixel as far as a block has threads.
template <class Tile>
struct Shuffles {
    typedef typename Tile::Elem Sum;

    enum : u32 {
        ROWS = Tile::ROWS,
        COLS = Tile::COLS,
        THREADS = ROWS * COLS < 1024 ? ROWS * COLS : 1024,
        WARPS = THREADS / LANES,
        // Blocks of a multiprocessor, which holds 2048 threads: the registers must suffice for all of them.
        BLOCKS = 2048 / THREADS,
        // Warp-wide accesses to the whole tile, and to a row or a column that is longer than a warp.
        REQUESTS = ROWS * COLS / LANES,
        ROW_PARTS = COLS > LANES ? COLS / LANES : 1,
        COL_PARTS = ROWS > LANES ? ROWS / LANES : 1
    };
    static_assert((ROWS & (ROWS - 1)) == 0 && (COLS & (COLS - 1)) == 0, "rows and columns are powers of two");
    static_assert(REQUESTS % (ROW_PARTS * WARPS) == 0 && REQUESTS % (COL_PARTS * WARPS) == 0,
                  "every warp has as much to do");

    // Inclusive sums over the lanes of a warp, which hold whole lines of LENGTH elements or a part of one.
    template <u32 LENGTH>
    static __device__ __forceinline__ Sum warp_scan(Sum sum, u32 lane) {
        constexpr u32 WIDTH = LENGTH < LANES ? LENGTH : LANES;
#pragma unroll
        for (u32 distance = 1; distance < WIDTH; distance *= 2) {
            const Sum before = __shfl_up_sync(0xffffffffu, sum, distance, WIDTH);
            if (lane % WIDTH >= distance) sum += before;
        }
        return sum;
    }

    static __device__ __forceinline__ void scan(Tile& tile, const Picture& picture) {
        const u32 lane = threadIdx.x % LANES;
        const u32 warp = threadIdx.x / LANES;
        const u32 left = tile_left();
        const u32 top = tile_top();

        // Along the rows: `row` access. Threads of pixels outside the picture take part in every shuffle.
#pragma unroll
        for (u32 round = 0; round < REQUESTS / (ROW_PARTS * WARPS); ++round) {
            Sum carry = 0;
#pragma unroll
            for (u32 part = 0; part < ROW_PARTS; ++part) {
                const u32 at = ((round * WARPS + warp) * ROW_PARTS + part) * LANES + lane;
                const u32 row = at / COLS;
                const u32 col = at % COLS;
                const Sum sum = warp_scan<COLS>(picture.square(left + col, top + row), lane) + carry;
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
            picture.write(x, y, tile(row, col));
        }
    }
};

// By the same scans and accesses, for a tile of 32 x 32 with an eighth of the threads: a warp asks for eight rows, then for eight
// columns, before it scans the first, and four warps in place of 32 meet at a barrier.
template <class Tile>
struct EightLines {
    typedef typename Tile::Elem Sum;

    enum : u32 { SIDE = LANES, LINES = 8, THREADS = SIDE * SIDE / LINES, BLOCKS = 2048 / THREADS };
    static_assert(Tile::ROWS == SIDE && Tile::COLS == SIDE, "a line a warp");

    static __device__ __forceinline__ void scan(Tile& tile, const Picture& picture) {
        const u32 lane = threadIdx.x % LANES;
        const u32 first = threadIdx.x / LANES * LINES;
        const u32 x = tile_left() + lane;
        const u32 top = tile_top();
        Sum sums[LINES];

        // Along the rows: `row` access.
#pragma unroll
        for (u32 k = 0; k < LINES; ++k) sums[k] = picture.square(x, top + first + k);
#pragma unroll
        for (u32 k = 0; k < LINES; ++k) tile(first + k, lane) = Shuffles<Tile>::template warp_scan<SIDE>(sums[k], lane);
        __syncthreads();

        // Down the columns: `col` access.
#pragma unroll
        for (u32 k = 0; k < LINES; ++k) sums[k] = tile(lane, first + k);
#pragma unroll
        for (u32 k = 0; k < LINES; ++k) tile(lane, first + k) = Shuffles<Tile>::template warp_scan<SIDE>(sums[k], lane);
        __syncthreads();

        // Out: `row` access.
#pragma unroll
        for (u32 k = 0; k < LINES; ++k) picture.write(x, top + first + k, tile(first + k, lane));
    }
};

// By threads that walk along a row, then down a column: the same accesses and no shuffle, so that next to nothing but the
// tile's accesses and global memory is left to take time.
template <class Tile>
struct Walk {
    typedef typename Tile::Elem Sum;

    enum : u32 { SIDE = Tile::ROWS, THREADS = SIDE, BLOCKS = 0 };
    static_assert(SIDE == Tile::COLS && SIDE % LANES == 0, "a thread a row and a column, no lane idle");

    static __device__ __forceinline__ void scan(Tile& tile, const Picture& picture) {
        const u32 line = threadIdx.x;
        const u32 x = tile_left() + line;
        const u32 top = tile_top();

        // Squares: `row` access.
#pragma unroll 8
        for (u32 row = 0; row < SIDE; ++row) tile(row, line) = picture.square(x, top + row);
        __syncthreads();

        // Along row `line`: `col` access, since the lanes are below one another. Not unrolled: of the dense tile's columns,
        // and of no other's, the compiler would make vectors, and the layouts would no longer do the same.
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
            picture.write(x, y, sum);
        }
    }
};

typedef METHOD<BlockTile> Method;

extern "C" __global__ void __launch_bounds__(Method::THREADS, Method::BLOCKS)
BLOCK_SCAN(const u8* __restrict__ src, Out* __restrict__ dst, u32 nx, u32 ny) {
    __shared__ BlockTile tile;
    Method::scan(tile, Picture{src, dst, nx, ny});
}
