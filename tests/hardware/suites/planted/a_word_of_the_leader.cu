// grid=1 block=128 n=3
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[4];
  int t = threadIdx.x, w = t / 32, l = t % 32;
  for (int i = 0; i < n; i++) {
    if (l == i) s[w] = in[t + i];
    __syncwarp();                                     //- race //~ barrier: __syncwarp(0x0000ffff);
    out[t] = s[w] + i;
    __syncwarp();                                     //- race //~ clean: __syncthreads();
  }
}
