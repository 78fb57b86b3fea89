// grid=1 block=64 n=1
__device__ void init(unsigned long long* b, int n) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"((unsigned)__cvta_generic_to_shared(b)), "r"(n) : "memory");
}
__device__ void arrive(unsigned long long* b) {
  asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" :: "r"((unsigned)__cvta_generic_to_shared(b)) : "memory");
}
__device__ void wait(unsigned long long* b, int parity) {
  asm volatile("{ .reg .pred p;\nagain: mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n@p bra done;\nbra again;\ndone: }"
               :: "r"((unsigned)__cvta_generic_to_shared(b)), "r"(parity) : "memory");
}
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float weights[32], more[32];
  __shared__ unsigned long long loaded, seen, second;
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    init(&loaded, 1);
    init(&seen, 1);
    init(&second, 1);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    weights[lane] = in[lane];
    __syncwarp();                                     //- race
    if (lane == 0) arrive(&loaded);
    wait(&seen, 0);
    weights[lane] = in[lane + 32];
    more[lane] = in[lane + 64];
    __syncwarp();                                     //- race
    if (lane == 0) arrive(&second);
  } else {
    wait(&loaded, 0);
    out[lane] = 2 * weights[31 - lane];
    __syncwarp();                                     //- race
    if (lane == 0)
      arrive(&seen);
    wait(&second, 0);
    out[lane + 32] = weights[31 - lane] + more[lane ^ 1];
  }
}
