//! The kinds of inputs.

use std::time::Duration;

use smem_cuda::{CudaText, check_nesting, without_host_code};
use smem_launch::{Disassembler, Install, Launch, LaunchFile, ToolLimits, printable};
use smem_sim::{Arch, GpuImage, GpuImageKind, KernelArg, LaunchShape, Module, Simulator};

use crate::random::Random;
use crate::{launched, mutate, program};

/// A kind of inputs: its name, how many of 1000 inputs are of it, and what is done with one.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) share: u64,
    run: fn(&mut Random),
}

pub(crate) const KINDS: [Kind; 12] = [
    Kind { name: "PTX", share: 288, run: ptx },
    Kind { name: "cubin", share: 150, run: cubin },
    Kind { name: "listing with line information", share: 100, run: listing },
    Kind { name: "image", share: 200, run: image },
    Kind { name: "launch file", share: 60, run: launch_file },
    Kind { name: "launch file, filled and launched", share: 40, run: launched::run },
    Kind { name: "attribute", share: 100, run: attribute },
    Kind { name: "host code", share: 38, run: host_code },
    Kind { name: "CUDA C++, read for kernels and launches", share: 20, run: cuda_text },
    Kind { name: "debug information, through the program", share: 2, run: program::run },
    Kind { name: "CUDA C++, through the program and the compiler", share: 1, run: program::run_cuda },
    Kind { name: "cubin, through the disassembler", share: 1, run: disassembled },
];

macro_rules! fixture {
    ($name:literal) => {
        include_bytes!(concat!("../../../smem-sim/tests/fixtures/", $name))
    };
}

const TEXTS: [&[u8]; 4] =
    [fixture!("scan.13.ptx"), fixture!("features.13.ptx"), fixture!("math.12.ptx"), fixture!("features.12.ptx")];
const CUBINS: [(&[u8], &[u8], Arch); 4] = [
    (fixture!("scan.sm_90.cubin"), fixture!("scan.sm_90.sass"), Arch::SM_90),
    (fixture!("features.sm_90.cubin"), fixture!("features.sm_90.sass"), Arch::SM_90),
    (fixture!("features.sm_80.cubin"), fixture!("features.sm_80.sass"), Arch::SM_80),
    (fixture!("math.sm_90.cubin"), fixture!("math.sm_90.sass"), Arch::SM_90),
];
const IMAGES: [&[u8]; 6] = [
    fixture!("transpose.zstd.fatbin"),
    fixture!("transpose.lz4.fatbin"),
    fixture!("transpose.concat.fatbin"),
    fixture!("transpose.o"),
    fixture!("scan.sm_90.cubin"),
    fixture!("math.sm_90.cubin"),
];

/// The kind of an input.
pub(crate) fn of(input: u64) -> &'static Kind {
    let mut place = input % 1000;
    for kind in &KINDS {
        match place.checked_sub(kind.share) {
            None => return kind,
            Some(rest) => place = rest,
        }
    }
    &KINDS[0]
}

pub(crate) fn describe(input: u64) -> String {
    format!("input {input}: {}", of(input).name)
}

/// Shows the input that is tried again.
pub(crate) fn show(text: &str) {
    if std::env::var_os("SMEM_FUZZ_ONLY").is_some() {
        println!("{}", text.escape_debug());
    }
}

/// Makes an input and does with it what the program does.
pub(crate) fn run(input: u64) {
    (of(input).run)(&mut Random::of(input));
}

/// A simulator with small budgets.
fn simulator(arch: Arch, random: &mut Random) -> Simulator {
    let simulator = Simulator::new(arch).host_threads(1).instruction_limit(200_000).memory_limit(64 << 20);
    simulator.race_check(random.below(2) == 0)
}

/// Launches every kernel of a module with arguments that fit `widths`, bytes of each parameter by kernel.
fn launch(module: &Module, arch: Arch, random: &mut Random, widths: impl Fn(&str) -> Vec<u32>) {
    let names: Vec<String> = module.kernels().map(str::to_string).collect();
    for name in names.iter().take(12) {
        let sim = simulator(arch, random);
        let memory = sim.alloc(1 << 14);
        let arg = |width: &u32| match width {
            8 => KernelArg::Ptr(memory),
            4 => KernelArg::U32(9),
            other => KernelArg::Bytes(vec![1; *other as usize]),
        };
        let args: Vec<KernelArg> = widths(name).iter().map(arg).collect();
        let shape = LaunchShape::of([2, 1, 1], [33, 1, 1]).shared_bytes(1024);
        let error = sim.launch(module, name, &shape, &args).err();
        let _ = error.map(|error| error.to_string());
        let _ = sim.take_printed();
    }
}

