#include <stdlib.h>

#define TILE 16

__global__ void transpose16(const float *__restrict__ src, float *__restrict__ dst, int w, int h) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < w && y < h) tile[threadIdx.y][threadIdx.x] = src[y * w + x];
    __syncthreads();
    int tx = blockIdx.y * TILE + threadIdx.x;
    int ty = blockIdx.x * TILE + threadIdx.y;
    if (tx < h && ty < w) dst[ty * h + tx] = tile[threadIdx.x][threadIdx.y];
}

int main() {
    float *src;
    cudaMalloc((void **)&src, sizeof(float) * 1200);
    float *host_src = (float *)malloc(sizeof(float) * 1200);
    for (int i = 0; i < 1200; i++) host_src[i] = static_cast<float>((i * 37 + 11) % 101);
    cudaMemcpy(src, host_src, sizeof(float) * 1200, cudaMemcpyHostToDevice);
    free(host_src);
    float *dst;
    cudaMalloc((void **)&dst, sizeof(float) * 1200);
    cudaMemset(dst, 0, 1200 * sizeof(float));
    transpose16<<<dim3(3, 2), dim3(16, 16)>>>(src, dst, 40, 30);
    cudaDeviceSynchronize();
    cudaFree(src);
    cudaFree(dst);
    return 0;
}
