#include <stdlib.h>

__global__ void exchange_halves(const int *in, int *out) {
    __shared__ int left[32], right[32];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int k = w * 16 + (lane & 15);
    if (lane < 16) {
        left[k] = in[g];
        __syncthreads();
    } else {
        right[k] = in[g];
    }
    __syncthreads();
    out[g] = lane < 16 ? right[k] - left[31 - k] : left[k] + right[31 - k];
}

int main() {
    int *in;
    cudaMalloc((void **)&in, sizeof(int) * 128);
    int *host_in = (int *)malloc(sizeof(int) * 128);
    for (int i = 0; i < 128; i++) host_in[i] = static_cast<int>((i * 37 + 11) % 101);
    cudaMemcpy(in, host_in, sizeof(int) * 128, cudaMemcpyHostToDevice);
    free(host_in);
    int *out;
    cudaMalloc((void **)&out, sizeof(int) * 128);
    cudaMemset(out, 0, 128 * sizeof(int));
    exchange_halves<<<2, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
