#include <cstdio>
#include <vector>

__global__ void count_even(const unsigned *v, unsigned *evens, int n) {
    unsigned local = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        local += (v[i] & 1u) == 0;
    }
    local = __reduce_add_sync(0xffffffffu, local);
    if ((threadIdx.x & 31) == 0) atomicAdd(evens, local);
}

int main() {
    unsigned *v = nullptr;
    cudaMalloc(&v, 1024 * sizeof(unsigned));
    {
        std::vector<unsigned> h(1024);
        for (int k = 0; k < 1024; ++k) h[k] = static_cast<unsigned>((k * 37 + 11) % 101);
        cudaMemcpy(v, h.data(), h.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
    }
    unsigned *evens = nullptr;
    cudaMalloc(&evens, 1 * sizeof(unsigned));
    cudaMemset(evens, 0, 1 * sizeof(unsigned));
    count_even<<<4, 128>>>(v, evens, 1024);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(v);
    cudaFree(evens);
    return 0;
}
