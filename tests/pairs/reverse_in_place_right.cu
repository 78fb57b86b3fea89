#include <cstdio>
#include <vector>

template <typename T>
__global__ void reverse(T *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        T head = data[i];
        T tail = data[n - 1 - i];
        data[i] = tail;
        data[n - 1 - i] = head;
    }
}

int main() {
    short *d = nullptr;
    cudaMalloc(&d, 510 * sizeof(short));
    {
        std::vector<short> h(510);
        for (int k = 0; k < 510; ++k) h[k] = static_cast<short>(k);
        cudaMemcpy(d, h.data(), h.size() * sizeof(short), cudaMemcpyHostToDevice);
    }
    reverse<short><<<4, 128>>>(d, 510);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(d);
    return 0;
}
