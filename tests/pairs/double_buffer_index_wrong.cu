#include <cstdio>
#include <vector>

__global__ void dot_chunks(const float *a, const float *w, float *out, int chunks) {
    __shared__ float buf[2][256];
    int t = threadIdx.x;
    int stage = 0;
    float acc = 0.0f;
    buf[0][t] = a[t];
    __syncthreads();
    for (int c = 0; c < chunks; ++c) {
        float next = 0.0f;
        if (c + 1 < chunks) next = a[(c + 1) * 256 + t];
        acc += buf[stage][255 - t] * w[c];
        if (c + 1 < chunks) buf[stage][t] = next;
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = acc;
}

int main() {
    float *a = nullptr;
    cudaMalloc(&a, 1024 * sizeof(float));
    {
        std::vector<float> h(1024);
        for (int k = 0; k < 1024; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(a, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *w = nullptr;
    cudaMalloc(&w, 4 * sizeof(float));
    {
        std::vector<float> h(4);
        for (int k = 0; k < 4; ++k) h[k] = static_cast<float>(k);
        cudaMemcpy(w, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *out = nullptr;
    cudaMalloc(&out, 512 * sizeof(float));
    cudaMemset(out, 0, 512 * sizeof(float));
    dot_chunks<<<2, 256>>>(a, w, out, 4);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(a);
    cudaFree(w);
    cudaFree(out);
    return 0;
}
