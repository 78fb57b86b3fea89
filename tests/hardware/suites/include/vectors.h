// Arithmetic of vector types, and a sign, which the files take from headers of CUDA's samples that are not part of the suite.
#pragma once
#define VECTOR_OPERATOR(T, op, ...) \
    __device__ inline T operator op(T a, T b) { return __VA_ARGS__; } \
    __device__ inline T& operator op##=(T& a, T b) { return a = a op b; }
#define VECTOR_OPERATORS(T, each) each(T, +) each(T, -) each(T, *) each(T, /)
#define OF_TWO(T, op) VECTOR_OPERATOR(T, op, make_##T(a.x op b.x, a.y op b.y))
#define OF_THREE(T, op) VECTOR_OPERATOR(T, op, make_##T(a.x op b.x, a.y op b.y, a.z op b.z))
#define OF_FOUR(T, op) VECTOR_OPERATOR(T, op, make_##T(a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w))
VECTOR_OPERATORS(float2, OF_TWO)
VECTOR_OPERATORS(float3, OF_THREE)
VECTOR_OPERATORS(float4, OF_FOUR)
VECTOR_OPERATORS(int3, OF_THREE)

__device__ inline float2 vector_of(float2, float s) { return make_float2(s, s); }
__device__ inline float3 vector_of(float3, float s) { return make_float3(s, s, s); }
__device__ inline float4 vector_of(float4, float s) { return make_float4(s, s, s, s); }
#define WITH_NUMBER(T, op) \
    __device__ inline T operator op(T a, float s) { return a op vector_of(a, s); } \
    __device__ inline T operator op(float s, T a) { return vector_of(a, s) op a; } \
    __device__ inline T& operator op##=(T& a, float s) { return a = a op vector_of(a, s); }
VECTOR_OPERATORS(float2, WITH_NUMBER)
VECTOR_OPERATORS(float3, WITH_NUMBER)
VECTOR_OPERATORS(float4, WITH_NUMBER)
__device__ inline float3 operator-(float3 a) { return -1.0f * a; }

__device__ inline float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
__device__ inline float3 make_float3(float s) { return make_float3(s, s, s); }
__device__ inline float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }
__device__ inline float4 make_float4(float s) { return make_float4(s, s, s, s); }
__device__ inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ inline float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__device__ inline float length(float3 a) { return sqrtf(dot(a, a)); }
__device__ inline float3 normalize(float3 a) { return a * rsqrtf(dot(a, a)); }
__device__ inline float3 cross(float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
__device__ inline float clamp(float value, float least, float most) { return fminf(fmaxf(value, least), most); }
__device__ inline int sign_f(float value) { return value < 0.0f ? -1 : 1; }
__device__ inline float lerpf(float a, float b, float t) { return a + t * (b - a); }
__device__ inline float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
__device__ inline float lerp(float a, float b, float t) { return a + t * (b - a); }
