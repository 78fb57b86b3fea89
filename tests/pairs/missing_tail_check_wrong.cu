#include <cstdio>
#include <vector>

__global__ void relu(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i] > 0.0f ? x[i] : 0.0f;
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
    float *x = device_buffer<float>(500);
    fill_buffer(x, 500, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *y = device_buffer<float>(500);
    cudaMemset(y, 0, 500 * sizeof(float));
    relu<<<4, 128>>>(x, y, 500);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(x);
    cudaFree(y);
    return rc != cudaSuccess;
}
