// grid=1 block=64 n=15
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x, l = t % 32;
  s[t] = in[t];
  if (l < 16) {
    __syncwarp(0x0000ffff);                           //- race //~ barrier: __syncwarp(0x000000ff);
    out[t] = s[t ^ n];                                //~ race: out[t] = s[t ^ 16];
  } else {
    __syncwarp(0xffff0000);                           //- race //~ barrier: __syncwarp(0x0000ffff);
    out[t] = s[t ^ n] * 2;
  }
}
