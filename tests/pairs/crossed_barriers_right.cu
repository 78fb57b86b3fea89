#include <cstdio>
#include <vector>

__global__ void ping_pong(const int *in, int *out) {
    __shared__ int a[32], b[32];
    int lane = threadIdx.x & 31;
    if (threadIdx.x < 32) {
        a[lane] = in[lane];
        asm volatile("bar.sync 1, 64;" ::: "memory");
        asm volatile("bar.sync 2, 64;" ::: "memory");
        out[lane] = b[31 - lane];
    } else {
        b[lane] = in[32 + lane];
        asm volatile("bar.sync 1, 64;" ::: "memory");
        asm volatile("bar.sync 2, 64;" ::: "memory");
        out[32 + lane] = a[31 - lane];
    }
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
    int *in = device_buffer<int>(64);
    fill_buffer(in, 64, [](int j) { return static_cast<int>((j * 37 + 11) % 101); });
    int *out = device_buffer<int>(64);
    cudaMemset(out, 0, 64 * sizeof(int));
    ping_pong<<<1, 64>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
