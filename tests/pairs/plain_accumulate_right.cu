#include <cstdio>
#include <vector>

__global__ void mean_abs_error(const float *a, const float *b, float *err, int n) {
    float e = 0.0f;
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) e += fabsf(a[i] - b[i]);
    for (int d = 16; d >= 1; d /= 2) e += __shfl_down_sync(0xffffffff, e, d);
    __shared__ float w[8];
    if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = e;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 8; i++) e += w[i];
        atomicAdd(err, e / n);
    }
}

int main() {
    float *a = nullptr;
    cudaMalloc(&a, 5000 * sizeof(float));
    {
        std::vector<float> h(5000);
        for (int k = 0; k < 5000; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(a, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *b = nullptr;
    cudaMalloc(&b, 5000 * sizeof(float));
    {
        std::vector<float> h(5000);
        for (int k = 0; k < 5000; ++k) h[k] = static_cast<float>(k % 13);
        cudaMemcpy(b, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *err = nullptr;
    cudaMalloc(&err, 1 * sizeof(float));
    cudaMemset(err, 0, 1 * sizeof(float));
    mean_abs_error<<<8, 256>>>(a, b, err, 5000);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(a);
    cudaFree(b);
    cudaFree(err);
    return 0;
}
