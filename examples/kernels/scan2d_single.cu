// The 2D scan in one pass: every pixel is read once, every sum written once.
//   dst[y][x] = sum of src[i][j]^POWER over i <= y and j <= x
//
// In front of this text are `PixelTile` and `ColumnSums`, the texts of two annotated Rust tiles: the pixels of a tile as they
// came, and the sums of its columns over the rows of each warp. And `scan2d_carries.cuh`; `BLOCKS`, what a multiprocessor holds;
// `POWER`, 1 or 2; `EVICT_FIRST`, 0 or 1; and `SINGLE_PASS`, the name of the kernel.
//
// The rows of a tile go in equal parts to the warps, which read and write their own only. Pitches are in elements; src and dst
// may start at any element.

enum : u32 {
    LOAD = 8,                          // pixels a lane loads at once
    ROW_LANES = COLS / LOAD,           // lanes on a row
    ROWS_AT_ONCE = LANES / ROW_LANES,  // rows of a request
    REQUESTS = WARP_ROWS / ROWS_AT_ONCE,
    SPAN = 2 * LANES,                  // columns that a warp writes at once: 16 bytes a lane
    SPANS = COLS / SPAN
};
static_assert(COLS % SPAN == 0 && LANES % ROW_LANES == 0 && WARP_ROWS % ROWS_AT_ONCE == 0, "requests of whole rows");
static_assert((u64)ROWS * COLS * 255 * 255 < 1ull << 32, "the sums within a tile have 32 bits");
static_assert(PixelTile::ROWS == ROWS && PixelTile::COLS == COLS, "the tile");
static_assert(ColumnSums::ROWS == WARPS && ColumnSums::COLS == COLS, "the sums of its columns");

__device__ __forceinline__ u32 powered(u32 pixel) { return POWER == 2 ? pixel * pixel : pixel; }

// The sum of four pixels.
__device__ __forceinline__ u32 sum_of_four(u32 pixels, u32 sum) {
    return __dp4a(pixels, POWER == 2 ? pixels : 0x01010101u, sum);
}

// How a row's pixels can be read: by whole words; by pairs of words, whose bytes are shifted; or one by one, where a word
// would reach beyond the picture.
enum Reading { WORDS, SHIFTED, SINGLE };

// With EVICT_FIRST pixels do not push the words of the carries out of L2.
__device__ __forceinline__ uint2 load(const uint2* words) { return EVICT_FIRST ? __ldcs(words) : __ldg(words); }

// The pixels `from` points to, the first `count` of 8; zeros behind them.
template <Reading READING>
__device__ __forceinline__ void request(const u8* from, u32 count, uint2& low, uint2& high) {
    low = high = make_uint2(0, 0);
    if (READING == SINGLE) {
        u64 pixels = 0;
#pragma unroll
        for (u32 k = 0; k < LOAD; ++k) {
            if (k < count) pixels |= (u64)__ldg(from + k) << (8 * k);
        }
        low = make_uint2((u32)pixels, (u32)(pixels >> 32));
        return;
    }
    const u32 skip = READING == SHIFTED ? (u32)(u64)from % LOAD : 0;
    const uint2* words = reinterpret_cast<const uint2*>(from - skip);
    if (count > 0) low = load(words);
    if (READING == SHIFTED && skip + count > LOAD) high = load(words + 1);
}

// What `request` got, in place.
template <Reading READING>
__device__ __forceinline__ uint2 arrange(const u8* from, uint2 keep, uint2 low, uint2 high) {
    if (READING == SINGLE) return low;
    if (READING == SHIFTED) {
        const u32 skip = (u32)(u64)from % LOAD;
        const bool upper = skip >= 4;
        const u32 a = upper ? low.y : low.x;
        const u32 b = upper ? high.x : low.y;
        const u32 c = upper ? high.y : high.x;
        const u32 bits = 8 * (skip % 4);
        low = make_uint2(__funnelshift_r(a, b, bits), __funnelshift_r(b, c, bits));
    }
    return make_uint2(low.x & keep.x, low.y & keep.y);
}

