// Carries between the tiles of a single-pass 2D scan: every block learns the sums left of its tile, above it, and above and
// left of it, while the other blocks run.
//
// In front of this text are `scan2d_published.cuh` and `scan2d_picture.cuh`.
//
// A tile publishes the sum of each of its rows, and of each of its columns, as soon as it knows them. Then it looks back: along
// its row of tiles to the left, and up its column of tiles, adding sums until it meets a prefix, which holds all that lies
// further back; and it publishes its own prefixes. The corner, the sum of all pixels above and left of the tile, comes from the
// totals of the row carries of the tiles above. With `FLAT` there are no prefixes: a tile adds up the sums of all tiles before it,
// in one step, which is faster for a few hundred tiles.
//
// With TICKETS, the number of a block is the one that a counter deals out, and its tile the one of that number, row by row. A block
// waits only for tiles dealt out before its own, whose blocks run already, so no number of resident blocks is needed.
//
// Without, no block waits for the counter, which takes a microsecond of the twelve that a small tile takes: block n has tile n. Blocks
// start in about that order, but CUDA does not promise it, nor that all run at once. So a thread that has looked LOOKS times in vain adds
// up the pixels itself (`Picture`), and every block ends whichever others run.

enum : u32 { LOOKS = 1 << 14 };

// What lies outside the tile, for one integral.
struct __align__(16) Bases {
    Sum row[ROWS];                           // left of the tile, from its first row through this one
    Sum column[COLS];                        // above the tile, from its left edge through this column
    Sum rows_before[FLAT ? 1 : ROWS];        // left of each row of the tile
    Sum columns_before[FLAT ? 1 : COLS];     // above each column
    Sum corner;                              // above and left of the tile
    Sum line_part[WARPS];                    // with FLAT: the sums before the rows or columns of a warp
    Sum corner_part[WARPS];                  // with FLAT: the parts of the corner that warps found
    Local total_part[WARPS];                 // with FLAT: the parts of the tile's total

    // What lies left of the tile in one of its rows. A difference of sums is exact for integers, the only ones with FLAT.
    __device__ __forceinline__ Sum left_of(u32 slot) const {
        if (ALONE) return 0;
        return FLAT ? row[slot] - (slot > 0 ? row[slot - 1] : Sum(0)) : rows_before[slot];
    }
};

// Inclusive sum over the lanes of a warp.
template <typename Number>
__device__ __forceinline__ Number warp_scan(Number sum, u32 lane) {
#pragma unroll
    for (u32 distance = 1; distance < LANES; distance *= 2) {
        const Number before = __shfl_up_sync(EVERY_LANE, sum, distance);
        if (lane >= distance) sum += before;
    }
    return sum;
}

// The sum over the lanes of a warp, in each of them.
template <typename Number>
__device__ __forceinline__ Number warp_sum(Number sum) {
#pragma unroll
    for (u32 distance = LANES / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(EVERY_LANE, sum, distance);
    return sum;
}
__device__ __forceinline__ u32 warp_sum(u32 sum) { return __reduce_add_sync(EVERY_LANE, sum); }
// By 16 bits at once, whose sums have room in 32.
__device__ __forceinline__ u64 warp_sum(u64 sum) {
    u64 total = 0;
#pragma unroll
    for (u32 shift = 0; shift < 64; shift += 16) total += (u64)warp_sum((u32)(sum >> shift) & 0xffff) << shift;
    return total;
}

// With FLAT, a warp's part of the tile's total, from the sums of its rows. A barrier must follow before `publish_columns`.
__device__ __forceinline__ void note_rows(Bases& bases, Local sum) {
    const Local total = warp_sum(sum);
    if (threadIdx.x % LANES == 0) bases.total_part[threadIdx.x / LANES] = total;
}

// As soon as the sums of the rows of a warp and the launch number are known, a lane a row. Lane l has that of slot WARP_ROWS * warp + l,
// 0 where there is none.
__device__ __forceinline__ void publish_rows(const Spot& spot, u32 channel, Local sum) {
    const u32 lane = threadIdx.x % LANES;
    if (lane >= WARP_ROWS) return;
    const u32 slot = threadIdx.x / LANES * WARP_ROWS + lane;
    if (FLAT) {
        publish_narrow(spot.narrow_rows(channel) + slot, spot.narrow_launch() | (u32)sum);
    } else {
        spot.publish(spot.rows(channel) + PARTS * slot, sum, spot.tile_x == 0);
    }
}

// As soon as the sum of each column is known, that of column threadIdx.x.
__device__ __forceinline__ void publish_columns(const Spot& spot, const Bases& bases, u32 channel, Local sum) {
    if (threadIdx.x < COLS) {
        if (FLAT) {
            publish_narrow(spot.narrow_columns(channel) + threadIdx.x, spot.narrow_launch() | (u32)sum);
        } else {
            spot.publish(spot.columns(channel) + PARTS * threadIdx.x, sum, spot.tile_y == 0);
        }
    }
    if (FLAT && threadIdx.x == THREADS - 1) {
        Sum total = 0;
#pragma unroll
        for (u32 w = 0; w < WARPS; ++w) total += bases.total_part[w];
        spot.publish(spot.total(channel), total, false);
    }
}

// Has the words that this tile looks at first brought into L2 while its pixels are read.
__device__ __forceinline__ void prefetch_words(const Spot& spot) {
    const u32 at = threadIdx.x * LINE;
#pragma unroll
    for (u32 c = 0; c < CHANNELS; ++c) {
        if (spot.tile_x > 0 && at < PARTS * ROWS) {
            const u64* const words = spot.rows(c) - PARTS * ROWS + at;
            asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(words)));
        }
        if (spot.tile_y > 0 && at < PARTS * COLS) {
            const u64* const words = spot.columns(c) - (u64)spot.across * (PARTS * COLS) + at;
            asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(words)));
        }
    }
}

