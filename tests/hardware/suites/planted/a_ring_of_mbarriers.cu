// grid=1 block=64 n=5
__device__ __forceinline__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void init(unsigned long long* b, unsigned count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(at(b)), "r"(count) : "memory");
}
__device__ __forceinline__ void arrive(unsigned long long* b) {
  asm volatile("{.reg .b64 state; mbarrier.arrive.shared.b64 state, [%0];}" :: "r"(at(b)) : "memory");
}
__device__ __forceinline__ void wait(unsigned long long* b, unsigned parity) {
  asm volatile("{.reg .pred done; again%=: mbarrier.try_wait.parity.shared.b64 done, [%0], %1; @!done bra again%=;}" :: "r"(at(b)), "r"(parity) : "memory");
}
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ unsigned long long full[2], empty[2];
  __shared__ float s[2][32];
  int t = threadIdx.x, l = t % 32;
  if (t < 2) { init(&full[t], 32); init(&empty[t], 32); }
  __syncthreads();                                    //- race,deadlock
  float sum = 0;
  for (int i = 0; i < n; i++) {
    int at = i % 2, round = i / 2;
    if (t < 32) {
      if (round > 0) wait(&empty[at], ~round & 1);    //- race,deadlock
      s[at][l] = in[i * 32 + l];
      arrive(&full[at]);                              //- deadlock
    } else {
      wait(&full[at], round & 1);                     //- race,deadlock
      sum += s[at][31 - l];
      arrive(&empty[at]);                             //- deadlock
    }
  }
  if (t >= 32) out[l] = sum;
}
