extern "C" __global__ void transpose(const float* in, float* out) {
    __shared__ float tile[32][32];
    unsigned x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][y];
}
