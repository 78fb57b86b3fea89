#include <stdlib.h>

__global__ void compact_warp(const int *in, int *out, int *total, int n) {
    int lane = threadIdx.x;
    int filled = 0;
    for (int base = 0; base < n; base += 32) {
        int i = base + lane;
        int v = i < n ? in[i] : 1;
        bool keep = i < n && v % 3 == 0;
        unsigned m = __ballot_sync(0xffffffffu, keep);
        if (keep) out[filled + __popc(m & ((1u << lane) - 1))] = v;
        filled += __popc(m);
    }
    __syncwarp();
    if (lane == 0) *total = filled;
}

int main() {
    int *in;
    cudaMalloc((void **)&in, sizeof(int) * 75);
    int *host_in = (int *)malloc(sizeof(int) * 75);
    for (int i = 0; i < 75; i++) host_in[i] = static_cast<int>((i * 37 + 11) % 101);
    cudaMemcpy(in, host_in, sizeof(int) * 75, cudaMemcpyHostToDevice);
    free(host_in);
    int *out;
    cudaMalloc((void **)&out, sizeof(int) * 75);
    cudaMemset(out, 0, 75 * sizeof(int));
    int *total;
    cudaMalloc((void **)&total, sizeof(int) * 1);
    cudaMemset(total, 0, 1 * sizeof(int));
    compact_warp<<<1, 32>>>(in, out, total, 75);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    cudaFree(total);
    return 0;
}
