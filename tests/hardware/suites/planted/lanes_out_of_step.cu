// grid=1 block=32 n=1
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ volatile float s[64];
  __shared__ float v[32];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  __syncwarp();                                       //- clean
  for (int o = 32; o > 0; o /= 2) {
    float part = s[t + o];
    __syncwarp();                                     //- race
    s[t] = s[t] + part;
    __syncwarp();                                     //- clean
    if (o == 32) s[t + 32] = 0;
    __syncwarp();                                     //- race
  }
  v[t] = in[t];
  __syncwarp();                                       //- race
  float swapped = v[t ^ 1];
  __syncwarp();                                       //- race
  v[t] = swapped;                                     //~ race: v[t] = v[t ^ 3];
  __syncwarp();                                       //- race
  out[t] = s[0] + v[31 - t];
}
