// Rows of sums, into the picture: by 16 bytes a lane wherever they start.
//
// In front of this text are all that is in front of `scan2d_single.cu` and the texts that it shares with `scan2d_single_words.cu`.

enum : u32 {
    SPAN = 2 * LANES,  // columns that a warp writes at once: 16 bytes a lane
    SPANS = COLS / SPAN
};
static_assert(COLS % SPAN == 0, "whole spans");

__device__ __forceinline__ void stream(Sum* at, Sum one, Sum next) {
    __stcs(reinterpret_cast<ulonglong2*>(at), make_ulonglong2(bits_of(one), bits_of(next)));
}

// Writes two sums a lane in each span, from `at` on, a multiple of 16 bytes. The picture starts SKIP sums, 0 or 1, behind lane 0's, and has
// `columns` columns from there.
template <u32 SKIP>
__device__ __forceinline__ void write_pairs(Sum* at, const Sum (&one)[SPANS], const Sum (&next)[SPANS], u32 columns, u32 lane) {
    if (columns == COLS) {
        if (SKIP == 0 || lane > 0) {
            stream(at, one[0], next[0]);
        } else {
            __stcs(at + 1, next[0]);
        }
#pragma unroll
        for (u32 s = 1; s < SPANS; ++s) stream(at + s * SPAN, one[s], next[s]);
        return;
    }
#pragma unroll
    for (u32 s = 0; s < SPANS; ++s) {
        const u32 x = s * SPAN + 2 * lane;
        const bool has_one = x >= SKIP && x < columns + SKIP;
        const bool has_next = x + 1 < columns + SKIP;
        if (has_one && has_next) {
            stream(at + s * SPAN, one[s], next[s]);
        } else if (has_one) {
            __stcs(at + s * SPAN, one[s]);
        } else if (has_next) {
            __stcs(at + s * SPAN + 1, next[s]);
        }
    }
}

// The same for a row that starts between two multiples of 16 bytes: a lane writes its first sum, and before it the second one of the lane
// before. `at` is that of the first.
__device__ __forceinline__ void write_shifted(Sum* at, const Sum (&first)[SPANS], const Sum (&second)[SPANS], u32 columns, u32 lane) {
    Sum before[SPANS];
    Sum last = 0;  // of the span before
#pragma unroll
    for (u32 s = 0; s < SPANS; ++s) {
        const Sum left = __shfl_sync(EVERY_LANE, second[s], (lane + LANES - 1) % LANES);
        before[s] = lane > 0 ? left : last;
        last = left;
    }
    write_pairs<1>(at - 1, before, first, columns, lane);
    if (lane == 0 && columns == COLS) __stcs(at + COLS - 1, last);
}
