//! Tokens as a programmer writes them: `half::f16`, not `half :: f16`.
//!
//! Messages quote what the user wrote, and propose text to copy. The compiler keeps no spaces between tokens, so they are
//! put back by rule.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// Returns the source text of `tokens`, on one line.
pub(crate) fn text(tokens: &impl ToTokens) -> String {
    let mut printer = Printer::default();
    printer.stream(tokens.to_token_stream());
    printer.out
}

/// The role of the last token, which decides how the next one is read.
#[derive(Clone, Copy, PartialEq, Default)]
enum Before {
    /// An operator, a comma or nothing: an operand follows, so `&`, `*` and `-` are prefixes.
    #[default]
    Operator,
    /// The end of an operand.
    Operand,
    /// A path's `::`, after which `<` opens its arguments.
    Path,
}

#[derive(Default)]
struct Printer {
    out: String,
    before: Before,
    /// The next token is written without a space in front.
    glued: bool,
    /// Open `<` of generic arguments.
    angles: u32,
    /// Between the bars of a closure's parameters.
    in_bars: bool,
    /// The last word begins with a capital, so it names a type.
    is_type: bool,
}

impl Printer {
    fn stream(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = tokens.as_slice();
        self.glued = true;
        while let [token, after @ ..] = rest {
            rest = after;
            match token {
                TokenTree::Group(group) => self.group(group),
                TokenTree::Punct(_) => {
                    let text = operator(token, after, self.angles);
                    rest = &rest[text.len() - 1..];
                    self.operator(&text);
                }
                word => self.word(&word.to_string()),
            }
        }
    }

    fn space(&mut self) {
        if !self.glued {
            self.out.push(' ');
        }
    }

    fn word(&mut self, word: &str) {
        self.space();
        self.out.push_str(word);
        self.glued = false;
        self.is_type = word.starts_with(|c: char| c.is_uppercase());
        let is_operand =
            !matches!(word, "as" | "const" | "mut" | "dyn" | "impl" | "if" | "else" | "in" | "move" | "return");
        self.before = if is_operand { Before::Operand } else { Before::Operator };
    }

    fn group(&mut self, group: &Group) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::None => ("", ""),
        };
        // `f(x)` and `a[i]`, but `(a, b)` and `x {`.
        if self.before != Before::Operand || matches!(group.delimiter(), Delimiter::Brace | Delimiter::None) {
            self.space();
        }
        let mut inner = Printer::default();
        inner.stream(group.stream());
        let pad = if open == "{" && !inner.out.is_empty() { " " } else { "" };
        self.out.push_str(&[open, pad, &inner.out, pad, close].concat());
        (self.glued, self.before, self.is_type) = (false, Before::Operand, false);
    }

    fn operator(&mut self, text: &str) {
        let is_prefix = self.before == Before::Operator;
        // (space before, glue to what follows, what it is to what follows)
        let (space, glued, before) = match text {
            "," | ";" | ":" => (false, false, Before::Operator),
            "." | ".." | "..=" => (false, true, Before::Operator),
            "::" => (is_prefix, true, Before::Path),
            "'" | "#" | "$" => (true, true, Before::Operator),
            "<" if self.before == Before::Path || !is_prefix && self.is_type => {
                self.angles += 1;
                (false, true, Before::Operator)
            }
            ">" if self.angles > 0 => {
                self.angles -= 1;
                (false, false, Before::Operand)
            }
            "|" if self.in_bars => {
                self.in_bars = false;
                (false, false, Before::Operator)
            }
            "|" if is_prefix => {
                self.in_bars = true;
                (true, true, Before::Operator)
            }
            "&" | "&&" | "*" | "-" | "!" | "?" if is_prefix => (true, true, Before::Operator),
            "!" | "?" => (false, true, Before::Operand),
            _ => (true, false, Before::Operator),
        };
        if space {
            self.space();
        }
        self.out.push_str(text);
        (self.glued, self.before) = (glued, before);
    }
}

/// Reads the longest operator that begins with `first`.
fn operator(first: &TokenTree, after: &[TokenTree], angles: u32) -> String {
    let mut text = String::new();
    for token in std::iter::once(first).chain(after) {
        let TokenTree::Punct(punct) = token else { break };
        let longer = format!("{text}{}", punct.as_char());
        let closes = angles > 0 && longer.starts_with('>') && longer.len() > 1;
        if !text.is_empty() && (closes || !OPERATORS.contains(&longer.as_str())) {
            break;
        }
        text = longer;
        if punct.spacing() == Spacing::Alone {
            break;
        }
    }
    text
}

/// The operators of more than one character.
const OPERATORS: [&str; 17] =
    ["::", "->", "=>", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "..", "..=", "+=", "-=", "*=", "/="];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_back_as_it_is_usually_written() {
        for written in [
            "half::f16",
            "::half::f16",
            "Vec<half::f16>",
            "Option<Vec<u8>>",
            "&'a mut [f32; 4]",
            "*const f32",
            "[[f32; 32]; 32]",
            "(f32, f32)",
            "fn(u32) -> u32",
            "dyn Fn(u32) + Send",
            "cute::Swizzle<3, 4, -3>",
            "Wrapping::<u32>::MAX",
            "Swizzle(5, 0, 5)",
            "Swizzle<5, 0, 5> {}",
            "lane / 4 + 8 * warp, lane % 4",
            "(lane << 2 & 31, -lane)",
            "|lane, warp| (lane, warp), vec = 4",
            "lane.min(3)",
            "lane < 3",
            "a | b",
            "16 * 2",
            "1..=2",
            "\"sm_90\"",
        ] {
            assert_eq!(text(&written.parse::<TokenStream>().unwrap()), written);
        }
    }
}
