#include <cstdio>
#include <vector>

constexpr int DEPTH = 4;

__global__ void moving_sum(const double *in, double *out, int rows) {
    __shared__ double ring[DEPTH][64];
    int t = threadIdx.x;
    for (int d = 0; d < DEPTH; ++d) ring[d][t] = 0.0;
    int slot = 0;
    double sum = 0.0;
    for (int r = 0; r < rows; ++r) {
        double v = in[r * 64 + t];
        sum += v - ring[slot][t];
        ring[slot][t] = v;
        out[r * 64 + t] = sum;
        if (++slot > DEPTH) slot = 0;
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
    double *in = device_buffer<double>(768);
    fill_buffer(in, 768, [](int j) { return static_cast<double>((j * 37 + 11) % 101); });
    double *out = device_buffer<double>(768);
    cudaMemset(out, 0, 768 * sizeof(double));
    moving_sum<<<1, 64>>>(in, out, 12);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
