//! Which headers of CUDA files are the host's and which are CUDA's for device code, by their names.

/// Returns true for a name of a library that the host alone calls: `cublasHandle_t`, `MPI_Comm`.
pub(super) fn is_of_host_library(name: &str) -> bool {
    const LIBRARIES: [&str; 12] = [
        "cublas", "cublasLt", "cudnn", "cufft", "cusolver", "cusparse", "cutensor", "nccl", "ncclx", "nvjpeg", "nvml",
        "MPI",
    ];
    // Of the driver: not the types that kernels take, `CUtensorMap` and `CUtexObject`.
    const DRIVER: [&str; 9] = [
        "CUresult",
        "CUmodule",
        "CUfunction",
        "CUcontext",
        "CUdevice",
        "CUstream",
        "CUevent",
        "CUlinkState",
        "CUlibrary",
    ];
    DRIVER.contains(&name)
        || LIBRARIES.iter().any(|library| {
            let rest = name.strip_prefix(library);
            rest.is_some_and(|rest| rest.starts_with(|first: char| first == '_' || first.is_ascii_uppercase()))
        })
}

/// Returns whether a header, by its name in an `#include`, is one of the C or C++ library, of the system or of CUDA's host API, which
/// device code does without.
///
/// ```
/// use smem_cuda::is_host_header;
///
/// assert!(is_host_header("vector") && is_host_header("stdio.h") && is_host_header("cuda_runtime.h"));
/// assert!(!is_host_header("cuda/barrier") && !is_host_header("my_kernels.cuh"));
/// ```
pub fn is_host_header(name: &str) -> bool {
    const C: [&str; 19] = [
        "assert.h",
        "complex.h",
        "ctype.h",
        "errno.h",
        "fcntl.h",
        "float.h",
        "inttypes.h",
        "limits.h",
        "math.h",
        "memory.h",
        "pthread.h",
        "signal.h",
        "stdbool.h",
        "stddef.h",
        "stdint.h",
        "stdio.h",
        "stdlib.h",
        "string.h",
        "time.h",
    ];
    if is_device_header(name) {
        return false;
    }
    !name.contains('.')
        || name.starts_with("thrust/")
        || name.starts_with("cub/")
        || C.contains(&name)
        || ["sys/", "unistd.h", "omp.h", "mpi.h", "cublas", "curand.h", "cufft", "cusparse", "cudnn", "nvml"]
            .iter()
            .any(|start| name.starts_with(start))
        || HOST_API.iter().any(|start| name.starts_with(start))
}

/// How the headers of CUDA's host API begin, and those of graphics.
const HOST_API: [&str; 16] = [
    "GL/",
    "GLES",
    "GLUT/",
    "EGL/",
    "OpenGL/",
    "X11/",
    "helper_gl",
    "windows.h",
    "strings.h",
    "cuda_runtime",
    "cuda_profiler_api",
    "cuda.h",
    "cuda_gl",
    "cudart",
    "cuda_device_runtime",
    "device_launch_parameters",
];

/// Returns whether a header, by its name in an `#include`, is one of CUDA's for device code, which NVRTC can include.
///
/// ```
/// use smem_cuda::is_device_header;
///
/// assert!(is_device_header("cuda_fp16.h") && is_device_header("cub/block/block_scan.cuh"));
/// assert!(!is_device_header("cuda_runtime.h") && !is_device_header("vector"));
/// ```
pub fn is_device_header(name: &str) -> bool {
    const WHOLE: [&str; 12] = [
        "cuda_fp16.h",
        "cuda_fp16.hpp",
        "cuda_bf16.h",
        "cuda_bf16.hpp",
        "cuda_fp8.h",
        "cuda_fp6.h",
        "cuda_fp4.h",
        "cuda_pipeline.h",
        "cuda_pipeline_primitives.h",
        "cuda_awbarrier.h",
        "cuda_awbarrier_primitives.h",
        "cuda_texture_types.h",
    ];
    // Thrust's others are for the host, whose containers and algorithms they declare.
    const THRUST: [&str; 6] = [
        "thrust/complex.h",
        "thrust/functional.h",
        "thrust/pair.h",
        "thrust/swap.h",
        "thrust/tuple.h",
        "thrust/type_traits.h",
    ];
    const BEGINNINGS: [&str; 8] =
        ["cooperative_groups", "curand_", "mma.h", "cub/", "cuda/", "math_constants.h", "nv/", "cuComplex.h"];
    const HOST_OF_CUB: [&str; 4] = ["cub/host/", "cub/util_allocator", "cub/util_device", "cub/util_vsmem"];
    if HOST_OF_CUB.iter().any(|beginning| name.starts_with(beginning)) {
        return false;
    }
    WHOLE.contains(&name) || THRUST.contains(&name) || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

/// Returns the headers for device code in place of one that includes those of the host as well; `None` for any other header.
///
/// ```
/// let headers = smem_cuda::device_headers_of("cub/cub.cuh").unwrap();
/// assert!(headers.contains(&"cub/block/block_reduce.cuh"));
/// assert_eq!(smem_cuda::device_headers_of("cub/block/block_reduce.cuh"), None);
/// // A library's header declares the types of half precision, too.
/// assert_eq!(smem_cuda::device_headers_of("cublas_v2.h"), Some(&["cuda_fp16.h", "cuda_bf16.h"][..]));
/// ```
pub fn device_headers_of(name: &str) -> Option<&'static [&'static str]> {
    if name == "cub/cub.cuh" || name.starts_with("cub/device/") {
        return Some(&CUB);
    }
    WITH_HALVES.iter().any(|start| name.starts_with(start)).then_some(&HALVES)
}

/// How the headers of libraries for the host begin that include those of half precision.
const WITH_HALVES: [&str; 5] = ["cublas", "cudnn", "cusparse", "cusolver", "nccl.h"];

/// The headers of half precision.
const HALVES: [&str; 2] = ["cuda_fp16.h", "cuda_bf16.h"];

/// The headers of CUB's collectives: what a block, a warp and a thread do together. The others launch kernels.
const CUB: [&str; 24] = [
    "cub/block/block_reduce.cuh",
    "cub/block/block_adjacent_difference.cuh",
    "cub/block/block_discontinuity.cuh",
    "cub/block/block_exchange.cuh",
    "cub/block/block_histogram.cuh",
    "cub/block/block_load.cuh",
    "cub/block/block_merge_sort.cuh",
    "cub/block/block_radix_rank.cuh",
    "cub/block/block_radix_sort.cuh",
    "cub/block/block_scan.cuh",
    "cub/block/block_shuffle.cuh",
    "cub/block/block_store.cuh",
    "cub/iterator/cache_modified_input_iterator.cuh",
    "cub/iterator/counting_input_iterator.cuh",
    "cub/thread/thread_load.cuh",
    "cub/thread/thread_operators.cuh",
    "cub/thread/thread_reduce.cuh",
    "cub/thread/thread_scan.cuh",
    "cub/thread/thread_store.cuh",
    "cub/warp/warp_exchange.cuh",
    "cub/warp/warp_merge_sort.cuh",
    "cub/warp/warp_reduce.cuh",
    "cub/warp/warp_scan.cuh",
    "cub/util_ptx.cuh",
];
