#include <cstdio>
#include <vector>

#define GROUP_MASK 0x00ffffffu

__global__ void rotate24(const float *in, float *out) {
    int lane = threadIdx.x;
    float v = in[blockIdx.x * 32 + lane];
    float r = v;
    r = __shfl_sync(GROUP_MASK, v, (lane + 1) % 24);
    out[blockIdx.x * 32 + lane] = lane < 24 ? r : v;
}

int main() {
    float *in = nullptr;
    cudaMalloc(&in, 96 * sizeof(float));
    {
        std::vector<float> h(96);
        for (int k = 0; k < 96; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *out = nullptr;
    cudaMalloc(&out, 96 * sizeof(float));
    cudaMemset(out, 0, 96 * sizeof(float));
    rotate24<<<3, 32>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
