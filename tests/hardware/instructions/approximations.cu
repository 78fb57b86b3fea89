// The hardware's own approximations (MUFU). One block of 128 threads; `in` has 8192 words and `out` 4096 zeros.
typedef unsigned u32;

#define KERNEL(NAME, OP) \
    extern "C" __global__ void NAME(const u32* in, u32* out) { \
        for (int k = 0; k < 32; k++) { \
            u32 w = in[threadIdx.x + 128 * k]; \
            /* Any number, and every fourth time one near 1. */ \
            if (k % 4 == 0) w = w & 0x81ffffff | 0x3e000000; \
            float x = __uint_as_float(w), d; \
            asm volatile(OP " %0, %1;" : "=f"(d) : "f"(x)); \
            out[threadIdx.x + 128 * k] = __float_as_uint(d); \
        } \
    }
KERNEL(reciprocal, "rcp.approx.f32")
KERNEL(root, "sqrt.approx.f32")
KERNEL(reciprocal_root, "rsqrt.approx.f32")
KERNEL(power, "ex2.approx.f32")
KERNEL(logarithm, "lg2.approx.f32")
KERNEL(sine, "sin.approx.f32")
KERNEL(cosine, "cos.approx.f32")
KERNEL(hyperbolic, "tanh.approx.f32")
KERNEL(reciprocal_ftz, "rcp.approx.ftz.f32")