/// Bytes of the parameters that the text declares for a kernel.
fn declared(ptx: &str, kernel: &str) -> Vec<u32> {
    let Some((_, rest)) = ptx.split_once(&format!(".entry {kernel}(")) else { return Vec::new() };
    let list = rest.split(')').next().unwrap_or_default();
    let wide = |parameter: &str| if parameter.contains("64") { 8 } else { 4 };
    list.split(',').filter(|parameter| parameter.contains(".param")).map(wide).collect()
}

const PTX_WORDS: [&str; 40] = [
    "%r1",
    "%rd1",
    "%p1",
    "%f1",
    "0",
    "-1",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "@%p1",
    "bra",
    "ret;",
    ".reg .b32 %q<3>;",
    "ld.shared.u32",
    ".v4",
    "bar.sync 0;",
    "exit;",
    "4294967295",
    ":",
    "|",
    ".align 3",
    "<",
    "_",
    "\"",
    "/*",
    "%tid.x",
    ".global",
    ".b8 x[4294967295];",
    ".local .b8 y[500000];",
    "call",
    "(again)",
    ".func",
    ".loc 1 4294967295 7",
    ".file 9 \"/dev/zero\"",
    ".pragma \"x\";",
];

/// One kernel of a fixture, or all of it.
fn text_of(fixture: &[u8], random: &mut Random) -> String {
    let text = String::from_utf8_lossy(fixture).into_owned();
    let Some(start) = text.find(".visible .entry") else { return text };
    let kernels: Vec<&str> = text[start..].split(".visible .entry").skip(1).collect();
    if random.below(20) == 0 || kernels.is_empty() {
        return text;
    }
    format!("{}.visible .entry{}", &text[..start], kernels[random.below(kernels.len())])
}

fn ptx(random: &mut Random) {
    let original = text_of(TEXTS[random.below(TEXTS.len())], random);
    let text = mutate::text(&original, &PTX_WORDS, random);
    show(&text);
    if let Ok(module) = Module::parse(&text) {
        launch(&module, Arch::SM_90, random, |kernel| declared(&text, kernel));
    }
}

fn cubin(random: &mut Random) {
    let (cubin, listing, arch) = CUBINS[random.below(CUBINS.len())];
    run_code(&mutate::bytes(cubin, random), &String::from_utf8_lossy(listing), arch, random);
}

fn listing(random: &mut Random) {
    let words = [
        "//## File",
        "\"/dev/zero\", line 4294967295",
        "inlined at",
        "BRA",
        "R255",
        "EXIT ;",
        "c[0x0][0x210]",
        "/*0000*/",
        ".text.",
    ];
    let (cubin, listing, arch) = CUBINS[random.below(CUBINS.len())];
    let listing = mutate::text(&String::from_utf8_lossy(listing), &words, random);
    run_code(cubin, &listing, arch, random);
}

fn run_code(cubin: &[u8], listing: &str, arch: Arch, random: &mut Random) {
    if let Ok(module) = Module::from_cubin(cubin, listing) {
        launch(&module, arch, random, |_| vec![8, 8, 8, 4]);
        launch(&module, arch, random, |_| vec![8, 8, 8, 8, 4, 4]);
    }
}

/// Gives a cubin to the disassembler, which reads its line information, too.
fn disassembled(random: &mut Random) {
    let (cubin, _, arch) = CUBINS[random.below(CUBINS.len())];
    let cubin = mutate::bytes(cubin, random);
    ToolLimits::default().memory(1 << 30).time(Duration::from_secs(5)).set();
    // Listings of hostile inputs are not kept.
    let installed = Disassembler::find(Install::Allowed).unwrap();
    let folder = Install::Allowed.folder().map_or(Install::Refused, Install::LookIn);
    let disassembler = Disassembler::find(folder).unwrap_or(installed);
    if let Ok(listing) = disassembler.listing(&cubin) {
        run_code(&cubin, &listing, arch, random);
    }
}

fn image(random: &mut Random) {
    let file = mutate::bytes(IMAGES[random.below(IMAGES.len())], random);
    let Ok(images) = GpuImage::all(&file) else { return };
    for image in images.iter().take(20) {
        let _ = (image.to_string(), image.names());
        let Ok(bytes) = image.bytes() else { continue };
        if image.kind() == GpuImageKind::MachineCode {
            let _ = Module::from_cubin(&bytes, "");
        }
    }
}

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

fn launch_file(random: &mut Random) {
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
        let _ = LaunchFile::of_arguments("k", Launch::new([1, 1, 1], [1, 1, 1]), &[argument]);
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

fn attribute(random: &mut Random) {
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
fn cuda_text(random: &mut Random) {
    let original = if random.below(3) == 0 {
        String::from_utf8_lossy(fixture!("features.cu")).into_owned()
    } else {
        HOST.to_string()
    };
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

fn host_code(random: &mut Random) {
    let text = String::from_utf8_lossy(fixture!("features.cu"));
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
