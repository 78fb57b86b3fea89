// Where a block's shared memory really ends: finds the first offset that faults, and asks the driver.
//
//     probe device                             the device, its driver and what the driver says of shared memory
//     probe occupancy                          blocks per multiprocessor and available dynamic memory for sizes of static and dynamic memory
//     probe end KIND STATIC DYNAMIC            the first offset past the declared end at which an access faults
//     probe start KIND STATIC DYNAMIC          the same below the first byte
//
// KIND is one of lds, lds128, sts, ld, st, atoms, cpasync. A fault ends the context, so each `end` and `start` is a process of its own.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

enum Kind { LDS, LDS128, STS, LD, ST, ATOMS, CPASYNC };
static const char *const NAMES[] = {"lds", "lds128", "sts", "ld", "st", "atoms", "cpasync"};
static const int WIDTHS[] = {4, 16, 4, 4, 4, 4, 4};

extern __shared__ __align__(16) unsigned char dynamic_memory[];

__device__ void touch(unsigned base, int kind, int offset, unsigned *out) {
    unsigned address = base + offset;
    unsigned long long generic;
    unsigned a = 0xdeadbeef, b, c, d;
    asm volatile("{ .reg .u64 t; cvt.u64.u32 t, %1; cvta.shared.u64 %0, t; }" : "=l"(generic) : "r"(address));
    switch (kind) {
    case LDS: asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(a) : "r"(address) : "memory"); break;
    case LDS128:
        asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address) : "memory");
        a |= b | c | d;
        break;
    case STS: asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(address), "r"(7) : "memory"); break;
    case LD: asm volatile("ld.volatile.u32 %0, [%1];" : "=r"(a) : "l"(generic) : "memory"); break;
    case ST: asm volatile("st.volatile.u32 [%0], %1;" ::"l"(generic), "r"(7) : "memory"); break;
    case ATOMS: asm volatile("atom.shared.add.u32 %0, [%1], 3;" : "=r"(a) : "r"(address) : "memory"); break;
    case CPASYNC:
#if __CUDA_ARCH__ >= 800
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4; cp.async.wait_all;" ::"r"(address), "l"(out + 1) : "memory");
#endif
        break;
    }
    out[0] = a;
}

template <int STATIC> __global__ void probe(int kind, int offset, int at_dynamic, unsigned *out) {
    __shared__ __align__(16) unsigned char memory[STATIC];
    unsigned base = (unsigned)__cvta_generic_to_shared(at_dynamic ? dynamic_memory : memory);
    out[2] = base;
    if (threadIdx.x == 0) touch(base, kind, offset, out);
}

template <> __global__ void probe<0>(int kind, int offset, int at_dynamic, unsigned *out) {
    unsigned base = (unsigned)__cvta_generic_to_shared(dynamic_memory);
    out[2] = base;
    if (threadIdx.x == 0) touch(base, kind, offset, out);
}

typedef void (*Kernel)(int, int, int, unsigned *);
struct Sized { int bytes; Kernel kernel; };
#define SIZED(n) {n, probe<n>}
static const Sized SIZES[] = {
    SIZED(0),   SIZED(4),   SIZED(12),  SIZED(16),   SIZED(100),  SIZED(124),  SIZED(128),  SIZED(129),   SIZED(132),   SIZED(240),   SIZED(256),
    SIZED(257), SIZED(300), SIZED(384), SIZED(388),  SIZED(512),  SIZED(516),  SIZED(1000), SIZED(1024),  SIZED(1028),  SIZED(2000),  SIZED(4096),
    SIZED(4100), SIZED(8192), SIZED(8196), SIZED(10000), SIZED(16384), SIZED(16388), SIZED(33000), SIZED(49148), SIZED(49152),
};

static void check(cudaError_t error, const char *what) {
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(3);
}

static Kernel kernel_of(int bytes) {
    for (const Sized &sized : SIZES)
        if (sized.bytes == bytes) return sized.kernel;
    fprintf(stderr, "%d is not a size that was compiled\n", bytes);
    exit(2);
}

static int attribute(cudaDeviceAttr which) {
    int value = -1;
    check(cudaDeviceGetAttribute(&value, which, 0), "cudaDeviceGetAttribute");
    return value;
}

