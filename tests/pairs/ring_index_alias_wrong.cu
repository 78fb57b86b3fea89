#include <cstdio>
#include <vector>

__global__ void enqueue(const int *in, int2 *queue, int capacity) {
    int t = threadIdx.x;
    int v = in[blockIdx.x * 64 + t];
    int best = __reduce_max_sync(0xffffffffu, v);
    unsigned who = __ballot_sync(0xffffffffu, v == best);
    if ((t & 31) == 0) {
        int entry = (blockIdx.x * 2 + (t >> 5)) % capacity;
        queue[entry] = make_int2(best, blockIdx.x * 64 + (t & 32) + __ffs(who) - 1);
    }
}

int main() {
    int *in = nullptr;
    cudaMalloc(&in, 192 * sizeof(int));
    {
        std::vector<int> h(192);
        for (int k = 0; k < 192; ++k) h[k] = static_cast<int>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    int2 *q = nullptr;
    cudaMalloc(&q, 4 * sizeof(int2));
    cudaMemset(q, 0, 4 * sizeof(int2));
    enqueue<<<3, 64>>>(in, q, 4);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(q);
    return 0;
}
