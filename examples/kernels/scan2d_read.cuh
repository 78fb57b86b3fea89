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
