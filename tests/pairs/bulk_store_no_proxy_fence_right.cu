#include <cstdio>
#include <vector>

__device__ void store_tile(float *dst, const float *tile, unsigned bytes) {
    unsigned s = static_cast<unsigned>(__cvta_generic_to_shared(tile));
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n"
                 "cp.async.bulk.commit_group;\n"
                 "cp.async.bulk.wait_group 0;" :: "l"(dst), "r"(s), "r"(bytes) : "memory");
}

__global__ void outer_product(const float *a, const float *b, float *c) {
    __shared__ alignas(128) float tile[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = a[blockIdx.x * 16 + y] * b[x];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (x == 0 && y == 0) store_tile(c + blockIdx.x * 256, &tile[0][0], sizeof(tile));
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
    float *a = device_buffer<float>(48);
    fill_buffer(a, 48, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *b = device_buffer<float>(16);
    fill_buffer(b, 16, [](int j) { return static_cast<float>(j); });
    float *c = device_buffer<float>(768);
    cudaMemset(c, 0, 768 * sizeof(float));
    outer_product<<<3, dim3(16, 16)>>>(a, b, c);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return rc != cudaSuccess;
}
