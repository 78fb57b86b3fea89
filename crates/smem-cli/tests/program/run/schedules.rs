//! Other orders of warps and blocks of the launches of a program.

use super::run_offline;

/// Launches four blocks, each of which writes its number to one word.
#[test]
#[ignore = "a program that another test runs"]
fn program_of_last_writers() {
    let text = c".version 8.0 .target sm_70 .address_size 64 .visible .entry last(.param .u64 to) { .reg .b32 %r; .reg .b64 %p;
        ld.param.u64 %p, [to]; mov.u32 %r, %ctaid.x; st.global.u32 [%p], %r; ret; }";
    let (library, function) = super::loaded(text.to_bytes_with_nul(), c"last");
    let mut to = 0_u64;
    super::must(&library, "cuMemAlloc_v2", &[&raw mut to as u64, 4]);
    let blocks = std::env::var("BLOCKS").unwrap().parse().unwrap();
    let parameters = [&raw const to as u64];
    super::must(&library, "cuLaunchKernel", &[function, blocks, 1, 1, 1, 1, 1, 0, 0, parameters.as_ptr() as u64, 0]);
    println!("waited: {}", super::call(&library, "cuCtxSynchronize", &[]));
}

#[test]
fn results_that_differ_in_another_order_are_a_warning_of_the_run() {
    let program = "run::schedules::program_of_last_writers";
    for options in [&["--details"][..], &["--details", "--schedules", "4", "--schedule-seed", "7"]] {
        let answer = run_offline(options, program, "BLOCKS=4");
        assert!(answer.code == 0 && answer.out.contains("waited: 0"), "{answer:?}");
        assert!(answer.err.contains("the results depend on the order of warps and blocks"), "{answer:?}");
    }
    let seed_alone = run_offline(&["--json", "--schedule-seed", "7"], program, "BLOCKS=4");
    assert!(seed_alone.out.contains("results of 1 other order of warps and blocks"), "{seed_alone:?}");
    for (options, blocks) in [(&["--details", "--schedules", "0"][..], "BLOCKS=4"), (&["--details"], "BLOCKS=1")] {
        let answer = run_offline(options, program, blocks);
        assert!(answer.code == 0 && !answer.err.contains("depend on the order"), "{answer:?}");
    }
}
