// grid=1 block=16,16 n=32
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float a[16][16], b[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int m = 0; m < n; m += 16) {
    a[y][x] = in[y * n + m + x];
    b[y][x] = in[(m + y) * 16 + x];
    __syncthreads();                                  //- race //~ race: __syncwarp();
    for (int i = 0; i < 16; i++) sum += a[y][i] * b[i][x];
    __syncthreads();                                  //- race //~ race: __syncwarp();
  }
  out[y * 16 + x] = sum;
}
