#include <stdlib.h>

template <int ITEMS>
__global__ void blocked_to_striped(const int *in, int *out) {
    __shared__ int strip[4][32 * ITEMS];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    int base = (blockIdx.x * 4 + w) * 32 * ITEMS;
    int v[ITEMS];
    #pragma unroll
    for (int k = 0; k < ITEMS; ++k) v[k] = in[base + k * 32 + lane] + lane;
    #pragma unroll
    for (int k = 0; k < ITEMS; ++k) strip[w][lane * ITEMS + k] = v[k];
    __syncwarp();
    #pragma unroll
    for (int k = 0; k < ITEMS; ++k) out[base + k * 32 + lane] = strip[w][k * 32 + lane];
}

int main() {
    int *in;
    cudaMalloc((void **)&in, sizeof(int) * 768);
    int *host_in = (int *)malloc(sizeof(int) * 768);
    for (int i = 0; i < 768; i++) host_in[i] = static_cast<int>((i * 37 + 11) % 101);
    cudaMemcpy(in, host_in, sizeof(int) * 768, cudaMemcpyHostToDevice);
    free(host_in);
    int *out;
    cudaMalloc((void **)&out, sizeof(int) * 768);
    cudaMemset(out, 0, 768 * sizeof(int));
    blocked_to_striped<3><<<2, 128>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
