#include <cstdio>
#include <vector>

__global__ void half_sums(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x, lane = t & 31;
    int v = in[t];
    if (lane < 16) {
        for (int d = 8; d > 0; d >>= 1) {
            v += __shfl_xor_sync(0x0000ffffu, v, d);
        }
    } else {
        v = -v;
    }
    s[t] = v;
    __syncthreads();
    out[t] = s[t ^ 32];
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
    half_sums<<<1, 64>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
