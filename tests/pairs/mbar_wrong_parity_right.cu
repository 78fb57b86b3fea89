#include <cstdio>
#include <vector>

__device__ __forceinline__ bool try_parity(unsigned bar, unsigned parity) {
    unsigned ok;
    asm volatile("{\n .reg .pred q;\n mbarrier.try_wait.parity.shared::cta.b64 q, [%1], %2;\n selp.u32 %0, 1, 0, q;\n}"
                 : "=r"(ok) : "r"(bar), "r"(parity) : "memory");
    return ok != 0;
}

__global__ void one_producer(const float *in, float *out) {
    __shared__ __align__(8) unsigned long long mbar;
    __shared__ float batch[32];
    unsigned bar = static_cast<unsigned>(__cvta_generic_to_shared(&mbar));
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 32;" :: "r"(bar) : "memory");
    __syncthreads();
    int lane = threadIdx.x & 31;
    if (threadIdx.x < 32) {
        batch[lane] = sqrtf(in[lane]);
        asm volatile("{ .reg .b64 st; mbarrier.arrive.shared.b64 st, [%0]; }" :: "r"(bar) : "memory");
    } else {
        while (!try_parity(bar, 0)) { }
        out[threadIdx.x - 32] = batch[31 - lane] * (threadIdx.x >> 5);
    }
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
    float *in = device_buffer<float>(32);
    fill_buffer(in, 32, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *out = device_buffer<float>(96);
    cudaMemset(out, 0, 96 * sizeof(float));
    one_producer<<<1, 128>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
