#include <cuda/atomic>
#include <stdlib.h>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void message(double *box, int *ready, double *out) {
    Flag f(*ready);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        box[0] = 2.5;
        box[1] = -4.0;
        f.store(1, cuda::std::memory_order_release);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (f.load(cuda::std::memory_order_acquire) == 0) { }
        out[0] = box[0] * box[1];
    }
}

int main() {
    double *box;
    cudaMalloc((void **)&box, sizeof(double) * 2);
    cudaMemset(box, 0, 2 * sizeof(double));
    int *ready;
    cudaMalloc((void **)&ready, sizeof(int) * 1);
    cudaMemset(ready, 0, 1 * sizeof(int));
    double *out;
    cudaMalloc((void **)&out, sizeof(double) * 1);
    cudaMemset(out, 0, 1 * sizeof(double));
    message<<<2, 32>>>(box, ready, out);
    cudaDeviceSynchronize();
    cudaFree(box);
    cudaFree(ready);
    cudaFree(out);
    return 0;
}
