// grid=1 block=64 n=64
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();                                    //- race
  for (int size = 2; size <= n; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      int other = t ^ step;
      if (other > t) {
        float a = s[t], b = s[other];
        if ((a > b) == ((t & size) == 0)) { s[t] = b; s[other] = a; }
      }
      __syncthreads();                                //- race //~ race: if (step > 32) __syncthreads(); //~ race: __syncwarp();
    }
  out[t] = s[t];
}
