#include <stdlib.h>

#define RADIUS 3
#define BLOCK 128

__global__ void smooth(const float *in, float *out, int n) {
    __shared__ float line[BLOCK + 2 * RADIUS];
    int g = blockIdx.x * BLOCK + threadIdx.x;
    int l = threadIdx.x + RADIUS;
    line[l] = g < n ? in[g] : 0.0f;
    __syncthreads();
    if (threadIdx.x < RADIUS) {
        int left = g - RADIUS;
        int right = g + BLOCK;
        line[l - RADIUS] = left >= 0 ? in[left] : 0.0f;
        line[l + BLOCK] = right < n ? in[right] : 0.0f;
    }
    float s = 0.0f;
    for (int k = -RADIUS; k <= RADIUS; ++k) s += line[l + k];
    if (g < n) out[g] = s / (2 * RADIUS + 1);
}

int main() {
    float *in;
    cudaMalloc((void **)&in, sizeof(float) * 500);
    float *host_in = (float *)malloc(sizeof(float) * 500);
    for (int i = 0; i < 500; i++) host_in[i] = static_cast<float>((i * 37 + 11) % 101);
    cudaMemcpy(in, host_in, sizeof(float) * 500, cudaMemcpyHostToDevice);
    free(host_in);
    float *out;
    cudaMalloc((void **)&out, sizeof(float) * 500);
    cudaMemset(out, 0, 500 * sizeof(float));
    smooth<<<4, 128>>>(in, out, 500);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
