//! Files of host and device code as people write them: NVRTC compiles what `profile` leaves of them, and the kernel is the same.

use crate::call::Folder;
use serde_json::Value;

/// Profiles a kernel `k` that adds `USE` to what it reads, after `before`.
fn profiled(before: &str, used: &str) {
    let text = format!(
        "{before}
        __global__ void k(float* d) {{
            __shared__ float t[32];
            t[threadIdx.x] = d[threadIdx.x];
            __syncthreads();
            d[threadIdx.x] = t[31 - threadIdx.x] + {used};
        }}"
    );
    let folder = Folder::with(&[("a.cu", &text)]);
    let shape = ["--kernel", "k", "--grid", "1", "--block", "32", "--arg", "d:f32[64]", "--json"];
    let answer = folder.call(&[&["profile", "a.cu"], &shape[..]].concat());
    let report: Value = serde_json::from_str(&answer.out).unwrap_or_else(|_| panic!("{text}\n{}", answer.err));
    assert_eq!(
        (&report["launches"][0]["kernel"], &report["launches"][0]["loads"]["wavefronts"]),
        (&"k".into(), &1.into())
    );
}

#[test]
fn device_code_has_what_it_names_of_the_standard_library() {
    profiled(
        "#include <limits>
        #include <vector>
        #include <iostream>
        using namespace std;
        template <typename D> struct A { static __device__ D z() { return -std::numeric_limits<D>::max(); } };
        template <class T> using Lim = std::numeric_limits<T>;
        typedef std::pair<float, int> P;
        struct Pad { std::array<float, 2> v; };
        struct Host { std::vector<int> v; };
        template <class T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0> __device__ T same(T v) { return v; }
        void print(const Host& h) { cout << h.v.size(); }",
        "A<float>::z() + Lim<float>::min() + P(1, 2).first + Pad{{1, 2}}.v[1] + same(2.f) + numeric_limits<float>::epsilon()
            + std::min(1.f, d[0]) + std::uint32_t(3) + std::sqrt(d[1])",
    );
}

#[test]
fn a_header_that_asks_for_the_version_of_posix_is_read() {
    profiled(
        "#include <unistd.h>
        #if _POSIX_VERSION >= 200112L
        typedef unsigned long long Stamp;
        #else
        #error \"no stamps here\"
        #endif",
        "(float)sizeof(Stamp)",
    );
}

#[test]
fn declarations_that_name_host_code_go_and_constants_of_constants_stay() {
    profiled(
        "#include <cstdlib>
        #define API extern \"C\"
        #define ALIGN(x) __align__(x)
        __align__(8) struct Res { int a; float b; };
        ALIGN(16) struct Wide { float x; };
        typedef struct __align__(8) { int a; float b; } Named;
        namespace M { void run(float* o) { } __device__ float kept(float x) { return x; } }
        using M::run;
        using M::kept;
        namespace po = boost::program_options;
        using namespace thrust;
        int host(int a) { return a; }
        using Pointer = decltype(&host);
        const int FROM_HOST = host(3);
        const int FROM_OUTSIDE = atoi(getenv(\"N\"));
        const float a = 1.5f;
        const double b = -a;
        static const float c = b / 3 + a;
        __constant__ float both[] = {a, -a};
        const float inf = INFINITY;
        constexpr int up(int n) { return n + 1; }
        const int n = up(3);
        API void f() { }
        UNKNOWN int g() { return 2; }
        auto lambda = [] __device__ (int x) { return x; };",
        "kept(c) + b + both[0] + inf + n + Res{1, 2.f}.b + Wide{1.f}.x + Named{1, 2.f}.b",
    );
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn headers_of_host_and_device_code_give_the_device_codes_part() {
    profiled(
        "#include <cub/cub.cuh>
        #include <cub/util_allocator.cuh>
        #include <thrust/device_vector.h>
        using namespace cub;
        cub::CachingDeviceAllocator g_allocator(true);
        thrust::device_vector<float> v;
        using Warp = cub::WarpReduce<float>;
        __device__ float sum(float x) { __shared__ Warp::TempStorage s; return Warp(s).Sum(x); }",
        "sum(d[0])",
    );
}
