// The 2D scan in one pass: every pixel is read once, every sum written once.
//   dst[y][x] = sum of src[i][j]^power over i <= y and j <= x, for one power or for two
//
// In front of this text are `PixelTile`, `ColumnSums` and `ChunkSums`, the texts of three annotated Rust tiles: the pixels of a tile
// as they came, the sums of its columns over the rows of each warp, and with `CHUNKS` the sums before each chunk of a row. Then the
// constants, which `single_pass/source.rs` writes: `Pixel`, `LOAD_BYTES`, the bytes that a lane loads at once, 8 or 16; `POWER_0` and
// `POWER_1`, the power of each channel, 1 or 2; `BLOCKS`, the blocks of a multiprocessor; `ALONE`, 1 where a tile holds a picture;
// `EVICT_FIRST`, `PREFETCH`, 0 or 1; `AHEAD`, how many tiles later one is that a block prefetches, 0 for its own; and `SINGLE_PASS`, the
// name of the kernel. Last `scan2d_published.cuh`, `scan2d_picture.cuh`, `scan2d_carries.cuh`, `scan2d_read.cuh` and `scan2d_write.cuh`.
//
// The rows of a tile go in equal parts to the warps, which read and write their own only. Pitches are in elements; src and the
// destinations may start at any element.

enum : u32 { SUMS = 16 / sizeof(Local) };  // column sums that a lane stores at once
static_assert(sizeof(Pixel) > 1 || (u64)ROWS * COLS * 255 * 255 < 1ull << 32, "the sums within a tile of bytes have 32 bits");
static_assert(PixelTile::ROWS == ROWS && PixelTile::COLS == COLS, "the tile");
static_assert(!CHUNKS || (ChunkSums::ROWS == ROWS && ChunkSums::COLS == COLS / CHUNK), "its chunks");
static_assert(ColumnSums::ROWS == WARPS && ColumnSums::COLS == COLS, "the sums of its columns");

// Two neighbouring pixels.
struct __align__(2 * sizeof(Pixel)) TwoPixels {
    Pixel x, y;
};
// As many column sums as fit in 16 bytes.
struct __align__(16) SomeSums {
    Local sum[SUMS];
};

// Two sums, of neighbouring columns.
struct __align__(16) TwoOut {
    Sum x, y;
};

// Sums from the left edge of the tile, of two neighbouring columns in each span.
struct RowSums {
    Local first[SPANS], second[SPANS];
};

// From values of columns to sums of them.
__device__ __forceinline__ RowSums add_along(const TwoSums (&of)[SPANS], u32 lane) {
    RowSums sums;
    Local along[SPANS];
#pragma unroll
    for (u32 s = 0; s < SPANS; ++s) along[s] = of[s].x + of[s].y;
#pragma unroll
    for (u32 distance = 1; distance < LANES; distance *= 2) {
#pragma unroll
        for (u32 s = 0; s < SPANS; ++s) {
            const Local before = __shfl_up_sync(EVERY_LANE, along[s], distance);
            if (lane >= distance) along[s] += before;
        }
    }
    Local so_far = 0;
#pragma unroll
    for (u32 s = 0; s < SPANS; ++s) {
        sums.second[s] = along[s] + so_far;
        sums.first[s] = sums.second[s] - of[s].y;
        if (sizeof(Pixel) == 4) {
            // A difference of infinities would not be a number.
            const Local before = __shfl_up_sync(EVERY_LANE, along[s], 1);
            sums.first[s] = (lane > 0 ? before : Local(0)) + so_far + of[s].x;
        }
        if (s + 1 < SPANS) so_far = __shfl_sync(EVERY_LANE, sums.second[s], LANES - 1);
    }
    return sums;
}

// The sums of a row of the tile. Those before each chunk are there already, if there are chunks: a chunk belongs to two lanes.
__device__ __forceinline__ RowSums sums_of_row(PixelTile& pixels, ChunkSums& chunks, u32 channel, u32 slot, u32 lane) {
    TwoSums of[SPANS];
#pragma unroll
    for (u32 s = 0; s < SPANS; ++s) {
        const TwoPixels two = pixels.vec<TwoPixels>(slot, s * SPAN + 2 * lane);
        of[s].x = powered(channel, number(two.x));
        of[s].y = powered(channel, number(two.y));
    }
    if (!CHUNKS) return add_along(of, lane);
    RowSums sums;
#pragma unroll
    for (u32 s = 0; s < SPANS; ++s) {
        const Local left = __shfl_up_sync(EVERY_LANE, of[s].x + of[s].y, 1);
        sums.first[s] = chunks(slot, (s * SPAN + 2 * lane) / CHUNK) + (lane % 2 != 0 ? left : Local(0)) + of[s].x;
        sums.second[s] = sums.first[s] + of[s].y;
    }
    return sums;
}

