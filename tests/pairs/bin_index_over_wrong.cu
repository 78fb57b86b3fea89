#include <cstdio>
#include <vector>

__global__ void decile_histogram(const int *score, int *hist, int n) {
    __shared__ int bins[10];
    const int nb = sizeof(bins) / sizeof(bins[0]);
    for (int b = threadIdx.x; b < nb; b += blockDim.x) bins[b] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[score[i] / 10], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < nb; b += blockDim.x) hist[b] = bins[b];
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
    int *score = device_buffer<int>(303);
    fill_buffer(score, 303, [](int j) { return static_cast<int>((j * 37 + 11) % 101); });
    int *hist = device_buffer<int>(11);
    cudaMemset(hist, 0, 11 * sizeof(int));
    decile_histogram<<<1, 64>>>(score, hist, 303);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(score);
    cudaFree(hist);
    return rc != cudaSuccess;
}
