#include <stdlib.h>

__global__ void flat_tile(const float *in, float *out) {
    __shared__ float tile[8 * 32];
    int c = threadIdx.x, r = threadIdx.y;
    tile[r * 32 + c] = in[(blockIdx.x * 8 + r) * 32 + c];
    __syncthreads();
    out[(blockIdx.x * 8 + r) * 32 + c] = tile[(c % 8) * 32 + r * 4 + c / 8];
}

int main() {
    float *in;
    cudaMalloc((void **)&in, sizeof(float) * 512);
    float *host_in = (float *)malloc(sizeof(float) * 512);
    for (int i = 0; i < 512; i++) host_in[i] = static_cast<float>((i * 37 + 11) % 101);
    cudaMemcpy(in, host_in, sizeof(float) * 512, cudaMemcpyHostToDevice);
    free(host_in);
    float *out;
    cudaMalloc((void **)&out, sizeof(float) * 512);
    cudaMemset(out, 0, 512 * sizeof(float));
    flat_tile<<<2, dim3(32, 8)>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
