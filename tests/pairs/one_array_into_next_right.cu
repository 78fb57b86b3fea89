#include <cstdio>
#include <vector>

struct MinMax { int lo[64]; int hi[64]; };

__global__ void column_extremes(const int *m, int *lo_out, int *hi_out, int rows) {
    __shared__ MinMax mm;
    int c = threadIdx.x;
    for (int i = c; i < 64; i += blockDim.x) mm.lo[i] = 0x7fffffff;
    __syncthreads();
    mm.hi[c] = -1;
    for (int r = 0; r < rows; ++r) {
        mm.lo[c] = min(mm.lo[c], m[r * 64 + c]);
        mm.hi[c] = max(mm.hi[c], m[r * 64 + c]);
    }
    __syncthreads();
    lo_out[c] = mm.lo[63 - c];
    hi_out[c] = mm.hi[63 - c];
}

int main() {
    int *m = nullptr;
    cudaMalloc(&m, 576 * sizeof(int));
    {
        std::vector<int> h(576);
        for (int k = 0; k < 576; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(m, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *lo = nullptr;
    cudaMalloc(&lo, 64 * sizeof(int));
    cudaMemset(lo, 0, 64 * sizeof(int));
    int *hi = nullptr;
    cudaMalloc(&hi, 64 * sizeof(int));
    cudaMemset(hi, 0, 64 * sizeof(int));
    column_extremes<<<1, 64>>>(m, lo, hi, 9);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(m);
    cudaFree(lo);
    cudaFree(hi);
    return 0;
}
