#include <cstdio>
#include <vector>

__global__ void column_max(const float *m, float *out, int w, int h) {
    __shared__ float cols[16][16];
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = threadIdx.y;
    cols[y][threadIdx.x] = (x < w && y < h) ? m[y * w + x] : -1.0f;
    __syncthreads();
    if (y == 0 && x < w) {
        float best = cols[0][threadIdx.x];
        #pragma unroll
        for (int r = 1; r < 16; ++r) best = fmaxf(best, cols[r][threadIdx.x]);
        out[x] = best;
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
    float *m = device_buffer<float>(390);
    fill_buffer(m, 390, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *out = device_buffer<float>(30);
    cudaMemset(out, 0, 30 * sizeof(float));
    column_max<<<2, dim3(16, 16)>>>(m, out, 30, 13);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(m);
    cudaFree(out);
    return rc != cudaSuccess;
}
