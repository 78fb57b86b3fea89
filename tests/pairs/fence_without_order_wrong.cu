#include <stdlib.h>

__global__ void smooth_edges(float *rim, const float *in, float *out) {
    int b = blockIdx.x;
    int t = threadIdx.x;
    float v = in[b * 32 + t];
    if (t == 31) rim[b] = v;
    __threadfence();
    __syncthreads();
    float left = __shfl_up_sync(0xffffffff, v, 1);
    if (t == 0) left = b > 0 ? rim[b - 1] : v;
    out[b * 32 + t] = 0.5f * (left + v);
}

int main() {
    float *rim;
    cudaMalloc((void **)&rim, sizeof(float) * 6);
    cudaMemset(rim, 0, 6 * sizeof(float));
    float *in;
    cudaMalloc((void **)&in, sizeof(float) * 192);
    float *host_in = (float *)malloc(sizeof(float) * 192);
    for (int i = 0; i < 192; i++) host_in[i] = static_cast<float>((i * 37 + 11) % 101);
    cudaMemcpy(in, host_in, sizeof(float) * 192, cudaMemcpyHostToDevice);
    free(host_in);
    float *out;
    cudaMalloc((void **)&out, sizeof(float) * 192);
    cudaMemset(out, 0, 192 * sizeof(float));
    smooth_edges<<<6, 32>>>(rim, in, out);
    cudaDeviceSynchronize();
    cudaFree(rim);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
