#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cstdio>
#include <vector>

#pragma nv_diag_suppress static_var_with_dynamic_init
namespace cg = cooperative_groups;

__global__ void batches(const int *in, int *out, int count) {
    constexpr int stages = 2;
    __shared__ int buf[stages][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int t = threadIdx.x, sum = 0, fetch = 0;
    for (int b = 0; b < count; ++b) {
        for (; fetch < count && fetch < b + stages; ++fetch) {
            pipe.producer_acquire();
            cuda::memcpy_async(&buf[fetch % stages][t], in + fetch * 64 + t, sizeof(int), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += buf[b % stages][63 - t];
        pipe.consumer_release();
    }
    out[t] = sum;
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
    int *in = device_buffer<int>(320);
    fill_buffer(in, 320, [](int j) { return static_cast<int>((j * 37 + 11) % 101); });
    int *out = device_buffer<int>(64);
    cudaMemset(out, 0, 64 * sizeof(int));
    batches<<<1, 64>>>(in, out, 5);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
