#include <cstdio>
#include <vector>

__global__ void bfs_level(const int *offsets, const int *edges, int *depth, int *parent, int n, int level) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || v % 4 != 0) return;
    for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
        int u = edges[e];
        if (parent[u] == 0) {
            parent[u] = v + 1;
            depth[u] = level + 1;
        }
    }
}

int main() {
    int *off = nullptr;
    cudaMalloc(&off, 129 * sizeof(int));
    {
        std::vector<int> h(129);
        for (int k = 0; k < 129; ++k) h[k] = static_cast<int>(k);
        cudaMemcpy(off, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *edges = nullptr;
    cudaMalloc(&edges, 128 * sizeof(int));
    {
        std::vector<int> h(128);
        for (int k = 0; k < 128; ++k) h[k] = static_cast<int>(k % 20);
        cudaMemcpy(edges, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *depth = nullptr;
    cudaMalloc(&depth, 128 * sizeof(int));
    cudaMemset(depth, 0, 128 * sizeof(int));
    int *parent = nullptr;
    cudaMalloc(&parent, 128 * sizeof(int));
    cudaMemset(parent, 0, 128 * sizeof(int));
    bfs_level<<<2, 64>>>(off, edges, depth, parent, 128, 0);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(off);
    cudaFree(edges);
    cudaFree(depth);
    cudaFree(parent);
    return 0;
}
