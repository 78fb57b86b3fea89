#include <cstdio>
#include <vector>

__device__ float block_extreme(float v, bool want_max) {
    __shared__ float scratch[4];
    for (int o = 16; o > 0; o >>= 1) {
        float u = __shfl_xor_sync(0xffffffff, v, o);
        v = want_max ? fmaxf(v, u) : fminf(v, u);
    }
    if (threadIdx.x % 32 == 0) scratch[threadIdx.x / 32] = v;
    __syncthreads();
    float r = scratch[0];
    for (int w = 1; w < 4; ++w) r = want_max ? fmaxf(r, scratch[w]) : fminf(r, scratch[w]);
    return r;
}

__global__ void normalise(float *img, int n) {
    float *p = img + blockIdx.x * n;
    float v = p[threadIdx.x];
    float hi = block_extreme(v, true);
    float lo = block_extreme(v, false);
    p[threadIdx.x] = hi > lo ? (v - lo) / (hi - lo) : 0.0f;
}

int main() {
    float *img = nullptr;
    cudaMalloc(&img, 384 * sizeof(float));
    {
        std::vector<float> h(384);
        for (int k = 0; k < 384; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(img, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    normalise<<<3, 128>>>(img, 128);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(img);
    return 0;
}
