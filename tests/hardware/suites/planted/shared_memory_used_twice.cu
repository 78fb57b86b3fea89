// grid=1 block=64 n=63 shared=512
extern "C" __global__ void k(float* in, float* out, int n) {
  extern __shared__ float s[];
  int* index = (int*)&s[64];                          //~ race: int* index = (int*)&s[48];
  int t = threadIdx.x;
  s[t] = in[t];
  index[t] = n - t;
  __syncthreads();                                    //- race
  float v = s[index[n - t] & 63];
  __syncthreads();                                    //- race
  double* wide = (double*)s;
  wide[t] = v;
  __syncthreads();                                    //- race
  out[t] = wide[n - t];
}
