// grid=1 block=128 n=4
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; i++) {
    s[t] = in[i * 128 + t];
    __syncthreads();                                  //- race //~ race: if (i > 0) __syncthreads();
    sum += s[127 - t];
    __syncthreads();                                  //- race //~ race: if (i != n - 2) __syncthreads(); //~ clean: if (i < n - 1) __syncthreads();
  }
  out[t] = sum;
}
