#include <cstdio>
#include <vector>

__global__ void quad_sum(const float *in, float *out) {
    __shared__ __align__(16) float s[260];
    int t = threadIdx.x;
    for (int i = t; i < 260; i += blockDim.x) s[i] = in[i];
    __syncthreads();
    float4 q = *reinterpret_cast<const float4 *>(&s[1 + 4 * t]);
    out[t] = q.x + q.y + q.z + q.w;
}

int main() {
    float *in = nullptr;
    cudaMalloc(&in, 260 * sizeof(float));
    {
        std::vector<float> h(260);
        for (int k = 0; k < 260; ++k) h[k] = static_cast<float>((k * 37 + 11) % 101);
        cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *out = nullptr;
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemset(out, 0, 64 * sizeof(float));
    quad_sum<<<1, 64>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
