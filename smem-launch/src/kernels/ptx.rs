//! Reads the declarations of PTX text: its kernels with their parameters, and the module's variables that each of them uses.
//!
//! This reads declarations and skips code. It serves both backends alike: what is loaded on a GPU was PTX on the way.

use std::collections::BTreeSet;

/// A kernel in PTX text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PtxKernel {
    /// As the text has it, mangled if the source's language mangles names.
    pub(crate) name: String,
    /// Bytes of each parameter. `None` where one is of a type that is not known here.
    pub(crate) parameters: Option<Vec<usize>>,
    /// Variables of the module, in global or constant memory, that its code may use.
    pub(crate) variables: BTreeSet<String>,
}

/// The declarations of a module.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Declarations {
    /// The kernels, in order.
    pub(crate) kernels: Vec<PtxKernel>,
    /// The variables in global and constant memory, without those that the compiler made up.
    pub(crate) variables: BTreeSet<String>,
}

/// Reads the declarations in PTX text.
pub(crate) fn declarations(ptx: &str) -> Declarations {
    let mut tokens = Tokens { rest: ptx };
    let mut variables = BTreeSet::new();
    let mut kernels: Vec<(PtxKernel, BTreeSet<&str>)> = Vec::new();
    // The names in the code of functions, which any kernel may call.
    let mut in_functions = BTreeSet::new();
    while let Some(token) = tokens.next() {
        match token {
            ".entry" => {
                let Some(name) = tokens.next() else { break };
                let mut parameters = Some(Vec::new());
                let mut after = tokens.next();
                if after == Some("(") {
                    parameters = sizes(&tokens.until(")"));
                    after = tokens.next();
                }
                // Directives such as `.maxntid 256, 1, 1` come between.
                while after.is_some_and(|token| token != "{" && token != ";") {
                    after = tokens.next();
                }
                if after == Some("{") {
                    let entry = PtxKernel { name: name.to_owned(), parameters, variables: BTreeSet::new() };
                    kernels.push((entry, tokens.block()));
                }
            }
            ".func" => {
                let mut after = tokens.next();
                while after.is_some_and(|token| token != "{" && token != ";") {
                    after = tokens.next();
                }
                if after == Some("{") {
                    in_functions.extend(tokens.block());
                }
            }
            ".global" | ".const" => variables.extend(variable(&tokens.until(";"))),
            // A `.section` of debugging data.
            "{" => drop(tokens.block()),
            _ => {}
        }
    }
    let kernels = kernels.into_iter().map(|(entry, code)| {
        let used = |variable: &&str| code.contains(*variable) || in_functions.contains(*variable);
        PtxKernel { variables: variables.iter().copied().filter(used).map(str::to_owned).collect(), ..entry }
    });
    Declarations { kernels: kernels.collect(), variables: variables.iter().map(|name| (*name).to_owned()).collect() }
}

/// Bytes of each parameter in `.param .u64 .ptr .align 1 a, .param .align 8 .b8 b[24]`.
fn sizes(tokens: &[&str]) -> Option<Vec<usize>> {
    let mut sizes = Vec::new();
    for parameter in tokens.split(|token| *token == ",").filter(|parameter| !parameter.is_empty()) {
        let element = parameter.iter().find_map(|token| width(token))?;
        let mut count = 1;
        if let Some(at) = parameter.iter().position(|token| *token == "[") {
            count = parameter.get(at + 1)?.parse().ok()?;
        }
        sizes.push(element * count);
    }
    Some(sizes)
}

/// Bytes of a fundamental type: `.f32`.
fn width(directive: &str) -> Option<usize> {
    let name = directive.strip_prefix('.')?;
    let bits = name.strip_prefix("bf").or_else(|| name.strip_prefix(['b', 'u', 's', 'f']))?;
    match bits {
        "8" => Some(1),
        "16" => Some(2),
        "32" | "16x2" => Some(4),
        "64" => Some(8),
        "128" => Some(16),
        _ => None,
    }
}

/// The name in `.align 4 .b8 table[16] = {..}`, unless the compiler made the variable up, as for the text of a `printf`.
fn variable<'a>(tokens: &[&'a str]) -> Option<&'a str> {
    let end = tokens.iter().position(|token| matches!(*token, "[" | "=")).unwrap_or(tokens.len());
    tokens[..end].last().copied().filter(|name| !name.starts_with('$'))
}

