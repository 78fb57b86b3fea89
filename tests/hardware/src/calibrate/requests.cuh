// The instructions that make requests, one function each. The further ones, FURTHER, are not on every architecture.
//
// `entry` is a lane's address in the array, less OFFSET, or NOBODY where the lane takes no part. OFFSET stands in the
// instruction itself, so that it can be told from its neighbours in PTX and in SASS. Every bit that is loaded goes into
// `sum`: what nobody uses, the assembler does not load, volatile or not.

typedef unsigned int u32;
typedef unsigned long long u64;

enum { SHARED_BYTES = 49152 };

#define NOBODY "0xffffffff"

#define LOAD(NAME, TYPE, VALUE, LETTER, FOLD)                                                                          \
    template <u32 OFFSET> __device__ __forceinline__ void NAME(u32 base, u32 entry, u32& sum) {                        \
        VALUE value = 0;                                                                                               \
        asm volatile("{ .reg .pred on; setp.ne.u32 on, %1, " NOBODY ";\n"                                              \
                     "@on ld.volatile.shared." TYPE " %0, [%2+%3]; }"                                                  \
                     : "+" LETTER(value) : "r"(entry), "r"(base + entry), "n"(OFFSET) : "memory");                     \
        sum ^= FOLD;                                                                                                   \
    }

#define STORE(NAME, TYPE, VALUE, LETTER)                                                                               \
    template <u32 OFFSET> __device__ __forceinline__ void NAME(u32 base, u32 entry, u32& sum) {                        \
        asm volatile("{ .reg .pred on; setp.ne.u32 on, %0, " NOBODY ";\n"                                              \
                     "@on st.volatile.shared." TYPE " [%1+%3], %2; }"                                                  \
                     : : "r"(entry), "r"(base + entry), LETTER((VALUE)sum), "n"(OFFSET) : "memory");                   \
    }

LOAD(load_1, "u8", u32, "r", value)
LOAD(load_2, "u16", u32, "r", value)
LOAD(load_4, "u32", u32, "r", value)
LOAD(load_8, "u64", u64, "l", (u32)value ^ (u32)(value >> 32))
STORE(store_1, "u8", u32, "r")
STORE(store_2, "u16", u32, "r")
STORE(store_4, "u32", u32, "r")
STORE(store_8, "u64", u64, "l")

template <u32 OFFSET> __device__ __forceinline__ void load_16(u32 base, u32 entry, u32& sum) {
    u32 a = 0, b = 0, c = 0, d = 0;
    asm volatile("{ .reg .pred on; setp.ne.u32 on, %4, " NOBODY ";\n"
                 "@on ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%5+%6]; }"
                 : "+r"(a), "+r"(b), "+r"(c), "+r"(d) : "r"(entry), "r"(base + entry), "n"(OFFSET) : "memory");
    sum ^= a ^ b ^ c ^ d;
}

template <u32 OFFSET> __device__ __forceinline__ void store_16(u32 base, u32 entry, u32& sum) {
    asm volatile("{ .reg .pred on; setp.ne.u32 on, %0, " NOBODY ";\n"
                 "@on st.volatile.shared.v4.u32 [%1+%3], {%2, %2, %2, %2}; }"
                 : : "r"(entry), "r"(base + entry), "r"(sum), "n"(OFFSET) : "memory");
}

// Lanes beyond the rows repeat a row's address, which the table sees to.
template <u32 OFFSET> __device__ __forceinline__ void matrix_1(u32 base, u32 entry, u32& sum) {
    u32 a;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1+%2];"
                 : "=r"(a) : "r"(base + entry), "n"(OFFSET) : "memory");
    sum ^= a;
}

template <u32 OFFSET> __device__ __forceinline__ void matrix_2(u32 base, u32 entry, u32& sum) {
    u32 a, b;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2+%3];"
                 : "=r"(a), "=r"(b) : "r"(base + entry), "n"(OFFSET) : "memory");
    sum ^= a ^ b;
}

template <u32 OFFSET> __device__ __forceinline__ void matrix_4(u32 base, u32 entry, u32& sum) {
    u32 a, b, c, d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4+%5];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(base + entry), "n"(OFFSET) : "memory");
    sum ^= a ^ b ^ c ^ d;
}

#define STORE_MATRIX(NAME, FORM, VALUES)                                                                               \
    template <u32 OFFSET> __device__ __forceinline__ void NAME(u32 base, u32 entry, u32& sum) {                        \
        asm volatile("stmatrix.sync.aligned.m8n8." FORM ".shared.b16 [%0+%2], " VALUES ";"                             \
                     : : "r"(base + entry), "r"(sum), "n"(OFFSET) : "memory");                                         \
    }

