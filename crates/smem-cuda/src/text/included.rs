//! The headers that a text includes.

use std::ops::Range;

use super::directive::Directive;
use super::pieces::pieces;

/// An `#include`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncludedHeader {
    /// The name between the quotes or angle brackets; empty where a macro is in their place.
    pub name: String,
    /// Whether it is in quotes: the folder of the file is searched first.
    pub is_quoted: bool,
    /// Bytes of the directive.
    pub span: Range<usize>,
}

impl IncludedHeader {
    /// Reads a directive; `None` for one that is not an `#include`.
    pub(crate) fn of(directive: &Directive<'_>) -> Option<IncludedHeader> {
        let name = quoted_name(&directive.rest).unwrap_or_default().to_owned();
        let (is_quoted, span) = (directive.rest.starts_with('"'), directive.span.clone());
        (directive.keyword == "include").then_some(IncludedHeader { name, is_quoted, span })
    }
}

/// The name between quotes or angle brackets at the start of a text; `None` for an empty one.
pub(super) fn quoted_name(text: &str) -> Option<&str> {
    let close = match text.chars().next()? {
        '"' => '"',
        '<' => '>',
        _ => return None,
    };
    let (name, _) = text[1..].lines().next()?.split_once(close)?;
    (!name.is_empty()).then_some(name)
}

/// Returns the `#include`s of a text, in order, those in inactive arms among them.
///
/// ```
/// let text = "#include <cuda_fp16.h> // halves\n/*\n#include <gone.h>\n*/\n#  include \"own.cuh\"";
/// let found = smem_cuda::included_headers(text);
/// assert_eq!((found[0].name.as_str(), found[0].is_quoted), ("cuda_fp16.h", false));
/// assert_eq!((found[1].name.as_str(), &text[found[1].span.clone()]), ("own.cuh", "#  include \"own.cuh\""));
/// assert_eq!(found.len(), 2);
/// ```
pub fn included_headers(text: &str) -> Vec<IncludedHeader> {
    let found = pieces(text);
    let directives = found.iter().filter_map(|piece| Directive::of(piece, text));
    directives.filter_map(|directive| IncludedHeader::of(&directive)).collect()
}
