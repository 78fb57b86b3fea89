// grid=2 block=64 n=64
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[66];
  int t = threadIdx.x, i = blockIdx.x * n + t;
  s[t + 1] = in[i];
  if (t == 0) s[0] = in[i + 2 * n];                   //- unwritten
  if (t == 63) s[65] = in[i + 3 * n];                 //- unwritten //~ race: if (t == 62) s[64] = s[65] = in[i + 3 * n];
  __syncthreads();                                    //- race
  out[i] = s[t] + s[t + 1] + s[t + 2];
}
