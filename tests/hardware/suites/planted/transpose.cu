// grid=1 block=32,8 n=32
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[y + j][x] = in[(y + j) * n + x];   //~ unwritten: for (int j = 0; j < 24; j += 8) tile[y + j][x] = in[(y + j) * n + x];
  __syncthreads();                                    //- race //~ race: __syncwarp();
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[x][y + j];
}
