//! Integer expressions of `lane` and `warp`: read once, evaluated for every lane.
//!
//! Values are 64-bit and checked, so that a negative intermediate is fine and an overflow is an error at its operator.

use crate::message::span::SourceSpan;
use crate::parse::tokens;
use proc_macro2::{Delimiter, TokenTree};

/// The names that a closure gives to the lane and to the warp.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    pub(crate) lane: String,
    pub(crate) warp: Option<String>,
}

/// The lane, and its warp in the block, for which the closure is evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneOfWarp {
    pub(crate) lane: u32,
    pub(crate) warp: u32,
    /// True if messages name the warp.
    pub(crate) many_warps: bool,
}

impl std::fmt::Display for LaneOfWarp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "lane {}", self.lane)?;
        if self.many_warps { write!(f, " of warp {}", self.warp) } else { Ok(()) }
    }
}

/// An expression with the place of each operator.
#[derive(Debug)]
pub(crate) enum Expr {
    Number(i64),
    Lane,
    Warp,
    Negative(Box<Expr>, SourceSpan),
    Not(Box<Expr>),
    Binary(Box<Expr>, &'static Operator, Box<Expr>, SourceSpan),
}

/// A binary operator. Those with a higher `rank` bind tighter; all associate to the left.
#[derive(Debug)]
pub(crate) struct Operator {
    text: &'static str,
    rank: u8,
    apply: fn(i64, i64) -> Option<i64>,
}

/// All operators, longer spellings first.
static OPERATORS: [Operator; 10] = [
    Operator { text: "<<", rank: 4, apply: shift_left },
    Operator { text: ">>", rank: 4, apply: |a, b| a.checked_shr(u32::try_from(b).ok()?) },
    Operator { text: "*", rank: 6, apply: i64::checked_mul },
    Operator { text: "/", rank: 6, apply: i64::checked_div },
    Operator { text: "%", rank: 6, apply: i64::checked_rem },
    Operator { text: "+", rank: 5, apply: i64::checked_add },
    Operator { text: "-", rank: 5, apply: i64::checked_sub },
    Operator { text: "&", rank: 3, apply: |a, b| Some(a & b) },
    Operator { text: "^", rank: 2, apply: |a, b| Some(a ^ b) },
    Operator { text: "|", rank: 1, apply: |a, b| Some(a | b) },
];

/// Returns `None` if a bit would be lost.
fn shift_left(a: i64, b: i64) -> Option<i64> {
    let shifted = a.checked_shl(u32::try_from(b).ok()?)?;
    (shifted >> b == a).then_some(shifted)
}

impl Expr {
    pub(crate) fn eval(&self, place: LaneOfWarp) -> syn::Result<i64> {
        match self {
            Expr::Number(value) => Ok(*value),
            Expr::Lane => Ok(place.lane.into()),
            Expr::Warp => Ok(place.warp.into()),
            Expr::Not(value) => Ok(!value.eval(place)?),
            Expr::Negative(value, span) => {
                let value = value.eval(place)?;
                value.checked_neg().ok_or_else(|| span.error(format!("`-{value}` overflows in {place}")))
            }
            Expr::Binary(left, operator, right, span) => {
                let (left, right) = (left.eval(place)?, right.eval(place)?);
                (operator.apply)(left, right).ok_or_else(|| {
                    let text = operator.text;
                    span.error(match text {
                        "/" | "%" if right == 0 => format!("division by zero in {place}: `{left} {text} 0`"),
                        "<<" | ">>" if !(0..64).contains(&right) => {
                            format!("`{left} {text} {right}` shifts by {right} in {place}\nhelp: shift by 0 to 63")
                        }
                        _ => format!("`{left} {text} {right}` overflows in {place}"),
                    })
                })
            }
        }
    }

    /// Returns true if the expression mentions the warp.
    pub(crate) fn uses_warp(&self) -> bool {
        match self {
            Expr::Warp => true,
            Expr::Number(_) | Expr::Lane => false,
            Expr::Negative(value, _) | Expr::Not(value) => value.uses_warp(),
            Expr::Binary(left, _, right, _) => left.uses_warp() || right.uses_warp(),
        }
    }
}

/// Reads an expression that fills `tokens`. `after` is where it was expected.
pub(crate) fn parse(tokens: &[TokenTree], names: &Names, after: SourceSpan) -> syn::Result<Expr> {
    let mut parser = Parser { rest: tokens, last: after, names, depth: 0 };
    let expr = parser.binary(0)?;
    match parser.rest {
        [] => Ok(expr),
        [unexpected, ..] => Err(parser.refuse(unexpected)),
    }
}

struct Parser<'a> {
    rest: &'a [TokenTree],
    /// The last token read.
    last: SourceSpan,
    names: &'a Names,
    depth: u32,
}

