// Accesses to global memory whose lanes' places are data: a warp loads the places of a pattern, 32 at `pattern`, and makes one access there.
// Places are in elements of the access.

#define PROBE(NAME, TYPE, ACCESS)                                                                                  \
    extern "C" __global__ void NAME(TYPE* data, const int* places, TYPE* out, int pattern) {                       \
        const int place = places[32 * pattern + threadIdx.x];                                                      \
        ACCESS                                                                                                     \
    }

#define LOAD(NAME, TYPE, FIELD) PROBE(NAME, TYPE, TYPE value = data[place]; if (value.FIELD == 12345) out[0] = value;)

struct __align__(4) One { int x; };
struct __align__(8) Two { int x, y; };
struct __align__(16) Four { int x, y, z, w; };

LOAD(load_4, One, x)
LOAD(load_8, Two, y)
LOAD(load_16, Four, w)
PROBE(load_1, signed char, signed char value = data[place]; if (value == 77) out[0] = value;)
PROBE(load_2, short, short value = data[place]; if (value == 12345) out[0] = value;)
PROBE(store_1, signed char, data[place] = 1;)
PROBE(store_2, short, data[place] = 1;)
PROBE(store_4, One, data[place] = One{1};)
PROBE(store_8, Two, data[place] = (Two{1, 2});)
PROBE(store_16, Four, data[place] = (Four{1, 2, 3, 4});)
PROBE(reduce_4, int, atomicAdd(&data[place], 1);)
PROBE(reduce_8, unsigned long long, atomicAdd(&data[place], 1ull);)
PROBE(atomic_4, int, if (atomicAdd(&data[place], 1) == 12345) out[0] = 1;)
PROBE(exchange_4, int, if (atomicExch(&data[place], 1) == 12345) out[0] = 1;)
PROBE(nothing, int, if (place == -1) data[0] = 1;)
PROBE(shuffle, int, if (__shfl_xor_sync(~0u, place, 1) == -1) data[0] = 1;)
PROBE(vote, int, if (__ballot_sync(~0u, place > 5) == 12345) data[0] = 1;)
PROBE(half_off, int, int value = 0; if (place % 2 == 0) value = data[place]; if (value == 12345) out[0] = 1;)
