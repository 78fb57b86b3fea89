#include <cstdio>
#include <vector>

__global__ void halves_exchange(const int *in, int *out) {
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = in[lane];
    int v;
    if (lane < 16) {
        __syncwarp(0x0000ffffu);
        v = s[15 - lane];
    } else {
        __syncwarp(0xffff0000u);
        v = s[47 - lane] * 2;
    }
    out[lane] = v;
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
    int *in = device_buffer<int>(32);
    fill_buffer(in, 32, [](int j) { return static_cast<int>((j * 37 + 11) % 101); });
    int *out = device_buffer<int>(32);
    cudaMemset(out, 0, 32 * sizeof(int));
    halves_exchange<<<1, 32>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
