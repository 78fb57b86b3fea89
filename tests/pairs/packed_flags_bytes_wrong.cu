#include <stdlib.h>

__global__ void mark_primes(unsigned *sieve, int limit) {
    int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
    if (p >= limit) return;
    bool prime = true;
    for (int d = 2; d * d <= p; ++d) prime = prime && (p % d != 0);
    if (prime) sieve[p / 32] |= 1u << (p % 32);
}

int main() {
    unsigned *sieve;
    cudaMalloc((void **)&sieve, sizeof(unsigned) * 16);
    cudaMemset(sieve, 0, 16 * sizeof(unsigned));
    mark_primes<<<4, 128>>>(sieve, 512);
    cudaDeviceSynchronize();
    cudaFree(sieve);
    return 0;
}
