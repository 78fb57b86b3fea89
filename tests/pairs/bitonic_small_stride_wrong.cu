#include <stdlib.h>

__global__ void bitonic_sort(unsigned *g, int n) {
    extern __shared__ unsigned keys[];
    unsigned t = threadIdx.x;
    keys[t] = g[blockIdx.x * n + t];
    __syncthreads();
    for (unsigned k = 2; k <= n; k <<= 1) {
        for (unsigned j = k >> 1; j > 0; j >>= 1) {
            unsigned p = t ^ j;
            if (p > t) {
                unsigned a = keys[t], b = keys[p];
                bool up = (t & k) == 0;
                if ((a > b) == up) {
                    keys[t] = b;
                    keys[p] = a;
                }
            }
            if (j >= 32) __syncthreads();
        }
        __syncthreads();
    }
    g[blockIdx.x * n + t] = keys[t];
}

int main() {
    unsigned *g;
    cudaMalloc((void **)&g, sizeof(unsigned) * 256);
    unsigned *host_g = (unsigned *)malloc(sizeof(unsigned) * 256);
    for (int i = 0; i < 256; i++) host_g[i] = static_cast<unsigned>((i * 37 + 11) % 101);
    cudaMemcpy(g, host_g, sizeof(unsigned) * 256, cudaMemcpyHostToDevice);
    free(host_g);
    bitonic_sort<<<2, 128, 512>>>(g, 128);
    cudaDeviceSynchronize();
    cudaFree(g);
    return 0;
}
