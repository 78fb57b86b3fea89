//! The change of `fix` as a patch.

use similar::TextDiff;

use crate::fix::{FixReport, SourceChange};

/// The paths of a patch, relative to the folder that it is applied in, and the header as it is there.
#[derive(Debug, Clone, Copy)]
pub struct PatchPaths<'a> {
    /// Of the source.
    pub file: &'a str,
    /// Of the header with the tiles, where there are any.
    pub header: &'a str,
    /// The header as the source includes it.
    pub include: &'a str,
    /// The text of the header that is there, or `None` where there is none.
    pub old_header: Option<&'a str>,
}

/// Returns the change as a unified diff that `git apply` and `patch -p1` take, or `None` where the source stays as it is. Where the change has
/// tiles, the patch includes their header and writes it.
pub fn fix_diff(report: &FixReport, paths: &PatchPaths<'_>) -> Option<String> {
    let patch = source_diff(report, paths)?;
    let takes_header = report.source.as_ref().is_some_and(SourceChange::has_header);
    let Some(tiles) = report.header().filter(|_| takes_header) else { return Some(patch) };
    let old = paths.old_header.map_or("/dev/null".to_owned(), |_| format!("a/{}", paths.header));
    Some(patch + &unified(paths.old_header.unwrap_or_default(), &tiles, &old, &format!("b/{}", paths.header)))
}

/// The part of the patch that changes the source.
pub(super) fn source_diff(report: &FixReport, paths: &PatchPaths<'_>) -> Option<String> {
    let source = report.source.as_ref()?;
    let after = source.after(report.header().map(|_| paths.include));
    let changes = after != source.before();
    changes.then(|| unified(source.before(), &after, &format!("a/{}", paths.file), &format!("b/{}", paths.file)))
}

fn unified(before: &str, after: &str, from: &str, to: &str) -> String {
    TextDiff::from_lines(before, after).unified_diff().header(from, to).to_string()
}
