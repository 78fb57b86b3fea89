// SGEMM_CUDA issue 8: rows of 8 floats are read four a thread and stored as columns of an 8 x 128 tile. Are there conflicts, and only there?

template <int PITCH>
__device__ void transpose(const float4* in, float* out) {
    __shared__ float tile[8 * PITCH];
    const unsigned row = threadIdx.x / 2, col = threadIdx.x % 2 * 4;
    const float4 value = in[threadIdx.x];
    tile[col * PITCH + row] = value.x;  // sixteen rows, and columns 0 and 4
    tile[(col + 1) * PITCH + row] = value.y;
    tile[(col + 2) * PITCH + row] = value.z;
    tile[(col + 3) * PITCH + row] = value.w;
    __syncthreads();
    for (unsigned k = threadIdx.x / 128; k < 8; k += 2) out[k * 128 + threadIdx.x % 128] = tile[k * PITCH + threadIdx.x % 128];
}

__global__ void asked(const float4* in, float* out) { transpose<128>(in, out); }

// Columns 0 and 4 are sixteen banks apart where a row has four floats more: 4 * 4 = 16.
__global__ void answered(const float4* in, float* out) { transpose<132>(in, out); }

int main() {
    float4* in;
    float* out;
    cudaMalloc(&in, 4096);
    cudaMalloc(&out, 4096);
    asked<<<1, 256>>>(in, out);
    answered<<<1, 256>>>(in, out);
    return cudaDeviceSynchronize();
}
