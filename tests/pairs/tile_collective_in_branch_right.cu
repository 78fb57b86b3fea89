#include <cooperative_groups.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__global__ void tile_broadcast(const float *in, float *out, int count) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[g];
    float r = 0.0f;
    float first = tile.shfl(v, 0);
    if (tile.thread_rank() < count) r = v - first;
    tile.sync();
    out[g] = r;
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
    float *in = device_buffer<float>(128);
    fill_buffer(in, 128, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *out = device_buffer<float>(128);
    cudaMemset(out, 0, 128 * sizeof(float));
    tile_broadcast<<<2, 64>>>(in, out, 10);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
