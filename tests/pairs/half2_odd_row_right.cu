#include <cuda_fp16.h>
#include <cstdio>
#include <vector>

__global__ void row_pairs(const __half *in, __half2 *out) {
    __shared__ __align__(16) __half rows[8][34];
    int c = threadIdx.x, r = threadIdx.y;
    rows[r][c] = in[r * 32 + c];
    __syncthreads();
    if (c < 16) {
        __half2 p = *reinterpret_cast<const __half2 *>(&rows[r][2 * c]);
        out[r * 16 + c] = __hadd2(p, p);
    }
}

int main() {
    __half *in = nullptr;
    cudaMalloc(&in, 256 * sizeof(__half));
    {
        std::vector<__half> h(256);
        for (int k = 0; k < 256; ++k) h[k] = __float2half(float((k * 37 + 11) % 101));
        cudaMemcpy(in, h.data(), h.size() * sizeof(__half), cudaMemcpyHostToDevice);
    }
    __half2 *out = nullptr;
    cudaMalloc(&out, 128 * sizeof(__half2));
    cudaMemset(out, 0, 128 * sizeof(__half2));
    row_pairs<<<1, dim3(32, 8)>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
