//! The paths that a source names, read from its tokens.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// A name that a `use` brings into its module.
#[derive(Debug)]
pub(crate) struct UsedPath {
    pub(crate) name: String,
    pub(crate) path: Vec<String>,
    /// Whether others see the name in this module: `pub use`.
    pub(crate) is_handed_on: bool,
}

/// The names in a source, but for what is compiled for tests alone.
#[derive(Debug, Default)]
pub(crate) struct SourcePaths {
    /// Modules in files of their own.
    pub(crate) modules: Vec<String>,
    pub(crate) uses: Vec<UsedPath>,
    /// Modules all of whose names are taken.
    pub(crate) globs: Vec<Vec<String>>,
    /// Paths of two names and more, elsewhere than after `use`.
    pub(crate) inline: Vec<Vec<String>>,
    pub(crate) defined: BTreeSet<String>,
}

impl SourcePaths {
    pub(crate) fn of(text: &str) -> Self {
        let mut paths = Self::default();
        let tokens: TokenStream = text.parse().unwrap();
        paths.read(&tokens.into_iter().collect::<Vec<_>>());
        paths
    }

    fn read(&mut self, tokens: &[TokenTree]) {
        let mut at = 0;
        while at < tokens.len() {
            if is_for_tests(&tokens[at..]) {
                at = end_of_item(tokens, at);
                continue;
            }
            at = match word(tokens, at).as_str() {
                "use" => {
                    let end = (at..tokens.len()).find(|end| is_punct(tokens, *end, ';')).unwrap_or(tokens.len());
                    let is_handed_on = at > 0 && (word(tokens, at - 1) == "pub" || is_restricted(tokens, at));
                    self.take(&tokens[at + 1..end], &[], is_handed_on);
                    end + 1
                }
                "mod" if is_punct(tokens, at + 2, ';') => {
                    self.modules.push(word(tokens, at + 1));
                    at + 3
                }
                "struct" | "enum" | "union" | "trait" | "type" | "fn" | "const" | "static" | "macro_rules" => {
                    let name = (at + 1..at + 4).map(|at| word(tokens, at)).find(|name| !is_qualifier(name));
                    self.defined.extend(name);
                    at + 1
                }
                "" => {
                    if let TokenTree::Group(group) = &tokens[at] {
                        self.read(&group.stream().into_iter().collect::<Vec<_>>());
                    }
                    at + 1
                }
                _ => self.inline_path(tokens, at),
            };
        }
    }

    /// Takes the path that begins at a word; returns where it ends.
    fn inline_path(&mut self, tokens: &[TokenTree], start: usize) -> usize {
        let mut path = vec![word(tokens, start)];
        let mut at = start + 1;
        while is_separator(tokens, at) && !word(tokens, at + 2).is_empty() {
            path.push(word(tokens, at + 2));
            at += 3;
        }
        if path.len() > 1 {
            self.inline.push(path);
        }
        at
    }

    /// Takes the tree after `use`, below `prefix`.
    fn take(&mut self, tokens: &[TokenTree], prefix: &[String], is_handed_on: bool) {
        let mut path = prefix.to_vec();
        let mut name = None;
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    inner.split(is_comma).for_each(|branch| self.take(branch, &path, is_handed_on));
                    return;
                }
                TokenTree::Punct(punct) if punct.as_char() == '*' => {
                    self.globs.push(path);
                    return;
                }
                TokenTree::Ident(word) if word == "as" => {
                    name = tokens.get(at + 1).map(ToString::to_string);
                    break;
                }
                TokenTree::Ident(word) => path.push(word.to_string()),
                _ => {}
            }
        }
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        if let Some(last) = path.last().cloned().filter(|_| !tokens.is_empty()) {
            self.uses.push(UsedPath { name: name.unwrap_or(last), path, is_handed_on });
        }
    }
}

fn word(tokens: &[TokenTree], at: usize) -> String {
    match tokens.get(at) {
        Some(TokenTree::Ident(word)) => word.to_string(),
        _ => String::new(),
    }
}

fn is_punct(tokens: &[TokenTree], at: usize, sign: char) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')
}

fn is_separator(tokens: &[TokenTree], at: usize) -> bool {
    is_punct(tokens, at, ':') && is_punct(tokens, at + 1, ':')
}

fn is_qualifier(name: &str) -> bool {
    matches!(name, "" | "fn" | "unsafe" | "extern" | "async" | "mut")
}

/// Whether `pub(..)` is in front.
fn is_restricted(tokens: &[TokenTree], at: usize) -> bool {
    let is_group = matches!(&tokens[at - 1], TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis);
    is_group && at > 1 && word(tokens, at - 2) == "pub"
}

/// Whether an attribute begins here that leaves its item to tests.
fn is_for_tests(tokens: &[TokenTree]) -> bool {
    let [TokenTree::Punct(hash), TokenTree::Group(attribute), ..] = tokens else { return false };
    hash.as_char() == '#' && attribute.stream().to_string().replace(' ', "") == "cfg(test)"
}

/// Where the item with the attribute at `at` ends.
fn end_of_item(tokens: &[TokenTree], at: usize) -> usize {
    let is_end = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    (at + 2..tokens.len()).find(|at| is_end(&tokens[*at])).map_or(tokens.len(), |end| end + 1)
}