// Reads the rows of a warp into the tile. Adds up columns, 8 a lane; returns the sum of row `lane` of the warp.
template <Reading READING>
__device__ __forceinline__ u32 read_rows(PixelTile& pixels, const u8* src, u64 pitch, u32 rows, u32 columns, u32 warp, u32 lane,
                                         u32 (&column)[LOAD]) {
    enum : u32 { BATCH = READING == WORDS ? REQUESTS : READING == SHIFTED ? (REQUESTS + 1) / 2 : 1 };
    const u32 group = lane / ROW_LANES;
    const u32 x = lane % ROW_LANES * LOAD;
    const u32 count = x >= columns ? 0 : columns - x < LOAD ? columns - x : LOAD;
    const u64 bytes = count == LOAD ? ~0ull : (1ull << (8 * count)) - 1;
    const uint2 keep = make_uint2((u32)bytes, (u32)(bytes >> 32));
    const u8* from = src + group * pitch + x;
    u32 row_sum = 0;
#pragma unroll
    for (u32 start = 0; start < REQUESTS; start += BATCH) {
        uint2 low[BATCH];
        uint2 high[BATCH];
#pragma unroll
        for (u32 k = 0; k < BATCH; ++k) {
            if (start + k < REQUESTS) {
                const u32 row = (start + k) * ROWS_AT_ONCE + group;
                request<READING>(from + (start + k) * ROWS_AT_ONCE * pitch, row < rows ? count : 0, low[k], high[k]);
            }
        }
#pragma unroll
        for (u32 k = 0; k < BATCH; ++k) {
            if (start + k >= REQUESTS) continue;
            const u32 first = (start + k) * ROWS_AT_ONCE;
            const uint2 eight = arrange<READING>(from + first * pitch, keep, low[k], high[k]);
            pixels.vec<uint2>(warp * WARP_ROWS + first + group, x) = eight;
#pragma unroll
            for (u32 b = 0; b < LOAD; ++b) column[b] += powered(((b < 4 ? eight.x : eight.y) >> (8 * (b % 4))) & 0xff);
            u32 sum = sum_of_four(eight.y, sum_of_four(eight.x, 0));
            if (ROWS_AT_ONCE == 1) {
                sum = __reduce_add_sync(EVERY_LANE, sum);
            } else {
#pragma unroll
                for (u32 distance = ROW_LANES / 2; distance > 0; distance /= 2) {
                    sum += __shfl_xor_sync(EVERY_LANE, sum, distance);
                }
                sum = __shfl_sync(EVERY_LANE, sum, lane % ROWS_AT_ONCE * ROW_LANES);
            }
            if (lane / ROWS_AT_ONCE == start + k) row_sum = sum;
        }
    }
    return row_sum;
}

