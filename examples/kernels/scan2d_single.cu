// The 2D scan in one pass: every pixel is read once, every sum written once.
//   dst[y][x] = sum of src[i][j]^power over i <= y and j <= x, for one power or for two
//
// In front of this text are `PixelTile` and `ColumnSums`, the texts of two annotated Rust tiles: the pixels of a tile as they
// came, and the sums of its columns over the rows of each warp. And `Pixel`, the type of the source; `LOAD_BYTES`, what a lane loads at
// once, 8 or 16; `POWER_0` and `POWER_1`, the power of each channel, 1 or 2; `BLOCKS`, what a multiprocessor holds; `EVICT_FIRST` and
// `PREFETCH`, 0 or 1; `SINGLE_PASS`, the name of the kernel; and `scan2d_published.cuh`, `scan2d_picture.cuh`, `scan2d_carries.cuh` and
// `scan2d_read.cuh`.
//
// The rows of a tile go in equal parts to the warps, which read and write their own only. Pitches are in elements; src and the
// destinations may start at any element.

enum : u32 {
    SPAN = 2 * LANES,          // columns that a warp writes at once: 16 bytes a lane
    SPANS = COLS / SPAN,
    SUMS = 16 / sizeof(Local)  // column sums that a lane stores at once
};
static_assert(COLS % SPAN == 0, "whole spans");
static_assert(sizeof(Pixel) > 1 || (u64)ROWS * COLS * 255 * 255 < 1ull << 32, "the sums within a tile of bytes have 32 bits");
static_assert(PixelTile::ROWS == ROWS && PixelTile::COLS == COLS, "the tile");
static_assert(ColumnSums::ROWS == WARPS && ColumnSums::COLS == COLS, "the sums of its columns");

// Two neighbouring pixels.
struct __align__(2 * sizeof(Pixel)) TwoPixels {
    Pixel x, y;
};
// As many column sums as fit in 16 bytes, and two of them.
struct __align__(16) SomeSums {
    Local sum[SUMS];
};
struct __align__(2 * sizeof(Local)) TwoSums {
    Local x, y;
};

// Two sums a lane, of neighbouring columns, side by side in a row: by 16 bytes a lane wherever the row starts. `columns` of them
// are in the picture.
struct __align__(16) TwoOut {
    Sum x, y;
};
__device__ __forceinline__ void stream(Sum* at, Sum first, Sum second) {
    __stcs(reinterpret_cast<ulonglong2*>(at), make_ulonglong2(bits_of(first), bits_of(second)));
}
__device__ __forceinline__ void write_span(Sum* row, Sum first, Sum second, u32 columns, u32 lane) {
    const u32 x = 2 * lane;
    if ((u64)row % 16 == 0) {
        if (x + 1 < columns) {
            stream(row + x, first, second);
        } else if (x < columns) {
            __stcs(row + x, first);
        }
    } else {
        // The second sum and the next lane's first one are aligned.
        const Sum third = __shfl_down_sync(EVERY_LANE, first, 1);
        if (lane < LANES - 1 && x + 2 < columns) {
            stream(row + x + 1, second, third);
        } else if (x + 1 < columns) {
            __stcs(row + x + 1, second);
        }
        if (lane == 0 && columns > 0) __stcs(row, first);
    }
}

// The sums of the rows of a warp: down the columns, then along each row.
__device__ __forceinline__ void write_rows(PixelTile& pixels, ColumnSums& above, const Bases& bases, u32 channel, Sum* to, u64 pitch,
                                           u32 rows, u32 columns, u32 warp, u32 lane) {
    TwoSums down[SPANS];
    Sum first_base[SPANS];
    Sum second_base[SPANS];
#pragma unroll
    for (u32 s = 0; s < SPANS; ++s) {
        const u32 at = s * SPAN + 2 * lane;
        down[s] = above.vec<TwoSums>(warp, at);
        const TwoOut base = *reinterpret_cast<const TwoOut*>(bases.column + at);
        first_base[s] = base.x + bases.corner;
        second_base[s] = base.y + bases.corner;
    }
#pragma unroll 1
    for (u32 row = 0; row < rows; ++row) {
        const u32 slot = warp * WARP_ROWS + row;
        Local along[SPANS];
#pragma unroll
        for (u32 s = 0; s < SPANS; ++s) {
            const TwoPixels two = pixels.vec<TwoPixels>(slot, s * SPAN + 2 * lane);
            down[s].x += powered(channel, number(two.x));
            down[s].y += powered(channel, number(two.y));
            along[s] = down[s].x + down[s].y;
        }
#pragma unroll
        for (u32 distance = 1; distance < LANES; distance *= 2) {
#pragma unroll
            for (u32 s = 0; s < SPANS; ++s) {
                const Local before = __shfl_up_sync(EVERY_LANE, along[s], distance);
                if (lane >= distance) along[s] += before;
            }
        }
        const Sum base = bases.row[slot];
        Local so_far = 0;
#pragma unroll
        for (u32 s = 0; s < SPANS; ++s) {
            const Local through = along[s] + so_far;
            Local without = through - down[s].y;
            if (sizeof(Pixel) == 4) {
                // A difference of infinities would not be a number.
                const Local before = __shfl_up_sync(EVERY_LANE, along[s], 1);
                without = (lane > 0 ? before : Local(0)) + so_far + down[s].x;
            }
            if (s + 1 < SPANS) so_far = __shfl_sync(EVERY_LANE, through, LANES - 1);
            const Sum first = base + first_base[s] + without;
            const Sum second = base + second_base[s] + through;
            if (s * SPAN < columns) write_span(to + s * SPAN, first, second, columns - s * SPAN, lane);
        }
        to += pitch;
    }
}

