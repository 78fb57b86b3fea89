//! The change that removes the conflicts: the counts before and after it, and the change itself.

use smem_report::excess_wavefronts;
use smem_report::render::marked;

use super::page::Page;
use crate::fix::{ChangedReport, FixReport, KernelReport};
use crate::render::diff::{PatchPaths, fix_diff};

/// Adds the change, or why there is none.
pub(super) fn add(fix: &FixReport, paths: &PatchPaths<'_>, page: &mut Page) {
    page.html("<h2>Before and after</h2>\n");
    page.element("<p>", &verdict(fix), "</p>\n");
    for kernel in &fix.kernels {
        add_kernel(kernel, page);
    }
    let Some(diff) = fix_diff(fix, paths) else { return };
    page.html("<pre class=\"wide diff\">");
    for line in diff.lines() {
        match line.as_bytes().first() {
            _ if line.starts_with("+++") || line.starts_with("---") => page.text(line).html("\n"),
            Some(b'+') => page.element("<ins>", line, "</ins>"),
            Some(b'-') => page.element("<del>", line, "</del>"),
            _ => page.text(line).html("\n"),
        };
    }
    page.html("</pre>\n");
}

/// Returns the outcome of the change, in a sentence.
fn verdict(fix: &FixReport) -> String {
    let before = fix.kernels.iter().flat_map(|kernel| &kernel.lines).map(|line| line.before.excess()).sum();
    match &fix.changed {
        Some(ChangedReport { total: Some(total), same_results: true, .. }) => format!(
            "The changed source was compiled and run: {} before, {} after, with the same results.",
            excess_wavefronts(before),
            total.excess()
        ),
        Some(ChangedReport { total: Some(_), .. }) => {
            "The changed source was compiled and run, and its results differ: do not use it.".to_owned()
        }
        Some(ChangedReport { failure, .. }) => {
            format!(
                "The changed source does not run as it is: {}",
                failure.as_deref().unwrap_or("the reason is unknown")
            )
        }
        None if fix.has_remedies => {
            "The changed source was compiled and run: the findings with remedies are gone. No change to a layout was found.".to_owned()
        }
        None => format!("No change to the source was found. {} are left.", excess_wavefronts(fix.excess_left)),
    }
}

fn add_kernel(kernel: &KernelReport, page: &mut Page) {
    for array in &kernel.arrays {
        let layout = array.layout.as_ref().map(|layout| format!("{}: {}", array.name, layout.description));
        let reason = array.reason.as_ref().map(|reason| format!("{}: {reason}", array.name));
        for sentence in layout.into_iter().chain(reason) {
            page.element("<p class=\"code\">", &sentence, "</p>\n");
        }
    }
    if kernel.lines.is_empty() {
        return;
    }
    page.html("<div class=\"wide\"><table>\n<tr><th class=\"left\">line</th><th>excess before</th><th>after</th>");
    page.html("<th>wavefronts before</th><th>after</th><th>requests</th><th class=\"left\">access</th>");
    page.html("<th class=\"left\">source</th></tr>\n");
    for line in &kernel.lines {
        let is_estimate = !line.is_exact;
        let after =
            line.after.map(|after| (marked(after.wavefronts, is_estimate), marked(after.excess(), is_estimate)));
        let (wavefronts, excess) = after.unwrap_or(("-".to_owned(), "-".to_owned()));
        page.element("<tr><td class=\"left place\">", &line.place.to_string(), "</td>");
        let before = [line.before.wavefronts, line.before.excess()].map(|count| marked(count, is_estimate));
        for number in [&before[1], &excess, &before[0], &wavefronts, &line.before.requests.to_string()] {
            page.element("<td>", number, "</td>");
        }
        page.element("<td class=\"left\">", &line.op.to_string(), "</td>");
        page.element("<td class=\"left place\">", line.source.as_deref().unwrap_or_default().trim(), "</td></tr>\n");
    }
    page.html("</table></div>\n");
}
