#include <cstdio>
#include <vector>

__global__ void difference_chain(const float *in, float *out, int steps) {
    __shared__ float buf[2][64];
    int t = threadIdx.x;
    buf[0][t] = in[t];
    buf[1][t] = 0.0f;
    __syncthreads();
    int cur = 0;
    for (int k = 0; k < steps; ++k) {
        float prev = buf[cur ^ 1][63 - t];
        float now = buf[cur][(t + 1) & 63];
        __syncthreads();
        buf[cur ^ 1][t] = now - 0.25f * prev;
        __syncthreads();
        cur ^= 1;
    }
    out[t] = buf[cur][t];
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
    float *in = device_buffer<float>(64);
    fill_buffer(in, 64, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *out = device_buffer<float>(64);
    cudaMemset(out, 0, 64 * sizeof(float));
    difference_chain<<<1, 64>>>(in, out, 5);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
