//! Launch files whose buffers, variables and textures are filled in a simulator, and whose launches are made.

use std::fs;

use smem_launch::{Device, Install, Isa, LaunchFile, Program};

use crate::mutate::{self, show};
use crate::random::Random;
use crate::text_inputs::LAUNCHES;

/// A kernel with the parameters of [`LAUNCHES`], which reads through each pointer.
const KERNEL: &str = ".version 8.8
.target sm_90
.address_size 64
.const .align 4 .b8 taps[8];
.global .align 4 .b8 table[8];
.visible .entry blur(.param .u64 a, .param .u64 out, .param .u64 b, .param .u32 n, .param .align 8 .b8 pair[8], .param .u64 none,
    .param .align 8 .b8 view[8]) {
.reg .b64 %d<6>;
.reg .b32 %r<4>;
ld.param.u64 %d0, [a];
ld.param.u64 %d1, [b];
ld.param.u64 %d2, [view];
ld.param.u64 %d3, [out];
ld.global.u32 %r0, [%d0];
ld.global.u32 %r1, [%d1];
ld.global.u32 %r2, [%d2];
ld.const.u32 %r3, [taps];
st.global.u32 [%d3], %r3;
ret;
}
";

thread_local! {
    /// Of this worker, which has many inputs.
    static MACHINE: (Device, Program) = machine();
}

fn machine() -> (Device, Program) {
    let device = Device::simulator(Isa::Ptx, Install::Allowed).unwrap();
    let limited =
        |simulator: smem_sim::Simulator| simulator.host_threads(1).instruction_limit(200_000).memory_limit(64 << 20);
    let device = device.with_simulator(limited);
    let program = device.load_ptx(KERNEL, "blur.ptx").unwrap();
    (device, program)
}

/// Fills and launches what a mutated launch file describes.
pub(crate) fn run(random: &mut Random) {
    let words = [
        "len",
        "type",
        "\"u8\"",
        "init",
        "\"iota\"",
        "file",
        "\"/dev/zero\"",
        "\"../raw.bin\"",
        "{",
        "}",
        "[[",
        "]]",
        "pointers",
        "values",
        "symbols",
        "\"a+1020\"",
        "2147483648",
        "cluster = 8",
    ];
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("raw.bin"), [7; 64]).unwrap();
    let original = LAUNCHES.replace("blur<256>", "blur");
    let text = if random.below(10) == 0 { original } else { mutate::text(&original, &words, random) };
    show(&text);
    let Ok(launches) = LaunchFile::parse(&text, "launches.toml") else { return };
    MACHINE.with(|(device, program)| {
        let Ok(uploaded) = launches.upload(device, program, folder.path()) else { return };
        for at in 0..uploaded.len().min(8) {
            let _ = uploaded.simulate(device, at).map_err(|error| error.to_string());
        }
        let _ = uploaded.read(device, "out");
    });
}
