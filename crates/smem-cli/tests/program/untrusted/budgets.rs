//! Memory, instructions, and the sizes of inputs.

use std::io::{BufRead, BufReader};

use super::profile;
use crate::call::Folder;

/// PTX with so many arrays of 4 GiB, and a kernel that writes a byte of each.
fn large(arrays: usize) -> String {
    let declared: String = (0..arrays).map(|at| format!(".global .b8 x{at}[4294967295];\n")).collect();
    let written: String =
        (0..arrays).map(|at| format!("mov.u64 %a, x{at};\nst.global.u8 [%a+4000000000], 1;\n")).collect();
    format!(
        ".version 8.8\n.target sm_90\n.address_size 64\n{declared}.visible .entry k() {{\n.reg .b64 %a;\n{written}ret;\n}}\n"
    )
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn memory_beyond_the_budget_is_refused_and_the_option_named() {
    let folder = Folder::with(&[("one.ptx", &large(1)), ("eight.ptx", &large(8))]);
    let one = profile(&folder, "one.ptx", &["--max-memory", "5G"]);
    assert_eq!(one.code, 0, "zeros take no memory before they are written: {one:?}");
    for (file, options) in [("eight.ptx", &[][..]), ("one.ptx", &["--max-memory", "100M"])] {
        let answer = profile(&folder, file, options);
        assert_eq!(answer.code, 3, "{answer:?}");
        assert!(answer.err.contains("`--max-memory BYTES`"), "{answer:?}");
    }
    let buffer = profile(&folder, "one.ptx", &["--max-memory", "0"]);
    assert!(buffer.err.contains("expected bytes from 1"), "{buffer:?}");
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn buffers_and_blocks_count() {
    let registers =
        ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a) {\n.reg .b32 %r<200001>;\n";
    let used: String = (0..200_000).map(|at| format!("mov.u32 %r{at}, 1;\n")).collect();
    let folder = Folder::with(&[
        ("k.ptx", ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a) {\nret;\n}\n"),
        ("registers.ptx", &format!("{registers}{used}ret;\n}}\n")),
    ]);
    for init in ["zeros", "iota", "random"] {
        let argument = format!("a:f32[100000000000]={init}");
        let answer = profile(&folder, "k.ptx", &["--arg", &argument]);
        assert!(answer.code == 3 && answer.err.contains("`--max-memory BYTES`"), "{init}: {answer:?}");
    }
    let blocks = folder.call(&[
        "profile",
        "registers.ptx",
        "--grid",
        "8",
        "--block",
        "1024",
        "--arg",
        "null",
        "--max-memory",
        "1G",
        "--isa",
        "ptx",
    ]);
    assert_eq!(blocks.code, 3, "{blocks:?}");
    assert!(blocks.err.contains("a block of it takes") && blocks.err.contains("`--max-memory BYTES`"), "{blocks:?}");
}

/// A loop that counts: one that changes nothing is found to wait for ever.
const FOREVER: &str = ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k() {\n.reg .b32 %r;\n.reg .pred %p;\nmov.u32 %r, 0;\n\
                       again: add.u32 %r, %r, 1;\nsetp.ge.u32 %p, %r, 0;\n@%p bra again;\nret;\n}\n";

#[test]
fn a_loop_without_end_stops_at_the_instructions_that_are_accepted() {
    let folder = Folder::with(&[("k.ptx", FOREVER)]);
    let answer = profile(&folder, "k.ptx", &["--isa", "ptx", "--max-instructions", "10M"]);
    assert_eq!(answer.code, 3, "{answer:?}");
    assert!(answer.err.contains("more than 10000000 thread instructions"), "{answer:?}");
    assert!(answer.err.contains("`--max-instructions N`") && !answer.err.contains("Simulator::"), "{answer:?}");
}

#[test]
fn progress_is_reported_where_there_is_no_terminal() {
    let folder = Folder::with(&[("k.ptx", FOREVER)]);
    let mut child = folder.spawn(&["profile", "k.ptx", "--isa", "ptx", "--grid", "1", "--block", "32"]);
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("k: 0 of 1 blocks, ") && line.contains(" million thread instructions after "), "{line}");
}

#[cfg(unix)]
#[test]
fn an_input_that_is_not_a_file_is_refused_by_name() {
    let folder = Folder::with(&[]);
    assert!(std::process::Command::new("mkfifo").arg(folder.path("pipe.cu")).status().unwrap().success());
    for (file, kind) in [("/dev/zero", "a device"), ("pipe.cu", "a pipe"), (".", "a folder")] {
        for command in ["profile", "fix", "explain"] {
            let answer = folder.call(&[command, file]);
            assert!(answer.is_refusal().contains(kind), "{command} {file}: {answer:?}");
        }
    }
    std::fs::File::create(folder.path("large.cu")).unwrap().set_len(1 << 40).unwrap();
    assert!(profile(&folder, "large.cu", &[]).is_refusal().contains("more than 64 MB"));
    assert!(profile(&folder, "large.cu", &["--launch", "/dev/zero"]).code == 2);
}

/// PTX of `sm_90` with this body, in a loop without end.
fn looping(before: &str, body: &str) -> String {
    format!(
        ".version 8.8\n.target sm_90\n.address_size 64\n.extern .shared .align 16 .b8 tile[];\n.visible .entry k(.param .u64 a) {{\n\
         .reg .b32 %r<8>;\n.reg .b64 %d<8>;\n.reg .pred %p;\nld.param.u64 %d0, [a];\nmov.u32 %r0, tile;\nmov.u32 %r1, %tid.x;\n\
         mov.u32 %r4, 0;\n{before}\nagain: {body}\nadd.u32 %r4, %r4, 1;\nsetp.ge.u32 %p, %r4, 0;\n@%p bra again;\nret;\n}}\n"
    )
}

/// The most memory that a process had, in bytes, as far as it was seen before the end.
#[cfg(target_os = "linux")]
fn peak(child: &mut std::process::Child) -> u64 {
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
        let kilobytes = line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0);
        most = most.max(kilobytes << 10);
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    most
}

