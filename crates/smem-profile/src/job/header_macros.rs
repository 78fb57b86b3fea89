//! Names of headers that macros make, `#include CUDA_STD_HEADER(tuple)`, and those that `__has_include` asks for.

use std::collections::{BTreeMap, BTreeSet};

/// The macros of texts whose bodies are names of headers. A name may have several: which arm of an `#if` is taken is not known.
#[derive(Debug, Default)]
pub(super) struct HeaderMacros {
    bodies: BTreeMap<String, BTreeSet<MacroBody>>,
    /// Those with another body.
    others: BTreeSet<String>,
    options: Vec<String>,
}

/// The parameter of a macro, and the header with it in its name.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct MacroBody {
    parameter: Option<String>,
    header: String,
}

impl HeaderMacros {
    /// With options of the compiler, which may define macros as well.
    pub(super) fn with_options(options: Vec<String>) -> HeaderMacros {
        HeaderMacros { options, ..HeaderMacros::default() }
    }

    /// Reads the macros of a text.
    pub(super) fn read(&mut self, text: &str) {
        for line in text.lines() {
            let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
            let Some(rest) = directive.and_then(|rest| rest.strip_prefix("define")) else { continue };
            let rest = rest.trim_start();
            let (name, rest) = rest.split_at(rest.find(|mark| !is_word(mark)).unwrap_or(rest.len()));
            let (parameter, body) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
                Some((parameter, body)) => (Some(parameter.trim().to_owned()), body),
                None => (None, rest),
            };
            match quoted_name(body.trim_start()) {
                Some(header) => {
                    let header = header.to_owned();
                    self.bodies.entry(name.to_owned()).or_default().insert(MacroBody { parameter, header });
                }
                None => {
                    self.others.insert(name.to_owned());
                }
            }
        }
    }

    /// Returns the headers that `#include NAME` or `#include NAME(argument)` may name; `None` where that is not known.
    pub(super) fn names(&self, directive: &str) -> Option<Vec<String>> {
        let written = directive.split_once("include")?.1.trim();
        let (name, argument) = match written.split_once('(') {
            Some((name, rest)) => (name.trim(), Some(rest.split_once(')')?.0.trim())),
            None => (written.split_whitespace().next()?, None),
        };
        if self.others.contains(name) || self.options.iter().any(|option| option.contains(name)) {
            return None;
        }
        self.bodies.get(name)?.iter().map(|body| body.with(argument)).collect()
    }
}

impl MacroBody {
    /// The header with an argument in the place of the parameter.
    fn with(&self, argument: Option<&str>) -> Option<String> {
        let (Some(parameter), Some(argument)) = (&self.parameter, argument) else {
            return (self.parameter.is_none() && argument.is_none()).then(|| self.header.clone());
        };
        let words = self.header.split_inclusive(|mark| !is_word(mark));
        let replaced = words.map(|word| match word.strip_prefix(&parameter[..]) {
            Some(rest) if !rest.starts_with(is_word) => format!("{argument}{rest}"),
            _ => word.to_owned(),
        });
        Some(replaced.collect())
    }
}

/// Returns the headers that a text asks for by `__has_include`; `None` where it asks for one that a macro names.
pub(super) fn headers_asked_for(text: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    for asked in text.split("__has_include").skip(1) {
        // Alone it is a name, as in `defined(__has_include)`.
        if let Some(inside) = asked.trim_start().strip_prefix('(') {
            found.push(quoted_name(inside.trim_start())?);
        }
    }
    Some(found)
}

/// The name between quotes or angle brackets at the start of a text.
fn quoted_name(text: &str) -> Option<&str> {
    let close = match text.chars().next()? {
        '"' => '"',
        '<' => '>',
        _ => return None,
    };
    let (name, _) = text[1..].lines().next()?.split_once(close)?;
    (!name.is_empty()).then_some(name)
}

fn is_word(mark: char) -> bool {
    mark.is_alphanumeric() || mark == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, directive: &str) -> Option<Vec<String>> {
        let mut macros = HeaderMacros::with_options(vec!["-DN=4".to_owned()]);
        macros.read(text);
        macros.names(directive)
    }

    #[test]
    fn a_macro_names_each_header_that_an_arm_gives_it() {
        let text = "#ifdef X\n#  define STD(header) <cuda/std/header>\n#else\n# define STD( h ) <std/h/h_h>\n#endif\n#define OWN \"own.h\" // mine";
        assert_eq!(names(text, "#include STD(tuple)").unwrap(), ["std/tuple/h_h", "cuda/std/tuple"]);
        assert_eq!(names(text, "#include OWN").unwrap(), ["own.h"]);
        for unknown in ["#include STD", "#include OWN(a)", "#include OTHER", "#include N"] {
            assert_eq!(names(text, unknown), None, "{unknown}");
        }
        assert_eq!(names("#define A \"a.h\"\n#define A B", "#include A"), None);
        assert_eq!(names("#define N \"a.h\"", "#include N"), None);
    }

    #[test]
    fn headers_that_are_asked_for_are_found() {
        let text = "#if defined(__has_include)\n#if !__has_include(<a/b.h>) && __has_include ( \"c.h\" )\n";
        assert_eq!(headers_asked_for(text).unwrap(), ["a/b.h", "c.h"]);
        assert_eq!(headers_asked_for("#if __has_include(A)"), None);
        assert_eq!(headers_asked_for("#ifdef __has_include\n(<x>)"), Some(vec!["x"]));
    }
}
