#include <cuda/barrier>
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>

#pragma nv_diag_suppress static_var_with_dynamic_init
namespace cg = cooperative_groups;

__global__ void norm_rows(const float *in, float *out) {
    __shared__ alignas(16) float row[128];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, row, in + blockIdx.x * 128, cuda::aligned_size_t<16>(sizeof(row)), bar);
    (void)bar.arrive();
    block.sync();
    float top = 0.0f;
    for (int i = 0; i < 128; ++i) top = fmaxf(top, row[i]);
    out[blockIdx.x * 128 + threadIdx.x] = row[threadIdx.x] / (1.0f + top);
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
    float *in = device_buffer<float>(256);
    fill_buffer(in, 256, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *out = device_buffer<float>(256);
    cudaMemset(out, 0, 256 * sizeof(float));
    norm_rows<<<2, 128>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