/// The tables of the race check grow with what a kernel does: here with every wait for a copy, every word that is read before it is written, and
/// every access to another piece of global memory.
#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn the_memory_of_the_race_check_has_a_limit() {
    let copies = "cp.async.ca.shared.global [%r0], [%d0], 4;\ncp.async.commit_group;\ncp.async.wait_group 0;";
    let unwritten = "ld.shared.u32 %r2, [%r0];\n".repeat(3000) + "add.u32 %r0, %r0, 4096;";
    let global = "st.global.u8 [%d0], 1;\nadd.u64 %d0, %d0, 1024;";
    let own = "shl.b32 %r1, %r1, 2;\nadd.u32 %r0, %r0, %r1;\ncvt.u64.u32 %d1, %r1;\nadd.u64 %d0, %d0, %d1;";
    let cases: [(&str, String, &[&str]); 3] = [
        ("copies.ptx", looping(own, copies), &["--block", "32", "--shared", "128"]),
        ("unwritten.ptx", looping(own, &unwritten), &["--block", "1024", "--shared", "229376"]),
        ("global.ptx", looping(own, global), &["--block", "1024", "--shared", "4096", "--global-races"]),
    ];
    for (name, text, options) in cases {
        let folder = Folder::with(&[(name, &text)]);
        let launched = ["profile", name, "--grid", "1", "--arg", "a:u8[64000000]", "--max-memory", "256M"];
        let mut child = folder.spawn(&[&launched[..], options, &["--max-instructions", "50M"]].concat());
        let most = peak(&mut child);
        // The budget, the gigabyte that the program has besides, and what is written between two looks.
        assert!(most < (256 + 1024 + 512) << 20, "{name} took {most} bytes");
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!told.contains("panicked") && matches!(output.status.code(), Some(0 | 1 | 3)), "{name}: {told}");
    }
}
