//! Which is right where machine code and PTX disagree.

use smem_sim::{Fault, FaultKind, shown_kernel};

use super::launch_verdict::{KernelGrids, LaunchVerdict};

/// The sentence of a fault, with its kernel as C++ has it.
fn sentence(fault: &Fault) -> String {
    let kernel = fault.kernel.as_deref().map(shown_kernel).unwrap_or_default();
    format!("`{kernel}`: {}", fault.kind)
}

/// Whether a fault is of threads that meet: at barriers, or lanes at what a warp executes together.
fn is_of_meetings(fault: &Fault) -> bool {
    matches!(fault.kind, FaultKind::Barrier(_) | FaultKind::Deadlock(_) | FaultKind::Warp(_))
}

/// Lets a run of the PTX judge the races and unwritten reads that machine code has raised; the error says why there was none.
pub(super) fn judge<T>(
    verdict: &mut LaunchVerdict<T>,
    ptx: Result<LaunchVerdict<()>, String>,
    looks_for_overruns: bool,
) {
    let why = match &ptx {
        Ok(LaunchVerdict { fault: Some(fault), .. }) => sentence(fault),
        Ok(_) => "it was stopped".to_owned(),
        Err(why) => why.clone(),
    };
    let ptx = ptx.ok();
    let of_ptx = ptx.as_ref().and_then(|ptx| Some((ptx, ptx.profile.as_ref().filter(|profile| !profile.stopped)?)));
    let ends = of_ptx.is_some_and(|(ptx, _)| ptx.fault.is_none());
    // A fault of both is the launch's own.
    verdict.hazards.unjudged = (!ends && !verdict.faulted).then(|| why.clone());
    judge_launched(&mut verdict.launched, ptx.as_ref().map_or(&[], |ptx| &ptx.launched), &why);
    match of_ptx {
        // It has not seen beyond its fault.
        Some((ptx, _)) if ptx.fault.is_some() => verdict.hazards.join(&ptx.hazards, &why),
        Some((ptx, profile)) => {
            verdict.hazards.judge(&ptx.hazards);
            if let Some(own) = &mut verdict.profile {
                own.global_races.clone_from(&profile.global_races);
            }
        }
        None => {
            if verdict.hazards.is_suspect() {
                verdict.hazards.stay(&why);
            }
            if looks_for_overruns {
                verdict.hazards.cannot_see("overruns", &why);
            }
        }
    }
    if let Some(fault) = ptx.and_then(|ptx| ptx.fault) {
        take_meeting(verdict, fault);
    }
}

/// Says that there is no PTX to judge what machine code has raised.
pub(super) fn without_ptx<T>(verdict: &mut LaunchVerdict<T>, looks_for_overruns: bool) {
    const WHY: &str = "the file has none";
    let launched = verdict.launched.iter_mut().map(|grids| &mut grids.hazards);
    for hazards in [&mut verdict.hazards].into_iter().chain(launched) {
        if hazards.is_suspect() {
            hazards.stay(WHY);
        }
    }
    if looks_for_overruns {
        verdict.hazards.cannot_see("overruns", WHY);
    }
}

/// The same of the grids that a kernel launched, each kernel by its own.
fn judge_launched(launched: &mut [KernelGrids], judges: &[KernelGrids], why: &str) {
    for grids in launched {
        match judges.iter().find(|judge| judge.profile.kernel == grids.profile.kernel && !judge.faulted) {
            Some(judge) => grids.hazards.judge(&judge.hazards),
            None if grids.hazards.is_suspect() => grids.hazards.stay(why),
            None => {}
        }
    }
}

/// Takes the fault of a barrier or of a warp that only the PTX shows: as the fault of the launch, or as one before the launch's own.
fn take_meeting<T>(verdict: &mut LaunchVerdict<T>, fault: Fault) {
    if !is_of_meetings(&fault) {
        return;
    }
    match &verdict.fault {
        None => verdict.fault = Some(fault),
        Some(own) if !is_of_meetings(own) => verdict.earlier_fault = Some(fault),
        Some(_) => {}
    }
}
