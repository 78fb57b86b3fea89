//! An operand, as it is printed.

/// Signs of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Signs {
    pub(super) negative: bool,
    pub(super) absolute: bool,
    pub(super) inverted: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Register<'t> {
    pub(super) uniform: bool,
    /// `None` for `RZ` and `URZ`.
    pub(super) number: Option<u32>,
    /// The text after the first dot: `64`, `H1_H1`, `B2`.
    pub(super) part: &'t str,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum SassOperand<'t> {
    Predicate {
        uniform: bool,
        /// `None` for `PT` and `UPT`.
        number: Option<u32>,
        negated: bool,
    },
    /// `PR`, `UPR`: all predicates.
    Predicates {
        uniform: bool,
    },
    Register(Register<'t>, Signs),
    Integer(i64),
    /// Its text, for each reader's own precision.
    Float(&'t str),
    Constant {
        bank: u8,
        index: Option<Register<'t>>,
        offset: i64,
        signs: Signs,
        part: &'t str,
    },
    Address(Vec<Term<'t>>),
    Label(&'t str),
    /// `32@lo(counter)`: the lower half of a symbol's value, or the upper one.
    Half {
        upper: bool,
    },
    Special(&'t str),
    /// `B0`.
    Barrier(u8),
    /// `gdesc[UR4].tnspB`: a matrix descriptor, and what follows it.
    Descriptor {
        register: Register<'t>,
        parts: &'t str,
    },
    /// `gsb0`
    Scoreboard,
    /// `2D`, `TEX_HEADER_DIMENSION`: a kind of texture, or a question about one.
    Texture(&'t str),
}

/// One summand of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Term<'t> {
    Register(Register<'t>),
    Offset(i64),
}

/// The operands of an instruction: its text after the opcode. `None` where one is not understood, with its text.
pub(super) fn operands(text: &str) -> Result<Vec<SassOperand<'_>>, &str> {
    let mut out = Vec::new();
    for piece in split(text) {
        // An indirect jump is written as its register and where it counts from.
        // Before sm_90, a half of a constant has a space between its brackets.
        let is_one = piece.starts_with("32@") || piece.contains("] [");
        let words = if is_one { vec![piece] } else { piece.split_whitespace().collect() };
        for word in words {
            out.push(operand(word).ok_or(word)?);
        }
    }
    Ok(out)
}

/// The pieces between commas outside brackets.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |c: char| {
        match c {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    })
    .map(str::trim)
    .filter(|piece| !piece.is_empty())
}

fn operand(text: &str) -> Option<SassOperand<'_>> {
    let text = text.strip_suffix(".reuse").unwrap_or(text);
    if let Some(label) = text.strip_prefix("`(").and_then(|rest| rest.strip_suffix(')')) {
        return Some(SassOperand::Label(label));
    }
    if let Some(half) = text.strip_prefix("32@").filter(|half| half.ends_with(')')) {
        let (half, _) = half.split_once('(')?;
        return matches!(half, "lo" | "hi").then_some(SassOperand::Half { upper: half == "hi" });
    }
    if let Some(predicate) = predicate(text) {
        return Some(predicate);
    }
    if text.starts_with('[') || text.starts_with("desc[") {
        return address(text);
    }
    if let Some(integer) = integer(text) {
        return Some(SassOperand::Integer(integer));
    }
    // A special register, or scoreboards.
    if text.starts_with("SR") || text.starts_with('{') || text.starts_with("SB") || text.starts_with("Rpc.") {
        return Some(SassOperand::Special(text));
    }
    if let Some(number) = text.strip_prefix('B').and_then(|number| number.parse().ok()) {
        return (number < 16).then_some(SassOperand::Barrier(number));
    }
    if let Some(rest) = text.strip_prefix("gdesc[") {
        let (inside, parts) = rest.split_once(']')?;
        return Some(SassOperand::Descriptor { register: register(inside)?, parts });
    }
    let is_texture = matches!(text, "1D" | "2D" | "3D" | "CUBE");
    if is_texture || text.starts_with("ARRAY_") || text.starts_with("TEX_HEADER_") {
        return Some(SassOperand::Texture(text));
    }
    match text {
        "gsb0" => return Some(SassOperand::Scoreboard),
        "PR" => return Some(SassOperand::Predicates { uniform: false }),
        "UPR" => return Some(SassOperand::Predicates { uniform: true }),
        _ => {}
    }
    signed(text).or_else(|| is_float(text).then_some(SassOperand::Float(text)))
}

fn predicate(text: &str) -> Option<SassOperand<'_>> {
    let (negated, name) = match text.strip_prefix('!') {
        Some(name) => (true, name),
        None => (false, text),
    };
    let (uniform, name) = match name.strip_prefix('U') {
        Some(name) => (true, name),
        None => (false, name),
    };
    let number = match name.strip_prefix('P')? {
        "T" => None,
        digit => Some(digit.parse().ok().filter(|&number| number < 7)?),
    };
    Some(SassOperand::Predicate { uniform, number, negated })
}

fn integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    // Of 64 bits, the upper half of the numbers is that of the negative ones.
    let value = u64::from_str_radix(digits.strip_prefix("0x")?, 16).ok()?;
    Some(if negative { (value as i64).checked_neg()? } else { value as i64 })
}

