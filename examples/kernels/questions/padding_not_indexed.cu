// DeepSpeed pull request 8055: an array of 16 x (16 + 1) that is indexed by rows of 16. What does the padding do?

template <int PITCH>
__device__ void transpose(const float* in, float* out) {
    __shared__ float block[16 * (16 + 1)];
    block[threadIdx.y * PITCH + threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = block[threadIdx.x * PITCH + threadIdx.y];
}

__global__ void asked(const float* in, float* out) { transpose<16>(in, out); }

// A warp has two rows of 16 threads, so one float more leaves two lanes that meet; `transpose_of_16.cu` has an index without.
__global__ void answered(const float* in, float* out) { transpose<17>(in, out); }

int main() {
    float *in, *out;
    cudaMalloc(&in, 1024);
    cudaMalloc(&out, 1024);
    asked<<<1, dim3(16, 16)>>>(in, out);
    answered<<<1, dim3(16, 16)>>>(in, out);
    return cudaDeviceSynchronize();
}