// What a block has in shared memory: more than a kernel may declare where the tile is large.
struct Shared {
    PixelTile pixels;
    ColumnSums above[CHANNELS];
    Bases bases[CHANNELS];
    u64 counted;
};
static_assert(sizeof(Shared) <= SHARED_BYTES, "the launch's dynamic shared memory");

// Has a tile's pixels brought into L2 while the counter is asked: that of the block's own number. Blocks start in about the order of
// their numbers, so it is the tile that this block or one beside it draws.
__device__ __forceinline__ void prefetch_tile(const Pixel* src, u64 pitch, u32 width, u32 height, u32 across) {
    enum : u32 { BYTES = 128, LINES = (COLS * sizeof(Pixel) + BYTES - 1) / BYTES };
    const u32 left = blockIdx.x % across * COLS;
    const u32 top = blockIdx.x / across * ROWS;
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
SINGLE_PASS(const Pixel* src, u64 src_pitch, Sum* dst_0, u64 dst_0_pitch, Sum* dst_1, u64 dst_1_pitch, u32 width, u32 height,
            u32 across, u32 tiles, u64* work) {
    extern __shared__ __align__(16) unsigned char dynamic[];
    Shared& shared = *reinterpret_cast<Shared*>(dynamic);
    PixelTile& pixels = shared.pixels;
    ColumnSums(&above)[CHANNELS] = shared.above;
    Bases(&bases)[CHANNELS] = shared.bases;
    const u32 lane = threadIdx.x % LANES;
    const u32 warp = threadIdx.x / LANES;

    if (PREFETCH) prefetch_tile(src, src_pitch, width, height, across);
    Spot spot(work, tiles, across);
    const u64 counted = count_block(work);
    if (FLAT) {
        spot.take(blockIdx.x);
    } else {
        spot.take(share_count(spot, counted, &shared.counted));
        prefetch_words(spot);
    }
    const u32 left = spot.tile_x * COLS;
    const u32 top = spot.tile_y * ROWS;
    const u32 tall = height - top < ROWS ? height - top : ROWS;
    const u32 columns = width - left < COLS ? width - left : COLS;
    const u32 warp_rows = (tall + WARPS - 1) / WARPS;
    const u32 first_row = warp * warp_rows;
    const u32 rows = first_row >= tall ? 0 : tall - first_row < warp_rows ? tall - first_row : warp_rows;

    // In: the pixels, the sums of rows and columns.
    const Pixel* const corner = src + top * src_pitch + left;
    const Pixel* const from = corner + first_row * src_pitch;
    Local column[CHANNELS][LOAD] = {};
    Local row_sum[CHANNELS] = {};
    const u64 start = (u64)corner / LOAD_BYTES * LOAD_BYTES;
    const u64 end = ((u64)(corner + (tall - 1) * src_pitch + columns) + LOAD_BYTES - 1) / LOAD_BYTES * LOAD_BYTES;
    if (start < (u64)src || end > (u64)(src + (height - 1) * src_pitch + width)) {
        read_rows<SINGLE>(pixels, from, src_pitch, rows, columns, warp, lane, column, row_sum);
    } else if (((u64)src | src_pitch * sizeof(Pixel)) % LOAD_BYTES == 0) {
        read_rows<WHOLE>(pixels, from, src_pitch, rows, columns, warp, lane, column, row_sum);
    } else {
        read_rows<SHIFTED>(pixels, from, src_pitch, rows, columns, warp, lane, column, row_sum);
    }
#pragma unroll
    for (u32 c = 0; c < CHANNELS; ++c) {
        if (lane >= WARP_ROWS) row_sum[c] = 0;
        if (FLAT) {
            note_rows(bases[c], row_sum[c]);
        } else {
            publish_rows(spot, c, row_sum[c]);
        }
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
    if (FLAT) {
        share_count(spot, counted, &shared.counted);
#pragma unroll
        for (u32 c = 0; c < CHANNELS; ++c) publish_rows(spot, c, row_sum[c]);
    } else {
        __syncthreads();
    }

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
        publish_columns(spot, bases[c], c, column_sum[c]);
    }
#pragma unroll
    for (u32 c = 0; c < CHANNELS; ++c) {
        if (FLAT) {
            carry_flat(spot, Picture{src, src_pitch, width, height, warp_rows}, bases[c], c);
        } else {
            carry_back(spot, bases[c], c, row_sum[c], column_sum[c]);
        }
    }

    // Out, row by row.
#pragma unroll
    for (u32 c = 0; c < CHANNELS; ++c) {
        const u64 pitch = c == 0 ? dst_0_pitch : dst_1_pitch;
        Sum* const to = (c == 0 ? dst_0 : dst_1) + (top + first_row) * pitch + left;
        write_rows(pixels, above[c], bases[c], c, to, pitch, rows, columns, warp, lane);
    }
}
