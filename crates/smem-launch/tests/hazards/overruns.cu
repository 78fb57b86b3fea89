// Kernels that leave a shared array, on lines marked O, and kernels that do not. Each is run as one block of 64 threads on 256 ints of `data`
// that hold 0, 1, 2 and so on, so that the compiler knows no index. Every array has one in front of it and one behind it.
#define KERNEL extern "C" __global__ void
#define T threadIdx.x
#define THREE(size) \
    __shared__ int before[64]; \
    __shared__ int tile size; \
    __shared__ int behind[64]; \
    before[T] = 0; \
    behind[T] = 0

KERNEL one_row_too_many(int* data) {
    THREE([8][32]);
    for (int row = 0; row < data[9]; ++row) tile[row][T % 32] = data[T];   // O
    __syncthreads();
    data[T] = tile[7][T % 32] + before[T] + behind[T];
}
KERNEL one_row_less(int* data) {
    THREE([8][32]);
    for (int row = 0; row < data[8]; ++row) tile[row][T % 32] = data[T];
    __syncthreads();
    data[T] = tile[7][T % 32] + before[T] + behind[T];
}
KERNEL a_row_of_33(int* data) {
    THREE([32][33]);
    for (int i = T; i < 32 * 33; i += 64) tile[i / 33][i % 33] = data[T];
    __syncthreads();
    // 31 * 33 + 33 is the first element behind.
    data[T] = tile[31][data[T % 34]] + before[T] + behind[T];              // O
}
KERNEL a_row_of_33_as_it_should_be(int* data) {
    THREE([32][33]);
    for (int i = T; i < 32 * 33; i += 64) tile[i / 33][i % 33] = data[T];
    __syncthreads();
    data[T] = tile[31][data[T % 33]] + before[T] + behind[T];
}
KERNEL an_index_beyond_a_row_and_not_beyond_the_array(int* data) {
    THREE([32][33]);
    for (int i = T; i < 32 * 33; i += 64) tile[0][i] = data[T];
    __syncthreads();
    data[T] = tile[0][data[T] * 16] + before[T] + behind[T];
}
KERNEL an_index_below_zero(int* data) {
    THREE([64]);
    tile[T] = data[T];
    __syncthreads();
    data[T] = tile[data[T] - 1] + before[T] + behind[T];                   // O
}
KERNEL a_halo_that_is_there(int* data) {
    THREE([66]);
    int* inner = tile + 1;
    inner[T] = data[T];
    if (T == 0) inner[-1] = inner[64] = 0;
    __syncthreads();
    data[T] = inner[data[T] - 1] + inner[data[T] + 1] + before[T] + behind[T];
}
KERNEL a_halo_that_is_not_there(int* data) {
    THREE([64]);
    tile[T] = data[T];
    __syncthreads();
    data[T] = tile[data[T] + 1] + before[T] + behind[T];                   // O
}
KERNEL a_field_of_a_struct(int* data) {
    __shared__ int before[64];
    __shared__ struct { int first[32]; int second[32]; } both;
    __shared__ int behind[64];
    before[T] = behind[T] = 0;
    both.first[data[T]] = data[T];
    __syncthreads();
    data[T] = both.second[T % 32] + before[T] + behind[T];
}
KERNEL behind_a_struct(int* data) {
    __shared__ int before[64];
    __shared__ struct { int first[32]; int second[30]; } both;
    __shared__ int behind[64];
    before[T] = behind[T] = 0;
    both.first[data[T]] = data[T];                                         // O
    __syncthreads();
    data[T] = both.second[T % 30] + before[T] + behind[T];
}
KERNEL a_union(int* data) {
    __shared__ int before[64];
    __shared__ union { int words[64]; unsigned char bytes[256]; } memory;
    before[T] = 0;
    memory.words[T] = data[T];
    __syncthreads();
    data[T] = memory.bytes[data[T] * 4 + 3] + before[T];
}
KERNEL a_pointer_to_one_of_two(int* data) {
    THREE([64]);
    int* at = data[T] % 2 == 0 ? tile : behind;
    at[T] = data[T];
    __syncthreads();
    data[T] = tile[T] + before[T] + behind[T];
}
KERNEL a_pointer_that_walks(int* data) {
    THREE([64]);
    int sum = 0;
    tile[T] = data[T];
    __syncthreads();
    for (const int* at = tile; at != tile + data[64]; ++at) sum += *at;
    data[T] = sum + before[T] + behind[T];
}
KERNEL a_swizzled_index(int* data) {
    THREE([64]);
    tile[data[T] ^ 21] = data[T];
    __syncthreads();
    data[T] = tile[T] + before[T] + behind[T];
}
KERNEL a_vector_that_reaches_beyond(int* data) {
    __shared__ int before[64];
    __shared__ __align__(16) int tile[62];
    __shared__ __align__(16) int behind[64];
    before[T] = behind[T] = 0;
    if (T < 62) tile[T] = data[T];
    __syncthreads();
    int4 four = reinterpret_cast<int4*>(tile)[data[T] / 4];                // O
    data[T] = four.x + four.w + before[T] + behind[T];
}
KERNEL an_atomic_beyond(int* data) {
    THREE([64]);
    tile[T] = 0;
    __syncthreads();
    atomicAdd(&tile[data[T] + 8], 1);                                      // O
    __syncthreads();
    data[T] = tile[T] + before[T] + behind[T];
}
KERNEL dynamic_memory_is_one_array(int* data) {
    extern __shared__ int dynamic[];
    __shared__ int tile[64];
    int* second = dynamic + 64;
    dynamic[T] = tile[T] = data[T];
    second[T] = data[T];
    __syncthreads();
    data[T] = dynamic[data[T] + 32] + tile[63 - T];
}
KERNEL in_front_of_dynamic_memory(int* data) {
    extern __shared__ int dynamic[];
    __shared__ int tile[64];
    tile[T] = dynamic[T] = data[T];
    __syncthreads();
    data[T] = dynamic[data[T] - 4] + tile[T];                                  // O
}
KERNEL a_static_array_into_dynamic_memory(int* data) {
    extern __shared__ int dynamic[];
    __shared__ int tile[64];
    tile[T] = dynamic[T] = data[T];
    __syncthreads();
    data[T] = dynamic[T] + tile[data[T] + 1];                                  // O
}
