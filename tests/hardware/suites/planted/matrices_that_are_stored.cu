// grid=1 block=64 n=5
__device__ __forceinline__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ __align__(16) uint4 s[64];
  int t = threadIdx.x;
  s[t] = make_uint4(t, t, t, t);
  __syncwarp();                                       //- clean
  unsigned old = s[t].y;
  __syncwarp();                                       //- race
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" :: "r"(at(&s[t])), "r"(t + old), "r"(t + n), "r"(n), "r"(7) : "memory");
  __syncwarp();                                       //- race
  uint4 v = s[t];                                     //~ race: uint4 v = s[t ^ 32];
  out[t] = v.x + v.y + v.z + v.w;
}
