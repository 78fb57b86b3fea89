// Arrays of threads in local memory: kernels that stay in them, and kernels that leave one for the next. The line of an overrun is marked A.
#define KERNEL(name) extern "C" __global__ void name(int* data, int n)
#define T threadIdx.x

struct Mixed {
    float x[4];
    int y[3];
};

KERNEL(right_arrays) {
    int a[8], b[8];
    for (int i = 0; i < 8; ++i) { a[i] = data[i]; b[i] = 2 * data[i]; }
    a[(n + T) & 7] = 5;
    data[T] = b[T & 7] + a[(T + 3) & 7];
}
KERNEL(wrong_arrays) {
    int a[8], b[8];
    for (int i = 0; i < 8; ++i) { a[i] = data[i]; b[i] = 2 * data[i]; }
    a[8 + (n & T)] = 5;  // A
    data[T] = b[T & 7] + a[(T + 3) & 7];
}
KERNEL(wrong_volatile_arrays) {
    volatile int a[8]; volatile int b[8];
    for (int i = 0; i < 8; ++i) { a[i] = i; b[i] = 2 * i; }
    a[8 + data[T]] = 5;  // A
    data[T] = b[T & 7] + a[(T + 3) & 7];
}
KERNEL(right_struct) {
    Mixed m;
    int a[8];
    for (int i = 0; i < 8; ++i) a[i] = data[i];
    for (int i = 0; i < 4; ++i) m.x[i] = data[i];
    for (int i = 0; i < 3; ++i) m.y[i] = data[i + n];
    data[T] = a[T & 7] + m.y[(T + n) % 3] + (int)m.x[T & 3];
}
KERNEL(right_rounds) {
    int a[16], b[16];
    for (int i = 0; i < 16; ++i) { a[i] = data[i]; b[i] = data[i + 16]; }
#pragma unroll 1
    for (int i = 1; i <= n; ++i) { a[i - 1] += b[16 - i]; b[i + 7] -= a[i + 7]; }
    for (int i = 8; i < 8 + n; ++i) a[i - 8] = b[i - 7] + a[i];
    data[T] = a[T & 15] + b[T & 15];
}
KERNEL(wrong_reader) {
    int a[16], b[16];
    for (int i = 0; i < 16; ++i) { a[i] = data[i]; b[i] = data[i + 16]; }
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i <= 16; ++i) sum += a[(i * n) / n];  // A
    data[T] = sum + b[T & 15] + a[(T + n) & 15];
}
KERNEL(wrong_front) {
    int a[16], b[16];
    for (int i = 0; i < 16; ++i) { a[i] = data[i]; b[i] = data[i + 16]; }
    b[(int)(T & 7) - 2] = n;  // A
    data[T] = a[T & 15] + b[(T + n) & 15];
}
KERNEL(right_choice) {
    int a[4], b[4];
    for (int i = 0; i < 4; ++i) { a[i] = data[i]; b[i] = data[i + 4]; }
    int* x = n & 1 ? a : b;
    x[n & 3] = 7;
    data[T] = a[T & 3] + b[T & 3] + x[(T + n) & 3];
}
KERNEL(right_rows) {
    float m[4][4];
    int a[4];
    for (int i = 0; i < 16; ++i) m[i >> 2][i & 3] = data[i];
    for (int i = 0; i < 4; ++i) a[i] = data[i + 16];
    data[T] = (int)m[0][(T + n) & 15] + a[T & 3];
}
static __device__ __forceinline__ int sum(const short* s, int n) {
    int all = 0;
#pragma unroll 1
    for (int i = 0; i < n; ++i) all += s[i];
    return all;
}
KERNEL(right_call) {
    short s[6], t[10];
    for (int i = 0; i < 6; ++i) s[i] = data[i];
    for (int i = 0; i < 10; ++i) t[i] = data[i + 6];
    s[n % 6] = 3;
    t[n % 10] = 4;
    data[T] = sum(s + 2, n) + sum(t, n + 2);
}
KERNEL(wrong_short_array) {
    short s[6], t[10];
    for (int i = 0; i < 6; ++i) s[i] = data[i];
    for (int i = 0; i < 10; ++i) t[i] = data[i + 6];
    s[n % 6] = 3;
    t[n % 10] = 4;
    int all = 0;
#pragma unroll 1
    for (int i = 0; i <= n; ++i) all += s[i + 2];  // A
    data[T] = all + t[T % 10];
}
