//! The files that a text may have a compiler open or ask for, in any spelling.

use super::directive::Macro;
use super::header_macros::HeaderMacros;
use super::included::quoted_name;
use super::pieces::pieces;
use super::spelled::{as_directive, may_paste_question, more_than_a_macro, questions, spelled};

/// The directives that open a file.
const OPENING: [&str; 3] = ["include", "import", "embed"];

/// A header that a text may open or ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderQuestion {
    /// The name between quotes or brackets.
    pub name: String,
    /// Whether it is in quotes.
    pub is_quoted: bool,
    /// The first byte of the directive.
    pub start: usize,
}

/// The headers that a text may open or ask for: all that a compiler can take for one, those in comments and inactive arms among them.
///
/// ```
/// use smem_cuda::HeaderReach;
///
/// let reach = HeaderReach::of("#inc\\\nlude \"/a\"\n#if __has_include(<b>)\n#include HEADER\n#endif");
/// assert_eq!(reach.opened[0].name, "/a");
/// assert_eq!(reach.asked[0].name, "b");
/// assert_eq!(reach.by_macro, ["#include HEADER"]);
/// assert!(!reach.is_open);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HeaderReach {
    /// The headers that it includes by their names.
    pub opened: Vec<HeaderQuestion>,
    /// Those that it asks for by `__has_include`.
    pub asked: Vec<HeaderQuestion>,
    /// The `#include`s whose headers macros name, each on one line.
    pub by_macro: Vec<String>,
    /// Whether it may ask for headers whose names are not in it: by a macro, or by a word that macros make.
    pub is_open: bool,
}

impl HeaderReach {
    /// Reads a text.
    pub fn of(text: &str) -> HeaderReach {
        let mut reach = HeaderReach { is_open: may_paste_question(text, &[]), ..HeaderReach::default() };
        for found in spelled(text, &OPENING) {
            match found.named() {
                Some((name, is_quoted)) => reach.opened.push(HeaderQuestion { name, is_quoted, start: found.start }),
                None => reach.by_macro.push(format!("#include {}", found.rest)),
            }
        }
        // A host compiler looks at the time of a file that such a pragma names.
        for found in spelled(text, &["pragma"]).filter(|found| is_of_file(&found.rest)) {
            let (before, named) = found.rest.split_at(found.rest.find(['"', '<']).unwrap_or(0));
            let (is_quoted, name) = (named.starts_with('"'), quoted_name(named));
            let name = name.filter(|_| !before.is_empty()).unwrap_or("..").to_owned();
            reach.opened.push(HeaderQuestion { name, is_quoted, start: found.start });
        }
        for question in questions(text).into_iter().filter(|question| !question.is_of_word) {
            match question.name {
                Some((name, is_quoted)) => {
                    reach.asked.push(HeaderQuestion { name, is_quoted, start: question.start });
                }
                None => reach.is_open = true,
            }
        }
        reach
    }

    /// Returns true if macros of these texts can make the word of a question of parts.
    pub fn may_ask_by_parts(texts: &[&str]) -> bool {
        let asks_by_operator = |text: &&&str| text.contains("_Pragma") && is_of_file(text);
        texts.split_first().is_some_and(|(text, more)| may_paste_question(text, more))
            || texts.iter().any(|text| asks_by_operator(&text))
    }

    /// Returns a text in which questions have an answer that does not depend on the machine: `answer` returns it for a name and whether that is in
    /// quotes, or `None` for a question that the compiler may answer. A question without a name has the answer no. `#define`s that
    /// [`ANSWERS`](Self::ANSWERS) has go in front of the text.
    ///
    /// ```
    /// use smem_cuda::HeaderReach;
    ///
    /// let text = "#if __has_include(<a>) || __has_include(\"/etc/b\")\n#endif";
    /// let answered = HeaderReach::answered(text, |name, _| name.starts_with('/').then_some(false));
    /// assert_eq!(answered, "#if __has_include(<a>) || smem_tile_no_header(\"/etc/b\")\n#endif");
    /// ```
    pub fn answered(text: &str, answer: impl Fn(&str, bool) -> Option<bool>) -> String {
        let mut result = text.to_owned();
        for question in questions(text).into_iter().rev().filter(|question| !question.is_of_word) {
            let answer = match &question.name {
                Some((name, is_quoted)) => answer(name, *is_quoted),
                None => Some(false),
            };
            if let Some(answer) = answer {
                let word = &text[question.start..question.end];
                let lines = &word[..word.rfind('\n').map_or(0, |end| end + 1)];
                // Joined lines stay as many.
                let joins = "\\\n".repeat(lines.matches('\n').count());
                let known = if answer { "smem_tile_a_header" } else { "smem_tile_no_header" };
                result.replace_range(question.start..question.end, &format!("{known}{joins}"));
            }
        }
        result
    }

    /// The macros that [`answered`](Self::answered) uses.
    pub const ANSWERS: &str = "#define smem_tile_no_header(...) 0\n#define smem_tile_a_header(...) 1\n";
}

/// Whether a pragma is one that names a file, or a text may have one.
fn is_of_file(pragma: &str) -> bool {
    let words: Vec<&str> =
        pragma.split(|mark: char| !mark.is_alphanumeric() && mark != '_').filter(|word| !word.is_empty()).collect();
    words.windows(2).any(|pair| pair[0] == "GCC" && ["dependency", "pch_preprocess"].contains(&pair[1]))
}

impl HeaderMacros {
    /// Reads everything in a text that a compiler may take for a definition of a macro.
    pub fn read_spelled(&mut self, text: &str) {
        for found in spelled(text, &["define"]) {
            if let Some(known) = Macro::of(&as_directive("define", &found)) {
                self.add(known);
            }
        }
    }
}

/// Checks that a definition of a macro, as the option `-D` has it, is one macro and nothing else: `N=4` or `F(a)=a`.
///
/// ```
/// use smem_cuda::check_definition;
///
/// assert!(["N", "N=4", "NAME=\"a\\n\"", "UP(a, b)=((a) + (b))", "T=1'000"].iter().all(|own| check_definition(own).is_ok()));
/// for other in ["N=1\n#include \"/etc/passwd\"", "N=1\\", "N=/*", "N=\"", "N M=1", "=1", "N=R\"(", "1=2", "N=1 ??/"] {
///     assert!(check_definition(other).is_err(), "{other}");
/// }
/// ```
///
/// # Errors
/// A sentence that says what it is besides.
pub fn check_definition(definition: &str) -> Result<(), String> {
    match more_than_a_macro(definition, &pieces(definition)) {
        None => Ok(()),
        Some(why) => {
            let shown: String = definition.chars().take(80).collect();
            Err(format!("`{}` does not define one macro: {why}", shown.escape_debug()))
        }
    }
}
