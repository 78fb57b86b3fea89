//! The complete way of `smem-tile profile` on small PTX, from the text to each report, and of `--init` on CUDA C++. No tool is installed or needed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use smem_profile::{Accepted, Install, Isa, Job, render};

fuzz_target!(|text: &str| {
    let _ = Job::of_text("k.cu", text).install(Install::Refused).starter();
    let job = Job::of_text("k.ptx", text).isa(Isa::Ptx).install(Install::Refused).cache(false);
    let job = job.grid(2).block(33).shared(256).max_memory(64 << 20).max_instructions(20_000);
    let Ok(report) = job.overruns(true).run() else { return };
    let _ = (report.verdict(&Accepted::default()).exit_code(), render::json(&report), render::sarif_of_all(&[report.clone()]));
    let _ = (render::text_lines(&report, true).len(), render::svg(&report));
});
