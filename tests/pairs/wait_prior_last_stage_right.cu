#include <cuda_pipeline.h>
#include <cstdio>
#include <vector>

template <int STAGE>
__global__ void pipelined_sum(const float *in, float *out, int chunks) {
    __shared__ float buf[2][STAGE];
    int t = threadIdx.x;
    float acc = 0.f;
    __pipeline_memcpy_async(&buf[0][t], &in[t], 4);
    __pipeline_commit();
    for (int c = 0; c < chunks; ++c) {
        if (c + 1 < chunks) {
            __pipeline_memcpy_async(&buf[(c + 1) & 1][t], &in[(c + 1) * STAGE + t], 4);
        }
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        acc += buf[c & 1][STAGE - 1 - t];
        __syncthreads();
    }
    out[t] = acc;
}

int main() {
    float *in = nullptr;
    cudaMalloc(&in, 256 * sizeof(float));
    {
        std::vector<float> h(256);
        for (int k = 0; k < 256; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *out = nullptr;
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemset(out, 0, 64 * sizeof(float));
    pipelined_sum<64><<<1, 64>>>(in, out, 4);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
