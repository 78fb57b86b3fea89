#include <cstdio>
#include <vector>

__global__ void vertical_gradient(const int *src, int *dst, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int up = src[max(y - 1, 0) * w + x];
    int down = src[min(y + 1, h - 1) * w + x];
    dst[y * w + x] = down - up;
}

int main() {
    int *src = nullptr;
    cudaMalloc(&src, 550 * sizeof(int));
    {
        std::vector<int> h(550);
        for (int k = 0; k < 550; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(src, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *dst = nullptr;
    cudaMalloc(&dst, 550 * sizeof(int));
    cudaMemset(dst, 0, 550 * sizeof(int));
    vertical_gradient<<<dim3(2, 3), dim3(32, 4)>>>(src, dst, 50, 11);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(src);
    cudaFree(dst);
    return 0;
}
