// cuda_hgemm issue 13: why does a permutation have no conflicts, and a swizzle has? A tile of 16 x 32 halves: rows of 64 bytes.

// SHIFT is the bit of the row from which two bits are added (XOR) to the number of the 16 bytes.
template <int SHIFT>
__device__ unsigned place(unsigned row, unsigned col) { return row * 32 + (col ^ (row >> SHIFT & 3) << 3); }

template <int SHIFT>
__device__ void load(const unsigned short* in, uint4* out) {
    __shared__ __align__(16) unsigned short tile[16 * 32];
    for (unsigned i = threadIdx.x; i < 512; i += 32) tile[place<SHIFT>(i / 32, i % 32)] = in[i];
    __syncthreads();
    for (unsigned k = 0; k < 32; k += 16) {
        const void* row = &tile[place<SHIFT>(threadIdx.x % 16, k + threadIdx.x / 16 * 8)];
        uint4 value;
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                     : "r"((unsigned)__cvta_generic_to_shared(row))
                     : "memory");
        out[k * 2 + threadIdx.x] = value;
    }
}

// The lowest bit of the row already decides which half of the banks it is in: to add it again is half a swizzle.
__global__ void asked(const unsigned short* in, uint4* out) { load<0>(in, out); }

__global__ void answered(const unsigned short* in, uint4* out) { load<1>(in, out); }

int main() {
    unsigned short* in;
    uint4* out;
    cudaMalloc(&in, 1024);
    cudaMalloc(&out, 1024);
    asked<<<1, 32>>>(in, out);
    answered<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
