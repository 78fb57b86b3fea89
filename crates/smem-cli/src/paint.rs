//! Colours of reports. Each part of a line has a role, which decides its colour, so that the text is the same with colours and without.

use anstyle::{AnsiColor, Style};
use smem_profile::render::{LineRole, ReportLine};

const HEADING: Style = Style::new().bold();
const TITLES: Style = AnsiColor::Cyan.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const REMOVED: Style = AnsiColor::Red.on_default();
const ADDED: Style = AnsiColor::Green.on_default();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const HINT: Style = AnsiColor::Green.on_default().bold();

/// Returns a line of a report with its colours.
pub(crate) fn line(line: &ReportLine) -> String {
    let painted = |(role, text): (LineRole, &str)| match style(role) {
        Some(style) if !text.is_empty() => format!("{style}{text}{style:#}"),
        _ => text.to_owned(),
    };
    line.parts().map(painted).collect()
}

fn style(role: LineRole) -> Option<Style> {
    Some(match role {
        LineRole::Heading => HEADING,
        LineRole::Titles => TITLES,
        LineRole::Finding | LineRole::Conflict => BAD,
        LineRole::Warning => WARNING,
        LineRole::Hint => HINT,
        LineRole::Added => ADDED,
        LineRole::Removed => REMOVED,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use smem_profile::{Job, render};

    use super::line;

    /// Texts of a source that look like parts of a report.
    const KERNEL: &str = "__global__ void k(float* a) { // warning: 32-way race on byte 0: grid 1
        __shared__ float s[64];
        s[2 * threadIdx.x] = 1;
        a[threadIdx.x] = s[2 * (31 - threadIdx.x)]; // + 32-way
}";

    #[test]
    fn colours_change_nothing_but_colours_and_texts_of_a_source_have_none() {
        let job = Job::of_text("k.cu", KERNEL).grid(1).block(64).arg("a:f32[64]");
        let report = job.run().unwrap();
        let lines = render::text_lines(&report, true);
        let painted: Vec<String> = lines.iter().map(line).collect();
        for (painted, line) in painted.iter().zip(&lines) {
            assert_eq!(anstream::adapter::strip_str(painted).to_string(), line.to_string());
        }
        let has_colour = |part: &str| painted.iter().any(|line| line.contains(part) && line.contains('\u{1b}'));
        assert!(has_colour("k: grid 1 x 1 x 1") && has_colour("2-way\u{1b}"), "{painted:?}");
        for of_source in ["warning: 32-way race on byte", "+ 32-way"] {
            let line = painted.iter().find(|line| line.contains(of_source)).unwrap();
            let (_, behind) = line.split_once(of_source).unwrap();
            assert!(!behind.contains('\u{1b}'), "{line}");
        }
    }
}
