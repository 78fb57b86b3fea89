#include <cstdio>
#include <vector>

__global__ void softmax_rows(const float *logits, float *probs, int cols) {
    __shared__ float red[128];
    const float *row = logits + blockIdx.x * cols;
    float m = -1e30f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) m = fmaxf(m, row[c]);
    red[threadIdx.x] = m;
    __syncthreads();
    for (int s = blockDim.x >> 1; s; s >>= 1) {
        if (threadIdx.x < s) red[threadIdx.x] = fmaxf(red[threadIdx.x], red[threadIdx.x + s]);
        __syncthreads();
    }
    m = red[0];
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) sum += expf(row[c] - m);
    red[threadIdx.x] = sum;
    __syncthreads();
    for (int s = blockDim.x >> 1; s; s >>= 1) {
        if (threadIdx.x < s) red[threadIdx.x] += red[threadIdx.x + s];
        __syncthreads();
    }
    float inv = 1.0f / red[0];
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        probs[blockIdx.x * cols + c] = expf(row[c] - m) * inv;
}

int main() {
    float *x = nullptr;
    cudaMalloc(&x, 600 * sizeof(float));
    {
        std::vector<float> h(600);
        for (int k = 0; k < 600; ++k) h[k] = static_cast<float>(k % 11);
        cudaMemcpy(x, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *y = nullptr;
    cudaMalloc(&y, 600 * sizeof(float));
    cudaMemset(y, 0, 600 * sizeof(float));
    softmax_rows<<<2, 128>>>(x, y, 300);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(x);
    cudaFree(y);
    return 0;
}