// The old value goes into `sum`, as what is loaded does: an addition whose old value nobody asks for is another instruction.
#define ATOMIC(NAME, OPERATION, VALUE, LETTER, OPERANDS)                                                               \
    template <u32 OFFSET> __device__ __forceinline__ void NAME(u32 base, u32 entry, u32& sum) {                        \
        VALUE value = 0;                                                                                               \
        asm volatile("{ .reg .pred on; setp.ne.u32 on, %1, " NOBODY ";\n"                                              \
                     "@on atom.shared." OPERATION " %0, [%2+%3], " OPERANDS "; }"                                      \
                     : "+" LETTER(value) : "r"(entry), "r"(base + entry), "n"(OFFSET), LETTER((VALUE)sum) : "memory"); \
        sum ^= (u32)value;                                                                                             \
    }

#ifdef FURTHER
STORE_MATRIX(store_matrix_1, "x1", "{%1}")
STORE_MATRIX(store_matrix_2, "x2", "{%1, %1}")
STORE_MATRIX(store_matrix_4, "x4", "{%1, %1, %1, %1}")
ATOMIC(add_4, "add.u32", u32, "r", "%4")
ATOMIC(exchange_8, "exch.b64", u64, "l", "%4")
ATOMIC(swap_4, "cas.b32", u32, "r", "%4, %4")
ATOMIC(swap_8, "cas.b64", u64, "l", "%4, %4")
#endif

// The same through generic addresses.

#define GENERIC_LOAD(NAME, TYPE, VALUE, LETTER, FOLD)                                                                  \
    template <u32 OFFSET> __device__ __forceinline__ void NAME(u64 base, u32 entry, u32& sum) {                        \
        VALUE value = 0;                                                                                               \
        asm volatile("{ .reg .pred on; setp.ne.u32 on, %1, " NOBODY ";\n"                                              \
                     "@on ld.volatile." TYPE " %0, [%2+%3]; }"                                                         \
                     : "+" LETTER(value) : "r"(entry), "l"(base + entry), "n"(OFFSET) : "memory");                     \
        sum ^= FOLD;                                                                                                   \
    }

#define GENERIC_STORE(NAME, TYPE, VALUE, LETTER)                                                                       \
    template <u32 OFFSET> __device__ __forceinline__ void NAME(u64 base, u32 entry, u32& sum) {                        \
        asm volatile("{ .reg .pred on; setp.ne.u32 on, %0, " NOBODY ";\n"                                              \
                     "@on st.volatile." TYPE " [%1+%3], %2; }"                                                         \
                     : : "r"(entry), "l"(base + entry), LETTER((VALUE)sum), "n"(OFFSET) : "memory");                   \
    }

#define GENERIC_ATOMIC(NAME, OPERATION, VALUE, LETTER, OPERANDS)                                                       \
    template <u32 OFFSET> __device__ __forceinline__ void NAME(u64 base, u32 entry, u32& sum) {                        \
        VALUE value = 0;                                                                                               \
        asm volatile("{ .reg .pred on; setp.ne.u32 on, %1, " NOBODY ";\n"                                              \
                     "@on atom." OPERATION " %0, [%2+%3], " OPERANDS "; }"                                             \
                     : "+" LETTER(value) : "r"(entry), "l"(base + entry), "n"(OFFSET), LETTER((VALUE)sum) : "memory"); \
        sum ^= (u32)value;                                                                                             \
    }

#ifdef GENERIC
GENERIC_LOAD(generic_load_1, "u8", u32, "r", value)
GENERIC_LOAD(generic_load_2, "u16", u32, "r", value)
GENERIC_LOAD(generic_load_4, "u32", u32, "r", value)
GENERIC_LOAD(generic_load_8, "u64", u64, "l", (u32)value ^ (u32)(value >> 32))
GENERIC_STORE(generic_store_1, "u8", u32, "r")
GENERIC_STORE(generic_store_2, "u16", u32, "r")
GENERIC_STORE(generic_store_4, "u32", u32, "r")
GENERIC_STORE(generic_store_8, "u64", u64, "l")
GENERIC_ATOMIC(generic_add_4, "add.u32", u32, "r", "%4")
GENERIC_ATOMIC(generic_add_8, "add.u64", u64, "l", "%4")
GENERIC_ATOMIC(generic_max, "max.u32", u32, "r", "%4")
GENERIC_ATOMIC(generic_exchange_4, "exch.b32", u32, "r", "%4")
GENERIC_ATOMIC(generic_exchange_8, "exch.b64", u64, "l", "%4")
GENERIC_ATOMIC(generic_swap_4, "cas.b32", u32, "r", "%4, %4")
GENERIC_ATOMIC(generic_swap_8, "cas.b64", u64, "l", "%4, %4")

