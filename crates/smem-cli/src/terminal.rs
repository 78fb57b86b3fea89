//! Text of strangers where it may reach a terminal. Reports are escaped line by line as they are made; this is for what is exact in a file or a pipe,
//! and for texts that have colours.

use std::io::{self, IsTerminal, Write};

use smem_launch::printable;

use crate::failure::EarlyEnd;

/// Prints a text that programs read, such as a patch or a header: exact, but escaped on a terminal.
pub(crate) fn print_exact(text: &str) -> Result<(), EarlyEnd> {
    let mut output = io::stdout();
    let text = if output.is_terminal() { printable(text) } else { text.into() };
    output.write_all(text.as_bytes())?;
    output.flush()?;
    Ok(())
}

/// Prints a text with colours of this program, and escapes all else that a terminal obeys.
pub(crate) fn print_coloured(text: &str) -> Result<(), EarlyEnd> {
    write!(anstream::stdout(), "{}", but_for_colours(text))?;
    io::stdout().flush()?;
    Ok(())
}

/// Escapes what a terminal obeys, but for colours.
fn but_for_colours(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("\u{1b}[") {
        result += &printable(&rest[..start]);
        let inside = &rest[start + 2..];
        let length = inside.find(|mark: char| !mark.is_ascii_digit() && mark != ';').unwrap_or(inside.len());
        let is_colour = inside[length..].starts_with('m');
        let end = start + 2 + if is_colour { length + 1 } else { 0 };
        match is_colour {
            true => result += &rest[start..end],
            false => result += &printable(&rest[start..end]),
        }
        rest = &rest[end..];
    }
    result + &printable(rest)
}

#[cfg(test)]
mod tests {
    use super::but_for_colours;

    #[test]
    fn colours_stay_and_all_else_is_escaped() {
        let text = "\u{1b}[1;31mred\u{1b}[0m \u{1b}[2J\u{1b}]0;title\u{7}\u{9b}m\u{1b}[31";
        let expected = "\u{1b}[1;31mred\u{1b}[0m \\u{1b}[2J\\u{1b}]0;title\\u{7}\\u{9b}m\\u{1b}[31";
        assert_eq!(but_for_colours(text), expected);
    }
}
