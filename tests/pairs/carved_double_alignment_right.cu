#include <cstdio>
#include <vector>

__global__ void mean_var(const float *x, double *out, int n) {
    extern __shared__ __align__(16) char smem[];
    float *cached = (float *)smem;
    double *acc = (double *)(smem + 34 * sizeof(float));
    int t = threadIdx.x;
    if (t < n) cached[t] = x[t];
    __syncthreads();
    if (t < 2) {
        double s = 0;
        for (int i = 0; i < n; ++i) s += t == 0 ? cached[i] : (double)cached[i] * cached[i];
        acc[t] = s;
    }
    __syncthreads();
    if (t == 0) {
        double m = acc[0] / n;
        out[0] = m;
        out[1] = acc[1] / n - m * m;
    }
}

int main() {
    float *x = nullptr;
    cudaMalloc(&x, 33 * sizeof(float));
    {
        std::vector<float> h(33);
        for (int k = 0; k < 33; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(x, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    double *out = nullptr;
    cudaMalloc(&out, 2 * sizeof(double));
    cudaMemset(out, 0, 2 * sizeof(double));
    mean_var<<<1, 64, 160>>>(x, out, 33);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(x);
    cudaFree(out);
    return 0;
}
