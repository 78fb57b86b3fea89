#include <stdlib.h>

#define T 16

__global__ void gemm(const float *A, const float *B, float *C, int n) {
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    int row = blockIdx.y * T + threadIdx.y;
    int col = blockIdx.x * T + threadIdx.x;
    float acc = 0.0f;
    for (int k0 = 0; k0 < n; k0 += T) {
        As[threadIdx.y][threadIdx.x] = A[row * n + k0 + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(k0 + threadIdx.y) * n + col];
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < T; ++k) {
            acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        }
    }
    C[row * n + col] = acc;
}

int main() {
    float *A;
    cudaMalloc((void **)&A, sizeof(float) * 1024);
    float *host_A = (float *)malloc(sizeof(float) * 1024);
    for (int i = 0; i < 1024; i++) host_A[i] = static_cast<float>(i % 5);
    cudaMemcpy(A, host_A, sizeof(float) * 1024, cudaMemcpyHostToDevice);
    free(host_A);
    float *B;
    cudaMalloc((void **)&B, sizeof(float) * 1024);
    float *host_B = (float *)malloc(sizeof(float) * 1024);
    for (int i = 0; i < 1024; i++) host_B[i] = static_cast<float>(i % 3);
    cudaMemcpy(B, host_B, sizeof(float) * 1024, cudaMemcpyHostToDevice);
    free(host_B);
    float *C;
    cudaMalloc((void **)&C, sizeof(float) * 1024);
    cudaMemset(C, 0, 1024 * sizeof(float));
    gemm<<<dim3(2, 2), dim3(16, 16)>>>(A, B, C, 32);
    cudaDeviceSynchronize();
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    return 0;
}