template <u32 OFFSET> __device__ __forceinline__ void generic_increment(u64 base, u32 entry, u32&) {
    asm volatile("{ .reg .pred on; setp.ne.u32 on, %0, " NOBODY ";\n"
                 "@on red.add.u32 [%1+%2], 1; }"
                 : : "r"(entry), "l"(base + entry), "n"(OFFSET) : "memory");
}

template <u32 OFFSET> __device__ __forceinline__ void generic_load_pair(u64 base, u32 entry, u32& sum) {
    u32 a = 0, b = 0;
    asm volatile("{ .reg .pred on; setp.ne.u32 on, %2, " NOBODY ";\n"
                 "@on ld.volatile.v2.u32 {%0, %1}, [%3+%4]; }"
                 : "+r"(a), "+r"(b) : "r"(entry), "l"(base + entry), "n"(OFFSET) : "memory");
    sum ^= a ^ b;
}

template <u32 OFFSET> __device__ __forceinline__ void generic_store_pair(u64 base, u32 entry, u32& sum) {
    asm volatile("{ .reg .pred on; setp.ne.u32 on, %0, " NOBODY ";\n"
                 "@on st.volatile.v2.u32 [%1+%3], {%2, %2}; }"
                 : : "r"(entry), "l"(base + entry), "r"(sum), "n"(OFFSET) : "memory");
}

template <u32 OFFSET> __device__ __forceinline__ void generic_load_16(u64 base, u32 entry, u32& sum) {
    u32 a = 0, b = 0, c = 0, d = 0;
    asm volatile("{ .reg .pred on; setp.ne.u32 on, %4, " NOBODY ";\n"
                 "@on ld.volatile.v4.u32 {%0, %1, %2, %3}, [%5+%6]; }"
                 : "+r"(a), "+r"(b), "+r"(c), "+r"(d) : "r"(entry), "l"(base + entry), "n"(OFFSET) : "memory");
    sum ^= a ^ b ^ c ^ d;
}

template <u32 OFFSET> __device__ __forceinline__ void generic_store_16(u64 base, u32 entry, u32& sum) {
    asm volatile("{ .reg .pred on; setp.ne.u32 on, %0, " NOBODY ";\n"
                 "@on st.volatile.v4.u32 [%1+%3], {%2, %2, %2, %2}; }"
                 : : "r"(entry), "l"(base + entry), "r"(sum), "n"(OFFSET) : "memory");
}

// The generic address of the array, by way of global memory: the assembler makes shared accesses of those whose address it
// can follow back to an array in shared memory. `scratch` has 128 bytes for each block.
__device__ __forceinline__ u64 generic_base(void* memory, u32* scratch) {
    u64* slot = (u64*)scratch + 16 * blockIdx.x + threadIdx.x % 16;
    u64 base;
    asm volatile("st.volatile.global.u64 [%0], %1;" : : "l"(slot), "l"((u64)memory) : "memory");
    asm volatile("ld.volatile.global.u64 %0, [%1];" : "=l"(base) : "l"(slot) : "memory");
    return base;
}
#define GENERIC_BASE const u64 generic = generic_base(memory, sink);
#else
#define GENERIC_BASE
#endif

// The simulator faults on what nobody wrote. On a GPU nothing is filled, so that requests are all there is to count.
__device__ __forceinline__ void fill(u32 base, u32 lane) {
#ifdef FILL
#pragma unroll 1
    for (u32 at = 16 * lane; at < SHARED_BYTES; at += 512) {
        asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" : : "r"(base + at), "r"(at) : "memory");
    }
    __syncwarp();
#endif
}

#define BEGIN                                                                                                          \
    __shared__ __align__(1024) unsigned char memory[SHARED_BYTES];                                                     \
    const u32 base = (u32)__cvta_generic_to_shared(memory);                                                            \
    const u32 lane = threadIdx.x;                                                                                      \
    GENERIC_BASE                                                                                                       \
    u32 sum = lane;                                                                                                    \
    fill(base, lane);
