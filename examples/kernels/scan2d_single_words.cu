// The 2D scan in one pass, with the sums of a tile in shared memory: along its rows, then down its columns.
//   dst[y][x] = sum of src[i][j]^power over i <= y and j <= x
//
// `scan2d_single.cu` is faster, since its tile stays bytes and is not walked down its columns. This one shows what a bank conflict
// costs where there is little else to wait for: its column walk conflicts 32 ways where the tile is dense.
//
// In front of this text are `SumTile`, the text of one annotated Rust tile of u32, which may be laid out in any way; and all
// that is in front of `scan2d_single.cu`. The arguments are the same.

enum : u32 { ROW_PARTS = COLS / LANES, COLUMN_PARTS = ROWS / LANES, WARP_COLUMNS = COLS / WARPS };
static_assert(COLS == 4 * LANES && ROWS % LANES == 0 && COLS % WARPS == 0, "four pixels a lane, and whole warps down a column");
static_assert((u64)ROWS * COLS * 255 * 255 < 1ull << 32, "the sums within a tile have 32 bits");
static_assert(SumTile::ROWS == ROWS && SumTile::COLS == COLS, "the tile");

// Inclusive sum over the lanes of a warp.
__device__ __forceinline__ u32 scan_lanes(u32 sum, u32 lane) {
#pragma unroll
    for (u32 distance = 1; distance < LANES; distance *= 2) {
        const u32 before = __shfl_up_sync(EVERY_LANE, sum, distance);
        if (lane >= distance) sum += before;
    }
    return sum;
}

// The pixels `from` points to, the first `count` of 4; zeros behind them.
__device__ __forceinline__ u32 four_pixels(const u8* from, u32 count) {
    if (count == 4 && (u64)from % 4 == 0) return __ldg(reinterpret_cast<const u32*>(from));
    u32 four = 0;
#pragma unroll
    for (u32 k = 0; k < 4; ++k) {
        if (k < count) four |= (u32)__ldg(from + k) << (8 * k);
    }
    return four;
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
SINGLE_PASS(const u8* first, u64 src_pitch, u64 src_step, u64* dst, u64 dst_pitch, u64 dst_step, u64*, u64, u64, u32 width, u32 height,
            u32 across, u32 tiles, u64* work) {
    __shared__ SumTile tile;
    __shared__ Bases bases;
    __shared__ u64 counted;
    const u32 lane = threadIdx.x % LANES;
    const u32 warp = threadIdx.x / LANES;

    Spot spot(work, tiles, across);
    spot.take(share_count(spot, count_block(work), &counted));
    prefetch_words(spot);
    const u32 left = spot.tile_x * COLS;
    const u32 top = spot.tile_y * ROWS;
    const u32 tall = height - top < ROWS ? height - top : ROWS;
    const u32 columns = width - left < COLS ? width - left : COLS;

    // Along the rows: `row` access. A lane reads four pixels of a row, and sums up every 32nd.
    const u32 x = 4 * lane;
    const u32 count = x >= columns ? 0 : columns - x < 4 ? columns - x : 4;
    const u8* const from = first + spot.picture * src_step + top * src_pitch + left + x;
    u32 four[WARP_ROWS];
#pragma unroll
    for (u32 k = 0; k < WARP_ROWS; ++k) {
        const u32 row = warp * WARP_ROWS + k;
        four[k] = four_pixels(from + row * src_pitch, row < tall ? count : 0);
    }
    u32 row_sum = 0;
#pragma unroll
    for (u32 k = 0; k < WARP_ROWS; ++k) {
        const u32 row = warp * WARP_ROWS + k;
        u32 so_far = 0;
#pragma unroll
        for (u32 part = 0; part < ROW_PARTS; ++part) {
            const u32 theirs = __shfl_sync(EVERY_LANE, four[k], part * 8 + lane / 4);
            const u32 sum = scan_lanes(powered(0, theirs >> (8 * (lane % 4)) & 0xff), lane) + so_far;
            so_far = __shfl_sync(EVERY_LANE, sum, LANES - 1);
            tile(row, part * LANES + lane) = sum;
        }
        if (lane == k) row_sum = so_far;
    }
    publish_rows(spot, 0, row_sum);
    __syncthreads();

    // Down the columns: `col` access.
#pragma unroll
    for (u32 k = 0; k < WARP_COLUMNS; ++k) {
        const u32 column = warp * WARP_COLUMNS + k;
        u32 so_far = 0;
#pragma unroll
        for (u32 part = 0; part < COLUMN_PARTS; ++part) {
            const u32 sum = scan_lanes(tile(part * LANES + lane, column), lane) + so_far;
            so_far = __shfl_sync(EVERY_LANE, sum, LANES - 1);
            tile(part * LANES + lane, column) = sum;
        }
    }
    __syncthreads();

    // The last row has the sums of all columns up to each.
    u32 column_sum = 0;
    if (threadIdx.x < COLS) {
        column_sum = tile(ROWS - 1, threadIdx.x) - (threadIdx.x > 0 ? tile(ROWS - 1, threadIdx.x - 1) : 0);
    }
    publish_columns(spot, bases, 0, column_sum);
    carry_back(spot, Picture{first + spot.picture * src_step, src_pitch, width, height, WARP_ROWS}, bases, 0, row_sum, column_sum);

    // Out: `row` access.
    u64 base[ROW_PARTS];
#pragma unroll
    for (u32 part = 0; part < ROW_PARTS; ++part) base[part] = bases.column[part * LANES + lane] + bases.corner;
    for (u32 k = 0; k < WARP_ROWS; ++k) {
        const u32 row = warp * WARP_ROWS + k;
        if (row >= tall) break;
        u64* const to = dst + spot.picture * dst_step + (top + row) * dst_pitch + left;
#pragma unroll
        for (u32 part = 0; part < ROW_PARTS; ++part) {
            const u32 col = part * LANES + lane;
            const u64 sum = bases.row[row] + base[part] + tile(row, col);
            if (col < columns) __stcs(to + col, sum);
        }
    }
}
