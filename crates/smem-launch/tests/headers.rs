//! Sources that include CUDA's headers, with whatever headers this machine has or gets.

use smem_launch::{
    Arg, CudaSource, Device, DeviceChoice, Error, Install, Kernel, LaunchShape, Nvrtc, Profile, ToolError,
};
use smem_tile::smem_tile;
use smem_tile::translation_unit;

#[smem_tile(32, 32, elem(cuda = "__half", include = "cuda_fp16.h"))]
struct HalfTile(u16);

#[smem_tile(32, 32, pad = auto, elem(cuda = "__half2", include = "cuda_fp16.h"))]
struct HalfPairs(u32);

#[smem_tile(32, 32, elem(cuda = "__nv_bfloat16", include = "cuda_bf16.h"))]
struct BrainTile(u16);

/// Transposes 32 x 32 elements of each of the tiles.
const KERNEL: &str = "\
template <typename Tile> __device__ void transpose(const typename Tile::Elem* from, typename Tile::Elem* to) {
    __shared__ Tile tile;
    tile(threadIdx.y, threadIdx.x) = from[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    to[threadIdx.y * 32 + threadIdx.x] = tile(threadIdx.x, threadIdx.y);
}
extern \"C\" __global__ void halves(const __half* from, __half* to) { transpose<HalfTile>(from, to); }
extern \"C\" __global__ void pairs(const __half2* from, __half2* to) { transpose<HalfPairs>(from, to); }
extern \"C\" __global__ void brains(const __nv_bfloat16* from, __nv_bfloat16* to) { transpose<BrainTile>(from, to); }
extern \"C\" __global__ void doubled(const __half* from, __half* to) {
    to[threadIdx.x] = __float2half(2.0f * __half2float(from[threadIdx.x]));
}
";

