//! The part of a launch: its counts by line, its findings and its warnings, and the pictures of all launches.

use smem_report::render::{finding_lines, marked, placed};
use smem_report::{LaunchReport, Line};

use super::page::Page;
use crate::render::svg::svg;
use crate::render::text::{head, short_chains};
use crate::render::time_text::time_lines;
use crate::report::ProfileReport;

/// Adds a launch.
pub(super) fn add(launch: &LaunchReport, report: &ProfileReport, page: &mut Page) {
    let head = head(launch, &report.arch);
    for (number, line) in head.iter().enumerate() {
        match number {
            0 => page.element("<h2>", &line.to_string(), "</h2>\n"),
            _ => page.element("<p class=\"dim\">", line.to_string().trim(), "</p>\n"),
        };
    }
    for line in time_lines(launch).iter().map(ToString::to_string).filter(|line| !line.is_empty()) {
        page.element("<p>", line.trim(), "</p>\n");
    }
    if !launch.lines.is_empty() {
        add_lines(launch, report, page);
    } else if launch.is_counted() {
        page.html("<p>It does not access shared memory.</p>\n");
    }
    for finding in launch.findings.iter().filter(|finding| finding.is_failure()) {
        let lines: Vec<String> = finding_lines(finding, &report.sources).iter().map(ToString::to_string).collect();
        page.element("<pre class=\"finding\">", &lines.join("\n"), "</pre>\n");
    }
    let remarks = launch.checks.remarks.iter().map(|remark| remark.message.clone());
    let warnings = launch.findings.iter().filter(|finding| !finding.is_failure()).map(placed);
    for warning in remarks.chain(warnings) {
        page.element("<p class=\"warning\">Warning: ", &warning, "</p>\n");
    }
    if launch.is_clean() {
        page.element("<p class=\"dim\">Looked for and not found: ", &launch.checks.looked_for.join(", "), ".</p>\n");
    }
    if !launch.checks.not_looked_for.is_empty() {
        page.element("<p class=\"dim\">Not looked for: ", &launch.checks.not_looked_for.join(", "), ".</p>\n");
    }
}

/// Adds the table of counts by line.
fn add_lines(launch: &LaunchReport, report: &ProfileReport, page: &mut Page) {
    page.html(
        "<div class=\"wide\"><table>\n<tr><th class=\"left\">line</th><th>excess</th><th>worst</th><th>wavefronts</th>",
    );
    page.html(
        "<th>ideal</th><th>requests</th><th class=\"left\">access</th><th class=\"left\">share of the excess</th>",
    );
    page.html("<th class=\"left\">source</th></tr>\n");
    let all = launch.excess().max(1);
    for line in &launch.lines {
        add_line(line, all, report, page);
    }
    page.html("</table></div>\n");
}

fn add_line(line: &Line, all: u64, report: &ProfileReport, page: &mut Page) {
    let is_estimate = !line.exactness.is_exact();
    let excess = line.excess();
    page.element("<tr><td class=\"left place\">", &line.place.to_string(), "</td>");
    page.html(if excess > 0 { "<td class=\"bad\">" } else { "<td>" });
    page.text(&marked(excess, is_estimate)).html("</td>");
    let (wavefronts, ideal) = (marked(line.counts.wavefronts, is_estimate), line.counts.ideal.to_string());
    for number in [format!("{}-way", line.ways), wavefronts, ideal, line.counts.requests.to_string()] {
        page.element("<td>", &number, "</td>");
    }
    page.element("<td class=\"left\">", &line.op.to_string(), "</td><td class=\"left\">");
    if excess > 0 {
        let percent = 100 * excess / all;
        page.html("<meter min=\"0\" max=\"100\" value=\"")
            .number(percent)
            .html("\"></meter> ")
            .number(percent)
            .html(" %");
    }
    page.element(
        "</td><td class=\"left place\">",
        report.sources.line(&line.place).unwrap_or_default().trim(),
        "</td></tr>\n",
    );
    let meeting = line.meeting.as_ref().map(|meeting| format!("{} in {}", line.op, meeting.sentence()));
    for detail in short_chains(line).into_iter().chain(meeting) {
        page.element("<tr><td class=\"left dim\" colspan=\"9\">", &detail, "</td></tr>\n");
    }
}

/// Adds the worst requests of all launches, drawn.
pub(super) fn add_pictures(report: &ProfileReport, page: &mut Page) {
    if let Some(picture) = svg(report) {
        page.html("<h2>The worst requests</h2>\n<div class=\"wide picture\">\n").picture(&picture).html("</div>\n");
    }
}
