#include <cstdio>
#include <vector>

__global__ void blend(const float *a, const float *b, float *c, float k, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += gridDim.x * blockDim.x)
        c[i] = k * a[i] + (1.0f - k) * b[i];
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
    float *a = device_buffer<float>(1024);
    fill_buffer(a, 1024, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *b = device_buffer<float>(1024);
    fill_buffer(b, 1024, [](int j) { return static_cast<float>(j % 7); });
    float *c = device_buffer<float>(1024);
    cudaMemset(c, 0, 1024 * sizeof(float));
    blend<<<2, 128>>>(a, b, c, 0.25f, 1024);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return rc != cudaSuccess;
}
