// Pixels as numbers, and sums of them straight from the picture.
//
// In front of this text are `scan2d_published.cuh`; `Pixel`, the type of the source; and `POWER_0` and `POWER_1`, the power of the pixels
// that each channel sums, 1 or 2.

// Pixels as numbers, and their powers.
__device__ __forceinline__ Local powered(u32 channel, u32 pixel) { return (channel == 0 ? POWER_0 : POWER_1) == 2 ? pixel * pixel : pixel; }
__device__ __forceinline__ Local powered(u32 channel, float pixel) {
    const double wide = pixel;
    return (Local)((channel == 0 ? POWER_0 : POWER_1) == 2 ? wide * wide : wide);
}
__device__ __forceinline__ u32 number(u8 pixel) { return pixel; }
__device__ __forceinline__ u32 number(u16 pixel) { return pixel; }
__device__ __forceinline__ float number(float pixel) { return pixel; }

// The picture, for threads that wait in vain for what another block should publish: they add up its pixels. That is slow, but happens
// only where a block does not start while one with a higher number runs.
struct Picture {
    const Pixel* src;
    u64 pitch;
    u32 width, height;
    u32 warp_rows;  // rows of the block's tile that a warp has, in its first slots

    // The sum of a rectangle.
    __device__ __noinline__ Sum sum(u32 channel, u32 top, u32 left, u32 down, u32 across) const {
        Sum sum = 0;
#pragma unroll 1
        for (u32 y = 0; y < down; ++y) {
#pragma unroll 1
            for (u32 x = 0; x < across; ++x) sum += powered(channel, number(src[(top + y) * pitch + left + x]));
        }
        return sum;
    }

    // All that lies left of the tile in the row of a slot.
    __device__ __forceinline__ Sum left_of(const Spot& spot, u32 channel, u32 slot) const {
        const u32 row = spot.tile_y * ROWS + slot / WARP_ROWS * warp_rows + slot % WARP_ROWS;
        const bool there = slot % WARP_ROWS < warp_rows && row < height;
        return there ? sum(channel, row, 0, 1, spot.tile_x * COLS) : Sum(0);
    }

    // All that lies above the tile in a column of it.
    __device__ __forceinline__ Sum above(const Spot& spot, u32 channel, u32 column) const {
        const u32 x = spot.tile_x * COLS + column;
        return x < width ? sum(channel, 0, x, spot.tile_y * ROWS, 1) : Sum(0);
    }

    // All that lies above the tile and left of it, by a warp.
    __device__ __forceinline__ Sum corner(const Spot& spot, u32 channel, u32 lane) const {
        Sum corner = 0;
        for (u32 row = lane; row < spot.tile_y * ROWS; row += LANES) corner += sum(channel, row, 0, 1, spot.tile_x * COLS);
#pragma unroll
        for (u32 distance = LANES / 2; distance > 0; distance /= 2) corner += __shfl_xor_sync(EVERY_LANE, corner, distance);
        return corner;
    }

    // A whole tile, `up` tiles above this one and `back` to its left.
    __device__ __forceinline__ Sum total(const Spot& spot, u32 channel, u32 up, u32 back) const {
        return sum(channel, (spot.tile_y - up) * ROWS, (spot.tile_x - back) * COLS, ROWS, COLS);
    }
};
