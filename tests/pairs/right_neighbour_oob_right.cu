#include <stdlib.h>

__global__ void forward_diff(const float *x, float *dx) {
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 128 + t];
    __syncthreads();
    float d = (t < 127 ? s[t + 1] : s[t]) - s[t];
    dx[blockIdx.x * 128 + t] = d;
}

int main() {
    float *x;
    cudaMalloc((void **)&x, sizeof(float) * 256);
    float *host_x = (float *)malloc(sizeof(float) * 256);
    for (int i = 0; i < 256; i++) host_x[i] = static_cast<float>((i * 37 + 11) % 101);
    cudaMemcpy(x, host_x, sizeof(float) * 256, cudaMemcpyHostToDevice);
    free(host_x);
    float *dx;
    cudaMalloc((void **)&dx, sizeof(float) * 256);
    cudaMemset(dx, 0, 256 * sizeof(float));
    forward_diff<<<2, 128>>>(x, dx);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(dx);
    return 0;
}
