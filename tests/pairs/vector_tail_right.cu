#include <cstdio>
#include <vector>

__global__ void scale4(const float *x, float *y, int n, float s) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (i >= n) return;
    if (i + 3 < n) {
        float4 v = *reinterpret_cast<const float4 *>(x + i);
        v.x *= s; v.y *= s; v.z *= s; v.w *= s;
        *reinterpret_cast<float4 *>(y + i) = v;
    } else {
        for (; i < n; ++i) y[i] = x[i] * s;
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
    float *x = device_buffer<float>(254);
    fill_buffer(x, 254, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *y = device_buffer<float>(254);
    cudaMemset(y, 0, 254 * sizeof(float));
    scale4<<<1, 64>>>(x, y, 254, 1.5f);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(x);
    cudaFree(y);
    return rc != cudaSuccess;
}
