#include <cstdio>
#include <vector>

__device__ float *volatile g_where;
__device__ float g_value;

__global__ void hand_over(const float *in, int *flag, float *out) {
    __shared__ float local;
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        local = in[0] * 4.0f;
        g_value = local;
        g_where = &g_value;
        __threadfence();
        atomicExch(flag, 1);
        while (atomicAdd(flag, 0) != 2) __nanosleep(64);
    } else {
        while (atomicAdd(flag, 0) != 1) __nanosleep(64);
        __threadfence();
        float *p = g_where;
        *out = *p + 1.0f;
        __threadfence();
        atomicExch(flag, 2);
    }
}

int main() {
    float *in = nullptr;
    cudaMalloc(&in, 1 * sizeof(float));
    {
        std::vector<float> h(1);
        for (int k = 0; k < 1; ++k) h[k] = static_cast<float>(1);
        cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    int *flag = nullptr;
    cudaMalloc(&flag, 1 * sizeof(int));
    cudaMemset(flag, 0, 1 * sizeof(int));
    float *out = nullptr;
    cudaMalloc(&out, 1 * sizeof(float));
    cudaMemset(out, 0, 1 * sizeof(float));
    hand_over<<<2, 32>>>(in, flag, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(flag);
    cudaFree(out);
    return 0;
}
