//! The complete way of `smem-tile profile` with PTX, from the text to each report. The compiler that it needs to be there is installed where the tests have it;
//! no input comes to it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use smem_profile::{Accepted, Isa, Job, render};

fuzz_target!(|text: &str| {
    let job = Job::of_text("k.ptx", text).isa(Isa::Ptx).grid(2).block(33).shared(256).overruns(true);
    let Ok(report) = job.max_memory(64 << 20).max_instructions(20_000).run() else { return };
    let _ = report.verdict(&Accepted::default()).exit_code();
    let _ = (render::text_lines(&report, true).len(), render::json(&report).len(), render::svg(&report));
    let _ = render::sarif_of_all(&[report]);
});
