//! Input and machines that `scan2d` cannot use: a sentence and exit code 2.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::call::scan2d;
use super::output::{refused, stderr, stdout};

#[test]
fn sizes_that_cannot_be() {
    for size in ["0x5", "5x0", "0x0"] {
        refused(&mut scan2d(&["--size", size]), "has no pixels");
    }
    for size in ["16385x16384", "2097121x1", "1x2097121", "4294967296x4294967296"] {
        refused(&mut scan2d(&["--size", size]), "is too large");
    }
    refused(&mut scan2d(&["--size", "99999999999999999999x1"]), "is too large");
    for size in ["", "x", "5", "5x", "x5", "-3x4", "3x4x5", "3.5x4", "+3x4", " 3x4", "axb"] {
        refused(&mut scan2d(&["--size", size]), "expected WxH");
    }
}

#[test]
fn options_that_contradict_one_another() {
    refused(&mut scan2d(&["--size", "5x5", "--image", "a.png"]), "cannot be used with");
    refused(&mut scan2d(&["--seed", "5"]), "required");
    refused(&mut scan2d(&["--device", "cpu"]), "cpu");
    refused(&mut scan2d(&["--repeat", "0"]), "0 is not in");
}

#[test]
fn images_that_are_missing_or_broken() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let whole = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("images/camera.png")).unwrap();
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 0xff;

    let missing = folder.path().join("missing.png");
    refused(&mut scan2d(&["--image", missing.to_str().unwrap()]), "cannot read");
    refused(&mut scan2d(&["--image", folder.path().to_str().unwrap()]), "cannot read");
    for (name, bytes) in [
        ("empty.png", &b""[..]),
        ("empty", b""),
        ("text.png", b"no picture at all, only words"),
        ("text", b"no picture at all, only words"),
        ("cut.png", &whole[..whole.len() / 2]),
        ("flipped.png", &flipped),
        ("cut.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF"),
    ] {
        refused(&mut scan2d(&["--image", &file(name, bytes)]), name);
    }
}

#[test]
fn a_gpu_that_is_not_there() {
    let output = scan2d(&["--device", "gpu", "--size", "40x40"]).output().unwrap();
    if output.status.success() {
        eprintln!("this machine has a GPU: nothing to refuse");
        assert!(stdout(&output).contains("driver"));
        return;
    }
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("error: no GPU to run on: "), "{}", stderr(&output));
}

/// `scan2d` where there is neither Python nor an NVRTC in any folder it looks in.
fn alone(folder: &Path, args: &[&str]) -> Command {
    let mut command = scan2d(args);
    command.args(["--size", "1x1"]).env("PATH", folder).env("CARGO_TARGET_DIR", folder.join("target"));
    command.env_remove("CUDA_PATH").env_remove("LD_LIBRARY_PATH");
    command
}

/// Whether this machine's loader or its `/usr/local/cuda` has an NVRTC, which no variable can hide.
fn has_toolkit(folder: &Path) -> bool {
    let found = alone(folder, &["--offline", "--device", "sim"]).output().unwrap().status.success();
    if found {
        eprintln!("this machine has a CUDA toolkit: a missing NVRTC is not tested");
    }
    found
}

#[test]
fn without_nvrtc_offline_gives_the_command_to_run_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    if has_toolkit(folder.path()) {
        return;
    }
    let output = refused(&mut alone(folder.path(), &["--offline"]), "no NVRTC on this machine");
    let target = folder.path().join("target").join("cuda");
    let command = format!(
        "`python3 -I -m pip install --only-binary=:all: --no-deps --target {} nvidia-cuda-nvrtc-cu12==12.9.86`",
        target.display()
    );
    assert!(stderr(&output).contains(&command), "{}", stderr(&output));
    assert!(!target.exists(), "offline must not write anything");
}

#[test]
fn without_nvrtc_and_without_python_there_is_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    if has_toolkit(folder.path()) {
        return;
    }
    refused(&mut alone(folder.path(), &[]), "there is no python3 to install it with; by hand: `python3 -I -m pip");
}

#[cfg(unix)]
#[test]
fn without_nvrtc_and_where_pip_fails_its_reason_is_told() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    if has_toolkit(folder.path()) {
        return;
    }
    let python = folder.path().join("python3");
    for (script, part) in [
        ("echo 'python3: No module named pip' >&2; exit 1", "this python3 has no pip"),
        ("echo 'WARNING: Retrying after connection broken by' >&2; exit 1", "no network?"),
        ("echo 'ERROR: the disk is full' >&2; exit 1", "pip says: the disk is full"),
    ] {
        // The search for wheels calls it as well, and finds none.
        fs::write(&python, format!("#!/bin/sh\ncase \"$1\" in -c) exit 0;; esac\n{script}\n")).unwrap();
        fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
        refused(&mut alone(folder.path(), &[]), part);
        let left: Vec<_> = fs::read_dir(folder.path().join("target/cuda")).unwrap().flatten().collect();
        assert!(left.iter().all(|entry| entry.file_name() == ".lock"), "{left:?}");
    }
}

#[test]
fn a_broken_nvrtc_is_named() {
    let folder = tempfile::tempdir().unwrap();
    if has_toolkit(folder.path()) {
        return;
    }
    let library = folder.path().join("cuda/lib64/libnvrtc.so.12");
    fs::create_dir_all(library.parent().unwrap()).unwrap();
    let program = fs::read(env!("CARGO_BIN_EXE_scan2d")).unwrap();
    for bytes in [&b"not a library"[..], &program[..program.len() / 2]] {
        fs::write(&library, bytes).unwrap();
        let mut command = alone(folder.path(), &["--offline"]);
        refused(command.env("CUDA_PATH", folder.path().join("cuda")), "is not a complete shared library");
    }
}
