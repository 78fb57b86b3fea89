//! Whether a declaration is the host's or the device's.

use std::collections::{BTreeMap, BTreeSet};

use super::lexer::{CudaToken, TokenKind};

/// Words that make a declaration the device's.
const DEVICE: [&str; 5] = ["__global__", "__device__", "__constant__", "__managed__", "__shared__"];

/// The macros that a text defines, and those that device code is made with.
#[derive(Debug)]
pub(super) struct Macros {
    all: BTreeSet<String>,
    device: BTreeSet<String>,
}

impl Macros {
    /// Returns those that any of several texts defines.
    pub(super) fn defined_in<'a>(texts: impl Iterator<Item = &'a CudaToken<'a>>) -> Macros {
        let mut definitions: BTreeMap<&str, String> = BTreeMap::new();
        for (name, body) in texts.filter_map(CudaToken::define) {
            // A macro may have a definition in each branch of a condition.
            definitions.entry(name).or_default().push_str(body);
        }
        let mut device = BTreeSet::new();
        // Macros may be made of others.
        loop {
            let before = device.len();
            for (name, body) in &definitions {
                let mut words = body.split(|character: char| !character.is_alphanumeric() && character != '_');
                if words.any(|word| DEVICE.contains(&word) || device.contains(word)) {
                    device.insert((*name).to_owned());
                }
            }
            if device.len() == before {
                break;
            }
        }
        Macros { all: definitions.into_keys().map(str::to_owned).collect(), device }
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.all.contains(name)
    }

    fn is_device(&self, word: &str) -> bool {
        DEVICE.contains(&word)
            || word == "constexpr"
            || self.device.contains(word)
            || !self.is_defined(word) && is_named_for_the_device(word)
    }
}

/// Whether a word is what libraries name a macro that makes device code, `CUTE_HOST_DEVICE` or `DEVICE_INLINE`: it may be defined in a header
/// that is not read.
fn is_named_for_the_device(word: &str) -> bool {
    const PARTS: [&str; 6] = ["HOST", "DEVICE", "INLINE", "FORCEINLINE", "FUNCTION", "FUNC"];
    let is_macro = word.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_');
    let mut parts = word.split('_').skip_while(|part| !PARTS.contains(part));
    is_macro
        && word.split('_').any(|part| part == "DEVICE")
        && parts.all(|part| part.is_empty() || PARTS.contains(&part))
}

/// Whether the declaration at the start of `tokens` is of a type, an alias or an assertion: not of a function or a variable.
pub(super) fn begins_type(tokens: &[CudaToken<'_>]) -> bool {
    const TYPES: [&str; 7] = ["struct", "class", "union", "enum", "typedef", "using", "static_assert"];
    if !behind_template(tokens).first().is_some_and(|token| TYPES.contains(&token.text)) {
        return false;
    }
    // `struct Pair make() {`: a function that returns one.
    let head = behind_template(tokens);
    let decisive = head.iter().find(|token| matches!(token.text, "{" | "(" | ";" | ":" | "="));
    let first = head[0].text;
    !(matches!(first, "struct" | "class" | "union" | "enum") && decisive.is_some_and(|token| token.text == "("))
        || head
            .iter()
            .take_while(|token| token.text != "(")
            .any(|token| token.text == "alignas" || token.text == "__align__")
}

/// The tokens behind any `template <..>`.
pub(super) fn behind_template<'a, 'b>(mut tokens: &'a [CudaToken<'b>]) -> &'a [CudaToken<'b>] {
    loop {
        let skipped = tokens.iter().position(|token| token.kind != TokenKind::Directive).unwrap_or(tokens.len());
        tokens = &tokens[skipped..];
        if tokens.first().is_none_or(|token| token.text != "template")
            || tokens.get(1).is_none_or(|next| next.text != "<")
        {
            return tokens;
        }
        let (mut depth, mut parentheses, mut end) = (0_usize, 0_usize, tokens.len());
        for (at, token) in tokens.iter().enumerate().skip(1) {
            match token.text {
                "(" => parentheses += 1,
                ")" => parentheses = parentheses.saturating_sub(1),
                "<" if parentheses == 0 => depth += 1,
                ">" if parentheses == 0 => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                end = at + 1;
                break;
            }
        }
        tokens = &tokens[end.min(tokens.len())..];
    }
}

/// Whether a member of a struct, up to its `;` or the end of its body, is a function that only the host can call.
pub(super) fn is_host_member(declaration: &[CudaToken<'_>], macros: &Macros) -> bool {
    const OTHERS: [&str; 5] = ["using", "typedef", "static_assert", "enum", "friend"];
    let tokens = behind_template(declaration);
    let Some(first) = tokens.first() else { return false };
    let is_friend_with_body = first.text == "friend" && tokens.iter().any(|token| token.text == "{");
    if OTHERS.contains(&first.text) && !is_friend_with_body {
        return false;
    }
    let body = tokens.iter().position(|token| token.text == "{").unwrap_or(tokens.len());
    let head = &tokens[..body];
    if head.iter().any(|token| macros.is_device(token.text)) {
        return false;
    }
    // The compiler writes these for both sides.
    let ends_in = |word: &str| tokens.len() > 2 && tokens[tokens.len() - 2].text == word;
    if ends_in("default") || ends_in("delete") {
        return false;
    }
    if head.iter().any(|token| token.text == "operator") {
        return true;
    }
    let assigned = head.iter().position(|token| token.text == "=").unwrap_or(head.len());
    let of_alignment = |at: usize| {
        at.checked_sub(1).is_some_and(|before| {
            ["alignas", "__align__", "__attribute__", "decltype", "(", ")", "sizeof"].contains(&head[before].text)
        })
    };
    // Not a field with an alignment, nor one that is a pointer to a function.
    (0..assigned)
        .any(|at| head[at].text == "(" && !of_alignment(at) && head.get(at + 1).is_none_or(|next| next.text != "*"))
}

/// Whether a declaration, up to its `;` or the end of its body, is of no use to device code.
pub(super) fn is_host(declaration: &[CudaToken<'_>], macros: &Macros) -> bool {
    let tokens = behind_template(declaration);
    let Some(first) = tokens.first() else { return false };
    let body = tokens.iter().position(|token| token.text == "{").unwrap_or(tokens.len());
    let head = &tokens[..body];
    // Also in a body: members of a struct are device functions of their own.
    let uses_std = uses_std(tokens);
    if begins_type(declaration) {
        return uses_std;
    }
    if head.iter().any(|token| macros.is_device(token.text)) {
        return false;
    }
    if first.text == "namespace" {
        return uses_std;
    }
    let assigned = head.iter().position(|token| token.text == "=").unwrap_or(head.len());
    let is_function = head[..assigned].iter().any(|token| token.text == "(");
    // Not a pointer to constants, which is a variable itself.
    let behind_pointer = head[..assigned].iter().rposition(|token| token.text == "*").map_or(0, |at| at + 1);
    let is_constant = head[behind_pointer..assigned].iter().any(|token| token.text == "const");
    is_function || !is_constant || uses_std
}

/// Whether the C++ standard library is named, but for `cuda::std`.
fn uses_std(tokens: &[CudaToken<'_>]) -> bool {
    tokens.iter().enumerate().any(|(at, token)| {
        let inside = at >= 1 && tokens[at - 1].text == "::" && at >= 2 && tokens[at - 2].text == "cuda";
        let named = tokens.get(at + 1).is_some_and(|next| next.text == "::");
        let using = at >= 1 && tokens[at - 1].text == "namespace";
        token.text == "std" && !inside && (named || using)
    })
}
