// Requests told apart by the total of one launch: request d of a group, counted from 1, runs base^d times, spread over 16
// blocks of a warp, so that the launch's wavefronts, written in that base, are what each request takes, and in the lowest
// digit what belongs to none: a block's own wavefronts are fewer than four. The base is a power of two. 40 kinds of request.

#define CASE(KIND, FUNCTION) CASE_AT(KIND, FUNCTION, base)
#define CASE_AT(KIND, FUNCTION, BASE)                                                                                           \
    case KIND:                                                                                                         \
        _Pragma("unroll 1") /* the assembler makes one matrix load of several unrolled ones */                         \
        for (u32 i = 0; i < times; ++i) FUNCTION<0>(BASE, entry, sum);                                                 \
        break;

extern "C" __global__ void __launch_bounds__(32)
totals(const u32* table, const u32* kinds, u32* sink, u32 group, u32 log_base) {
    BEGIN
    for (u32 digit = 0; digit < 3; ++digit) {
        const u32 request = 3 * group + digit;
        const u32 entry = table[32 * request + lane];
        const u32 times = (1u << (log_base * (digit + 1))) / 16;
        switch (kinds[request]) {
            CASE(0, load_1)
            CASE(1, load_2)
            CASE(2, load_4)
            CASE(3, load_8)
            CASE(4, load_16)
            CASE(5, store_1)
            CASE(6, store_2)
            CASE(7, store_4)
            CASE(8, store_8)
            CASE(9, store_16)
            CASE(10, matrix_1)
            CASE(11, matrix_2)
            CASE(12, matrix_4)
#ifdef FURTHER
            CASE(13, store_matrix_1)
            CASE(14, store_matrix_2)
            CASE(15, store_matrix_4)
            CASE(16, add_4)
            CASE(17, exchange_8)
            CASE(18, swap_4)
            CASE(19, swap_8)
#endif
#ifdef GENERIC
            CASE_AT(20, generic_load_1, generic)
            CASE_AT(21, generic_load_2, generic)
            CASE_AT(22, generic_load_4, generic)
            CASE_AT(23, generic_load_8, generic)
            CASE_AT(24, generic_load_16, generic)
            CASE_AT(25, generic_load_pair, generic)
            CASE_AT(26, generic_store_1, generic)
            CASE_AT(27, generic_store_2, generic)
            CASE_AT(28, generic_store_4, generic)
            CASE_AT(29, generic_store_8, generic)
            CASE_AT(30, generic_store_16, generic)
            CASE_AT(31, generic_store_pair, generic)
            CASE_AT(32, generic_add_4, generic)
            CASE_AT(33, generic_add_8, generic)
            CASE_AT(34, generic_increment, generic)
            CASE_AT(35, generic_max, generic)
            CASE_AT(36, generic_exchange_4, generic)
            CASE_AT(37, generic_exchange_8, generic)
            CASE_AT(38, generic_swap_4, generic)
            CASE_AT(39, generic_swap_8, generic)
#endif
        }
    }
    sink[32 * blockIdx.x + lane] = sum;
}
