#include <cstdio>
#include <vector>

__global__ void cp_shift(const int *in, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    unsigned dst = (unsigned)__cvta_generic_to_shared(&s[t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(dst), "l"(in + blockIdx.x * 256 + t) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    out[blockIdx.x * 256 + t] = s[(t + 128) & 255];
}

int main() {
    int *in = nullptr;
    cudaMalloc(&in, 512 * sizeof(int));
    {
        std::vector<int> h(512);
        for (int k = 0; k < 512; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int *out = nullptr;
    cudaMalloc(&out, 512 * sizeof(int));
    cudaMemset(out, 0, 512 * sizeof(int));
    cp_shift<<<2, 256>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
