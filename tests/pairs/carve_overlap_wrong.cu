#include <cstdio>
#include <vector>

__global__ void argmax_block(const float *x, int *best, int n) {
    extern __shared__ __align__(16) unsigned char pool[];
    float *vals = reinterpret_cast<float *>(pool);
    int *idx = reinterpret_cast<int *>(pool + blockDim.x);
    int t = threadIdx.x;
    float v = -3.4e38f;
    int at = -1;
    for (int i = t; i < n; i += blockDim.x) {
        if (x[i] > v) { v = x[i]; at = i; }
    }
    vals[t] = v;
    idx[t] = at;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s && vals[t + s] > vals[t]) {
            vals[t] = vals[t + s];
            idx[t] = idx[t + s];
        }
        __syncthreads();
    }
    if (t == 0) *best = idx[0];
}

int main() {
    float *x = nullptr;
    cudaMalloc(&x, 400 * sizeof(float));
    {
        std::vector<float> h(400);
        for (int k = 0; k < 400; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(x, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    int *best = nullptr;
    cudaMalloc(&best, 1 * sizeof(int));
    cudaMemset(best, 0, 1 * sizeof(int));
    argmax_block<<<1, 128, 1024>>>(x, best, 400);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(x);
    cudaFree(best);
    return 0;
}