fn is_float(text: &str) -> bool {
    matches!(text.trim_start_matches(['+', '-']), "INF" | "QNAN" | "SNAN") || text.parse::<f64>().is_ok()
}

/// A register or a constant with its signs.
fn signed(text: &str) -> Option<SassOperand<'_>> {
    let mut signs = Signs::default();
    let mut text = text;
    if let Some(rest) = text.strip_prefix('-') {
        (signs.negative, text) = (true, rest);
    } else if let Some(rest) = text.strip_prefix('~') {
        (signs.inverted, text) = (true, rest);
    }
    let mut after = "";
    if let Some(rest) = text.strip_prefix('|') {
        let (inner, rest) = rest.split_once('|')?;
        (signs.absolute, text) = (true, inner);
        after = rest.strip_suffix(".reuse").unwrap_or(rest);
        after = after.strip_prefix(".reuse").unwrap_or(after);
        after = after.strip_prefix('.').unwrap_or(after);
    }
    let text = text.strip_suffix(".reuse").unwrap_or(text);
    if let Some(rest) = text.strip_prefix("c[") {
        let (bank, rest) = rest.split_once(']')?;
        let rest = rest.trim_start().strip_prefix('[')?;
        let (inside, part) = rest.split_once(']')?;
        let part = part.strip_prefix('.').unwrap_or(part);
        let bank = u8::try_from(integer(bank)?).ok()?;
        let (mut index, mut offset) = (None, 0i64);
        for term in terms(inside)? {
            match term {
                Term::Register(register) if index.is_none() => index = Some(register),
                Term::Register(_) => return None,
                Term::Offset(more) => offset = offset.checked_add(more)?,
            }
        }
        return Some(SassOperand::Constant {
            bank,
            index,
            offset,
            signs,
            part: if part.is_empty() { after } else { part },
        });
    }
    let mut register = register(text)?;
    if !after.is_empty() {
        register.part = after;
    }
    Some(SassOperand::Register(register, signs))
}

fn register(text: &str) -> Option<Register<'_>> {
    let (name, part) = text.split_once('.').unwrap_or((text, ""));
    // `.reuse` says nothing of the value, and comes before or after a part.
    let part = match part.strip_prefix("reuse") {
        Some(part) => part.trim_start_matches('.'),
        None => part.strip_suffix(".reuse").unwrap_or(part),
    };
    let (uniform, name) = match name.strip_prefix('U') {
        Some(name) => (true, name),
        None => (false, name),
    };
    let number = match name.strip_prefix('R')? {
        "Z" => None,
        // sm_100 has as many uniform registers as others; before, there are 63.
        digits => Some(digits.parse().ok().filter(|&number: &u32| number < 255)?),
    };
    Some(Register { uniform, number, part })
}

fn terms(text: &str) -> Option<Vec<Term<'_>>> {
    text.split('+')
        .filter(|term| !term.is_empty())
        .map(|term| integer(term).map(Term::Offset).or_else(|| register(term).map(Term::Register)))
        .collect()
}

