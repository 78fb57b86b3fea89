#include <cuda/atomic>
#include <stdlib.h>

struct Record { int key; int value; };

__global__ void chain(Record *records, int *turn, int *sum) {
    if (threadIdx.x != 0) return;
    cuda::atomic_ref<int, cuda::thread_scope_device> t(*turn);
    int b = blockIdx.x;
    int carried = 0;
    if (b > 0) {
        while (t.load(cuda::memory_order_relaxed) < b) { }
        carried = records[b - 1].value;
    }
    records[b].key = b;
    records[b].value = carried + b * b;
    t.store(b + 1, cuda::memory_order_relaxed);
    if (b == gridDim.x - 1) *sum = carried + b * b;
}

int main() {
    Record *rec;
    cudaMalloc((void **)&rec, sizeof(Record) * 4);
    cudaMemset(rec, 0, 4 * sizeof(Record));
    int *turn;
    cudaMalloc((void **)&turn, sizeof(int) * 1);
    cudaMemset(turn, 0, 1 * sizeof(int));
    int *sum;
    cudaMalloc((void **)&sum, sizeof(int) * 1);
    cudaMemset(sum, 0, 1 * sizeof(int));
    chain<<<4, 32>>>(rec, turn, sum);
    cudaDeviceSynchronize();
    cudaFree(rec);
    cudaFree(turn);
    cudaFree(sum);
    return 0;
}
