#include <cstdio>
#include <vector>

__device__ __forceinline__ unsigned shared_u32(const void *p) {
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void bulk_load(const float *in, float *out) {
    __shared__ alignas(128) float tile[128];
    __shared__ alignas(8) unsigned long long bar;
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(shared_u32(&bar)) : "memory");
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned bytes = 128 * sizeof(double);
        asm volatile("{ .reg .b64 st; mbarrier.arrive.expect_tx.shared::cta.b64 st, [%0], %1; }"
                     :: "r"(shared_u32(&bar)), "r"(bytes) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                     :: "r"(shared_u32(tile)), "l"(in + blockIdx.x * 128), "n"(512), "r"(shared_u32(&bar)) : "memory");
    }
    unsigned ready = 0;
    while (!ready) {
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                     : "=r"(ready) : "r"(shared_u32(&bar)) : "memory");
    }
    out[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x];
}

int main() {
    float *in = nullptr;
    cudaMalloc(&in, 256 * sizeof(float));
    {
        std::vector<float> h(256);
        for (int k = 0; k < 256; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *out = nullptr;
    cudaMalloc(&out, 256 * sizeof(float));
    cudaMemset(out, 0, 256 * sizeof(float));
    bulk_load<<<2, 128>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
