// grid=1 block=64 n=63
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  int some = __syncthreads_or(in[t] > 0.5f);          //~ race: int some = __any_sync(~0u, in[t] > 0.5f);
  float v = s[n - t];
  int count = __syncthreads_count(v > 0);             //~ race: int count = __popc(__ballot_sync(~0u, v > 0));
  s[t] = v + some + count;
  __syncthreads();                                    //- race
  out[t] = s[n - t];
}
