__global__ void transpose(float* to, const float* from, int n) {
    __shared__ float tile[32][32];
    int x = 32 * blockIdx.x + threadIdx.x, y = 32 * blockIdx.y + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = from[y * n + x];
    __syncthreads();
    x = 32 * blockIdx.y + threadIdx.x, y = 32 * blockIdx.x + threadIdx.y;
    to[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
