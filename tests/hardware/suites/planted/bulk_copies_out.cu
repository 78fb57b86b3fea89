// grid=1 block=64 n=3
__device__ __forceinline__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ __align__(128) float s[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    s[t] = in[i * 64 + t] * 2;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");   //- race //~ race: if (t == 0) asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();                                  //- race
    if (t == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" :: "l"(out + i * 64), "r"(at(s)) : "memory");
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");    //- race
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");  //- race //~ race: asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
    }
    __syncthreads();                                  //- race
  }
}