// A walk back along sums whose words lie `stride` apart, one at a time to the nearest prefix.
struct Walk {
    u64* own;
    const u64* at;
    u64 stride;
    u32 left;  // sums before `at`, 0 when the walk is over
    Sum sum;

    __device__ __forceinline__ void start(u64* words, u64 distance, u32 count) {
        own = words;
        at = words;
        stride = distance;
        left = count;
        sum = 0;
    }

    __device__ __forceinline__ Words ask() const { return left != 0 ? peek(at - stride) : Words{}; }

    // Takes the sum if it is there. At the end of the walk the own sum becomes a prefix.
    __device__ __forceinline__ void take(const Spot& spot, const Words& words, Local own_sum) {
        if (left == 0 || !spot.current(words)) return;
        sum += words.sum();
        at -= stride;
        left = words.prefix() ? 0 : left - 1;
        if (left == 0) spot.publish(own, sum + own_sum, true);
    }

    // Ends the walk with the sum of the pixels.
    __device__ __forceinline__ void give_up(const Spot& spot, Sum of_pixels, Local own_sum) {
        left = 0;
        sum = of_pixels;
        spot.publish(own, sum + own_sum, true);
    }
};

// The sums before each row and above each column, left and up at the same time.
__device__ __forceinline__ void look_back(const Spot& spot, const Picture& picture, u32 channel, Local row_sum, Local column_sum, Sum& before,
                                          Sum& above) {
    const u32 lane = threadIdx.x % LANES;
    const u32 slot = threadIdx.x / LANES * WARP_ROWS + lane;
    Walk left;
    Walk up;
    left.start(spot.rows(channel) + PARTS * slot, PARTS * ROWS, lane < WARP_ROWS ? spot.tile_x : 0);
    up.start(spot.columns(channel) + PARTS * threadIdx.x, (u64)spot.across * (PARTS * COLS), threadIdx.x < COLS ? spot.tile_y : 0);
    for (u32 looks = 0; (left.left | up.left) != 0; ++looks) {
        const Words row_words = left.ask();
        const Words column_words = up.ask();
        left.take(spot, row_words, row_sum);
        up.take(spot, column_words, column_sum);
        if (!TICKETS && looks == LOOKS) {
            if (left.left != 0) left.give_up(spot, picture.left_of(spot, channel, slot), row_sum);
            if (up.left != 0) up.give_up(spot, picture.above(spot, channel, threadIdx.x), column_sum);
        }
    }
    before = left.sum;
    above = up.sum;
}

// The corner, by one warp: the nearest prefix above and all words below it, 32 tiles at a time.
__device__ __forceinline__ Sum corner_above(const Spot& spot, const Picture& picture, u32 channel, u32 lane) {
    Sum corner = 0;
    u32 looks = 0;
    const u64* at = spot.corner(channel);
    for (u32 left = spot.tile_y; left > 0;) {
        const bool there = lane < left;
        Words words = {};
        u32 prefixes;
        u32 until;
        do {
            if (!TICKETS && ++looks > LOOKS) return picture.corner(spot, channel, lane);
            if (there) words = peek(at - PARTS * ((u64)(lane + 1) * spot.across));
            prefixes = __ballot_sync(EVERY_LANE, there && spot.current(words) && words.prefix());
            // Lanes up to the nearest prefix count, or all of them.
            until = prefixes != 0 ? __ffs(prefixes) - 1 : LANES - 1;
        } while (!__all_sync(EVERY_LANE, !there || lane > until || spot.current(words)));
        corner += warp_sum(there && lane <= until ? words.sum() : Sum(0));
        at -= PARTS * ((u64)LANES * spot.across);
        left = prefixes != 0 || left <= LANES ? 0 : left - LANES;
    }
    return corner;
}

