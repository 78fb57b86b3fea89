// A histogram of bytes: to[v] counts the bytes that are v. A block keeps 32 copies, one for each lane of its warps, so that lanes that
// see one value do not add to one counter; in the end it sums them up.
//
// In front of this text is that of one annotated tile, `Tile`: 32 copies x 256 bins of unsigned ints. Where the lanes of a warp see
// one value, as in the even parts of a picture, they access a column of the tile.

extern "C" __global__ void __launch_bounds__(256)
histogram(const unsigned* words, unsigned* to, unsigned count) {
    __shared__ Tile tile;
    const unsigned t = threadIdx.x, lane = t % 32;
    for (unsigned copy = 0; copy < 32; ++copy) {
        tile(copy, t) = 0;  // row: a thread a bin
    }
    __syncthreads();
    for (unsigned i = 256 * blockIdx.x + t; i < count; i += 256 * gridDim.x) {
        const unsigned word = words[i];
        atomicAdd(&tile(lane, word & 255), 1u);        // col: a lane a copy
        atomicAdd(&tile(lane, word >> 8 & 255), 1u);   // col: the second byte
        atomicAdd(&tile(lane, word >> 16 & 255), 1u);  // col: the third
        atomicAdd(&tile(lane, word >> 24), 1u);        // col: the fourth
    }
    __syncthreads();
    unsigned sum = 0;
    for (unsigned copy = 0; copy < 32; ++copy) {
        sum += tile(copy, t);  // row: a thread a bin
    }
    atomicAdd(&to[t], sum);
}
