#include <cuda/pipeline>
#include <cstdio>
#include <vector>

struct alignas(16) Particle { float x, y, z, m; };

__global__ void kinetic(const Particle *p, float *e) {
    __shared__ Particle local[64];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
    pipe.producer_acquire();
    cuda::memcpy_async(&local[t], &p[g], cuda::aligned_size_t<16>(sizeof(Particle)), pipe);
    pipe.producer_commit();
    Particle q = local[t];
    e[g] = 0.5f * q.m * (q.x * q.x + q.y * q.y + q.z * q.z);
    pipe.consumer_wait();
    pipe.consumer_release();
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
    float4 *p = device_buffer<float4>(128);
    fill_buffer(p, 128, [](int j) { return make_float4((j * 37 + 11) % 101, (j * 37 + 11) % 101, (j * 37 + 11) % 101, (j * 37 + 11) % 101); });
    float *e = device_buffer<float>(128);
    cudaMemset(e, 0, 128 * sizeof(float));
    kinetic<<<2, 64>>>(reinterpret_cast<const Particle *>(p), e);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(p);
    cudaFree(e);
    return rc != cudaSuccess;
}
