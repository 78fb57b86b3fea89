// grid=1 block=64 n=1
__device__ void copy(float* to, const float* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[64], stages[2][64];
  int t = threadIdx.x;
  copy(&s[t], in + t);
  asm volatile("cp.async.commit_group;" ::: "memory");   //- race
  asm volatile("cp.async.wait_group 0;" ::: "memory");   //- race //~ race: asm volatile("cp.async.wait_group 1;" ::: "memory");
  __syncthreads();                                       //- race
  out[t] = s[63 - t];
  copy(&stages[0][t], in + 64 + t);
  asm volatile("cp.async.commit_group;" ::: "memory");   //- race
  for (int i = 1; i < 4; ++i) {
    copy(&stages[i % 2][t], in + 64 * i + 64 + t);
    asm volatile("cp.async.commit_group;" ::: "memory"); //- race
    asm volatile("cp.async.wait_group 1;" ::: "memory"); //- race
    __syncthreads();                                     //- race
    out[64 * i + t] = stages[(i + 1) % 2][63 - t];
    __syncthreads();                                     //- race
  }
  asm volatile("cp.async.wait_all;" ::: "memory");
}
