//! The text of a file as `nvcc` receives it: what it would open elsewhere is an error of the text, whether or not there is such a file.

use smem_cuda::HeaderReach;
use smem_launch::{CudaSource, ToolError};

use super::folders::SourceFolders;
use super::job::Job;
use super::reach::{HeaderWalk, Leaves};

/// The words of the errors about a header elsewhere. They are part of a directive, so that they have no quotes.
const OUTSIDE: &str = "which is outside of the folder of the input, the working folder and those of -I and --source";

/// Returns the source whose own `#include`s of files elsewhere are `#error`s, in the arms where they are, and whose questions for such files have the answer
/// no.
///
/// # Errors
/// A header that it includes does so, or its macros may ask for what is not seen here.
pub(super) fn within(job: &Job, source: &CudaSource) -> Result<CudaSource, ToolError> {
    let (text, from) = (source.text(), &job.file);
    let allowed = SourceFolders::of(job);
    let options: Vec<String> = job
        .spec
        .source
        .define
        .iter()
        .chain(&job.spec.source.compiler_option)
        .chain(&job.nvcc_option)
        .cloned()
        .collect();
    let refused = |what: &str| Err(ToolError::Unusable(format!("`{}` {what}", source.name())));
    if HeaderReach::may_ask_by_parts(&[text, &options.join("\n")]) {
        return refused("can make `__has_include` of parts by `##`: name it as a whole");
    }
    let reach = HeaderWalk::new(&job.spec.source.include, &allowed, options.clone());
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

/// Returns an error without the source lines that a host compiler quotes: it opens the file that a `#line` names, whichever that is.
pub(super) fn unquoted(error: ToolError) -> ToolError {
    match error {
        ToolError::Compile { ref log, .. } if log.lines().any(is_of_host) => {
            let mut error = error;
            if let ToolError::Compile { log, .. } = &mut error {
                *log = without_quotes(log);
            }
            error
        }
        other => other,
    }
}

fn without_quotes(log: &str) -> String {
    let (mut kept, mut is_quote) = (String::new(), false);
    for line in log.lines() {
        let is_message = !line.starts_with(char::is_whitespace) && (is_of_host(line) || line.contains("): "));
        if is_message {
            is_quote = is_of_host(line);
        }
        if is_message || !is_quote {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

/// Whether a line is a message of a host compiler: `k.cu:2:5: error: ..`. NVIDIA's have the line in parentheses.
fn is_of_host(line: &str) -> bool {
    let mut parts = line.split(':');
    let is_number = |part: &str| !part.is_empty() && part.chars().all(|mark| mark.is_ascii_digit());
    let numbers: Vec<bool> = parts.by_ref().map(is_number).collect();
    numbers.windows(2).any(|pair| pair == [true, true])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_of_a_host_compiler_go_and_those_of_nvidias_stay() {
        let log = "k.cu:1:2: error: #error x\n    1 | root:x:0:0\n      |  ^\nroot:x\nk.cu(3): error: no `a`\n  int a;\n      ^\n";
        assert_eq!(without_quotes(log), "k.cu:1:2: error: #error x\nk.cu(3): error: no `a`\n  int a;\n      ^\n");
        assert!(!is_of_host("k.cu(3): error: 1:2") && is_of_host("/a b/k.cu:3:14: fatal error: x"));
    }
}
