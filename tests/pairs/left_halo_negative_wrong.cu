#include <cstdio>
#include <vector>

#define PAD 2
__global__ void median5(const int *in, int *out, int n) {
    __shared__ int s[96 + 2 * PAD];
    int t = threadIdx.x, g = blockIdx.x * 96 + t;
    s[t + PAD] = in[min(g, n - 1)];
    if (t < PAD) {
        s[t - PAD] = in[max(g - PAD, 0)];
        s[t + 96 + PAD] = in[min(g + 96, n - 1)];
        s[t] = s[t + 96 + PAD];
    }
    __syncthreads();
    int v[5];
    #pragma unroll
    for (int k = 0; k < 5; ++k) v[k] = s[t + k];
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        #pragma unroll
        for (int j = 0; j < 4 - i; ++j) {
            int lo = min(v[j], v[j + 1]), hi = max(v[j], v[j + 1]);
            v[j] = lo; v[j + 1] = hi;
        }
    if (g < n) out[g] = v[2];
}

int main() {
    int *in = nullptr;
    cudaMalloc(&in, 180 * sizeof(int));
    {
        std::vector<int> h(180);
        for (int k = 0; k < 180; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *out = nullptr;
    cudaMalloc(&out, 180 * sizeof(int));
    cudaMemset(out, 0, 180 * sizeof(int));
    median5<<<2, 96>>>(in, out, 180);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
