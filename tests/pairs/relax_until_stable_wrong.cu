#include <cstdio>
#include <vector>

__global__ void relax(int *level, int n) {
    __shared__ int lv[130];
    __shared__ int changed;
    int t = threadIdx.x;
    lv[t + 1] = t < n ? level[t] : 0;
    if (t == 0) { lv[0] = 0; lv[129] = 0; }
    bool again;
    do {
        if (t == 0) changed = 0;
        __syncthreads();
        int m = max(lv[t], lv[t + 2]) - 1;
        __syncthreads();
        if (m > lv[t + 1]) {
            lv[t + 1] = m;
            atomicOr(&changed, 1);
        }
        __syncthreads();
        again = changed != 0;
    } while (again);
    if (t < n) level[t] = lv[t + 1];
}

int main() {
    int *level = nullptr;
    cudaMalloc(&level, 128 * sizeof(int));
    {
        std::vector<int> h(128);
        for (int k = 0; k < 128; ++k) h[k] = static_cast<int>(k % 31);
        cudaMemcpy(level, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    }
    relax<<<1, 128>>>(level, 128);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(level);
    return 0;
}
