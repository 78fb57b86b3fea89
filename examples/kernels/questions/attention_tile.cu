// llama.cpp pull requests 25635 and 28536: rows of 64 halves for ldmatrix, dense, with 8 halves more, or swizzled.

template <int PITCH, bool SWIZZLED>
__device__ unsigned place(unsigned row, unsigned col) { return row * PITCH + (SWIZZLED ? col ^ (row & 7) << 3 : col); }

template <int PITCH, bool SWIZZLED>
__device__ void load(const uint4* in, uint4* out) {
    __shared__ __align__(16) unsigned short tile[32 * PITCH];
    for (unsigned i = threadIdx.x; i < 32 * 8; i += 32) {
        *reinterpret_cast<uint4*>(&tile[place<PITCH, SWIZZLED>(i / 8, i % 8 * 8)]) = in[i];
    }
    __syncthreads();
    for (unsigned k = 0; k < 64; k += 16) {
        const void* row = &tile[place<PITCH, SWIZZLED>(threadIdx.x % 16, k + threadIdx.x / 16 * 8)];
        uint4 value;
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                     : "r"((unsigned)__cvta_generic_to_shared(row))
                     : "memory");
        out[k * 2 + threadIdx.x] = value;
    }
}

__global__ void dense(const uint4* in, uint4* out) { load<64, false>(in, out); }

__global__ void padded(const uint4* in, uint4* out) { load<72, false>(in, out); }

__global__ void swizzled(const uint4* in, uint4* out) { load<64, true>(in, out); }

int main() {
    uint4 *in, *out;
    cudaMalloc(&in, 4096);
    cudaMalloc(&out, 2048);
    dense<<<1, 32>>>(in, out);
    padded<<<1, 32>>>(in, out);
    swizzled<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
