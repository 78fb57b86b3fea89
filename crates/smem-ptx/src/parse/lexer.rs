//! Splits text into tokens. An opcode with its modifiers, `ld.global.nc.L1::no_allocate.u32`, is one word.

use smem_sim::ParseError;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Token<'a> {
    Word(&'a str),
    Int(u64),
    F32(u32),
    F64(u64),
    Text(&'a str),
    Punct(char),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Lexeme<'a> {
    pub(crate) token: Token<'a>,
    pub(crate) line: u32,
    /// Byte range in the text, so that an instruction can be quoted.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'%' | b'.')
}

fn continues_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'%')
}

pub(crate) fn lex(text: &str) -> Result<Vec<Lexeme<'_>>, ParseError> {
    Lexer::of(text).collect()
}

/// Returns the tokens of a text up to what is not one, each read when it is asked for.
pub(crate) fn tokens_until_error(text: &str) -> impl Iterator<Item = Lexeme<'_>> {
    Lexer::of(text).map_while(Result::ok)
}

struct Lexer<'a> {
    text: &'a str,
    /// The byte that is read next, and its line.
    at: usize,
    line: u32,
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Result<Lexeme<'a>, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.lexeme().transpose()
    }
}

impl<'a> Lexer<'a> {
    fn of(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, line: 1 }
    }

    fn lexeme(&mut self) -> Result<Option<Lexeme<'a>>, ParseError> {
        let Lexer { text, mut at, mut line } = *self;
        let bytes = text.as_bytes();
        let part = |start: usize, end: usize| text.get(start..end).unwrap_or_default();
        let skip = |at: &mut usize, goes_on: fn(u8) -> bool| {
            while bytes.get(*at).is_some_and(|byte| goes_on(*byte)) {
                *at += 1;
            }
        };
        while let Some(&first) = bytes.get(at) {
            let start = at;
            let next = bytes.get(at + 1).copied().unwrap_or(0);
            let token = match first {
                b'\n' => {
                    line += 1;
                    at += 1;
                    continue;
                }
                // NVRTC's text ends in a NUL when the caller keeps it.
                b' ' | b'\t' | b'\r' | b'\x0c' | 0 => {
                    at += 1;
                    continue;
                }
                b'/' if next == b'/' => {
                    skip(&mut at, |byte| byte != b'\n');
                    continue;
                }
                b'/' if next == b'*' => {
                    let opened = line;
                    at += 2;
                    loop {
                        match bytes.get(at) {
                            None => return Err(ParseError::new(opened, "this comment does not end")),
                            Some(b'*') if bytes.get(at + 1) == Some(&b'/') => break,
                            Some(b'\n') => line += 1,
                            Some(_) => {}
                        }
                        at += 1;
                    }
                    at += 2;
                    continue;
                }
                b'"' => {
                    at += 1;
                    skip(&mut at, |byte| byte != b'"' && byte != b'\n');
                    if bytes.get(at) != Some(&b'"') {
                        return Err(ParseError::new(line, "this string does not end"));
                    }
                    at += 1;
                    Token::Text(part(start + 1, at - 1))
                }
                b'0'..=b'9' => {
                    skip(&mut at, |byte| byte.is_ascii_alphanumeric() || byte == b'.');
                    let digits = part(start, at);
                    number(digits).ok_or_else(|| ParseError::new(line, format!("`{digits}` is not a number")))?
                }
                _ if starts_word(first) => {
                    at += 1;
                    while let Some(&byte) = bytes.get(at) {
                        let scope = byte == b':'
                            && bytes.get(at + 1) == Some(&b':')
                            && bytes.get(at + 2).is_some_and(|&b| continues_word(b));
                        if scope {
                            at += 2;
                        } else if !continues_word(byte) || first == b'.' && byte == b'.' {
                            // Directives may follow one another without a blank: `.reg.b32`.
                            break;
                        }
                        at += 1;
                    }
                    Token::Word(part(start, at))
                }
                _ => {
                    let c = part(at, text.len()).chars().next().unwrap_or('?');
                    if !"{}()[]<>,;:@!|+-=~*".contains(c) {
                        return Err(ParseError::new(line, format!("unexpected character {c:?}")));
                    }
                    at += c.len_utf8();
                    Token::Punct(c)
                }
            };
            (self.at, self.line) = (at, line);
            return Ok(Some(Lexeme { token, line, start, end: at }));
        }
        self.at = at;
        Ok(None)
    }
}

fn number(text: &str) -> Option<Token<'static>> {
    if let Some(bits) = text.strip_prefix("0f").or_else(|| text.strip_prefix("0F"))
        && bits.len() == 8
    {
        return u32::from_str_radix(bits, 16).ok().map(Token::F32);
    }
    if let Some(bits) = text.strip_prefix("0d").or_else(|| text.strip_prefix("0D"))
        && bits.len() == 16
    {
        return u64::from_str_radix(bits, 16).ok().map(Token::F64);
    }
    if text.contains('.') {
        return text.parse::<f64>().ok().map(|v| Token::F64(v.to_bits()));
    }
    let digits = text.trim_end_matches('U');
    let of_radix = |mark: [char; 2], radix| Some((radix, digits.strip_prefix('0')?.strip_prefix(mark)?));
    let octal = || digits.strip_prefix('0').filter(|rest| !rest.is_empty()).map(|rest| (8, rest));
    let (radix, digits) =
        of_radix(['x', 'X'], 16).or_else(|| of_radix(['b', 'B'], 2)).or_else(octal).unwrap_or((10, digits));
    u64::from_str_radix(digits, radix).ok().map(Token::Int)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opcode_with_its_modifiers_is_one_word() {
        let tokens = lex("ld.global.L1::no_allocate.u32 %r1, [%rd1+-4]; L: 0f3F800000 0x10U").unwrap();
        let words: Vec<_> = tokens.iter().map(|t| t.token).collect();
        assert_eq!(words[0], Token::Word("ld.global.L1::no_allocate.u32"));
        assert_eq!(words[1], Token::Word("%r1"));
        assert_eq!(words[5..8], [Token::Punct('+'), Token::Punct('-'), Token::Int(4)]);
        assert_eq!(words[10..], [Token::Word("L"), Token::Punct(':'), Token::F32(0x3f80_0000), Token::Int(16)]);
    }

    #[test]
    fn lines_count_through_comments() {
        let tokens = lex("a // x\n/* \n */ b").unwrap();
        assert_eq!((tokens[0].line, tokens[1].line), (1, 3));
        assert!(lex("/* ").is_err());
        assert!(lex("\"abc").is_err());
        assert!(lex("é").is_err());
        assert!(lex("09").is_err());
    }
}
