// One access of one warp to the shared memory of the other block of its cluster, or to its own. Lane i is at word i * stride.

extern "C" __global__ void __cluster_dims__(2, 1, 1) remote(unsigned* out, unsigned stride, unsigned what, unsigned other) {
    __shared__ unsigned words[4096];
    unsigned rank, at, value = 1;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    for (unsigned i = threadIdx.x; i < 4096; i += 32) words[i] = rank * 10000 + i;
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
    const unsigned own = static_cast<unsigned>(__cvta_generic_to_shared(words)) + 4 * (threadIdx.x * stride);
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(at) : "r"(own), "r"(other));
    if (rank == 0) {
        if (what == 0) asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(at) : "memory");
        if (what == 1) asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(at), "r"(threadIdx.x) : "memory");
        if (what == 2) asm volatile("atom.shared::cluster.add.u32 %0, [%1], 3;" : "=r"(value) : "r"(at) : "memory");
    }
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
    out[blockIdx.x * 32 + threadIdx.x] = value + words[threadIdx.x * stride % 4096];
}
