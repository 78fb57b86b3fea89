// grid=1 block=128 n=3
struct Bounds { int first, last; };
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ int base, count;
  __shared__ Bounds bounds;
  __shared__ float scale;
  int t = threadIdx.x;
  if (t == 127) base = n;
  __syncthreads();                                    //- race
  int b = base;
  if (t == 0) {
    count = b + 4;
    bounds.first = 1;
    bounds.last = n;
  }
  if (t == 64)
    scale = in[0];
  __syncthreads();                                    //- race //~ race: __syncwarp();
  float sum = 0;
  for (int i = 0; i < count; ++i) sum += in[i + t] * scale;
  out[t] = sum + bounds.first + bounds.last;
  for (int i = 0; i < 3; ++i) {
    __syncthreads();                                  //- race
    if (t == i) scale = in[i];
    __syncthreads();                                  //- race
    out[t] += scale;
  }
}
