//! Tensor maps and structs as launches describe them, on the simulator.

use smem_launch::{Arch, CudaSource, Device, Install, Isa, LaunchFile, LaunchShape};

/// Copies the box of a block to shared memory, and from there in order to `out`.
const COPY: &str = r#"
struct alignas(64) Map { unsigned long long words[16]; };
struct Copies { int rows, cols; unsigned short* out; Map map; };
__device__ void copy(const Map& map, int rows, int cols, unsigned short* out) {
    extern __shared__ __align__(1024) unsigned short tile[];
    __shared__ __align__(8) unsigned long long barrier;
    unsigned to = (unsigned)__cvta_generic_to_shared(tile), bar = (unsigned)__cvta_generic_to_shared(&barrier);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(bar));
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(bar), "r"(rows * cols * 2));
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
            :: "r"(to), "l"(&map), "r"(cols * (int)blockIdx.x), "r"(rows * (int)blockIdx.y), "r"(bar) : "memory");
    }
    __syncthreads();
    unsigned done = 0;
    while (!done) asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
        : "=r"(done) : "r"(bar) : "memory");
    unsigned short* own = out + rows * cols * (blockIdx.x + gridDim.x * blockIdx.y);
    for (int i = threadIdx.x; i < rows * cols; i += blockDim.x) own[i] = tile[i];
}
__global__ void by_value(const __grid_constant__ Map map, int rows, int cols, unsigned short* out) { copy(map, rows, cols, out); }
__global__ void in_struct(const __grid_constant__ Copies all) { copy(all.map, all.rows, all.cols, all.out); }
"#;

fn run(file: &LaunchFile, text: &str, buffer: &str) -> Result<Vec<u8>, String> {
    let device = Device::simulator_of(Arch::SM_90, Isa::Sass, Install::Allowed).unwrap();
    let source = file.kernels().fold(CudaSource::new(text, "copies.cu"), CudaSource::kernel).option("-arch=sm_90a");
    let program = device.load_source(source).map_err(|error| error.to_string())?;
    let launches = file.upload(&device, &program, ".".as_ref()).map_err(|error| error.to_string())?;
    launches.simulate(&device, 0).map_err(|error| error.to_string())?;
    Ok(launches.read(&device, buffer).unwrap().unwrap())
}

fn halves(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}

const BOX: [usize; 2] = [4, 32];
const TENSOR: [usize; 2] = [8, 64];

/// The elements of the boxes of a 2 x 2 grid one after the other, of a tensor whose element is its number; each chunk of 16 bytes is where a swizzle of
/// 64 bytes has it.
fn boxes(swizzled: bool) -> Vec<u16> {
    let mut all = Vec::new();
    for (y, x) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        for row in 0..BOX[0] {
            for col in 0..BOX[1] {
                // Rows of 64 bytes: two are in the 128 bytes after which the pattern goes on.
                let from = if swizzled { col ^ (row / 2 % 4) << 3 } else { col };
                all.push(((BOX[0] * y + row) * TENSOR[1] + BOX[1] * x + from) as u16);
            }
        }
    }
    all
}

#[test]
fn a_tensor_map_copies_rows_of_the_last_dimension() {
    let launch = LaunchShape::of([2, 2, 1], [32, 1, 1]).shared_bytes(2048);
    for (options, swizzled) in [("", false), (" swizzle=64B", true)] {
        let map = format!("map:t[8,64].u16=iota box=4x32{options}");
        let file = LaunchFile::of_arguments("by_value", launch, &[&map, "i32:4", "i32:32", "out:u16[512]"]).unwrap();
        assert_eq!(halves(&run(&file, COPY, "out").unwrap()), boxes(swizzled), "{map}");
    }
}

#[test]
fn a_struct_holds_numbers_pointers_and_tensor_maps() {
    let text = r#"
        [buffers]
        t = { type = "u16", len = 512, init = "iota" }
        out = { type = "u16", len = 512 }
        [[launch]]
        kernel = "in_struct"
        grid = [2, 2]
        block = 32
        shared = 2048
        args = ["struct[192,64]{0=i32:4, 4=i32:32, 8=out, 64=map:t[8,64].u16 box=4x32 swizzle=64B}"]
    "#;
    let file = LaunchFile::parse(text, "copies.toml").unwrap();
    assert_eq!(halves(&run(&file, COPY, "out").unwrap()), boxes(true));
}

#[test]
fn a_buffer_holds_structs_with_pointers() {
    let text = "struct Row { int n; const int* data; };
        __global__ void sum(const Row* rows, int* out) {
            int all = 0;
            for (int i = 0; i < rows[threadIdx.x].n; ++i) all += rows[threadIdx.x].data[i];
            out[threadIdx.x] = all;
        }";
    let args =
        ["rows:struct[16,8][3]{0=i32:2, 8=data}{0=i32:3, 8=data+8}{}", "out:i32[3]", "data:i32[8]=1,2,3,4,5,6,7,8"];
    let launch = LaunchShape::of([1, 1, 1], [3, 1, 1]);
    // The third declares a buffer alone: the kernel takes two.
    assert!(
        run(&LaunchFile::of_arguments("sum", launch, &args).unwrap(), text, "out").unwrap_err().contains("takes 2")
    );
    let described = "[buffers]\ndata = { type = \"i32\", values = [1, 2, 3, 4, 5, 6, 7, 8] }\n[[launch]]\nkernel = \"sum\"\ngrid = 1\nblock = 3
        args = [\"rows:struct[16,8][3]{0=i32:2, 8=data}{0=i32:3, 8=data+8}{}\", \"out:i32[3]\"]";
    let bytes = run(&LaunchFile::parse(described, "sum.toml").unwrap(), text, "out").unwrap();
    let sums: Vec<i32> = bytes.chunks(4).map(|part| i32::from_le_bytes(part.try_into().unwrap())).collect();
    assert_eq!(sums, [3, 12, 0]);
}

#[test]
fn a_tensor_that_its_buffer_does_not_hold_is_one_sentence() {
    let launch = LaunchShape::of([2, 2, 1], [32, 1, 1]).shared_bytes(2048);
    let args = ["map:out[8,64].u16 box=4x32", "i32:4", "i32:32", "out:u16[511]"];
    let error = run(&LaunchFile::of_arguments("by_value", launch, &args).unwrap(), COPY, "out").unwrap_err();
    assert!(error.ends_with("the tensor has 1024 bytes, and `out` has 1022 for it"), "{error}");
    for (args, why) in [
        (["map:a[8,64].u16=iota box=4x32", "a:u16[512]"], "there is a buffer `a` already"),
        (["map:a[8,64].u16=iota box=4x32", "map:a[8,64].u16=iota box=4x32"], "the buffer `a` has contents already"),
        (["a:tex2D:u8[4x4]", "map:a[8,64].u16=iota box=4x32"], "there is a texture `a` already, which has contents"),
        (["struct[8,8]{0=b}", "a:u16[512]"], "`b` is not a buffer"),
    ] {
        let error = LaunchFile::of_arguments("k", launch, &args).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}
