//! Lines of the preprocessor.

use std::ops::Range;

use super::pieces::{PieceKind, TextPiece, is_word, pieces};

/// A line of the preprocessor: `#define N 4` has the keyword `define` and the rest `N 4`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Directive<'a> {
    pub(crate) keyword: &'a str,
    /// Without comments, on one line.
    pub(crate) rest: String,
    pub(crate) span: Range<usize>,
}

impl<'a> Directive<'a> {
    /// Reads a piece of `text`; `None` for one that is not a directive.
    pub(crate) fn of(piece: &TextPiece, text: &'a str) -> Option<Directive<'a>> {
        if piece.kind != PieceKind::Directive {
            return None;
        }
        let line = text[piece.span.clone()].trim_start_matches('#').trim_start();
        let end = line.find(|character| !is_word(character)).unwrap_or(line.len());
        let (keyword, rest) = line.split_at(end);
        Some(Directive { keyword, rest: on_one_line(rest), span: piece.span.clone() })
    }
}

/// Returns a directive's text without comments and continued lines.
fn on_one_line(rest: &str) -> String {
    let rest = rest.replace("\\\r\n", " ").replace("\\\n", " ");
    let mut line = rest.clone();
    for piece in pieces(&rest).iter().filter(|piece| piece.kind == PieceKind::Comment) {
        line.replace_range(piece.span.clone(), &" ".repeat(piece.span.len()));
    }
    line.trim().to_owned()
}

/// A macro: `#define N 4`, or `#define UP(a, b) (((a) + (b) - 1) / (b))`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Macro {
    pub(crate) name: String,
    /// `None` for a macro without parentheses.
    pub(crate) parameters: Option<Vec<String>>,
    pub(crate) body: String,
    /// The first byte at which it is defined.
    pub(crate) from: usize,
}

impl Macro {
    /// Reads a `#define`; `None` for other directives.
    pub(crate) fn of(directive: &Directive<'_>) -> Option<Macro> {
        if directive.keyword != "define" {
            return None;
        }
        Macro::of_definition(&directive.rest, directive.span.end)
    }

    /// Reads `N 4` or `UP(a, b) a / b`.
    fn of_definition(definition: &str, from: usize) -> Option<Macro> {
        let end = definition.find(|character| !is_word(character)).unwrap_or(definition.len());
        let (name, behind) = definition.split_at(end);
        if name.is_empty() {
            return None;
        }
        let (parameters, body) = match behind.strip_prefix('(').and_then(|inside| inside.split_once(')')) {
            Some((inside, body)) => (Some(inside.split(',').map(|name| name.trim().to_owned()).collect()), body),
            None => (None, behind),
        };
        Some(Macro { name: name.to_owned(), parameters, body: body.trim().to_owned(), from })
    }

    /// Reads the value of a compiler's option `-D`: `N=4`, or `N`, which is 1.
    pub(crate) fn of_option(option: &str) -> Option<Macro> {
        match option.split_once('=') {
            Some((name, body)) => Macro::of_definition(&format!("{name} {body}"), 0),
            None => Macro::of_definition(&format!("{option} 1"), 0),
        }
    }

    /// Returns its body with arguments in place of the parameters; `None` for another number of arguments. After the last parameter of a
    /// variadic macro, `...` or `args...`, are all further ones.
    pub(crate) fn expanded(&self, arguments: &[&str]) -> Option<String> {
        let mut parameters: Vec<&str> = self.parameters.iter().flatten().map(String::as_str).collect();
        let mut arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        if let Some(named) = parameters.last().and_then(|last| last.strip_suffix("...")) {
            let first = parameters.len() - 1;
            let rest = arguments.split_off(first.min(arguments.len()));
            if arguments.len() < first {
                return None;
            }
            arguments.push(rest.join(", "));
            parameters[first] = if named.is_empty() { "__VA_ARGS__" } else { named.trim_end() };
        }
        if parameters.len() != arguments.len() {
            return None;
        }
        let (mut result, mut end) = (String::new(), 0);
        for piece in pieces(&self.body) {
            let word = &self.body[piece.span.clone()];
            result += &self.body[end..piece.span.start];
            result += match parameters.iter().position(|parameter| *parameter == word) {
                Some(at) => &arguments[at],
                None => word,
            };
            end = piece.span.end;
        }
        result += &self.body[end..];
        // `name##_kernel`
        Some(result.split("##").map(str::trim).collect::<Vec<_>>().concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defined(text: &str) -> Macro {
        let found = pieces(text);
        Macro::of(&Directive::of(&found[0], text).unwrap()).unwrap()
    }

    #[test]
    fn macros_have_parameters_where_the_parenthesis_touches_the_name() {
        let up = defined("#define UP(a, b) \\\n ((a) /* up */ + (b) - 1) / (b)");
        assert_eq!(up.expanded(&["n", "4"]).unwrap().replace(' ', ""), "((n)+(4)-1)/(4)");
        assert_eq!(up.expanded(&["n"]), None);
        let plain = defined("# define AREA (4 * 4) // bytes");
        assert_eq!((plain.parameters.is_none(), plain.body.as_str()), (true, "(4 * 4)"));
    }

    #[test]
    fn options_of_the_compiler_define_macros() {
        assert_eq!(Macro::of_option("N=4").unwrap().body, "4");
        assert_eq!(Macro::of_option("FAST").unwrap().body, "1");
        assert_eq!(Macro::of_option("=4"), None);
    }
}
