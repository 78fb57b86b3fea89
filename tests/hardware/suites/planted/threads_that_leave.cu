// grid=1 block=128 n=50
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();                                    //- race
  float v = s[127 - t];
  out[128 + t] = v;
  if (t >= n) return;
  __syncthreads();                                    //- race
  s[t] = v;
  __syncthreads();                                    //- race
  out[t] = s[n - 1 - t];
}
