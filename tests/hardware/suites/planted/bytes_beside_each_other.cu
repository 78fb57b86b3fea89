// grid=1 block=64 n=63
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ unsigned char bytes[64];
  __shared__ unsigned words[2];
  int t = threadIdx.x;
  if (t < 2) words[t] = 0;
  __syncthreads();                                    //- race
  bytes[t] = (unsigned char)(in[t] * 100);            //~ race: *(unsigned short*)&bytes[t & 62] = t;
  if (in[t] > 0.5f) atomicOr(&words[t / 32], 1u << (t % 32));   //~ race: if (in[t] > 0.5f) words[t / 32] |= 1u << (t % 32);
  __syncthreads();                                    //- race
  out[t] = bytes[n - t] + ((words[t / 32] >> (t % 32)) & 1);
}
