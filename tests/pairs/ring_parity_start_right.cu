#include <cstdio>
#include <vector>

__device__ __forceinline__ unsigned sptr(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ __forceinline__ void mb_init(unsigned long long *b, int n) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(sptr(b)), "r"(n) : "memory");
}
__device__ __forceinline__ void mb_arrive(unsigned long long *b) {
    asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" :: "r"(sptr(b)) : "memory");
}
__device__ __forceinline__ void mb_wait(unsigned long long *b, int parity) {
    int done = 0;
    while (!done) {
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
                     : "=r"(done) : "r"(sptr(b)), "r"(parity) : "memory");
    }
}

__global__ void ring(const int *in, int *out, int items) {
    __shared__ unsigned long long full[2], empty[2];
    __shared__ int slot[2][32];
    int lane = threadIdx.x & 31;
    if (threadIdx.x == 0) {
        for (int i = 0; i < 2; ++i) { mb_init(&full[i], 32); mb_init(&empty[i], 32); }
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        int phase = 1;
        for (int k = 0; k < items; ++k) {
            mb_wait(&empty[k & 1], phase);
            slot[k & 1][lane] = in[k * 32 + lane];
            mb_arrive(&full[k & 1]);
            if (k & 1) phase ^= 1;
        }
    } else {
        int phase = 0;
        for (int k = 0; k < items; ++k) {
            mb_wait(&full[k & 1], phase);
            out[k * 32 + lane] = slot[k & 1][31 - lane] + k;
            mb_arrive(&empty[k & 1]);
            if (k & 1) phase ^= 1;
        }
    }
}

int main() {
    int *in = nullptr;
    cudaMalloc(&in, 192 * sizeof(int));
    {
        std::vector<int> h(192);
        for (int k = 0; k < 192; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *out = nullptr;
    cudaMalloc(&out, 192 * sizeof(int));
    cudaMemset(out, 0, 192 * sizeof(int));
    ring<<<1, 64>>>(in, out, 6);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
