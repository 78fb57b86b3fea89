// A question on NVIDIA's forum: why do structs of three floats have no bank conflict, and those of two have?

struct Two { float x, y; };
struct Three { float x, y, z; };

__global__ void two(const Two* in, float* out) {
    __shared__ Two shared[32];
    shared[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    const Two value = shared[threadIdx.x ^ 1];
    out[threadIdx.x] = value.x * value.y;
}

__global__ void three(const Three* in, float* out) {
    __shared__ Three shared[32];
    shared[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    const Three value = shared[threadIdx.x ^ 1];
    out[threadIdx.x] = value.x * value.y + value.z;
}

// Aligned to its 8 bytes, a struct of two floats is one access.
struct __align__(8) Pair { float x, y; };

__global__ void aligned(const Pair* in, float* out) {
    __shared__ Pair shared[32];
    shared[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    const Pair value = shared[threadIdx.x ^ 1];
    out[threadIdx.x] = value.x * value.y;
}

int main() {
    Two* twos;
    Three* threes;
    Pair* pairs;
    float* out;
    cudaMalloc(&twos, 256);
    cudaMalloc(&threes, 384);
    cudaMalloc(&pairs, 256);
    cudaMalloc(&out, 128);
    two<<<1, 32>>>(twos, out);
    three<<<1, 32>>>(threes, out);
    aligned<<<1, 32>>>(pairs, out);
    return cudaDeviceSynchronize();
}