/// `desc[UR4][R2.64+0x8]`, `[R10+UR4]`. What the descriptor says does not matter here.
fn address(text: &str) -> Option<SassOperand<'_>> {
    let text = match text.strip_prefix("desc[") {
        // A descriptor by itself is written as an address is.
        Some(rest) if rest.ends_with(']') && !rest.contains('[') => text.strip_prefix("desc")?,
        Some(rest) => rest.split_once(']')?.1,
        None => text,
    };
    let inside = text.strip_prefix('[')?.strip_suffix(']')?;
    Some(SassOperand::Address(terms(inside)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> SassOperand<'_> {
        let [operand] = &operands(text).unwrap()[..] else { panic!("`{text}` is one operand") };
        operand.clone()
    }

    #[test]
    fn every_kind_of_operand_is_read() {
        let general = |number, part| Register { uniform: false, number: Some(number), part };
        let none = Signs::default();
        assert_eq!(one("!UP3"), SassOperand::Predicate { uniform: true, number: Some(3), negated: true });
        assert_eq!(one("PT"), SassOperand::Predicate { uniform: false, number: None, negated: false });
        assert_eq!(one("-R4.reuse"), SassOperand::Register(general(4, ""), Signs { negative: true, ..none }));
        assert_eq!(one("|R4|.reuse"), SassOperand::Register(general(4, ""), Signs { absolute: true, ..none }));
        assert_eq!(
            one("-|R4|"),
            SassOperand::Register(general(4, ""), Signs { negative: true, absolute: true, ..none })
        );
        assert_eq!(one("~R250"), SassOperand::Register(general(250, ""), Signs { inverted: true, ..none }));
        assert_eq!(one("R8.H1_H1"), SassOperand::Register(general(8, "H1_H1"), none));
        assert_eq!(one("R8.reuse.H0_H0"), SassOperand::Register(general(8, "H0_H0"), none));
        assert_eq!(one("-0x800000"), SassOperand::Integer(-0x80_0000));
        assert_eq!(one("0xfff8000000000000"), SassOperand::Integer(0xfff8 << 48));
        assert_eq!(one("1.84467440737095516160e+19"), SassOperand::Float("1.84467440737095516160e+19"));
        assert_eq!(one("-QNAN "), SassOperand::Float("-QNAN"));
        assert_eq!(one("B6"), SassOperand::Barrier(6));
        assert_eq!(one("SR_TID.X"), SassOperand::Special("SR_TID.X"));
        assert_eq!(one("`($k$_Z6helperfi)"), SassOperand::Label("$k$_Z6helperfi"));
        let constant = |index, offset, signs, part| SassOperand::Constant { bank: 0, index, offset, signs, part };
        assert_eq!(one("c[0x0][0x210]"), constant(None, 0x210, none, ""));
        assert_eq!(one("-c[0x0][0x210].H0_H0"), constant(None, 0x210, Signs { negative: true, ..none }, "H0_H0"));
        assert_eq!(one("c[0x0][R4+-0xc]"), constant(Some(general(4, "")), -12, none, ""));
        assert_eq!(one("-c[0x0] [0x210].H1_H1"), constant(None, 0x210, Signs { negative: true, ..none }, "H1_H1"));
        let zero = Register { uniform: false, number: None, part: "" };
        assert_eq!(one("c[0x0][RZ]"), constant(Some(zero), 0, none, ""));
        let uniform = Register { uniform: true, number: Some(5), part: "" };
        let terms = vec![Term::Register(general(10, "X4")), Term::Register(uniform), Term::Offset(-4)];
        assert_eq!(one("[R10.X4+UR5+-0x4]"), SassOperand::Address(terms));
        assert_eq!(one("desc[UR4][R2.64]"), SassOperand::Address(vec![Term::Register(general(2, "64"))]));
        assert_eq!(operands("SB0, 0x1, {5,4,3}").unwrap()[2], SassOperand::Special("{5,4,3}"));
        assert_eq!(operands("R2 -0xf0").unwrap().len(), 2);
        assert_eq!(operands("!P2, `(.L_x_20)").unwrap().len(), 2);
        assert_eq!(operands("R2, 32@lo((k + .L_x_0@srel))").unwrap()[1], SassOperand::Half { upper: false });
        assert_eq!(operands("R2, 32@hi(x)").unwrap()[1], SassOperand::Half { upper: true });
        assert_eq!(operands("R2, 32@mid(x)"), Err("32@mid(x)"));
        assert_eq!(operands("R255"), Err("R255"));
    }
}
