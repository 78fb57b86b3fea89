#include <cuda_pipeline.h>
#include <cstdio>
#include <vector>

__global__ void two_stage_dot(const float *a, const float *w, float *out, int chunks) {
    __shared__ float st[2][128];
    int t = threadIdx.x;
    float acc = 0.f;
    for (int p = 0; p < 2; ++p) {
        __pipeline_memcpy_async(&st[p][t], a + p * 128 + t, sizeof(float));
        __pipeline_commit();
    }
    for (int c = 0; c < chunks; ++c) {
        __pipeline_wait_prior(1);
        __syncthreads();
        acc += st[c & 1][(t * 5 + 3) & 127] * w[c];
        __syncthreads();
        if (c + 2 < chunks) __pipeline_memcpy_async(&st[c & 1][t], a + (c + 2) * 128 + t, sizeof(float));
        __pipeline_commit();
    }
    out[t] = acc;
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
    float *a = device_buffer<float>(640);
    fill_buffer(a, 640, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *w = device_buffer<float>(5);
    fill_buffer(w, 5, [](int j) { return static_cast<float>(j); });
    float *out = device_buffer<float>(128);
    cudaMemset(out, 0, 128 * sizeof(float));
    two_stage_dot<<<1, 128>>>(a, w, out, 5);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(a);
    cudaFree(w);
    cudaFree(out);
    return rc != cudaSuccess;
}
