#include <cstdio>
#include <vector>

#define W 16
#define H 8

__global__ void box3x3(const float *img, float *out, int pitch, int rows) {
    __shared__ float s[H + 2][W + 2];
    int x = threadIdx.x, y = threadIdx.y;
    int gx = blockIdx.x * W + x, gy = blockIdx.y * H + y;
    auto at = [&](int yy, int xx) {
        return yy >= 0 && yy < rows && xx >= 0 && xx < pitch ? img[yy * pitch + xx] : 0.0f;
    };
    s[y + 1][x + 1] = at(gy, gx);
    if (x == 0) s[y + 1][0] = at(gy, gx - 1);
    if (x == W - 1) s[y + 1][W + 1] = at(gy, gx + 1);
    if (y == 0) s[0][x + 1] = at(gy - 1, gx);
    if (y == H - 1) s[H + 1][x + 1] = at(gy + 1, gx);
    __syncthreads();
    float sum = 0.0f;
    for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx) sum += s[y + dy][x + dx];
    if (gx < pitch && gy < rows) out[gy * pitch + gx] = sum / 9.0f;
}

template <class T>
static T *device_buffer(int count) {
    void *p = nullptr;
    cudaMalloc(&p, count * sizeof(T));
    return static_cast<T *>(p);
}

template <class T, class F>
static void fill_buffer(T *dst, int count, F gen) {
    std::vector<T> h(count);
    for (int j = 0; j < count; ++j) h[j] = gen(j);
    cudaMemcpy(dst, h.data(), count * sizeof(T), cudaMemcpyHostToDevice);
}

int main() {
    float *img = device_buffer<float>(512);
    fill_buffer(img, 512, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *out = device_buffer<float>(512);
    cudaMemset(out, 0, 512 * sizeof(float));
    box3x3<<<dim3(2, 2), dim3(16, 8)>>>(img, out, 32, 16);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(img);
    cudaFree(out);
    return rc != cudaSuccess;
}
