#include <cuda_pipeline.h>
#include <cstdio>
#include <vector>

__global__ void flip_tile(const float4 *in, float4 *out) {
    __shared__ float4 tile[128];
    int t = threadIdx.x, g = blockIdx.x * 128 + t;
    __pipeline_memcpy_async(&tile[t], &in[g], sizeof(float4));
    __pipeline_commit();
    __syncthreads();
    out[g] = tile[127 - t];
}

int main() {
    float4 *in = nullptr;
    cudaMalloc(&in, 256 * sizeof(float4));
    {
        std::vector<float4> h(256);
        for (int k = 0; k < 256; ++k) h[k] = make_float4((k * 37 + 11) % 101, (k * 37 + 11) % 101, (k * 37 + 11) % 101, (k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(float4), cudaMemcpyHostToDevice);
    }
    float4 *out = nullptr;
    cudaMalloc(&out, 256 * sizeof(float4));
    cudaMemset(out, 0, 256 * sizeof(float4));
    flip_tile<<<2, 128>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
