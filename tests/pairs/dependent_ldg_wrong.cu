#include <cstdio>
#include <vector>

__global__ void remap(const int *in, int *lut, int *out) {
    int t = threadIdx.x;
    lut[blockIdx.x * 64 + t] = (in[blockIdx.x * 64 + t] * 5 + 2) % 64;
    __syncthreads();
    int hop = __ldg(&lut[blockIdx.x * 64 + (t ^ 7)]);
    out[blockIdx.x * 64 + t] = hop;
}

int main() {
    int *in = nullptr;
    cudaMalloc(&in, 128 * sizeof(int));
    {
        std::vector<int> h(128);
        for (int k = 0; k < 128; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *lut = nullptr;
    cudaMalloc(&lut, 128 * sizeof(int));
    cudaMemset(lut, 0, 128 * sizeof(int));
    int *out = nullptr;
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMemset(out, 0, 128 * sizeof(int));
    remap<<<2, 64>>>(in, lut, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(lut);
    cudaFree(out);
    return 0;
}
