// The compiler's own mathematics, long enough to use most of the instruction set; and structs passed by value.
extern "C" __global__ void singles(const float* in, float* out) {
    int i = threadIdx.x;
    float x = in[i], *o = out + 8 * i;
    o[0] = sinf(x); o[1] = cosf(x); o[2] = logf(x); o[3] = powf(x, 1.3f);
    o[4] = tanhf(x); o[5] = cbrtf(x); o[6] = fmodf(x, 3.0f); o[7] = roundf(x);
}

extern "C" __global__ void doubles(const double* in, double* out) {
    int i = threadIdx.x;
    double x = in[i], *o = out + 8 * i;
    o[0] = sin(x); o[1] = exp(x); o[2] = log(x); o[3] = pow(x, 1.3);
    o[4] = atan2(x, 2.0); o[5] = cbrt(x); o[6] = fmod(x, 3.0); o[7] = rsqrt(x);
}

struct State { int a[5]; double d; char c; };
__device__ __noinline__ State step(State s, int k) { s.a[k % 5] += k; s.d *= 2; s.c ^= 3; return s; }
extern "C" __global__ void structs(State s, State* out) { out[threadIdx.x] = step(step(s, threadIdx.x), 7); }
