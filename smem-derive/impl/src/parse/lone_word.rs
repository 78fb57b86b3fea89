//! Words in the place of options that are not options: a value without its option, an access outside of `access(..)`.

use crate::message::span::SourceSpan;
use crate::message::suggest;
use crate::parse::access;
use crate::parse::option::{NAMES, example};
use proc_macro2::{Delimiter, Ident, TokenTree};
use smem_layout::listed;

/// Returns true if a name by itself is meant as an option, not as another dimension.
pub(crate) fn is_word(name: &str, dimensions: usize) -> bool {
    let is_constant = !name.contains(|c: char| c.is_lowercase());
    bare(name).is_some() || dimensions >= 2 && !is_constant
}

/// Returns the option that `word` is a value of.
fn bare(word: &str) -> Option<String> {
    Some(match word {
        "auto" | "plain" => format!("layout = {word}"),
        "tma128" | "tma64" | "tma32" => format!("swizzle = {word}"),
        "allow" | "least" => format!("conflicts = {word}"),
        "balance" | "bytes" | "index" => format!("prefer = {word}"),
        "dynamic" => "memory = dynamic".into(),
        _ if word.starts_with("sm_") => format!("arch = {word}"),
        _ => return None,
    })
}

/// Returns true for an access in the place of an option: a name by itself, or with arguments where no dimension can be.
pub(crate) fn is_lone_access(name: &Ident, rest: &[TokenTree], dimensions: usize) -> bool {
    // Names that are likely for constants.
    let may_be_constant = ["stride", "lanes", "wmma"].iter().any(|known| name == known);
    access::NAMES.iter().any(|known| name == known)
        && match rest {
            [] => !may_be_constant || dimensions >= 2,
            [TokenTree::Group(group)] => group.delimiter() == Delimiter::Parenthesis && dimensions >= 1,
            _ => false,
        }
}

/// Returns an access as it is declared, with the arguments that it needs.
fn declared(written: &str) -> &str {
    match written {
        "block" | "window" | "stride" | "fragment" | "wmma" | "transposed" | "lanes" => access::example(written),
        whole => whole,
    }
}

/// Returns the error for accesses in the places of options, as they are written.
pub(crate) fn outside_of_access(accesses: &[(String, SourceSpan)]) -> Option<syn::Error> {
    let (first, last) = (accesses.first()?, accesses.last()?);
    let quoted: Vec<String> = accesses.iter().map(|(written, _)| format!("`{written}`")).collect();
    let are = match quoted.as_slice() {
        [one] => format!("{one} is not an option by itself"),
        many => format!("{} are not options", listed(many, "and")),
    };
    let declared: Vec<&str> = accesses.iter().map(|(written, _)| declared(written)).collect();
    Some(first.1.to(last.1).error(format!("{are}\nhelp: write `access({})`", declared.join(", "))))
}

/// Returns the error for a word by itself, which proposes the option that was probably meant.
pub(crate) fn bare_word(word: &str, span: SourceSpan) -> syn::Error {
    let help = match (bare(word), suggest::nearest(word, &NAMES)) {
        (Some(option), _) => format!("help: write `{option}`"),
        (None, Some(option)) => format!("help: write `{}`", example(option)),
        (None, None) => suggest::help(word, &NAMES),
    };
    span.error(format!("`{word}` is not an option by itself\n{help}"))
}
