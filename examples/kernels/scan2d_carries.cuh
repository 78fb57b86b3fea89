// Carries between the tiles of a single-pass 2D scan: every block learns the sums left of its tile, above it, and above and
// left of it, while the other blocks run.
//
// In front of this text are `Sum`, the type of a sum over the picture, `u64` or `double`, and `Local`, of a sum within a tile;
// `CHANNELS`, the number of integrals, 1 or 2; `PARTS`, the words of a sum; `ROWS` and `COLS`, the largest tile in pixels; `THREADS`,
// those of a block; and `FLAT`, with `FLAT_TILES`, which `add_all` explains.
//
// A tile publishes the sum of each of its rows, and of each of its columns, as soon as it knows them. Then it looks back: along
// its row of tiles to the left, and up its column of tiles, adding sums until it meets a prefix, which holds all that lies
// further back; and it publishes its own prefixes. The corner, the sum of all pixels above and left of the tile, comes from the
// totals of the row carries of the tiles above. With `FLAT` there are no prefixes: a tile adds up the sums of all tiles before it,
// in one step, which is faster for a few hundred tiles.
//
// Tiles are dealt out by a counter, row by row. A block waits only for tiles dealt out before its own, whose blocks run already,
// so no number of resident blocks is needed.
//
// A sum is one word of 64 bits, or two that have 32 bits of it each. A word is written and read as a whole by relaxed accesses of the
// GPU's scope:
//   bits 0 to 45   the sum, or half of its bits
//   bit 46         set where it is a prefix
//   bits 47 to 63  the number of the launch
// A word says of itself whether it is of this launch, and two words that say the same belong together, since a sum is published once
// and its prefix once. Nothing else is read on their account, so no order of memory accesses
// matters and nothing is cleared between launches. The word of the launch before is always overwritten, since a workspace
// serves one size; so the launch number may wrap around.

enum : u32 { LANES = 32, EVERY_LANE = 0xffffffffu, WARPS = THREADS / LANES, WARP_ROWS = ROWS / WARPS };
static_assert(THREADS % LANES == 0 && ROWS % WARPS == 0, "every warp has as many rows");
static_assert(WARP_ROWS <= LANES && COLS <= THREADS, "a lane a row of the warp, and a thread a column");
static_assert(WARPS <= LANES, "a lane a warp");

enum : u32 { VALUE_BITS = 46, LINE = 16 };  // LINE words in 128 bytes
enum : u64 { PREFIX = 1ull << VALUE_BITS, VALUE = PREFIX - 1 };

// With FLAT, the sum of a row or of a column is one word of 32 bits: 24 of the sum, 8 of the launch number.
enum : u32 { NARROW_BITS = 24, NARROW_VALUE = (1u << NARROW_BITS) - 1 };
static_assert(!FLAT || (sizeof(Local) == 4 && ROWS <= 256 && COLS <= 256), "256 squares of bytes are below 2^24");

__device__ __forceinline__ void publish_word(u64* at, u64 word) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(at)), "l"(word) : "memory");
}

__device__ __forceinline__ void publish_narrow(u32* at, u32 word) {
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(at)), "r"(word) : "memory");
}

__device__ __forceinline__ uint4 peek_narrow(const u32* at) {
    uint4 four;
    asm volatile("ld.relaxed.gpu.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(four.x), "=r"(four.y), "=r"(four.z), "=r"(four.w)
                 : "l"(__cvta_generic_to_global(at))
                 : "memory");
    return four;
}

__device__ __forceinline__ u64 bits_of(u64 sum) { return sum; }
__device__ __forceinline__ u64 bits_of(double sum) { return (u64)__double_as_longlong(sum); }
__device__ __forceinline__ void from_bits(u64 bits, u64& sum) { sum = bits; }
__device__ __forceinline__ void from_bits(u64 bits, double& sum) { sum = __longlong_as_double((long long)bits); }

