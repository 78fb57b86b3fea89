// grid=1 block=128 n=7
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ int count[4];
  int t = threadIdx.x, w = t / 32, l = t % 32;
  if (l == 0) count[w] = n;
  __syncwarp();                                       //- race
  if (in[t] > 0) atomicAdd(&count[w], 1);
  __syncwarp();                                       //- race
  out[t] = count[w];                                  //~ race: out[t] = count[w ^ 1];
}
