// Carries between the tiles of a single-pass 2D scan: every block learns the sums left of its tile, above it, and above and
// left of it, while the other blocks run.
//
// In front of this text are `ROWS` and `COLS`, the largest tile in pixels; `THREADS`, those of a block; and
// `FLAT` with `FLAT_TILES`, which `add_all` explains.
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
// A sum is one 64-bit word, written and read as a whole by relaxed accesses of the GPU's scope:
//   bits 0 to 45   the sum
//   bit 46         set where it is a prefix
//   bits 47 to 63  the number of the launch
// A word says of itself whether it is of this launch, and nothing else is read on its account, so no order of memory accesses
// matters and nothing is cleared between launches. The word of the launch before is always overwritten, since a workspace
// serves one size; so the launch number may wrap around.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

enum : u32 { LANES = 32, EVERY_LANE = 0xffffffffu, WARPS = THREADS / LANES, WARP_ROWS = ROWS / WARPS };
static_assert(THREADS % LANES == 0 && ROWS % WARPS == 0, "every warp has as many rows");
static_assert(WARP_ROWS <= LANES && COLS <= THREADS, "a lane a row of the warp, and a thread a column");
static_assert(WARPS <= LANES, "a lane a warp");

enum : u32 { VALUE_BITS = 46, LINE = 16 };  // LINE words in 128 bytes
enum : u64 { PREFIX = 1ull << VALUE_BITS, VALUE = PREFIX - 1 };

__device__ __forceinline__ void publish(u64* at, u64 word) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(at)), "l"(word) : "memory");
}

__device__ __forceinline__ u64 peek(const u64* at) {
    u64 word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(__cvta_generic_to_global(at)) : "memory");
    return word;
}

// A tile, and where the carries of all tiles are in the workspace.
struct Spot {
    u32 tile, tiles, across;  // its number, that of all tiles and that of tiles in a row
    u32 tile_x, tile_y;
    u64 launch;               // in its bits of a word
    u64* work;

    __device__ __forceinline__ bool current(u64 word) const { return (word ^ launch) >> (VALUE_BITS + 1) == 0; }
    // The words of this tile: one for the corners of others, a sum a row, a sum a column. The first line is the counter's.
    __device__ __forceinline__ u64* corner() const { return work + LINE + tile; }
    __device__ __forceinline__ u64* rows() const { return work + LINE + tile_words() + (u64)tile * ROWS; }
    __device__ __forceinline__ u64* columns() const {
        return work + LINE + tile_words() + (u64)tiles * ROWS + (u64)tile * COLS;
    }
    __device__ __forceinline__ u64 tile_words() const { return (tiles + LINE - 1) / LINE * LINE; }
};

// Has the words that this tile looks at first brought into L2 while its pixels are read.
__device__ __forceinline__ void prefetch_words(const Spot& spot) {
    const u32 at = threadIdx.x * LINE;
    if (spot.tile_x > 0 && at < ROWS) {
        asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(spot.rows() - ROWS + at)));
    }
    if (spot.tile_y > 0 && at < COLS) {
        const u64* const words = spot.columns() - (u64)spot.across * COLS + at;
        asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(words)));
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
        if ((u32)old == tiles - 1) publish(work, ((old >> 32) + 1) << 32);
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

// What to add to the sums within a tile. All of it lies outside the tile.
struct __align__(16) Bases {
    u64 row[ROWS];         // left of the tile, from the first row of the warp through this one
    u64 warp[WARPS];       // above or left of the tile, from the picture's top to the first row of the warp, without its columns
    u64 column[COLS];      // above the tile, from its left edge through this column
    u32 total_part[WARPS];
    u64 row_part[WARPS];
    u64 column_part[WARPS];
    u64 corner_part[WARPS];
    u64 drawn;
};

// Inclusive sum over the lanes of a warp.
__device__ __forceinline__ u64 warp_scan(u64 sum, u32 lane) {
#pragma unroll
    for (u32 distance = 1; distance < LANES; distance *= 2) {
        const u64 before = __shfl_up_sync(EVERY_LANE, sum, distance);
        if (lane >= distance) sum += before;
    }
    return sum;
}

