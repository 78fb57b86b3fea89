// grid=1 block=64 n=16
extern "C" __global__ void k(float* in, float* out, int n) {
  int t = threadIdx.x, l = t % 32;
  float v = in[t];
  for (int d = n; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);          //~ barrier: for (int d = n; d > 0; d /= 2) v += __shfl_xor_sync(0x0000ffff, v, d);
  if (l < 16) v += __shfl_xor_sync(0x0000ffff, v, 1); //~ barrier: if (l < 16) v += __shfl_xor_sync(0x00ff00ff, v, 1);
  out[t] = v;
}
