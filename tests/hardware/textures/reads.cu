// Reads of textures, a kernel for each form of `tex` and `tld4`. Thread i reads at point i and stores the four words that it gets.
struct Point {
    float x, y, z;
    int layer;
};

#define KERNEL(name, text, ...)                                                                                    \
    extern "C" __global__ void name(unsigned long long texture, const Point *points, uint4 *out)                   \
    {                                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                                             \
        Point p = points[i];                                                                                       \
        uint4 r;                                                                                                   \
        asm volatile(text : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(texture), __VA_ARGS__);               \
        out[i] = r;                                                                                                \
    }
#define X __float_as_int(p.x)
#define Y __float_as_int(p.y)
#define Z __float_as_int(p.z)

// Coordinates that are integers: no filter.
KERNEL(fetch_1d, "tex.1d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%5}];", "r"(X))
KERNEL(fetch_2d, "tex.2d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%5,%6}];", "r"(X), "r"(Y))
KERNEL(fetch_3d, "tex.3d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}];", "r"(X), "r"(Y), "r"(Z))
KERNEL(fetch_a1d, "tex.a1d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%6,%5}];", "r"(X), "r"(p.layer))
KERNEL(fetch_a2d, "tex.a2d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%7,%5,%6,%6}];", "r"(X), "r"(Y), "r"(p.layer))

KERNEL(read_1d, "tex.1d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5}];", "f"(p.x))
KERNEL(read_2d, "tex.2d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];", "f"(p.x), "f"(p.y))
KERNEL(read_3d, "tex.3d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}];", "f"(p.x), "f"(p.y), "f"(p.z))
KERNEL(read_a1d, "tex.a1d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%6,%5}];", "f"(p.x), "r"(p.layer))
KERNEL(read_a2d, "tex.a2d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%7,%5,%6,%6}];", "f"(p.x), "f"(p.y), "r"(p.layer))
// Level 0 named in the instruction, and a level that the texture does not have.
KERNEL(zero_2d, "tex.level.2d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}], 0f00000000;", "f"(p.x), "f"(p.y))
KERNEL(level_2d, "tex.level.2d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}], %7;", "f"(p.x), "f"(p.y), "f"(p.z))
KERNEL(offset_2d, "tex.2d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}], {3,-5};", "f"(p.x), "f"(p.y))

KERNEL(gather_r, "tld4.r.2d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];", "f"(p.x), "f"(p.y))
KERNEL(gather_g, "tld4.g.2d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];", "f"(p.x), "f"(p.y))
KERNEL(gather_b, "tld4.b.2d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];", "f"(p.x), "f"(p.y))
KERNEL(gather_a, "tld4.a.2d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];", "f"(p.x), "f"(p.y))

// What a texture says of itself.
KERNEL(query, "txq.width.b32 %0, [%4]; txq.height.b32 %1, [%4]; txq.depth.b32 %2, [%4]; mov.b32 %3, %5;", "r"(X))
