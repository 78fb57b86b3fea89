#define TILE 32
#if defined(LARGE) && LARGE > 2
constexpr int N = 1 << 20;
#else
const int N = TILE * 8;
#endif
namespace ops {
template <class T, int W = 4> __global__ void scan(T* a, const float (*b)[TILE], int n) {
    __shared__ T tile[TILE][TILE + 1];
    tile[threadIdx.x][0] = a[n];
}
}
int main() {
    float *a, host[N];
    cudaMalloc((void**)&a, N * sizeof(float));
    dim3 grid((N + TILE - 1) / TILE, 2), block{TILE};
    for (int i = 0; i < 3; ++i) ops::scan<float, 8><<<grid, block, 4 * TILE, 0>>>(a + i, nullptr, N - i);
    cudaLaunchKernel((void*)ops::scan<int>, grid, block, nullptr, 0, 0);
}
