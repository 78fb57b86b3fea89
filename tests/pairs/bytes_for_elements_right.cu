#include <stdlib.h>

__global__ void clamp_range(float *v, size_t count, float lo, float hi) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    size_t step = (size_t)gridDim.x * blockDim.x;
    while (i < count) {
        v[i] = fminf(fmaxf(v[i], lo), hi);
        i += step;
    }
}

int main() {
    float *v;
    cudaMalloc((void **)&v, sizeof(float) * 300);
    float *host_v = (float *)malloc(sizeof(float) * 300);
    for (int i = 0; i < 300; i++) host_v[i] = static_cast<float>((i * 37 + 11) % 101);
    cudaMemcpy(v, host_v, sizeof(float) * 300, cudaMemcpyHostToDevice);
    free(host_v);
    clamp_range<<<2, 128>>>(v, 300, 10.f, 50.f);
    cudaDeviceSynchronize();
    cudaFree(v);
    return 0;
}
