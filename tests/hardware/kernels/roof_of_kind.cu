// The bound of one kind of scan: a kernel that moves the same bytes and adds nothing up.
//
// In front of this text are `Pixel`, the type of the source; `Sum`, that of the destinations, `u64` or `double`; `Number`, in which a
// pixel is squared; and `POWER_0` and `POWER_1`, the power of the pixels that each destination gets, 0 where there is no second one.

struct __align__(2 * sizeof(Pixel)) TwoPixels {
    Pixel x, y;
};

__device__ __forceinline__ void stream(u64* at, u64 first, u64 second) {
    __stcs(reinterpret_cast<ulonglong2*>(at), make_ulonglong2(first, second));
}
__device__ __forceinline__ void stream(double* at, double first, double second) {
    __stcs(reinterpret_cast<double2*>(at), make_double2(first, second));
}

template <u32 POWER>
__device__ __forceinline__ Sum powered(Pixel pixel) {
    const Number number = pixel;
    return (Sum)(POWER == 2 ? number * number : number);
}

// dst[i] = src[i]^power. Two neighbours a lane, PAIRS times.
template <u32 PAIRS>
__device__ __forceinline__ void expand(const Pixel* src, Sum* dst_0, Sum* dst_1, u64 pixels) {
    const u64 start = ((u64)blockIdx.x * PAIRS * blockDim.x + threadIdx.x) * 2;
    TwoPixels two[PAIRS];
#pragma unroll
    for (u32 k = 0; k < PAIRS; ++k) {
        const u64 at = start + (u64)k * 2 * blockDim.x;
        if (at + 1 < pixels) two[k] = *reinterpret_cast<const TwoPixels*>(src + at);
    }
#pragma unroll
    for (u32 k = 0; k < PAIRS; ++k) {
        const u64 at = start + (u64)k * 2 * blockDim.x;
        if (at + 1 < pixels) {
            stream(dst_0 + at, powered<POWER_0>(two[k].x), powered<POWER_0>(two[k].y));
            if (POWER_1 != 0) stream(dst_1 + at, powered<POWER_1>(two[k].x), powered<POWER_1>(two[k].y));
        } else if (at < pixels) {
            dst_0[at] = powered<POWER_0>(src[at]);
            if (POWER_1 != 0) dst_1[at] = powered<POWER_1>(src[at]);
        }
    }
}

extern "C" __global__ void __launch_bounds__(256)
expand_pairs(const Pixel* __restrict__ src, Sum* __restrict__ dst_0, Sum* __restrict__ dst_1, u64 pixels) {
    expand<1>(src, dst_0, dst_1, pixels);
}

extern "C" __global__ void __launch_bounds__(256)
expand_16(const Pixel* __restrict__ src, Sum* __restrict__ dst_0, Sum* __restrict__ dst_1, u64 pixels) {
    expand<8>(src, dst_0, dst_1, pixels);
}
