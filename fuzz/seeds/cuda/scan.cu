// The block scan of the 2D squared scan, without carries: dense and with a pitch of 33.
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

__device__ __forceinline__ u64 warp_scan(u64 v) {
    u32 lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d *= 2) {
        u64 other = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v += other;
    }
    return v;
}

template <int PITCH>
__device__ __forceinline__ void block_scan(const u8* src, u64* dst, const u64* row_carry, const u64* col_carry,
                                           int nx, int ny) {
    __shared__ u64 tile[32 * PITCH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
    u64 v = (x < nx && y < ny) ? src[y * nx + x] : 0;
    tile[ty * PITCH + tx] = v * v;
    __syncthreads();
    u64 r = warp_scan(tile[ty * PITCH + tx]);
    if (col_carry && blockIdx.x > 0 && y < ny) r += col_carry[(blockIdx.x - 1) * ny + y];
    tile[ty * PITCH + tx] = r;
    __syncthreads();
    tile[tx * PITCH + ty] = warp_scan(tile[tx * PITCH + ty]);
    __syncthreads();
    if (x < nx && y < ny) {
        u64 up = (row_carry && blockIdx.y > 0) ? row_carry[(blockIdx.y - 1) * nx + x] : 0;
        dst[y * nx + x] = tile[ty * PITCH + tx] + up;
    }
}

extern "C" __global__ void scan_dense(const u8* src, u64* dst, const u64* row_carry, const u64* col_carry, int nx, int ny) {
    block_scan<32>(src, dst, row_carry, col_carry, nx, ny);
}

extern "C" __global__ void scan_padded(const u8* src, u64* dst, const u64* row_carry, const u64* col_carry, int nx, int ny) {
    block_scan<33>(src, dst, row_carry, col_carry, nx, ny);
}
