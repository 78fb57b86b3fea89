#include <stdlib.h>

constexpr int kBuckets = 256;

__global__ void radix_count(const unsigned *keys, unsigned *digit_counts, int n, int shift) {
    __shared__ unsigned counts[kBuckets];
    counts[threadIdx.x] = 0u;
    int base = blockIdx.x * blockDim.x * 4;
    #pragma unroll
    for (int j = 0; j < 4; ++j) {
        int i = base + j * blockDim.x + threadIdx.x;
        if (i < n) {
            unsigned d = (keys[i] >> shift) & (kBuckets - 1);
            atomicAdd(&counts[d], 1u);
        }
    }
    __syncthreads();
    digit_counts[blockIdx.x * kBuckets + threadIdx.x] = counts[threadIdx.x];
}

int main() {
    unsigned *keys;
    cudaMalloc((void **)&keys, sizeof(unsigned) * 2000);
    unsigned *host_keys = (unsigned *)malloc(sizeof(unsigned) * 2000);
    for (int i = 0; i < 2000; i++) host_keys[i] = static_cast<unsigned>((i * 37 + 11) % 101);
    cudaMemcpy(keys, host_keys, sizeof(unsigned) * 2000, cudaMemcpyHostToDevice);
    free(host_keys);
    unsigned *digits;
    cudaMalloc((void **)&digits, sizeof(unsigned) * 512);
    cudaMemset(digits, 0, 512 * sizeof(unsigned));
    radix_count<<<2, 256>>>(keys, digits, 2000, 0);
    cudaDeviceSynchronize();
    cudaFree(keys);
    cudaFree(digits);
    return 0;
}
