#include <cstdio>
#include <vector>

__device__ int inclusive_warp(int v) {
    int lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d <<= 1) {
        int u = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += u;
    }
    return v;
}

__global__ void exclusive_block_scan(const int *in, int *out) {
    __shared__ int totals[32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[g];
    int s = inclusive_warp(x);
    if (lane == 31) totals[warp] = s;
    __syncthreads();
    if (warp == 0) {
        int nw = blockDim.x >> 5;
        int t = lane < nw ? totals[lane] : 0;
        t = inclusive_warp(t);
        totals[lane] = t;
    }
    __syncthreads();
    int base = warp ? totals[warp - 1] : 0;
    out[g] = base + s - x;
}

int main() {
    int *in = nullptr;
    cudaMalloc(&in, 512 * sizeof(int));
    {
        std::vector<int> h(512);
        for (int k = 0; k < 512; ++k) h[k] = static_cast<int>(k % 6);
        cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *out = nullptr;
    cudaMalloc(&out, 512 * sizeof(int));
    cudaMemset(out, 0, 512 * sizeof(int));
    exclusive_block_scan<<<2, 256>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
