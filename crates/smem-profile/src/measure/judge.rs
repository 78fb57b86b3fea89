//! The judgement of PTX on what machine code has raised.

use super::measurement::{EarlierFault, Measured, Measurement};

/// Blocks that judge first what machine code has raised in all.
pub(super) const JUDGES: u64 = 16;

/// Whether a run of a few blocks found all that machine code has raised.
pub(super) fn confirms(few: &Measurement, measured: &Measurement) -> bool {
    few.fault.is_none()
        && few.launches.len() == measured.launches.len()
        && few.launches.iter().zip(&measured.launches).all(|(few, all)| few.hazards.confirms(&all.hazards))
}

/// Lets a run of the PTX judge the races and unwritten reads that machine code has raised.
/// `has_judge`: the input has PTX, so that one that does not come to the end of a launch leaves it without a judgement.
pub(super) fn judge(
    outcome: &mut Measurement,
    ptx: Result<Measurement, String>,
    looks_for_overruns: bool,
    has_judge: bool,
) {
    if let Ok(ptx) = &ptx {
        take_meeting(outcome, ptx);
    }
    let why = match &ptx {
        Ok(ptx) => ptx.fault.clone().unwrap_or_else(|| "it was stopped".to_string()),
        Err(why) => why.clone(),
    };
    let mut judges = ptx.map_or(Vec::new(), |ptx| ptx.launches);
    judges.retain(|judge| !judge.profile.stopped);
    let mut judges = judges.into_iter();
    for measured in &mut outcome.launches {
        let judge = judges.next();
        // A fault of both is the launch's own.
        let is_judged = judge.as_ref().is_some_and(|judge| !judge.faulted) || measured.faulted;
        measured.hazards.unjudged = Some(&why).filter(|_| has_judge && !is_judged).cloned();
        judge_launched(&mut measured.launched, judge.as_ref().map_or(&[], |judge| &judge.launched), &why);
        match judge {
            // It has not seen beyond its fault.
            Some(judge) if judge.faulted => measured.hazards.join(&judge.hazards, &why),
            Some(judge) => {
                measured.hazards.judge(&judge.hazards);
                measured.profile.global_races.clone_from(&judge.profile.global_races);
            }
            None => {
                if measured.hazards.is_suspect() {
                    measured.hazards.stay(&why);
                }
                if looks_for_overruns {
                    measured.hazards.cannot_see("overruns", &why);
                }
            }
        }
    }
}

/// The same of the grids that a kernel launched, each kernel by its own.
fn judge_launched(launched: &mut [Measured], judges: &[Measured], why: &str) {
    for measured in launched {
        match judges.iter().find(|judge| judge.kernel == measured.kernel && !judge.faulted) {
            Some(judge) => measured.hazards.judge(&judge.hazards),
            None if measured.hazards.is_suspect() => measured.hazards.stay(why),
            None => {}
        }
    }
}

/// Takes a fault of threads that meet, which machine code does not see: in place of none, or beside one further on.
fn take_meeting(outcome: &mut Measurement, ptx: &Measurement) {
    let Some(message) = ptx.fault.clone().filter(|_| ptx.is_of_meetings) else { return };
    let (site, launch) = (ptx.fault_site.clone(), ptx.faulted_launch);
    if outcome.fault.is_none() {
        (outcome.fault, outcome.fault_site, outcome.faulted_launch) = (Some(message), site, launch);
    } else if !outcome.is_of_meetings {
        outcome.earlier_fault = Some(EarlierFault { message, launch, site });
    }
}