// Two sums a lane, of neighbouring columns, side by side in a row: by 16 bytes a lane wherever the row starts. `columns` of them
// are in the picture.
__device__ __forceinline__ void write_span(u64* row, u64 first, u64 second, u32 columns, u32 lane) {
    const u32 x = 2 * lane;
    if ((u64)row % 16 == 0) {
        if (x + 1 < columns) {
            __stcs(reinterpret_cast<ulonglong2*>(row + x), make_ulonglong2(first, second));
        } else if (x < columns) {
            __stcs(row + x, first);
        }
    } else {
        // The second sum and the next lane's first one are aligned.
        const u64 third = __shfl_down_sync(EVERY_LANE, first, 1);
        if (lane < LANES - 1 && x + 2 < columns) {
            __stcs(reinterpret_cast<ulonglong2*>(row + x + 1), make_ulonglong2(second, third));
        } else if (x + 1 < columns) {
            __stcs(row + x + 1, second);
        }
        if (lane == 0 && columns > 0) __stcs(row, first);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
SINGLE_PASS(const u8* src, u64 src_pitch, u64* dst, u64 dst_pitch, u32 width, u32 height, u32 across, u32 tiles, u64* work) {
    __shared__ PixelTile pixels;
    __shared__ ColumnSums above;
    __shared__ Bases bases;
    const u32 lane = threadIdx.x % LANES;
    const u32 warp = threadIdx.x / LANES;

    const Spot spot = draw(work, tiles, across, &bases.drawn);
    if (!FLAT) prefetch_words(spot);
    const u32 left = spot.tile_x * COLS;
    const u32 top = spot.tile_y * ROWS;
    const u32 tall = height - top < ROWS ? height - top : ROWS;
    const u32 columns = width - left < COLS ? width - left : COLS;
    const u32 warp_rows = (tall + WARPS - 1) / WARPS;
    const u32 first_row = warp * warp_rows;
    const u32 rows = first_row >= tall ? 0 : tall - first_row < warp_rows ? tall - first_row : warp_rows;

    // In: the pixels, the sums of rows and columns.
    const u8* const corner = src + top * src_pitch + left;
    const u8* const from = corner + first_row * src_pitch;
    u32 column[LOAD] = {};
    u32 row_sum;
    const u64 start = (u64)corner / LOAD * LOAD;
    const u64 end = ((u64)corner + (tall - 1) * src_pitch + columns + LOAD - 1) / LOAD * LOAD;
    if (start < (u64)src || end > (u64)src + (height - 1) * src_pitch + width) {
        row_sum = read_rows<SINGLE>(pixels, from, src_pitch, rows, columns, warp, lane, column);
    } else if (((u64)src | src_pitch) % LOAD == 0) {
        row_sum = read_rows<WORDS>(pixels, from, src_pitch, rows, columns, warp, lane, column);
    } else {
        row_sum = read_rows<SHIFTED>(pixels, from, src_pitch, rows, columns, warp, lane, column);
    }
    if (lane >= WARP_ROWS) row_sum = 0;
    publish_rows(spot, bases, row_sum);
#pragma unroll
    for (u32 distance = ROW_LANES; distance < LANES; distance *= 2) {
#pragma unroll
        for (u32 b = 0; b < LOAD; ++b) column[b] += __shfl_xor_sync(EVERY_LANE, column[b], distance);
    }
    if (lane < ROW_LANES) {
        above.vec<uint4>(warp, lane * LOAD) = make_uint4(column[0], column[1], column[2], column[3]);
        above.vec<uint4>(warp, lane * LOAD + 4) = make_uint4(column[4], column[5], column[6], column[7]);
    }
    __syncthreads();

    // Columns: from sums over the rows of a warp to sums over all rows above them.
    u32 column_sum = 0;
    if (threadIdx.x < COLS) {
#pragma unroll
        for (u32 w = 0; w < WARPS; ++w) {
            const u32 sum = above(w, threadIdx.x);
            above(w, threadIdx.x) = column_sum;
            column_sum += sum;
        }
    }
    carry(spot, bases, row_sum, column_sum);

    // Out, row by row: sums down the columns, then along the row.
    uint2 down[SPANS];
    u64 first_base[SPANS];
    u64 second_base[SPANS];
#pragma unroll
    for (u32 s = 0; s < SPANS; ++s) {
        const u32 at = s * SPAN + 2 * lane;
        down[s] = above.vec<uint2>(warp, at);
        const ulonglong2 base = *reinterpret_cast<const ulonglong2*>(bases.column + at);
        first_base[s] = base.x + bases.warp[warp];
        second_base[s] = base.y + bases.warp[warp];
    }
    u64* to = dst + (top + first_row) * dst_pitch + left;
#pragma unroll 1
    for (u32 row = 0; row < rows; ++row) {
        const u32 slot = warp * WARP_ROWS + row;
        u32 along[SPANS];
#pragma unroll
        for (u32 s = 0; s < SPANS; ++s) {
            const uchar2 two = pixels.vec<uchar2>(slot, s * SPAN + 2 * lane);
            down[s].x += powered(two.x);
            down[s].y += powered(two.y);
            along[s] = down[s].x + down[s].y;
        }
#pragma unroll
        for (u32 distance = 1; distance < LANES; distance *= 2) {
#pragma unroll
            for (u32 s = 0; s < SPANS; ++s) {
                const u32 before = __shfl_up_sync(EVERY_LANE, along[s], distance);
                if (lane >= distance) along[s] += before;
            }
        }
        const u64 base = bases.row[slot];
        u32 so_far = 0;
#pragma unroll
        for (u32 s = 0; s < SPANS; ++s) {
            const u32 through = along[s] + so_far;
            if (s + 1 < SPANS) so_far = __shfl_sync(EVERY_LANE, through, LANES - 1);
            const u64 first = base + first_base[s] + (through - down[s].y);
            const u64 second = base + second_base[s] + through;
            if (s * SPAN < columns) write_span(to + s * SPAN, first, second, columns - s * SPAN, lane);
        }
        to += dst_pitch;
    }
}
