#include <stdlib.h>

__global__ void rgb_to_gray(const int *rgb, int *gray, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int3 p = *reinterpret_cast<const int3 *>(rgb + 3 * t);
    gray[t] = (p.x * 77 + p.y * 150 + p.z * 29) >> 8;
}

int main() {
    int *rgb;
    cudaMalloc((void **)&rgb, sizeof(int) * 384);
    int *host_rgb = (int *)malloc(sizeof(int) * 384);
    for (int i = 0; i < 384; i++) host_rgb[i] = static_cast<int>((i * 37 + 11) % 101);
    cudaMemcpy(rgb, host_rgb, sizeof(int) * 384, cudaMemcpyHostToDevice);
    free(host_rgb);
    int *gray;
    cudaMalloc((void **)&gray, sizeof(int) * 120);
    cudaMemset(gray, 0, 120 * sizeof(int));
    rgb_to_gray<<<2, 64>>>(rgb, gray, 120);
    cudaDeviceSynchronize();
    cudaFree(rgb);
    cudaFree(gray);
    return 0;
}
