// grid=1 block=64 n=1
__device__ void store(float* to, float* from) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;"
               :: "l"(to), "r"((unsigned)__cvta_generic_to_shared(from)) : "memory");
}
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ __align__(128) float s[64];
  __shared__ __align__(128) float r[64];
  int t = threadIdx.x;
  for (int i = 0; i < 3; ++i) {
    s[t] = in[t] + i;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");   //- race
    __syncthreads();                                               //- race
    if (t == 0) {
      store(out + 64 * i, s);
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");    //- race
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); //- race
    }
    __syncthreads();                                               //- race
  }
  r[t] = in[t + 64];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 32) {
    store(out + 256, r);
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); //- race
  }
  __syncthreads();                                                 //- race
  r[t] = 0;
  if (t == 0 || t == 32) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  out[320 + t] = r[t];
}
