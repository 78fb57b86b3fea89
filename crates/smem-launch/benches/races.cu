// A product of matrices, sums of blocks, and a stencil with several steps. `KEEP` is their barrier, or a barrier for the compiler alone.
#define TILE 16
extern "C" __global__ void product(const float* a, const float* b, float* c, int n) {
    __shared__ float left[TILE][TILE], right[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        left[y][x] = a[row * n + k + x];
        right[y][x] = b[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < TILE; ++i) sum += left[y][i] * right[i][x];
        KEEP;
    }
    c[row * n + column] = sum;
}
extern "C" __global__ void sums(const float* a, const float* b, float* c, int n) {
    __shared__ float part[256];
    int t = threadIdx.y * blockDim.x + threadIdx.x, block = blockIdx.y * gridDim.x + blockIdx.x;
    float sum = 0;
    for (int i = t; i < n; i += 256) sum += a[i] * b[i];
    part[t] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) part[t] += part[t + half];
        KEEP;
    }
    if (t == 0) c[block] = part[0];
}
extern "C" __global__ void stencil(const float* a, const float* b, float* c, int n) {
    __shared__ float cells[2][258];
    int t = threadIdx.y * blockDim.x + threadIdx.x, block = blockIdx.y * gridDim.x + blockIdx.x;
    cells[0][t + 1] = a[t];
    cells[1][t + 1] = b[t];
    if (t < 2) cells[t][0] = cells[t][257] = 0;
    __syncthreads();
    for (int step = 0; step < n; ++step) {
        int now = step % 2;
        cells[1 - now][t + 1] = 0.25f * (cells[now][t] + 2 * cells[now][t + 1] + cells[now][t + 2]);
        KEEP;
    }
    c[256 * block + t] = cells[n % 2][t + 1];
}
