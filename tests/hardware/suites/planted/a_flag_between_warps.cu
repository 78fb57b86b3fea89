// grid=1 block=64 n=3
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float data;
  __shared__ volatile int flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();                                    //- race,unwritten
  if (t == 0) {
    data = in[n];
    __threadfence_block();                            //- race
    flag = 1;                                         //- deadlock
  } else if (t == 32) {
    while (flag == 0) {}                              //- race
    __threadfence_block();                            //- race
    out[0] = data;
  }
}
