// grid=1 block=128 n=5
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[2][128];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; i++) {
    s[i % 2][t] = in[i * 128 + t];                    //~ race: s[0][t] = in[i * 128 + t];
    __syncthreads();                                  //- race
    sum += s[i % 2][127 - t];                         //~ race,unwritten: sum += s[(i + 1) % 2][127 - t];
  }
  out[t] = sum;
}
