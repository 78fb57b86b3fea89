//! The script `run_on_gpu.sh` with programs that only check their options, and tools that count nothing: every step of
//! every part must start, and be told.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A program whose options are read and that then prints its help: an option that it does not know is an error. `calibrate`
/// also leaves what an interrupted run leaves.
const PROGRAM: &str = r#"#!/bin/sh
previous=
for argument; do
    [ "$previous" = --out ] && mkdir -p "$argument" && touch "$argument/machine.txt"
    previous=$argument
done
exec REAL "$@" --help
"#;

/// A tool that runs the program that it is given.
const TOOL: &str = r#"#!/bin/sh
while [ $# -gt 0 ]; do
    case "$1" in "$BIN"/*) exec "$@" ;; esac
    shift
done
"#;

fn write_script(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The folder of programs, `bin`, and that of tools, `tools`.
fn prepare(folder: &Path) -> [PathBuf; 2] {
    let [bin, tools] = ["bin", "tools"].map(|name| folder.join(name));
    fs::create_dir_all(&bin).unwrap();
    fs::create_dir_all(&tools).unwrap();
    for (name, real) in [
        ("bench", env!("CARGO_BIN_EXE_bench")),
        ("block_scan", env!("CARGO_BIN_EXE_block_scan")),
        ("calibrate", env!("CARGO_BIN_EXE_calibrate")),
        ("index_cost", env!("CARGO_BIN_EXE_index_cost")),
        ("random_tiles", env!("CARGO_BIN_EXE_random_tiles")),
        ("wavefronts", env!("CARGO_BIN_EXE_wavefronts")),
    ] {
        write_script(&bin.join(name), &PROGRAM.replace("REAL", real));
    }
    // They are another package's, and built only where that is.
    for name in ["scan2d", "gallery"] {
        let program = Path::new(env!("CARGO_BIN_EXE_bench")).with_file_name(name);
        let program = if program.is_file() { program.display().to_string() } else { "echo".to_owned() };
        write_script(&bin.join(name), &PROGRAM.replace("REAL", &program));
    }
    fs::write(bin.join("kernels.ptx"), "").unwrap();
    for name in ["ncu", "compute-sanitizer", "nvidia-smi", "nvcc"] {
        write_script(&tools.join(name), TOOL);
    }
    [bin, tools]
}

fn run_on_gpu(folder: &Path, more: &[&str]) -> (Output, String) {
    let [bin, tools] = ["bin", "tools"].map(|name| folder.join(name));
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("run_on_gpu.sh");
    let mut command = Command::new("sh");
    command.arg(script).arg(&bin).arg(folder.join("out")).args(more).env("PATH", path).env("BIN", &bin);
    let output = command.output().unwrap();
    let summary = fs::read_to_string(folder.join("out/summary.txt")).unwrap_or_default();
    (output, summary)
}

#[test]
fn every_part_starts_its_programs_with_options_that_they_know() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let (output, summary) = run_on_gpu(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(0), "{summary}");
    for step in [
        "wavefronts",
        "time-1024-1",
        "time-16384-2",
        "gallery",
        "gallery-counters",
        "bench",
        "shapes",
        "index-cost",
        "random-tiles",
        "memcheck-wavefronts",
        "racecheck-block_scan",
        "synccheck-calibrate",
        "limits-scan2d-4096",
        "limits-block_scan",
        "further",
        "generic",
        "control",
        "calibrate",
        "calibrate-from",
    ] {
        assert!(summary.contains(&format!("ok       {step}, ")), "{step}: {summary}");
    }
    assert!(summary.ends_with("0 steps failed or were skipped; all logs are in results.tar.gz\n"), "{summary}");
    assert!(folder.path().join("out/results.tar.gz").is_file());
}

#[test]
fn a_step_that_fails_is_told_and_costs_no_other_step_anything() {
    let folder = tempfile::tempdir().unwrap();
    let [bin, _] = prepare(folder.path());
    write_script(&bin.join("bench"), "#!/bin/sh\necho 'error: no GPU' >&2\nexit 2\n");
    let (output, summary) = run_on_gpu(folder.path(), &["5", "bench", "shapes"]);
    assert_eq!(output.status.code(), Some(1), "{summary}");
    assert!(summary.contains("FAILED   bench with exit code 2 after "), "{summary}");
    assert!(summary.contains(" s: error: no GPU\n"), "{summary}");
    assert!(summary.contains("ok       shapes, "), "{summary}");
    assert!(!summary.contains("calibrate, "), "{summary}");
}

#[test]
fn arguments_that_it_cannot_use_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    for (more, part) in
        [(&["soon"][..], "`soon` is not a number of minutes"), (&["5", "all"], "there is no part `all`")]
    {
        let (output, _) = run_on_gpu(folder.path(), more);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.starts_with("error: ") && told.contains(part), "{told}");
    }
}
