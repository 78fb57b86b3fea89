// Rows of pixels, from the picture into a tile of shared memory: by whole vectors where they are aligned, however they lie otherwise.
//
// In front of this text are all that is in front of `scan2d_single.cu` and the texts that it shares with `scan2d_single_words.cu`.

enum : u32 {
    LOAD = LOAD_BYTES / sizeof(Pixel),  // pixels a lane loads at once
    LOAD_WORDS = LOAD_BYTES / 4,
    ROW_LANES = COLS / LOAD,            // lanes on a row
    ROWS_AT_ONCE = LANES / ROW_LANES,   // rows of a request
    REQUESTS = WARP_ROWS / ROWS_AT_ONCE
};
static_assert(LOAD_BYTES == 8 || LOAD_BYTES == 16, "a vector of words");
static_assert(LANES % ROW_LANES == 0 && WARP_ROWS % ROWS_AT_ONCE == 0, "requests of whole rows");
enum : u32 { CHUNK = 4 };  // columns, the sums before which wait in shared memory with CHUNKS
static_assert(!CHUNKS || LOAD == CHUNK || LOAD == 2 * CHUNK, "a lane has one chunk or two");

// Sums of two neighbouring columns, or before two neighbouring chunks.
struct __align__(2 * sizeof(Local)) TwoSums {
    Local x, y;
};

// `sum` and the powers of four pixels of 8 bits.
__device__ __forceinline__ Local sum_of_bytes(u32 channel, u32 bytes, Local sum) {
    return (Local)__dp4a(bytes, (channel == 0 ? POWER_0 : POWER_1) == 2 ? bytes : 0x01010101u, (u32)sum);
}

// The pixels of one load.
struct __align__(LOAD_BYTES) Loaded {
    u32 word[LOAD_WORDS];

    __device__ __forceinline__ Local power_of(u32 channel, u32 pixel) const {
        if (sizeof(Pixel) == 2) return powered(channel, word[pixel / 2] >> (16 * (pixel % 2)) & 0xffff);
        return powered(channel, __uint_as_float(word[pixel]));
    }

