#include <cuda/barrier>
#include <cstdio>
#include <vector>

#pragma nv_diag_suppress static_var_with_dynamic_init
using barrier_t = cuda::barrier<cuda::thread_scope_block>;

__global__ void mirror(const int *in, int *out) {
    __shared__ barrier_t bar;
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t == 0) init(&bar, 128);
    s[t] = in[blockIdx.x * 128 + t];
    barrier_t::arrival_token tok = bar.arrive();
    int twice = 2 * in[blockIdx.x * 128 + t];
    bar.wait(std::move(tok));
    out[blockIdx.x * 128 + t] = twice + s[127 - t];
}

int main() {
    int *in = nullptr;
    cudaMalloc(&in, 256 * sizeof(int));
    {
        std::vector<int> h(256);
        for (int k = 0; k < 256; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *out = nullptr;
    cudaMalloc(&out, 256 * sizeof(int));
    cudaMemset(out, 0, 256 * sizeof(int));
    mirror<<<2, 128>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
