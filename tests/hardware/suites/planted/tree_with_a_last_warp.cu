// grid=1 block=128 n=128
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();                                    //- race
  for (int h = n / 2; h >= 32; h /= 2) {
    if (t < h) s[t] += s[t + h];
    __syncthreads();                                  //- race
  }
  if (t < 32) {
    for (int h = 16; h > 0; h /= 2) {
      float other = s[t + h];
      __syncwarp();                                   //- race
      s[t] += other;
      __syncwarp();                                   //- race //~ barrier: __syncwarp(0xffff);
    }
    out[t] = s[t];
  }
}
