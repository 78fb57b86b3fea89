#include <cstdio>
#include <vector>

__global__ void fold_partials(const float *partial, float *out, int count) {
    int lane = threadIdx.x & 31;
    float v = lane < count ? partial[blockIdx.x * 32 + lane] : 0.0f;
    if (lane < 16) {
        v += __shfl_down_sync(0x0000ffffu, v, 16);
        v += __shfl_down_sync(0x0000ffffu, v, 8, 16);
        v += __shfl_down_sync(0x0000ffffu, v, 4, 16);
        v += __shfl_down_sync(0x0000ffffu, v, 2, 16);
        v += __shfl_down_sync(0x0000ffffu, v, 1, 16);
    }
    if (lane == 0) out[blockIdx.x] = v;
}

int main() {
    float *partial = nullptr;
    cudaMalloc(&partial, 64 * sizeof(float));
    {
        std::vector<float> h(64);
        for (int k = 0; k < 64; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(partial, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *out = nullptr;
    cudaMalloc(&out, 2 * sizeof(float));
    cudaMemset(out, 0, 2 * sizeof(float));
    fold_partials<<<2, 32>>>(partial, out, 28);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(partial);
    cudaFree(out);
    return 0;
}
