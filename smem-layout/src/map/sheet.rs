//! The paper that pictures are drawn on: an SVG document with its colours, its fonts and its signs.
//!
//! The document has its own paper, so that it is readable on any page, and changes colours with the viewer's preference for light or
//! dark. Nothing is said by colour alone: banks have numbers, lanes in conflict corners and a thick outline, padding is hatched. Every
//! text is in a monospaced font, so that its width is known.

use alloc::{format, string::String};
use core::fmt::Write;

use crate::map::palette::{self, Rgb};

/// Pixels from the paper's edge to what is drawn.
pub(super) const MARGIN: usize = 16;
/// Pixels from a row of cells to the next.
pub(super) const ROW: usize = 22;
/// Pixels of a line of sentences, of a line of column numbers.
pub(super) const LINE: usize = 18;

/// Tenths of a pixel that a character takes at most in the fonts for titles and sentences, and for labels.
pub(super) const TITLE: usize = 84;
pub(super) const SENTENCE: usize = 78;
pub(super) const LABEL: usize = 64;

/// Returns the pixels of `characters`, each of `tenths` of a pixel.
pub(super) fn pixels(characters: usize, tenths: usize) -> usize {
    (characters * tenths).div_ceil(10)
}

/// Writes into a string, which does not fail.
macro_rules! put {
    ($to:expr, $($what:tt)*) => { { let _ = write!($to, $($what)*); } };
}
pub(super) use put;

/// Returns the start of a document of these pixels: its title, its colours for so many banks, and its paper.
pub(super) fn head(width: usize, height: usize, title: &str, banks: u32) -> String {
    let mut text = String::new();
    put!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" "
    );
    put!(text, "class=\"smem-map\" role=\"img\" style=\"max-width:100%;height:auto\" ");
    put!(text, "font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\">\n");
    put!(text, "<title>{}</title>\n", escaped(title));
    put!(text, "<style>{}</style>\n", style(banks));
    put!(text, "<defs><pattern id=\"smem-map-padding\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">");
    put!(text, "<path class=\"hatch\" d=\"M-1 1l2-2M0 6l6-6M5 7l2-2\"/></pattern></defs>\n");
    put!(
        text,
        "<rect class=\"paper\" x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n",
        width - 1,
        height - 1
    );
    text
}

/// Returns the corners, at the left above and at the right below, that distinguish lanes in conflict from others without colour.
pub(super) fn corners(x: usize, y: usize, width: usize, height: usize) -> String {
    format!("<path class=\"corner\" d=\"M{x} {y}h7l-7 7zM{} {}h-7l7-7z\"/>", x + width, y + height)
}

/// Returns the rules for both papers.
fn style(banks: u32) -> String {
    let (mut light, mut dark) = (String::new(), String::new());
    for bank in 0..banks {
        let (on_light, on_dark) = palette::colors(bank, banks);
        put!(light, ".smem-map .b{bank}{{fill:{}}}", hex(on_light));
        put!(dark, ".smem-map .b{bank}{{fill:{}}}", hex(on_dark));
    }
    let mut css = String::new();
    put!(
        css,
        "\n.smem-map text{{fill:#16202c}}.smem-map .title{{font-size:13px;font-weight:bold}}.smem-map .note{{font-size:12px}}"
    );
    put!(
        css,
        ".smem-map .number{{font-size:11px}}.smem-map .range{{font-size:9.5px}}.smem-map .label{{font-size:10px}}"
    );
    put!(css, ".smem-map .label text{{fill:#57606a}}.smem-map .paper{{fill:#fff;stroke:#d0d7de}}");
    put!(css, ".smem-map .padding{{fill:url(#smem-map-padding);stroke:#8c959f;stroke-width:.5}}");
    put!(css, ".smem-map .hatch{{stroke:#8c959f;stroke-width:1}}");
    put!(
        css,
        ".smem-map .axis{{stroke:#57606a;fill:none}}.smem-map .bar{{fill:#8c959f;stroke:#0b1117;stroke-width:.8}}"
    );
    put!(css, ".smem-map .lanes{{font-size:8.5px}}");
    put!(css, ".smem-map .lane{{fill-opacity:0;stroke:#0b1117;stroke-width:1.6}}");
    put!(
        css,
        ".smem-map .clash{{fill:#ff9257;fill-opacity:1;stroke-width:2.2}}.smem-map .corner{{fill:#0b1117}}\n{light}\n"
    );
    put!(
        css,
        "@media (prefers-color-scheme:dark){{.smem-map text{{fill:#f2f5f8}}.smem-map .label text{{fill:#9198a1}}"
    );
    put!(css, ".smem-map .paper{{fill:#0d1117;stroke:#3d444d}}.smem-map .padding,.smem-map .hatch{{stroke:#656c76}}");
    put!(
        css,
        ".smem-map .axis{{stroke:#9198a1}}.smem-map .bar{{fill:#656c76;stroke:#fff}}.smem-map .lane{{stroke:#fff}}.smem-map .clash{{fill:#b34300}}.smem-map .corner{{fill:#fff}}\n{dark}}}\n"
    );
    css
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Text for a document, without the characters that XML does not have.
pub(super) fn escaped(text: &str) -> String {
    let has_none = |character: char| {
        character.is_control() && !matches!(character, '\t' | '\n') || matches!(character, '\u{fffe}' | '\u{ffff}')
    };
    text.replace(has_none, "\u{fffd}")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