// Adds up COUNT sums: a warp makes to[at] for 32 neighbours, from all that come before them, so that no warp waits for another.
template <u32 COUNT>
__device__ __forceinline__ void add_up(const Sum* from, Sum* to, u32 start, u32 lane) {
    Sum before = 0;
    for (u32 at = lane; at < start; at += LANES) before += from[at];
    before = warp_sum(before);
    const u32 at = start + lane;
    const Sum through = warp_scan(at < COUNT ? from[at] : Sum(0), lane);
    if (at < COUNT) to[at] = before + through;
}

// Fills `row`, `column` and `corner`. `row_sum` is the sum of the row in slot WARP_ROWS * warp + lane, 0 where there is none, `column_sum`
// that of column threadIdx.x; `publish_rows` and `publish_columns` have published them. All threads of the block call it.
__device__ __forceinline__ void carry_back(const Spot& spot, const Picture& picture, Bases& bases, u32 channel, Local row_sum,
                                           Local column_sum) {
    const u32 thread = threadIdx.x;
    const u32 lane = thread % LANES;
    const u32 warp = thread / LANES;
    Sum before = 0;
    Sum above = 0;
    look_back(spot, picture, channel, row_sum, column_sum, before, above);
    if (lane < WARP_ROWS) bases.rows_before[warp * WARP_ROWS + lane] = before;
    if (thread < COLS) bases.columns_before[thread] = above;
    __syncthreads();
    if (warp == 0) {
        // All that lies left of the tile in its rows: the tiles below make their corners of it.
        Sum total = 0;
        for (u32 k = lane; k < ROWS; k += LANES) total += bases.rows_before[k];
        total = warp_sum(total);
        if (lane == 0) spot.publish(spot.corner(channel), total, spot.tile_y == 0);
        const Sum corner = corner_above(spot, picture, channel, lane);
        if (lane == 0 && spot.tile_y > 0) spot.publish(spot.corner(channel), corner + total, true);
        if (lane == 0) bases.corner = corner;
    }
    // Meanwhile the other warps add up.
    enum : u32 { ADDING = WARPS > 1 ? WARPS - 1 : 1 };
    for (u32 start = (WARPS - 1 - warp) * LANES; warp > 0 || WARPS == 1; start += ADDING * LANES) {
        constexpr u32 ROW_END = (ROWS + LANES - 1) / LANES * LANES;
        if (start >= ROW_END + COLS) break;
        if (start < ROW_END) {
            add_up<ROWS>(bases.rows_before, bases.row, start, lane);
        } else {
            add_up<COLS>(bases.columns_before, bases.column, start - ROW_END, lane);
        }
    }
    __syncthreads();
}

// With FLAT, a thread's part of the corner: totals of tiles above and left of this one.
struct CornerPart {
    enum : u32 { MOST = (FLAT_TILES - 1) * (FLAT_TILES - 1), ASKED = (MOST + THREADS - 1) / THREADS };
    Words words[ASKED];
    u32 channel;

    // How far up and back the thread's k-th tile is. False where it has fewer.
    __device__ __forceinline__ bool find(const Spot& spot, u32 k, u32& up, u32& back) const {
        const u32 at = threadIdx.x + k * THREADS;
        if (at >= spot.tile_x * spot.tile_y) return false;
        up = at / spot.tile_x + 1;
        back = at % spot.tile_x + 1;
        return true;
    }

    // Asks for the words that are not there, for all of them at first. False where all are there.
    __device__ __forceinline__ bool ask(const Spot& spot, bool first) {
        bool asked = false;
#pragma unroll
        for (u32 k = 0; k < ASKED; ++k) {
            u32 up, back;
            if (find(spot, k, up, back) && (first || !spot.current(words[k]))) {
                words[k] = peek(spot.total(channel) - PARTS * (up * spot.across + back));
                asked = true;
            }
        }
        return asked;
    }

