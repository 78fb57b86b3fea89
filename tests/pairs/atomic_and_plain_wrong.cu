#include <cstdio>
#include <vector>

__global__ void find_max(const int *x, int *best, int n) {
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int v = x[i];
        if (v > *best) {
            atomicMax(best, v);
        }
    }
}

int main() {
    int *x = nullptr;
    cudaMalloc(&x, 2048 * sizeof(int));
    {
        std::vector<int> h(2048);
        for (int k = 0; k < 2048; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(x, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *best = nullptr;
    cudaMalloc(&best, 1 * sizeof(int));
    cudaMemset(best, 0, 1 * sizeof(int));
    find_max<<<4, 128>>>(x, best, 2048);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(x);
    cudaFree(best);
    return 0;
}
