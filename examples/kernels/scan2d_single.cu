// The 2D scan in one pass: every pixel is read once, every sum written once.
//   dst[y][x] = sum of src[i][j]^power over i <= y and j <= x, for one power or for two
//
// In front of this text are `PixelTile` and `ColumnSums`, the texts of two annotated Rust tiles: the pixels of a tile as they
// came, and the sums of its columns over the rows of each warp. And `scan2d_carries.cuh`; `Pixel`, the type of the source;
// `LOAD_BYTES`, what a lane loads at once, 8 or 16; `POWER_0` and `POWER_1`, the power of each channel, 1 or 2; `BLOCKS`, what a
// multiprocessor holds; `EVICT_FIRST`, 0 or 1; and `SINGLE_PASS`, the name of the kernel.
//
// The rows of a tile go in equal parts to the warps, which read and write their own only. Pitches are in elements; src and the
// destinations may start at any element.

enum : u32 {
    LOAD = LOAD_BYTES / sizeof(Pixel),  // pixels a lane loads at once
    LOAD_WORDS = LOAD_BYTES / 4,
    ROW_LANES = COLS / LOAD,            // lanes on a row
    ROWS_AT_ONCE = LANES / ROW_LANES,   // rows of a request
    REQUESTS = WARP_ROWS / ROWS_AT_ONCE,
    SPAN = 2 * LANES,                   // columns that a warp writes at once: 16 bytes a lane
    SPANS = COLS / SPAN,
    SUMS = 16 / sizeof(Local)           // column sums that a lane stores at once
};
static_assert(LOAD_BYTES == 8 || LOAD_BYTES == 16, "a vector of words");
static_assert(COLS % SPAN == 0 && LANES % ROW_LANES == 0 && WARP_ROWS % ROWS_AT_ONCE == 0, "requests of whole rows");
static_assert(sizeof(Pixel) > 1 || (u64)ROWS * COLS * 255 * 255 < 1ull << 32, "the sums within a tile of bytes have 32 bits");
static_assert(PixelTile::ROWS == ROWS && PixelTile::COLS == COLS, "the tile");
static_assert(ColumnSums::ROWS == WARPS && ColumnSums::COLS == COLS, "the sums of its columns");

// Pixels as numbers, and their powers.
__device__ __forceinline__ Local powered(u32 channel, u32 pixel) { return (channel == 0 ? POWER_0 : POWER_1) == 2 ? pixel * pixel : pixel; }
__device__ __forceinline__ Local powered(u32 channel, float pixel) {
    const double wide = pixel;
    return (Local)((channel == 0 ? POWER_0 : POWER_1) == 2 ? wide * wide : wide);
}
__device__ __forceinline__ u32 number(u8 pixel) { return pixel; }
__device__ __forceinline__ u32 number(u16 pixel) { return pixel; }
__device__ __forceinline__ float number(float pixel) { return pixel; }

// `sum` and the powers of four pixels of 8 bits.
__device__ __forceinline__ Local sum_of_bytes(u32 channel, u32 bytes, Local sum) {
    return (Local)__dp4a(bytes, (channel == 0 ? POWER_0 : POWER_1) == 2 ? bytes : 0x01010101u, (u32)sum);
}

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

// The pixels of one load.
struct __align__(LOAD_BYTES) Loaded {
    u32 word[LOAD_WORDS];

    __device__ __forceinline__ Local power_of(u32 channel, u32 pixel) const {
        if (sizeof(Pixel) == 2) return powered(channel, word[pixel / 2] >> (16 * (pixel % 2)) & 0xffff);
        return powered(channel, __uint_as_float(word[pixel]));
    }

    __device__ __forceinline__ Local sum(u32 channel) const {
        Local sum = 0;
        if (sizeof(Pixel) == 1) {
#pragma unroll
            for (u32 w = 0; w < LOAD_WORDS; ++w) sum = sum_of_bytes(channel, word[w], sum);
        } else {
#pragma unroll
            for (u32 k = 0; k < LOAD; ++k) sum += power_of(channel, k);
        }
        return sum;
    }
};

__device__ __forceinline__ Loaded zeros() {
    Loaded loaded;
#pragma unroll
    for (u32 w = 0; w < LOAD_WORDS; ++w) loaded.word[w] = 0;
    return loaded;
}

