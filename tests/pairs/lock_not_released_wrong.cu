#include <stdlib.h>

__device__ bool push(int *lock, volatile int *table, volatile int *used, int cap, int v) {
    while (atomicCAS(lock, 0, 1) == 1) __nanosleep(50);
    __threadfence();
    int n = *used;
    if (n == cap) return false;
    table[n] = v;
    *used = n + 1;
    __threadfence();
    atomicExch(lock, 0);
    return true;
}

__global__ void collect(const int *in, int *lock, int *table, int *used, int cap, int *dropped) {
    if (threadIdx.x == 0) {
        for (int k = 0; k < 2; ++k) {
            if (!push(lock, table, used, cap, in[blockIdx.x * 2 + k])) atomicAdd(dropped, 1);
        }
    }
}

int main() {
    int *in;
    cudaMalloc((void **)&in, sizeof(int) * 8);
    int *host_in = (int *)malloc(sizeof(int) * 8);
    for (int i = 0; i < 8; i++) host_in[i] = static_cast<int>((i * 37 + 11) % 101);
    cudaMemcpy(in, host_in, sizeof(int) * 8, cudaMemcpyHostToDevice);
    free(host_in);
    int *lock;
    cudaMalloc((void **)&lock, sizeof(int) * 1);
    cudaMemset(lock, 0, 1 * sizeof(int));
    int *table;
    cudaMalloc((void **)&table, sizeof(int) * 5);
    cudaMemset(table, 0, 5 * sizeof(int));
    int *used;
    cudaMalloc((void **)&used, sizeof(int) * 1);
    cudaMemset(used, 0, 1 * sizeof(int));
    int *dropped;
    cudaMalloc((void **)&dropped, sizeof(int) * 1);
    cudaMemset(dropped, 0, 1 * sizeof(int));
    collect<<<4, 32>>>(in, lock, table, used, 5, dropped);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(lock);
    cudaFree(table);
    cudaFree(used);
    cudaFree(dropped);
    return 0;
}
