// In place of what CUDA 12 no longer has and old files use: shuffles without a mask, and textures that are named in the text. No launch
// binds such a texture, so its texels are synthetic: a number below 64 that depends on the coordinates.
#pragma once
#define __shfl(...) __shfl_sync(0xffffffffu, __VA_ARGS__)
#define __shfl_up(...) __shfl_up_sync(0xffffffffu, __VA_ARGS__)
#define __shfl_down(...) __shfl_down_sync(0xffffffffu, __VA_ARGS__)
#define __shfl_xor(...) __shfl_xor_sync(0xffffffffu, __VA_ARGS__)
#define __any(condition) __any_sync(0xffffffffu, condition)
#define __all(condition) __all_sync(0xffffffffu, condition)
#define __ballot(condition) __ballot_sync(0xffffffffu, condition)

#define cudaReadModeElementType 0
#define cudaReadModeNormalizedFloat 1

template <class T, int dimensions = 1, int mode = 0> struct SyntheticTexture {};

template <class T, int mode> struct SyntheticTexel {
    typedef T type;
    __device__ T operator()(unsigned value) const { return T(value); }
};
template <int mode> struct SyntheticTexel<uint2, mode> {
    typedef uint2 type;
    __device__ uint2 operator()(unsigned value) const { return make_uint2(value, value); }
};
template <int mode> struct SyntheticTexel<float2, mode> {
    typedef float2 type;
    __device__ float2 operator()(unsigned value) const { return make_float2(value, value); }
};
template <int mode> struct SyntheticTexel<float4, mode> {
    typedef float4 type;
    __device__ float4 operator()(unsigned value) const { return make_float4(value, value, value, value); }
};
template <> struct SyntheticTexel<unsigned char, 1> {
    typedef float type;
    __device__ float operator()(unsigned value) const { return value / 255.0f; }
};
template <> struct SyntheticTexel<uchar4, 1> {
    typedef float4 type;
    __device__ float4 operator()(unsigned value) const { return make_float4(value / 255.0f, value / 255.0f, value / 255.0f, value / 255.0f); }
};

template <class T, int dimensions, int mode>
__device__ inline typename SyntheticTexel<T, mode>::type texel_at(SyntheticTexture<T, dimensions, mode>, int x, int y, int z) {
    return SyntheticTexel<T, mode>()((73u * x + 179u * y + 283u * z) % 64u);
}
#define tex1Dfetch(source, x) texel_at(source, x, 0, 0)
#define tex1D(source, x) texel_at(source, x, 0, 0)
#define tex2D(source, x, y) texel_at(source, x, y, 0)
#define tex3D(source, x, y, z) texel_at(source, x, y, z)
