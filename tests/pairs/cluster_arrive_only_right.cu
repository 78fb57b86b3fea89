#include <stdlib.h>

__device__ __forceinline__ unsigned remote_addr(const void *p, unsigned rank) {
    unsigned a = (unsigned)__cvta_generic_to_shared(p), r;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(rank));
    return r;
}

__global__ void __cluster_dims__(2, 1, 1) swap_halves(const int *in, int *out) {
    __shared__ int s[96];
    int t = threadIdx.x;
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    s[t] = in[blockIdx.x * 96 + t];
    asm volatile("barrier.cluster.arrive.release;\n barrier.cluster.wait.acquire;" ::: "memory");
    int v;
    asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(remote_addr(&s[95 - t], rank ^ 1)) : "memory");
    out[blockIdx.x * 96 + t] = v;
    asm volatile("barrier.cluster.arrive.release;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
}

int main() {
    int *in;
    cudaMalloc((void **)&in, sizeof(int) * 192);
    int *host_in = (int *)malloc(sizeof(int) * 192);
    for (int i = 0; i < 192; i++) host_in[i] = static_cast<int>((i * 37 + 11) % 101);
    cudaMemcpy(in, host_in, sizeof(int) * 192, cudaMemcpyHostToDevice);
    free(host_in);
    int *out;
    cudaMalloc((void **)&out, sizeof(int) * 192);
    cudaMemset(out, 0, 192 * sizeof(int));
    swap_halves<<<2, 96>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
