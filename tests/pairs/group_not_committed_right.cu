#include <cstdio>
#include <vector>

__device__ __forceinline__ void copy16(void *smem, const void *gmem) {
    unsigned a = static_cast<unsigned>(__cvta_generic_to_shared(smem));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(a), "l"(gmem) : "memory");
}

__global__ void min_of_quads(const int *in, int *out) {
    __shared__ alignas(16) int q[4 * 96];
    int t = threadIdx.x;
    copy16(q + 4 * t, in + (blockIdx.x * 96 + t) * 4);
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    int o = 95 - t;
    out[blockIdx.x * 96 + t] = min(min(q[4 * o], q[4 * o + 1]), min(q[4 * o + 2], q[4 * o + 3]));
}

template <class T>
static T *device_buffer(int count) {
    void *p = nullptr;
    cudaMalloc(&p, count * sizeof(T));
    return static_cast<T *>(p);
}

template <class T, class F>
static void fill_buffer(T *dst, int count, F gen) {
    std::vector<T> h(count);
    for (int j = 0; j < count; ++j) h[j] = gen(j);
    cudaMemcpy(dst, h.data(), count * sizeof(T), cudaMemcpyHostToDevice);
}

int main() {
    int *in = device_buffer<int>(768);
    fill_buffer(in, 768, [](int j) { return static_cast<int>((j * 37 + 11) % 101); });
    int *out = device_buffer<int>(192);
    cudaMemset(out, 0, 192 * sizeof(int));
    min_of_quads<<<2, 96>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
