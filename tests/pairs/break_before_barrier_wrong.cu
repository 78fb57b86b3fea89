#include <stdlib.h>

__global__ void collatz_rounds(const unsigned *seed, unsigned *steps, unsigned *active) {
    __shared__ unsigned alive;
    unsigned x = seed[threadIdx.x] + 1, n = 0;
    for (int round = 0; round < 200; ++round) {
        if (x == 1) break;
        if (threadIdx.x == 0) alive = 0;
        __syncthreads();
        x = (x & 1) ? 3 * x + 1 : x / 2;
        ++n;
        atomicAdd(&alive, x != 1);
        __syncthreads();
        if (threadIdx.x == 0) active[round] = alive;
        __syncthreads();
    }
    __syncthreads();
    steps[threadIdx.x] = n;
}

int main() {
    unsigned *seed;
    cudaMalloc((void **)&seed, sizeof(unsigned) * 128);
    unsigned *host_seed = (unsigned *)malloc(sizeof(unsigned) * 128);
    for (int i = 0; i < 128; i++) host_seed[i] = static_cast<unsigned>(i % 50);
    cudaMemcpy(seed, host_seed, sizeof(unsigned) * 128, cudaMemcpyHostToDevice);
    free(host_seed);
    unsigned *steps;
    cudaMalloc((void **)&steps, sizeof(unsigned) * 128);
    cudaMemset(steps, 0, 128 * sizeof(unsigned));
    unsigned *active;
    cudaMalloc((void **)&active, sizeof(unsigned) * 200);
    cudaMemset(active, 0, 200 * sizeof(unsigned));
    collatz_rounds<<<1, 128>>>(seed, steps, active);
    cudaDeviceSynchronize();
    cudaFree(seed);
    cudaFree(steps);
    cudaFree(active);
    return 0;
}
