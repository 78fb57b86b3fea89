// cutlass issue 3172: ldmatrix.x4.trans on a tile of 8 rows (k) of 128 halves, swizzled as Swizzle<3, 3, 4>. Does it conflict?

// Returns the offset of an element: the three bits of k are added (XOR) to the number of the 16 bytes.
template <bool SWIZZLED>
__device__ unsigned place(unsigned k, unsigned m) {
    const unsigned offset = k * 128 + m;
    return SWIZZLED ? offset ^ (offset >> 4 & 0x38) : offset;
}

template <bool SWIZZLED>
__device__ void load(const unsigned short* in, uint4* out) {
    __shared__ __align__(16) unsigned short tile[8 * 128];
    for (unsigned i = threadIdx.x; i < 8 * 128; i += 32) tile[place<SWIZZLED>(i / 128, i % 128)] = in[i];
    __syncthreads();
    for (unsigned m = 0; m < 128; m += 32) {
        // Lanes 0 to 7 have the rows of the first matrix, 8 to 15 those of the second.
        const void* row = &tile[place<SWIZZLED>(threadIdx.x % 8, m + threadIdx.x / 8 * 8)];
        uint4 value;
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                     : "r"((unsigned)__cvta_generic_to_shared(row))
                     : "memory");
        out[m + threadIdx.x] = value;
    }
}

__global__ void asked(const unsigned short* in, uint4* out) { load<true>(in, out); }

__global__ void dense(const unsigned short* in, uint4* out) { load<false>(in, out); }

int main() {
    unsigned short* in;
    uint4* out;
    cudaMalloc(&in, 2048);
    cudaMalloc(&out, 2048);
    asked<<<1, 32>>>(in, out);
    dense<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
