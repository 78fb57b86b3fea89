#include <cstdio>
#include <vector>

__inline__ __device__ double warp_sum(double v) {
    for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__global__ void dot(const double *a, const double *b, double *out, int n) {
    static __shared__ double slot[32];
    int lane = threadIdx.x % 32, wid = threadIdx.x / 32;
    double v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += a[i] * b[i];
    v = warp_sum(v);
    if (lane == 0) slot[wid] = v;
    __syncwarp();
    if (wid == 0) {
        v = lane < blockDim.x / 32 ? slot[lane] : 0.0;
        v = warp_sum(v);
        if (lane == 0) atomicAdd(out, v);
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
    double *a = device_buffer<double>(3000);
    fill_buffer(a, 3000, [](int j) { return static_cast<double>(j % 9); });
    double *b = device_buffer<double>(3000);
    fill_buffer(b, 3000, [](int j) { return static_cast<double>(j % 4); });
    double *out = device_buffer<double>(1);
    cudaMemset(out, 0, 1 * sizeof(double));
    dot<<<2, 512>>>(a, b, out, 3000);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(a);
    cudaFree(b);
    cudaFree(out);
    return rc != cudaSuccess;
}
