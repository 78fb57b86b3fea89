// grid=2 block=128 n=16
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ int bins[16];
  int t = threadIdx.x;
  if (t < n) bins[t] = 0;                             //- unwritten
  __syncthreads();                                    //- race
  atomicAdd(&bins[__float_as_int(in[t]) & 15], 1);    //~ race: bins[__float_as_int(in[t]) & 15] += 1;
  __syncthreads();                                    //- race
  if (t < n) out[blockIdx.x * 16 + t] = bins[t];
}
