// YHs_Sample issue 1, cutlass issue 1443: why 132 and not 128 floats a row? Four rows are gathered into a float4 and stored column by column.

template <int PITCH>
__device__ void gather(const float* in, float4* out) {
    __shared__ __align__(16) float tile[8 * PITCH];
    const unsigned k = threadIdx.x % 8, group = threadIdx.x / 8;  // of four rows
    float4 value;
    value.x = in[(group * 4 + 0) * 8 + k];
    value.y = in[(group * 4 + 1) * 8 + k];
    value.z = in[(group * 4 + 2) * 8 + k];
    value.w = in[(group * 4 + 3) * 8 + k];
    *reinterpret_cast<float4*>(&tile[k * PITCH + group * 4]) = value;  // eight lanes, a phase, in eight rows
    __syncthreads();
    out[threadIdx.x] = *reinterpret_cast<const float4*>(&tile[threadIdx.x / 32 * PITCH + threadIdx.x % 32 * 4]);
}

__global__ void asked(const float* in, float4* out) { gather<128>(in, out); }

__global__ void answered(const float* in, float4* out) { gather<132>(in, out); }

int main() {
    float* in;
    float4* out;
    cudaMalloc(&in, 4096);
    cudaMalloc(&out, 4096);
    asked<<<1, 256>>>(in, out);
    answered<<<1, 256>>>(in, out);
    return cudaDeviceSynchronize();
}
