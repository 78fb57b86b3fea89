//! Reads the declarations of a text one by one, so that one with something unknown in it does not hide the others.

use super::lexer::{Token, lex};
use super::reader::Reader;
use super::syntax::PtxModule;

/// A declaration at the top level of a text.
#[derive(Debug, Default)]
pub(crate) struct KnownDeclaration<'a> {
    /// Its variables or its function; empty where something in it is unknown.
    pub(crate) source: PtxModule,
    /// The name of a kernel of which something is unknown.
    pub(crate) unread_kernel: Option<&'a str>,
    /// The texts of the `.pragma`s in it.
    pub(crate) pragmas: Vec<&'a str>,
    /// All words in it.
    pub(crate) words: Vec<&'a str>,
}

/// Returns the declarations of a text, in order; `None` where it has something that is not a token.
pub(crate) fn read_known(text: &str) -> Option<Vec<KnownDeclaration<'_>>> {
    let tokens = lex(text).ok()?;
    let mut reader = Reader { text, tokens, at: 0, ids: 0, depth: 0 };
    let mut found = Vec::new();
    while reader.peek().is_some() {
        let start = reader.at;
        let mut declaration = KnownDeclaration::default();
        if reader.top_level(&mut declaration.source).is_err() {
            (reader.at, reader.depth) = (start, 0);
            declaration.source = PtxModule::default();
            declaration.unread_kernel = reader.skip_declaration();
        }
        let tokens = reader.tokens.get(start..reader.at).unwrap_or_default();
        declaration.words = tokens.iter().filter_map(|lexeme| word(lexeme.token)).collect();
        declaration.pragmas =
            tokens.iter().zip(tokens.iter().skip(1)).filter_map(|(one, next)| pragma(one.token, next.token)).collect();
        found.push(declaration);
    }
    Some(found)
}

fn word(token: Token<'_>) -> Option<&str> {
    match token {
        Token::Word(word) => Some(word),
        _ => None,
    }
}

fn pragma<'a>(first: Token<'a>, second: Token<'a>) -> Option<&'a str> {
    match (first, second) {
        (Token::Word(".pragma"), Token::Text(text)) => Some(text),
        _ => None,
    }
}

impl<'a> Reader<'a> {
    /// Skips up to the semicolon or the brace that ends a declaration. Returns the name of a kernel with a body.
    fn skip_declaration(&mut self) -> Option<&'a str> {
        let (mut name, mut depth) = (None, 0_usize);
        while let Some(token) = self.peek() {
            self.skip();
            match token {
                Token::Word(".entry") if depth == 0 => name = self.peek_word(),
                Token::Punct('{') => depth += 1,
                Token::Punct('}') if depth <= 1 => return name,
                Token::Punct('}') => depth -= 1,
                Token::Punct(';') if depth == 0 => return None,
                _ => {}
            }
        }
        name.filter(|_| depth > 0)
    }
}
