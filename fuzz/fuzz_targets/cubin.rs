//! Files with machine code: images of programs, and a cubin with the listing that the disassembler prints of it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use smem_sass::{GpuImage, GpuImageKind};
use smem_sim::{Arch, KernelArg, LaunchShape, Module, Simulator};

/// Separates a cubin from its listing in an input.
const LISTING: &[u8] = b"\nLISTING\n";

fuzz_target!(|input: &[u8]| {
    let split = input.windows(LISTING.len()).position(|window| window == LISTING);
    let Some(at) = split else {
        return images(input);
    };
    let listing = String::from_utf8_lossy(&input[at + LISTING.len()..]);
    if let Ok(module) = smem_sass::module(&input[..at], &listing) {
        launch(&module);
    }
});

fn images(file: &[u8]) {
    let Ok(images) = GpuImage::all(file) else { return };
    for image in images.iter().take(8) {
        let _ = (image.to_string(), image.names());
        let Ok(bytes) = image.bytes() else { continue };
        if image.kind() == GpuImageKind::MachineCode {
            let _ = smem_sass::module(&bytes, "");
        }
    }
}

fn launch(module: &Module) {
    let names: Vec<String> = module.kernels().map(str::to_owned).collect();
    for name in names.iter().take(2) {
        let simulator = Simulator::new(Arch::SM_90).host_threads(1).instruction_limit(20_000).memory_limit(16 << 20);
        let pointer = KernelArg::Ptr(simulator.alloc(1 << 12));
        let shape = LaunchShape::of([2, 1, 1], [33, 1, 1]).shared_bytes(1024);
        for args in
            [vec![], vec![pointer.clone(); 2], vec![pointer.clone(), pointer.clone(), pointer, KernelArg::U32(9)]]
        {
            let error = simulator.launch(module, name, &shape, &args).err();
            let _ = error.map(|error| error.to_string());
        }
    }
}
