//! Evaluates the emitted index: `row`, `col`, numbers and operators, by Rust's precedence.

/// What is left of an expression, and the element that it is evaluated at.
struct Evaluator<'a> {
    rest: &'a str,
    row: u32,
    col: u32,
}

/// The operators of each precedence, those that bind least first.
const OPERATORS: [&[&str]; 6] = [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

/// Returns the value of `text` at an element.
pub(crate) fn value(text: &str, row: u32, col: u32) -> u32 {
    let mut evaluator = Evaluator { rest: text, row, col };
    let value = evaluator.level(0);
    assert_eq!(evaluator.rest.trim(), "", "{text}");
    value
}

impl Evaluator<'_> {
    fn level(&mut self, level: usize) -> u32 {
        let Some(operators) = OPERATORS.get(level) else { return self.atom() };
        let mut left = self.level(level + 1);
        while let Some(operator) = operators.iter().find(|operator| self.rest.trim_start().starts_with(**operator)) {
            self.rest = &self.rest.trim_start()[operator.len()..];
            let right = self.level(level + 1);
            left = match *operator {
                "|" => left | right,
                "^" => left ^ right,
                "&" => left & right,
                "<<" => left << right,
                ">>" => left >> right,
                "+" => left + right,
                "-" => left - right,
                "*" => left * right,
                "/" => left / right,
                _ => left % right,
            };
        }
        left
    }

    /// Reads a value, and the one method that an index calls.
    fn atom(&mut self) -> u32 {
        let value = self.value_alone();
        match self.rest.strip_prefix(".reverse_bits()") {
            Some(rest) => {
                self.rest = rest;
                value.reverse_bits()
            }
            None => value,
        }
    }

    fn value_alone(&mut self) -> u32 {
        self.rest = self.rest.trim_start();
        if let Some(rest) = self.rest.strip_prefix('(') {
            self.rest = rest;
            let value = self.level(0);
            self.rest = self.rest.trim_start().strip_prefix(')').expect("a closing parenthesis");
            return value;
        }
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        match word {
            "row" => self.row,
            "col" => self.col,
            number => number.parse().unwrap_or_else(|_| panic!("`{number}` in an index")),
        }
    }
}
