//! The annotated structs of a Rust source: in modules, functions and wherever else items are.
//!
//! The tokens are searched, not a syntax tree: the structs in the arguments of macros are found as well, and no version of the
//! language is unknown. Only the definitions of macros are passed over, since their tokens are not items yet.

use crate::message::span::SourceSpan;
use crate::parse::tokens;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// Returns the names of the annotated items in these tokens.
pub(super) fn names(tokens: &[TokenTree]) -> Vec<String> {
    let name = |item: Annotated| {
        let mut words = item.item.into_iter().skip_while(
            |token| !matches!(token, TokenTree::Ident(word) if ["struct", "union", "enum"].iter().any(|kind| word == kind)),
        );
        words.nth(1).map(|name| name.to_string().trim_start_matches("r#").to_string())
    };
    let all = [annotated(tokens, "smem_tile"), annotated(tokens, "shared_block")];
    all.into_iter().flatten().filter_map(name).collect()
}

/// Returns the items under the attribute of this name, or of one that a `use` gives it.
pub(super) fn annotated(tokens: &[TokenTree], attribute: &str) -> Vec<Annotated> {
    let mut names = BTreeSet::from([attribute.to_string()]);
    other_names(tokens, attribute, &mut names);
    let mut found = Vec::new();
    search(tokens, &names, &mut found);
    found
}

/// A struct, or another item, under the attribute.
pub(super) struct Annotated {
    /// The tokens between the attribute's parentheses.
    pub(super) args: TokenStream,
    /// The item with its other attributes.
    pub(super) item: TokenStream,
    /// The attribute, or what has its place.
    pub(super) whole: SourceSpan,
}

/// Adds the names that `attribute as name` gives.
fn other_names(tokens: &[TokenTree], attribute: &str, names: &mut BTreeSet<String>) {
    for window in tokens.windows(3) {
        if let [TokenTree::Ident(from), TokenTree::Ident(r#as), TokenTree::Ident(to)] = window
            && from == attribute
            && r#as == "as"
        {
            names.insert(to.to_string());
        }
    }
    for token in tokens {
        if let TokenTree::Group(group) = token {
            other_names(&group.stream().into_iter().collect::<Vec<_>>(), attribute, names);
        }
    }
}

/// Adds the items under the attribute, in these tokens and in their groups.
fn search(tokens: &[TokenTree], names: &BTreeSet<String>, found: &mut Vec<Annotated>) {
    let mut at = 0;
    while at < tokens.len() {
        if let [TokenTree::Ident(word), bang, TokenTree::Ident(_), TokenTree::Group(_), ..] = &tokens[at..]
            && word == "macro_rules"
            && tokens::is_punct(bang, '!')
        {
            at += 4;
            continue;
        }
        let count = attributes(&tokens[at..]);
        if count == 0 {
            if let TokenTree::Group(group) = &tokens[at] {
                search(&group.stream().into_iter().collect::<Vec<_>>(), names, found);
            }
            at += 1;
            continue;
        }
        let (attributes, rest) = tokens[at..].split_at(2 * count);
        let args = (0..count).find_map(|number| Some((number, arguments(&attributes[2 * number + 1], names)?)));
        let Some((number, args)) = args else {
            at += 2 * count;
            continue;
        };
        let length = item_length(rest);
        let others = attributes[..2 * number].iter().chain(&attributes[2 * number + 2..]);
        found.push(Annotated {
            args,
            item: others.chain(&rest[..length]).cloned().collect(),
            whole: SourceSpan::of(&attributes[2 * number..2 * number + 2], SourceSpan::call_site()),
        });
        at += 2 * count + length;
    }
}

/// Returns the number of outer attributes that `tokens` begin with.
pub(super) fn attributes(tokens: &[TokenTree]) -> usize {
    let is_attribute = |pair: &&[TokenTree]| {
        matches!(pair, [hash, TokenTree::Group(group)]
            if tokens::is_punct(hash, '#') && group.delimiter() == Delimiter::Bracket)
    };
    tokens.chunks(2).take_while(is_attribute).count()
}

/// Returns the arguments of an attribute of one of these names, none if it has none.
fn arguments(attribute: &TokenTree, names: &BTreeSet<String>) -> Option<TokenStream> {
    let TokenTree::Group(group) = attribute else { return None };
    let inside: Vec<TokenTree> = group.stream().into_iter().collect();
    of_meta(&inside, names)
}

/// Returns the arguments of `path::smem_tile(..)`, or of the one in `cfg_attr(.., smem_tile(..))`.
fn of_meta(meta: &[TokenTree], names: &BTreeSet<String>) -> Option<TokenStream> {
    let is_path = |token: &&TokenTree| matches!(token, TokenTree::Ident(_)) || tokens::is_punct(token, ':');
    let path = meta.iter().take_while(is_path).count();
    let Some(TokenTree::Ident(name)) = meta[..path].last() else { return None };
    let group = |rest: &[TokenTree]| match rest {
        [TokenTree::Group(group)] => Some(Group::stream(group)),
        _ => None,
    };
    if names.contains(&name.to_string()) {
        return Some(group(&meta[path..]).unwrap_or_else(|| meta[path..].iter().cloned().collect()));
    }
    if path == 1 && name == "cfg_attr" {
        let inside: Vec<TokenTree> = group(&meta[1..])?.into_iter().collect();
        return tokens::items(&inside).into_iter().skip(1).find_map(|meta| of_meta(meta, names));
    }
    None
}

/// Returns the number of tokens of the item that `tokens` begin with.
pub(super) fn item_length(tokens: &[TokenTree]) -> usize {
    let is_end = |token: &TokenTree| {
        tokens::is_punct(token, ';')
            || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    };
    tokens.iter().position(is_end).map_or(tokens.len(), |end| end + 1)
}
