// f64 and f32 operations on every triple that 128 threads draw from numbers at the edges: NaNs of either sign, quiet and signalling,
// infinities, zeros, subnormal numbers. One block of 128 threads; `in` has 8192 words and `out` 4096 zeros. Of an f64 result, `out` gets the
// upper word, and a conversion of the whole to u32, which the compiler makes of the cast in `PUT` (`F2I.U32.F64.TRUNC`).
typedef unsigned u32;
typedef unsigned long long u64;

static __device__ __forceinline__ u64 edge(u32 i, u32 bits) {
    u64 payload = (u64)(bits >> 8) << 3 | 1;
    u64 sign = (u64)(bits >> 7 & 1) << 63;
    switch (i & 15) {
        case 0: return sign | 0x7ff8000000000000 | payload;
        case 1: return sign | 0x7ff0000000000000 | payload;
        case 2: case 3: return sign | 0x7ff0000000000000;
        case 4: case 5: return sign;
        case 6: return sign | payload;
        case 7: return sign | 0x0010000000000000;
        case 8: return sign | 0x7fefffffffffffff;
        case 9: case 10: return sign | 0x3ff0000000000000;
        case 11: return sign | 0x3ff0000000000000 | payload;
        case 12: return sign | 0x1ff0000000000000 | payload << 20;
        case 13: return sign | 0x7ff8000000000000 | payload << 20;
        case 14: return sign | 0x5ff0000000000000 | payload;
        default: return sign | 0x3ca0000000000000 | payload;
    }
}

#define START \
    const u32 t = threadIdx.x; \
    u32 row = 0;
