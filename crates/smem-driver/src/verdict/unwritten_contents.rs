//! A launch that reads uninitialized shared memory, with other contents of that memory: whether its results depend on them.

use std::time::Duration;

use smem_sim::{FaultKind, Simulator};

use super::hazards::UnwrittenEffect;
use super::judged_launch::JudgedLaunch;
use super::launch_verdict::LaunchVerdict;
use super::scheduled_findings::ResultPlace;

/// The values of the bytes: as numbers of four bytes large ones of either sign, whether they are integers or floating-point numbers, so that
/// sums, the greatest and the least change.
const VALUES: [u8; 2] = [0x7e, 0xfe];

/// The most thread instructions of a launch that runs again.
const MOST_INSTRUCTIONS: u64 = 1 << 24;

/// Runs a launch again with other contents, from the memory that it began with, and notes the first result that changes.
pub(super) fn try_contents<T>(launch: &JudgedLaunch<'_>, before: &Simulator, verdict: &mut LaunchVerdict<T>) {
    let Some(profile) = verdict.profile.as_ref().filter(|_| verdict.fault.is_none() && !verdict.is_cut) else { return };
    let is_whole = profile.blocks_run == profile.grid_blocks && verdict.launched.is_empty() && !profile.repeated;
    if verdict.hazards.unwritten.is_empty() || !is_whole || profile.thread_instructions > MOST_INSTRUCTIONS {
        return;
    }
    let limit = profile.thread_instructions.saturating_mul(16).saturating_add(1 << 22);
    let run = |value: u8| {
        let simulator =
            before.snapshot(u64::MAX).ok()?.unwritten_bytes(value).race_remedies(false).reuses_repeats(false);
        // Blocks that race with one another leave the same in every run of one thread.
        let simulator = simulator.waits_for_others(Duration::ZERO).instruction_limit(limit).host_threads(1);
        let outcome = launch.made(&simulator, launch.code);
        Some((simulator, outcome))
    };
    let Some((own, Ok(_))) = run(0) else { return };
    let effect = VALUES.iter().find_map(|value| match run(*value)? {
        (other, Ok(_)) => own.first_difference(&other).map(|address| UnwrittenEffect::Result(ResultPlace::of(address))),
        (_, Err(fault)) if matches!(fault.kind, FaultKind::Limit(_) | FaultKind::Memory(_)) => None,
        (_, Err(fault)) => Some(UnwrittenEffect::Fault(fault.kind.to_string())),
    });
    verdict.hazards.unwritten_effect = effect;
}
