#include <stdlib.h>

__device__ int take_prefix(volatile int *status, int *prefix, int b) {
    if (b == 0) return 0;
    while (status[b - 1] == 0) { }
    __threadfence();
    return prefix[b - 1];
}

__global__ void chained_scan(const int *in, int *out, int *status, int *prefix) {
    __shared__ int warp_tot[4];
    __shared__ int start;
    int t = threadIdx.x, lane = t & 31, w = t >> 5;
    int x = in[blockIdx.x * 128 + t], s = x;
    for (int d = 1; d < 32; d <<= 1) {
        int u = __shfl_up_sync(0xffffffffu, s, d);
        if (lane >= d) s += u;
    }
    if (lane == 31) warp_tot[w] = s;
    __syncthreads();
    if (t == 0) {
        int all = warp_tot[0] + warp_tot[1] + warp_tot[2] + warp_tot[3];
        int p = take_prefix(status, prefix, blockIdx.x);
        __threadfence();
        ((volatile int *)status)[blockIdx.x] = 1;
        prefix[blockIdx.x] = p + all;
        start = p;
    }
    __syncthreads();
    int base = start;
    for (int i = 0; i < w; ++i) base += warp_tot[i];
    out[blockIdx.x * 128 + t] = base + s;
}

int main() {
    int *in;
    cudaMalloc((void **)&in, sizeof(int) * 512);
    int *host_in = (int *)malloc(sizeof(int) * 512);
    for (int i = 0; i < 512; i++) host_in[i] = static_cast<int>(i % 5);
    cudaMemcpy(in, host_in, sizeof(int) * 512, cudaMemcpyHostToDevice);
    free(host_in);
    int *out;
    cudaMalloc((void **)&out, sizeof(int) * 512);
    cudaMemset(out, 0, 512 * sizeof(int));
    int *status;
    cudaMalloc((void **)&status, sizeof(int) * 4);
    cudaMemset(status, 0, 4 * sizeof(int));
    int *prefix;
    cudaMalloc((void **)&prefix, sizeof(int) * 4);
    cudaMemset(prefix, 0, 4 * sizeof(int));
    chained_scan<<<4, 128>>>(in, out, status, prefix);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    cudaFree(status);
    cudaFree(prefix);
    return 0;
}
