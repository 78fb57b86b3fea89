// grid=1 block=64 n=8
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();                                       //- race //~ race: __shfl_sync(~0u, t, 0);
  out[t] = s[t & ~(n - 1)];                           //~ clean: out[t] = s[t & ~0]; //~ race: out[t] = s[t ^ 32];
}
