#include <cuda/atomic>
#include <cstdio>
#include <vector>

struct Message { int header; int body[31]; };

__global__ void warp_mail(const int *in, int *out) {
    __shared__ Message msg;
    __shared__ int posted;
    if (threadIdx.x == 0) posted = 0;
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_block> flag(posted);
    if (threadIdx.x == 0) {
        msg.header = in[0];
        for (int k = 0; k < 31; ++k) msg.body[k] = in[k + 1];
        flag.store(1, cuda::std::memory_order_relaxed);
    } else if (threadIdx.x == 32) {
        while (flag.load(cuda::std::memory_order_relaxed) == 0) { }
        int sum = msg.header;
        for (int k = 0; k < 31; ++k) sum = sum * 3 + msg.body[k];
        *out = sum;
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
    int *in = device_buffer<int>(32);
    fill_buffer(in, 32, [](int j) { return static_cast<int>((j * 37 + 11) % 101); });
    int *out = device_buffer<int>(1);
    cudaMemset(out, 0, 1 * sizeof(int));
    warp_mail<<<1, 64>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
