#include <cstdio>
#include <vector>

__global__ void saxpy_inplace(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = blockDim.x;
    while (i < n) {
        y[i] = fmaf(a, x[i], y[i]);
        i += stride;
    }
}

int main() {
    float *x = nullptr;
    cudaMalloc(&x, 1000 * sizeof(float));
    {
        std::vector<float> h(1000);
        for (int k = 0; k < 1000; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(x, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *y = nullptr;
    cudaMalloc(&y, 1000 * sizeof(float));
    {
        std::vector<float> h(1000);
        for (int k = 0; k < 1000; ++k) h[k] = static_cast<float>(k % 3);
        cudaMemcpy(y, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    saxpy_inplace<<<3, 128>>>(2.0f, x, y, 1000);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(x);
    cudaFree(y);
    return 0;
}
