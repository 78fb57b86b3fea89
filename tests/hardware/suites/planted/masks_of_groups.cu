// grid=1 block=64 n=7
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x, l = t % 32;
  unsigned group = 0xffu << (l & 24);
  s[t] = in[t];
  __syncwarp(group);                                  //- race //~ race: __syncwarp(1u << l); //~ clean: __syncwarp();
  out[t] = s[t ^ n];                                  //~ race: out[t] = s[t ^ 8];
}
