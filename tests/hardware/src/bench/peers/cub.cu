// CUB's inclusive scan over the squares of a picture's pixels, in one dimension: not the same work, but the same bytes.
// Prints a line a size: the side, then the times of all rounds in microseconds, a list by spaces.
//   cub ROUNDS SIDE..
#include <cub/device/device_scan.cuh>
#include <thrust/iterator/transform_iterator.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

typedef unsigned char u8;
typedef unsigned long long u64;

#define CHECK(call)                                                                      \
    do {                                                                                 \
        const cudaError_t status = (call);                                               \
        if (status != cudaSuccess) {                                                     \
            std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status));         \
            std::exit(1);                                                                \
        }                                                                                \
    } while (0)

struct Square {
    __host__ __device__ u64 operator()(u8 pixel) const { return (u64)pixel * pixel; }
};

// Holds the GPU while the launches behind it are queued.
__global__ void delay(long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {}
}

int main(int count, char** args) {
    const int rounds = count > 1 ? std::atoi(args[1]) : 1;
    for (int a = 2; a < count; ++a) {
        const long long side = std::atoll(args[a]);
        const long long pixels = side * side;
        std::vector<u8> picture(pixels);
        unsigned state = 1;
        for (u8& pixel : picture) pixel = (state = state * 1664525u + 1013904223u) >> 24;
        u8* source;
        u64* sums;
        CHECK(cudaMalloc(&source, pixels));
        CHECK(cudaMalloc(&sums, pixels * sizeof(u64)));
        CHECK(cudaMemcpy(source, picture.data(), pixels, cudaMemcpyHostToDevice));
        void* work = nullptr;
        size_t bytes = 0;
        const auto squares = thrust::make_transform_iterator(source, Square());
        CHECK(cub::DeviceScan::InclusiveSum(work, bytes, squares, sums, pixels));
        CHECK(cudaMalloc(&work, bytes));
        cudaEvent_t start, end;
        CHECK(cudaEventCreate(&start));
        CHECK(cudaEventCreate(&end));
        std::vector<float> times;
        for (int round = -3; round < rounds; ++round) {
            delay<<<1, 1>>>(40000);
            CHECK(cudaEventRecord(start));
            CHECK(cub::DeviceScan::InclusiveSum(work, bytes, squares, sums, pixels));
            CHECK(cudaEventRecord(end));
            CHECK(cudaEventSynchronize(end));
            float ms;
            CHECK(cudaEventElapsedTime(&ms, start, end));
            if (round >= 0) times.push_back(ms * 1000);
        }
        u64 last, expected = 0;
        CHECK(cudaMemcpy(&last, sums + pixels - 1, sizeof last, cudaMemcpyDeviceToHost));
        for (const u8 pixel : picture) expected += (u64)pixel * pixel;
        if (last != expected) {
            std::fprintf(stderr, "the last sum is %llu instead of %llu\n", last, expected);
            return 1;
        }
        std::printf("cub %lld", side);
        for (const float time : times) std::printf(" %.3f", time);
        std::printf("\n");
        CHECK(cudaFree(source));
        CHECK(cudaFree(sums));
        CHECK(cudaFree(work));
    }
}
