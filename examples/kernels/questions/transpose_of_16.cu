// A question on NVIDIA's forum about the transpose of an early SDK: why is an array of 16 x 16 padded?

template <int COLUMNS>
__device__ void transpose(const float* in, float* out) {
    __shared__ float block[16][COLUMNS];
    block[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = block[threadIdx.x][threadIdx.y];
}

__global__ void asked(const float* in, float* out) { transpose<16>(in, out); }

// Enough for 16 banks, which GPUs had then. Today's have 32.
__global__ void padded(const float* in, float* out) { transpose<17>(in, out); }

// The index that `smem-tile explain 'Tile(f32): 16, 16'` prints.
__global__ void swizzled(const float* in, float* out) {
    __shared__ float block[16 * 16];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    block[y * 16 + (x ^ (y & 14))] = in[y * 16 + x];
    __syncthreads();
    out[y * 16 + x] = block[x * 16 + (y ^ (x & 14))];
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 1024);
    cudaMalloc(&out, 1024);
    asked<<<1, dim3(16, 16)>>>(in, out);
    padded<<<1, dim3(16, 16)>>>(in, out);
    swizzled<<<1, dim3(16, 16)>>>(in, out);
    return cudaDeviceSynchronize();
}
