#include <cstdio>
#include <vector>

__global__ void wait_all(const int *in, int *stage, int *counter, int *out) {
    int t = threadIdx.x;
    if (blockIdx.x > 0) {
        stage[(blockIdx.x - 1) * blockDim.x + t] = in[(blockIdx.x - 1) * blockDim.x + t] + 1;
        __syncthreads();
        if (t == 0) {
            __threadfence();
            atomicAdd(counter, 1);
        }
    } else {
        if (t == 0) {
            int want = gridDim.x - 1;
            while (atomicAdd(counter, 0) < want) __nanosleep(100);
            __threadfence();
        }
        __syncthreads();
        int s = 0;
        for (int b = 0; b < gridDim.x - 1; ++b) s += stage[b * blockDim.x + t];
        out[t] = s;
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
    int *in = device_buffer<int>(192);
    fill_buffer(in, 192, [](int j) { return static_cast<int>((j * 37 + 11) % 101); });
    int *stage = device_buffer<int>(192);
    cudaMemset(stage, 0, 192 * sizeof(int));
    int *counter = device_buffer<int>(1);
    cudaMemset(counter, 0, 1 * sizeof(int));
    int *out = device_buffer<int>(64);
    cudaMemset(out, 0, 64 * sizeof(int));
    wait_all<<<4, 64>>>(in, stage, counter, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(stage);
    cudaFree(counter);
    cudaFree(out);
    return rc != cudaSuccess;
}