/// The text, cut into words, directives and single marks, without comments and strings.
struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    /// The tokens up to `end`, which is taken as well.
    fn until(&mut self, end: &str) -> Vec<&'a str> {
        self.take_while(|token| *token != end).collect()
    }

    /// The words up to the brace that closes the block just opened.
    fn block(&mut self) -> BTreeSet<&'a str> {
        let (mut depth, mut words) = (1, BTreeSet::new());
        for token in self {
            match token {
                "{" => depth += 1,
                "}" => depth -= 1,
                word => drop(words.insert(word)),
            }
            if depth == 0 {
                break;
            }
        }
        words
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            self.rest = self.rest.trim_start();
            let skipped = if self.rest.starts_with("//") {
                self.rest.find('\n')
            } else if self.rest.starts_with("/*") {
                self.rest.find("*/").map(|at| at + 2)
            } else if let Some(text) = self.rest.strip_prefix('"') {
                text.find('"').map(|at| at + 2)
            } else {
                break;
            };
            self.rest = &self.rest[skipped.unwrap_or(self.rest.len())..];
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%' | '.');
        let first = self.rest.chars().next()?;
        let length = match self.rest.find(|c| !is_word(c)) {
            Some(0) => first.len_utf8(),
            Some(at) => at,
            None => self.rest.len(),
        };
        let (token, rest) = self.rest.split_at(length);
        self.rest = rest;
        Some(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_read_with_their_parameters() {
        let ptx = "
            .version 8.8
            .target sm_90
            .address_size 64
            .file 1 \"a {.entry no(.cu\"
            // .entry no()
            /* .entry no() */
            .visible .entry one() { ret; }
            .weak .entry _Z3twoPiS_(
                .param .u64 .ptr .align 1 _Z3twoPiS__param_0,
                .param .align 8 .b8 _Z3twoPiS__param_1[24],
                .param .u8 c, .param .f32 d, .param .b16 e, .param .bf16 f, .param .f16x2 g)
            .maxntid 256, 1, 1
            .minnctapersm 2
            {
                { .reg .b32 %r; }
                ret;
            }
            .visible .entry odd(.param .texref t) { ret; }
            .visible .entry declared(.param .u32 n);
            .visible .entry bare { ret; }";
        let found = declarations(ptx).kernels;
        let names: Vec<&str> = found.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["one", "_Z3twoPiS_", "odd", "bare"]);
        let sizes: Vec<Option<&[usize]>> = found.iter().map(|entry| entry.parameters.as_deref()).collect();
        assert_eq!(sizes, [Some(&[][..]), Some(&[8, 24, 1, 4, 2, 2, 4]), None, Some(&[])]);
    }

    #[test]
    fn a_kernel_uses_the_variables_that_its_code_or_a_function_names() {
        let ptx = "
            .global .align 4 .u32 counter;
            .visible .global .align 4 .b8 table[8] = {1, 0, 0, 0, 2};
            .const .align 4 .b8 taps[12];
            .global .align 1 .b8 $str[9] = {104, 101};
            .global .align 4 .u32 unused = 5;
            .func (.param .b32 r) helper(.param .b32 p) { ld.const.u32 %r1, [taps+4]; ret; }
            .extern .func vprintf;
            .section .debug_str { .b8 99 }
            .entry a() { atom.global.add.u32 %r1, [counter], 1; ret; }
            .entry b() { mov.u64 %rd1, table; mov.u64 %rd2, $str; ret; }
            .entry c() { .shared .b8 counter_of_mine[4]; ret; }";
        let found = declarations(ptx);
        let used: Vec<Vec<&str>> =
            found.kernels.iter().map(|entry| entry.variables.iter().map(String::as_str).collect()).collect();
        assert_eq!(used, [vec!["counter", "taps"], vec!["table", "taps"], vec!["taps"]]);
        assert_eq!(found.variables.iter().collect::<Vec<_>>(), ["counter", "table", "taps", "unused"]);
    }

    #[test]
    fn text_that_is_not_ptx_has_no_kernels() {
        for text in ["", "int main() {}", ".entry", ".entry f(", ".entry f() {", "\"", "/*", "é.entry", "}}}{"] {
            assert!(declarations(text).kernels.len() <= 1, "{text}");
        }
        assert_eq!(declarations("int main() {}"), Declarations::default());
    }
}
