//! The findings of a launch, each once, and what was looked for.

use std::collections::BTreeSet;

use smem_report::{Checks, Finding, LaunchReport, LinePlace, PlaceNames, RemarkKind};
use smem_sim::{PastEnd, Profile};

use crate::verdict::{LaunchHazards, UnwrittenEffect};

/// Returns the findings of a launch in the places of a report: errors first, then what may be intended.
///
/// ```
/// use smem_driver::{LaunchHazards, findings};
/// use smem_report::CompilersNames;
/// use smem_sim::{Arch, LaunchShape, Module, Simulator};
///
/// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
///     .visible .entry k() { .shared .align 4 .b8 a[8]; .reg .b32 %r; ld.shared.u32 %r, [a+4]; ret; }")?;
/// let profile = Simulator::new(Arch::SM_90).launch(&module, "k", &LaunchShape::new(1, 1), &[])?;
/// let [read] = &findings(&LaunchHazards::of(&profile), &profile, &CompilersNames)[..] else { panic!("one finding") };
/// assert_eq!(read.message, "a thread reads uninitialized shared memory: byte 0x4 by thread (0, 0, 0) of block (0, 0, 0)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn findings(hazards: &LaunchHazards, profile: &Profile, places: &dyn PlaceNames) -> Vec<Finding> {
    let races = hazards.harmful().map(|race| Finding::of_race(race, places));
    let global = profile.global_races.iter().filter(|race| !race.same_values);
    let global = global.map(|race| Finding::of_global_race(race, places));
    let barriers = hazards.barriers.iter().map(|barrier| Finding::of_barrier(barrier, places));
    let cluster = hazards.cluster_accesses.iter().map(|access| Finding::of_cluster_access(access, places));
    let unawaited = hazards.unawaited.iter().map(|result| Finding::of_unawaited_result(result, places));
    let overruns = Finding::distinct(hazards.overruns.iter().map(|overrun| Finding::of_overrun(overrun, places)));
    let local = hazards.local_overruns.iter().map(|overrun| Finding::of_local_overrun(overrun, places));
    let overrun_lines: BTreeSet<LinePlace> = overruns.iter().filter_map(|overrun| overrun.place.clone()).collect();
    let effect = hazards.unwritten_effect.as_ref();
    let unwritten = hazards.unwritten.iter().map(|read| {
        let finding = Finding::of_unwritten_read(read, places);
        match effect {
            Some(UnwrittenEffect::Result(place)) => finding.with_result(place.address, place.buffer.as_ref()),
            Some(UnwrittenEffect::Fault(fault)) => {
                finding.with_effect(&format!("with other contents a fault ends the launch: {fault}"))
            }
            None => finding,
        }
    });
    // A line that has an overrun is wrong already.
    let place = |found: &PastEnd| places.place(found.side.loc.as_deref(), found.side.line);
    let past_end = hazards.past_end.iter().filter(|found| !overrun_lines.contains(&place(found)));
    let past_end = past_end.map(|found| Finding::of_past_end(found, hazards.is_widened, places));
    let in_order = |seed: u64| format!("in the order of warps and blocks of `--schedule-seed {seed}`");
    let scheduled = &hazards.scheduled;
    let of_order = scheduled.races.iter().map(|(seed, race)| Finding::of_race(race, places).found(in_order(*seed)));
    let of_global_order = scheduled.global_races.iter();
    let of_global_order =
        of_global_order.map(|(seed, race)| Finding::of_global_race(race, places).found(in_order(*seed)));
    let difference = scheduled.difference.iter();
    let difference = difference.map(|own| Finding::of_order(own.place.address, own.place.buffer.clone(), own.seed));
    let same_values = hazards.races.iter().filter(|race| race.same_values);
    let same_values = same_values.map(|race| Finding::of_same_value_writes(race, places));
    let of_races = races.chain(of_order).chain(global).chain(of_global_order);
    let errors = of_races.chain(cluster).chain(unawaited).chain(barriers).chain(overruns).chain(local);
    Finding::distinct(errors.chain(unwritten).chain(past_end).chain(same_values).chain(difference))
}

