#include <cstdio>
#include <vector>

__global__ void parse_records(const unsigned char *bytes, unsigned *ids, int n) {
    extern __shared__ __align__(8) unsigned char raw[];
    for (int i = threadIdx.x; i < 6 * n; i += blockDim.x) raw[i] = bytes[i];
    __syncthreads();
    int r = threadIdx.x;
    if (r < n) {
        const unsigned char *p = raw + 6 * r + 2;
        ids[r] = p[0] | (p[1] << 8) | (p[2] << 16) | ((unsigned)p[3] << 24);
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
    unsigned char *bytes = device_buffer<unsigned char>(300);
    fill_buffer(bytes, 300, [](int j) { return static_cast<unsigned char>((j * 37 + 11) % 101); });
    unsigned *ids = device_buffer<unsigned>(50);
    cudaMemset(ids, 0, 50 * sizeof(unsigned));
    parse_records<<<1, 64, 384>>>(bytes, ids, 50);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(bytes);
    cudaFree(ids);
    return rc != cudaSuccess;
}
