//! The table and the plot.

use std::fmt::Write;

use super::{ProgramKind, ProgramTiming};

/// Bytes that a scan must move for a pixel: one read, eight written.
const BYTES: f64 = 9.0;

/// Returns the roof of a size: the fastest kernel that only expands.
fn roof(entries: &[ProgramTiming], side: u32) -> Option<f64> {
    let expanding = entries.iter().filter(|entry| entry.side == side && entry.name.starts_with("expand"));
    expanding.map(|entry| entry.timing.median).min_by(f64::total_cmp)
}

fn sides(entries: &[ProgramTiming]) -> Vec<u32> {
    let mut sides: Vec<u32> = entries.iter().map(|entry| entry.side).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

fn names(entries: &[ProgramTiming]) -> Vec<(&str, ProgramKind)> {
    let mut names: Vec<(&str, ProgramKind)> = Vec::new();
    for entry in entries {
        if names.iter().all(|(name, _)| *name != entry.name) {
            names.push((&entry.name, entry.kind));
        }
    }
    names
}

fn of<'e>(entries: &'e [ProgramTiming], name: &str, side: u32) -> Option<&'e ProgramTiming> {
    entries.iter().find(|entry| entry.side == side && entry.name == name)
}

/// Returns a table in Markdown: a row a program, and for each size its median in microseconds with the 10th and 90th
/// percentile, and the share of the roof's throughput.
///
/// ```
/// use smem_launch::Timing;
/// use smem_hardware::bench::{ProgramKind, ProgramTiming, table};
///
/// let entry = |name: &str, kind, us| ProgramTiming { name: name.into(), kind, side: 64, timing: Timing::of(vec![us]).unwrap() };
/// let text = table(&[entry("expand", ProgramKind::Roof, 8.0), entry("scan", ProgramKind::Own, 10.0)]);
/// assert!(text.contains("| scan | 10.00 (10.00 to 10.00) | 0.80 |"), "{text}");
/// ```
pub fn table(entries: &[ProgramTiming]) -> String {
    let sides = sides(entries);
    let mut text = String::from("| |");
    for side in &sides {
        let _ = write!(text, " {side} x {side}, us | of the roof |");
    }
    text.push_str("\n| --- |");
    text.push_str(&" ---: | ---: |".repeat(sides.len()));
    text.push('\n');
    for (name, _) in names(entries) {
        let _ = write!(text, "| {name} |");
        for side in &sides {
            match (of(entries, name, *side), roof(entries, *side)) {
                (Some(entry), Some(roof)) => {
                    let time = &entry.timing;
                    let share = roof / time.median;
                    let _ = write!(text, " {:.2} ({:.2} to {:.2}) | {share:.2} |", time.median, time.low, time.high);
                }
                _ => text.push_str(" - | - |"),
            }
        }
        text.push('\n');
    }
    text
}

/// The title of the plot.
const TITLE: &str = "Throughput of the 2D scan, in bytes that it must move: longer is better";

/// Pixels of the title and the key.
const HEAD: f64 = 52.0;

/// Returns the name of a kind of programs, and the colours inside of its bars and around them.
fn key(kind: ProgramKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        ProgramKind::Roof => ("moves the bytes and computes nothing", "#d0d0d0", "#d0d0d0"),
        ProgramKind::Own => ("own scan", "#2b7bba", "#000000"),
        ProgramKind::Peer => ("library", "#f0a860", "#d9822b"),
    }
}

/// A bar, or its sign in the key.
fn bar(x: f64, y: f64, wide: f64, kind: ProgramKind) -> String {
    let (_, inside, around) = key(kind);
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{wide:.1}\" height=\"13\" fill=\"{inside}\" stroke=\"{around}\"/>")
}

/// Returns the plot: for each size a bar a program, as long as its throughput, in bytes that a scan must move; above them a title and what
/// the colours are.
pub fn plot(entries: &[ProgramTiming]) -> String {
    const LEFT: f64 = 250.0;
    const LONG: f64 = 480.0;
    let throughput =
        |entry: &ProgramTiming| BYTES * f64::from(entry.side) * f64::from(entry.side) / entry.timing.median * 1e-6;
    let most = entries.iter().map(throughput).fold(0.0, f64::max);
    let mut body = format!("<text x=\"10\" y=\"24\" font-weight=\"bold\" font-size=\"15\">{TITLE}</text>\n");
    let mut x = 10.0;
    for kind in [ProgramKind::Roof, ProgramKind::Own, ProgramKind::Peer] {
        let name = key(kind).0;
        let _ = writeln!(body, "{}<text x=\"{}\" y=\"47\">{name}</text>", bar(x, 36.0, 24.0, kind), x + 32.0);
        x += 60.0 + 7.0 * name.len() as f64;
    }
    let mut y = 10.0 + HEAD;
    for side in sides(entries) {
        y += 24.0;
        let _ = writeln!(body, "<text x=\"10\" y=\"{y}\" font-weight=\"bold\">{side} x {side} pixels</text>");
        for (name, kind) in names(entries) {
            let Some(entry) = of(entries, name, side) else { continue };
            y += 18.0;
            let (value, top) = (throughput(entry), y - 11.0);
            let wide = if most > 0.0 { LONG * value / most } else { 0.0 };
            let label = name.replace('&', "&amp;").replace('<', "&lt;");
            let end = LEFT - 8.0;
            let _ = writeln!(body, "<text x=\"{end}\" y=\"{y}\" text-anchor=\"end\">{label}</text>");
            let _ = writeln!(body, "{}", bar(LEFT, top, wide, kind));
            let _ = writeln!(body, "<text x=\"{:.1}\" y=\"{y}\">{value:.2} TB/s</text>", LEFT + wide + 6.0);
        }
    }
    let (width, height) = (LEFT + LONG + 90.0, y + 16.0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         style=\"max-width:100%;height:auto\" font-family=\"sans-serif\" font-size=\"12\">\n<title>{TITLE}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use smem_launch::Timing;

    #[test]
    fn the_share_is_of_the_faster_roof_and_what_was_not_measured_has_no_number() {
        let entry = |name: &str, kind, side, us| ProgramTiming {
            name: name.to_owned(),
            kind,
            side,
            timing: Timing::of(vec![us]).unwrap(),
        };
        let entries = [
            entry("expand a", ProgramKind::Roof, 8, 6.0),
            entry("expand b", ProgramKind::Roof, 8, 4.0),
            entry("copy", ProgramKind::Roof, 8, 1.0),
            entry("scan", ProgramKind::Own, 8, 5.0),
            entry("expand a", ProgramKind::Roof, 16, 2.0),
        ];
        let text = table(&entries);
        assert!(text.contains("| scan | 5.00 (5.00 to 5.00) | 0.80 | - | - |"), "{text}");
        let svg = plot(&entries);
        assert_eq!((svg.matches("<rect x").count(), svg.matches("</text>").count()), (5 + 3, 2 + 2 * 5 + 4), "{svg}");
        assert!(svg.contains(">own scan</text>") && svg.contains("</title>"), "{svg}");
    }
}
