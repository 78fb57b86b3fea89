//! Integers that a CUDA file fixes: literals, macros and variables that are set once, `sizeof`, and the arithmetic of these.

/// Returns the value of an integer expression in a text without comments, where it is fixed there.
pub(crate) fn value(expression: &str, text: &str) -> Option<i64> {
    ConstantReader { rest: expression, text, depth: 0 }.whole()
}

/// Returns the text that a name is defined as: by a macro, or by a declaration that nothing changes later.
pub(crate) fn definition<'a>(name: &str, text: &'a str) -> Option<&'a str> {
    let mut found = None;
    for (at, _) in text.match_indices(name) {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        if before.ends_with(is_word) || after.starts_with(is_word) {
            continue;
        }
        let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        let is_macro = line.strip_prefix('#').is_some_and(|line| line.trim() == "define");
        let behind = after.trim_start();
        let is_assigned = behind.starts_with('=') && !behind.starts_with("==");
        let is_changed =
            ["+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "++", "--"].iter().any(|sign| behind.starts_with(sign));
        let is_changed = is_changed || ["++", "--", "&"].iter().any(|sign| before.trim_end().ends_with(sign));
        let new = if is_macro && after.starts_with([' ', '\t']) {
            after.lines().next().map(str::trim)
        } else if is_assigned {
            // A declaration has its type in front, or other variables of it; all else is a change.
            let typed = before.trim_end().ends_with(is_word) || is_further_variable(before);
            typed.then(|| behind[1..].split([';', ',']).next().map(str::trim)).flatten()
        } else if is_changed || is_parameter(before, behind) {
            None
        } else {
            continue;
        };
        match (new, found) {
            (Some(new), None) => found = Some(new),
            // Changed later, or defined in two places: which one holds is not known.
            _ => return None,
        }
    }
    found
}

/// Whether what is in front of a name is `int x = 1, ` of a declaration.
fn is_further_variable(before: &str) -> bool {
    let Some(others) = before.trim_end().strip_suffix(',') else { return false };
    let statement = &others[others.rfind([';', '{', '}']).map_or(0, |end| end + 1)..];
    let head = statement.split(['=', ',', '[', '(']).next().unwrap_or_default();
    let count = |sign: char| statement.matches(sign).count();
    // A type and a name, and no parenthesis that is open still.
    let is_typed = head.split_whitespace().count() >= 2 && head.chars().all(|one| is_word(one) || one.is_whitespace());
    is_typed && !head.trim_start().starts_with("return") && count('(') == count(')')
}

/// Whether a name stands between a type and a comma or a parenthesis.
fn is_parameter(before: &str, behind: &str) -> bool {
    // What is multiplied has a sign in front.
    let last = before.trim_end().rsplit(|character| !is_word(character)).next().unwrap_or_default();
    behind.starts_with([',', ')']) && !last.is_empty() && last != "return"
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Bytes of a type, without `const` and the like.
pub(crate) fn size_of(name: &str) -> Option<i64> {
    element(name).map(|element| match element {
        "u8" | "i8" => 1,
        "u16" | "i16" | "f16" | "bf16" => 2,
        "u64" | "i64" | "f64" => 8,
        _ => 4,
    })
}

/// The name that launches have for a type of C.
pub(crate) fn element(name: &str) -> Option<&'static str> {
    let words: Vec<&str> = name.split_whitespace().filter(|word| !matches!(*word, "const" | "volatile")).collect();
    Some(match words.join(" ").as_str() {
        "char" | "signed char" | "int8_t" => "i8",
        "unsigned char" | "uint8_t" | "uchar" => "u8",
        "short" | "int16_t" => "i16",
        "unsigned short" | "uint16_t" | "ushort" => "u16",
        "int" | "int32_t" | "signed" => "i32",
        "unsigned" | "unsigned int" | "uint32_t" | "uint" => "u32",
        "long" | "long int" | "long long" | "long long int" | "int64_t" | "ptrdiff_t" => "i64",
        "unsigned long" | "unsigned long long" | "unsigned long long int" | "uint64_t" | "size_t" => "u64",
        "half" | "__half" => "f16",
        "__nv_bfloat16" | "nv_bfloat16" => "bf16",
        "float" => "f32",
        "double" => "f64",
        _ => return None,
    })
}

/// Reads an expression. C's precedence: `* / %`, then `+ -`, then `<< >>`.
struct ConstantReader<'a> {
    rest: &'a str,
    text: &'a str,
    depth: u32,
}

impl ConstantReader<'_> {
    fn whole(mut self) -> Option<i64> {
        let value = self.shifts()?;
        self.rest.trim().is_empty().then_some(value)
    }

    fn takes(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn shifts(&mut self) -> Option<i64> {
        let mut value = self.sums()?;
        loop {
            if self.takes("<<") {
                value = value.checked_shl(self.sums()?.try_into().ok()?)?;
            } else if self.takes(">>") {
                value = value.checked_shr(self.sums()?.try_into().ok()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn sums(&mut self) -> Option<i64> {
        let mut value = self.products()?;
        loop {
            if self.takes("+") {
                value = value.checked_add(self.products()?)?;
            } else if self.takes("-") {
                value = value.checked_sub(self.products()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn products(&mut self) -> Option<i64> {
        let mut value = self.atom()?;
        loop {
            if self.takes("*") {
                value = value.checked_mul(self.atom()?)?;
            } else if self.takes("/") {
                value = value.checked_div(self.atom()?)?;
            } else if self.takes("%") {
                value = value.checked_rem(self.atom()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn atom(&mut self) -> Option<i64> {
        if self.takes("-") {
            return self.atom()?.checked_neg();
        }
        if self.takes("(") {
            // A cast, or an expression.
            let inside = self.rest.split(')').next()?;
            if element(inside).is_some() {
                self.rest = &self.rest[inside.len() + 1..];
                return self.atom();
            }
            let value = self.shifts()?;
            return self.takes(")").then_some(value);
        }
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|character| !is_word(character)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        if word == "sizeof" {
            if !self.takes("(") {
                return None;
            }
            let (name, rest) = self.rest.split_once(')')?;
            self.rest = rest;
            return size_of(name);
        }
        if word.starts_with(|first: char| first.is_ascii_digit()) {
            let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
            return match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
                Some(digits) => i64::from_str_radix(digits, 16).ok(),
                None => digits.parse().ok(),
            };
        }
        // Definitions may go around in a circle.
        if word.is_empty() || self.depth > 16 {
            return None;
        }
        ConstantReader { rest: definition(word, self.text)?, text: self.text, depth: self.depth + 1 }.whole()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_of_constants_have_values() {
        let text = "#define TILE 32\n#define AREA (TILE * TILE)\nconst int n = 1 << 10;\nsize_t bytes = n * sizeof(float);\nint m = 4; m += 1;\nint a = a;\nint u = f(1, 2), v = 5, w = 6; w = 7;\nvoid f(int p) { }\nconst int p = 3;\n";
        for (expression, expected) in [
            ("TILE", Some(32)),
            ("AREA + 1", Some(1025)),
            ("(n + TILE - 1) / TILE", Some(32)),
            ("bytes", Some(4096)),
            ("-2 + 0x10u", Some(14)),
            ("(size_t)n", Some(1024)),
            ("1 + 2 << 3", Some(24)),
            ("v", Some(5)),
            ("w", None),
            ("m", None),
            ("p", None),
            ("a", None),
            ("nothing", None),
            ("1 / 0", None),
            ("1 +", None),
            ("f(1)", None),
            ("", None),
        ] {
            assert_eq!(value(expression, text), expected, "{expression}");
        }
    }
}
