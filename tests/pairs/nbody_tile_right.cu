#include <cstdio>
#include <vector>

__global__ void forces(const float4 *pos, float4 *acc, int n) {
    extern __shared__ float4 bodies[];
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = pos[me];
    float3 f = make_float3(0.f, 0.f, 0.f);
    for (int tile = 0; tile < n / blockDim.x; ++tile) {
        bodies[threadIdx.x] = pos[tile * blockDim.x + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j) {
            float dx = bodies[j].x - p.x;
            float dy = bodies[j].y - p.y;
            float dz = bodies[j].z - p.z;
            float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float s = bodies[j].w * inv * inv * inv;
            f.x += dx * s; f.y += dy * s; f.z += dz * s;
        }
        __syncthreads();
    }
    acc[me] = make_float4(f.x, f.y, f.z, 0.f);
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
    float4 *pos = device_buffer<float4>(256);
    fill_buffer(pos, 256, [](int j) { return make_float4((j * 37 + 11) % 101, (j * 37 + 11) % 101, (j * 37 + 11) % 101, (j * 37 + 11) % 101); });
    float4 *acc = device_buffer<float4>(256);
    cudaMemset(acc, 0, 256 * sizeof(float4));
    forces<<<4, 64, 64 * sizeof(float4)>>>(pos, acc, 256);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(pos);
    cudaFree(acc);
    return rc != cudaSuccess;
}
