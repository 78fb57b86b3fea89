#include <cstdio>
#include <vector>

__device__ __forceinline__ void named_sync(int id, int count) {
    asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(count) : "memory");
}

__global__ void split_roles(const float *in, float *out) {
    __shared__ float s[64];
    int t = threadIdx.x;
    float own = in[t];
    if (t < 64) {
        s[t] = own * own;
        named_sync(1, 64);
        out[t] = s[63 - t] + own;
    } else {
        out[t] = -own;
    }
    __syncthreads();
    if (t >= 64) out[t] += s[t - 64];
}

int main() {
    float *in = nullptr;
    cudaMalloc(&in, 128 * sizeof(float));
    {
        std::vector<float> h(128);
        for (int k = 0; k < 128; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *out = nullptr;
    cudaMalloc(&out, 128 * sizeof(float));
    cudaMemset(out, 0, 128 * sizeof(float));
    split_roles<<<1, 128>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
