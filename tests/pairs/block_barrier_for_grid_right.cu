#include <cstdio>
#include <vector>

__global__ void two_stage(const int *in, int *part, int *out) {
    int t = threadIdx.x;
    int v = in[blockIdx.x * blockDim.x + t];
    v = __reduce_add_sync(0xffffffff, v);
    __shared__ int w[2];
    if ((t & 31) == 0) w[t >> 5] = v;
    __syncthreads();
    if (t == 0) {
        part[blockIdx.x] = w[0] + w[1];
        atomicAdd(out, w[0] + w[1]);
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
    int *in = device_buffer<int>(512);
    fill_buffer(in, 512, [](int j) { return static_cast<int>(j % 9); });
    int *part = device_buffer<int>(8);
    cudaMemset(part, 0, 8 * sizeof(int));
    int *out = device_buffer<int>(1);
    cudaMemset(out, 0, 1 * sizeof(int));
    two_stage<<<8, 64>>>(in, part, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(part);
    cudaFree(out);
    return rc != cudaSuccess;
}
