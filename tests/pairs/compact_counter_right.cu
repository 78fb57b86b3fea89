#include <cstdio>
#include <vector>

__global__ void keep_positive(const int *in, int *out, int *count, int n) {
    __shared__ int filled;
    __shared__ int dst;
    if (threadIdx.x == 0) filled = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    int slot = -1;
    if (v > 50) slot = atomicAdd(&filled, 1);
    __syncthreads();
    if (threadIdx.x == 0) dst = atomicAdd(count, filled);
    __syncthreads();
    if (slot >= 0) out[dst + slot] = v;
}

int main() {
    int *in = nullptr;
    cudaMalloc(&in, 370 * sizeof(int));
    {
        std::vector<int> h(370);
        for (int k = 0; k < 370; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *out = nullptr;
    cudaMalloc(&out, 370 * sizeof(int));
    int *count = nullptr;
    cudaMalloc(&count, 1 * sizeof(int));
    cudaMemset(count, 0, 1 * sizeof(int));
    keep_positive<<<4, 96>>>(in, out, count, 370);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    cudaFree(count);
    return 0;
}
