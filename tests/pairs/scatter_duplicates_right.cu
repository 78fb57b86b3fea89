#include <stdlib.h>

__global__ void scatter_rows(const float *grad, const int *index, float *table, int rows, int dim) {
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= rows) return;
    float *dst = table + index[r] * dim;
    const float *src = grad + r * dim;
    for (int c = threadIdx.x; c < dim; c += blockDim.x) {
        atomicAdd(dst + c, src[c]);
    }
}

int main() {
    float *grad;
    cudaMalloc((void **)&grad, sizeof(float) * 1920);
    float *host_grad = (float *)malloc(sizeof(float) * 1920);
    for (int i = 0; i < 1920; i++) host_grad[i] = static_cast<float>((i * 37 + 11) % 101);
    cudaMemcpy(grad, host_grad, sizeof(float) * 1920, cudaMemcpyHostToDevice);
    free(host_grad);
    int *idx;
    cudaMalloc((void **)&idx, sizeof(int) * 40);
    int *host_idx = (int *)malloc(sizeof(int) * 40);
    for (int i = 0; i < 40; i++) host_idx[i] = static_cast<int>(i % 6);
    cudaMemcpy(idx, host_idx, sizeof(int) * 40, cudaMemcpyHostToDevice);
    free(host_idx);
    float *table;
    cudaMalloc((void **)&table, sizeof(float) * 288);
    cudaMemset(table, 0, 288 * sizeof(float));
    scatter_rows<<<5, dim3(32, 8)>>>(grad, idx, table, 40, 48);
    cudaDeviceSynchronize();
    cudaFree(grad);
    cudaFree(idx);
    cudaFree(table);
    return 0;
}