// Writes the rows of a warp, each of which is that above it and its own sums.
__device__ __forceinline__ void write_rows(PixelTile& pixels, ChunkSums& chunks, ColumnSums& above, const Bases& bases, u32 channel,
                                           Sum* to, u64 pitch, u32 rows, u32 columns, u32 warp, u32 lane) {
    const u32 slot = warp * WARP_ROWS;
    Sum first[SPANS];
    Sum second[SPANS];
    {
        TwoSums of[SPANS];
#pragma unroll
        for (u32 s = 0; s < SPANS; ++s) of[s] = above.vec<TwoSums>(warp, s * SPAN + 2 * lane);
        const RowSums sums = add_along(of, lane);
        const Sum base = bases.corner + (slot > 0 ? bases.row[slot - 1] : Sum(0));
#pragma unroll
        for (u32 s = 0; s < SPANS; ++s) {
            const TwoOut column = *reinterpret_cast<const TwoOut*>(bases.column + s * SPAN + 2 * lane);
            first[s] = base + column.x + sums.first[s];
            second[s] = base + column.y + sums.second[s];
        }
    }
    to += 2 * lane;
#pragma unroll 1
    for (u32 row = 0; row < rows; ++row) {
        const RowSums sums = sums_of_row(pixels, chunks, channel, slot + row, lane);
        const Sum base = bases.left_of(slot + row);
#pragma unroll
        for (u32 s = 0; s < SPANS; ++s) {
            first[s] += base + sums.first[s];
            second[s] += base + sums.second[s];
        }
        if ((u64)to % sizeof(TwoOut) == 0) {
            write_pairs<0>(to, first, second, columns, lane);
        } else {
            write_shifted(to, first, second, columns, lane);
        }
        to += pitch;
    }
}

// What a block has in shared memory: more than a kernel may declare where the tile is large.
struct Shared {
    PixelTile pixels;
    ChunkSums chunks[CHANNELS];
    ColumnSums above[CHANNELS];
    Bases bases[CHANNELS];
    u64 counted;
};
static_assert(sizeof(Shared) <= SHARED_BYTES, "the launch's dynamic shared memory");

