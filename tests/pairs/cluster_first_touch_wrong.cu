#include <cooperative_groups.h>
#include <stdlib.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) split_histogram(const int *keys, int *hist, int n) {
    __shared__ int bins[32];
    auto cluster = cg::this_cluster();
    for (int b = threadIdx.x; b < 32; b += blockDim.x) bins[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int k = keys[i] % 64;
        int *dst = cluster.map_shared_rank(bins, k / 32);
        atomicAdd(dst + k % 32, 1);
    }
    cluster.sync();
    for (int b = threadIdx.x; b < 32; b += blockDim.x)
        atomicAdd(&hist[cluster.block_rank() * 32 + b], bins[b]);
}

int main() {
    int *keys;
    cudaMalloc((void **)&keys, sizeof(int) * 700);
    int *host_keys = (int *)malloc(sizeof(int) * 700);
    for (int i = 0; i < 700; i++) host_keys[i] = static_cast<int>((i * 37 + 11) % 101);
    cudaMemcpy(keys, host_keys, sizeof(int) * 700, cudaMemcpyHostToDevice);
    free(host_keys);
    int *hist;
    cudaMalloc((void **)&hist, sizeof(int) * 64);
    cudaMemset(hist, 0, 64 * sizeof(int));
    split_histogram<<<4, 64>>>(keys, hist, 700);
    cudaDeviceSynchronize();
    cudaFree(keys);
    cudaFree(hist);
    return 0;
}
