// grid=1 block=64 n=3
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
  __shared__ unsigned long long ready;
  __shared__ float s[64];
  int t = threadIdx.x;
  float sum = 0;
  if (t == 0) init(&ready, 64);                       //~ deadlock: if (t == 0) init(&ready, 65);
  __syncthreads();                                    //- race,deadlock
  for (int i = 0; i < n; i++) {
    s[t] = in[i * 64 + t];
    arrive(&ready);                                   //- deadlock
    wait(&ready, i & 1);                              //- race //~ race,deadlock: wait(&ready, ~i & 1);
    sum += s[63 - t];
    __syncthreads();                                  //- race
  }
  out[t] = sum;
}
