//! Numbered source lines around those that a compiler's log names.

use crate::first_errors::first_errors;

/// Lines shown before and after each one that is named.
const CONTEXT: usize = 2;

/// The lines of `source` around every `name(line)` in the first errors of `log`, numbered as the compiler does: `#line 1 "other.cu"` starts
/// another file. Empty where the log names no line.
pub(super) fn around_errors(source: &str, name: &str, log: &str) -> String {
    let lines = number(source, name);
    let mut shown = vec![false; lines.len()];
    for (file, line) in named(&first_errors(log).0) {
        if let Some(at) = lines.iter().position(|known| known.file == file && known.number == line) {
            let to = (at + CONTEXT + 1).min(lines.len());
            shown[at.saturating_sub(CONTEXT)..to].fill(true);
        }
    }
    let mut text = String::new();
    let mut previous: Option<usize> = None;
    for (at, line) in lines.iter().enumerate().filter(|(at, _)| shown[*at]) {
        if previous.is_none_or(|previous| previous + 1 != at) {
            text.push_str(&format!("  {}\n", line.file));
        }
        text.push_str(&format!("{:>5} | {}\n", line.number, line.text));
        previous = Some(at);
    }
    text
}

struct ListingLine<'a> {
    file: &'a str,
    number: usize,
    text: &'a str,
}

fn number<'a>(source: &'a str, name: &'a str) -> Vec<ListingLine<'a>> {
    let (mut file, mut number) = (name, 1);
    let mut lines = Vec::new();
    for text in source.lines() {
        if let Some((next, named)) = directive(text) {
            number = next;
            file = named.unwrap_or(file);
            continue;
        }
        lines.push(ListingLine { file, number, text });
        number += 1;
    }
    lines
}

/// The line and the file of a `#line 1 "scan2d.cu"`.
fn directive(text: &str) -> Option<(usize, Option<&str>)> {
    let rest = text.trim_start().strip_prefix('#')?.trim_start().strip_prefix("line ")?.trim();
    let (number, file) = rest.split_once(' ').unwrap_or((rest, ""));
    let file = file.trim().trim_matches('"');
    Some((number.parse().ok()?, (!file.is_empty()).then_some(file)))
}

/// Every `file(line)` that starts a line of the log.
fn named(log: &str) -> impl Iterator<Item = (&str, usize)> {
    log.lines().filter_map(|line| {
        let (file, rest) = line.split_once('(')?;
        let (number, _) = rest.split_once(')')?;
        Some((file, number.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_after_a_line_directive_are_those_of_the_other_file() {
        let source = "struct Tile {};\n#line 1 \"scan.cu\"\nint a;\nint b;\nbad\nint c;\nint d;\nint e;\n";
        let listing = around_errors(source, "tile.cuh", "scan.cu(3): error: this declaration\n");
        assert_eq!(listing, "  scan.cu\n    1 | int a;\n    2 | int b;\n    3 | bad\n    4 | int c;\n    5 | int d;\n");
    }

    #[test]
    fn a_log_that_names_no_line_shows_none() {
        assert_eq!(around_errors("int a;\n", "a.cu", "nvrtc: error: invalid value\n"), "");
    }
}
