// grid=1 block=64 n=7
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ int bins[8], most, count;
  __shared__ unsigned seen;
  __shared__ float sum;
  int t = threadIdx.x;
  if (t < 8) bins[t] = 0;
  if (t == 0) {
    most = -1;
    count = 0;
    seen = 0;
    sum = 0;
  }
  __syncthreads();
  atomicAdd(&bins[t & n], 1);                         //~ race: bins[t & n]++;
  atomicMax(&most, (t * 37) & 63);                    //~ race: most = max(most, (t * 37) & 63);
  atomicAdd(&count, t);                               //~ race: count += t;
  atomicOr(&seen, 1u << (t % 32));                    //~ race: seen |= 1u << (t % 32);
  atomicAdd(&sum, in[t]);                             //~ race: sum += in[t];
  __syncthreads();
  out[t] = bins[t % 8] + most + count + (seen & 255) + sum;
}
