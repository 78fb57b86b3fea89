//! The text of a file as `nvcc` receives it: what it would open elsewhere is an error of the text, whether or not there is such a file.

use smem_cuda::HeaderReach;
use smem_launch::{CudaSource, ToolError};

use super::folders::SourceFolders;
use super::job::Job;
use super::reach::{Leaves, Reach};

/// What the errors say of a header elsewhere. It is part of a directive, so that it has no quotes.
const OUTSIDE: &str = "which is outside of the folder of the input, the working folder and those of -I and --source";

/// Returns the source whose own `#include`s of files elsewhere are `#error`s, in the arms where they are, and whose questions for such files have the answer
/// no.
///
/// # Errors
/// A header that it includes does so, or its macros may ask for what is not seen here.
pub(super) fn within(job: &Job, source: &CudaSource) -> Result<CudaSource, ToolError> {
    let (text, from) = (source.text(), &job.file);
    let allowed = SourceFolders::of(job);
    let options: Vec<String> = job.define.iter().chain(&job.compiler_option).chain(&job.nvcc_option).cloned().collect();
    let refused = |what: &str| Err(ToolError::Unusable(format!("`{}` {what}", source.name())));
    if HeaderReach::may_ask_by_parts(&[text, &options.join("\n")]) {
        return refused("can make `__has_include` of parts by `##`: name it as a whole");
    }
    let reach = Reach::new(&job.include, &allowed, options.clone());
    let own = HeaderReach::of(text);
    let elsewhere = own.opened.iter().filter(|opened| reach.leaves(&opened.name, opened.is_quoted, from));
    let mut staged = text.to_owned();
    let places: Vec<usize> = elsewhere.map(|opened| opened.start).collect();
    for start in places.into_iter().rev() {
        let mark =
            ["??=", "%:", "#"].iter().find(|mark| text[start..].starts_with(**mark)).map_or(0, |mark| mark.len());
        staged.insert_str(start + mark, &format!("error a header, {OUTSIDE}: "));
    }
    let answered =
        HeaderReach::answered(&staged, |name, is_quoted| reach.leaves(name, is_quoted, from).then_some(false));
    match reach.headers_of(text, from) {
        Ok(()) => {}
        Err(Leaves::Header(name)) => {
            return refused(&format!("includes a header that opens or asks for {}", elsewhere_named(&name)));
        }
        Err(Leaves::Unknown) => return refused("includes more or larger headers than are read here"),
    }
    // The definition is needed where something was answered.
    let is_asked = answered != staged;
    let source = if answered == text { source.clone() } else { source.with_text(&answered) };
    Ok(if is_asked { source.option("--define-macro=smem_tile_no_header(x)=0") } else { source })
}

/// Returns the error for a source whose `#include` of a file elsewhere is in an active arm, by the compiler's error.
pub(super) fn refusal(error: &ToolError, name: &str) -> Option<ToolError> {
    let line = error.log()?.lines().find(|line| line.contains(OUTSIDE))?;
    let (_, written) = line.rsplit_once(OUTSIDE)?;
    let header = written.split(['"', '<', '>']).nth(1).unwrap_or(written);
    Some(ToolError::Unusable(format!("`{name}` includes {}", elsewhere_named(header))))
}

/// A header elsewhere, with the reason why it is not read and what helps.
fn elsewhere_named(header: &str) -> String {
    format!(
        "`{}`, which is outside of the folder of the input, the working folder and those of `-I` and `--source`; `--source FOLDER` allows another one",
        header.escape_debug()
    )
}
