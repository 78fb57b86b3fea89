// LeetCUDA issue 399, flash-attention issue 738: do lanes 0 and 8 meet when each of a warp's lanes moves 16 bytes?

// A row of 128 floats, four a lane: lanes 0, 8, 16 and 24 have the same banks, and are in different phases.
__global__ void asked(const float4* in, float4* out) {
    __shared__ float4 row[32];
    row[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = row[threadIdx.x ^ 1];
}

// The same bytes, but lanes of one phase in every eighth vector: these do meet.
__global__ void meeting(const float4* in, float4* out) {
    __shared__ float4 rows[8 * 32];
    rows[threadIdx.x * 8] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = rows[(threadIdx.x ^ 1) * 8];
}

int main() {
    float4 *in, *out;
    cudaMalloc(&in, 512);
    cudaMalloc(&out, 512);
    asked<<<1, 32>>>(in, out);
    meeting<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
