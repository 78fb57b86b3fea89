//! Names that the source gives to types.

use std::ops::Range;

use super::scan::{end_of_statement, is_directive, start_of_statement, words};
use super::statement::{DeclaringStatement, type_and_words};

/// The type behind a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamedType {
    /// The type of an element.
    pub(crate) element: String,
    /// The extents in the brackets of a type of arrays.
    pub(crate) dims: Vec<String>,
}

/// Names may go around in a circle.
const MOST_STEPS: u32 = 8;

/// Returns the type behind a name in a text without comments: `float` of `real` with `typedef float real;`. `None` where the text
/// does not define the name, or in several places.
pub(crate) fn resolved(name: &str, code: &str) -> Option<NamedType> {
    let mut found: Option<NamedType> = None;
    for _ in 0..MOST_STEPS {
        let name = found.as_ref().map_or(name, |found| &found.element);
        let Some(next) = definition(name, code) else { break };
        let outer = found.map(|found| found.dims).unwrap_or_default();
        found = Some(NamedType { element: next.element, dims: [outer, next.dims].concat() });
    }
    found
}

/// One step.
fn definition(name: &str, code: &str) -> Option<NamedType> {
    let mut all = words(code, name).filter_map(|at| defined_at(name, at, code));
    let first = all.next()?;
    all.next().is_none().then_some(first)
}

/// Returns the definition of a name at a place.
fn defined_at(name: &str, at: usize, code: &str) -> Option<NamedType> {
    let plain = |text: &str| {
        let (element, _) = type_and_words(text);
        let is_type = !element.is_empty() && !element.contains(['*', '&', '(', ')', '[']);
        is_type.then(|| NamedType { element, dims: Vec::new() })
    };
    if is_directive(code, at) {
        let line = code[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let directive = code[line..at].trim().strip_prefix('#')?;
        let value = code[at + name.len()..].lines().next()?;
        return (directive.trim() == "define" && value.starts_with([' ', '\t'])).then(|| plain(value.trim()))?;
    }
    let start = start_of_statement(code, at);
    let end = end_of_statement(code, at)?;
    let head = code[start..at].trim();
    if head == "using" {
        return plain(code[at + name.len()..end].trim().strip_prefix('=')?.trim());
    }
    let rest = code[start..end].strip_prefix("typedef")?;
    let place: Range<usize> = end - rest.len()..end;
    let statement = DeclaringStatement::read(code, place)?;
    let (_, dims, _) = statement.variables(code).into_iter().find(|(own, _, _)| own == name)?;
    Some(NamedType { element: statement.element, dims })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_types() {
        let code = "typedef unsigned int uint_t;\nusing real = const float;\n#define T real\ntypedef float Tile[4][8];
            using A = B; using B = A; typedef float* P; using V = std::vector<int>;
            using twice = int; using twice = float; struct S { int real_x; };";
        let named = |name: &str| resolved(name, code).map(|named| (named.element, named.dims));
        let plain = |element: &str| Some((element.to_string(), Vec::new()));
        assert_eq!(named("uint_t"), plain("unsigned int"));
        assert_eq!(named("T"), plain("float"));
        assert_eq!(named("Tile"), Some(("float".to_string(), vec!["4".to_string(), "8".to_string()])));
        assert_eq!(named("V"), plain("std::vector<int>"));
        for unknown in ["P", "twice", "S", "float", "nothing"] {
            assert_eq!(named(unknown), None, "{unknown}");
        }
        assert!(named("A").is_some_and(|(element, _)| element == "A" || element == "B"));
    }
}
