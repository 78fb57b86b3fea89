#include <cuda/barrier>
#include <cstdio>
#include <vector>

#pragma nv_diag_suppress static_var_with_dynamic_init

__global__ void cyclic_diff(float *data) {
    __shared__ cuda::barrier<cuda::thread_scope_block> sync;
    __shared__ float s[128];
    int t = threadIdx.x;
    if (t == 0) {
        init(&sync, 128);
    }
    __syncthreads();
    s[t] = data[t];
    sync.arrive_and_wait();
    float other = s[(t + 1) & 127];
    data[t] = other - s[t];
}

int main() {
    float *data = nullptr;
    cudaMalloc(&data, 128 * sizeof(float));
    {
        std::vector<float> h(128);
        for (int k = 0; k < 128; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(data, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    cyclic_diff<<<1, 128>>>(data);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(data);
    return 0;
}
