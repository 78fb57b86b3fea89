/* A program as nvcc makes one with -cudart shared, written by hand: it registers an image and a kernel, and launches it. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

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
extern int cudaSetDevice(int device);
extern int cudaMallocArray(void **array, const int *channels, size_t width, size_t height, unsigned flags);
extern int cudaMemcpy2DToArray(void *array, size_t column, size_t row, const void *from, size_t pitch, size_t width, size_t height, int direction);
extern int cudaMemcpy2DFromArray_ptds(void *to, size_t pitch, const void *array, size_t column, size_t row, size_t width, size_t height, int direction);
extern int cudaMallocHost(void **address, size_t bytes);
extern int cudaLaunchHostFunc_ptsz(void *stream, void (*function)(void *), void *data);
extern int cudaCreateTextureObject(unsigned long long *texture, const void *memory, const void *read, const void *view);
extern int cudaGetTextureObjectResourceDesc(void *memory, unsigned long long texture);
extern int cudaGetDriverEntryPoint(const char *name, void **function, unsigned long long flags, unsigned *answer);
extern int cudaGetDriverEntryPointByVersion(const char *name, void **function, unsigned version, unsigned long long flags, unsigned *answer);
extern const char *cudaGetErrorName(int error);

static const char ptx[] =
    ".version 8.0\n.target sm_70\n.address_size 64\n"
    ".visible .global .align 4 .u32 factor = 1;\n"
    ".visible .global .attribute(.managed) .align 4 .u32 total = 100;\n"
    ".visible .global .attribute(.managed) .align 4 .u32 count = 5;\n"
    ".visible .entry scale(.param .u64 to, .param .u32 n) {\n"
    "  .reg .b64 %a, %o; .reg .b32 %t, %n, %f; .reg .pred %p;\n"
    "  ld.param.u64 %a, [to]; ld.param.u32 %n, [n]; mov.u32 %t, %tid.x;\n"
    "  setp.ge.u32 %p, %t, %n; @%p ret;\n"
    "  mul.wide.u32 %o, %t, 4; add.s64 %a, %a, %o;\n"
    "  ld.global.u32 %f, [factor]; mul.lo.u32 %t, %t, %f; st.global.u32 [%a], %t;\n"
    "  atom.global.add.u32 %f, [total], 1; atom.global.add.u32 %f, [count], 1; ret; }\n";

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
static unsigned *count;

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
    __cudaRegisterManagedVar(handle, (void **)&count, "count", "count", 0, sizeof *count, 0, 0);
    __cudaRegisterFatBinaryEnd(handle);
}

__attribute__((destructor)) static void end(void) { __cudaUnregisterFatBinary(handle); }

static void check(int error, const char *call) {
    if (error) printf("%s: %s\n", call, cudaGetErrorName(error));
}

static void sleep_a_little(void *none) {
    struct timespec time = {0, 200000000};
    nanosleep(&time, 0);
}

/* A copy of the thread's default stream has been done when it returns, though page-locked memory could be copied later. */
static void copies_of_the_thread(void) {
    void *array;
    int bytes[5] = {8, 0, 0, 0, 1};
    char *host;
    check(cudaMallocHost((void **)&host, 16), "cudaMallocHost");
    check(cudaMallocArray(&array, bytes, 8, 2, 0), "cudaMallocArray");
    check(cudaMemcpy2DToArray(array, 0, 0, "0123456789abcdef", 8, 8, 2, 1), "cudaMemcpy2DToArray");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    check(cudaLaunchHostFunc_ptsz(0, sleep_a_little, 0), "cudaLaunchHostFunc");
    check(cudaMemcpy2DFromArray_ptds(host, 8, array, 0, 0, 8, 2, 2), "cudaMemcpy2DFromArray");
    printf(" %.16s", host);
}

/* A description of CUDA 12 is 64 bytes, here the last of a page with nothing behind it. */
static void description_at_the_end_of_a_page(void *device) {
    char *pages = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(pages + 4096, 4096);
    struct { unsigned kind, padding; void *start; int bits[4], is_float; size_t bytes; char rest[16]; } *memory;
    unsigned read[18] = {0};
    unsigned long long texture = 0;
    memory = (void *)(pages + 4096 - 64);
    memory->kind = 2, memory->start = device, memory->bits[0] = 32, memory->is_float = 1, memory->bytes = 32;
    check(cudaCreateTextureObject(&texture, memory, read, 0), "cudaCreateTextureObject");
    memset(memory, 0, 64);
    check(cudaGetTextureObjectResourceDesc(memory, texture), "cudaGetTextureObjectResourceDesc");
    printf(" %u %zu", memory->kind, memory->bytes);
}

/* As CUTLASS finds the functions of the driver; a name that there is not, and a version that is too early, are answers and no errors. */
void functions_by_name(void) {
    int (*version)(int *) = 0;
    void *none = &version;
    int got = 0;
    unsigned answer = 9, missing = 9, early = 9;
    check(cudaGetDriverEntryPoint("cuDriverGetVersion", (void **)&version, 0, &answer), "cudaGetDriverEntryPoint");
    check(version(&got), "cuDriverGetVersion");
    check(cudaGetDriverEntryPointByVersion("cuNothing", &none, 12000, 0, &missing), "cudaGetDriverEntryPointByVersion");
    printf("%u %d %u %d", answer, got >= 12000, missing, none == 0);
    check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &none, 11000, 0, &early), "cudaGetDriverEntryPointByVersion");
    printf(" %u %d\n", early, none == 0);
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
    for (int i = 0; i < 8; ++i) printf("%u ", host[i]);
    printf("%u %u", *total, *count);
    description_at_the_end_of_a_page(device);
    copies_of_the_thread();
    check(cudaFree(device), "cudaFree");
    /* The image is loaded again for the other device, which has the same managed variables. */
    check(cudaSetDevice(1), "cudaSetDevice");
    check(cudaMalloc((void **)&device, sizeof host), "cudaMalloc");
    if (!__cudaPushCallConfiguration((dim3){1, 1, 1}, (dim3){32, 1, 1}, 0, 0)) scale(device, 8);
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    printf(" %u %u\n", *total, *count);
    functions_by_name();
    return 0;
}
