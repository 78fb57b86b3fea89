// grid=1 block=64 n=1
#include <cuda_pipeline.h>
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[64], r[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], in + t, 4);
  __pipeline_commit();                                //- race
  __pipeline_wait_prior(0);                           //- race
  __syncthreads();                                    //- race
  r[t] = s[63 - t];
  __syncthreads();                                    //- race
  out[t] = r[t ^ 33];
}
