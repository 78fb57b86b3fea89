#include <cstdio>
#include <vector>

__global__ void staged_rows(const int *in, int *out, int rows) {
    __shared__ unsigned long long gate;
    __shared__ int line[64];
    unsigned g = (unsigned)__cvta_generic_to_shared(&gate);
    int t = threadIdx.x;
    for (int r = 0; r < rows; ++r) {
        if (t == 0) {
            if (r > 0) asm volatile("mbarrier.inval.shared.b64 [%0];" :: "r"(g) : "memory");
            asm volatile("mbarrier.init.shared.b64 [%0], 64;" :: "r"(g) : "memory");
        }
        __syncthreads();
        line[t] = in[r * 64 + t];
        unsigned long long token;
        asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(g) : "memory");
        int ok = 0;
        do {
            asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                         : "=r"(ok) : "r"(g), "l"(token) : "memory");
        } while (!ok);
        out[r * 64 + t] = line[(t + 1) % 64] - line[t];
        __syncthreads();
    }
}

int main() {
    int *in = nullptr;
    cudaMalloc(&in, 320 * sizeof(int));
    {
        std::vector<int> h(320);
        for (int k = 0; k < 320; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *out = nullptr;
    cudaMalloc(&out, 320 * sizeof(int));
    cudaMemset(out, 0, 320 * sizeof(int));
    staged_rows<<<1, 64>>>(in, out, 5);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
