// grid=1 block=128 n=3
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ int arrived;
  __shared__ float part[4];
  int t = threadIdx.x, w = t / 32;
  if (t == 0) arrived = 0;
  __syncthreads();                                    //- race
  if (t % 32 == 0) {
    part[w] = in[t];
    __threadfence_block();                            //- race
    int before = atomicAdd(&arrived, 1);
    if (before == n) {                                //~ race: if (before == n - 1) {
      __threadfence_block();                          //- race
      float sum = 0;
      for (int i = 0; i < 4; i++) sum += part[i];
      out[0] = sum;
    }
  }
}
