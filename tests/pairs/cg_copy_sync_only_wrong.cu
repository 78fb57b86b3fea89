#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__global__ void window_max(const int *in, int *out, int n) {
    extern __shared__ __align__(16) int win[];
    cg::thread_block tb = cg::this_thread_block();
    cg::memcpy_async(tb, win, in, sizeof(int) * n);
    tb.sync();
    for (int i = tb.thread_rank(); i < n; i += tb.size()) {
        int m = win[i];
        for (int k = 1; k < 4 && i + k < n; ++k) m = max(m, win[i + k]);
        out[i] = m;
    }
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
    window_max<<<1, 64, 1024>>>(in, out, 256);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