// Has the pixels of tile `number` of all pictures brought into L2, if there is one.
__device__ __forceinline__ void prefetch_tile(u32 number, const Pixel* src, u64 pitch, u64 step, u32 width, u32 height, u32 across, u32 tiles) {
    enum : u32 { BYTES = 128, LINES = (COLS * sizeof(Pixel) + BYTES - 1) / BYTES };
    if (number >= gridDim.x) return;
    const u32 left = number % tiles % across * COLS;
    const u32 top = number % tiles / across * ROWS;
    src += number / tiles * step;
#pragma unroll
    for (u32 k = threadIdx.x; k < ROWS * LINES; k += THREADS) {
        const u32 row = top + k / LINES;
        const u32 column = left + k % LINES * (BYTES / (u32)sizeof(Pixel));
        if (row < height && column < width) {
            asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(src + row * pitch + column)));
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
SINGLE_PASS(const Pixel* first, u64 src_pitch, u64 src_step, Sum* dst_0, u64 dst_0_pitch, u64 dst_0_step, Sum* dst_1, u64 dst_1_pitch,
            u64 dst_1_step, u32 width, u32 height, u32 across, u32 tiles, u64* work) {
    extern __shared__ __align__(16) unsigned char dynamic[];
    Shared& shared = *reinterpret_cast<Shared*>(dynamic);
    PixelTile& pixels = shared.pixels;
    ChunkSums(&chunks)[CHANNELS] = shared.chunks;
    ColumnSums(&above)[CHANNELS] = shared.above;
    Bases(&bases)[CHANNELS] = shared.bases;
    const u32 lane = threadIdx.x % LANES;
    const u32 warp = threadIdx.x / LANES;

    // While the counter is asked. Blocks start in about the order of their numbers, so it is the tile that this block or one beside it draws.
    if (PREFETCH && AHEAD == 0) prefetch_tile(blockIdx.x, first, src_pitch, src_step, width, height, across, tiles);
    Spot spot(work, tiles, across);
    const u64 counted = ALONE ? 0 : count_block(work);
    spot.take(TICKETS ? share_count(spot, counted, &shared.counted) : blockIdx.x);
    if (!FLAT && !ALONE) prefetch_words(spot);
    const u32 left = spot.tile_x * COLS;
    const u32 top = spot.tile_y * ROWS;
    const u32 tall = height - top < ROWS ? height - top : ROWS;
    const u32 columns = width - left < COLS ? width - left : COLS;
    const u32 warp_rows = (tall + WARPS - 1) / WARPS;
    const u32 first_row = warp * warp_rows;
    const u32 rows = first_row >= tall ? 0 : tall - first_row < warp_rows ? tall - first_row : warp_rows;

    // In: the pixels, the sums of rows and columns.
    const Pixel* const src = first + spot.picture * src_step;
    const Pixel* const corner = src + top * src_pitch + left;
    const Pixel* const from = corner + first_row * src_pitch;
    Local column[CHANNELS][LOAD] = {};
    Local row_sum[CHANNELS] = {};
    const u8* const begin = reinterpret_cast<const u8*>(first);
    const u8* const end = reinterpret_cast<const u8*>(first + (gridDim.x / tiles - 1) * src_step + (height - 1) * src_pitch + width);
    const u64 low = (u64)corner / LOAD_BYTES * LOAD_BYTES;
    const u64 high = ((u64)(corner + (tall - 1) * src_pitch + columns) + LOAD_BYTES - 1) / LOAD_BYTES * LOAD_BYTES;
    if (low < (u64)begin || high > (u64)end) {
        read_rows<EDGE>(pixels, chunks, from, src_pitch, rows, columns, warp, lane, column, row_sum, begin, end);
    } else if (((u64)src | src_pitch * sizeof(Pixel)) % LOAD_BYTES == 0) {
        read_rows<WHOLE>(pixels, chunks, from, src_pitch, rows, columns, warp, lane, column, row_sum, begin, end);
    } else {
        read_rows<SHIFTED>(pixels, chunks, from, src_pitch, rows, columns, warp, lane, column, row_sum, begin, end);
    }
#pragma unroll
    for (u32 c = 0; c < CHANNELS; ++c) {
        if (lane >= WARP_ROWS) row_sum[c] = 0;
        if (FLAT && !ALONE) note_rows(bases[c], row_sum[c]);
        if (TICKETS) publish_rows(spot, c, row_sum[c]);
#pragma unroll
        for (u32 distance = ROW_LANES; distance < LANES; distance *= 2) {
#pragma unroll
            for (u32 p = 0; p < LOAD; ++p) column[c][p] += __shfl_xor_sync(EVERY_LANE, column[c][p], distance);
        }
        if (lane < ROW_LANES) {
#pragma unroll
            for (u32 p = 0; p < LOAD; p += SUMS) {
                SomeSums some;
#pragma unroll
                for (u32 k = 0; k < SUMS; ++k) some.sum[k] = column[c][p + k];
                above[c].vec<SomeSums>(warp, lane * LOAD + p) = some;
            }
        }
    }
    if (TICKETS || ALONE) {
        __syncthreads();
    } else {
        share_count(spot, counted, &shared.counted);
#pragma unroll
        for (u32 c = 0; c < CHANNELS; ++c) publish_rows(spot, c, row_sum[c]);
    }

    // While others are waited for. It is the tile of a block that starts when this one has ended.
    if (PREFETCH && AHEAD > 0) prefetch_tile(blockIdx.x + AHEAD, first, src_pitch, src_step, width, height, across, tiles);

    // Columns: from sums over the rows of a warp to sums over all rows above them.
    Local column_sum[CHANNELS] = {};
#pragma unroll
    for (u32 c = 0; c < CHANNELS; ++c) {
        if (threadIdx.x < COLS) {
#pragma unroll
            for (u32 w = 0; w < WARPS; ++w) {
                const Local sum = above[c](w, threadIdx.x);
                above[c](w, threadIdx.x) = column_sum[c];
                column_sum[c] += sum;
            }
        }
        if (!ALONE) publish_columns(spot, bases[c], c, column_sum[c]);
    }
    const Picture picture{src, src_pitch, width, height, warp_rows};
#pragma unroll
    for (u32 c = 0; c < CHANNELS; ++c) {
        if (ALONE) {
            carry_nothing(bases[c]);
        } else if (FLAT) {
            carry_flat(spot, picture, bases[c], c);
        } else {
            carry_back(spot, picture, bases[c], c, row_sum[c], column_sum[c]);
        }
    }

    // Out, row by row.
#pragma unroll
    for (u32 c = 0; c < CHANNELS; ++c) {
        const u64 pitch = c == 0 ? dst_0_pitch : dst_1_pitch;
        Sum* const to = (c == 0 ? dst_0 + spot.picture * dst_0_step : dst_1 + spot.picture * dst_1_step) + (top + first_row) * pitch + left;
        write_rows(pixels, chunks[c], above[c], bases[c], c, to, pitch, rows, columns, warp, lane);
    }
}