// The checks, each as a report names it where it was made, and where it was not: with the option of `profile` that makes it.
const RACES: [&str; 2] = ["races on shared memory", "reads of uninitialized shared memory"];
const BARRIERS: &str = "barriers that not every thread reaches";
const OVERRUNS: [&str; 2] =
    ["accesses beyond shared and local arrays", "accesses beyond shared and local arrays (`--overruns`)"];
const GLOBAL_RACES: [&str; 2] = ["races on global memory", "races on global memory (`--global-races`)"];

/// Returns what was looked for in a launch, and what was not.
///
/// ```
/// use smem_driver::{LaunchHazards, checks};
/// use smem_sim::{Arch, LaunchShape, Module, Simulator};
///
/// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64 .visible .entry k() { ret; }")?;
/// let simulator = Simulator::new(Arch::SM_90).race_check(false);
/// let profile = simulator.launch(&module, "k", &LaunchShape::new(1, 1), &[])?;
/// let made = checks(&LaunchHazards::of(&profile), &profile);
/// assert!(made.not_looked_for.contains(&"races on shared memory".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn checks(hazards: &LaunchHazards, profile: &Profile) -> Checks {
    let mut checks = Checks::default();
    checks.blocks = profile.blocks_run;
    let mut note = |is_made: bool, [made, not_made]: [&str; 2]| {
        let (list, what) =
            if is_made { (&mut checks.looked_for, made) } else { (&mut checks.not_looked_for, not_made) };
        list.push(what.to_owned());
    };
    note(true, [BARRIERS; 2]);
    RACES.iter().for_each(|what| note(hazards.is_checked, [what; 2]));
    note(hazards.sees_overruns, OVERRUNS);
    note(profile.global_races_checked, GLOBAL_RACES);
    if let Some(orders) = hazards.scheduled.orders {
        let orders = if orders == 1 { "1 other order".to_owned() } else { format!("{orders} other orders") };
        checks.looked_for.push(format!("faults, races and results of {orders} of warps and blocks"));
    }
    if let Some(seed) = hazards.scheduled.faulted {
        checks.remark(
            RemarkKind::Schedule,
            format!(
                "the fault is of another order of warps and blocks: `--schedules 1 --schedule-seed {seed}` repeats it"
            ),
        );
    }
    if !hazards.is_checked {
        // An empty list of races alone would claim that there are none.
        checks.remark(RemarkKind::NotChecked, "races on shared memory are not looked for");
    }
    if hazards.races_left_out > 0 {
        let left_out = hazards.races_left_out;
        checks.remark(
            RemarkKind::LeftOut,
            format!("{left_out} more pairs of instructions race on shared memory than are described: mend some, and profile again"),
        );
    }
    if let Some(note) = &hazards.note {
        checks.remark(RemarkKind::Judgement, note);
    }
    for what in &hazards.unseen {
        checks.remark(RemarkKind::NotChecked, what);
    }
    if let Some(why) = &hazards.unjudged {
        checks.remark(RemarkKind::NotJudged, format!("its PTX could not judge what machine code does not show: {why}"));
    }
    checks
}

/// Adds what a verdict found and looked for to the report of its launch.
///
/// ```
/// use smem_driver::{LaunchHazards, add_verdict};
/// use smem_report::{CompilersNames, CountedLaunch, LaunchReport};
/// use smem_sim::{Arch, LaunchShape, Module, Simulator};
///
/// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
///     .visible .entry k() { .shared .align 4 .b8 a[8]; .reg .b32 %r; ld.shared.u32 %r, [a+4]; ret; }")?;
/// let profile = Simulator::new(Arch::SM_90).race_check(true).launch(&module, "k", &LaunchShape::new(1, 1), &[])?;
/// let mut report = LaunchReport::of(&CountedLaunch::of(&profile, Arch::SM_90), &CompilersNames);
/// add_verdict(&mut report, &LaunchHazards::of(&profile), &profile, &CompilersNames);
/// assert_eq!((report.findings.len(), report.tally.judged), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn add_verdict(report: &mut LaunchReport, hazards: &LaunchHazards, profile: &Profile, places: &dyn PlaceNames) {
    report.findings = findings(hazards, profile, places);
    report.checks = checks(hazards, profile);
    let launches = report.tally.launches;
    report.tally.unchecked = if hazards.is_checked { 0 } else { launches };
    report.tally.judged = if hazards.sees_overruns { launches } else { 0 };
}
