#include <stdlib.h>

__device__ unsigned done_blocks = 0;

__global__ void total(const float *in, float *part, float *out, int n) {
    __shared__ float sh[128];
    __shared__ bool last;
    int t = threadIdx.x;
    float v = 0.f;
    for (int i = blockIdx.x * 128 + t; i < n; i += gridDim.x * 128) v += in[i];
    sh[t] = v;
    __syncthreads();
    for (int s = 64; s > 0; s >>= 1) {
        if (t < s) sh[t] += sh[t + s];
        __syncthreads();
    }
    if (t == 0) {
        part[blockIdx.x] = sh[0];
        __threadfence();
        last = atomicAdd(&done_blocks, 1u) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last && t == 0) {
        float sum = 0.f;
        for (int b = 0; b < gridDim.x; ++b) sum += part[b];
        *out = sum;
        atomicExch(&done_blocks, 0u);
    }
}

int main() {
    float *in;
    cudaMalloc((void **)&in, sizeof(float) * 2000);
    float *host_in = (float *)malloc(sizeof(float) * 2000);
    for (int i = 0; i < 2000; i++) host_in[i] = static_cast<float>((i * 37 + 11) % 101);
    cudaMemcpy(in, host_in, sizeof(float) * 2000, cudaMemcpyHostToDevice);
    free(host_in);
    float *part;
    cudaMalloc((void **)&part, sizeof(float) * 6);
    cudaMemset(part, 0, 6 * sizeof(float));
    float *out;
    cudaMalloc((void **)&out, sizeof(float) * 1);
    cudaMemset(out, 0, 1 * sizeof(float));
    total<<<6, 128>>>(in, part, out, 2000);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(part);
    cudaFree(out);
    return 0;
}