/// Launches a kernel of this file.
fn launch_on(
    device: &Device,
    kernel: &Kernel,
    launch: LaunchShape,
    args: &[Arg<'_>],
) -> Result<Option<Profile>, Error> {
    // SAFETY: the kernels here access the elements of the buffers that the tests give them, one or more a thread.
    unsafe { device.launch(kernel, launch, args) }
}

#[test]
fn the_text_of_a_tile_begins_with_the_header_of_its_element() {
    assert!(
        HalfTile::CUDA.starts_with("#include \"cuda_fp16.h\"\n#line 1 \"HalfTile.smem.cuh\"\n"),
        "{}",
        HalfTile::CUDA
    );
    let unit = translation_unit(&[HalfTile::CUDA, HalfPairs::CUDA, BrainTile::CUDA], "halves.cu", KERNEL);
    let includes: Vec<&str> = unit.lines().filter(|line| line.starts_with("#include")).collect();
    assert_eq!(includes, ["#include \"cuda_fp16.h\"", "#include \"cuda_bf16.h\""], "once each");
    assert!(unit.find("#include \"cuda_bf16.h\"") < unit.find("struct"), "in front of every struct");
}

#[test]
fn tiles_of_half_precision_compile_and_transpose() {
    let unit = translation_unit(&[HalfTile::CUDA, HalfPairs::CUDA, BrainTile::CUDA], "halves.cu", KERNEL);
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    let program = device.load(&unit, "halves.cu").unwrap();
    let launch = LaunchShape::of([1, 1, 1], [32, 32, 1]);
    let halves: Vec<u16> = (0..1024).map(|at| (at * 57) as u16).collect();
    for name in ["halves", "brains"] {
        let (from, to) = (device.upload(&halves).unwrap(), device.zeros::<u16>(1024).unwrap());
        let profile = launch_on(&device, &program.kernel(name).unwrap(), launch, &[from.arg(), to.arg()]).unwrap();
        let expected: Vec<u16> = (0..1024).map(|at| halves[at % 32 * 32 + at / 32]).collect();
        assert_eq!(device.download(&to).unwrap(), expected, "{name}");
        let excess: u64 = profile.iter().flat_map(|profile| &profile.shared).map(|count| count.excess()).sum();
        assert_eq!(excess, 0, "{name} has bank conflicts");
    }
    let pairs: Vec<u32> = (0..1024).map(|at| at * 0x10_0401).collect();
    let (from, to) = (device.upload(&pairs).unwrap(), device.zeros::<u32>(1024).unwrap());
    launch_on(&device, &program.kernel("pairs").unwrap(), launch, &[from.arg(), to.arg()]).unwrap();
    let expected: Vec<u32> = (0..1024).map(|at| pairs[at % 32 * 32 + at / 32]).collect();
    assert_eq!(device.download(&to).unwrap(), expected);

    // 1.0 and -0.5 in half precision, and twice that.
    let mut values = vec![0x3c00_u16; 1024];
    values[1] = 0xb800;
    let (from, to) = (device.upload(&values).unwrap(), device.zeros::<u16>(1024).unwrap());
    launch_on(&device, &program.kernel("doubled").unwrap(), launch, &[from.arg(), to.arg()]).unwrap();
    assert_eq!(device.download(&to).unwrap()[..3], [0x4000, 0xbc00, 0x4000]);
}

#[test]
fn a_mistake_in_the_text_of_a_tile_names_the_tile() {
    #[smem_tile(32, 32, elem(bytes = 2, cuda = "no_such_type"))]
    struct Wrong(u16);
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let unit = translation_unit(&[Wrong::CUDA], "wrong.cu", "extern \"C\" __global__ void none() {}\n");
    let message = nvrtc.compile_ptx(&unit, "program.cu", &[]).unwrap_err().to_string();
    let line = 1 + Wrong::CUDA.lines().skip(1).position(|line| line.contains("using Elem = no_such_type;")).unwrap();
    assert!(message.contains(&format!("\nWrong.smem.cuh({line}): error: ")), "{message}");
    assert!(message.contains(&format!("{line:>5} |     using Elem = no_such_type;")), "{message}");
}

/// A kernel for each header that a source may need, with a name that only that header declares.
const INCLUDED: [(&str, &str); 9] = [
    ("cuda/std/array", "cuda::std::array<int, 4> a{}; *to = a.size();"),
    ("cuda/std/cstdint", "*to = sizeof(cuda::std::uint64_t);"),
    ("cuda/atomic", "cuda::atomic_ref<int, cuda::thread_scope_device>(*to).fetch_add(4);"),
    (
        "cub/block/block_scan.cuh",
        "using Scan = cub::BlockScan<int, 32>; __shared__ Scan::TempStorage storage; int x = 4; \
         Scan(storage).ExclusiveSum(x, x); *to = x;",
    ),
    ("thrust/tuple.h", "*to = thrust::get<1>(thrust::make_tuple(3, 4));"),
    ("cuda_fp16.h", "*to = __half2int_rn(__float2half(4.0f));"),
    ("mma.h", "nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> f; *to = f.num_elements;"),
    ("cooperative_groups.h", "*to = cooperative_groups::this_thread_block().size();"),
    (
        "cooperative_groups/reduce.h",
        "auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block()); \
      *to = cooperative_groups::reduce(warp, 4, cooperative_groups::plus<int>());",
    ),
];

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn headers_of_the_runtime_and_of_the_core_libraries_compile() {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let arch = nvrtc.architecture_up_to(90).unwrap();
    for (header, body) in INCLUDED {
        let text = format!("#include <{header}>\nextern \"C\" __global__ void k(int* to) {{ {body} }}\n");
        let source = CudaSource::new(text, "k.cu").option(format!("-arch=sm_{arch}")).option("--std=c++17");
        let compiled = nvrtc.compile(&source).unwrap_or_else(|error| panic!("{header}: {error}"));
        assert!(compiled.cubin().is_some() && compiled.ptx().contains(".entry k("), "{header}");
    }
}

#[test]
fn a_block_scan_of_cub_runs() {
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    let text = "#include <cub/block/block_scan.cuh>
        template <typename T, int Threads> __global__ void scan(T* data) {
            using Scan = cub::BlockScan<T, Threads>;
            __shared__ typename Scan::TempStorage storage;
            Scan(storage).InclusiveSum(data[threadIdx.x], data[threadIdx.x]);
        }";
    let program = device.load(text, "scan.cu").unwrap();
    let (ints, floats) = (device.upload(&[1_i32; 128]).unwrap(), device.upload(&[0.5_f64; 64]).unwrap());
    let ints_scan = program.kernel("scan<int, 128>").unwrap();
    launch_on(&device, &ints_scan, LaunchShape::of([1, 1, 1], [128, 1, 1]), &[ints.arg()]).unwrap();
    assert_eq!(device.download(&ints).unwrap(), (1..=128).collect::<Vec<i32>>());
    let floats_scan = program.kernel("scan<double, 64>").unwrap();
    launch_on(&device, &floats_scan, LaunchShape::of([1, 1, 1], [64, 1, 1]), &[floats.arg()]).unwrap();
    assert_eq!(device.download(&floats).unwrap(), (1..=64).map(|n| f64::from(n) / 2.0).collect::<Vec<f64>>());
}

#[test]
fn a_header_of_the_users_own_is_not_looked_for() {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let source = "#include \"no_such_types.h\"\n";
    let error = nvrtc.compile_ptx(source, "own.cu", &[]).unwrap_err();
    assert!(matches!(error, ToolError::Compile { .. }) && error.to_string().contains("no_such_types.h"), "{error}");
}

/// Compiles offline: the test below runs this in a process of its own, where there are no headers.
#[test]
#[ignore = "another test runs it"]
fn compile_offline() {
    let unit = translation_unit(&[HalfTile::CUDA], "halves.cu", "");
    let error = Nvrtc::find(Install::Refused).unwrap().compile_ptx(&unit, "halves.cu", &[]).unwrap_err();
    println!("exit code {}: {error}", Error::from(error.clone()).exit_code());
}

#[cfg(unix)]
#[test]
fn offline_the_missing_header_is_named_with_the_command_to_run() {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let location = nvrtc.location();
    let library = std::path::Path::new(&location);
    if !library.is_absolute() {
        eprintln!("this machine's loader knows NVRTC: its missing headers are not tested");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("target/cuda/nvidia/cuda_nvrtc");
    std::fs::create_dir_all(&place).unwrap();
    std::os::unix::fs::symlink(library.parent().unwrap(), place.join("lib")).unwrap();
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--nocapture", "headers::compile_offline"])
        // No python3 that could know of wheels.
        .env("PATH", folder.path())
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .env_remove("CUDA_PATH")
        .env_remove("LD_LIBRARY_PATH")
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{message}{}", String::from_utf8_lossy(&output.stderr));
    let (major, minor) = nvrtc.version();
    let why =
        format!("exit code 2: `halves.cu` includes `cuda_fp16.h`: no CUDA {major}.{minor} headers on this machine");
    if std::path::Path::new("/usr/local/cuda/include").is_dir()
        || std::path::Path::new("/usr/include/cuda_fp16.h").is_file()
    {
        eprintln!("this machine has a CUDA toolkit: its missing headers are not tested");
        return;
    }
    assert!(message.contains(&why) && message.contains("python3 -I -m pip install"), "{message}");
}
