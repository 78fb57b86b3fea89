// grid=1 block=64 n=5
__device__ __forceinline__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ __align__(16) uint4 s[64];
  int t = threadIdx.x;
  unsigned a, b, c, d;
  s[t] = make_uint4(t, t + n, t * n, n);
  __syncwarp();                                       //- race //~ race: __shfl_sync(~0u, t, 0); //~ clean: __syncthreads();
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at(&s[t])) : "memory");   //~ race: asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at(&s[t ^ 32])) : "memory");
  __syncwarp();                                       //- race
  s[t].x = a + b + c + d;
  out[t] = s[t].x;
}
