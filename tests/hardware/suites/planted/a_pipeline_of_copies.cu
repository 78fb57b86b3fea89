// grid=1 block=64 n=6
__device__ __forceinline__ void copy(float* to, const float* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[3][64];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 2; i++) {
    copy(&s[i][t], &in[i * 64 + t]);
    asm volatile("cp.async.commit_group;" ::: "memory"); //- race
  }
  for (int i = 0; i < n; i++) {
    asm volatile("cp.async.wait_group 1;" ::: "memory"); //- race //~ race: asm volatile("cp.async.wait_group 2;" ::: "memory"); //~ clean: asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();                                  //- race
    if (i + 2 < n) copy(&s[(i + 2) % 3][t], &in[(i + 2) * 64 + t]);   //~ race: if (i + 2 < n) copy(&s[(i + 1) % 3][t], &in[(i + 2) * 64 + t]);
    asm volatile("cp.async.commit_group;" ::: "memory"); //- race
    sum += s[i % 3][63 - t];
  }
  out[t] = sum;
}
