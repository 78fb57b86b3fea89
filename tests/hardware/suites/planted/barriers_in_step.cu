// grid=1 block=128 n=64
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  if (t < n) {
    s[t] = in[t];
  }
  __syncthreads();                                    //- race //~ barrier: if (t < n + 32) __syncthreads();
  if (t < n) {
    out[t] = s[n - 1 - t];
  }
  __syncthreads();                                    //- race //~ barrier: if (t < 50) __syncthreads();
  s[t] = in[t + 1];
  __syncthreads();                                    //- race
  out[128 + t] = s[127 - t];
}