/// Deeper nesting, and longer chains, could exhaust the stack of the compiler.
const DEEPEST: u32 = 100;
const LONGEST: u32 = 500;

impl Parser<'_> {
    fn binary(&mut self, above: u8) -> syn::Result<Expr> {
        let mut left = self.unary()?;
        let mut length = 0;
        while let Some((operator, span)) = self.operator(above)? {
            length += 1;
            if length > LONGEST {
                return Err(span.error(format!("the expression has more than {LONGEST} operators in a row")));
            }
            let right = self.binary(operator.rank)?;
            left = Expr::Binary(Box::new(left), operator, Box::new(right), span);
        }
        Ok(left)
    }

    /// Reads the next operator, if one follows that binds tighter than `above`.
    fn operator(&mut self, above: u8) -> syn::Result<Option<(&'static Operator, SourceSpan)>> {
        let Some(TokenTree::Punct(_)) = self.rest.first() else { return Ok(None) };
        let spelled: String = self.rest.iter().map_while(as_punct).take(2).collect();
        let Some(operator) = OPERATORS.iter().find(|operator| spelled.starts_with(operator.text)) else {
            return Ok(None);
        };
        let (tokens, rest) = self.rest.split_at(operator.text.len());
        let span = SourceSpan::of(tokens, self.last);
        // `&&`, `||` and `+=` begin like an operator.
        if matches!(spelled.as_str(), "&&" | "||") || spelled.len() > operator.text.len() && spelled.ends_with('=') {
            return Err(span.error(format!("`{spelled}` is not an integer operator\n{HELP}")));
        }
        if operator.rank <= above {
            return Ok(None);
        }
        (self.rest, self.last) = (rest, span);
        Ok(Some((operator, span)))
    }

    fn unary(&mut self) -> syn::Result<Expr> {
        let Some((token, rest)) = self.rest.split_first() else {
            return Err(self.last.error("expected an integer expression after this"));
        };
        let span = SourceSpan::at(token.span());
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(span.error(format!("the expression is nested more than {DEEPEST} deep")));
        }
        let before = self.rest;
        (self.rest, self.last) = (rest, span);
        let expr = match token {
            TokenTree::Literal(literal) => Expr::Number(tokens::magnitude(literal)?),
            TokenTree::Ident(name) if *name == self.names.lane => Expr::Lane,
            TokenTree::Ident(name) if self.names.warp.as_ref().is_some_and(|warp| name == warp) => Expr::Warp,
            TokenTree::Punct(punct) if punct.as_char() == '-' => Expr::Negative(Box::new(self.unary()?), span),
            TokenTree::Punct(punct) if punct.as_char() == '!' => Expr::Not(Box::new(self.unary()?)),
            TokenTree::Group(group) if matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::None) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let mut parser = Parser { rest: &inner, last: span, names: self.names, depth: self.depth };
                let expr = parser.binary(0)?;
                if let [unexpected, ..] = parser.rest {
                    return Err(parser.refuse(unexpected));
                }
                expr
            }
            unexpected => {
                self.rest = before;
                return Err(self.refuse(unexpected));
            }
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn refuse(&self, token: &TokenTree) -> syn::Error {
        let span = SourceSpan::at(token.span());
        let found = match token {
            TokenTree::Ident(name) if *name == "as" => {
                return span
                    .error("`as` is not needed: every value here is a 64-bit integer\nhelp: leave the cast out");
            }
            TokenTree::Ident(name) if name.to_string().starts_with("warp") && self.names.warp.is_none() => {
                let lane = &self.names.lane;
                return span.error(format!(
                    "`{name}` is not known here\n\
                     help: begin the closure with `|{lane}, {name}|`, and write `warps = N` after it, where a block has N warps"
                ));
            }
            TokenTree::Ident(name) if syn::parse_str::<syn::Ident>(&name.to_string()).is_ok() => {
                let help = format!("help: use numbers and {}", self.known());
                return span.error(format!("`{name}` is not known here\n{help}"));
            }
            TokenTree::Group(_) => "this".to_string(),
            token => format!("`{token}`"),
        };
        span.error(format!("{found} is not allowed in an integer expression of {}\n{HELP}", self.known()))
    }

    fn known(&self) -> String {
        match &self.names.warp {
            Some(warp) => format!("`{}` and `{warp}`", self.names.lane),
            None => format!("`{}`", self.names.lane),
        }
    }
}

