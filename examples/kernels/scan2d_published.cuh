// What the tiles of a single-pass 2D scan publish for each other: sums, each in a word that says of which launch it is.
//
// In front of this text are `Sum`, the type of a sum over the picture, `u64` or `double`, and `Local`, of a sum within a tile;
// `CHANNELS`, the number of integrals, 1 or 2; `PARTS`, the words of a sum; `ROWS` and `COLS`, the largest tile in pixels; `THREADS`,
// those of a block; and `FLAT`, with `FLAT_TILES`, and `TICKETS`, which `scan2d_carries.cuh` explains.
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

__device__ __forceinline__ u32 peek_narrow(const u32* at) {
    u32 word;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(__cvta_generic_to_global(at)) : "memory");
    return word;
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

// A tile, and where the words of all tiles are in the workspace.
struct Spot {
    u32 tile, tiles;   // its number, and that of all tiles
    u32 each, across;  // tiles of a picture, and of a row of it
    u32 picture, tile_x, tile_y;
    u64 launch;               // in its bits of a word
    u64* work;

    __device__ __forceinline__ Spot(u64* workspace, u32 in_a_picture, u32 in_a_row)
        : tiles(gridDim.x), each(in_a_picture), across(in_a_row), work(workspace) {}
    __device__ __forceinline__ void take(u32 number) {
        tile = number;
        picture = number / each;
        tile_y = number % each / across;
        tile_x = number % each % across;
    }

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
    __device__ __forceinline__ bool current(u32 narrow) const { return (narrow ^ narrow_launch()) >> NARROW_BITS == 0; }

    __device__ __forceinline__ u64* part_of(u32 channel) const {
        return work + LINE + channel * PARTS * (tile_words() + (u64)tiles * (ROWS + COLS));
    }
    __device__ __forceinline__ u64 tile_words() const { return (tiles + LINE - 1) / LINE * LINE; }
};

// Counts the block. The counter has the launch number above the number of blocks that it has counted. Thread 0 gets the answer, for
// which nobody waits here.
__device__ __forceinline__ u64 count_block(u64* work) {
    u64 counted = 0;
    if (threadIdx.x == 0) {
        asm volatile("atom.relaxed.gpu.global.add.u64 %0, [%1], 1;"
                     : "=l"(counted)
                     : "l"(__cvta_generic_to_global(work))
                     : "memory");
    }
    return counted;
}

// Tells the whole block what thread 0 has got: a barrier. Sets the launch number, and returns how many blocks were counted before this
// one. The last one makes the counter ready for the next launch, since no other block counts any more.
__device__ __forceinline__ u32 share_count(Spot& spot, u64 counted, u64* shared) {
    if (threadIdx.x == 0) {
        if ((u32)counted == spot.tiles - 1) publish_word(spot.work, ((counted >> 32) + 1) << 32);
        *shared = counted;
    }
    __syncthreads();
    const u64 told = *shared;
    spot.launch = ((told >> 32) + 1) << (VALUE_BITS + 1);
    return (u32)told;
}
