// Bounds of the 2D scan: kernels that move the same bytes and compute next to nothing; and one that compares sums.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

enum : u32 { PAIRS = 8 };

// dst[i] = src[i]^2: a byte read and eight written for each pixel, as a scan must. Two neighbours a lane, PAIRS times.
extern "C" __global__ void __launch_bounds__(256) expand(const u8* __restrict__ src, u64* __restrict__ dst, u64 pixels) {
    const u64 start = ((u64)blockIdx.x * PAIRS * blockDim.x + threadIdx.x) * 2;
    uchar2 two[PAIRS];
#pragma unroll
    for (u32 k = 0; k < PAIRS; ++k) {
        const u64 at = start + (u64)k * 2 * blockDim.x;
        if (at + 1 < pixels) two[k] = *reinterpret_cast<const uchar2*>(src + at);
    }
#pragma unroll
    for (u32 k = 0; k < PAIRS; ++k) {
        const u64 at = start + (u64)k * 2 * blockDim.x;
        if (at + 1 < pixels) {
            const ulonglong2 squares = make_ulonglong2((u32)two[k].x * two[k].x, (u32)two[k].y * two[k].y);
            __stcs(reinterpret_cast<ulonglong2*>(dst + at), squares);
        } else if (at < pixels) {
            dst[at] = (u64)src[at] * src[at];
        }
    }
}

// The same, a pair a thread.
extern "C" __global__ void __launch_bounds__(256) expand_pairs(const u8* __restrict__ src, u64* __restrict__ dst, u64 pixels) {
    const u64 at = ((u64)blockIdx.x * blockDim.x + threadIdx.x) * 2;
    if (at + 1 < pixels) {
        const uchar2 two = *reinterpret_cast<const uchar2*>(src + at);
        const ulonglong2 squares = make_ulonglong2((u32)two.x * two.x, (u32)two.y * two.y);
        __stcs(reinterpret_cast<ulonglong2*>(dst + at), squares);
    } else if (at < pixels) {
        dst[at] = (u64)src[at] * src[at];
    }
}

// Copies `quads` times 16 bytes: half of what it moves is read.
extern "C" __global__ void __launch_bounds__(256) copy(const uint4* __restrict__ src, uint4* __restrict__ dst, u64 quads) {
    const u64 start = (u64)blockIdx.x * 4 * blockDim.x + threadIdx.x;
    uint4 quad[4];
#pragma unroll
    for (u32 k = 0; k < 4; ++k) {
        if (start + k * blockDim.x < quads) quad[k] = src[start + k * blockDim.x];
    }
#pragma unroll
    for (u32 k = 0; k < 4; ++k) {
        if (start + k * blockDim.x < quads) __stcs(dst + start + k * blockDim.x, quad[k]);
    }
}

// Counts the sums that differ.
extern "C" __global__ void differ(const u64* found, const u64* expected, u64 count, u64* wrong) {
    u64 mine = 0;
    for (u64 at = (u64)blockIdx.x * blockDim.x + threadIdx.x; at < count; at += (u64)gridDim.x * blockDim.x) {
        mine += found[at] != expected[at];
    }
    if (mine != 0) atomicAdd(wrong, mine);
}
