#include <cstdio>
#include <vector>

struct Stats { int count; float minimum; float maximum; };

__device__ int stats_lock = 0;

__global__ void merge_stats(const float *in, Stats *stats) {
    __shared__ float lo[64], hi[64];
    int t = threadIdx.x;
    lo[t] = hi[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
        if (t < s) {
            lo[t] = fminf(lo[t], lo[t + s]);
            hi[t] = fmaxf(hi[t], hi[t + s]);
        }
        __syncthreads();
    }
    if (t == 0) {
        while (atomicCAS(&stats_lock, 0, 1) != 0) { }
        stats->minimum = stats->count ? fminf(stats->minimum, lo[0]) : lo[0];
        stats->maximum = stats->count ? fmaxf(stats->maximum, hi[0]) : hi[0];
        stats->count += 64;
        atomicExch(&stats_lock, 0);
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
    float *in = device_buffer<float>(320);
    fill_buffer(in, 320, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    Stats *stats = device_buffer<Stats>(1);
    cudaMemset(stats, 0, 1 * sizeof(Stats));
    merge_stats<<<5, 64>>>(in, stats);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(stats);
    return rc != cudaSuccess;
}
