#include <cstdio>
#include <vector>

__device__ void last_warp_max(volatile unsigned *v, unsigned i) {
    unsigned m = max(v[i], v[i + 32]);
    for (unsigned d = 16; d >= 1; d >>= 1) {
        __syncwarp();
        v[i] = m;
        __syncwarp();
        m = max(m, v[i + d]) + 1;
    }
    __syncwarp();
    v[i] = m;
}

__global__ void depth_bound(const unsigned *in, unsigned *out) {
    __shared__ unsigned s[64];
    unsigned i = threadIdx.x;
    s[i] = in[blockIdx.x * 64 + i];
    __syncthreads();
    if (i < 32) last_warp_max(s, i);
    if (i == 0) out[blockIdx.x] = s[0];
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
    unsigned *in = device_buffer<unsigned>(192);
    fill_buffer(in, 192, [](int j) { return static_cast<unsigned>((j * 37 + 11) % 101); });
    unsigned *out = device_buffer<unsigned>(3);
    cudaMemset(out, 0, 3 * sizeof(unsigned));
    depth_bound<<<3, 64>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
