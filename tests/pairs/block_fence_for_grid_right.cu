#include <cstdio>
#include <vector>

__device__ void publish(int *slot, int value, int *flag) {
    *slot = value;
    __threadfence();
    atomicExch(flag, 1);
}

__device__ int await(int *slot, int *flag) {
    while (atomicAdd(flag, 0) == 0) { }
    __threadfence();
    return *slot;
}

__global__ void ring_pass(int *slots, int *flags, int *out) {
    if (threadIdx.x == 0) {
        int b = blockIdx.x;
        if (b == 0) {
            publish(&slots[0], 100, &flags[0]);
        } else {
            int v = await(&slots[b - 1], &flags[b - 1]);
            publish(&slots[b], v + b, &flags[b]);
        }
        out[b] = b;
    }
}

int main() {
    int *slots = nullptr;
    cudaMalloc(&slots, 4 * sizeof(int));
    cudaMemset(slots, 0, 4 * sizeof(int));
    int *flags = nullptr;
    cudaMalloc(&flags, 4 * sizeof(int));
    cudaMemset(flags, 0, 4 * sizeof(int));
    int *out = nullptr;
    cudaMalloc(&out, 4 * sizeof(int));
    cudaMemset(out, 0, 4 * sizeof(int));
    ring_pass<<<4, 32>>>(slots, flags, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(slots);
    cudaFree(flags);
    cudaFree(out);
    return 0;
}
