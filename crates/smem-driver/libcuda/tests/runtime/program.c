/* A program as nvcc makes one with -cudart shared, written by hand: it registers an image and a kernel, and launches it. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct { unsigned x, y, z; } dim3;

extern void **__cudaRegisterFatBinary(void *wrapper);
extern void __cudaRegisterFatBinaryEnd(void **image);
extern void __cudaUnregisterFatBinary(void **image);
extern void __cudaRegisterFunction(void **image, const char *stub, char *device, const char *name, int threads, void *thread,
                                   void *block, void *block_extent, void *grid_extent, int *warp);
extern void __cudaRegisterVar(void **image, char *shadow, char *device, const char *name, int is_external, size_t bytes,
                              int is_constant, int is_global);
extern void __cudaRegisterManagedVar(void **image, void **pointer, char *device, const char *name, int is_external, size_t bytes,
                                     int is_constant, int is_global);
extern char __cudaInitModule(void **image);
extern unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream);
extern int __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
extern int cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **parameters, size_t shared, void *stream);
extern int cudaMalloc(void **address, size_t bytes);
extern int cudaMemcpy(void *to, const void *from, size_t bytes, int direction);
extern int cudaMemcpyToSymbol(const void *shadow, const void *from, size_t bytes, size_t offset, int direction);
extern int cudaDeviceSynchronize(void);
extern int cudaFree(void *address);
extern const char *cudaGetErrorName(int error);

static const char ptx[] =
    ".version 8.0\n.target sm_70\n.address_size 64\n"
    ".visible .global .align 4 .u32 factor = 1;\n"
    ".visible .global .attribute(.managed) .align 4 .u32 total = 100;\n"
    ".visible .entry scale(.param .u64 to, .param .u32 n) {\n"
    "  .reg .b64 %a, %o; .reg .b32 %t, %n, %f; .reg .pred %p;\n"
    "  ld.param.u64 %a, [to]; ld.param.u32 %n, [n]; mov.u32 %t, %tid.x;\n"
    "  setp.ge.u32 %p, %t, %n; @%p ret;\n"
    "  mul.wide.u32 %o, %t, 4; add.s64 %a, %a, %o;\n"
    "  ld.global.u32 %f, [factor]; mul.lo.u32 %t, %t, %f; st.global.u32 [%a], %t;\n"
    "  atom.global.add.u32 %f, [total], 1; ret; }\n";

static struct {
    uint32_t magic;
    uint16_t version, header_bytes;
    uint64_t bytes;
    uint16_t kind, kind_version;
    uint32_t entry_header_bytes;
    uint64_t text_bytes;
    uint32_t compressed_bytes, options;
    uint16_t minor, major;
    uint32_t architecture, reserved[2];
    uint64_t flags, reserved_also[2];
    uint64_t options_at, none;
    char text[2048];
} image = {0xba55ed50, 1, 16, 80 + 2048, 1, 0x101, 80, 2048, 0, 64, 0, 8, 70, {0, 0}, 0x11, {0, 0}, 72, 0, ""};

static struct {
    int magic, version;
    const void *image;
    void *other;
} wrapper = {0x466243b1, 1, &image, 0};

static void **handle;
static unsigned factor;
static unsigned *total;

/* The stub of a kernel, whose address is the kernel's name in the program. */
static void scale(unsigned *to, unsigned n) {
    void *parameters[] = {&to, &n};
    dim3 grid, block;
    size_t shared;
    void *stream;
    if (__cudaPopCallConfiguration(&grid, &block, &shared, &stream) == 0)
        cudaLaunchKernel((const void *)scale, grid, block, parameters, shared, stream);
}

__attribute__((constructor)) static void begin(void) {
    memcpy(image.text, ptx, sizeof ptx);
    handle = __cudaRegisterFatBinary(&wrapper);
    __cudaRegisterFunction(handle, (const char *)scale, (char *)scale, "scale", -1, 0, 0, 0, 0, 0);
    __cudaRegisterVar(handle, (char *)&factor, "factor", "factor", 0, sizeof factor, 0, 0);
    __cudaRegisterManagedVar(handle, (void **)&total, "total", "total", 0, sizeof *total, 0, 0);
    __cudaRegisterFatBinaryEnd(handle);
}

__attribute__((destructor)) static void end(void) { __cudaUnregisterFatBinary(handle); }

static void check(int error, const char *call) {
    if (error) printf("%s: %s\n", call, cudaGetErrorName(error));
}

int main(void) {
    unsigned *device, host[8] = {0}, three = 3;
    __cudaInitModule(handle);
    *total += 11;
    check(cudaMalloc((void **)&device, sizeof host), "cudaMalloc");
    check(cudaMemcpyToSymbol(&factor, &three, sizeof three, 0, 1), "cudaMemcpyToSymbol");
    if (!__cudaPushCallConfiguration((dim3){1, 1, 1}, (dim3){32, 1, 1}, 0, 0)) scale(device, 8);
    check(cudaMemcpy(host, device, sizeof host, 2), "cudaMemcpy");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    check(cudaFree(device), "cudaFree");
    for (int i = 0; i < 8; ++i) printf("%u ", host[i]);
    printf("%u\n", *total);
    return 0;
}
