#include <cstdio>
#include <vector>

union Scratch {
    unsigned keys[256];
    unsigned counts[256];
};

__global__ void count_neighbours(const unsigned *in, unsigned *out, int n) {
    __shared__ Scratch s;
    int t = threadIdx.x;
    s.keys[t] = in[blockIdx.x * n + t];
    __syncthreads();
    unsigned mine = s.keys[t];
    unsigned next = s.keys[(t + 33) % n];
    __syncthreads();
    s.counts[t] = 0;
    __syncthreads();
    atomicAdd(&s.counts[(mine + next) % n], 1u);
    __syncthreads();
    out[blockIdx.x * n + t] = s.counts[t];
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
    unsigned *in = device_buffer<unsigned>(512);
    fill_buffer(in, 512, [](int j) { return static_cast<unsigned>((j * 37 + 11) % 101); });
    unsigned *out = device_buffer<unsigned>(512);
    cudaMemset(out, 0, 512 * sizeof(unsigned));
    count_neighbours<<<2, 256>>>(in, out, 256);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