// The words of a sum.
struct Words {
    u64 part[PARTS];

    __device__ __forceinline__ bool prefix() const { return (part[0] & PREFIX) != 0; }

    __device__ __forceinline__ Sum sum() const {
        Sum sum;
        from_bits(PARTS == 1 ? part[0] & VALUE : (part[0] & 0xffffffffu) | part[PARTS - 1] << 32, sum);
        return sum;
    }
};

__device__ __forceinline__ Words peek(const u64* at) {
    Words words;
    if (PARTS == 1) {
        asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(words.part[0]) : "l"(__cvta_generic_to_global(at)) : "memory");
    } else {
        asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                     : "=l"(words.part[0]), "=l"(words.part[PARTS - 1])
                     : "l"(__cvta_generic_to_global(at))
                     : "memory");
    }
    return words;
}

// A tile, and where the carries of all tiles are in the workspace.
struct Spot {
    u32 tile, tiles, across;  // its number, that of all tiles and that of tiles in a row
    u32 tile_x, tile_y;
    u64 launch;               // in its bits of a word
    u64* work;

    __device__ __forceinline__ bool current(const Words& words) const {
        const bool first = (words.part[0] ^ launch) >> (VALUE_BITS + 1) == 0;
        return first && (PARTS == 1 || (words.part[0] ^ words.part[PARTS - 1]) >> VALUE_BITS == 0);
    }

    __device__ __forceinline__ void publish(u64* at, Sum sum, bool prefix) const {
        const u64 bits = bits_of(sum);
        const u64 above = launch | (prefix ? (u64)PREFIX : 0);
        if (PARTS == 1) {
            publish_word(at, above | bits);
        } else {
            asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(at)),
                         "l"(above | (bits & 0xffffffffu)), "l"(above | bits >> 32)
                         : "memory");
        }
    }

    // The words of this tile for one integral: one for the corners of others, a sum a row, a sum a column. The first line is the counter's.
    __device__ __forceinline__ u64* corner(u32 channel) const { return part_of(channel) + PARTS * tile; }
    __device__ __forceinline__ u64* rows(u32 channel) const {
        return part_of(channel) + PARTS * (tile_words() + (u64)tile * ROWS);
    }
    __device__ __forceinline__ u64* columns(u32 channel) const {
        return part_of(channel) + PARTS * (tile_words() + (u64)tiles * ROWS + (u64)tile * COLS);
    }
    // With FLAT, a sum a row and a sum a column, of 32 bits, and its total.
    __device__ __forceinline__ u32* narrow_rows(u32 channel) const {
        return reinterpret_cast<u32*>(part_of(channel)) + (u64)tile * ROWS;
    }
    __device__ __forceinline__ u32* narrow_columns(u32 channel) const {
        return reinterpret_cast<u32*>(part_of(channel)) + (u64)tiles * ROWS + (u64)tile * COLS;
    }
    __device__ __forceinline__ u64* total(u32 channel) const { return part_of(channel) + (u64)tiles * ((ROWS + COLS) / 2) + tile; }
    __device__ __forceinline__ u32 narrow_launch() const { return (u32)(launch >> (VALUE_BITS + 1)) << NARROW_BITS; }

    __device__ __forceinline__ u64* part_of(u32 channel) const {
        return work + LINE + channel * PARTS * (tile_words() + (u64)tiles * (ROWS + COLS));
    }
    __device__ __forceinline__ u64 tile_words() const { return (tiles + LINE - 1) / LINE * LINE; }
};

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

