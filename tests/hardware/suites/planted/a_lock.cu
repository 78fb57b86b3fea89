// grid=1 block=96 n=31
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ int lock;
  __shared__ float sum;
  int t = threadIdx.x;
  if (t == 0) { lock = 0; sum = 0; }
  __syncthreads();                                    //- race
  if (t % 32 == n) {
    while (atomicCAS(&lock, 0, 1) != 0) {}
    __threadfence_block();                            //- race
    sum += in[t];
    __threadfence_block();                            //- race
    atomicExch(&lock, 0);                             //- deadlock //~ race: lock = 0;
  }
  __syncthreads();                                    //- race
  out[t] = sum;
}
