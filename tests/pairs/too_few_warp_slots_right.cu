#include <stdlib.h>

__global__ void weighted_sum(const float *x, const float *w, float *out, int n) {
    __shared__ float slots[16];
    float v = 0.f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) v += x[i] * w[i];
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    if (threadIdx.x % warpSize == 0) slots[threadIdx.x / warpSize] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = 0.f;
        for (int i = 0; i < blockDim.x / warpSize; ++i) s += slots[i];
        *out = s;
    }
}

int main() {
    float *x;
    cudaMalloc((void **)&x, sizeof(float) * 1500);
    float *host_x = (float *)malloc(sizeof(float) * 1500);
    for (int i = 0; i < 1500; i++) host_x[i] = static_cast<float>((i * 37 + 11) % 101);
    cudaMemcpy(x, host_x, sizeof(float) * 1500, cudaMemcpyHostToDevice);
    free(host_x);
    float *w;
    cudaMalloc((void **)&w, sizeof(float) * 1500);
    float *host_w = (float *)malloc(sizeof(float) * 1500);
    for (int i = 0; i < 1500; i++) host_w[i] = static_cast<float>(i % 3);
    cudaMemcpy(w, host_w, sizeof(float) * 1500, cudaMemcpyHostToDevice);
    free(host_w);
    float *out;
    cudaMalloc((void **)&out, sizeof(float) * 1);
    cudaMemset(out, 0, 1 * sizeof(float));
    weighted_sum<<<1, 512>>>(x, w, out, 1500);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(w);
    cudaFree(out);
    return 0;
}
