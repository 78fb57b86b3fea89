#include <cooperative_groups.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__global__ void even_warps(const int *in, int *out) {
    __shared__ int box[128];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    int rank = block.thread_rank();
    box[rank] = in[rank];
    tile.sync();
    if (tile.meta_group_rank() % 2 == 0) {
        int other = box[rank - tile.thread_rank() + 31 - tile.thread_rank()];
        tile.sync();
        box[rank] = other + 1;
    }
    block.sync();
    out[rank] = box[127 - rank];
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
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMemset(out, 0, 128 * sizeof(int));
    even_warps<<<1, 128>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
