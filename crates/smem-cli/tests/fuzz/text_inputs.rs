//! Inputs that are read and not run: launch files, attributes, CUDA C++.

use smem_cuda::{CudaText, check_nesting, without_host_code};
use smem_launch::{LaunchFile, LaunchShape, printable};

use crate::mutate::{self, show};
use crate::random::Random;

/// CUDA C++ with most of what device code has.
const FEATURES: &[u8] = include_bytes!("../../../smem-sim/tests/fixtures/features.cu");

pub(crate) const LAUNCHES: &str = r#"
[buffers]
a = { type = "f32", len = 256, init = "random", min = -1, max = 2.5, seed = 7 }
b = { type = "i32", values = [1, -2, 3] }
row = { type = "u64", len = 2, pointers = { 0 = "a", 8 = "a+512" } }
out = { type = "f16", len = 1024, init = "iota" }
raw = { file = "raw.bin" }

[textures]
image = { kind = "tex2D", type = "u8", channels = 4, size = [8, 8], buffer = "a", filter = "linear", address = ["wrap", "mirror"], border = [0, 1, 0, 1] }

[symbols]
taps = { type = "f32", values = [0.25, 0.5] }
table = { symbols = ["taps"] }

[[launch]]
kernel = "blur<256>"
grid = [2, 1, 1]
block = [128, 1, 1]
shared = 16
cluster = 2
args = ["a", "out", "b+4", { i32 = 256 }, { f32 = [1.0, 2.0] }, "null", { bytes = "00ff00ff00ff00ff", pointers = { 0 = "a" } }]
"#;
const ARGUMENTS: [&str; 9] = [
    "u32:16384",
    "f32:1.0,2.5",
    "in:i32[16384]=random(7)",
    "out:i32[4]=1,2,3,4",
    "in+64",
    "image:tex2D.linear.normalizedFloat:u8x4[64x48]=random",
    "null",
    "bytes:00ff00ff",
    "a:u8[]=file(a.bin)",
];

pub(crate) fn launch_file(random: &mut Random) {
    let words = [
        "len",
        "type",
        "\"u8\"",
        "init",
        "\"iota\"",
        "file",
        "\"/dev/zero\"",
        "{",
        "}",
        "[[",
        "]]",
        "pointers",
        "nan",
        "symbols",
        "''",
    ];
    if random.below(3) == 0 {
        let argument = mutate::text(ARGUMENTS[random.below(ARGUMENTS.len())], &words, random);
        let _ = LaunchFile::of_arguments("k", LaunchShape::of([1, 1, 1], [1, 1, 1]), &[argument]);
        return;
    }
    let text = mutate::text(LAUNCHES, &words, random);
    show(&text);
    if let Ok(launches) = LaunchFile::parse(&text, "launches.toml") {
        let _ = (launches.kernels().count(), launches.buffers().count(), launches.launches().count());
    }
}

const TILES: [&str; 8] = [
    "A(f32): 32, 32, pad = auto, access(row, col)",
    "B(u64): 16, 64, swizzle = (3, 3, 3), arch = sm_90, stages = 2",
    "C(u16): 64, 64, access(ldmatrix, fragment(m16n8k16, a)), conflicts = allow",
    "D([f32; 4]): 8, 8, layout = auto, memory = dynamic, cuda = \"Tile\"",
    "E(f64): 32, 32, access(lanes(|lane, warp| (lane % 8 + warp, lane / 8), vec = 2), warps = 4)",
    "F(f32): 4, 16, 16, access(block(4, 8), window(2, 2), stride(3, aligned), transposed(row)), swizzle = rotate(1)",
    "G(u8): 256, swizzle = matrix([1, 2, 4, 8, 16, 32, 64, 128])",
    "H(Half): 8, 64, swizzle = tma128, elem(bytes = 2, cuda = \"__half\", include = \"cuda_fp16.h\")",
];

pub(crate) fn attribute(random: &mut Random) {
    let words = [
        "pad", "auto", "swizzle", "access", "row", "col", "lanes", "|l|", "(", ")", "-", "!", "%", "<<", "[", "]",
        "every", "u128",
    ];
    let tile = mutate::text(TILES[random.below(TILES.len())], &words, random);
    if random.below(2) == 0 {
        show(&tile);
        let _ = smem_derive_impl::read::line(&tile);
        return;
    }
    let (_, args) = tile.split_once(':').unwrap_or(("", &tile));
    let source = format!(
        "const N: usize = 4 * (8 + 1);\n#[smem_tile({args})]\nstruct A(f32);\n#[shared_block] struct S {{ a: A, b: [u8; N] }}\n"
    );
    let source = mutate::text(&source, &["mod a {", "}", "#[", "]", "struct", "macro_rules! a"], random);
    show(&source);
    if let Ok(items) = smem_derive_impl::read::file(&source) {
        let _ = (items.tiles.len(), items.blocks.len());
    }
}

const HOST: &str = "#define TILE 32
#if defined(LARGE) && LARGE > 2
constexpr int N = 1 << 20;
#else
const int N = TILE * 8;
#endif
namespace ops {
template <class T, int W = 4> __global__ void scan(T* a, const float (*b)[TILE], int n) {
    __shared__ T tile[TILE][TILE + 1];
    tile[threadIdx.x][0] = a[n];
}
}
int main() {
    float *a, host[N];
    cudaMalloc((void**)&a, N * sizeof(float));
    dim3 grid((N + TILE - 1) / TILE, 2), block{TILE};
    for (int i = 0; i < 3; ++i) ops::scan<float, 8><<<grid, block, 4 * TILE, 0>>>(a + i, nullptr, N - i);
    cudaLaunchKernel((void*)ops::scan<int>, grid, block, nullptr, 0, 0);
}
";

/// Reads CUDA C++ as `profile` does to find kernels and launches; its parser is C.
pub(crate) fn cuda_text(random: &mut Random) {
    let original = if random.below(3) == 0 { String::from_utf8_lossy(FEATURES).into_owned() } else { HOST.to_string() };
    let words = [
        "<<<",
        ">>>",
        "template <",
        "{",
        "}",
        "(",
        ")",
        "#if",
        "#endif",
        "#define N N + 1\n",
        "#define F(x) F(x) F(x)\n",
        "N",
        "/*",
        "R\"(",
        "\\\n",
        "1 / 0",
        "1 << 99",
        "sizeof(",
        "::",
        "dim3",
        "\0",
    ];
    let text = mutate::text(&original, &words, random);
    show(&text);
    if check_nesting(&text).is_err() {
        return;
    }
    let read = CudaText::parse(&text);
    let names: Vec<String> = read.kernels().iter().map(|kernel| kernel.signature()).collect();
    let launches = read.launches();
    for launch in launches.iter().take(50) {
        let _ = (launch.line(), launch.kernel_name(), launch.values().is_ok());
    }
    let _ = (names.len(), read.shared_arrays("tile").len(), read.unread_lines().len());
}

pub(crate) fn host_code(random: &mut Random) {
    let text = String::from_utf8_lossy(FEATURES);
    let words = [
        "namespace a {",
        "struct b {",
        "}",
        "/*",
        "R\"(",
        "#include \"/etc/passwd\"",
        "\\\n",
        "template <",
        ">",
        "__global__",
        "\"",
        "'",
        "%:include",
        "#",
    ];
    let text = mutate::text(&text, &words, random);
    let _ = printable(&text);
    if check_nesting(&text).is_ok() {
        let device = without_host_code(&text, |header| header == "kept.h");
        assert_eq!(device.matches('\n').count(), text.matches('\n').count());
        assert!(!device.contains("#include \"/etc"), "{device}");
    }
}
