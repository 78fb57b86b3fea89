//! The report of a run on the simulated driver as text: one line where all is well, else a part for each kernel with a finding or conflicts.

use smem_driver::RunReport;
use smem_launch::Isa;
use smem_report::{FindingKind, LaunchReport, counted, excess_wavefronts};

use super::text::text;
use crate::report::ProfileReport;

/// The findings that machine code does not show.
const NOT_IN_CODE: &str = "accesses beyond shared arrays and lanes that fail to meet";

/// The report's last line: what ran, and what was found.
///
/// ```
/// # let report = smem_driver::RunReport::default();
/// let line = smem_profile::render::run_line(&report);
/// assert_eq!(line, "no process launched a kernel");
/// ```
pub fn run_line(report: &RunReport) -> String {
    if report.launches() == 0 {
        return format!("no process launched a kernel{}", not_judged(report));
    }
    let of = |kind: FindingKind| Some(report.count(kind)).filter(|count| *count > 0).map(|count| kind.counted(count));
    let found: Vec<String> = FindingKind::ALL.into_iter().filter_map(of).collect();
    let lines = report.kernels.iter().flat_map(|kernel| &kernel.lines).filter(|line| line.excess() > 0).count();
    let conflicts = match lines {
        0 => "no bank conflicts".to_owned(),
        lines => {
            format!("{} with bank conflicts ({})", counted(lines as u64, "line"), excess_wavefronts(report.excess()))
        }
    };
    let unchecked: u64 = report.kernels.iter().map(|kernel| kernel.tally.unchecked).sum();
    let unchecked = match unchecked {
        0 => String::new(),
        unchecked => format!("; {unchecked} not checked for races"),
    };
    let sum = |of: fn(&LaunchReport) -> u64| report.kernels.iter().map(of).fold(0, u64::saturating_add);
    let (judged, whole) =
        (sum(|run| run.tally.judged), sum(|run| run.tally.launches.saturating_sub(run.tally.sampled)));
    let judged =
        if judged >= whole { String::new() } else { format!("; {NOT_IN_CODE} were looked for in {judged} of them") };
    let sampled: u64 = report.kernels.iter().map(|kernel| kernel.tally.sampled).sum();
    let sampled = match sampled {
        0 => String::new(),
        1 => "; 1 ran as a sample of its blocks, whose results are not computed".to_owned(),
        sampled => format!("; {sampled} ran as samples of their blocks, whose results are not computed"),
    };
    let repeated = match report.kernels.iter().map(|kernel| kernel.tally.repeated).sum::<u64>() {
        0 => String::new(),
        repeated => format!("; {repeated} repeated another one from the same memory, and took its results"),
    };
    let of_ptx = match report.kernels.iter().filter(|kernel| kernel.isa == Isa::Ptx).count() {
        0 => String::new(),
        all if all == report.kernels.len() => " as PTX".to_owned(),
        some => format!(", {} as PTX", counted(some as u64, "kernel")),
    };
    let found = if found.is_empty() { "nothing found".to_owned() } else { found.join(", ") };
    let launched = counted(report.launches(), "launch");
    let (kernels, processes) = (counted(report.kernels.len() as u64, "kernel"), counted(report.processes, "process"));
    format!(
        "{launched} of {kernels} in {processes}, simulated {}{of_ptx}: {found}, {conflicts}{unchecked}{judged}{sampled}{repeated}{}",
        report.arch,
        not_judged(report)
    )
}

/// The launches that did not end, and what else is not known.
fn not_judged(report: &RunReport) -> String {
    let unfinished = match report.unfinished_launches() {
        0 => String::new(),
        launches => format!("; {} did not end", counted(launches, "launch")),
    };
    let unjudged = match report.unjudged.len() + report.defects.len() {
        0 => "",
        _ => "; not everything was judged",
    };
    unfinished + unjudged
}

/// The functions that programs called and that are not there, as a sentence; `None` where there are none.
///
/// ```
/// # let mut report = smem_driver::RunReport::default();
/// assert_eq!(smem_profile::render::run_missing(&report), None);
/// report.missing.insert("cuIpcGetMemHandle".to_owned());
/// let sentence = smem_profile::render::run_missing(&report).unwrap();
/// assert_eq!(sentence, "1 function that was called is not implemented, and returned an error: cuIpcGetMemHandle");
/// ```
pub fn run_missing(report: &RunReport) -> Option<String> {
    /// The most names of a line.
    const MOST: usize = 8;
    let count = report.missing.len();
    let names: Vec<&str> = report.missing.iter().take(MOST).map(String::as_str).collect();
    let more = if count > MOST { format!(" and {} more", count - MOST) } else { String::new() };
    let were = if count == 1 { "that was called is" } else { "that were called are" };
    (count > 0).then(|| {
        let functions = counted(count as u64, "function");
        format!("{functions} {were} not implemented, and returned an error: {}{more}", names.join(", "))
    })
}

/// A part for each kernel with a finding or with bank conflicts, as a profile of it has it; nothing where there is none.
///
/// ```
/// # let report = smem_driver::RunReport::default();
/// assert_eq!(smem_profile::render::run_details(&report), "");
/// ```
pub fn run_details(report: &RunReport) -> String {
    let mut profile = ProfileReport::of_run(report, "");
    profile.launches.retain(|launch| launch.excess() > 0 || !launch.is_clean());
    text(&profile)
}

#[cfg(test)]
mod tests {
    use smem_report::{CompilersNames, Finding};
    use smem_sim::Arch;

    use super::*;

    #[test]
    fn nothing_is_said_of_the_accesses_of_a_launch_without_counts() {
        let mut launch = LaunchReport::uncounted("_Z4copyPf", Isa::Sass, Arch::SM_90);
        launch.tally.launches = 1;
        launch.findings.push(Finding::of_fault("`copy`: a fault".to_owned(), None, &CompilersNames));
        let mut report = RunReport::default();
        report.kernels.push(launch);
        let details = run_details(&report);
        assert!(details.starts_with("copy(float*): 1 launch, not counted\n"), "{details}");
        assert!(details.contains("`copy`: a fault") && !details.contains("no access"), "{details}");
    }
}