static void device() {
    cudaDeviceProp properties;
    int driver = 0, runtime = 0;
    check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    printf("device\t%s\tsm_%d%d\tdriver\t%d\truntime\t%d\n", properties.name, properties.major, properties.minor, driver, runtime);
    printf("attribute\treserved_per_block\t%d\n", attribute(cudaDevAttrReservedSharedMemoryPerBlock));
    printf("attribute\tmax_per_block\t%d\n", attribute(cudaDevAttrMaxSharedMemoryPerBlock));
    printf("attribute\tmax_per_block_optin\t%d\n", attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    printf("attribute\tmax_per_multiprocessor\t%d\n", attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
}

// One warp a block, so that memory alone limits the blocks for all but the smallest sizes.
static void occupancy() {
    for (const Sized &sized : SIZES) {
        cudaFuncAttributes attributes;
        check(cudaFuncGetAttributes(&attributes, sized.kernel), "cudaFuncGetAttributes");
        check(cudaFuncSetAttribute(sized.kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100), "carveout");
        for (int dynamic : {0, 4, 100, 128, 132, 1000, 7000, 20000}) {
            if (sized.bytes + dynamic > 49152) continue;
            int blocks = -1;
            size_t available = 0;
            check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sized.kernel, 32, dynamic), "occupancy");
            if (blocks > 0) cudaOccupancyAvailableDynamicSMemPerBlock(&available, sized.kernel, blocks, 32);
            printf("occupancy\t%d\t%d\treported_static\t%zu\tblocks\t%d\tavailable_dynamic\t%zu\n", sized.bytes, dynamic,
                   attributes.sharedSizeBytes, blocks, available);
        }
    }
}

static void edge(const char *kind_name, int fixed, int dynamic, bool end) {
    int kind = -1;
    for (int i = 0; i < 7; i++)
        if (strcmp(NAMES[i], kind_name) == 0) kind = i;
    if (kind < 0) exit(2);
    Kernel kernel = kernel_of(fixed);
    int at_dynamic = !end ? fixed == 0 : dynamic > 0 || fixed == 0;
    int declared = at_dynamic ? dynamic : fixed;
    int step = WIDTHS[kind];
    int offset = end ? declared / step * step : -step;
    unsigned *out, host[4] = {0, 0, 0, 0};
    check(cudaMalloc(&out, 16), "cudaMalloc");
    int steps = 0, zeros = 0;
    for (;; offset += end ? step : -step, steps++) {
        check(cudaMemcpy(out, host, 16, cudaMemcpyHostToDevice), "cudaMemcpy");
        kernel<<<1, 32, dynamic>>>(kind, offset, at_dynamic, out);
        check(cudaGetLastError(), "launch");
        cudaError_t error = cudaDeviceSynchronize();
        if (error != cudaSuccess) {
            printf("%s\t%s\t%d\t%d\tbase\t%u\tfirst_fault\t%d\tfirst_fault_address\t%d\tsteps\t%d\tzeros\t%d\t%s\n", end ? "end" : "start", NAMES[kind],
                   fixed, dynamic, host[2], offset, (int)host[2] + offset, steps, zeros, cudaGetErrorName(error));
            return;
        }
        check(cudaMemcpy(host, out, 16, cudaMemcpyDeviceToHost), "cudaMemcpy");
        if (host[0] == 0) zeros++;
        if (offset > 300000 || (int)host[2] + offset < 0) {
            printf("%s\t%s\t%d\t%d\tbase\t%u\tno_fault\n", end ? "end" : "start", NAMES[kind], fixed, dynamic, host[2]);
            return;
        }
    }
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "device") == 0) return device(), 0;
    if (argc == 2 && strcmp(argv[1], "occupancy") == 0) return occupancy(), 0;
    if (argc == 5 && (strcmp(argv[1], "end") == 0 || strcmp(argv[1], "start") == 0))
        return edge(argv[2], atoi(argv[3]), atoi(argv[4]), strcmp(argv[1], "end") == 0), 0;
    fprintf(stderr, "see the comment at the top of the source\n");
    return 2;
}
