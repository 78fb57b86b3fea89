// grid=1 block=128 n=3
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < 64) {
    for (int i = 0; i < n; i++) {
      asm volatile("bar.sync 2, 128;" ::: "memory");  //- race,deadlock,barrier
      s[t] = in[i * 64 + t];
      __threadfence_block();                          //- clean
      asm volatile("bar.arrive 1, 128;" ::: "memory");   //~ barrier,deadlock: asm volatile("bar.arrive 3, 128;" ::: "memory"); //~ barrier,deadlock,race: asm volatile("bar.arrive 1, 96;" ::: "memory");
    }
  } else {
    float sum = 0;
    for (int i = 0; i < n; i++) {
      asm volatile("bar.arrive 2, 128;" ::: "memory");
      asm volatile("bar.sync 1, 128;" ::: "memory");  //~ race,barrier,deadlock: asm volatile("bar.sync 1, 64;" ::: "memory");
      sum += s[127 - t];
      asm volatile("bar.sync 4, 64;" ::: "memory");   //- clean //~ barrier,deadlock: asm volatile("bar.sync 4, 96;" ::: "memory");
    }
    out[t] = sum;
  }
}
