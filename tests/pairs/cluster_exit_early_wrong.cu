#include <cooperative_groups.h>
#include <stdlib.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) ring_shift(const float *in, float *out) {
    __shared__ float mine[64];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    mine[t] = in[blockIdx.x * 64 + t];
    cluster.sync();
    const float *next = cluster.map_shared_rank(mine, (cluster.block_rank() + 1) % cluster.num_blocks());
    out[blockIdx.x * 64 + t] = next[63 - t];
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
    ring_shift<<<8, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
