// Three requests a launch, whose total says what each of them takes: request d of a group, counted from 1, runs base^d
// times, spread over 16 blocks of a warp. So the launch's wavefronts, written in that base, have a digit for each request.
// The lowest digit holds those that belong to no request: a block's own wavefronts are fewer than four. The base is a power
// of two.
//
// The text in front of this one defines CASES: a CASE for each kind of request.

#define CASE(KIND, NAME, BASE)                                                                                         \
    case KIND:                                                                                                         \
        _Pragma("unroll 1") /* the assembler makes one matrix load of several unrolled ones */                         \
        for (u32 i = 0; i < times; ++i) NAME<0>(BASE, entry, sum);                                                     \
        break;

extern "C" __global__ void __launch_bounds__(32)
totals(const u32* table, const u32* kinds, u32* sink, u32 group, u32 log_base) {
    BEGIN
    for (u32 digit = 0; digit < 3; ++digit) {
        const u32 request = 3 * group + digit;
        const u32 entry = table[32 * request + lane];
        const u32 times = (1u << (log_base * (digit + 1))) / 16;
        switch (kinds[request]) {
            CASES
        }
    }
    sink[32 * blockIdx.x + lane] = sum;
}
