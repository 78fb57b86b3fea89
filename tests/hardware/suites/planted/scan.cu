// grid=1 block=128 n=128
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();                                    //- race
  for (int d = 1; d < n; d *= 2) {
    float left = t >= d ? s[t - d] : 0;
    __syncthreads();                                  //- race //~ barrier: if (t >= d) __syncthreads();
    s[t] += left;
    __syncthreads();                                  //- race //~ race: if (d >= 32) __syncthreads();
  }
  out[t] = s[n - 1 - t];
}
