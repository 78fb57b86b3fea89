#include <cstdio>
#include <vector>

__global__ void block_energy(const float *v, float *out, int n) {
    __shared__ float energy;
    if (threadIdx.x == 0) energy = 0.0f;
    __syncthreads();
    float e = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) e += v[i] * v[i];
    for (int o = 16; o > 0; o >>= 1) e += __shfl_xor_sync(0xffffffff, e, o);
    if ((threadIdx.x & 31) == 0) atomicAdd(&energy, e);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = energy;
}

int main() {
    float *v = nullptr;
    cudaMalloc(&v, 900 * sizeof(float));
    {
        std::vector<float> h(900);
        for (int k = 0; k < 900; ++k) h[k] = static_cast<float>(k % 5);
        cudaMemcpy(v, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *out = nullptr;
    cudaMalloc(&out, 2 * sizeof(float));
    cudaMemset(out, 0, 2 * sizeof(float));
    block_energy<<<2, 192>>>(v, out, 900);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(v);
    cudaFree(out);
    return 0;
}
