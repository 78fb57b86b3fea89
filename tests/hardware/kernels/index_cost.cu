// Shared accesses and nothing else, to measure what the index of a layout costs.
//
// The text in front of this one defines one annotated tile, `Tile`: 32 x 32 floats. A block has 32 x 32 threads. Each round
// reads one element along a row and one down a column, at a row that changes, so that no index can be kept from round to
// round.
extern "C" __global__ void index_cost(float* sums, unsigned rounds) {
    __shared__ Tile tile;
    const unsigned tx = threadIdx.x;
    const unsigned ty = threadIdx.y;
    tile(ty, tx) = static_cast<float>(tx);
    __syncthreads();
    float sum = 0.0f;
    unsigned row = ty;
#pragma unroll 4
    for (unsigned round = 0; round < rounds; ++round) {
        sum += tile(row, tx);
        sum += tile(tx, row);
        row = (row + 7u) & 31u;
    }
    sums[(blockIdx.x * 32u + ty) * 32u + tx] = sum;
}