// With EVICT_FIRST pixels do not push the words of the carries out of L2.
__device__ __forceinline__ Loaded load(const u8* from) {
    Loaded loaded;
    if (LOAD_BYTES == 16) {
        const uint4* const at = reinterpret_cast<const uint4*>(from);
        *reinterpret_cast<uint4*>(loaded.word) = EVICT_FIRST ? __ldcs(at) : __ldg(at);
    } else {
        const uint2* const at = reinterpret_cast<const uint2*>(from);
        *reinterpret_cast<uint2*>(loaded.word) = EVICT_FIRST ? __ldcs(at) : __ldg(at);
    }
    return loaded;
}

// How a row's pixels can be read: by whole vectors; by pairs of vectors, whose bytes are shifted; or one by one, where a vector
// would reach beyond the picture.
enum Reading { WHOLE, SHIFTED, SINGLE };

// The pixels `from` points to, the first `bytes` of a load's; zeros behind them.
template <Reading READING>
__device__ __forceinline__ void request(const u8* from, u32 bytes, Loaded& low, Loaded& high) {
    low = high = zeros();
    if (READING == SINGLE) {
#pragma unroll
        for (u32 k = 0; k < LOAD_BYTES; k += sizeof(Pixel)) {
            u32 pixel = 0;
            if (k < bytes) {
                if (sizeof(Pixel) == 1) pixel = __ldg(from + k);
                if (sizeof(Pixel) == 2) pixel = __ldg(reinterpret_cast<const u16*>(from + k));
                if (sizeof(Pixel) == 4) pixel = __ldg(reinterpret_cast<const u32*>(from + k));
            }
            low.word[k / 4] |= pixel << (8 * (k % 4));
        }
        return;
    }
    const u32 skip = READING == SHIFTED ? (u32)(u64)from % LOAD_BYTES : 0;
    if (bytes > 0) low = load(from - skip);
    if (READING == SHIFTED && skip + bytes > LOAD_BYTES) high = load(from - skip + LOAD_BYTES);
}

// What `request` got, in place.
template <Reading READING>
__device__ __forceinline__ Loaded arrange(const u8* from, const Loaded& keep, const Loaded& low, const Loaded& high) {
    Loaded found = low;
    if (READING == SINGLE) return found;
    if (READING == SHIFTED) {
        const u32 skip = (u32)(u64)from % LOAD_BYTES;
        u32 all[2 * LOAD_WORDS];
#pragma unroll
        for (u32 w = 0; w < LOAD_WORDS; ++w) {
            all[w] = low.word[w];
            all[LOAD_WORDS + w] = high.word[w];
        }
#pragma unroll
        for (u32 words = LOAD_WORDS / 2; words > 0; words /= 2) {
            const bool shift = (skip & 4 * words) != 0;
#pragma unroll
            for (u32 w = 0; w + words < 2 * LOAD_WORDS; ++w) all[w] = shift ? all[w + words] : all[w];
        }
#pragma unroll
        for (u32 w = 0; w < LOAD_WORDS; ++w) found.word[w] = __funnelshift_r(all[w], all[w + 1], 8 * (skip % 4));
    }
#pragma unroll
    for (u32 w = 0; w < LOAD_WORDS; ++w) found.word[w] &= keep.word[w];
    return found;
}

// Adds the pixels of four requests to the sums of a lane's columns.
__device__ __forceinline__ void add_columns(const Loaded (&four)[4], u32 channel, Local (&column)[LOAD]) {
    if (sizeof(Pixel) == 1) {
        // Four rows of four bytes become columns, each of which is one operation.
#pragma unroll
        for (u32 w = 0; w < LOAD_WORDS; ++w) {
            const u32 upper_left = __byte_perm(four[0].word[w], four[1].word[w], 0x5140);
            const u32 upper_right = __byte_perm(four[0].word[w], four[1].word[w], 0x7362);
            const u32 lower_left = __byte_perm(four[2].word[w], four[3].word[w], 0x5140);
            const u32 lower_right = __byte_perm(four[2].word[w], four[3].word[w], 0x7362);
            column[4 * w] = sum_of_bytes(channel, __byte_perm(upper_left, lower_left, 0x5410), column[4 * w]);
            column[4 * w + 1] = sum_of_bytes(channel, __byte_perm(upper_left, lower_left, 0x7632), column[4 * w + 1]);
            column[4 * w + 2] = sum_of_bytes(channel, __byte_perm(upper_right, lower_right, 0x5410), column[4 * w + 2]);
            column[4 * w + 3] = sum_of_bytes(channel, __byte_perm(upper_right, lower_right, 0x7632), column[4 * w + 3]);
        }
    } else {
#pragma unroll
        for (u32 k = 0; k < 4; ++k) {
#pragma unroll
            for (u32 p = 0; p < LOAD; ++p) column[p] += four[k].power_of(channel, p);
        }
    }
}

