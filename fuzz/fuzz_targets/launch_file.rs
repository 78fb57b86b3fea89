//! Launch files, and arguments as the command line takes them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use smem_launch::{LaunchFile, LaunchShape};

fuzz_target!(|text: &str| {
    if let Ok(launches) = LaunchFile::parse(text, "launches.toml") {
        let _ = (launches.kernels().count(), launches.buffers().count(), launches.launches().count());
    }
    let arguments: Vec<String> = text.lines().take(8).map(str::to_owned).collect();
    let _ = LaunchFile::of_arguments("k", LaunchShape::of([1, 1, 1], [1, 1, 1]), &arguments);
});
