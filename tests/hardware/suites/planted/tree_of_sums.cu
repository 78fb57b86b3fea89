// grid=1 block=256 n=256
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();                                    //- race
  for (int h = n / 2; h > 0; h /= 2) {
    if (t < h) s[t] += s[t + h];                      //~ race: if (t <= h && t + h < n) s[t] += s[t + h];
    __syncthreads();                                  //- race //~ barrier,race: if (t < h) __syncthreads(); //~ race: if (h > 32) __syncthreads(); //~ race: __syncwarp();
  }
  if (t < 32) out[t] = s[0];
}
