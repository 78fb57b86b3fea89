#include <cstdio>
#include <vector>

__global__ void any_large(const int *in, int *out, int n, int limit) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    int hit = __syncthreads_or(i < n && v > limit);
    __shared__ int tot;
    if (threadIdx.x == 0) tot = 0;
    __syncthreads();
    if (hit) atomicAdd(&tot, v);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = tot;
}

int main() {
    int *in = nullptr;
    cudaMalloc(&in, 150 * sizeof(int));
    {
        std::vector<int> h(150);
        for (int k = 0; k < 150; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *out = nullptr;
    cudaMalloc(&out, 2 * sizeof(int));
    cudaMemset(out, 0, 2 * sizeof(int));
    any_large<<<2, 96>>>(in, out, 150, 60);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
