//! Barriers that threads never reach because they have ended: they are not waited for, from compute capability 7.0 on.

use super::{modules, random, run};
use smem_sim::LaunchShape;

/// On an H200 (driver 580.159.04, 2026-11-22) each kernel left these words in 1,000 of 1,000 launches, of words of its own.
#[test]
fn a_barrier_does_not_wait_for_threads_that_have_ended() {
    let start: Vec<u32> = random(3, 128).into_iter().map(|word| word % 1000).collect();
    let left =
        |kept: &dyn Fn(usize) -> Option<u32>| -> Vec<u32> { (0..128).map(|t| kept(t).unwrap_or(start[t])).collect() };
    let voters = || (0..128usize).filter(|t| t % 3 != 0);
    let odd = voters().filter(|&t| start[t] % 2 == 1).count() as u32;
    let expected = [
        ("lanes_and_warps", left(&|t| (t < 40).then(|| 3 * start[39 - t]))),
        ("fewer_and_fewer", left(&|t| (t == 0).then(|| start.iter().sum()))),
        ("votes", left(&|t| (t % 3 != 0).then_some(odd + 1000))),
        ("at_the_end", left(&|t| (t < 64).then(|| start[t ^ 63]))),
    ];
    for module in modules(include_str!("ended_threads.cu")) {
        for (kernel, expected) in &expected {
            let found = run(&module, kernel, &LaunchShape::new(1, 128), std::slice::from_ref(&start));
            assert_eq!(&found[0], expected, "{kernel}");
        }
    }
}
