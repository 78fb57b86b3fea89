//! Launches that the driver refuses: the program may pass over the error, and the run does not.

use super::run_offline;

/// Launches a kernel that the simulator cannot run, and passes over the error.
#[test]
#[ignore = "a program that another test runs"]
fn program_that_passes_over_a_refusal() {
    let text = c".version 8.0 .target sm_70 .address_size 64 .visible .entry odd() { frob.u32 1; ret; }";
    let (library, function) = super::loaded(text.to_bytes_with_nul(), c"odd");
    println!("launched: {}", super::call(&library, "cuLaunchKernel", &[function, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0]));
}

#[test]
fn a_kernel_that_cannot_run_fails_the_run() {
    for options in [&[][..], &["--faults", "off"]] {
        let answer = run_offline(options, "run::not_judged::program_that_passes_over_a_refusal", "X=");
        assert_eq!(answer.code, 1, "{answer:?}");
        assert!(answer.out.contains("launched: 801"), "{answer:?}");
        assert!(answer.err.contains("`odd` cannot run: ") && answer.err.contains("frob"), "{answer:?}");
        assert!(answer.err.contains("not everything was judged"), "{answer:?}");
    }
}
