// LeetCUDA issue 250: four stores of a float4's parts into rows of 64 + 1 floats. Its author counts two lanes in each bank.

// Sixteen lanes fill a row, four floats apart.
__global__ void asked(const float4* in, float* out) {
    __shared__ float tile[16][65];
    const unsigned row = threadIdx.x / 16, col = threadIdx.x % 16 * 4;
    const float4 value = in[threadIdx.x];
    tile[row][col] = value.x;  // banks 0, 4, .. 28 twice in each row
    tile[row][col + 1] = value.y;
    tile[row][col + 2] = value.z;
    tile[row][col + 3] = value.w;
    __syncthreads();
    for (unsigned i = threadIdx.x; i < 1024; i += 256) out[i] = tile[i / 64][i % 64];
}

// Sixteen bytes a lane are stored at once, which rows of 64 + 4 floats keep aligned.
__global__ void answered(const float4* in, float* out) {
    __shared__ __align__(16) float tile[16][68];
    const unsigned row = threadIdx.x / 16, col = threadIdx.x % 16 * 4;
    *reinterpret_cast<float4*>(&tile[row][col]) = in[threadIdx.x];
    __syncthreads();
    for (unsigned i = threadIdx.x; i < 1024; i += 256) out[i] = tile[i / 64][i % 64];
}

int main() {
    float4* in;
    float* out;
    cudaMalloc(&in, 4096);
    cudaMalloc(&out, 4096);
    asked<<<1, 256>>>(in, out);
    answered<<<1, 256>>>(in, out);
    return cudaDeviceSynchronize();
}
