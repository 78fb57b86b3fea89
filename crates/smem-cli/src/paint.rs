//! Colours of reports. A line is painted by what it says, so that the text is the same with colours and without.

use anstyle::{AnsiColor, Style};

const HEADING: Style = Style::new().bold();
const TITLES: Style = AnsiColor::Cyan.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const REMOVED: Style = AnsiColor::Red.on_default();
const ADDED: Style = AnsiColor::Green.on_default();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const HINT: Style = AnsiColor::Green.on_default().bold();

/// The first words of a line, and their colours.
const LEADS: [(&str, Style); 5] =
    [("warning:", WARNING), ("note:", HINT), ("help:", HINT), ("missing:", HINT), ("stopped:", WARNING)];

/// Words that only the title of a finding contains.
const FINDINGS: [&str; 3] = [" race on byte ", " beyond a shared array", "barrier not reached by every thread"];

/// Returns a line of a report with its colours.
pub(crate) fn line(text: &str) -> String {
    let start = text.len() - text.trim_start().len();
    let (indent, rest) = text.split_at(start);
    if let Some((lead, style)) = LEADS.iter().find(|(lead, _)| rest.starts_with(lead)) {
        return format!("{indent}{style}{lead}{style:#}{}", &rest[lead.len()..]);
    }
    // Reports begin no line so but those of a patch.
    let style = if text.starts_with('+') {
        ADDED
    } else if text.starts_with('-') {
        REMOVED
    } else if text.starts_with("@@") {
        TITLES
    } else if is_heading(text) {
        HEADING
    } else if is_titles(rest) {
        TITLES
    } else if FINDINGS.iter().any(|finding| rest.contains(finding)) {
        BAD
    } else {
        return conflicts(text);
    };
    format!("{indent}{style}{rest}{style:#}")
}

/// Whether a line names a launch.
fn is_heading(text: &str) -> bool {
    !text.starts_with(' ') && text.contains(": grid ")
}

/// Whether a line has the titles of a table of counts.
fn is_titles(text: &str) -> bool {
    ["wavefronts", "ideal"].iter().all(|title| text.split_whitespace().any(|word| word == *title))
        && !text.contains(|letter: char| letter.is_ascii_digit())
}

/// Paints the N of each N-way conflict.
fn conflicts(text: &str) -> String {
    let mut painted = String::new();
    for word in text.split_inclusive(' ') {
        let bare = word.trim_end();
        let ways = bare.strip_suffix("-way").and_then(|ways| ways.parse::<u32>().ok());
        if ways.is_some_and(|ways| ways > 1) {
            painted += &format!("{BAD}{bare}{BAD:#}{}", &word[bare.len()..]);
        } else {
            painted += word;
        }
    }
    painted
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: [&str; 10] = [
        "k: grid 1 x 1 x 1, block 32 x 1 x 1, 4096 bytes of shared memory",
        "  line    access  requests  wavefronts  ideal  excess  worst   instruction  source",
        "  k.cu:4  load           1          32      1      31  32-way  LDS          a[t] = s[t * 32];",
        "  warning: k.cu:5: a thread reads shared memory that nothing wrote",
        "note: buffer contents are synthetic",
        "  read-after-write race on byte 0x4 of shared memory, block (0, 0, 0):",
        "    missing: `__syncthreads()` between line 4 and line 5",
        "@@ -1,5 +1,5 @@",
        "-    __shared__ float s[32][32];",
        "+#include \"k_tiles.cuh\"",
    ];

    #[test]
    fn colours_change_nothing_but_colours() {
        for text in REPORT {
            let painted = line(text);
            assert!(painted.contains('\u{1b}'), "{text}");
            assert_eq!(anstream::adapter::strip_str(&painted).to_string(), text);
        }
    }

    #[test]
    fn what_is_as_it_should_be_has_no_colour() {
        for text in
            ["", "  k.cu:4  load  1  1  1  0  1-way  LDS", "  machine code for sm_90: all 2 wavefronts are exact"]
        {
            assert_eq!(line(text), text);
        }
    }
}