// The sum over the lanes of a row. Lane l has that of row l of the request, modulo ROWS_AT_ONCE.
__device__ __forceinline__ Local sum_of_row(Local sum, u32 lane) {
    if (ROWS_AT_ONCE == 1) return warp_sum(sum);
#pragma unroll
    for (u32 distance = ROW_LANES / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(EVERY_LANE, sum, distance);
    return __shfl_sync(EVERY_LANE, sum, lane % ROWS_AT_ONCE * ROW_LANES);
}

// Reads the rows of a warp into the tile. Adds up columns, LOAD a lane; `row_sum` becomes the sum of row `lane` of the warp.
template <Reading READING>
__device__ __forceinline__ void read_rows(PixelTile& pixels, const Pixel* src, u64 pitch, u32 rows, u32 columns, u32 warp, u32 lane,
                                          Local (&column)[CHANNELS][LOAD], Local (&row_sum)[CHANNELS]) {
    // Registers bound what a lane can have asked for.
    enum : u32 { AT_ONCE = READING == WHOLE ? 32 : READING == SHIFTED ? 16 : LOAD_WORDS };
    enum : u32 { ASKED = AT_ONCE / LOAD_WORDS, BATCH = ASKED < REQUESTS ? ASKED : REQUESTS };
    const u32 group = lane / ROW_LANES;
    const u32 x = lane % ROW_LANES * LOAD;
    const u32 bytes = (x >= columns ? 0 : columns - x < LOAD ? columns - x : (u32)LOAD) * sizeof(Pixel);
    Loaded keep;
#pragma unroll
    for (u32 w = 0; w < LOAD_WORDS; ++w) {
        keep.word[w] = bytes >= 4 * w + 4 ? EVERY_LANE : bytes <= 4 * w ? 0 : (1u << (8 * (bytes % 4))) - 1;
    }
    const Pixel* const from = src + group * pitch + x;
    const u64 step = ROWS_AT_ONCE * pitch;
#pragma unroll
    for (u32 start = 0; start < REQUESTS; start += BATCH) {
        Loaded low[BATCH];
        Loaded high[BATCH];
#pragma unroll
        for (u32 k = 0; k < BATCH; ++k) {
            if (start + k < REQUESTS) {
                const u32 row = (start + k) * ROWS_AT_ONCE + group;
                const u8* const at = reinterpret_cast<const u8*>(from + (start + k) * step);
                request<READING>(at, row < rows ? bytes : 0, low[k], high[k]);
            }
        }
#pragma unroll
        for (u32 first = 0; first < BATCH; first += 4) {
            Loaded four[4];
#pragma unroll
            for (u32 k = 0; k < 4; ++k) {
                const u32 asked = start + first + k;
                if (first + k >= BATCH || asked >= REQUESTS) {
                    four[k] = zeros();
                    continue;
                }
                const u8* const at = reinterpret_cast<const u8*>(from + asked * step);
                four[k] = arrange<READING>(at, keep, low[first + k], high[first + k]);
                pixels.vec<Loaded>(warp * WARP_ROWS + asked * ROWS_AT_ONCE + group, x) = four[k];
#pragma unroll
                for (u32 c = 0; c < CHANNELS; ++c) {
                    const Local sum = sum_of_row(four[k].sum(c), lane);
                    if (lane / ROWS_AT_ONCE == asked) row_sum[c] = sum;
                }
            }
#pragma unroll
            for (u32 c = 0; c < CHANNELS; ++c) add_columns(four, c, column[c]);
        }
    }
}

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
    u64 drawn;
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
    const Spot spot = draw(work, tiles, across, &shared.drawn);
    if (!FLAT) prefetch_words(spot);
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
        publish_rows(spot, bases[c], c, row_sum[c]);
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
    __syncthreads();

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
    for (u32 c = 0; c < CHANNELS; ++c) carry(spot, bases[c], c, row_sum[c], column_sum[c]);

    // Out, row by row.
#pragma unroll
    for (u32 c = 0; c < CHANNELS; ++c) {
        const u64 pitch = c == 0 ? dst_0_pitch : dst_1_pitch;
        Sum* const to = (c == 0 ? dst_0 : dst_1) + (top + first_row) * pitch + left;
        write_rows(pixels, above[c], bases[c], c, to, pitch, rows, columns, warp, lane);
    }
}
