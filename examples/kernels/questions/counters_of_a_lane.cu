// A proposal on NVIDIA's forum: 256 counters of a byte for each lane, so that lane N owns the bytes of bank N, whatever the data.

__global__ void proposed(const unsigned char* in, unsigned* out) {
    __shared__ unsigned char counts[256 * 32];
    for (unsigned i = threadIdx.x; i < 256 * 32 / 4; i += 32) reinterpret_cast<unsigned*>(counts)[i] = 0;
    __syncwarp();
    for (unsigned i = 0; i < 64; ++i) {
        const unsigned value = in[i * 32 + threadIdx.x];
        counts[value % 4 + value / 4 * 128 + threadIdx.x * 4] += 1;
    }
    __syncwarp();
    unsigned sum = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
        // Each lane begins at its own: else all would read one bank.
        sum += counts[threadIdx.x % 4 + threadIdx.x / 4 * 128 + (lane + threadIdx.x) % 32 * 4];
    }
    out[threadIdx.x] = sum;
}

// The bytes of a lane one after the other: which bank is the data's choice.
__global__ void in_rows(const unsigned char* in, unsigned* out) {
    __shared__ unsigned char counts[256 * 32];
    for (unsigned i = threadIdx.x; i < 256 * 32 / 4; i += 32) reinterpret_cast<unsigned*>(counts)[i] = 0;
    __syncwarp();
    for (unsigned i = 0; i < 64; ++i) counts[threadIdx.x * 256 + in[i * 32 + threadIdx.x]] += 1;
    __syncwarp();
    unsigned sum = 0;
    for (unsigned lane = 0; lane < 32; ++lane) sum += counts[lane * 256 + threadIdx.x];
    out[threadIdx.x] = sum;
}

int main() {
    unsigned char *in, host[2048];
    unsigned* out;
    cudaMalloc(&in, 2048);
    cudaMalloc(&out, 128);
    for (unsigned i = 0; i < 2048; ++i) host[i] = i * 2654435761u >> 24;
    cudaMemcpy(in, host, 2048, cudaMemcpyHostToDevice);
    proposed<<<1, 32>>>(in, out);
    in_rows<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
