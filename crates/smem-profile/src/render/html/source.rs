//! The files of the report with the counts of each line.

use super::page::Page;
use crate::render::annotate::{LineCounts, counts_by_line};
use crate::report::ProfileReport;

/// Adds the files that have counted lines.
pub(super) fn add(report: &ProfileReport, page: &mut Page) {
    let lines: Vec<_> = report.launches.iter().flat_map(|launch| &launch.lines).collect();
    let counts = counts_by_line(lines.iter().copied());
    let mut files: Vec<&str> = counts.keys().map(|(file, _)| *file).collect();
    files.dedup();
    for file in files {
        let Some(text) = report.sources.file(file) else { continue };
        page.element("<h2>", file, "</h2>\n");
        page.html("<div class=\"wide\"><table class=\"source\">\n");
        page.html(
            "<tr><th>wavefronts</th><th>excess</th><th>worst</th><th>line</th><th class=\"left\">source</th></tr>\n",
        );
        for (number, source) in (1..).zip(text.lines()) {
            add_line(number, source, counts.get(&(file, number)), page);
        }
        page.html("</table></div>\n");
    }
}

fn add_line(number: u32, source: &str, counts: Option<&LineCounts>, page: &mut Page) {
    match counts {
        Some((total, ways)) => {
            page.html(if total.excess() > 0 { "<tr class=\"hot\">" } else { "<tr class=\"counted\">" });
            for count in [total.wavefronts, total.excess()] {
                page.html("<td>").number(count).html("</td>");
            }
            page.element("<td>", &format!("{ways}-way"), "</td>");
        }
        None => {
            page.html("<tr><td></td><td></td><td></td>");
        }
    }
    page.html("<td class=\"line\">").number(number.into()).html("</td>");
    page.element("<td class=\"left\">", source, "</td></tr>\n");
}