const HELP: &str = "help: use integers, parentheses and `+ - * / % << >> & ^ | !`";

fn as_punct(token: &TokenTree) -> Option<char> {
    match token {
        TokenTree::Punct(punct) => Some(punct.as_char()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eval(text: &str, lane: u32, warp: u32) -> Result<i64, String> {
        let tokens: Vec<TokenTree> = text.parse::<proc_macro2::TokenStream>().unwrap().into_iter().collect();
        let names = Names { lane: "lane".into(), warp: Some("warp".into()) };
        parse(&tokens, &names, SourceSpan::call_site())
            .and_then(|expr| expr.eval(LaneOfWarp { lane, warp, many_warps: true }))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn operators_bind_as_in_rust() {
        for lane in 0..32u32 {
            let l = i64::from(lane);
            assert_eq!(eval("lane * 4 + lane % 3 - 1", lane, 0), Ok(l * 4 + l % 3 - 1));
            assert_eq!(eval("lane ^ lane >> 1 & 3 | 8", lane, 0), Ok(l ^ ((l >> 1) & 3) | 8));
            assert_eq!(eval("1 << lane / 8 + 1", lane, 0), Ok(1 << (l / 8 + 1)));
            assert_eq!(eval("20 - lane - 5", lane, 0), Ok(20 - l - 5));
            assert_eq!(eval("-lane + !lane & 31", lane, 0), Ok((-l + !l) & 31));
            assert_eq!(eval("(lane + 1) * (warp + 2)", lane, 5), Ok((l + 1) * 7));
        }
    }

    #[test]
    fn literals_may_have_any_base_and_an_integer_suffix() {
        assert_eq!(eval("0x1f + 0b11 + 1_000u32", 0, 0), Ok(31 + 3 + 1000));
    }

    #[test]
    fn overflow_and_division_by_zero_name_lane_and_warp() {
        assert_eq!(eval("8 / (lane - 3)", 3, 1), Err("division by zero in lane 3 of warp 1: `8 / 0`".into()));
        assert_eq!(eval("8 % warp", 3, 0), Err("division by zero in lane 3 of warp 0: `8 % 0`".into()));
        let twice = "9223372036854775807 * 2";
        assert_eq!(eval(twice, 0, 0), Err(format!("`{twice}` overflows in lane 0 of warp 0")));
        assert!(eval("1 << 63", 0, 0).unwrap_err().contains("overflows"));
        assert!(eval("1 << lane - 1", 0, 0).unwrap_err().contains("shifts by -1"));
        assert!(eval("1 >> 64", 0, 0).unwrap_err().contains("shifts by 64"));
        assert!(eval("-(-9223372036854775807 - 1)", 0, 0).unwrap_err().contains("overflows"));
    }

    #[test]
    fn anything_but_integers_is_refused() {
        for text in [
            "",
            "lane +",
            "lane lane",
            "x",
            "lane.min(3)",
            "lane as u32",
            "lane == 3",
            "lane < 3",
            "lane && 1",
            "a::b",
            "if lane { 1 } else { 2 }",
            "{ lane }",
            "[1][0]",
            "f(lane)",
            "1.5",
            "\"1\"",
            "'a'",
            "lane += 1",
            "lane || 1",
            "()",
        ] {
            assert!(eval(text, 0, 0).is_err(), "{text}");
        }
    }

    #[test]
    fn nesting_has_an_end() {
        let deep = format!("{}lane{}", "(".repeat(200), ")".repeat(200));
        assert!(eval(&deep, 0, 0).unwrap_err().contains("nested"));
        assert!(eval(&"-".repeat(100_000), 0, 0).unwrap_err().contains("nested"));
        assert_eq!(eval(&format!("0{}", " + lane".repeat(500)), 1, 0), Ok(500));
        assert!(eval(&format!("0{}", " + lane".repeat(10_000)), 1, 0).unwrap_err().contains("in a row"));
    }
}
