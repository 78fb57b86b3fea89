// grid=1 block=64 n=1
__device__ float shared_by_first(float* slot, float value, int lane) {
  if (lane == 0) *slot = value;
  __syncwarp();                                       //- race
  return *slot;
}
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float slot[2], other[2];
  __shared__ int next[2];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  out[t] = shared_by_first(&slot[warp], in[t], lane);
  if (lane == 0)
    next[warp] = t + n;
  __syncwarp();                                       //- race
  int from = next[warp];
  float sum = 0;
  for (int i = 0; i < 4; ++i) {
    if (lane == 0) { other[warp] = in[from + i]; }
    __syncwarp();                                     //- race
    sum += other[warp];
    __syncwarp();                                     //- race
  }
  out[64 + t] = sum;
}
