//! Sources that include CUDA's headers, with whatever headers this machine has or gets.

use smem_launch::Error;
use smem_launch::{Choice, Device, Install, Launch, Nvrtc};
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
    let device = Device::open(Choice::Auto, Install::Allowed).unwrap();
    let program = device.load(&unit, "halves.cu").unwrap();
    let launch = Launch::new([1, 1, 1], [32, 32, 1]);
    let halves: Vec<u16> = (0..1024).map(|at| (at * 57) as u16).collect();
    for name in ["halves", "brains"] {
        let (from, to) = (device.upload(&halves).unwrap(), device.zeros::<u16>(1024).unwrap());
        let profile = device.launch(&program.kernel(name).unwrap(), launch, &[from.arg(), to.arg()]).unwrap();
        let expected: Vec<u16> = (0..1024).map(|at| halves[at % 32 * 32 + at / 32]).collect();
        assert_eq!(device.download(&to).unwrap(), expected, "{name}");
        let excess: u64 = profile.iter().flat_map(|profile| &profile.shared).map(|count| count.excess()).sum();
        assert_eq!(excess, 0, "{name} has bank conflicts");
    }
    let pairs: Vec<u32> = (0..1024).map(|at| at * 0x10_0401).collect();
    let (from, to) = (device.upload(&pairs).unwrap(), device.zeros::<u32>(1024).unwrap());
    device.launch(&program.kernel("pairs").unwrap(), launch, &[from.arg(), to.arg()]).unwrap();
    let expected: Vec<u32> = (0..1024).map(|at| pairs[at % 32 * 32 + at / 32]).collect();
    assert_eq!(device.download(&to).unwrap(), expected);

    // 1.0 and -0.5 in half precision, and twice that.
    let mut values = vec![0x3c00_u16; 1024];
    values[1] = 0xb800;
    let (from, to) = (device.upload(&values).unwrap(), device.zeros::<u16>(1024).unwrap());
    device.launch(&program.kernel("doubled").unwrap(), launch, &[from.arg(), to.arg()]).unwrap();
    assert_eq!(device.download(&to).unwrap()[..3], [0x4000, 0xbc00, 0x4000]);
}

#[test]
fn a_mistake_in_the_text_of_a_tile_names_the_tile() {
    #[smem_tile(32, 32, elem(bytes = 2, cuda = "no_such_type"))]
    struct Wrong(u16);
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let unit = translation_unit(&[Wrong::CUDA], "wrong.cu", "extern \"C\" __global__ void none() {}\n");
    let told = nvrtc.compile_ptx(&unit, "program.cu", &[]).unwrap_err().to_string();
    let line = 1 + Wrong::CUDA.lines().skip(1).position(|line| line.contains("using Elem = no_such_type;")).unwrap();
    assert!(told.contains(&format!("\nWrong.smem.cuh({line}): error: ")), "{told}");
    assert!(told.contains(&format!("{line:>5} |     using Elem = no_such_type;")), "{told}");
}

#[test]
fn a_header_of_the_users_own_is_not_looked_for() {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let source = "#include \"no_such_types.h\"\n";
    let error = nvrtc.compile_ptx(source, "own.cu", &[]).unwrap_err();
    assert!(matches!(error, Error::Compile { .. }) && error.to_string().contains("no_such_types.h"), "{error}");
}

/// Compiles offline: the test below runs this in a process of its own, where there are no headers.
#[test]
#[ignore = "another test runs it"]
fn compile_offline() {
    let unit = translation_unit(&[HalfTile::CUDA], "halves.cu", "");
    let error = Nvrtc::find(Install::Refused).unwrap().compile_ptx(&unit, "halves.cu", &[]).unwrap_err();
    println!("exit code {}: {error}", error.exit_code());
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
        .args(["--exact", "--ignored", "--nocapture", "compile_offline"])
        // No python3 that could know of wheels.
        .env("PATH", folder.path())
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .env_remove("CUDA_PATH")
        .env_remove("LD_LIBRARY_PATH")
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    let (major, minor) = nvrtc.version();
    let why =
        format!("exit code 2: `halves.cu` includes `cuda_fp16.h`: no CUDA {major}.{minor} headers on this machine");
    if std::path::Path::new("/usr/local/cuda/include").is_dir()
        || std::path::Path::new("/usr/include/cuda_fp16.h").is_file()
    {
        eprintln!("this machine has a CUDA toolkit: its missing headers are not tested");
        return;
    }
    assert!(told.contains(&why) && told.contains("python3 -m pip install"), "{told}");
}
