#include <stdlib.h>

__global__ void prescan(const int *in, int *out, int n, int padded) {
    extern __shared__ int temp[];
    int t = threadIdx.x;
    if (t < n) temp[t] = in[t];
    if (t + 128 < n) temp[t + 128] = in[t + 128];
    int off = 1;
    for (int d = padded >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int a = off * (2 * t + 1) - 1, b = off * (2 * t + 2) - 1;
            temp[b] += temp[a];
        }
        off *= 2;
    }
    __syncthreads();
    if (t == 0) {
        out[n] = temp[padded - 1];
        temp[padded - 1] = 0;
    }
    for (int d = 1; d < padded; d *= 2) {
        off >>= 1;
        __syncthreads();
        if (t < d) {
            int a = off * (2 * t + 1) - 1, b = off * (2 * t + 2) - 1;
            int x = temp[a];
            temp[a] = temp[b];
            temp[b] += x;
        }
    }
    __syncthreads();
    out[t] = temp[t];
    if (t + 128 < n) out[t + 128] = temp[t + 128];
}

int main() {
    int *in;
    cudaMalloc((void **)&in, sizeof(int) * 200);
    int *host_in = (int *)malloc(sizeof(int) * 200);
    for (int i = 0; i < 200; i++) host_in[i] = static_cast<int>(i % 4);
    cudaMemcpy(in, host_in, sizeof(int) * 200, cudaMemcpyHostToDevice);
    free(host_in);
    int *out;
    cudaMalloc((void **)&out, sizeof(int) * 201);
    cudaMemset(out, 0, 201 * sizeof(int));
    prescan<<<1, 128, 256 * sizeof(int)>>>(in, out, 200, 256);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
