// grid=1 block=64 n=7
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(float* in, float* out, int n) {
  __shared__ float s[64];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = in[t];
  tile.sync();                                        //- race
  float v = s[t ^ n];                                 //~ race: float v = s[t ^ 8];
  tile.sync();                                        //- race
  s[t] = v;
  cg::this_thread_block().sync();                     //- race //~ race: tile.sync();
  out[t] = s[63 - t];
}
