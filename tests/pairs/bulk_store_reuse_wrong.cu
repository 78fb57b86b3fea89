#include <cstdio>
#include <vector>

__global__ void bulk_write(const int *in, int *out, int chunks) {
    __shared__ alignas(128) int tile[64];
    int t = threadIdx.x;
    for (int c = 0; c < chunks; ++c) {
        tile[t] = in[c * 64 + t] * 2 + c;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (t == 0) {
            unsigned s = (unsigned)__cvta_generic_to_shared(tile);
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" :: "l"(out + c * 64), "r"(s) : "memory");
            asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        }
        __syncthreads();
    }
    if (t == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
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
    int *in = device_buffer<int>(256);
    fill_buffer(in, 256, [](int j) { return static_cast<int>((j * 37 + 11) % 101); });
    int *out = device_buffer<int>(256);
    cudaMemset(out, 0, 256 * sizeof(int));
    bulk_write<<<1, 64>>>(in, out, 4);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
