//! Launches whose threads ask memory in vain: at once a deadlock where nothing is left that could write it, and waited for where the program does.

use std::time::{Duration, Instant};

use super::{Folder, call, loaded, must, offline};
use crate::call::Answer;

/// A kernel that waits until a word is not zero.
const WAITS: &std::ffi::CStr = c".version 8.0 .target sm_70 .address_size 64
.visible .entry waits(.param .u64 flag) {
    .reg .b64 %p; .reg .b32 %v; .reg .pred %q;
    ld.param.u64 %p, [flag];
ASK: ld.volatile.global.u32 %v, [%p]; setp.eq.u32 %q, %v, 0; @%q bra ASK; ret; }";

/// Launches it on memory of the kind that `FLAG` says, which the program sets or does not.
#[test]
#[ignore = "a program that the other tests run"]
fn program_that_waits() {
    let (library, function) = loaded(WAITS.to_bytes_with_nul(), c"waits");
    let kind = std::env::var("FLAG").unwrap();
    let mut flag = 0_u64;
    match kind.starts_with("host") {
        true => must(&library, "cuMemHostAlloc", &[&raw mut flag as u64, 4, 2]),
        false => must(&library, "cuMemAlloc_v2", &[&raw mut flag as u64, 4]),
    }
    must(&library, "cuMemsetD32_v2", &[flag, 0, 1]);
    let (mut stream, mut other) = (0_u64, 0_u64);
    must(&library, "cuStreamCreate", &[&raw mut stream as u64, 1]);
    must(&library, "cuStreamCreate", &[&raw mut other as u64, 1]);
    let parameters = [&raw const flag as u64];
    must(&library, "cuLaunchKernel", &[function, 1, 1, 1, 32, 1, 1, 0, stream, parameters.as_ptr() as u64, 0]);
    if kind.ends_with("set") {
        std::thread::sleep(Duration::from_millis(200));
    }
    match &kind[..] {
        // SAFETY: the driver has given out four bytes there, and kernels access them as atomics.
        "host that is set" => {
            unsafe { &*(flag as *const std::sync::atomic::AtomicU32) }.store(1, std::sync::atomic::Ordering::SeqCst)
        }
        "device that is set" => must(&library, "cuMemsetD32Async", &[flag, 1, 1, other]),
        "device that is polled" => while call(&library, "cuStreamQuery", &[stream]) == 600 {},
        _ => {}
    }
    println!("waited: {}", call(&library, "cuCtxSynchronize", &[]));
}

fn run(flag: &str) -> (Answer, Duration) {
    let own = std::env::current_exe().unwrap().display().to_string();
    let flag = format!("FLAG={flag}");
    let program = ["--exact", "run::spinning::program_that_waits", "--ignored", "--nocapture", "--test-threads=1"];
    let command = [&["--", "env", &flag, &own][..], &program].concat();
    let begin = Instant::now();
    (Folder::with(&[]).call(&[&offline()[..], &command].concat()), begin.elapsed())
}

#[test]
fn a_flag_that_nothing_sets_is_a_deadlock_at_once() {
    for flag in ["device", "host", "device that is polled"] {
        let (answer, took) = run(flag);
        assert_eq!(answer.code, 1, "{flag}: {answer:?}");
        assert!(answer.out.contains("waited: 702"), "{flag}: {answer:?}");
        assert!(answer.err.contains("no thread can go on, and none is left that could change"), "{flag}: {answer:?}");
        assert!(answer.err.contains("of global memory, which holds 0"), "{flag}: {answer:?}");
        assert!(took < Duration::from_secs(20), "{flag}: {took:?}");
    }
}

#[test]
fn a_flag_that_the_program_sets_is_waited_for() {
    for flag in ["device that is set", "host that is set"] {
        let (answer, _) = run(flag);
        assert_eq!(answer.code, 0, "{flag}: {answer:?}");
        assert!(answer.out.contains("waited: 0"), "{flag}: {answer:?}");
    }
}
