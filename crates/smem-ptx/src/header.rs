//! The head of PTX text: the directives in front of all declarations.

use std::iter::Peekable;

use super::parse::{Lexeme, Token, tokens_until_error};

/// The head of PTX text. A text that the simulator cannot read has a header, too.
///
/// ```
/// use smem_ptx::PtxHeader;
///
/// let header = PtxHeader::read("// .target sm_75\n.version 8.8 .target sm_90a, debug .address_size 64 .entry k() { ret; }");
/// assert_eq!((header.version, header.target.as_deref()), (Some([8, 8]), Some("sm_90a")));
/// assert_eq!(header.capability(), Some(90));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PtxHeader {
    /// The version of PTX, major and minor number.
    pub version: Option<[u32; 2]>,
    /// The architecture, `sm_90a`.
    pub target: Option<String>,
}

/// Directives that a module has once, with a value or a list of them.
const DIRECTIVES: [&str; 3] = [".version", ".target", ".address_size"];

impl PtxHeader {
    /// Reads the header of a text, and nothing past it.
    pub fn read(ptx: &str) -> PtxHeader {
        let mut tokens = tokens_until_error(ptx).peekable();
        let mut header = PtxHeader::default();
        while let Some(directive) = HeadDirective::next(ptx, &mut tokens) {
            match (directive.name, directive.first_value) {
                (".version", Some(value)) => header.version = header.version.or_else(|| version(value)),
                (".target", Some(value)) if value.starts_with("sm_") => {
                    header.target.get_or_insert_with(|| value.to_owned());
                }
                _ => {}
            }
        }
        header
    }

    /// Returns a text without the directives of its head, wherever it repeats them; its comments stay. Several texts become one module so.
    ///
    /// ```
    /// let text = smem_ptx::PtxHeader::cut(".version 8.0\n.target sm_70, debug\n.address_size 64\n.func f() { ret; } // no .target");
    /// assert_eq!(text.trim(), ".func f() { ret; } // no .target");
    /// ```
    pub fn cut(ptx: &str) -> String {
        let mut tokens = tokens_until_error(ptx).peekable();
        let (mut kept, mut from) = (String::with_capacity(ptx.len()), 0);
        while tokens.peek().is_some() {
            match HeadDirective::next(ptx, &mut tokens) {
                Some(HeadDirective { start, end, .. }) => {
                    kept.push_str(ptx.get(from..start).unwrap_or_default());
                    from = end;
                }
                None => drop(tokens.next()),
            }
        }
        kept + ptx.get(from..).unwrap_or_default()
    }

    /// The compute capability of the target, as 90 for `sm_90a`.
    pub fn capability(&self) -> Option<u32> {
        let number = self.target.as_ref()?.strip_prefix("sm_")?;
        number.trim_end_matches(|mark: char| mark.is_ascii_alphabetic()).parse().ok()
    }

    /// Returns the target to assemble it for on a device of this compute capability: its own where it needs features of that device.
    ///
    /// ```
    /// let target = |ptx| smem_ptx::PtxHeader::read(ptx).target_on(90);
    /// assert_eq!((target(".target sm_90a"), target(".target sm_80")), ("sm_90a".to_owned(), "sm_90".to_owned()));
    /// ```
    pub fn target_on(&self, capability: u32) -> String {
        match &self.target {
            Some(own) if self.needs_features_of(capability) => own.clone(),
            _ => format!("sm_{capability}"),
        }
    }

    /// Returns true for a target of this compute capability with a letter: its features are those of one architecture, or of a family.
    ///
    /// ```
    /// let header = smem_ptx::PtxHeader::read(".version 8.0 .target sm_90a");
    /// assert!(header.needs_features_of(90) && !header.needs_features_of(100));
    /// ```
    pub fn needs_features_of(&self, capability: u32) -> bool {
        let has_letter =
            self.target.as_ref().is_some_and(|name| name.ends_with(|mark: char| mark.is_ascii_alphabetic()));
        has_letter && self.capability() == Some(capability)
    }
}

