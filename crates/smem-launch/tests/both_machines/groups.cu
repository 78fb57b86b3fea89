// Groups of lanes: tiles, labelled and binary partitions, and masks that are no constants.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

#define KERNEL extern "C" __global__ void

KERNEL halves(unsigned* a, unsigned* b, unsigned* c) {
    __shared__ unsigned words[64];
    unsigned i = threadIdx.x, mask = i % 32 < 16 ? 0xffff : 0xffff0000;
    words[i] = a[i];
    __syncwarp(mask);
    c[i] = words[i ^ 15] + __shfl_xor_sync(mask, a[i], 7);
    c[i + 64] = __ballot_sync(mask, a[i] & 1);
    c[i + 128] = __all_sync(mask, a[i] % 16) + 2 * __any_sync(mask, a[i] % 16 == 3);
}
KERNEL sums_of_halves(unsigned* a, unsigned* b, unsigned* c) {
    unsigned i = threadIdx.x, mask = i % 32 < 16 ? 0xffff : 0xffff0000;
    c[i] = __reduce_add_sync(mask, a[i]) ^ __reduce_max_sync(mask, b[i]);
    c[i + 64] = __match_any_sync(mask, a[i] % 3);
}
KERNEL masks_of_data(unsigned* a, unsigned* b, unsigned* c) {
    unsigned i = threadIdx.x, mask = __match_any_sync(~0u, a[i] % 5);
    c[i] = __ballot_sync(mask, b[i] & 1);
    c[i + 64] = __reduce_add_sync(mask, b[i]);
    c[i + 128] = __shfl_sync(mask, b[i], __ffs(mask) - 1);
    __syncwarp(mask);
    c[i + 192] = __match_any_sync(mask, b[i] % 3);
}
KERNEL tiles(unsigned* a, unsigned* b, unsigned* c) {
    auto block = cg::this_thread_block();
    unsigned i = threadIdx.x;
    auto tile = cg::tiled_partition<16>(block);
    c[i] = cg::reduce(tile, a[i], cg::plus<unsigned>()) + cg::inclusive_scan(tile, b[i] % 100);
    auto small = cg::tiled_partition<4>(tile);
    small.sync();
    c[i + 64] = small.shfl_down(a[i], 1) + small.ballot(a[i] & 1) + small.any(b[i] & 2) + small.match_any(a[i] % 2);
    auto of_run_time = cg::tiled_partition(block, b[0] % 2 ? 8 : 2);
    of_run_time.sync();
    c[i + 128] = of_run_time.size() + of_run_time.thread_rank();
}
KERNEL tiles_apart(unsigned* a, unsigned* b, unsigned* c) {
    unsigned i = threadIdx.x;
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    unsigned sum = a[i];
    // Each tile takes rounds of its own.
    for (unsigned round = 0; round < b[i / 8] % 7; ++round) {
        sum += tile.shfl_xor(sum, 1 + round);
        if (tile.any(sum % 11 == 0)) sum = cg::reduce(tile, sum, cg::bit_xor<unsigned>());
        tile.sync();
    }
    c[i] = sum;
}
KERNEL coalesced(unsigned* a, unsigned* b, unsigned* c) {
    unsigned i = threadIdx.x, v = a[i];
    if (v & 1) {
        auto group = cg::coalesced_threads();
        c[i] = cg::reduce(group, v, cg::plus<unsigned>()) + group.thread_rank() + group.shfl(v, 0);
        auto part = cg::binary_partition(group, v & 2);
        c[i + 64] = cg::reduce(part, v, cg::greater<unsigned>()) + part.size();
        part.sync();
    }
    auto all = cg::coalesced_threads();
    auto labelled = cg::labeled_partition(all, v % 3);
    c[i + 128] = cg::reduce(labelled, v, cg::bit_or<unsigned>()) + labelled.size() + labelled.shfl(v, 0);
    c[i + 192] = cg::exclusive_scan(labelled, v % 50);
}