    // The sum of the first `count` pixels; of all, where they are bytes.
    __device__ __forceinline__ Local sum(u32 channel, u32 count) const {
        Local sum = 0;
        if (sizeof(Pixel) == 1) {
#pragma unroll
            for (u32 w = 0; w < LOAD_WORDS; ++w) sum = sum_of_bytes(channel, word[w], sum);
        } else {
#pragma unroll
            for (u32 k = 0; k < count; ++k) sum += power_of(channel, k);
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

// How a row's pixels can be read: by whole vectors; by whole vectors whose bytes are shifted; or likewise where a vector may reach
// beyond the picture.
enum Reading { WHOLE, SHIFTED, EDGE };

// The bytes of a vector that lie between `begin` and `end`, one by one; zeros for the others.
__device__ __noinline__ Loaded load_some(const u8* from, const u8* begin, const u8* end) {
    Loaded some = zeros();
#pragma unroll
    for (u32 k = 0; k < LOAD_BYTES; ++k) {
        if (from + k >= begin && from + k < end) some.word[k / 4] |= (u32)__ldg(from + k) << (8 * (k % 4));
    }
    return some;
}

// Whether the vector is within the picture, or need not be asked.
template <Reading READING>
__device__ __forceinline__ bool whole(const u8* from, const u8* begin, const u8* end) {
    return READING != EDGE || (from >= begin && from + LOAD_BYTES <= end);
}

// The pixels that a lane has of a row, from the vector that they begin in and the one after it: that of the next lane, or of `last`
// for the last lane of the row.
template <Reading READING>
__device__ __forceinline__ Loaded arrange(u32 skip, const Loaded& keep, const Loaded& low, const Loaded& last, bool is_last) {
    Loaded found = low;
    if (READING != WHOLE) {
        u32 all[2 * LOAD_WORDS];
#pragma unroll
        for (u32 w = 0; w < LOAD_WORDS; ++w) {
            const u32 next = __shfl_down_sync(EVERY_LANE, low.word[w], 1);
            all[w] = low.word[w];
            all[LOAD_WORDS + w] = is_last ? last.word[w] : next;
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

// The same, and notes what comes before each chunk.
__device__ __forceinline__ Local chunks_of_row(ChunkSums& chunks, const Loaded& loaded, u32 channel, u32 slot, u32 lane) {
    const u32 at = lane % ROW_LANES;
    const Local half = loaded.sum(channel, CHUNK);
    Local through = loaded.sum(channel, LOAD);
#pragma unroll
    for (u32 distance = 1; distance < ROW_LANES; distance *= 2) {
        const Local before = __shfl_up_sync(EVERY_LANE, through, distance);
        if (at >= distance) through += before;
    }
    Local before = __shfl_up_sync(EVERY_LANE, through, 1);
    if (at == 0) before = 0;
    if (LOAD == CHUNK) {
        chunks(slot, at) = before;
    } else {
        TwoSums two;
        two.x = before;
        two.y = before + half;
        chunks.vec<TwoSums>(slot, 2 * at) = two;
    }
    return __shfl_sync(EVERY_LANE, through, lane % ROWS_AT_ONCE * ROW_LANES + ROW_LANES - 1);
}

// Reads the rows of a warp into the tile. Adds up columns, LOAD a lane; `row_sum` becomes the sum of row `lane` of the warp. The picture
// lies between `begin` and `end`.
template <Reading READING>
__device__ __forceinline__ void read_rows(PixelTile& pixels, ChunkSums (&chunks)[CHANNELS], const Pixel* src, u64 pitch, u32 rows,
                                          u32 columns, u32 warp, u32 lane, Local (&column)[CHANNELS][LOAD], Local (&row_sum)[CHANNELS],
                                          const u8* begin, const u8* end) {
    // Registers bound what a lane can have asked for.
    enum : u32 { AT_ONCE = READING == EDGE ? 16 : 32 };
    enum : u32 { ASKED = AT_ONCE / LOAD_WORDS, BATCH = ASKED < REQUESTS ? ASKED : REQUESTS };
    const u32 group = lane / ROW_LANES;
    const u32 x = lane % ROW_LANES * LOAD;
    const u32 bytes = (x >= columns ? 0 : columns - x < LOAD ? columns - x : (u32)LOAD) * sizeof(Pixel);
    Loaded keep;
#pragma unroll
    for (u32 w = 0; w < LOAD_WORDS; ++w) {
        keep.word[w] = bytes >= 4 * w + 4 ? EVERY_LANE : bytes <= 4 * w ? 0 : (1u << (8 * (bytes % 4))) - 1;
    }
    const u32 row_bytes = columns * sizeof(Pixel);
    const u32 last_lane = (row_bytes - 1) / LOAD_BYTES;
    // Lane l has the vector that row l ends in, where it is one more.
    Loaded ends = zeros();
    if (READING != WHOLE && lane < rows) {
        const u8* const row = reinterpret_cast<const u8*>(src + lane * pitch);
        const u32 skip = (u32)(u64)row % LOAD_BYTES;
        const u8* const at = row - skip + (last_lane + 1) * LOAD_BYTES;
        if (skip + row_bytes > (last_lane + 1) * LOAD_BYTES) ends = whole<READING>(at, begin, end) ? load(at) : load_some(at, begin, end);
    }
    const Pixel* const from = src + group * pitch + x;
    // Of a request: where the lane's pixels begin, the vector that they begin in, and whether there are any.
    const auto begins = [&](u32 asked) { return reinterpret_cast<const u8*>(from + asked * (ROWS_AT_ONCE * pitch)); };
    const auto vector = [&](u32 asked) { return begins(asked) - (READING == WHOLE ? 0 : (u32)(u64)begins(asked) % LOAD_BYTES); };
    const auto there = [&](u32 asked) { return asked < REQUESTS && asked * ROWS_AT_ONCE + group < rows && bytes > 0; };
#pragma unroll
    for (u32 start = 0; start < REQUESTS; start += BATCH) {
        Loaded low[BATCH];
#pragma unroll
        for (u32 k = 0; k < BATCH; ++k) {
            low[k] = zeros();
            const u8* const at = vector(start + k);
            if (there(start + k) && whole<READING>(at, begin, end)) low[k] = load(at);
        }
        if (READING == EDGE) {
#pragma unroll
            for (u32 k = 0; k < BATCH; ++k) {
                const u8* const at = vector(start + k);
                if (there(start + k) && !whole<READING>(at, begin, end)) low[k] = load_some(at, begin, end);
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
                const u32 row = asked * ROWS_AT_ONCE + group;
                const u32 skip = (u32)(u64)begins(asked) % LOAD_BYTES;
                Loaded last = zeros();
                if (READING != WHOLE) {
#pragma unroll
                    for (u32 w = 0; w < LOAD_WORDS; ++w) last.word[w] = __shfl_sync(EVERY_LANE, ends.word[w], row);
                }
                four[k] = arrange<READING>(skip, keep, low[first + k], last, lane % ROW_LANES == last_lane);
                pixels.vec<Loaded>(warp * WARP_ROWS + row, x) = four[k];
#pragma unroll
                for (u32 c = 0; c < CHANNELS; ++c) {
                    const Local sum = CHUNKS ? chunks_of_row(chunks[c], four[k], c, warp * WARP_ROWS + row, lane)
                                             : sum_of_row(four[k].sum(c, LOAD), lane);
                    if (lane / ROWS_AT_ONCE == asked) row_sum[c] = sum;
                }
            }
#pragma unroll
            for (u32 c = 0; c < CHANNELS; ++c) add_columns(four, c, column[c]);
        }
    }
}
