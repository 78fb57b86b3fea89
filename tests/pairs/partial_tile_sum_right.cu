#include <stdlib.h>

__global__ void tail_sum(const int *in, int *out, int n) {
    __shared__ int tile[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    tile[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int s = 64; s > 0; s >>= 1) {
        if (threadIdx.x < s) tile[threadIdx.x] += tile[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = tile[0];
}

int main() {
    int *in;
    cudaMalloc((void **)&in, sizeof(int) * 200);
    int *host_in = (int *)malloc(sizeof(int) * 200);
    for (int i = 0; i < 200; i++) host_in[i] = static_cast<int>((i * 37 + 11) % 101);
    cudaMemcpy(in, host_in, sizeof(int) * 200, cudaMemcpyHostToDevice);
    free(host_in);
    int *out;
    cudaMalloc((void **)&out, sizeof(int) * 2);
    cudaMemset(out, 0, 2 * sizeof(int));
    tail_sum<<<2, 128>>>(in, out, 200);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
