#include <stdlib.h>

__global__ void top4(const int *in, int *out, int n) {
    int top[4] = {-1, -1, -1, -1};
    int t = threadIdx.x;
    for (int i = t; i < n; i += blockDim.x) {
        int v = in[i];
        int k = 4;
        while (k > 0 && top[k - 1] < v) { top[k] = top[k - 1]; --k; }
        top[k] = v;
    }
    for (int k = 0; k < 4; ++k) out[t * 4 + k] = top[k];
}

int main() {
    int *in;
    cudaMalloc((void **)&in, sizeof(int) * 300);
    int *host_in = (int *)malloc(sizeof(int) * 300);
    for (int i = 0; i < 300; i++) host_in[i] = static_cast<int>((i * 37 + 11) % 101);
    cudaMemcpy(in, host_in, sizeof(int) * 300, cudaMemcpyHostToDevice);
    free(host_in);
    int *out;
    cudaMalloc((void **)&out, sizeof(int) * 128);
    cudaMemset(out, 0, 128 * sizeof(int));
    top4<<<1, 32>>>(in, out, 300);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
