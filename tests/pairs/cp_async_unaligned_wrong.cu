#include <cuda_pipeline.h>
#include <stdlib.h>

__global__ void skip_header(const float *in, float *out) {
    __shared__ __align__(16) float s[256];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[4 * t], in + 2 + 4 * t, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = t; i < 256; i += 64) out[i] = s[255 - i];
}

int main() {
    float *in;
    cudaMalloc((void **)&in, sizeof(float) * 258);
    float *host_in = (float *)malloc(sizeof(float) * 258);
    for (int i = 0; i < 258; i++) host_in[i] = static_cast<float>(i);
    cudaMemcpy(in, host_in, sizeof(float) * 258, cudaMemcpyHostToDevice);
    free(host_in);
    float *out;
    cudaMalloc((void **)&out, sizeof(float) * 256);
    cudaMemset(out, 0, 256 * sizeof(float));
    skip_header<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
