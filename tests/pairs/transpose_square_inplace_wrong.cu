#include <stdlib.h>

__global__ void transpose_square(int *m, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < n && c < n && r != c) {
        int a = m[r * n + c];
        int b = m[c * n + r];
        m[r * n + c] = b;
        m[c * n + r] = a;
    }
}

int main() {
    int *m;
    cudaMalloc((void **)&m, sizeof(int) * 900);
    int *host_m = (int *)malloc(sizeof(int) * 900);
    for (int i = 0; i < 900; i++) host_m[i] = static_cast<int>(i);
    cudaMemcpy(m, host_m, sizeof(int) * 900, cudaMemcpyHostToDevice);
    free(host_m);
    transpose_square<<<dim3(2, 4), dim3(16, 8)>>>(m, 30);
    cudaDeviceSynchronize();
    cudaFree(m);
    return 0;
}
