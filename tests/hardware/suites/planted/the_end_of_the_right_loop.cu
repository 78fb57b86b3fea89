// grid=1 block=64 n=2
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float tile[64], row[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < 3; ++i) {
      tile[t] = in[64 * i + t];
      __syncthreads();                                //- race
      sum += tile[63 - t];
      __syncthreads();                                //- race
    }
    row[t] = sum;
    __syncthreads();                                  //- race
    out[64 * j + t] = row[63 - t];
    __syncthreads();                                  //- clean
  }
  int i = 0;
  do {
    tile[t ^ 32] = in[t];
    __syncthreads();                                  //- race
    out[t] += tile[t];
    __syncthreads();                                  //- race
  } while (++i < 3);
}
