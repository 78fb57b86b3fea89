// NVIDIA-developer-blog/code-samples issue 48: every fourth float, by two blocks of a warp. Why does the profiler count 6 conflicts?

__global__ void asked(const float* in, float* out) {
    __shared__ float values[128];
    for (unsigned i = threadIdx.x; i < 128; i += 32) values[i] = in[i];
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = values[threadIdx.x * 4];  // lanes 0, 8, 16 and 24 in bank 0
}

// A float more after each 32.
__global__ void answered(const float* in, float* out) {
    __shared__ float values[128 + 4];
    for (unsigned i = threadIdx.x; i < 128; i += 32) values[i + i / 32] = in[i];
    __syncthreads();
    const unsigned at = threadIdx.x * 4;
    out[blockIdx.x * 32 + threadIdx.x] = values[at + at / 32];
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 512);
    cudaMalloc(&out, 256);
    asked<<<2, 32>>>(in, out);
    answered<<<2, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
