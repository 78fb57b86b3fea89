//! The macros of a program's texts, by the words in their bodies.

use std::collections::{BTreeMap, BTreeSet};

use super::directive::{Directive, Macro};
use super::pieces::{PieceKind, is_word, pieces};

/// Words that make a declaration the device's.
pub(crate) const DEVICE: [&str; 5] = ["__global__", "__device__", "__constant__", "__managed__", "__shared__"];

/// Words in front of a declaration or a parameter that say nothing about its type.
const SPECIFIERS: [&str; 16] = [
    "__host__",
    "__forceinline__",
    "__inline__",
    "__noinline__",
    "inline",
    "static",
    "extern",
    "constexpr",
    "restrict",
    "__restrict",
    "__restrict__",
    "__attribute__",
    "__extension__",
    "__launch_bounds__",
    "__align__",
    "alignas",
];

/// The macros that several texts define.
#[derive(Debug, Default)]
pub(crate) struct MacroWords {
    definitions: BTreeMap<String, MacroUse>,
}

#[derive(Debug, Default)]
struct MacroUse {
    has_parameters: bool,
    /// The words of its bodies: there may be one in each arm of a condition.
    words: BTreeSet<String>,
    is_device: bool,
    is_specifier: bool,
    /// Its last words begin a list that another macro ends: `type name[] = {`.
    opens_list: bool,
    /// It has a brace that it does not open.
    closes: bool,
}

impl MacroWords {
    /// Returns those that any of several texts defines.
    pub(crate) fn defined_in<'a>(texts: impl IntoIterator<Item = &'a str>) -> MacroWords {
        let mut definitions: BTreeMap<String, MacroUse> = BTreeMap::new();
        let mut bodies: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for text in texts {
            let found = pieces(text);
            let directives = found.iter().filter_map(|piece| Directive::of(piece, text));
            for known in directives.filter_map(|directive| Macro::of(&directive)) {
                let own = definitions.entry(known.name.clone()).or_default();
                own.has_parameters |= known.parameters.is_some();
                let words = pieces(&known.body).into_iter().filter(|piece| piece.kind == PieceKind::Word);
                own.words.extend(words.map(|piece| known.body[piece.span].to_owned()));
                own.opens_list |= opens_list(&known.body);
                own.closes |= closes(&known.body);
                bodies.entry(known.name).or_default().push(outside_brackets(&known.body));
            }
        }
        let mut macros = MacroWords { definitions };
        macros.mark_device();
        macros.mark_specifiers(&bodies);
        macros
    }

    /// Macros may be made of others.
    fn mark_device(&mut self) {
        loop {
            let is_device = |own: &MacroUse| own.words.iter().any(|word| self.is_device_by_text(word));
            let new: Vec<String> = self
                .definitions
                .iter()
                .filter(|(_, own)| !own.is_device && is_device(own))
                .map(|(name, _)| name.clone())
                .collect();
            if new.is_empty() {
                return;
            }
            for name in new {
                self.definitions.entry(name).or_default().is_device = true;
            }
        }
    }

    fn mark_specifiers(&mut self, bodies: &BTreeMap<String, Vec<String>>) {
        loop {
            let is_one = |word: &str| {
                DEVICE.contains(&word)
                    || SPECIFIERS.contains(&word)
                    || self.definitions.get(word).is_some_and(|own| own.is_specifier)
            };
            let of_specifiers = |name: &str| bodies[name].iter().all(|body| body.split_whitespace().all(is_one));
            let new: Vec<String> = self
                .definitions
                .iter()
                .filter(|(name, own)| !own.is_specifier && of_specifiers(name))
                .map(|(name, _)| name.clone())
                .collect();
            if new.is_empty() {
                return;
            }
            for name in new {
                self.definitions.entry(name).or_default().is_specifier = true;
            }
        }
    }

    fn is_device_by_text(&self, word: &str) -> bool {
        DEVICE.contains(&word) || self.definitions.get(word).is_some_and(|own| own.is_device)
    }

    /// Returns true for a word that makes a declaration the device's: one of the language, or a macro that expands to one.
    pub(crate) fn is_device(&self, word: &str) -> bool {
        self.is_device_by_text(word) || !self.is_defined(word) && is_named_for_the_device(word)
    }

    pub(crate) fn is_defined(&self, name: &str) -> bool {
        self.definitions.contains_key(name)
    }

    /// Returns true for a macro that is called: `MAKE(float)`.
    pub(crate) fn has_parameters(&self, name: &str) -> bool {
        self.definitions.get(name).is_some_and(|own| own.has_parameters)
    }

    /// Returns true for a macro that expands to words which say nothing about a type, such as `__device__ inline`, or for nothing.
    pub(crate) fn is_specifier(&self, word: &str) -> bool {
        match self.definitions.get(word) {
            Some(own) => own.is_specifier,
            None => is_named_for_the_device(word),
        }
    }

    /// Returns true for a macro that begins a list which another one ends: `TABLE_BEGIN(int, primes) 2, 3, 5 TABLE_END()`.
    pub(crate) fn opens_list(&self, name: &str) -> bool {
        self.definitions.get(name).is_some_and(|own| own.opens_list)
    }

    /// Returns true for a macro with a brace that closes what another one opens.
    pub(crate) fn closes(&self, name: &str) -> bool {
        self.definitions.get(name).is_some_and(|own| own.closes)
    }

    /// The words of a macro's bodies.
    pub(crate) fn words(&self, name: &str) -> impl Iterator<Item = &str> {
        self.definitions.get(name).into_iter().flat_map(|own| &own.words).map(String::as_str)
    }
}

/// Returns the words of a macro's body that are in no brackets; marks that are not brackets stay as words of their own.
fn outside_brackets(body: &str) -> String {
    let (mut depth, mut words) = (0_usize, String::new());
    for piece in pieces(body) {
        match &body[piece.span] {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "\"C\"" => {}
            word if depth == 0 => {
                words += word;
                words.push(' ');
            }
            _ => {}
        }
    }
    words
}

/// Returns true for a body that ends with a list's first brace: `static const type name[] = {`.
fn opens_list(body: &str) -> bool {
    let marks: Vec<&str> = pieces(body).into_iter().map(|piece| &body[piece.span]).collect();
    marks.ends_with(&["=", "{"])
}

/// Returns true for a body with a brace that it does not open.
fn closes(body: &str) -> bool {
    let mut open = 0_usize;
    pieces(body).into_iter().any(|piece| match &body[piece.span] {
        "{" => {
            open += 1;
            false
        }
        "}" if open == 0 => true,
        "}" => {
            open -= 1;
            false
        }
        _ => false,
    })
}

/// Returns true for what libraries name a macro that makes device code, `CUTE_HOST_DEVICE` or `DEVICE_INLINE`: it may be defined in a
/// header that is not read.
fn is_named_for_the_device(word: &str) -> bool {
    const PARTS: [&str; 6] = ["HOST", "DEVICE", "INLINE", "FORCEINLINE", "FUNCTION", "FUNC"];
    let mut parts = word.split('_').skip_while(|part| !PARTS.contains(part));
    is_upper_case(word)
        && word.split('_').any(|part| part == "DEVICE")
        && parts.all(|part| part.is_empty() || PARTS.contains(&part))
}

/// Returns true for a word in capital letters, as macros are written.
pub(crate) fn is_upper_case(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_uppercase() || first == '_')
        && word.chars().all(|letter| is_word(letter) && !letter.is_ascii_lowercase())
        && word.contains(|letter: char| letter.is_ascii_uppercase())
}
