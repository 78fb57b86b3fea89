#include <cstdio>
#include <vector>

#define COUNT 256

__device__ inline void order(short &lo, short &hi) {
    if (lo > hi) { short x = lo; lo = hi; hi = x; }
}

__global__ void odd_even(short *arr) {
    __shared__ short v[COUNT];
    int i = threadIdx.x;
    v[2 * i] = arr[2 * i];
    v[2 * i + 1] = arr[2 * i + 1];
    __syncthreads();
    for (int round = 0; round < COUNT / 2; ++round) {
        order(v[2 * i], v[2 * i + 1]);
        if (2 * i + 2 < COUNT) order(v[2 * i + 1], v[2 * i + 2]);
        __syncthreads();
    }
    arr[2 * i] = v[2 * i];
    arr[2 * i + 1] = v[2 * i + 1];
}

int main() {
    short *arr = nullptr;
    cudaMalloc(&arr, 256 * sizeof(short));
    {
        std::vector<short> h(256);
        for (int k = 0; k < 256; ++k) h[k] = static_cast<short>(256 - 1 - k);
        cudaMemcpy(arr, h.data(), h.size() * sizeof(short), cudaMemcpyHostToDevice);
    }
    odd_even<<<1, 128>>>(arr);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(arr);
    return 0;
}
