#include <stdlib.h>

__global__ void inclusive_scan(int *values, int n) {
    extern __shared__ int data[];
    int t = threadIdx.x;
    data[t] = t < n ? values[t] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int add = 0;
        if (t >= d) add = data[t - d];
        __syncthreads();
        data[t] += add;
        __syncthreads();
    }
    if (t < n) values[t] = data[t];
}

int main() {
    int *values;
    cudaMalloc((void **)&values, sizeof(int) * 180);
    int *host_values = (int *)malloc(sizeof(int) * 180);
    for (int i = 0; i < 180; i++) host_values[i] = static_cast<int>(i % 7);
    cudaMemcpy(values, host_values, sizeof(int) * 180, cudaMemcpyHostToDevice);
    free(host_values);
    inclusive_scan<<<1, 192, 192 * sizeof(int)>>>(values, 180);
    cudaDeviceSynchronize();
    cudaFree(values);
    return 0;
}
