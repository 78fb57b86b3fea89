// cuda_hgemm issue 4: ldmatrix.x2.trans on a 16 x 16 tile of halves has two bank conflicts. How are they solved?

template <int PITCH>
__device__ void load(const unsigned short* in, uint2* out) {
    __shared__ __align__(16) unsigned short tile[16 * PITCH];
    for (unsigned i = threadIdx.x; i < 256; i += 32) tile[i / 16 * PITCH + i % 16] = in[i];
    __syncthreads();
    const void* row = &tile[threadIdx.x % 16 * PITCH];
    uint2 value;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(value.x), "=r"(value.y)
                 : "r"((unsigned)__cvta_generic_to_shared(row))
                 : "memory");
    out[threadIdx.x] = value;
}

// Rows of 32 bytes: rows 0 and 4 of a matrix are 128 bytes apart.
__global__ void asked(const unsigned short* in, uint2* out) { load<16>(in, out); }

// Eight halves more: rows of 48 bytes, and 8 rows have all banks.
__global__ void answered(const unsigned short* in, uint2* out) { load<24>(in, out); }

int main() {
    unsigned short* in;
    uint2* out;
    cudaMalloc(&in, 512);
    cudaMalloc(&out, 256);
    asked<<<1, 32>>>(in, out);
    answered<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
