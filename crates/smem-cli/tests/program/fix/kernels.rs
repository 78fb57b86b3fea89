//! Kernels with conflicts, and how they are launched.

use super::Launched;

/// A transpose of 64 x 64 through 32 x 32.
pub(super) const TRANSPOSE: Launched<'_> = Launched {
    text: "__global__ void transpose(float* out, const float* in, int n) {
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        out[(y + i) * n + x] = tile[threadIdx.x][threadIdx.y + i];
}",
    launch: &[
        "--grid",
        "2,2",
        "--block",
        "32,8",
        "--arg",
        "out:f32[4096]",
        "--arg",
        "in:f32[4096]=random",
        "--arg",
        "i32:64",
    ],
};

/// A matrix product of 64 x 64 tiles, whose A is stored transposed.
pub(super) const MATRIX_PRODUCT: Launched<'_> = Launched {
    text: "#define BK 8
constexpr int BM = 64, BN = 64;
__global__ void gemm(const float* A, const float* B, float* C, int N) {
    __shared__ float As[BK][BM];
    __shared__ float Bs[BK][BN];
    int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    float acc[4][4] = {};
    for (int k = 0; k < N; k += BK) {
        if (tid < 128) {
            int r = tid / 2, c = tid % 2 * 4;
            float4 v = *reinterpret_cast<const float4*>(&A[(blockIdx.y * BM + r) * N + k + c]);
            As[c + 0][r] = v.x;
            As[c + 1][r] = v.y;
            As[c + 2][r] = v.z;
            As[c + 3][r] = v.w;
        } else {
            int t = tid - 128, r = t / 16, c = t % 16 * 4;
            float4 v = *reinterpret_cast<const float4*>(&B[(k + r) * N + blockIdx.x * BN + c]);
            *reinterpret_cast<float4*>(&Bs[r][c]) = v;
        }
        __syncthreads();
        for (int i = 0; i < BK; ++i) {
            float a[4];
            for (int m = 0; m < 4; ++m)
                a[m] = As[i][ty * 4 + m];
            float4 b = *reinterpret_cast<float4*>(&Bs[i][tx * 4]);
            for (int m = 0; m < 4; ++m) {
                acc[m][0] += a[m] * b.x;
                acc[m][1] += a[m] * b.y;
                acc[m][2] += a[m] * b.z;
                acc[m][3] += a[m] * b.w;
            }
        }
        __syncthreads();
    }
    for (int m = 0; m < 4; ++m)
        for (int n = 0; n < 4; ++n)
            C[(blockIdx.y * BM + ty * 4 + m) * N + blockIdx.x * BN + tx * 4 + n] = acc[m][n];
}",
    launch: &[
        "--grid",
        "1,1",
        "--block",
        "256",
        "--arg",
        "a:f32[4096]=random",
        "--arg",
        "b:f32[4096]=random",
        "--arg",
        "c:f32[4096]",
        "--arg",
        "i32:64",
    ],
};

/// A stencil along y, by warps that walk the columns of their tile.
pub(super) const STENCIL: Launched<'_> = Launched {
    text: "template <int R>
__global__ void stencil(const double* in, double* out, int pitch) {
    __shared__ double line[16][32 + 2 * R];
    int column = threadIdx.x, row = threadIdx.y;
    for (int i = threadIdx.y; i < 32 + 2 * R; i += blockDim.y)
        line[column][i] = in[(blockIdx.y * 32 + i) * pitch + blockIdx.x * 16 + column];
    __syncthreads();
    for (int i = row; i < 32; i += blockDim.y) {
        double sum = 0;
        for (int k = 0; k <= 2 * R; ++k)
            sum += line[column][i + k];
        out[(blockIdx.y * 32 + i) * pitch + blockIdx.x * 16 + column] = sum;
    }
}",
    launch: &[
        "--kernel",
        "stencil<16>",
        "--grid",
        "2,2",
        "--block",
        "16,16",
        "--arg",
        "in:f64[8192]=random",
        "--arg",
        "out:f64[8192]",
        "--arg",
        "i32:64",
    ],
};

/// Sums of columns: each thread adds a row of a tile that was loaded along its rows.
pub(super) const COLUMN_REDUCTION: Launched<'_> = Launched {
    text: "__global__ void sums(const int* in, int* out) {
    __shared__ int part[64][64];
    for (int i = threadIdx.x; i < 64 * 64; i += blockDim.x)
        part[i / 64][i % 64] = in[blockIdx.x * 4096 + i];
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < 64; ++i)
        sum += part[threadIdx.x][i];
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}",
    launch: &["--grid", "3", "--block", "64", "--arg", "in:i32[12288]=random", "--arg", "out:i32[192]"],
};

/// A reduction in one dimension, with interleaved addresses.
pub(super) const INTERLEAVED: Launched<'_> = Launched {
    text: "__global__ void reduce(const int* in, int* out) {
    __shared__ int sdata[256];
    unsigned tid = threadIdx.x;
    sdata[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned index = 2 * s * tid;
        if (index < blockDim.x)
            sdata[index] += sdata[index + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = sdata[0];
}",
    launch: &["--grid", "4", "--block", "256", "--arg", "in:i32[1024]=random", "--arg", "out:i32[4]"],
};
