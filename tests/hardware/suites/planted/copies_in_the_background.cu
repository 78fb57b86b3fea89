// grid=1 block=128 n=127
__device__ __forceinline__ void copy(float* to, const float* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  copy(&s[t], &in[t]);
  asm volatile("cp.async.commit_group;" ::: "memory"); //- race
  asm volatile("cp.async.wait_group 0;" ::: "memory"); //- race //~ race: asm volatile("cp.async.wait_group 1;" ::: "memory"); //~ clean: asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();                                    //- race //~ race: __syncwarp();
  out[t] = s[n - t];
}
