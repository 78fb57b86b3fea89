//! Installing NVRTC, with a `pip` that takes what this machine has instead of the network.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use super::call::scan2d;
use super::output::stderr;
use smem_launch::{Install, Nvrtc};

/// Does as `python3 -m pip install .. --target SITE WHEEL` does, slowly, and notes each call. `python3 -c ..`, the
/// search for wheels, finds none.
const PYTHON: &str = r#"#!/bin/sh
[ "$1" = -c ] && exit 0
PATH=/bin:/usr/bin
echo "$@" >> "$CALLS"
while [ "$1" != --target ]; do shift; done
mkdir -p "$2/nvidia/cuda_nvrtc/lib" "$2/nvrtc-1.dist-info"
sleep 1
ln -s "$LIBRARIES"/* "$2/nvidia/cuda_nvrtc/lib/"
"#;

#[test]
fn two_programs_at_once_install_it_once_and_both_use_it() {
    let library = Nvrtc::find(Install::Allowed).unwrap().location();
    let Some(libraries) = Path::new(&library).parent().filter(|folder| folder.is_absolute()) else {
        eprintln!("this machine's loader knows NVRTC: installing is not tested");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (python, calls) = (folder.path().join("python3"), folder.path().join("calls"));
    fs::write(&python, PYTHON).unwrap();
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    let start = || {
        scan2d(&["--size", "1x1", "--device", "sim"])
            .env("PATH", folder.path())
            .env("CARGO_TARGET_DIR", folder.path().join("target"))
            .env("CALLS", &calls)
            .env("LIBRARIES", libraries)
            .env_remove("CUDA_PATH")
            .env_remove("LD_LIBRARY_PATH")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let outputs = [start(), start()].map(|program| program.wait_with_output().unwrap());
    if !calls.exists() {
        eprintln!("this machine has a CUDA toolkit: installing is not tested");
        return;
    }
    for output in &outputs {
        assert!(output.status.success(), "{}", stderr(output));
    }
    let calls = fs::read_to_string(&calls).unwrap();
    assert_eq!(calls.matches("-m pip install").count(), 1, "{calls}");
    assert!(calls.contains("--no-deps") && calls.contains("--require-hashes"), "{calls}");
    let told: String = outputs.iter().map(stderr).collect();
    assert!(told.contains("installing nvidia-cuda-nvrtc-cu12==12.9.86 (90 MB) into "), "{told}");

    let cuda = folder.path().join("target/cuda");
    let mut left: Vec<_> = fs::read_dir(&cuda).unwrap().flatten().map(|entry| entry.file_name()).collect();
    left.sort();
    assert_eq!(left, [".lock", "nvidia", "nvrtc-1.dist-info"], "nothing half done stays behind");
}
