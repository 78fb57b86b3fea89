#include <stdlib.h>

__global__ void heat_step(float *u, float *unew, int n, float k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i >= n - 1) return;
    float left = u[i - 1], mid = u[i], right = u[i + 1];
    u[i] = mid + k * (left - 2.0f * mid + right);
}

int main() {
    float *u;
    cudaMalloc((void **)&u, sizeof(float) * 500);
    float *host_u = (float *)malloc(sizeof(float) * 500);
    for (int i = 0; i < 500; i++) host_u[i] = static_cast<float>((i * 37 + 11) % 101);
    cudaMemcpy(u, host_u, sizeof(float) * 500, cudaMemcpyHostToDevice);
    free(host_u);
    float *unew;
    cudaMalloc((void **)&unew, sizeof(float) * 500);
    cudaMemset(unew, 0, 500 * sizeof(float));
    heat_step<<<4, 128>>>(u, unew, 500, 0.1f);
    cudaDeviceSynchronize();
    cudaFree(u);
    cudaFree(unew);
    return 0;
}