    // The part, of words that are there or else of pixels.
    __device__ __forceinline__ Sum sum(const Spot& spot, const Picture& picture) const {
        Sum sum = 0;
#pragma unroll
        for (u32 k = 0; k < ASKED; ++k) {
            u32 up, back;
            if (find(spot, k, up, back)) {
                sum += spot.current(words[k]) ? words[k].sum() : picture.total(spot, channel, up, back);
            }
        }
        return sum;
    }
};

// Fills `row`, `column` and `corner` of a tile that is the whole picture, so that nothing comes before it.
__device__ __forceinline__ void carry_nothing(Bases& bases) {
    for (u32 k = threadIdx.x; k < ROWS; k += THREADS) bases.row[k] = 0;
    for (u32 k = threadIdx.x; k < COLS; k += THREADS) bases.column[k] = 0;
    if (threadIdx.x == 0) bases.corner = 0;
    __syncthreads();
}

// Fills them with FLAT, for at most FLAT_TILES tiles across and down. A thread has one row or one column of the tile, and asks for the words
// of all tiles before it at once.
__device__ __forceinline__ void carry_flat(const Spot& spot, const Picture& picture, Bases& bases, u32 channel) {
    enum : u32 { ROW_THREADS = (ROWS + LANES - 1) / LANES * LANES, ROW_WARPS = ROW_THREADS / LANES };
    static_assert(!FLAT || ROW_THREADS + COLS <= THREADS, "a thread a row and a thread a column");
    const u32 lane = threadIdx.x % LANES;
    const u32 warp = threadIdx.x / LANES;
    const bool of_rows = threadIdx.x < ROW_THREADS;
    const u32 at = of_rows ? threadIdx.x : threadIdx.x - ROW_THREADS;
    const bool there = at < (of_rows ? ROWS : COLS);
    const u32 tiles = !there ? 0 : of_rows ? spot.tile_x : spot.tile_y;
    const u32* const own = of_rows ? spot.narrow_rows(channel) + at : spot.narrow_columns(channel) + at;
    const u32 stride = of_rows ? (u32)ROWS : spot.across * COLS;

    u32 words[FLAT_TILES - 1];
#pragma unroll
    for (u32 k = 0; k < FLAT_TILES - 1; ++k) {
        words[k] = spot.narrow_launch();
        if (k < tiles) words[k] = peek_narrow(own - (k + 1) * stride);
    }
    CornerPart part;
    part.channel = channel;
    part.ask(spot, true);
    // Asks for all that are not there at once: each answer takes about as long as all of them together.
    bool waits;
    u32 looks = 0;
    do {
        waits = part.ask(spot, false);
#pragma unroll
        for (u32 k = 0; k < FLAT_TILES - 1; ++k) {
            if (spot.current(words[k])) continue;
            words[k] = peek_narrow(own - (k + 1) * stride);
            waits = true;
        }
    } while (waits && ++looks < LOOKS);

    u32 before = 0;
    if (waits && there) {
        before = (u32)(of_rows ? picture.left_of(spot, channel, at) : picture.above(spot, channel, at));
    } else {
#pragma unroll
        for (u32 k = 0; k < FLAT_TILES - 1; ++k) before += words[k] & NARROW_VALUE;
    }
    const Sum corner = warp_sum(part.sum(spot, picture));

    // Sums along 16 lanes have room in 32 bits: 15 tiles of 24 bits, 16 times.
    static_assert((FLAT_TILES - 1) * 16 <= 256, "32 bits");
    u32 along = before;
#pragma unroll
    for (u32 distance = 1; distance < 16; distance *= 2) {
        const u32 left = __shfl_up_sync(EVERY_LANE, along, distance);
        if (lane % 16 >= distance) along += left;
    }
    const u32 lower = __shfl_sync(EVERY_LANE, along, 15);
    const Sum through = (Sum)along + (lane < 16 ? 0 : lower);
    if (lane == LANES - 1) bases.line_part[warp] = through;
    if (lane == 0) bases.corner_part[warp] = corner;
    __syncthreads();

    // All that comes before the warp: earlier rows or columns, and for rows the corner.
    Sum start = 0;
    if (lane < WARPS) {
        if (of_rows) start = bases.corner_part[lane];
        if (lane < warp && lane >= (of_rows ? 0 : ROW_WARPS)) start += bases.line_part[lane];
    }
    start = warp_sum(start);
    if (there) (of_rows ? bases.row : bases.column)[at] = start + through;
    if (threadIdx.x == 0) bases.corner = 0;
    __syncthreads();
}