#define PICK(k) \
    const u32 w##k = in[t + 128 * k], w2##k = in[t + 128 * (k + 30)]; \
    u64 a = edge(w##k, w##k >> 4), b = edge(w2##k, w2##k >> 4), c = edge(w##k >> 28, w2##k); \
    (void)c;
#define PUT { out[t + 128 * row++] = (u32)d; out[t + 128 * row++] = (u32)(d >> 32); }
#define THREE(k, OP) { PICK(k) u64 d; asm volatile(OP ".f64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "l"(b), "l"(c)); PUT }
#define TWO(k, OP) { PICK(k) u64 d; asm volatile(OP ".f64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b)); PUT }
#define ONE(k, OP) { PICK(k) u64 d; asm volatile(OP ".f64 %0, %1;" : "=l"(d) : "l"(a)); PUT }
#define COMPARE(k, OP) { PICK(k) u32 d; asm volatile("{ .reg .pred p; setp." OP ".f64 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(d) : "l"(a), "l"(b)); out[t + 128 * row++] = d; }

extern "C" __global__ void edges_fused(const u32* in, u32* out) {
    START
    THREE(0, "fma.rn") THREE(1, "fma.rz") THREE(2, "fma.rm") THREE(3, "fma.rp") THREE(4, "fma.rn") THREE(5, "fma.rz") THREE(6, "fma.rm")
    THREE(7, "fma.rp") THREE(8, "fma.rn") THREE(9, "fma.rm") THREE(10, "fma.rn") THREE(11, "fma.rm") THREE(12, "fma.rp") THREE(13, "fma.rn")
    THREE(14, "fma.rz") THREE(15, "fma.rm")
}

extern "C" __global__ void edges_sums(const u32* in, u32* out) {
    START
    TWO(0, "add.rn") TWO(1, "add.rz") TWO(2, "add.rm") TWO(3, "add.rp") TWO(4, "sub.rn") TWO(5, "sub.rz") TWO(6, "sub.rm") TWO(7, "sub.rp")
    TWO(8, "mul.rn") TWO(9, "mul.rz") TWO(10, "mul.rm") TWO(11, "mul.rp") TWO(12, "mul.rn") TWO(13, "add.rn") TWO(14, "mul.rm") TWO(15, "add.rm")
}

extern "C" __global__ void edges_divided(const u32* in, u32* out) {
    START
    TWO(0, "div.rn") TWO(1, "div.rz") TWO(2, "div.rm") TWO(3, "div.rp") TWO(4, "min") TWO(5, "max") TWO(6, "min") TWO(7, "max")
    ONE(8, "rcp.rn") ONE(9, "rcp.rm") ONE(10, "sqrt.rn") ONE(11, "sqrt.rp") ONE(12, "rcp.rp") ONE(13, "sqrt.rz") TWO(14, "div.rn") TWO(15, "div.rn")
}

// Negated and absolute operands, which the assembler puts into the instruction.
#define SIGNED(k, OP) { PICK(k) u64 d; asm volatile("{ .reg .f64 x, y; " OP " }" : "=l"(d) : "l"(a), "l"(b), "l"(c)); PUT }
extern "C" __global__ void edges_signed(const u32* in, u32* out) {
    START
    SIGNED(0, "neg.f64 x, %1; fma.rn.f64 %0, x, %2, %3;") SIGNED(1, "neg.f64 x, %2; fma.rn.f64 %0, %1, x, %3;")
    SIGNED(2, "neg.f64 x, %3; fma.rn.f64 %0, %1, %2, x;") SIGNED(3, "neg.f64 x, %1; neg.f64 y, %3; fma.rm.f64 %0, x, %2, y;")
    SIGNED(4, "abs.f64 x, %1; add.rn.f64 %0, x, %2;") SIGNED(5, "abs.f64 x, %2; add.rn.f64 %0, %1, x;")
    SIGNED(6, "neg.f64 x, %1; add.rn.f64 %0, x, %2;") SIGNED(7, "neg.f64 x, %1; neg.f64 y, %2; add.rm.f64 %0, x, y;")
    SIGNED(8, "neg.f64 x, %1; mul.rn.f64 %0, x, %2;") SIGNED(9, "abs.f64 x, %2; mul.rn.f64 %0, %1, x;")
    SIGNED(10, "neg.f64 x, %2; abs.f64 y, %1; fma.rn.f64 %0, x, y, %3;") SIGNED(11, "mul.rn.f64 x, %1, %1; add.rn.f64 %0, x, x;")
    SIGNED(12, "fma.rn.f64 %0, %1, %1, %2;") SIGNED(13, "fma.rn.f64 %0, %1, %2, %1;") SIGNED(14, "fma.rm.f64 %0, %1, %2, 0d0000000000000000;")
    SIGNED(15, "add.rm.f64 %0, %1, 0d3FF0000000000000;")
}

extern "C" __global__ void edges_compared(const u32* in, u32* out) {
    START
    COMPARE(0, "eq") COMPARE(1, "ne") COMPARE(2, "lt") COMPARE(3, "le") COMPARE(4, "gt") COMPARE(5, "ge") COMPARE(6, "equ") COMPARE(7, "neu")
    COMPARE(8, "ltu") COMPARE(9, "leu") COMPARE(10, "gtu") COMPARE(11, "geu") COMPARE(12, "num") COMPARE(13, "nan")
}

// The upper word of the f64 edges, with its exponent moved, gives the edges of f32.
static __device__ __forceinline__ u32 edge32(u64 e) {
    return (u32)(e >> 32) & 0x80000000 | (u32)(e >> 52 & 0x7f8) << 20 | ((e >> 52 & 0x7ff) == 0x7ff ? 0x7f800000u : 0u) | (u32)(e >> 29 & 0x7fffff) | (u32)e & 0xff;
}
#define THREE32(k, OP) { PICK(k) u32 d; asm volatile(OP ".f32 %0, %1, %2, %3;" : "=r"(d) : "r"(edge32(a)), "r"(edge32(b)), "r"(edge32(c))); out[t + 128 * row++] = d; }
#define TWO32(k, OP) { PICK(k) u32 d; asm volatile(OP ".f32 %0, %1, %2;" : "=r"(d) : "r"(edge32(a)), "r"(edge32(b))); out[t + 128 * row++] = d; }
extern "C" __global__ void edges_single(const u32* in, u32* out) {
    START
    THREE32(0, "fma.rn") THREE32(1, "fma.rz") THREE32(2, "fma.rm") THREE32(3, "fma.rp") THREE32(4, "fma.rn.ftz") THREE32(5, "fma.rm.ftz") THREE32(6, "fma.rn.sat")
    TWO32(7, "add.rn") TWO32(8, "add.rm") TWO32(9, "add.rp.ftz") TWO32(10, "mul.rn") TWO32(11, "mul.rm") TWO32(12, "mul.rp.ftz") TWO32(13, "mul.rn.sat")
    TWO32(14, "min") TWO32(15, "max") TWO32(16, "min.ftz") TWO32(17, "max.NaN") TWO32(18, "div.rn") TWO32(19, "div.rm")
    TWO32(20, "sub.rz") TWO32(21, "div.rn.ftz")
}
