#include <stdlib.h>

__global__ void stage_roles(const float *a, const float *b, float *out) {
    __shared__ float sa[32], sb[32];
    int lane = threadIdx.x % 32;
    float r = 0.f;
    switch (threadIdx.x / 32) {
        case 0:
            sa[lane] = a[lane];
            __syncthreads();
            break;
        case 1:
            sb[lane] = b[lane];
            __syncthreads();
            break;
        default:
            r = -1.f;
            break;
    }
    __syncthreads();
    r += sa[31 - lane] * sb[lane];
    out[threadIdx.x] = r;
}

int main() {
    float *a;
    cudaMalloc((void **)&a, sizeof(float) * 32);
    float *host_a = (float *)malloc(sizeof(float) * 32);
    for (int i = 0; i < 32; i++) host_a[i] = static_cast<float>((i * 37 + 11) % 101);
    cudaMemcpy(a, host_a, sizeof(float) * 32, cudaMemcpyHostToDevice);
    free(host_a);
    float *b;
    cudaMalloc((void **)&b, sizeof(float) * 32);
    float *host_b = (float *)malloc(sizeof(float) * 32);
    for (int i = 0; i < 32; i++) host_b[i] = static_cast<float>(i);
    cudaMemcpy(b, host_b, sizeof(float) * 32, cudaMemcpyHostToDevice);
    free(host_b);
    float *out;
    cudaMalloc((void **)&out, sizeof(float) * 96);
    cudaMemset(out, 0, 96 * sizeof(float));
    stage_roles<<<1, 96>>>(a, b, out);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    cudaFree(out);
    return 0;
}
