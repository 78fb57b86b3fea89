#include <cstdio>
#include <vector>

__global__ void byte_histogram(const unsigned char *text, int len, unsigned *hist) {
    __shared__ unsigned bins[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x) bins[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < len; i += gridDim.x * blockDim.x) {
        bins[text[i] & 63]++;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 64; i += blockDim.x) {
        if (bins[i]) atomicAdd(&hist[i], bins[i]);
    }
}

int main() {
    unsigned char *text = nullptr;
    cudaMalloc(&text, 1000 * sizeof(unsigned char));
    {
        std::vector<unsigned char> h(1000);
        for (int k = 0; k < 1000; ++k) h[k] = static_cast<unsigned char>(k % 23);
        cudaMemcpy(text, h.data(), h.size() * sizeof(unsigned char), cudaMemcpyHostToDevice);
    }
    unsigned *hist = nullptr;
    cudaMalloc(&hist, 64 * sizeof(unsigned));
    cudaMemset(hist, 0, 64 * sizeof(unsigned));
    byte_histogram<<<2, 128>>>(text, 1000, hist);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(text);
    cudaFree(hist);
    return 0;
}
