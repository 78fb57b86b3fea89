// grid=1 block=128 n=100
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();                                    //- race //~ barrier: if (t < n) __syncthreads(); //~ barrier,race: if (t < 96) __syncthreads(); //~ barrier: if (t < n) __syncthreads(); else { s[t] = 1; __syncthreads(); __syncthreads(); } //~ barrier: for (int i = 0; i < t % 3; i++) __syncthreads();
  out[t] = s[127 - t];
}
