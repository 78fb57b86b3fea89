//! PTX, read and launched with small budgets.

#![no_main]

use libfuzzer_sys::fuzz_target;
use smem_sim::{Arch, KernelArg, LaunchShape, Simulator};

fuzz_target!(|text: &str| {
    let Ok(module) = smem_ptx::module(text) else { return };
    let names: Vec<String> = module.kernels().map(str::to_owned).collect();
    for name in names.iter().take(2) {
        let simulator = Simulator::new(Arch::SM_90).host_threads(1).instruction_limit(20_000).memory_limit(16 << 20);
        let memory = simulator.alloc(1 << 12);
        let shape = LaunchShape::of([2, 1, 1], [33, 1, 1]).shared_bytes(1024);
        for count in 0..4 {
            let args = vec![KernelArg::Ptr(memory); count];
            let error = simulator.launch(&module, name, &shape, &args).err();
            let _ = error.map(|error| error.to_string());
        }
        let _ = simulator.take_printed();
    }
});
