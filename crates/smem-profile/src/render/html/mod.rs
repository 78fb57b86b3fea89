//! The report as one page of HTML that needs nothing else: counts, pictures, findings, sources, and the change that removes the conflicts,
//! before and after. It loads nothing, runs no script, and says nothing by colour alone.
//!
//! ```text
//! page       text and tags          launch    a launch: counts, findings, pictures
//! source     files with counts      change    before and after
//! ```

mod change;
mod launch;
mod page;
mod source;

use smem_report::{counted, excess_wavefronts};

use super::fixed::FixedReport;
use crate::report::{Accepted, ProfileReport};
use page::Page;

/// Returns the page of reports. Those of several launches of a project follow one another.
///
/// ```
/// use smem_profile::{Job, render};
///
/// let text = "__global__ void k(float* a) { __shared__ float s[64]; s[2 * threadIdx.x] = 1; a[threadIdx.x] = s[2 * threadIdx.x]; }";
/// let report = Job::of_text("k.cu", text).grid(1).block(32).arg("a:f32[32]").run()?;
/// let page = render::html(&[render::FixedReport { report: &report, fix: None }]);
/// assert!(page.starts_with("<!doctype html>") && page.contains("excess wavefront") && !page.contains("<script"));
/// # Ok::<(), smem_profile::Error>(())
/// ```
pub fn html(reports: &[FixedReport<'_>]) -> String {
    let mut page = Page::default();
    let files: Vec<&str> = reports.iter().map(|fixed| &fixed.report.file[..]).collect();
    let mut names = files.clone();
    names.dedup();
    page.html("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.html("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.html(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n",
    );
    page.element("<title>", &format!("{}: shared memory", names.join(", ")), "</title>\n");
    page.html("<style>\n").html(include_str!("style.css")).html("</style>\n</head>\n<body>\n");
    for fixed in reports {
        part(*fixed, &mut page);
    }
    let version = env!("CARGO_PKG_VERSION");
    let footer = format!("Written by smem-tile {version}. Counts come from a simulator: no GPU was used.");
    page.element("<footer>", &footer, "</footer>\n</body>\n</html>\n");
    page.finished()
}

/// Adds the part of a report.
fn part(fixed: FixedReport<'_>, page: &mut Page) {
    let report = fixed.report;
    page.element("<header><h1>", &report.file, "</h1>\n");
    page.element("<p><strong>", &summary(report), "</strong></p>\n");
    for fault in report.earlier_fault.iter().chain(&report.fault) {
        page.element("<pre class=\"finding\">", &fault.message, "</pre>\n");
    }
    for note in &report.notes {
        page.element("<p class=\"dim\">", note, "</p>\n");
    }
    page.html("</header>\n");
    if let Some((fix, paths)) = &fixed.fix {
        change::add(fix, paths, page);
    }
    for launch in &report.launches {
        launch::add(launch, report, page);
    }
    launch::add_pictures(report, page);
    source::add(report, page);
}

/// Returns the findings in a sentence.
fn summary(report: &ProfileReport) -> String {
    let kernels = counted(report.kernels().len() as u64, "kernel");
    let launches = counted(report.launches.len() as u64, "launch");
    let conflicts = match report.excess() {
        0 => "no bank conflicts".to_owned(),
        excess => excess_wavefronts(excess),
    };
    let failed = report.verdict(&Accepted::default()).failed;
    let failed = failed.iter().filter_map(|check| check.to_string().lines().next().map(str::to_owned));
    let all: Vec<String> = std::iter::once(conflicts).chain(failed).collect();
    format!("{kernels}, {launches}: {}.", all.join("; "))
}
