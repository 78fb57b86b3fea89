//! Names of headers that macros make, `#include CUDA_STD_HEADER(tuple)`, and those that `__has_include` asks for.

use std::collections::BTreeMap;

use super::directive::{Directive, Macro};
use super::included::quoted_name;
use super::pieces::{is_word, pieces};

/// The macros of texts that may name headers. A name may have several bodies: which arm of an `#if` is taken is not known.
///
/// ```
/// let mut macros = smem_cuda::HeaderMacros::with_options(Vec::new());
/// macros.read("#define STD(header) <cuda/std/header>\n#define OWN \"own.h\"");
/// assert_eq!(macros.headers_of("#include STD(tuple)"), Some(vec!["cuda/std/tuple".to_owned()]));
/// assert_eq!(macros.headers_of("#include OWN"), Some(vec!["own.h".to_owned()]));
/// assert_eq!(macros.headers_of("#include OTHER"), None);
/// ```
#[derive(Debug, Default)]
pub struct HeaderMacros {
    known: BTreeMap<String, Vec<Macro>>,
    options: Vec<String>,
}

impl HeaderMacros {
    /// With options of the compiler, which may define macros as well: a name that one of them has is not known.
    pub fn with_options(options: Vec<String>) -> HeaderMacros {
        HeaderMacros { options, ..HeaderMacros::default() }
    }

    /// Reads the macros of a text, those in inactive arms among them.
    pub fn read(&mut self, text: &str) {
        let found = pieces(text);
        let directives = found.iter().filter_map(|piece| Directive::of(piece, text));
        for known in directives.filter_map(|directive| Macro::of(&directive)) {
            self.add(known);
        }
    }

    pub(super) fn add(&mut self, known: Macro) {
        self.known.entry(known.name.clone()).or_default().push(known);
    }

    /// Returns true if these texts or options may define the macro of a directive, `#include NAME`: no other text of theirs can say what it names.
    pub fn may_define(&self, directive: &str) -> bool {
        let rest = directive.trim_start_matches('#').trim_start();
        let rest = rest.trim_start_matches(is_word).trim_start();
        let name = &rest[..rest.find(|mark| !is_word(mark)).unwrap_or(rest.len())];
        // A name that is spelled by numbers of characters.
        rest.starts_with('\\')
            || !name.is_empty()
                && (self.known.contains_key(name) || self.options.iter().any(|option| option.contains(name)))
    }

    /// Returns the headers that a directive, `#include NAME` or `#include NAME(argument)`, may name, each once; `None` where that is not known.
    pub fn headers_of(&self, directive: &str) -> Option<Vec<String>> {
        let found = pieces(directive);
        let written = Directive::of(found.first()?, directive)?.rest;
        let (name, arguments) = match written.split_once('(') {
            Some((name, rest)) => (name.trim(), rest.split_once(')')?.0.split(',').map(str::trim).collect()),
            None => (written.split_whitespace().next()?, Vec::new()),
        };
        if self.options.iter().any(|option| option.contains(name)) {
            return None;
        }
        let header = |known: &Macro| Some(quoted_name(&known.expanded(&arguments)?)?.to_owned());
        let mut headers = self.known.get(name)?.iter().map(header).collect::<Option<Vec<String>>>()?;
        headers.sort();
        headers.dedup();
        Some(headers)
    }
}

/// Returns the headers that a text asks for by `__has_include`; `None` where it asks for one that a macro names.
///
/// ```
/// assert_eq!(smem_cuda::headers_asked_for("#if __has_include(<a/b.h>)"), Some(vec!["a/b.h"]));
/// assert_eq!(smem_cuda::headers_asked_for("#if __has_include(HEADER)"), None);
/// ```
pub fn headers_asked_for(text: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    for asked in text.split("__has_include").skip(1) {
        // Alone it is a name, as in `defined(__has_include)`.
        if let Some(inside) = asked.trim_start().strip_prefix('(') {
            found.push(quoted_name(inside.trim_start())?);
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(text: &str, directive: &str) -> Option<Vec<String>> {
        let mut macros = HeaderMacros::with_options(vec!["-DN=4".to_owned()]);
        macros.read(text);
        macros.headers_of(directive)
    }

    #[test]
    fn a_macro_names_each_header_that_an_arm_gives_it() {
        let text = "#ifdef X\n#  define STD(header) <cuda/std/header>\n#else\n# define STD( h ) \\\n <std/h/h_h>\n#endif\n#define OWN \"own.h\" // mine";
        assert_eq!(headers(text, "#include STD(tuple)").unwrap(), ["cuda/std/tuple", "std/tuple/h_h"]);
        assert_eq!(headers(text, "#include OWN").unwrap(), ["own.h"]);
        for unknown in ["#include STD", "#include OWN(a)", "#include OTHER", "#include N"] {
            assert_eq!(headers(text, unknown), None, "{unknown}");
        }
        assert_eq!(headers("#define A \"a.h\"\n#define A B", "#include A"), None);
        assert_eq!(headers("#define N \"a.h\"", "#include N"), None);
    }

    #[test]
    fn headers_that_are_asked_for_are_found() {
        let text = "#if defined(__has_include)\n#if !__has_include(<a/b.h>) && __has_include ( \"c.h\" )\n";
        assert_eq!(headers_asked_for(text).unwrap(), ["a/b.h", "c.h"]);
        assert_eq!(headers_asked_for("#if __has_include(A)"), None);
        assert_eq!(headers_asked_for("#ifdef __has_include\n(<x>)"), Some(vec!["x"]));
    }
}