// Deals out the next tile. The counter has the launch number above the tile's. The block that draws the last tile makes it ready for
// the next launch, since no other block draws any more.
__device__ __forceinline__ Spot draw(u64* work, u32 tiles, u32 across, u64* drawn) {
    if (threadIdx.x == 0) {
        u64 old;
        asm volatile("atom.relaxed.gpu.global.add.u64 %0, [%1], 1;"
                     : "=l"(old)
                     : "l"(__cvta_generic_to_global(work))
                     : "memory");
        if ((u32)old == tiles - 1) publish_word(work, ((old >> 32) + 1) << 32);
        *drawn = old;
    }
    __syncthreads();
    const u64 old = *drawn;
    Spot spot;
    spot.tile = (u32)old;
    spot.tiles = tiles;
    spot.across = across;
    spot.tile_y = spot.tile / across;
    spot.tile_x = spot.tile % across;
    spot.launch = ((old >> 32) + 1) << (VALUE_BITS + 1);
    spot.work = work;
    return spot;
}

// The sums before each row and column, of 32 bits with FLAT.
template <bool>
struct BeforeOf {
    typedef Sum Type;
};
template <>
struct BeforeOf<true> {
    typedef u32 Type;
};
typedef BeforeOf<FLAT>::Type Before;

// What lies outside the tile, for one integral.
struct __align__(16) Bases {
    Before rows_before[ROWS];     // left of each row of the tile
    Before columns_before[COLS];  // above each column
    Sum row[ROWS];                // left of the tile, from its first row through this one
    Sum column[COLS];             // above the tile, from its left edge through this column
    Sum corner;                   // above and left of the tile
    Sum corner_part[WARPS];       // with FLAT: the parts of it that warps found
    Local total_part[WARPS];      // with FLAT: the parts of the tile's total
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

// As soon as the sums of the rows of a warp are known, a lane a row. Lane l has that of slot WARP_ROWS * warp + l; 0 where there
// is none. A barrier must follow.
__device__ __forceinline__ void publish_rows(const Spot& spot, Bases& bases, u32 channel, Local sum) {
    const u32 lane = threadIdx.x % LANES;
    const u32 warp = threadIdx.x / LANES;
    const u32 slot = warp * WARP_ROWS + lane;
    if (lane < WARP_ROWS) {
        if (FLAT) {
            publish_narrow(spot.narrow_rows(channel) + slot, spot.narrow_launch() | (u32)sum);
        } else {
            spot.publish(spot.rows(channel) + PARTS * slot, sum, spot.tile_x == 0);
        }
    }
    if (FLAT) {
        const Local total = warp_sum(sum);
        if (lane == 0) bases.total_part[warp] = total;
        for (u32 k = threadIdx.x; k < ROWS; k += THREADS) bases.rows_before[k] = 0;
        for (u32 k = threadIdx.x; k < COLS; k += THREADS) bases.columns_before[k] = 0;
    }
}

// As soon as the sum of each column is known, that of column threadIdx.x, and after a barrier behind `publish_rows`.
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
};

// The sums before each row and above each column, left and up at the same time.
__device__ __forceinline__ void look_back(const Spot& spot, u32 channel, Local row_sum, Local column_sum, Sum& before, Sum& above) {
    const u32 lane = threadIdx.x % LANES;
    const u32 slot = threadIdx.x / LANES * WARP_ROWS + lane;
    Walk left;
    Walk up;
    left.start(spot.rows(channel) + PARTS * slot, PARTS * ROWS, lane < WARP_ROWS ? spot.tile_x : 0);
    up.start(spot.columns(channel) + PARTS * threadIdx.x, (u64)spot.across * (PARTS * COLS), threadIdx.x < COLS ? spot.tile_y : 0);
    while ((left.left | up.left) != 0) {
        const Words row_words = left.ask();
        const Words column_words = up.ask();
        left.take(spot, row_words, row_sum);
        up.take(spot, column_words, column_sum);
    }
    before = left.sum;
    above = up.sum;
}

