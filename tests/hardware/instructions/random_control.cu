// Random branches and loops, written by generate.py. One block of 128 threads; `in` has 8192 words and `out` 4096 zeros.
typedef unsigned u32;

__device__ __noinline__ u32 mix(u32 a, u32 b) {
    while (a > 1000) { a = a / 3 + (b & 15); b >>= 1; }
    return a ^ b * 2654435761u;
}

extern "C" __global__ void random_control_00(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 7936];
    u32 v1 = in[t + 256];
    u32 v2 = in[t + 7040];
    u32 v3 = in[t + 4096];
    u32 v4 = in[t + 5120];
    u32 v5 = in[t + 6144];
    u32 v6 = in[t + 3968];
    u32 v7 = in[t + 3712];
    v2 = mix(v1, v2);
    switch (v0 & 3) {
    case 0: v2 ^= v2; break;
    case 1: v2 = v2 * 3 + v2; if (v2 & 16) return;
    case 2: v2 >>= 3; break;
    default: v0 -= 77; }
    v0 = mix(v7, v4);
    v7 = mix(v7, v2);
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_01(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 2816];
    u32 v1 = in[t + 7552];
    u32 v2 = in[t + 2048];
    u32 v3 = in[t + 1408];
    u32 v4 = in[t + 1536];
    u32 v5 = in[t + 2304];
    u32 v6 = in[t + 1024];
    u32 v7 = in[t + 256];
    v3 = mix(v0, v5);
    if (v0 & 32) {
    for (u32 i1 = v2 % 2; i1 < 4; i1++) {
    v0 = mix(v5, v1);
    switch (v5 & 3) {
    case 0: v2 ^= v7; break;
    case 1: v2 = v2 * 3 + v7;
    case 2: v7 >>= 3; break;
    default: v5 -= 77; }
    if (v3 % 7 == 1) break;
    v7 += i1 * 62u;
    }
    v3 = mix(v0, v0);
    }
    if (v0 & 16) {
    if ((int)v3 < (int)v3) {
    v6 = v1 * 29u + (v6 >> 2);
    if (v4 & 8) {
    v3 = v1 * 18u + (v5 >> 4);
    v6 = v0 * 39u + (v2 >> 5);
    v0 = v1 * 22u + (v7 >> 2);
    }
    } else {
    for (u32 i2 = v2 % 2; i2 < 7; i2++) {
    v3 = v7 * 68u + (v3 >> 7);
    v7 = v5 * 39u + (v1 >> 1);
    if (v4 % 7 == 4) break;
    v0 += i2 * 20u;
    }
    switch (v7 & 3) {
    case 0: v7 ^= v5; break;
    case 1: v7 = v7 * 3 + v5;
    case 2: v5 >>= 3; break;
    default: v7 -= 77; }
    for (u32 i2 = v4 % 2; i2 < 5; i2++) {
    v0 = v3 * 22u + (v1 >> 4);
    v5 = v4 * 64u + (v7 >> 5);
    if (v1 % 7 == 0) break;
    v6 += i2 * 23u;
    }
    }
    if (v5 & 2) {
    for (u32 i2 = v7 % 3; i2 < 6; i2++) {
    v1 = v3 * 21u + (v4 >> 7);
    v6 = v3 * 29u + (v2 >> 6);
    if (v7 % 7 == 0) continue;
    v1 += i2 * 95u;
    }
    switch (v6 & 3) {
    case 0: v2 ^= v3; break;
    case 1: v2 = v2 * 3 + v3;
    case 2: v3 >>= 3; break;
    default: v6 -= 77; }
    v7 = v6 * 48u + (v0 >> 6);
    }
    }
    if (v7 & 1) {
    if (v3 & 4) {
    if ((int)v2 < (int)v1) {
    v5 = v0 * 5u + (v4 >> 1);
    v1 = v6 * 3u + (v6 >> 1);
    v6 = v5 * 71u + (v3 >> 4);
    } else {
    v3 = v3 * 17u + (v2 >> 4);
    v4 = v1 * 55u + (v3 >> 6);
    v1 = v5 * 93u + (v4 >> 8);
    }
    if ((int)v4 < (int)v2) {
    v1 = v0 * 89u + (v3 >> 7);
    v4 = v5 * 77u + (v7 >> 2);
    v5 = v2 * 3u + (v7 >> 8);
    } else {
    v2 = v7 * 63u + (v0 >> 3);
    v3 = v4 * 96u + (v5 >> 5);
    v6 = v0 * 92u + (v4 >> 3);
    }
    }
    v5 = mix(v1, v0);
    switch (v2 & 3) {
    case 0: v4 ^= v5; break;
    case 1: v4 = v4 * 3 + v5;
    case 2: v5 >>= 3; break;
    default: v2 -= 77; }
    }
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_02(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 4736];
    u32 v1 = in[t + 4736];
    u32 v2 = in[t + 6400];
    u32 v3 = in[t + 7808];
    u32 v4 = in[t + 0];
    u32 v5 = in[t + 640];
    u32 v6 = in[t + 7296];
    u32 v7 = in[t + 7552];
    switch (v2 & 3) {
    case 0: v6 ^= v5; break;
    case 1: v6 = v6 * 3 + v5; if (v5 & 16) return;
    case 2: v5 >>= 3; break;
    default: v2 -= 77; }
    if ((int)v5 < (int)v2) {
    for (u32 i1 = v1 % 4; i1 < 4; i1++) {
    v7 = mix(v1, v5);
    if ((int)v3 < (int)v6) {
    v4 = v0 * 55u + (v6 >> 2);
    v7 = v6 * 37u + (v0 >> 5);
    v5 = v4 * 40u + (v3 >> 2);
    } else {
    v4 = v4 * 19u + (v6 >> 4);
    v2 = v7 * 88u + (v0 >> 5);
    v3 = v0 * 63u + (v1 >> 3);
    }
    if (v1 % 7 == 3) break;
    v3 += i1 * 92u;
    }
    if ((int)v0 < (int)v2) {
    v4 = v3 * 21u + (v7 >> 5);
    for (u32 i2 = v5 % 4; i2 < 6; i2++) {
    v7 = v5 * 33u + (v5 >> 3);
    v5 = v2 * 88u + (v5 >> 1);
    v6 = v0 * 72u + (v2 >> 8);
    if (v0 % 7 == 4) break;
    v7 += i2 * 47u;
    }
    } else {
    if ((int)v7 < (int)v6) {
    v5 = v6 * 46u + (v6 >> 2);
    v2 = v0 * 48u + (v5 >> 4);
    v6 = v1 * 55u + (v2 >> 8);
    } else {
    v5 = v2 * 78u + (v2 >> 2);
    v4 = v0 * 9u + (v0 >> 7);
    }
    switch (v6 & 3) {
    case 0: v4 ^= v1; break;
    case 1: v4 = v4 * 3 + v1;
    case 2: v1 >>= 3; break;
    default: v6 -= 77; }
    for (u32 i2 = v5 % 2; i2 < 6; i2++) {
    v6 = v6 * 23u + (v7 >> 7);
    v4 = v4 * 86u + (v1 >> 5);
    if (v4 % 7 == 5) break;
    v6 += i2 * 95u;
    }
    }
    } else {
    switch (v7 & 3) {
    case 0: v3 ^= v7; break;
    case 1: v3 = v3 * 3 + v7;
    case 2: v7 >>= 3; break;
    default: v7 -= 77; }
    for (u32 i1 = v3 % 2; i1 < 3; i1++) {
    if (v1 & 1) {
    v2 = v1 * 96u + (v4 >> 3);
    v0 = v1 * 60u + (v2 >> 7);
    }
    v6 = v2 * 37u + (v6 >> 4);
    if (v4 % 7 == 1) break;
    v6 += i1 * 80u;
    }
    }
    switch (v5 & 3) {
    case 0: v5 ^= v7; break;
    case 1: v5 = v5 * 3 + v7; if (v7 & 16) return;
    case 2: v7 >>= 3; break;
    default: v5 -= 77; }
    if ((int)v0 < (int)v3) {
    v6 = mix(v2, v0);
    if ((int)v5 < (int)v5) {
    v1 = mix(v4, v6);
    switch (v7 & 3) {
    case 0: v1 ^= v6; break;
    case 1: v1 = v1 * 3 + v6;
    case 2: v6 >>= 3; break;
    default: v7 -= 77; }
    if (v1 & 8) {
    v4 = v4 * 15u + (v3 >> 2);
    v3 = v7 * 84u + (v2 >> 7);
    }
    } else {
    if ((int)v3 < (int)v2) {
    v3 = v6 * 19u + (v2 >> 4);
    v0 = v6 * 12u + (v2 >> 2);
    v5 = v1 * 33u + (v6 >> 3);
    } else {
    v4 = v6 * 49u + (v1 >> 3);
    v4 = v7 * 34u + (v7 >> 8);
    v4 = v5 * 32u + (v7 >> 1);
    }
    if (v5 & 16) {
    v5 = v3 * 89u + (v6 >> 5);
    v7 = v3 * 70u + (v1 >> 4);
    }
    }
    v0 = mix(v1, v4);
    } else {
    if ((int)v4 < (int)v1) {
    v7 = mix(v4, v0);
    v0 = mix(v6, v3);
    for (u32 i2 = v3 % 4; i2 < 4; i2++) {
    v0 = v6 * 77u + (v7 >> 4);
    v5 = v2 * 9u + (v2 >> 6);
    v5 = v1 * 35u + (v0 >> 4);
    if (v0 % 7 == 2) continue;
    v7 += i2 * 33u;
    }
    } else {
    for (u32 i2 = v0 % 3; i2 < 7; i2++) {
    v4 = v2 * 42u + (v0 >> 6);
    v6 = v0 * 97u + (v5 >> 7);
    v5 = v2 * 33u + (v7 >> 3);
    if (v0 % 7 == 2) break;
    v0 += i2 * 20u;
    }
    v7 = mix(v1, v2);
    }
    v2 = v2 * 54u + (v0 >> 1);
    v5 = mix(v4, v6);
    }
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_03(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 1664];
    u32 v1 = in[t + 3328];
    u32 v2 = in[t + 4224];
    u32 v3 = in[t + 2688];
    u32 v4 = in[t + 5248];
    u32 v5 = in[t + 7936];
    u32 v6 = in[t + 3072];
    u32 v7 = in[t + 4224];
    for (u32 i0 = v3 % 2; i0 < 7; i0++) {
    if (v4 & 4) {
    if ((int)v2 < (int)v7) {
    v0 = v6 * 39u + (v6 >> 1);
    v2 = v5 * 41u + (v7 >> 4);
    v6 = v7 * 40u + (v6 >> 4);
    } else {
    v1 = v7 * 7u + (v7 >> 3);
    v7 = v2 * 41u + (v7 >> 3);
    }
    v1 = mix(v2, v0);
    }
    if (v2 & 16) {
    if ((int)v7 < (int)v3) {
    v7 = v6 * 26u + (v0 >> 3);
    v5 = v6 * 52u + (v7 >> 4);
    v1 = v7 * 57u + (v2 >> 6);
    } else {
    v6 = v3 * 86u + (v5 >> 7);
    v2 = v0 * 16u + (v3 >> 6);
    v6 = v2 * 59u + (v0 >> 6);
    }
    for (u32 i2 = v3 % 5; i2 < 3; i2++) {
    v7 = v4 * 59u + (v7 >> 7);
    v7 = v0 * 23u + (v4 >> 1);
    v7 = v2 * 70u + (v7 >> 8);
    if (v7 % 7 == 1) break;
    v5 += i2 * 42u;
    }
    for (u32 i2 = v5 % 3; i2 < 4; i2++) {
    v6 = v2 * 97u + (v7 >> 7);
    v4 = v2 * 57u + (v7 >> 4);
    if (v5 % 7 == 3) continue;
    v2 += i2 * 62u;
    }
    }
    if ((int)v3 < (int)v0) {
    switch (v7 & 3) {
    case 0: v1 ^= v4; break;
    case 1: v1 = v1 * 3 + v4;
    case 2: v4 >>= 3; break;
    default: v7 -= 77; }
    v0 = mix(v7, v7);
    } else {
    v0 = mix(v4, v2);
    for (u32 i2 = v5 % 2; i2 < 3; i2++) {
    v2 = v6 * 42u + (v2 >> 3);
    v7 = v7 * 25u + (v0 >> 4);
    v3 = v0 * 59u + (v1 >> 1);
    if (v2 % 7 == 4) break;
    v2 += i2 * 71u;
    }
    }
    if (v4 % 7 == 1) break;
    v7 += i0 * 43u;
    }
    v1 = v3 * 90u + (v1 >> 8);
    switch (v7 & 3) {
    case 0: v6 ^= v4; break;
    case 1: v6 = v6 * 3 + v4; if (v4 & 16) return;
    case 2: v4 >>= 3; break;
    default: v7 -= 77; }
    v4 = v5 * 57u + (v0 >> 7);
    v7 = v0 * 59u + (v6 >> 6);
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_04(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 6144];
    u32 v1 = in[t + 1920];
    u32 v2 = in[t + 2816];
    u32 v3 = in[t + 3712];
    u32 v4 = in[t + 3712];
    u32 v5 = in[t + 5120];
    u32 v6 = in[t + 6016];
    u32 v7 = in[t + 2048];
    v4 = v3 * 45u + (v0 >> 5);
    if (v2 & 32) {
    v1 = mix(v2, v3);
    switch (v2 & 3) {
    case 0: v4 ^= v2; break;
    case 1: v4 = v4 * 3 + v2;
    case 2: v2 >>= 3; break;
    default: v2 -= 77; }
    }
    if ((int)v7 < (int)v1) {
    v0 = mix(v2, v0);
    v4 = v3 * 57u + (v2 >> 1);
    } else {
    switch (v3 & 3) {
    case 0: v2 ^= v7; break;
    case 1: v2 = v2 * 3 + v7;
    case 2: v7 >>= 3; break;
    default: v3 -= 77; }
    v3 = mix(v0, v4);
    }
    if ((int)v0 < (int)v2) {
    for (u32 i1 = v1 % 2; i1 < 6; i1++) {
    if (v4 & 16) {
    v4 = v6 * 48u + (v3 >> 6);
    v3 = v4 * 80u + (v4 >> 6);
    v1 = v1 * 55u + (v1 >> 3);
    }
    v1 = v4 * 85u + (v6 >> 8);
    switch (v7 & 3) {
    case 0: v0 ^= v2; break;
    case 1: v0 = v0 * 3 + v2;
    case 2: v2 >>= 3; break;
    default: v7 -= 77; }
    if (v5 % 7 == 0) continue;
    v0 += i1 * 9u;
    }
    if (v2 & 4) {
    if ((int)v2 < (int)v3) {
    v4 = v6 * 32u + (v1 >> 2);
    v0 = v4 * 30u + (v0 >> 1);
    v2 = v5 * 21u + (v3 >> 8);
    } else {
    v3 = v6 * 23u + (v0 >> 2);
    v3 = v4 * 89u + (v0 >> 4);
    }
    v5 = mix(v2, v4);
    v1 = mix(v4, v1);
    }
    v2 = mix(v7, v6);
    } else {
    switch (v3 & 3) {
    case 0: v1 ^= v5; break;
    case 1: v1 = v1 * 3 + v5;
    case 2: v5 >>= 3; break;
    default: v3 -= 77; }
    if (v1 & 8) {
    if ((int)v2 < (int)v3) {
    v6 = v2 * 43u + (v4 >> 6);
    v7 = v0 * 56u + (v0 >> 7);
    v1 = v7 * 92u + (v3 >> 6);
    } else {
    v2 = v4 * 50u + (v4 >> 4);
    v4 = v4 * 78u + (v4 >> 5);
    }
    switch (v4 & 3) {
    case 0: v1 ^= v1; break;
    case 1: v1 = v1 * 3 + v1;
    case 2: v1 >>= 3; break;
    default: v4 -= 77; }
    }
    }
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_05(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 2944];
    u32 v1 = in[t + 6400];
    u32 v2 = in[t + 2176];
    u32 v3 = in[t + 7040];
    u32 v4 = in[t + 3840];
    u32 v5 = in[t + 4864];
    u32 v6 = in[t + 1024];
    u32 v7 = in[t + 7296];
    v5 = mix(v5, v0);
    v4 = mix(v1, v2);
    if ((int)v1 < (int)v5) {
    for (u32 i1 = v0 % 2; i1 < 7; i1++) {
    if ((int)v7 < (int)v5) {
    v5 = v3 * 35u + (v2 >> 8);
    v6 = v4 * 8u + (v0 >> 3);
    } else {
    v7 = v0 * 47u + (v2 >> 3);
    v6 = v7 * 94u + (v1 >> 6);
    }
    if (v3 & 8) {
    v3 = v6 * 10u + (v4 >> 6);
    v6 = v0 * 67u + (v3 >> 2);
    }
    if (v0 % 7 == 0) break;
    v4 += i1 * 11u;
    }
    if (v6 & 1) {
    v3 = v5 * 37u + (v6 >> 7);
    v3 = v4 * 6u + (v4 >> 5);
    v6 = v2 * 98u + (v2 >> 2);
    }
    } else {
    switch (v5 & 3) {
    case 0: v0 ^= v3; break;
    case 1: v0 = v0 * 3 + v3;
    case 2: v3 >>= 3; break;
    default: v5 -= 77; }
    v2 = mix(v2, v0);
    }
    for (u32 i0 = v3 % 5; i0 < 7; i0++) {
    v2 = mix(v7, v7);
    switch (v0 & 3) {
    case 0: v1 ^= v7; break;
    case 1: v1 = v1 * 3 + v7;
    case 2: v7 >>= 3; break;
    default: v0 -= 77; }
    if (v7 % 7 == 1) break;
    v6 += i0 * 47u;
    }
    v3 = mix(v2, v4);
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_06(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 3200];
    u32 v1 = in[t + 256];
    u32 v2 = in[t + 7040];
    u32 v3 = in[t + 512];
    u32 v4 = in[t + 1792];
    u32 v5 = in[t + 1664];
    u32 v6 = in[t + 2688];
    u32 v7 = in[t + 2176];
    v0 = mix(v4, v5);
    if ((int)v3 < (int)v1) {
    for (u32 i1 = v2 % 3; i1 < 3; i1++) {
    if (v5 & 4) {
    v5 = v4 * 43u + (v0 >> 2);
    v4 = v7 * 48u + (v6 >> 7);
    }
    if ((int)v1 < (int)v4) {
    v6 = v0 * 65u + (v4 >> 3);
    v1 = v1 * 9u + (v6 >> 8);
    } else {
    v4 = v3 * 45u + (v5 >> 3);
    v1 = v6 * 38u + (v3 >> 2);
    }
    if (v6 % 7 == 1) break;
    v4 += i1 * 81u;
    }
    if ((int)v1 < (int)v6) {
    if ((int)v7 < (int)v0) {
    v7 = v6 * 75u + (v0 >> 5);
    v7 = v2 * 92u + (v6 >> 7);
    } else {
    v4 = v2 * 94u + (v2 >> 8);
    v0 = v7 * 15u + (v5 >> 8);
    }
    if (v2 & 1) {
    v4 = v0 * 44u + (v6 >> 5);
    v5 = v0 * 71u + (v1 >> 6);
    v0 = v7 * 28u + (v1 >> 8);
    }
    } else {
    if ((int)v5 < (int)v2) {
    v7 = v3 * 37u + (v4 >> 7);
    v5 = v6 * 88u + (v3 >> 7);
    } else {
    v4 = v5 * 11u + (v4 >> 2);
    v0 = v0 * 53u + (v5 >> 4);
    }
    v3 = mix(v5, v5);
    }
    for (u32 i1 = v3 % 5; i1 < 3; i1++) {
    v6 = v6 * 28u + (v7 >> 6);
    v2 = mix(v3, v7);
    v7 = mix(v2, v5);
    if (v1 % 7 == 1) break;
    v6 += i1 * 33u;
    }
    } else {
    if (v2 & 4) {
    for (u32 i2 = v4 % 3; i2 < 6; i2++) {
    v0 = v1 * 88u + (v0 >> 4);
    v0 = v1 * 84u + (v5 >> 2);
    v6 = v3 * 74u + (v2 >> 3);
    if (v5 % 7 == 2) break;
    v6 += i2 * 44u;
    }
    v2 = mix(v4, v6);
    }
    for (u32 i1 = v4 % 3; i1 < 4; i1++) {
    for (u32 i2 = v3 % 2; i2 < 4; i2++) {
    v5 = v0 * 88u + (v6 >> 4);
    v5 = v6 * 37u + (v0 >> 5);
    if (v4 % 7 == 6) break;
    v4 += i2 * 82u;
    }
    v1 = v2 * 29u + (v2 >> 8);
    switch (v6 & 3) {
    case 0: v0 ^= v7; break;
    case 1: v0 = v0 * 3 + v7;
    case 2: v7 >>= 3; break;
    default: v6 -= 77; }
    if (v3 % 7 == 0) continue;
    v0 += i1 * 18u;
    }
    }
    v1 = mix(v6, v5);
    v3 = v5 * 89u + (v3 >> 3);
    switch (v3 & 3) {
    case 0: v5 ^= v5; break;
    case 1: v5 = v5 * 3 + v5; if (v5 & 16) return;
    case 2: v5 >>= 3; break;
    default: v3 -= 77; }
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_07(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 640];
    u32 v1 = in[t + 5120];
    u32 v2 = in[t + 1408];
    u32 v3 = in[t + 7680];
    u32 v4 = in[t + 6144];
    u32 v5 = in[t + 7168];
    u32 v6 = in[t + 1536];
    u32 v7 = in[t + 4992];
    for (u32 i0 = v5 % 2; i0 < 4; i0++) {
    for (u32 i1 = v4 % 5; i1 < 3; i1++) {
    v3 = v5 * 40u + (v0 >> 7);
    v0 = mix(v7, v7);
    v6 = v3 * 38u + (v1 >> 3);
    if (v6 % 7 == 4) break;
    v1 += i1 * 1u;
    }
    v0 = mix(v4, v0);
    if (v1 % 7 == 6) break;
    v0 += i0 * 90u;
    }
    v5 = mix(v3, v7);
    switch (v7 & 3) {
    case 0: v4 ^= v4; break;
    case 1: v4 = v4 * 3 + v4; if (v4 & 16) return;
    case 2: v4 >>= 3; break;
    default: v7 -= 77; }
    v4 = v3 * 86u + (v4 >> 3);
    if (v1 & 1) {
    switch (v0 & 3) {
    case 0: v3 ^= v1; break;
    case 1: v3 = v3 * 3 + v1;
    case 2: v1 >>= 3; break;
    default: v0 -= 77; }
    v6 = mix(v7, v0);
    v6 = v3 * 34u + (v7 >> 7);
    }
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_08(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 3584];
    u32 v1 = in[t + 6144];
    u32 v2 = in[t + 896];
    u32 v3 = in[t + 2432];
    u32 v4 = in[t + 384];
    u32 v5 = in[t + 3840];
    u32 v6 = in[t + 3968];
    u32 v7 = in[t + 7680];
    if (v5 & 2) {
    if (v6 & 1) {
    v4 = mix(v4, v7);
    if ((int)v5 < (int)v6) {
    v1 = v2 * 34u + (v0 >> 7);
    v3 = v4 * 58u + (v0 >> 4);
    v2 = v3 * 25u + (v7 >> 3);
    } else {
    v1 = v0 * 35u + (v4 >> 2);
    v3 = v6 * 69u + (v4 >> 2);
    }
    v2 = v7 * 65u + (v7 >> 7);
    }
    switch (v6 & 3) {
    case 0: v3 ^= v1; break;
    case 1: v3 = v3 * 3 + v1;
    case 2: v1 >>= 3; break;
    default: v6 -= 77; }
    v2 = v4 * 27u + (v3 >> 6);
    }
    if ((int)v7 < (int)v6) {
    v2 = mix(v2, v6);
    if ((int)v5 < (int)v2) {
    for (u32 i2 = v6 % 4; i2 < 4; i2++) {
    v6 = v4 * 3u + (v4 >> 8);
    v2 = v1 * 69u + (v7 >> 1);
    if (v6 % 7 == 2) continue;
    v6 += i2 * 84u;
    }
    if (v5 & 4) {
    v7 = v7 * 10u + (v6 >> 4);
    v2 = v4 * 71u + (v5 >> 2);
    }
    switch (v4 & 3) {
    case 0: v4 ^= v3; break;
    case 1: v4 = v4 * 3 + v3;
    case 2: v3 >>= 3; break;
    default: v4 -= 77; }
    } else {
    switch (v7 & 3) {
    case 0: v7 ^= v3; break;
    case 1: v7 = v7 * 3 + v3;
    case 2: v3 >>= 3; break;
    default: v7 -= 77; }
    for (u32 i2 = v7 % 2; i2 < 4; i2++) {
    v7 = v4 * 51u + (v2 >> 3);
    v7 = v4 * 31u + (v2 >> 3);
    v0 = v7 * 32u + (v7 >> 1);
    if (v0 % 7 == 6) break;
    v1 += i2 * 1u;
    }
    }
    } else {
    if (v5 & 16) {
    if (v5 & 1) {
    v3 = v7 * 70u + (v3 >> 4);
    v3 = v5 * 92u + (v7 >> 5);
    v1 = v5 * 94u + (v0 >> 3);
    }
    v3 = v7 * 57u + (v2 >> 8);
    }
    if (v4 & 16) {
    v6 = mix(v0, v1);
    v2 = mix(v3, v5);
    for (u32 i2 = v2 % 2; i2 < 5; i2++) {
    v7 = v4 * 51u + (v2 >> 1);
    v5 = v2 * 60u + (v2 >> 5);
    if (v1 % 7 == 2) break;
    v2 += i2 * 96u;
    }
    }
    }
    v7 = mix(v7, v6);
    for (u32 i0 = v6 % 3; i0 < 7; i0++) {
    for (u32 i1 = v6 % 3; i1 < 7; i1++) {
    if ((int)v6 < (int)v1) {
    v1 = v5 * 50u + (v2 >> 6);
    v2 = v5 * 59u + (v4 >> 6);
    v6 = v4 * 43u + (v4 >> 3);
    } else {
    v7 = v4 * 13u + (v2 >> 3);
    v5 = v7 * 63u + (v5 >> 2);
    v6 = v2 * 65u + (v7 >> 2);
    }
    if ((int)v7 < (int)v6) {
    v2 = v2 * 90u + (v4 >> 8);
    v0 = v5 * 44u + (v7 >> 8);
    } else {
    v7 = v6 * 56u + (v0 >> 8);
    v1 = v2 * 72u + (v5 >> 1);
    }
    if (v4 % 7 == 2) continue;
    v0 += i1 * 38u;
    }
    if (v6 & 2) {
    for (u32 i2 = v4 % 5; i2 < 3; i2++) {
    v0 = v6 * 66u + (v1 >> 2);
    v0 = v0 * 14u + (v6 >> 7);
    v6 = v1 * 71u + (v1 >> 6);
    if (v7 % 7 == 2) break;
    v4 += i2 * 41u;
    }
    switch (v5 & 3) {
    case 0: v5 ^= v7; break;
    case 1: v5 = v5 * 3 + v7;
    case 2: v7 >>= 3; break;
    default: v5 -= 77; }
    v7 = mix(v3, v5);
    }
    switch (v0 & 3) {
    case 0: v0 ^= v7; break;
    case 1: v0 = v0 * 3 + v7;
    case 2: v7 >>= 3; break;
    default: v0 -= 77; }
    if (v1 % 7 == 1) continue;
    v0 += i0 * 48u;
    }
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_09(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 640];
    u32 v1 = in[t + 7424];
    u32 v2 = in[t + 3712];
    u32 v3 = in[t + 768];
    u32 v4 = in[t + 7296];
    u32 v5 = in[t + 7296];
    u32 v6 = in[t + 7168];
    u32 v7 = in[t + 5376];
    if (v0 & 2) {
    if ((int)v1 < (int)v0) {
    switch (v0 & 3) {
    case 0: v5 ^= v6; break;
    case 1: v5 = v5 * 3 + v6;
    case 2: v6 >>= 3; break;
    default: v0 -= 77; }
    v7 = v2 * 52u + (v1 >> 5);
    switch (v5 & 3) {
    case 0: v2 ^= v7; break;
    case 1: v2 = v2 * 3 + v7;
    case 2: v7 >>= 3; break;
    default: v5 -= 77; }
    } else {
    if ((int)v1 < (int)v4) {
    v2 = v1 * 22u + (v4 >> 7);
    v1 = v4 * 89u + (v6 >> 3);
    } else {
    v6 = v6 * 67u + (v0 >> 5);
    v7 = v7 * 91u + (v1 >> 1);
    v6 = v7 * 34u + (v0 >> 5);
    }
    v0 = mix(v6, v5);
    }
    v1 = v5 * 56u + (v2 >> 7);
    switch (v5 & 3) {
    case 0: v0 ^= v4; break;
    case 1: v0 = v0 * 3 + v4;
    case 2: v4 >>= 3; break;
    default: v5 -= 77; }
    }
    if (v2 & 1) {
    v5 = mix(v0, v1);
    v3 = v6 * 49u + (v6 >> 1);
    }
    if (v4 & 8) {
    v0 = mix(v7, v5);
    if (v3 & 1) {
    if ((int)v5 < (int)v6) {
    v3 = v0 * 38u + (v2 >> 2);
    v4 = v0 * 19u + (v0 >> 1);
    } else {
    v5 = v3 * 74u + (v6 >> 5);
    v7 = v1 * 87u + (v1 >> 5);
    }
    switch (v3 & 3) {
    case 0: v0 ^= v6; break;
    case 1: v0 = v0 * 3 + v6;
    case 2: v6 >>= 3; break;
    default: v3 -= 77; }
    for (u32 i2 = v0 % 4; i2 < 6; i2++) {
    v1 = v7 * 64u + (v0 >> 6);
    v4 = v3 * 67u + (v5 >> 3);
    v6 = v4 * 28u + (v7 >> 8);
    if (v5 % 7 == 5) continue;
    v3 += i2 * 53u;
    }
    }
    }
    v1 = v7 * 74u + (v7 >> 8);
    for (u32 i0 = v5 % 5; i0 < 6; i0++) {
    if ((int)v0 < (int)v0) {
    if (v0 & 4) {
    v1 = v6 * 78u + (v2 >> 2);
    v4 = v4 * 16u + (v2 >> 6);
    v7 = v3 * 49u + (v6 >> 6);
    }
    switch (v4 & 3) {
    case 0: v4 ^= v4; break;
    case 1: v4 = v4 * 3 + v4;
    case 2: v4 >>= 3; break;
    default: v4 -= 77; }
    } else {
    for (u32 i2 = v1 % 5; i2 < 7; i2++) {
    v2 = v1 * 82u + (v7 >> 5);
    v6 = v4 * 77u + (v3 >> 3);
    v5 = v2 * 6u + (v1 >> 1);
    if (v2 % 7 == 4) continue;
    v4 += i2 * 47u;
    }
    for (u32 i2 = v3 % 2; i2 < 4; i2++) {
    v0 = v4 * 10u + (v6 >> 3);
    v7 = v2 * 27u + (v0 >> 7);
    if (v6 % 7 == 6) break;
    v4 += i2 * 6u;
    }
    }
    v4 = v1 * 79u + (v1 >> 8);
    v0 = v6 * 68u + (v3 >> 4);
    if (v6 % 7 == 1) break;
    v2 += i0 * 45u;
    }
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_10(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 5632];
    u32 v1 = in[t + 3456];
    u32 v2 = in[t + 0];
    u32 v3 = in[t + 5632];
    u32 v4 = in[t + 2688];
    u32 v5 = in[t + 5632];
    u32 v6 = in[t + 4224];
    u32 v7 = in[t + 5120];
    v3 = v2 * 79u + (v7 >> 1);
    switch (v4 & 3) {
    case 0: v1 ^= v1; break;
    case 1: v1 = v1 * 3 + v1; if (v1 & 16) return;
    case 2: v1 >>= 3; break;
    default: v4 -= 77; }
    v1 = v0 * 83u + (v4 >> 3);
    v0 = mix(v1, v0);
    v4 = mix(v2, v6);
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_11(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 3456];
    u32 v1 = in[t + 5632];
    u32 v2 = in[t + 384];
    u32 v3 = in[t + 128];
    u32 v4 = in[t + 4608];
    u32 v5 = in[t + 256];
    u32 v6 = in[t + 1536];
    u32 v7 = in[t + 7936];
    v6 = v5 * 62u + (v6 >> 1);
    switch (v3 & 3) {
    case 0: v0 ^= v7; break;
    case 1: v0 = v0 * 3 + v7; if (v7 & 16) return;
    case 2: v7 >>= 3; break;
    default: v3 -= 77; }
    switch (v2 & 3) {
    case 0: v0 ^= v7; break;
    case 1: v0 = v0 * 3 + v7; if (v7 & 16) return;
    case 2: v7 >>= 3; break;
    default: v2 -= 77; }
    for (u32 i0 = v1 % 5; i0 < 4; i0++) {
    v0 = mix(v3, v1);
    v1 = mix(v1, v5);
    v1 = mix(v7, v2);
    if (v3 % 7 == 6) continue;
    v7 += i0 * 38u;
    }
    if ((int)v4 < (int)v6) {
    if (v0 & 4) {
    v5 = mix(v0, v5);
    if (v3 & 1) {
    v7 = v4 * 34u + (v3 >> 3);
    v2 = v4 * 23u + (v3 >> 4);
    }
    v7 = v7 * 16u + (v4 >> 2);
    }
    v7 = mix(v1, v1);
    if (v4 & 16) {
    v3 = v7 * 74u + (v4 >> 4);
    if ((int)v5 < (int)v2) {
    v2 = v5 * 98u + (v1 >> 2);
    v0 = v7 * 11u + (v6 >> 6);
    } else {
    v7 = v3 * 32u + (v3 >> 3);
    v2 = v5 * 26u + (v1 >> 3);
    v4 = v1 * 84u + (v4 >> 8);
    }
    v5 = v6 * 15u + (v4 >> 2);
    }
    } else {
    v5 = v7 * 33u + (v6 >> 4);
    v7 = v2 * 84u + (v7 >> 1);
    }
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_12(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 7296];
    u32 v1 = in[t + 6016];
    u32 v2 = in[t + 4096];
    u32 v3 = in[t + 6912];
    u32 v4 = in[t + 6400];
    u32 v5 = in[t + 256];
    u32 v6 = in[t + 7552];
    u32 v7 = in[t + 2432];
    for (u32 i0 = v7 % 3; i0 < 4; i0++) {
    v5 = v4 * 41u + (v7 >> 6);
    if (v2 & 32) {
    if ((int)v0 < (int)v6) {
    v2 = v6 * 97u + (v6 >> 7);
    v3 = v4 * 88u + (v5 >> 1);
    } else {
    v3 = v2 * 85u + (v6 >> 4);
    v7 = v5 * 23u + (v5 >> 3);
    v4 = v6 * 64u + (v7 >> 1);
    }
    switch (v0 & 3) {
    case 0: v6 ^= v5; break;
    case 1: v6 = v6 * 3 + v5;
    case 2: v5 >>= 3; break;
    default: v0 -= 77; }
    }
    if (v5 % 7 == 1) break;
    v7 += i0 * 53u;
    }
    for (u32 i0 = v5 % 4; i0 < 3; i0++) {
    if (v1 & 8) {
    if ((int)v0 < (int)v5) {
    v0 = v0 * 69u + (v1 >> 1);
    v0 = v0 * 29u + (v4 >> 1);
    } else {
    v7 = v1 * 91u + (v1 >> 7);
    v3 = v6 * 17u + (v2 >> 6);
    v5 = v0 * 33u + (v7 >> 3);
    }
    v4 = mix(v1, v0);
    }
    v1 = mix(v7, v3);
    v5 = mix(v4, v1);
    if (v5 % 7 == 1) continue;
    v2 += i0 * 32u;
    }
    switch (v3 & 3) {
    case 0: v3 ^= v3; break;
    case 1: v3 = v3 * 3 + v3; if (v3 & 16) return;
    case 2: v3 >>= 3; break;
    default: v3 -= 77; }
    if (v2 & 16) {
    if ((int)v7 < (int)v6) {
    for (u32 i2 = v7 % 5; i2 < 7; i2++) {
    v1 = v2 * 94u + (v3 >> 3);
    v6 = v5 * 62u + (v1 >> 1);
    if (v5 % 7 == 4) continue;
    v1 += i2 * 27u;
    }
    if (v0 & 32) {
    v6 = v3 * 24u + (v3 >> 6);
    v4 = v0 * 68u + (v2 >> 2);
    }
    v3 = v3 * 81u + (v3 >> 4);
    } else {
    if (v0 & 4) {
    v1 = v3 * 27u + (v2 >> 6);
    v4 = v2 * 35u + (v0 >> 2);
    }
    switch (v2 & 3) {
    case 0: v0 ^= v5; break;
    case 1: v0 = v0 * 3 + v5;
    case 2: v5 >>= 3; break;
    default: v2 -= 77; }
    switch (v1 & 3) {
    case 0: v1 ^= v6; break;
    case 1: v1 = v1 * 3 + v6;
    case 2: v6 >>= 3; break;
    default: v1 -= 77; }
    }
    if (v2 & 8) {
    switch (v4 & 3) {
    case 0: v4 ^= v0; break;
    case 1: v4 = v4 * 3 + v0;
    case 2: v0 >>= 3; break;
    default: v4 -= 77; }
    if (v0 & 1) {
    v1 = v7 * 41u + (v5 >> 6);
    v7 = v6 * 15u + (v3 >> 3);
    v7 = v5 * 52u + (v4 >> 2);
    }
    }
    }
    v7 = v1 * 26u + (v6 >> 2);
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_13(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 2048];
    u32 v1 = in[t + 3712];
    u32 v2 = in[t + 3584];
    u32 v3 = in[t + 1920];
    u32 v4 = in[t + 1920];
    u32 v5 = in[t + 3072];
    u32 v6 = in[t + 3200];
    u32 v7 = in[t + 4608];
    v4 = v1 * 44u + (v7 >> 1);
    if ((int)v6 < (int)v0) {
    for (u32 i1 = v7 % 2; i1 < 3; i1++) {
    for (u32 i2 = v5 % 3; i2 < 7; i2++) {
    v0 = v4 * 92u + (v2 >> 4);
    v3 = v2 * 8u + (v0 >> 2);
    v1 = v2 * 35u + (v7 >> 3);
    if (v3 % 7 == 1) break;
    v3 += i2 * 60u;
    }
    for (u32 i2 = v6 % 4; i2 < 4; i2++) {
    v1 = v5 * 47u + (v6 >> 3);
    v6 = v1 * 57u + (v1 >> 1);
    if (v2 % 7 == 6) continue;
    v1 += i2 * 6u;
    }
    v0 = mix(v5, v4);
    if (v4 % 7 == 6) break;
    v3 += i1 * 17u;
    }
    switch (v7 & 3) {
    case 0: v5 ^= v0; break;
    case 1: v5 = v5 * 3 + v0;
    case 2: v0 >>= 3; break;
    default: v7 -= 77; }
    } else {
    for (u32 i1 = v4 % 4; i1 < 4; i1++) {
    switch (v1 & 3) {
    case 0: v5 ^= v3; break;
    case 1: v5 = v5 * 3 + v3;
    case 2: v3 >>= 3; break;
    default: v1 -= 77; }
    switch (v0 & 3) {
    case 0: v7 ^= v0; break;
    case 1: v7 = v7 * 3 + v0;
    case 2: v0 >>= 3; break;
    default: v0 -= 77; }
    v3 = mix(v1, v4);
    if (v7 % 7 == 2) break;
    v5 += i1 * 31u;
    }
    v6 = v1 * 46u + (v1 >> 2);
    }
    if ((int)v1 < (int)v7) {
    switch (v0 & 3) {
    case 0: v3 ^= v0; break;
    case 1: v3 = v3 * 3 + v0;
    case 2: v0 >>= 3; break;
    default: v0 -= 77; }
    v4 = mix(v1, v6);
    switch (v5 & 3) {
    case 0: v1 ^= v2; break;
    case 1: v1 = v1 * 3 + v2;
    case 2: v2 >>= 3; break;
    default: v5 -= 77; }
    } else {
    for (u32 i1 = v1 % 2; i1 < 7; i1++) {
    if (v6 & 4) {
    v7 = v5 * 39u + (v4 >> 3);
    v7 = v7 * 93u + (v1 >> 5);
    v3 = v7 * 8u + (v4 >> 4);
    }
    for (u32 i2 = v4 % 4; i2 < 7; i2++) {
    v1 = v6 * 69u + (v6 >> 1);
    v0 = v5 * 12u + (v0 >> 1);
    if (v4 % 7 == 6) break;
    v4 += i2 * 14u;
    }
    v7 = mix(v5, v0);
    if (v1 % 7 == 2) break;
    v3 += i1 * 30u;
    }
    for (u32 i1 = v4 % 3; i1 < 5; i1++) {
    v0 = mix(v5, v4);
    switch (v5 & 3) {
    case 0: v3 ^= v5; break;
    case 1: v3 = v3 * 3 + v5;
    case 2: v5 >>= 3; break;
    default: v5 -= 77; }
    if (v4 % 7 == 3) continue;
    v7 += i1 * 31u;
    }
    if ((int)v0 < (int)v2) {
    v4 = v0 * 20u + (v7 >> 7);
    if (v2 & 4) {
    v3 = v1 * 81u + (v2 >> 4);
    v4 = v7 * 42u + (v6 >> 6);
    }
    if (v2 & 4) {
    v5 = v5 * 83u + (v6 >> 5);
    v1 = v5 * 46u + (v5 >> 6);
    v0 = v5 * 81u + (v0 >> 4);
    }
    } else {
    v1 = v4 * 53u + (v5 >> 4);
    v1 = mix(v0, v2);
    if ((int)v7 < (int)v4) {
    v4 = v1 * 85u + (v1 >> 3);
    v3 = v4 * 56u + (v3 >> 7);
    } else {
    v6 = v5 * 54u + (v7 >> 4);
    v1 = v7 * 29u + (v7 >> 3);
    }
    }
    }
    v0 = v1 * 54u + (v4 >> 7);
    if ((int)v7 < (int)v6) {
    v4 = v2 * 42u + (v3 >> 3);
    for (u32 i1 = v7 % 4; i1 < 6; i1++) {
    v0 = v5 * 82u + (v1 >> 7);
    v1 = mix(v5, v3);
    if ((int)v7 < (int)v4) {
    v6 = v4 * 77u + (v3 >> 1);
    v2 = v0 * 42u + (v5 >> 1);
    v1 = v6 * 42u + (v5 >> 8);
    } else {
    v1 = v5 * 28u + (v4 >> 4);
    v4 = v1 * 62u + (v6 >> 6);
    }
    if (v5 % 7 == 1) continue;
    v4 += i1 * 92u;
    }
    v2 = v6 * 87u + (v0 >> 1);
    } else {
    if (v0 & 32) {
    for (u32 i2 = v5 % 5; i2 < 3; i2++) {
    v4 = v2 * 71u + (v3 >> 2);
    v0 = v6 * 66u + (v1 >> 4);
    if (v1 % 7 == 6) break;
    v4 += i2 * 84u;
    }
    if (v0 & 8) {
    v6 = v0 * 87u + (v4 >> 8);
    v4 = v0 * 34u + (v0 >> 2);
    }
    }
    if (v1 & 8) {
    if ((int)v0 < (int)v3) {
    v6 = v3 * 38u + (v7 >> 3);
    v6 = v1 * 39u + (v3 >> 8);
    } else {
    v5 = v3 * 6u + (v2 >> 8);
    v7 = v1 * 55u + (v3 >> 2);
    v2 = v0 * 39u + (v3 >> 6);
    }
    if (v5 & 4) {
    v1 = v0 * 81u + (v2 >> 2);
    v2 = v4 * 55u + (v1 >> 7);
    }
    switch (v6 & 3) {
    case 0: v6 ^= v6; break;
    case 1: v6 = v6 * 3 + v6;
    case 2: v6 >>= 3; break;
    default: v6 -= 77; }
    }
    if ((int)v6 < (int)v3) {
    if ((int)v7 < (int)v5) {
    v3 = v4 * 22u + (v4 >> 2);
    v2 = v1 * 79u + (v5 >> 2);
    v3 = v1 * 22u + (v7 >> 4);
    } else {
    v1 = v5 * 65u + (v7 >> 4);
    v7 = v7 * 13u + (v7 >> 1);
    v5 = v2 * 86u + (v1 >> 6);
    }
    for (u32 i2 = v3 % 2; i2 < 6; i2++) {
    v5 = v1 * 84u + (v6 >> 3);
    v2 = v7 * 11u + (v3 >> 4);
    if (v2 % 7 == 0) break;
    v0 += i2 * 16u;
    }
    if (v3 & 1) {
    v6 = v2 * 88u + (v7 >> 8);
    v1 = v1 * 50u + (v5 >> 1);
    }
    } else {
    v6 = v7 * 27u + (v1 >> 5);
    v2 = v7 * 85u + (v5 >> 3);
    if ((int)v5 < (int)v0) {
    v5 = v0 * 61u + (v7 >> 4);
    v4 = v2 * 16u + (v4 >> 8);
    v1 = v4 * 90u + (v0 >> 3);
    } else {
    v1 = v3 * 49u + (v6 >> 7);
    v0 = v3 * 36u + (v2 >> 4);
    v0 = v5 * 20u + (v4 >> 1);
    }
    }
    }
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_14(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 1024];
    u32 v1 = in[t + 5632];
    u32 v2 = in[t + 2688];
    u32 v3 = in[t + 6784];
    u32 v4 = in[t + 4736];
    u32 v5 = in[t + 7040];
    u32 v6 = in[t + 3200];
    u32 v7 = in[t + 2048];
    for (u32 i0 = v7 % 3; i0 < 4; i0++) {
    if ((int)v3 < (int)v1) {
    for (u32 i2 = v7 % 4; i2 < 7; i2++) {
    v5 = v7 * 13u + (v5 >> 5);
    v2 = v2 * 93u + (v4 >> 1);
    if (v1 % 7 == 2) break;
    v0 += i2 * 70u;
    }
    for (u32 i2 = v4 % 5; i2 < 6; i2++) {
    v5 = v0 * 29u + (v2 >> 2);
    v2 = v6 * 91u + (v1 >> 5);
    if (v1 % 7 == 0) continue;
    v1 += i2 * 95u;
    }
    } else {
    if (v2 & 32) {
    v5 = v2 * 94u + (v2 >> 7);
    v4 = v3 * 39u + (v2 >> 8);
    v7 = v0 * 3u + (v1 >> 2);
    }
    v7 = v6 * 76u + (v7 >> 6);
    }
    for (u32 i1 = v7 % 3; i1 < 3; i1++) {
    v1 = v2 * 3u + (v5 >> 7);
    if (v4 & 8) {
    v4 = v2 * 91u + (v1 >> 4);
    v6 = v0 * 66u + (v6 >> 1);
    v6 = v0 * 72u + (v0 >> 6);
    }
    if (v5 % 7 == 1) break;
    v2 += i1 * 64u;
    }
    if (v5 % 7 == 6) break;
    v0 += i0 * 76u;
    }
    if (v0 & 2) {
    if (v3 & 1) {
    if (v5 & 4) {
    v2 = v4 * 49u + (v0 >> 8);
    v6 = v7 * 88u + (v7 >> 7);
    v6 = v6 * 37u + (v2 >> 7);
    }
    if (v6 & 32) {
    v1 = v5 * 62u + (v0 >> 5);
    v3 = v0 * 12u + (v0 >> 2);
    }
    }
    switch (v4 & 3) {
    case 0: v0 ^= v7; break;
    case 1: v0 = v0 * 3 + v7;
    case 2: v7 >>= 3; break;
    default: v4 -= 77; }
    if (v7 & 32) {
    v2 = v7 * 57u + (v7 >> 3);
    for (u32 i2 = v0 % 4; i2 < 7; i2++) {
    v0 = v6 * 77u + (v3 >> 8);
    v6 = v7 * 35u + (v5 >> 5);
    v5 = v4 * 16u + (v3 >> 5);
    if (v0 % 7 == 6) break;
    v7 += i2 * 78u;
    }
    if (v2 & 16) {
    v3 = v5 * 13u + (v7 >> 7);
    v2 = v1 * 87u + (v3 >> 7);
    }
    }
    }
    if (v6 & 2) {
    v1 = v2 * 76u + (v2 >> 3);
    if (v1 & 4) {
    v0 = v7 * 80u + (v5 >> 6);
    if ((int)v7 < (int)v3) {
    v0 = v5 * 40u + (v5 >> 6);
    v4 = v7 * 68u + (v6 >> 1);
    v3 = v1 * 60u + (v1 >> 6);
    } else {
    v6 = v7 * 31u + (v6 >> 7);
    v1 = v0 * 19u + (v5 >> 6);
    }
    }
    if (v1 & 32) {
    for (u32 i2 = v4 % 5; i2 < 5; i2++) {
    v7 = v2 * 14u + (v2 >> 6);
    v0 = v2 * 50u + (v2 >> 7);
    if (v5 % 7 == 4) continue;
    v4 += i2 * 89u;
    }
    if (v2 & 2) {
    v1 = v1 * 98u + (v7 >> 5);
    v7 = v6 * 24u + (v2 >> 1);
    v7 = v5 * 50u + (v3 >> 8);
    }
    v5 = v2 * 58u + (v0 >> 5);
    }
    }
    if ((int)v6 < (int)v2) {
    switch (v2 & 3) {
    case 0: v6 ^= v4; break;
    case 1: v6 = v6 * 3 + v4;
    case 2: v4 >>= 3; break;
    default: v2 -= 77; }
    v1 = mix(v7, v5);
    } else {
    if ((int)v3 < (int)v3) {
    switch (v5 & 3) {
    case 0: v6 ^= v0; break;
    case 1: v6 = v6 * 3 + v0;
    case 2: v0 >>= 3; break;
    default: v5 -= 77; }
    v6 = mix(v6, v5);
    } else {
    v1 = mix(v3, v7);
    if (v0 & 32) {
    v5 = v7 * 27u + (v1 >> 5);
    v5 = v0 * 65u + (v4 >> 3);
    v0 = v6 * 25u + (v3 >> 4);
    }
    }
    v0 = mix(v1, v3);
    v2 = mix(v3, v5);
    }
    for (u32 i0 = v4 % 4; i0 < 6; i0++) {
    for (u32 i1 = v2 % 5; i1 < 3; i1++) {
    switch (v6 & 3) {
    case 0: v0 ^= v3; break;
    case 1: v0 = v0 * 3 + v3;
    case 2: v3 >>= 3; break;
    default: v6 -= 77; }
    v7 = v7 * 12u + (v2 >> 8);
    if (v0 % 7 == 3) break;
    v0 += i1 * 55u;
    }
    switch (v6 & 3) {
    case 0: v6 ^= v5; break;
    case 1: v6 = v6 * 3 + v5;
    case 2: v5 >>= 3; break;
    default: v6 -= 77; }
    if (v6 % 7 == 1) continue;
    v2 += i0 * 67u;
    }
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
extern "C" __global__ void random_control_15(const u32* in, u32* out) {
    const u32 t = threadIdx.x;
    u32 v0 = in[t + 384];
    u32 v1 = in[t + 384];
    u32 v2 = in[t + 3456];
    u32 v3 = in[t + 4864];
    u32 v4 = in[t + 4224];
    u32 v5 = in[t + 256];
    u32 v6 = in[t + 2688];
    u32 v7 = in[t + 7936];
    if ((int)v0 < (int)v4) {
    for (u32 i1 = v4 % 3; i1 < 3; i1++) {
    if ((int)v4 < (int)v0) {
    v3 = v6 * 70u + (v5 >> 8);
    v0 = v3 * 25u + (v5 >> 7);
    } else {
    v1 = v4 * 81u + (v6 >> 5);
    v6 = v6 * 48u + (v3 >> 7);
    v0 = v6 * 25u + (v4 >> 4);
    }
    if ((int)v7 < (int)v1) {
    v3 = v6 * 52u + (v6 >> 8);
    v7 = v5 * 80u + (v1 >> 5);
    } else {
    v6 = v0 * 3u + (v4 >> 6);
    v4 = v7 * 84u + (v7 >> 2);
    v4 = v5 * 43u + (v6 >> 5);
    }
    if (v0 % 7 == 2) break;
    v1 += i1 * 62u;
    }
    if (v4 & 2) {
    v1 = mix(v2, v2);
    v5 = mix(v0, v3);
    }
    } else {
    v4 = mix(v5, v3);
    v5 = v5 * 30u + (v2 >> 2);
    v2 = mix(v2, v5);
    }
    v4 = mix(v6, v1);
    if (v1 & 2) {
    v3 = v4 * 3u + (v0 >> 3);
    if ((int)v6 < (int)v2) {
    v7 = v6 * 4u + (v2 >> 4);
    for (u32 i2 = v7 % 4; i2 < 5; i2++) {
    v3 = v1 * 63u + (v1 >> 6);
    v4 = v5 * 81u + (v0 >> 1);
    v1 = v0 * 7u + (v0 >> 6);
    if (v6 % 7 == 5) continue;
    v3 += i2 * 78u;
    }
    for (u32 i2 = v1 % 2; i2 < 4; i2++) {
    v0 = v4 * 25u + (v5 >> 8);
    v1 = v7 * 48u + (v5 >> 2);
    if (v3 % 7 == 5) break;
    v6 += i2 * 39u;
    }
    } else {
    if ((int)v0 < (int)v0) {
    v0 = v7 * 7u + (v0 >> 8);
    v0 = v1 * 80u + (v6 >> 2);
    } else {
    v0 = v6 * 75u + (v1 >> 6);
    v0 = v0 * 17u + (v1 >> 1);
    }
    switch (v2 & 3) {
    case 0: v3 ^= v6; break;
    case 1: v3 = v3 * 3 + v6;
    case 2: v6 >>= 3; break;
    default: v2 -= 77; }
    }
    for (u32 i1 = v6 % 3; i1 < 7; i1++) {
    for (u32 i2 = v7 % 2; i2 < 4; i2++) {
    v3 = v0 * 86u + (v1 >> 8);
    v2 = v3 * 91u + (v6 >> 8);
    v6 = v2 * 24u + (v2 >> 5);
    if (v5 % 7 == 2) break;
    v4 += i2 * 78u;
    }
    for (u32 i2 = v4 % 5; i2 < 4; i2++) {
    v1 = v4 * 47u + (v1 >> 3);
    v2 = v1 * 91u + (v6 >> 1);
    if (v3 % 7 == 1) break;
    v6 += i2 * 54u;
    }
    v4 = v5 * 17u + (v0 >> 1);
    if (v0 % 7 == 0) continue;
    v1 += i1 * 12u;
    }
    }
    v0 = mix(v0, v2);
    v5 = mix(v6, v2);
    out[t + 0] = v0;
    out[t + 128] = v1;
    out[t + 256] = v2;
    out[t + 384] = v3;
    out[t + 512] = v4;
    out[t + 640] = v5;
    out[t + 768] = v6;
    out[t + 896] = v7;
}
