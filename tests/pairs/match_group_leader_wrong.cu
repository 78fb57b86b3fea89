#include <stdlib.h>

__global__ void group_counter(const int *bucket, int *cursor, int *place, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    int b = bucket[min(i, n - 1)];
    unsigned peers = __match_any_sync(0xffffffffu, b);
    int leader = __ffs(peers) - 1;
    int rank = __popc(peers & ((1u << lane) - 1));
    int base = 0;
    if (lane == leader) {
        base = atomicAdd(&cursor[b], __popc(peers));
        base = __shfl_sync(peers, base, leader);
    }
    __syncwarp();
    if (i < n) place[i] = base + rank;
}

int main() {
    int *bucket;
    cudaMalloc((void **)&bucket, sizeof(int) * 128);
    int *host_bucket = (int *)malloc(sizeof(int) * 128);
    for (int i = 0; i < 128; i++) host_bucket[i] = static_cast<int>(i % 5);
    cudaMemcpy(bucket, host_bucket, sizeof(int) * 128, cudaMemcpyHostToDevice);
    free(host_bucket);
    int *cursor;
    cudaMalloc((void **)&cursor, sizeof(int) * 5);
    cudaMemset(cursor, 0, 5 * sizeof(int));
    int *place;
    cudaMalloc((void **)&place, sizeof(int) * 128);
    cudaMemset(place, 0, 128 * sizeof(int));
    group_counter<<<2, 64>>>(bucket, cursor, place, 128);
    cudaDeviceSynchronize();
    cudaFree(bucket);
    cudaFree(cursor);
    cudaFree(place);
    return 0;
}
