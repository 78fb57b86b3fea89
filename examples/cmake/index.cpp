// Prints where an element of the tile is, by the index that kernels use.

#include <cstdio>

#include "tiles.cuh"

int main() {
    std::printf("element (2, 5) of %u bytes is at %u\n", unsigned(example::Block::BYTES), example::Block::index(2, 5));
}
