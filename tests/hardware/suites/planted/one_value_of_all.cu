// grid=1 block=128 n=1
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ int found;
  int t = threadIdx.x;
  if (t == 0) found = 0;
  __syncthreads();                                    //- race
  if (in[t] > 0.25f) atomicOr(&found, 1);             //~ same-value: if (in[t] > 0.25f) found = 1; //~ race: if (in[t] > 0.25f) found = __float_as_int(in[t]); //~ race: if (in[t] > 0.25f) found = t;
  __syncthreads();                                    //- race
  out[t] = found + n;
}
