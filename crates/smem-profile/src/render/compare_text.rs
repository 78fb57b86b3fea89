//! The counters of Nsight Compute beside a report's counts, as text.

use smem_report::render::Side::{Left, Right};
use smem_report::render::{LineRole, ReportLine, TextTable, indented};

use crate::nsight::{ComparedCount, ComparedLaunch};

/// Returns the lines of a comparison: a table for each launch, and why counts may differ, each reason once.
pub fn compare_text_lines(launches: &[ComparedLaunch]) -> Vec<ReportLine> {
    let mut lines: Vec<ReportLine> = Vec::new();
    for launch in launches {
        let title = format!("{}: Nsight Compute beside these counts", launch.kernel);
        lines.push(ReportLine::of(LineRole::Heading, title));
        let differs = launch.differs.iter().map(|why| ReportLine::led(LineRole::Warning, "not the same work:", why));
        lines.extend(indented(differs, 2));
        if launch.counts.is_empty() {
            if launch.differs.is_none() {
                lines.push("  the page has none of the counters that are compared".to_owned().into());
            }
            continue;
        }
        lines.extend(indented(table(&launch.counts), 2));
    }
    let mut whys: Vec<&str> = launches.iter().flat_map(|launch| &launch.counts).filter_map(|count| count.why).collect();
    whys.sort_unstable();
    whys.dedup();
    let reason = |why: &&str| ReportLine::led(LineRole::Hint, "note:", &format!("{}: {why}", names(launches, why)));
    lines.extend(whys.iter().map(reason));
    lines.into_iter().map(ReportLine::printable).collect()
}

fn table(counts: &[ComparedCount]) -> Vec<ReportLine> {
    let mut table = TextTable::new(&["counter", "ncu", "here", "difference"]);
    for count in counts {
        let difference = match (count.nsight == count.own, count.percent) {
            (true, _) => "equal".to_owned(),
            (false, Some(percent)) => format!("{percent:+.1} %"),
            (false, None) => format!("+{}", count.nsight),
        };
        table.row(vec![count.counter.to_owned(), count.nsight.to_string(), count.own.to_string(), difference]);
    }
    table.report_lines(&[Left, Right, Right, Right])
}

/// The counters that a reason is about.
fn names(launches: &[ComparedLaunch], why: &str) -> String {
    let counts = launches.iter().flat_map(|launch| &launch.counts).filter(|count| count.why == Some(why));
    let mut names: Vec<&str> = counts.map(|count| count.counter).collect();
    names.sort_unstable();
    names.dedup();
    names.join(", ")
}
