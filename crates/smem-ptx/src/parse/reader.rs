//! Parses tokens to the syntax tree.

use super::lexer::{Lexeme, Token, lex};
use super::syntax::PtxModule;
use smem_sim::ParseError;
use smem_sim::isa::Space;

pub(crate) fn read(text: &str) -> Result<PtxModule, ParseError> {
    let tokens = lex(text)?;
    let mut reader = Reader { text, tokens, at: 0, ids: 0, depth: 0 };
    let mut source = PtxModule::default();
    while reader.peek().is_some() {
        reader.top_level(&mut source)?;
    }
    Ok(source)
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Lexeme<'a>>,
    pub(super) at: usize,
    pub(super) ids: usize,
    pub(super) depth: u32,
}

pub(super) type Read<T> = Result<T, ParseError>;

impl<'a> Reader<'a> {
    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).map(|t| t.token)
    }

    pub(super) fn skip(&mut self) {
        self.at += 1;
    }

    pub(super) fn peek_word(&self) -> Option<&'a str> {
        match self.peek() {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub(super) fn line(&self) -> u32 {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(1, |t| t.line)
    }

    /// The text of a token.
    fn text_at(&self, at: usize) -> &'a str {
        self.tokens.get(at).and_then(|lexeme| self.text.get(lexeme.start..lexeme.end)).unwrap_or_default()
    }

    pub(super) fn fail<T>(&self, expected: &str) -> Read<T> {
        let found = match self.tokens.get(self.at) {
            Some(_) => format!("`{}`", self.text_at(self.at)),
            None => "the end of the text".to_owned(),
        };
        Err(ParseError::new(self.line(), format!("expected {expected}, found {found}")))
    }

    pub(super) fn accept(&mut self, c: char) -> bool {
        let found = self.peek() == Some(Token::Punct(c));
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, c: char) -> Read<()> {
        if self.accept(c) { Ok(()) } else { self.fail(&format!("`{c}`")) }
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn word(&mut self, what: &str) -> Read<&'a str> {
        match self.peek() {
            Some(Token::Word(word)) => {
                self.at += 1;
                Ok(word)
            }
            _ => self.fail(what),
        }
    }

    pub(super) fn int(&mut self) -> Read<u64> {
        match self.peek() {
            Some(Token::Int(value)) => {
                self.at += 1;
                Ok(value)
            }
            _ => self.fail("an integer"),
        }
    }

    pub(super) fn int32(&mut self) -> Read<u32> {
        let line = self.line();
        let value = self.int()?;
        u32::try_from(value).map_err(|_| ParseError::new(line, format!("{value} is too large here")))
    }

    /// An integer with an optional sign, in two's complement.
    pub(super) fn signed(&mut self) -> Read<u64> {
        if self.accept('-') { Ok(self.int()?.wrapping_neg()) } else { self.int() }
    }

    pub(super) fn top_level(&mut self, source: &mut PtxModule) -> Read<()> {
        let line = self.line();
        let Some(word) = self.peek_word() else { return self.fail("a directive") };
        match word {
            ".version" => {
                self.at += 1;
                if !matches!(self.peek(), Some(Token::F64(_) | Token::Int(_))) {
                    return self.fail("a PTX version");
                }
                source.version = version(self.text_at(self.at));
                self.at += 1;
            }
            ".target" => {
                self.at += 1;
                source.capability = capability(self.word("a target")?);
                while self.accept(',') {
                    self.word("a target")?;
                }
            }
            ".address_size" => {
                self.at += 1;
                if self.int()? != 64 {
                    return Err(ParseError::new(line, "only 64-bit addresses are supported"));
                }
            }
            ".file" => {
                self.at += 1;
                let number = self.int()?;
                let Some(Token::Text(path)) = self.peek() else { return self.fail("a file name") };
                self.at += 1;
                source.files.insert(number, path.to_owned());
                // Time stamp and size.
                while self.accept(',') {
                    self.int()?;
                }
            }
            ".section" => self.section(source)?,
            ".pragma" => self.pragma()?,
            _ => self.declaration(source)?,
        }
        Ok(())
    }

    pub(super) fn pragma(&mut self) -> Read<()> {
        self.at += 1;
        while matches!(self.peek(), Some(Token::Text(_))) {
            self.at += 1;
            self.accept(',');
        }
        self.expect(';')
    }

    /// Reads a debug section. Only the strings of `.debug_str` are kept.
    fn section(&mut self, source: &mut PtxModule) -> Read<()> {
        self.at += 1;
        let name = self.word("a section name")?;
        self.expect('{')?;
        let mut label = None;
        let mut text: Vec<u8> = Vec::new();
        let mut keep = |label: Option<&str>, text: &mut Vec<u8>| {
            if let Some(label) = label {
                let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
                source.strings.insert(label.to_owned(), String::from_utf8_lossy(text).into_owned());
            }
            text.clear();
        };
        loop {
            match self.peek() {
                None => return self.fail("`}`"),
                Some(Token::Punct('}')) => break,
                Some(Token::Word(word))
                    if self.tokens.get(self.at + 1).is_some_and(|t| t.token == Token::Punct(':')) =>
                {
                    keep(label, &mut text);
                    label = Some(word);
                }
                Some(Token::Int(byte)) if name == ".debug_str" => text.push(byte as u8),
                Some(_) => {}
            }
            self.at += 1;
        }
        keep(label, &mut text);
        self.expect('}')
    }

    /// Reads a variable or a function, after its linkage.
    fn declaration(&mut self, source: &mut PtxModule) -> Read<()> {
        let mut declared_only = false;
        loop {
            match self.peek_word() {
                Some(".extern") => declared_only = true,
                Some(".visible" | ".weak" | ".common") => {}
                _ => break,
            }
            self.at += 1;
        }
        match self.peek_word() {
            Some(".entry") => {
                self.at += 1;
                let function = self.function(true)?;
                source.functions.push(function);
            }
            Some(".func") => {
                self.at += 1;
                let function = self.function(false)?;
                source.functions.push(function);
            }
            Some(word) => {
                let Some(space) = variable_space(word) else {
                    return Err(ParseError::new(self.line(), format!("unknown directive `{word}`")));
                };
                self.at += 1;
                self.variables(space, declared_only, |v| source.variables.push(v))?;
            }
            None => return self.fail("a declaration"),
        }
        Ok(())
    }
}

/// Reads `8.7`.
fn version(text: &str) -> Option<[u32; 2]> {
    let (major, minor) = text.split_once('.').unwrap_or((text, "0"));
    Some([major.parse().ok()?, minor.parse().ok()?])
}

/// Reads `sm_90a`.
fn capability(target: &str) -> Option<u32> {
    let digits = target.strip_prefix("sm_")?;
    digits.trim_end_matches(|letter: char| letter.is_ascii_alphabetic()).parse().ok()
}

pub(super) fn variable_space(word: &str) -> Option<Space> {
    Some(match word {
        ".global" => Space::Global,
        ".shared" => Space::Shared,
        ".local" => Space::Local,
        ".const" => Space::Const,
        ".param" => Space::Param,
        _ => return None,
    })
}
