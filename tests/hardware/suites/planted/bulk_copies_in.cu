// grid=1 block=64 n=3
__device__ __forceinline__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void init(unsigned long long* b, unsigned count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(at(b)), "r"(count) : "memory");
}
__device__ __forceinline__ void expect(unsigned long long* b, unsigned bytes) {
  asm volatile("{.reg .b64 state; mbarrier.arrive.expect_tx.shared.b64 state, [%0], %1;}" :: "r"(at(b)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void wait(unsigned long long* b, unsigned parity) {
  asm volatile("{.reg .pred done; again%=: mbarrier.try_wait.parity.shared.b64 done, [%0], %1; @!done bra again%=;}" :: "r"(at(b)), "r"(parity) : "memory");
}
__device__ __forceinline__ void bulk_in(void* to, const void* from, unsigned bytes, unsigned long long* b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" :: "r"(at(to)), "l"(from), "r"(bytes), "r"(at(b)) : "memory");
}
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ unsigned long long ready;
  __shared__ __align__(128) float s[64];
  int t = threadIdx.x;
  float sum = 0;
  if (t == 0) init(&ready, 1);
  __syncthreads();                                    //- race,deadlock
  for (int i = 0; i < n; i++) {
    if (t == 0) { expect(&ready, 256); bulk_in(s, in + i * 64, 256, &ready); }    //~ deadlock: if (t == 0) { expect(&ready, 272); bulk_in(s, in + i * 64, 256, &ready); }
    wait(&ready, i & 1);                              //- race,deadlock //~ race,deadlock: if (t >= 32) wait(&ready, i & 1);
    sum += s[63 - t];
    __syncthreads();                                  //- race,deadlock
  }
  out[t] = sum;
}
