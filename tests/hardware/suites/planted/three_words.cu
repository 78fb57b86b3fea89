// grid=1 block=64 n=63
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float low, high, mean;
  int t = threadIdx.x;
  if (t == 0) { low = in[0]; high = in[n]; mean = (low + high) / 2; }   //~ unwritten: if (t == 0) { low = in[0]; high = in[n]; if (n < 0) mean = low; }
  __syncthreads();                                    //- race
  out[t] = (in[t] - mean) / (high - low);
}
