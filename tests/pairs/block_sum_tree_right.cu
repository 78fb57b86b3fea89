#include <stdlib.h>

__global__ void block_sum_tree(const float *in, float *out) {
    __shared__ float partial[256];
    int tid = threadIdx.x;
    partial[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            partial[tid] += partial[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = partial[0];
}

int main() {
    float *in;
    cudaMalloc((void **)&in, sizeof(float) * 1024);
    float *host_in = (float *)malloc(sizeof(float) * 1024);
    for (int i = 0; i < 1024; i++) host_in[i] = static_cast<float>((i * 37 + 11) % 101);
    cudaMemcpy(in, host_in, sizeof(float) * 1024, cudaMemcpyHostToDevice);
    free(host_in);
    float *out;
    cudaMalloc((void **)&out, sizeof(float) * 4);
    cudaMemset(out, 0, 4 * sizeof(float));
    block_sum_tree<<<4, 256>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
