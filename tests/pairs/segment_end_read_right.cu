#include <cstdio>
#include <vector>

__global__ void segment_sum(const int *offsets, const float *v, float *out, int segments, int total) {
    int s = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (s >= segments) return;
    int e = s + 1 < segments ? offsets[s + 1] : total;
    float acc = 0.f;
    for (int i = offsets[s] + lane; i < e && i < 96; i += 32) acc += v[i];
    for (int d = 16; d > 0; d >>= 1) acc += __shfl_down_sync(0xffffffff, acc, d);
    if (lane == 0) out[s] = acc;
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
    int *off = device_buffer<int>(6);
    fill_buffer(off, 6, [](int j) { return static_cast<int>(j * j * 3); });
    float *v = device_buffer<float>(96);
    fill_buffer(v, 96, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *out = device_buffer<float>(6);
    cudaMemset(out, 0, 6 * sizeof(float));
    segment_sum<<<2, 128>>>(off, v, out, 6, 96);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(off);
    cudaFree(v);
    cudaFree(out);
    return rc != cudaSuccess;
}