// The corner, by one warp: the nearest prefix above and all words below it, 32 tiles at a time.
__device__ __forceinline__ Sum corner_above(const Spot& spot, u32 channel, u32 lane) {
    Sum corner = 0;
    const u64* at = spot.corner(channel);
    for (u32 left = spot.tile_y; left > 0;) {
        const bool there = lane < left;
        Words words = {};
        u32 prefixes;
        u32 until;
        do {
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

// With FLAT, a thread's part of the corner: totals of tiles above and left of this one.
struct CornerPart {
    enum : u32 { MOST = FLAT_TILES * FLAT_TILES, ASKED = (MOST + THREADS - 1) / THREADS };
    Words words[ASKED];
    u32 others, channel;

    __device__ __forceinline__ const u64* word_of(const Spot& spot, u32 k) const {
        const u32 up = k / spot.tile_x;
        return spot.total(channel) - PARTS * ((up + 1) * spot.across + (k - up * spot.tile_x) + 1);
    }

    __device__ __forceinline__ void ask(const Spot& spot, u32 of_channel) {
        channel = of_channel;
        others = spot.tile_x * spot.tile_y;
#pragma unroll
        for (u32 k = 0; k < ASKED; ++k) {
            const u32 at = threadIdx.x + k * THREADS;
            if (at < others) words[k] = peek(word_of(spot, at));
        }
    }

    __device__ __forceinline__ Sum sum(const Spot& spot) {
        Sum corner = 0;
#pragma unroll
        for (u32 k = 0; k < ASKED; ++k) {
            const u32 at = threadIdx.x + k * THREADS;
            if (at >= others) continue;
            while (!spot.current(words[k])) words[k] = peek(word_of(spot, at));
            corner += words[k].sum();
        }
        return corner;
    }
};

// The sums of four neighbouring rows or columns over the tiles at distance `first`, `first` + `step` and so on, no more than `count`
// tiles back and no more than AT_MOST of them. The words of a tile lie `stride` before those of the next.
template <u32 AT_MOST>
struct Several {
    uint4 words[AT_MOST];
    const u32* own;
    u64 stride;
    u32 first, step, launch;

    __device__ __forceinline__ bool current(const uint4& four) const {
        return ((four.x ^ launch) | (four.y ^ launch) | (four.z ^ launch) | (four.w ^ launch)) >> NARROW_BITS == 0;
    }

    __device__ __forceinline__ void ask(u32 now, const u32* from, u64 distance, u32 start, u32 ways, u32 count) {
        launch = now;
        own = from;
        stride = distance;
        first = start;
        step = ways;
#pragma unroll
        for (u32 k = 0; k < AT_MOST; ++k) {
            words[k] = make_uint4(now, now, now, now);
            if (first + k * step <= count) words[k] = peek_narrow(own - (first + k * step) * stride);
        }
    }

    // Adds them to `sums`, which all threads do at the same time: LANES_APART neighbouring lanes have sums of different rows or columns.
    template <u32 LANES_APART>
    __device__ __forceinline__ void add_to(u32* sums) {
        u32 four[4] = {};
#pragma unroll
        for (u32 k = 0; k < AT_MOST; ++k) {
            while (!current(words[k])) words[k] = peek_narrow(own - (first + k * step) * stride);
            four[0] += words[k].x & NARROW_VALUE;
            four[1] += words[k].y & NARROW_VALUE;
            four[2] += words[k].z & NARROW_VALUE;
            four[3] += words[k].w & NARROW_VALUE;
        }
        const u32 lane = threadIdx.x % LANES;
#pragma unroll
        for (u32 distance = LANES_APART; distance < LANES; distance *= 2) {
#pragma unroll
            for (u32 k = 0; k < 4; ++k) four[k] += __shfl_xor_sync(EVERY_LANE, four[k], distance);
        }
        // Each eight lanes begin with another of the four, so that no two lanes meet in a bank.
        const u32 turn = lane / 8;
        if (LANES_APART >= LANES || lane < LANES_APART) {
#pragma unroll
            for (u32 k = 0; k < 4; ++k) {
                const u32 at = (k + turn) % 4;
                atomicAdd(sums + at, at == 0 ? four[0] : at == 1 ? four[1] : at == 2 ? four[2] : four[3]);
            }
        }
    }
};

// The same without prefixes, for at most FLAT_TILES tiles across and down: every word that counts is asked for at once.
__device__ __forceinline__ void add_all(const Spot& spot, Bases& bases, u32 channel) {
    constexpr u32 ROW_WAYS = 4 * THREADS / ROWS;
    constexpr u32 COLUMN_WAYS = 4 * THREADS / COLS;
    const u32 row = threadIdx.x % (ROWS / 4) * 4;
    const u32 column = threadIdx.x % (COLS / 4) * 4;
    Several<(FLAT_TILES - 1 + ROW_WAYS - 1) / ROW_WAYS> left;
    Several<(FLAT_TILES - 1 + COLUMN_WAYS - 1) / COLUMN_WAYS> up;
    left.ask(spot.narrow_launch(), spot.narrow_rows(channel) + row, ROWS, threadIdx.x / (ROWS / 4) + 1, ROW_WAYS, spot.tile_x);
    up.ask(spot.narrow_launch(), spot.narrow_columns(channel) + column, (u64)spot.across * COLS, threadIdx.x / (COLS / 4) + 1,
           COLUMN_WAYS, spot.tile_y);
    left.template add_to<ROWS / 4>(reinterpret_cast<u32*>(bases.rows_before) + row);
    up.template add_to<COLS / 4>(reinterpret_cast<u32*>(bases.columns_before) + column);
}

// Adds up COUNT sums: a warp makes to[at] for 32 neighbours, from all that come before them, so that no warp waits for another.
template <u32 COUNT>
__device__ __forceinline__ void add_up(const Before* from, Sum* to, u32 start, u32 lane) {
    Sum before = 0;
    for (u32 at = lane; at < start; at += LANES) before += from[at];
    before = warp_sum(before);
    const u32 at = start + lane;
    const Sum through = warp_scan(at < COUNT ? (Sum)from[at] : Sum(0), lane);
    if (at < COUNT) to[at] = before + through;
}

// Fills `row`, `column` and `corner`. `row_sum` is the sum of the row in slot WARP_ROWS * warp + lane, 0 where there is none, `column_sum`
// that of column threadIdx.x; `publish_rows` and `publish_columns` have published them. All threads of the block call it.
__device__ __forceinline__ void carry(const Spot& spot, Bases& bases, u32 channel, Local row_sum, Local column_sum) {
    const u32 thread = threadIdx.x;
    const u32 lane = thread % LANES;
    const u32 warp = thread / LANES;
    if (FLAT) {
        CornerPart part;
        part.ask(spot, channel);
        add_all(spot, bases, channel);
        const Sum corner = warp_sum(part.sum(spot));
        if (lane == 0) bases.corner_part[warp] = corner;
    } else {
        Sum before = 0;
        Sum above = 0;
        look_back(spot, channel, row_sum, column_sum, before, above);
        if (lane < WARP_ROWS) bases.rows_before[warp * WARP_ROWS + lane] = before;
        if (thread < COLS) bases.columns_before[thread] = above;
    }
    __syncthreads();
    if (warp == 0) {
        Sum corner;
        if (FLAT) {
            corner = warp_sum(lane < WARPS ? bases.corner_part[lane] : Sum(0));
        } else {
            // All that lies left of the tile in its rows: the tiles below make their corners of it.
            Sum total = 0;
            for (u32 k = lane; k < ROWS; k += LANES) total += bases.rows_before[k];
            total = warp_sum(total);
            if (lane == 0) spot.publish(spot.corner(channel), total, spot.tile_y == 0);
            corner = corner_above(spot, channel, lane);
            if (lane == 0 && spot.tile_y > 0) spot.publish(spot.corner(channel), corner + total, true);
        }
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
