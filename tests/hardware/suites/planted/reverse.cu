// grid=2 block=128 n=127
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();                                    //- race //~ race: __syncwarp(); //~ race: if (n < 0) __syncthreads(); //~ race: __threadfence_block();
  out[blockIdx.x * 128 + t] = s[n - t];
}
