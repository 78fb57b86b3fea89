// The instructions that make requests, one function each. FURTHER and GENERIC bring in those of the other sets; FURTHER's
// are not on every architecture.
//
// `entry` is a lane's address in the array, less OFFSET, or NOBODY where the lane takes no part. OFFSET is in the instruction
// itself, so that it can be found in PTX and in SASS. Every bit that is loaded goes into `sum`: the assembler does not load
// what is never used, volatile or not.

typedef unsigned int u32;
typedef unsigned long long u64;

enum { SHARED_BYTES = 49152 };

#define NOBODY "0xffffffff"

// How an instruction addresses the array, WHERE in the macros: the state space in its name, the type of `base`, and the
// constraint of an operand of that type.
#define BY_SHARED_SPACE ".shared"
#define BY_SHARED_BASE u32
#define BY_SHARED_OPERAND "r"
#define BY_GENERIC_SPACE ""
#define BY_GENERIC_BASE u64
#define BY_GENERIC_OPERAND "l"

#define FUNCTION(NAME, WHERE)                                                                                          \
    template <u32 OFFSET> __device__ __forceinline__ void NAME(WHERE##_BASE base, u32 entry, u32& sum)

// The lane takes part where `ENTRY`, an operand, is not NOBODY.
#define IF_ACTIVE(ENTRY) "{ .reg .pred on; setp.ne.u32 on, " ENTRY ", " NOBODY ";\n@on "

#define LOAD(NAME, WHERE, TYPE, VALUE, LETTER, FOLD)                                                                   \
    FUNCTION(NAME, WHERE) {                                                                                            \
        VALUE value = 0;                                                                                               \
        asm volatile(IF_ACTIVE("%1") "ld.volatile" WHERE##_SPACE "." TYPE " %0, [%2+%3]; }"                            \
                     : "+" LETTER(value) : "r"(entry), WHERE##_OPERAND(base + entry), "n"(OFFSET) : "memory");         \
        sum ^= FOLD;                                                                                                   \
    }

#define LOAD_16(NAME, WHERE)                                                                                           \
    FUNCTION(NAME, WHERE) {                                                                                            \
        u32 a = 0, b = 0, c = 0, d = 0;                                                                                \
        asm volatile(IF_ACTIVE("%4") "ld.volatile" WHERE##_SPACE ".v4.u32 {%0, %1, %2, %3}, [%5+%6]; }"                \
                     : "+r"(a), "+r"(b), "+r"(c), "+r"(d)                                                              \
                     : "r"(entry), WHERE##_OPERAND(base + entry), "n"(OFFSET) : "memory");                             \
        sum ^= a ^ b ^ c ^ d;                                                                                          \
    }

// TYPE and OPERANDS: one value, or a vector that repeats it.
#define STORE(NAME, WHERE, TYPE, VALUE, LETTER, OPERANDS)                                                              \
    FUNCTION(NAME, WHERE) {                                                                                            \
        asm volatile(IF_ACTIVE("%0") "st.volatile" WHERE##_SPACE "." TYPE " [%1+%3], " OPERANDS "; }"                  \
                     : : "r"(entry), WHERE##_OPERAND(base + entry), LETTER((VALUE)sum), "n"(OFFSET) : "memory");       \
    }

// The old value goes into `sum`, as loaded values do: an addition whose old value is not used is another instruction.
#define ATOMIC(NAME, WHERE, OPERATION, VALUE, LETTER, OPERANDS)                                                        \
    FUNCTION(NAME, WHERE) {                                                                                            \
        VALUE value = 0;                                                                                               \
        asm volatile(IF_ACTIVE("%1") "atom" WHERE##_SPACE "." OPERATION " %0, [%2+%3], " OPERANDS "; }"                \
                     : "+" LETTER(value)                                                                               \
                     : "r"(entry), WHERE##_OPERAND(base + entry), "n"(OFFSET), LETTER((VALUE)sum) : "memory");         \
        sum ^= (u32)value;                                                                                             \
    }

#define LOADS_AND_STORES(PREFIX, WHERE)                                                                                \
    LOAD(PREFIX##load_1, WHERE, "u8", u32, "r", value)                                                                 \
    LOAD(PREFIX##load_2, WHERE, "u16", u32, "r", value)                                                                \
    LOAD(PREFIX##load_4, WHERE, "u32", u32, "r", value)                                                                \
    LOAD(PREFIX##load_8, WHERE, "u64", u64, "l", (u32)value ^ (u32)(value >> 32))                                      \
    LOAD_16(PREFIX##load_16, WHERE)                                                                                    \
    STORE(PREFIX##store_1, WHERE, "u8", u32, "r", "%2")                                                                \
    STORE(PREFIX##store_2, WHERE, "u16", u32, "r", "%2")                                                               \
    STORE(PREFIX##store_4, WHERE, "u32", u32, "r", "%2")                                                               \
    STORE(PREFIX##store_8, WHERE, "u64", u64, "l", "%2")                                                               \
    STORE(PREFIX##store_16, WHERE, "v4.u32", u32, "r", "{%2, %2, %2, %2}")

LOADS_AND_STORES(, BY_SHARED)

// Lanes beyond the rows repeat a row's address, which the table sees to.
FUNCTION(matrix_1, BY_SHARED) {
    u32 a;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1+%2];"
                 : "=r"(a) : "r"(base + entry), "n"(OFFSET) : "memory");
    sum ^= a;
}

FUNCTION(matrix_2, BY_SHARED) {
    u32 a, b;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2+%3];"
                 : "=r"(a), "=r"(b) : "r"(base + entry), "n"(OFFSET) : "memory");
    sum ^= a ^ b;
}

FUNCTION(matrix_4, BY_SHARED) {
    u32 a, b, c, d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4+%5];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(base + entry), "n"(OFFSET) : "memory");
    sum ^= a ^ b ^ c ^ d;
}

#ifdef FURTHER
#define STORE_MATRIX(NAME, FORM, VALUES)                                                                               \
    FUNCTION(NAME, BY_SHARED) {                                                                                        \
        asm volatile("stmatrix.sync.aligned.m8n8." FORM ".shared.b16 [%0+%2], " VALUES ";"                             \
                     : : "r"(base + entry), "r"(sum), "n"(OFFSET) : "memory");                                         \
    }

STORE_MATRIX(store_matrix_1, "x1", "{%1}")
STORE_MATRIX(store_matrix_2, "x2", "{%1, %1}")
STORE_MATRIX(store_matrix_4, "x4", "{%1, %1, %1, %1}")
ATOMIC(add_4, BY_SHARED, "add.u32", u32, "r", "%4")
ATOMIC(exchange_8, BY_SHARED, "exch.b64", u64, "l", "%4")
ATOMIC(swap_4, BY_SHARED, "cas.b32", u32, "r", "%4, %4")
ATOMIC(swap_8, BY_SHARED, "cas.b64", u64, "l", "%4, %4")
#endif

#ifdef GENERIC
LOADS_AND_STORES(generic_, BY_GENERIC)
STORE(generic_store_pair, BY_GENERIC, "v2.u32", u32, "r", "{%2, %2}")
ATOMIC(generic_add_4, BY_GENERIC, "add.u32", u32, "r", "%4")
ATOMIC(generic_add_8, BY_GENERIC, "add.u64", u64, "l", "%4")
ATOMIC(generic_max, BY_GENERIC, "max.u32", u32, "r", "%4")
ATOMIC(generic_exchange_4, BY_GENERIC, "exch.b32", u32, "r", "%4")
ATOMIC(generic_exchange_8, BY_GENERIC, "exch.b64", u64, "l", "%4")
ATOMIC(generic_swap_4, BY_GENERIC, "cas.b32", u32, "r", "%4, %4")
ATOMIC(generic_swap_8, BY_GENERIC, "cas.b64", u64, "l", "%4, %4")

FUNCTION(generic_load_pair, BY_GENERIC) {
    u32 a = 0, b = 0;
    asm volatile(IF_ACTIVE("%2") "ld.volatile.v2.u32 {%0, %1}, [%3+%4]; }"
                 : "+r"(a), "+r"(b) : "r"(entry), "l"(base + entry), "n"(OFFSET) : "memory");
    sum ^= a ^ b;
}

FUNCTION(generic_increment, BY_GENERIC) {
    asm volatile(IF_ACTIVE("%0") "red.add.u32 [%1+%2], 1; }"
                 : : "r"(entry), "l"(base + entry), "n"(OFFSET) : "memory");
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

// The simulator faults on bytes that were never written. On a GPU nothing is filled, so that only requests are counted.
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
