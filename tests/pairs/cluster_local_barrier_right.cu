#include <cooperative_groups.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) cluster_sum(const int *in, int *out) {
    __shared__ int partial;
    auto cl = cg::this_cluster();
    cl.sync();
    int v = in[blockIdx.x * 32 + threadIdx.x];
    v = __reduce_add_sync(0xffffffffu, v);
    if (threadIdx.x == 0) partial = v;
    cl.sync();
    if (threadIdx.x == 0) {
        int other = *cl.map_shared_rank(&partial, cl.block_rank() ^ 1);
        out[blockIdx.x] = v * 1000 + other;
    }
    cl.sync();
}

int main() {
    int *in = nullptr;
    cudaMalloc(&in, 128 * sizeof(int));
    {
        std::vector<int> h(128);
        for (int k = 0; k < 128; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *out = nullptr;
    cudaMalloc(&out, 4 * sizeof(int));
    cudaMemset(out, 0, 4 * sizeof(int));
    cluster_sum<<<4, 32>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
