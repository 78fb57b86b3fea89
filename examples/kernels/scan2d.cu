// The 2D scan of squares: dst[y][x] = sum of src[i][j]^2 over i <= y and j <= x.
//
// In front of this text is that of one annotated Rust tile, `ScanTile`: 32 x 32 sums behind `tile(row, col)`.
// Nothing below depends on the layout of the tile, so the same text serves every layout.
//
// Sizes are in pixels: nx columns, ny rows, any numbers, not only multiples of 32. A tile is 32 x 32 pixels.
//   col_carry[b * ny + y]  sum of src[y][j]^2 over j < 32 * (b + 1)   what is left of tile column b + 1
//   row_carry[b * nx + x]  dst[32 * (b + 1) - 1][x]                   what is above tile row b + 1

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

enum { SIDE = 32, WARPS_ALONG = 8 };

// Inclusive sum over the lanes of a warp.
__device__ __forceinline__ u64 warp_scan(u64 sum, u32 lane) {
    for (u32 distance = 1; distance < SIDE; distance *= 2) {
        const u64 before = __shfl_up_sync(0xffffffffu, sum, distance);
        if (lane >= distance) sum += before;
    }
    return sum;
}

// Carries, 1 of 3: the sum of every row and of every column within each tile. A warp a tile, a lane a column.
// A sum of 32 squares fits in 32 bits.
extern "C" __global__ void tile_sums(const u8* src, u64* row_carry, u64* col_carry, u32 nx, u32 ny) {
    const u32 lane = threadIdx.x;
    const u32 tile_x = blockIdx.x;
    const u32 tile_y = blockIdx.y * blockDim.y + threadIdx.y;
    const u32 x = tile_x * SIDE + lane;
    u32 column = 0;
    u32 row = 0;
    for (u32 i = 0; i < SIDE; ++i) {
        const u32 y = tile_y * SIDE + i;
        const u32 pixel = x < nx && y < ny ? src[(u64)y * nx + x] : 0;
        u32 sum = pixel * pixel;
        column += sum;
        for (u32 distance = SIDE / 2; distance > 0; distance /= 2) {
            sum += __shfl_xor_sync(0xffffffffu, sum, distance);
        }
        if (lane == i) row = sum;
    }
    if (x < nx && tile_y * SIDE < ny) row_carry[(u64)tile_y * nx + x] = column;
    const u32 y = tile_y * SIDE + lane;
    if (y < ny) col_carry[(u64)tile_x * ny + y] = row;
}

// Carries, 2 of 3: sums[b][i] becomes the sum of sums[0..=b][i]. A thread an i; used downwards for row_carry and
// rightwards for col_carry, which is then done.
extern "C" __global__ void scan_over_tiles(u64* sums, u32 tiles, u32 n) {
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u64 sum = 0;
    for (u32 b = 0; b < tiles; ++b) {
        sum += sums[(u64)b * n + i];
        sums[(u64)b * n + i] = sum;
    }
}

// Carries, 3 of 3: row_carry along x, which makes column sums the full 2D scan. A block a row.
extern "C" __global__ void scan_along_x(u64* row_carry, u32 nx) {
    __shared__ u64 warp_sum[WARPS_ALONG];
    const u32 lane = threadIdx.x % SIDE;
    const u32 warp = threadIdx.x / SIDE;
    u64* row = row_carry + (u64)blockIdx.x * nx;
    u64 left = 0;
    for (u32 start = 0; start < nx; start += WARPS_ALONG * SIDE) {
        const u32 x = start + threadIdx.x;
        u64 sum = warp_scan(x < nx ? row[x] : 0, lane);
        if (lane == SIDE - 1) warp_sum[warp] = sum;
        __syncthreads();
        u64 total = 0;
        for (u32 w = 0; w < WARPS_ALONG; ++w) {
            if (w == warp) sum += left + total;
            total += warp_sum[w];
        }
        if (x < nx) row[x] = sum;
        left += total;
        __syncthreads();
    }
}

// The block scan: a block of 32 x 32 threads a tile, a thread a pixel, a warp a row.
extern "C" __global__ void __launch_bounds__(SIDE * SIDE)
scan_tiles(const u8* src, const u64* row_carry, const u64* col_carry, u64* dst, u32 nx, u32 ny) {
    __shared__ ScanTile tile;
    const u32 tx = threadIdx.x;
    const u32 ty = threadIdx.y;
    const u32 x = blockIdx.x * SIDE + tx;
    const u32 y = blockIdx.y * SIDE + ty;
    const bool inside = x < nx && y < ny;

    // Squares. Threads outside the image hold zeros: they take part in every shuffle and barrier.
    const u32 pixel = inside ? src[(u64)y * nx + x] : 0;
    tile(ty, tx) = pixel * pixel;
    __syncthreads();

    // Along the rows: `row` access. The carry from the left goes in here, so that the next step carries it down.
    const u64 left = blockIdx.x > 0 && y < ny ? col_carry[(u64)(blockIdx.x - 1) * ny + y] : 0;
    const u64 row_sum = warp_scan(tile(ty, tx), tx) + left;
    tile(ty, tx) = row_sum;
    __syncthreads();

    // Down the columns: `col` access, lane tx of warp ty at row tx of column ty.
    const u64 column_sum = warp_scan(tile(tx, ty), tx);
    tile(tx, ty) = column_sum;
    __syncthreads();

    // Out, with the carry from above.
    const u64 above = blockIdx.y > 0 && x < nx ? row_carry[(u64)(blockIdx.y - 1) * nx + x] : 0;
    const u64 sum = tile(ty, tx) + above;
    if (inside) dst[(u64)y * nx + x] = sum;
}