/// A directive of the head, with the first of its values and its bytes in the text.
struct HeadDirective<'a> {
    name: &'a str,
    first_value: Option<&'a str>,
    start: usize,
    end: usize,
}

impl<'a> HeadDirective<'a> {
    /// Takes the directive that the tokens begin with, and its values; takes nothing where they begin with something else.
    fn next<T: Iterator<Item = Lexeme<'a>>>(ptx: &'a str, tokens: &mut Peekable<T>) -> Option<HeadDirective<'a>> {
        let name = tokens.next_if(|next| matches!(next.token, Token::Word(word) if DIRECTIVES.contains(&word)))?;
        let text = |token: &Lexeme<'_>| ptx.get(token.start..token.end).unwrap_or_default();
        let mut directive = HeadDirective { name: text(&name), first_value: None, start: name.start, end: name.end };
        let is_value = |next: &Lexeme<'_>| match next.token {
            Token::Word(word) => !word.starts_with('.'),
            Token::Text(_) | Token::Punct(_) => false,
            Token::Int(_) | Token::F32(_) | Token::F64(_) => true,
        };
        while let Some(value) = tokens.next_if(is_value) {
            directive.first_value.get_or_insert(text(&value));
            directive.end = value.end;
            if tokens.next_if(|next| next.token == Token::Punct(',')).is_none() {
                break;
            }
        }
        Some(directive)
    }
}

fn version(value: &str) -> Option<[u32; 2]> {
    let (major, minor) = value.split_once('.').unwrap_or((value, "0"));
    Some([major.parse().ok()?, minor.parse().ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_read_past_comments_and_up_to_the_first_declaration() {
        let read = |ptx: &str| {
            let header = PtxHeader::read(ptx);
            (header.version, header.capability())
        };
        assert_eq!(
            read("/* .version 1.0 .target sm_20 */ .version 9.4\n.target  sm_120f\n é"),
            (Some([9, 4]), Some(120))
        );
        assert_eq!(read(".version 7.0\n.entry k() {\n\t.loc\t1 2 3\n} .target sm_70"), (Some([7, 0]), None));
        assert_eq!(read(".version 8 .target sm_90").0, Some([8, 0]));
        assert_eq!(read(".target debug, sm_70 .target sm_80").1, Some(80));
        assert_eq!(read("int target; .target sm_90"), (None, None), "it is not PTX");
        for text in ["", ".version", ".version .target sm_", "\"", ".target sm_a"] {
            assert_eq!(read(text).1, None, "{text}");
        }
        assert!(!PtxHeader::read(".target sm_90").needs_features_of(90));
        assert!(PtxHeader::read(".target sm_100f").needs_features_of(100));
    }

    #[test]
    fn the_rest_of_a_text_costs_the_header_nothing() {
        let head = ".version 8.8\n.target sm_90\n.address_size 64\n";
        let long = head.to_owned() + &".visible .entry k() { ret; }\n".repeat(1 << 18);
        let time = |text: &str| {
            let started = std::time::Instant::now();
            (0..100).for_each(|_| drop(PtxHeader::read(std::hint::black_box(text))));
            started.elapsed()
        };
        // 8 MB a hundred times: seconds, where each is read.
        assert!(time(&long) < std::time::Duration::from_millis(500));
        assert_eq!(PtxHeader::read(&long), PtxHeader::read(head));
    }

    #[test]
    fn what_is_cut_is_the_directives_with_their_values() {
        assert_eq!(
            PtxHeader::cut("// .version 1.0\n.version 7.0 .target sm_52,texmode_unified .func h()"),
            "// .version 1.0\n  .func h()"
        );
        assert_eq!(PtxHeader::cut(".targeted \".target sm_52\" .target"), ".targeted \".target sm_52\" ");
        assert_eq!(PtxHeader::cut(".target sm_52\n.func g() é .target sm_52"), "\n.func g() é .target sm_52");
    }
}
