#include <cstdio>
#include <vector>

__global__ void ragged_rows(const int *start, const float *val, float *out) {
    __shared__ float carry[8][32];
    int lane = threadIdx.x, row = threadIdx.y;
    int r = blockIdx.x * 8 + row;
    int b = start[r], e = start[r + 1];
    carry[row][lane] = 0.0f;
    for (int i = b; i < e; i += 32) {
        float x = i + lane < e ? val[i + lane] : 0.0f;
        carry[row][lane] += x;
    }
    __syncthreads();
    float s = carry[row][lane];
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
    if (lane == 0) out[r] = s;
    __syncthreads();
    carry[row][lane] = s;
    __syncthreads();
    if (row == 0 && lane < 8) out[blockIdx.x * 8 + lane] += carry[(lane + 1) & 7][0];
}

int main() {
    int *start = nullptr;
    cudaMalloc(&start, 9 * sizeof(int));
    {
        std::vector<int> h(9);
        for (int k = 0; k < 9; ++k) h[k] = static_cast<int>(k * k * 6);
        cudaMemcpy(start, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    float *val = nullptr;
    cudaMalloc(&val, 400 * sizeof(float));
    {
        std::vector<float> h(400);
        for (int k = 0; k < 400; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(val, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *out = nullptr;
    cudaMalloc(&out, 8 * sizeof(float));
    cudaMemset(out, 0, 8 * sizeof(float));
    ragged_rows<<<1, dim3(32, 8)>>>(start, val, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(start);
    cudaFree(val);
    cudaFree(out);
    return 0;
}
