#include <stdlib.h>

__global__ void handoff(int *payload, int *flag, int *out) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        payload[t] = t * 3 + 1;
        __syncthreads();
        if (t == 0) {
            __threadfence();
            *reinterpret_cast<volatile int *>(flag) = 1;
        }
    } else {
        if (t == 0) {
            while (*reinterpret_cast<volatile int *>(flag) == 0) { }
            __threadfence();
        }
        __syncthreads();
        out[t] = payload[blockDim.x - 1 - t];
    }
}

int main() {
    int *payload;
    cudaMalloc((void **)&payload, sizeof(int) * 64);
    cudaMemset(payload, 0, 64 * sizeof(int));
    int *flag;
    cudaMalloc((void **)&flag, sizeof(int) * 1);
    cudaMemset(flag, 0, 1 * sizeof(int));
    int *out;
    cudaMalloc((void **)&out, sizeof(int) * 64);
    cudaMemset(out, 0, 64 * sizeof(int));
    handoff<<<2, 64>>>(payload, flag, out);
    cudaDeviceSynchronize();
    cudaFree(payload);
    cudaFree(flag);
    cudaFree(out);
    return 0;
}
