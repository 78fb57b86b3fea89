#include <cstdio>
#include <vector>

__global__ void bulk_square(const int *src, int *dst, int n) {
    extern __shared__ __align__(128) int tile[];
    __shared__ unsigned long long mb;
    unsigned bar = (unsigned)__cvta_generic_to_shared(&mb);
    unsigned smem = (unsigned)__cvta_generic_to_shared(tile);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n fence.proxy.async.shared::cta;" :: "r"(bar) : "memory");
        unsigned bytes = n * sizeof(int);
        asm volatile("{ .reg .b64 t; mbarrier.arrive.expect_tx.shared::cta.b64 t, [%0], %1; }" :: "r"(bar), "r"(bytes) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                     :: "r"(smem), "l"(src), "r"(bytes), "r"(bar) : "memory");
        unsigned done;
        do {
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                         : "=r"(done) : "r"(bar) : "memory");
        } while (!done);
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) dst[i] = tile[n - 1 - i] * tile[i];
}

template <class T>
static T *device_buffer(int count) {
    void *p = nullptr;
    cudaMalloc(&p, count * sizeof(T));
    return static_cast<T *>(p);
}

template <class T, class F>
static void fill_buffer(T *dst, int count, F gen) {
    std::vector<T> h(count);
    for (int j = 0; j < count; ++j) h[j] = gen(j);
    cudaMemcpy(dst, h.data(), count * sizeof(T), cudaMemcpyHostToDevice);
}

int main() {
    int *src = device_buffer<int>(512);
    fill_buffer(src, 512, [](int j) { return static_cast<int>((j * 37 + 11) % 101); });
    int *dst = device_buffer<int>(512);
    cudaMemset(dst, 0, 512 * sizeof(int));
    bulk_square<<<1, 128, 2048>>>(src, dst, 512);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(src);
    cudaFree(dst);
    return rc != cudaSuccess;
}
