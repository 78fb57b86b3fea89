#include <cstdio>
#include <vector>

__global__ void sort_by_rank(const float *x, float *sorted) {
    extern __shared__ float vals[];
    int *rank = reinterpret_cast<int *>(vals + blockDim.x);
    int t = threadIdx.x;
    vals[t] = x[t];
    __syncthreads();
    int r = 0;
    for (int j = 0; j < blockDim.x; ++j) r += vals[j] < vals[t] || (vals[j] == vals[t] && j < t);
    rank[t] = r;
    __syncthreads();
    sorted[rank[t ^ 1]] = vals[t ^ 1];
}

int main() {
    float *x = nullptr;
    cudaMalloc(&x, 128 * sizeof(float));
    {
        std::vector<float> h(128);
        for (int k = 0; k < 128; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(x, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *y = nullptr;
    cudaMalloc(&y, 128 * sizeof(float));
    cudaMemset(y, 0, 128 * sizeof(float));
    sort_by_rank<<<1, 128, 128 * (sizeof(float) + sizeof(int))>>>(x, y);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(x);
    cudaFree(y);
    return 0;
}
