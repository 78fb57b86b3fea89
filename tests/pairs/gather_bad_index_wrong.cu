#include <cstdio>
#include <vector>

__global__ void embed(const int *tokens, const float *table, float *out, int vocab, int dim) {
    int tok = tokens[blockIdx.x];
    for (int c = threadIdx.x; c < dim; c += blockDim.x) {
        out[blockIdx.x * dim + c] = table[tok * dim + c];
    }
}

int main() {
    int *tok = nullptr;
    cudaMalloc(&tok, 12 * sizeof(int));
    {
        std::vector<int> h(12);
        for (int k = 0; k < 12; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(tok, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    float *table = nullptr;
    cudaMalloc(&table, 3200 * sizeof(float));
    {
        std::vector<float> h(3200);
        for (int k = 0; k < 3200; ++k) h[k] = static_cast<float>(k);
        cudaMemcpy(table, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *out = nullptr;
    cudaMalloc(&out, 480 * sizeof(float));
    cudaMemset(out, 0, 480 * sizeof(float));
    embed<<<12, 32>>>(tok, table, out, 80, 40);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(tok);
    cudaFree(table);
    cudaFree(out);
    return 0;
}
