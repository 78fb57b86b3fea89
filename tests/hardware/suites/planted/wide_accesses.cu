// grid=1 block=64 n=63
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float4 s[64];
  int t = threadIdx.x;
  s[t] = ((float4*)in)[t];
  __syncthreads();                                    //- race
  float x = s[n - t].x, y = s[n - t].y, z = s[n - t].z;
  s[t].w = x;                                         //~ clean: out[64 + t] = x; //~ race: s[t].z = x;
  out[t] = y + z;                                     //~ race: out[t] = s[(t + 1) % 64].w;
}
