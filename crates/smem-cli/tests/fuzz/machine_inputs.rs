//! Inputs that hold kernels: PTX, cubins with their listings, images of programs.

use std::time::Duration;

use smem_launch::{Disassembler, Install, ToolLimits};
use smem_sass::{GpuImage, GpuImageKind};
use smem_sim::{Arch, KernelArg, LaunchShape, Module, Simulator};

use crate::mutate::{self, show};
use crate::random::Random;

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

pub(crate) fn ptx(random: &mut Random) {
    let original = text_of(TEXTS[random.below(TEXTS.len())], random);
    let text = mutate::text(&original, &PTX_WORDS, random);
    show(&text);
    if let Ok(module) = smem_ptx::module(&text) {
        launch(&module, Arch::SM_90, random, |kernel| declared(&text, kernel));
    }
}

pub(crate) fn cubin(random: &mut Random) {
    let (cubin, listing, arch) = CUBINS[random.below(CUBINS.len())];
    run_code(&mutate::bytes(cubin, random), &String::from_utf8_lossy(listing), arch, random);
}

pub(crate) fn listing(random: &mut Random) {
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
    if let Ok(module) = smem_sass::module(cubin, listing) {
        launch(&module, arch, random, |_| vec![8, 8, 8, 4]);
        launch(&module, arch, random, |_| vec![8, 8, 8, 8, 4, 4]);
    }
}

/// Gives a cubin to the disassembler, which reads its line information, too.
pub(crate) fn disassembled(random: &mut Random) {
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

pub(crate) fn image(random: &mut Random) {
    let file = mutate::bytes(IMAGES[random.below(IMAGES.len())], random);
    let Ok(images) = GpuImage::all(&file) else { return };
    for image in images.iter().take(20) {
        let _ = (image.to_string(), image.names());
        let Ok(bytes) = image.bytes() else { continue };
        if image.kind() == GpuImageKind::MachineCode {
            let _ = smem_sass::module(&bytes, "");
        }
    }
}
