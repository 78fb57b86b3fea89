#include <cuda_pipeline.h>
#include <cstdio>
#include <vector>

__global__ void drain_and_clear(int *queue, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x, g = blockIdx.x * 64 + t;
    __pipeline_memcpy_async(&s[t], &queue[g], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    queue[g] = 0;
    __syncthreads();
    out[g] = s[t] + s[t ^ 1];
}

int main() {
    int *queue = nullptr;
    cudaMalloc(&queue, 128 * sizeof(int));
    {
        std::vector<int> h(128);
        for (int k = 0; k < 128; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(queue, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *out = nullptr;
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMemset(out, 0, 128 * sizeof(int));
    drain_and_clear<<<2, 64>>>(queue, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(queue);
    cudaFree(out);
    return 0;
}