// The sum over the lanes of a warp, in each of them.
__device__ __forceinline__ u64 warp_sum(u64 sum) {
#pragma unroll
    for (u32 distance = LANES / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(EVERY_LANE, sum, distance);
    return sum;
}

// As soon as the sums of the rows of a warp are known, a lane a row. Lane l has that of slot WARP_ROWS * warp + l; 0 where there
// is none. A barrier must follow.
__device__ __forceinline__ void publish_rows(const Spot& spot, Bases& bases, u64 sum) {
    const u32 lane = threadIdx.x % LANES;
    const u32 warp = threadIdx.x / LANES;
    const u64 word = spot.launch | sum | (spot.tile_x == 0 ? (u64)PREFIX : 0);
    if (lane < WARP_ROWS) publish(spot.rows() + warp * WARP_ROWS + lane, word);
    if (FLAT) {
        const u32 total = __reduce_add_sync(EVERY_LANE, (u32)sum);
        if (lane == 0) bases.total_part[warp] = total;
    }
}

// A walk back along words that lie `stride` apart, one at a time to the nearest prefix.
struct Walk {
    u64* own;
    const u64* at;
    u64 stride;
    u32 left;  // words before `at`, 0 when the walk is over
    u64 sum;

    __device__ __forceinline__ Walk(u64* own, u64 stride, u32 left) : own(own), at(own), stride(stride), left(left), sum(0) {}

    __device__ __forceinline__ u64 ask() const { return left != 0 ? peek(at - stride) : 0; }

    // Takes the word if it is there. At the end of the walk the own word becomes a prefix.
    __device__ __forceinline__ void take(const Spot& spot, u64 word, u64 own_sum) {
        if (left == 0 || !spot.current(word)) return;
        sum += word & VALUE;
        at -= stride;
        left = (word & PREFIX) != 0 ? 0 : left - 1;
        if (left == 0) publish(own, spot.launch | PREFIX | (sum + own_sum));
    }
};

// The sums before each row and above each column, left and up at the same time.
__device__ __forceinline__ void look_back(const Spot& spot, u64 row_sum, u64 column_sum, u64& before, u64& above) {
    const u32 lane = threadIdx.x % LANES;
    const u32 slot = threadIdx.x / LANES * WARP_ROWS + lane;
    Walk left(spot.rows() + slot, ROWS, lane < WARP_ROWS ? spot.tile_x : 0);
    Walk up(spot.columns() + threadIdx.x, (u64)spot.across * COLS, threadIdx.x < COLS ? spot.tile_y : 0);
    while ((left.left | up.left) != 0) {
        const u64 row_word = left.ask();
        const u64 column_word = up.ask();
        left.take(spot, row_word, row_sum);
        up.take(spot, column_word, column_sum);
    }
    before = left.sum;
    above = up.sum;
}

// The corner, by one warp: the nearest prefix above and all words below it, 32 tiles at a time.
__device__ __forceinline__ u64 corner_above(const Spot& spot, u32 lane) {
    u64 corner = 0;
    const u64* at = spot.corner();
    for (u32 left = spot.tile_y; left > 0;) {
        const bool there = lane < left;
        u64 word = 0;
        u32 prefixes;
        u32 until;
        do {
            if (there) word = peek(at - (u64)(lane + 1) * spot.across);
            prefixes = __ballot_sync(EVERY_LANE, there && spot.current(word) && (word & PREFIX) != 0);
            // Lanes up to the nearest prefix count, or all of them.
            until = prefixes != 0 ? __ffs(prefixes) - 1 : LANES - 1;
        } while (!__all_sync(EVERY_LANE, !there || lane > until || spot.current(word)));
        corner += warp_sum(there && lane <= until ? word & VALUE : 0);
        at -= (u64)LANES * spot.across;
        left = prefixes != 0 || left <= LANES ? 0 : left - LANES;
    }
    return corner;
}

// The sum of the tile.
__device__ __forceinline__ u64 tile_total(const Bases& bases) {
    u64 total = 0;
#pragma unroll
    for (u32 w = 0; w < WARPS; ++w) total += bases.total_part[w];
    return total;
}

// The sum of the values of up to AT_MOST words, `stride` words apart: those at distance `first`, `first` + `step` and so on
// that are no more than `count` before `own`.
template <u32 AT_MOST>
struct Several {
    u64 word[AT_MOST];
    const u64* own;
    u64 stride;
    u32 first, step, count;

    __device__ __forceinline__ void ask(const Spot& spot, const u64* from, u64 distance, u32 start, u32 ways, u32 words) {
        own = from;
        stride = distance;
        first = start;
        step = ways;
        count = words;
#pragma unroll
        for (u32 k = 0; k < AT_MOST; ++k) {
            word[k] = spot.launch;
            if (first + k * step <= count) word[k] = peek(own - (first + k * step) * stride);
        }
    }

    __device__ __forceinline__ u64 sum(const Spot& spot) {
        u64 all = 0;
#pragma unroll
        for (u32 k = 0; k < AT_MOST; ++k) {
            while (!spot.current(word[k])) word[k] = peek(own - (first + k * step) * stride);
            all += word[k] & VALUE;
        }
        return all;
    }
};

// The same without prefixes, for at most FLAT_TILES tiles across and down: every word that counts is asked for at once.
__device__ __forceinline__ u64 add_all(const Spot& spot, Bases& bases, u64& before, u64& above) {
    constexpr u32 ROW_WAYS = THREADS / ROWS;
    constexpr u32 COLUMN_WAYS = THREADS / COLS;
    __shared__ u64 row_part[ROW_WAYS][ROWS];
    __shared__ u64 column_part[COLUMN_WAYS][COLS];
    const u32 thread = threadIdx.x;
    const u32 lane = thread % LANES;
    const u32 row = thread % ROWS;
    const u32 row_way = thread / ROWS;
    const u32 column = thread % COLS;
    const u32 column_way = thread / COLS;
    if (thread == 0) publish(spot.corner(), spot.launch | tile_total(bases));
    const u32 others = spot.tile_x * spot.tile_y;
    Several<(FLAT_TILES + ROW_WAYS - 1) / ROW_WAYS> left;
    Several<(FLAT_TILES + COLUMN_WAYS - 1) / COLUMN_WAYS> up;
    left.ask(spot, spot.rows() + row, ROWS, row_way + 1, ROW_WAYS, spot.tile_x);
    up.ask(spot, spot.columns() + column, (u64)spot.across * COLS, column_way + 1, COLUMN_WAYS, spot.tile_y);
    u64 corner = 0;
    for (u32 k = thread; k < others; k += THREADS) {
        const u64* at = spot.corner() - ((u64)(k / spot.tile_x + 1) * spot.across + k % spot.tile_x + 1);
        u64 word = peek(at);
        while (!spot.current(word)) word = peek(at);
        corner += word & VALUE;
    }
    row_part[row_way][row] = left.sum(spot);
    column_part[column_way][column] = up.sum(spot);
    corner = warp_sum(corner);
    if (lane == 0) bases.corner_part[thread / LANES] = corner;
    __syncthreads();
    if (lane < WARP_ROWS) {
#pragma unroll
        for (u32 way = 0; way < ROW_WAYS; ++way) before += row_part[way][thread / LANES * WARP_ROWS + lane];
    }
    if (thread < COLS) {
#pragma unroll
        for (u32 way = 0; way < COLUMN_WAYS; ++way) above += column_part[way][thread];
    }
    return lane < WARPS ? bases.corner_part[lane] : 0;
}

// Fills `bases`. `row_sum` is the sum of the row in slot WARP_ROWS * warp + lane, 0 where there is none, which
// `publish_rows` has published; `column_sum` that of column threadIdx.x. All threads of the block call it.
__device__ __forceinline__ void carry(const Spot& spot, Bases& bases, u64 row_sum, u64 column_sum) {
    const u32 thread = threadIdx.x;
    const u32 lane = thread % LANES;
    const u32 warp = thread / LANES;
    if (thread < COLS) publish(spot.columns() + thread, spot.launch | column_sum | (spot.tile_y == 0 ? (u64)PREFIX : 0));

    u64 before = 0;
    u64 above = 0;
    u64 corner = 0;
    if (FLAT) {
        corner = add_all(spot, bases, before, above);
    } else {
        look_back(spot, row_sum, column_sum, before, above);
    }

    before = warp_scan(before, lane);
    above = warp_scan(above, lane);
    if (lane < WARP_ROWS) bases.row[warp * WARP_ROWS + lane] = before;
    if (lane == LANES - 1) {
        bases.row_part[warp] = before;
        bases.column_part[warp] = above;
    }
    __syncthreads();
    if (thread < COLS) {
        for (u32 w = 0; w < warp; ++w) above += bases.column_part[w];
        bases.column[thread] = above;
    }
    if (warp == 0) {
        const u64 part = lane < WARPS ? bases.row_part[lane] : 0;
        const u64 through = warp_scan(part, lane);
        if (FLAT) {
            corner = warp_sum(corner);
        } else {
            // All that lies left of the tile in its rows: the tiles below make their corners of it.
            const u64 total = __shfl_sync(EVERY_LANE, through, LANES - 1);
            if (lane == 0) publish(spot.corner(), spot.launch | total | (spot.tile_y == 0 ? (u64)PREFIX : 0));
            corner = corner_above(spot, lane);
            if (lane == 0 && spot.tile_y > 0) publish(spot.corner(), spot.launch | PREFIX | (corner + total));
        }
        if (lane < WARPS) bases.warp[lane] = corner + through - part;
    }
    __syncthreads();
}
