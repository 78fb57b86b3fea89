//! The constants that a source defines, for shapes that name them: `const N: usize = 4 * 8;`.
//!
//! The compiler knows the value of any constant, a program that of integers: literals, other constants of the same source, and the
//! operators of the attribute's expressions.

use crate::message::span::{Located, SourceSpan};
use crate::parse::constant::ConstantDimension;
use crate::parse::expr::{self, LaneOfWarp, Names};
use crate::parse::tokens;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeMap;

/// The constants by their names, with what they are defined as.
#[derive(Default)]
pub(super) struct Constants {
    /// `None` if two definitions have the name.
    definitions: BTreeMap<String, Option<Vec<TokenTree>>>,
}

/// Definitions that refer to definitions further than this are taken for a circle.
const DEEPEST: u32 = 32;

/// Expressions with more tokens than this are not computed.
const LONGEST: usize = 10_000;

impl Constants {
    /// Returns the constants in these tokens and in their groups.
    pub(super) fn of(tokens: &[TokenTree]) -> Constants {
        let mut constants = Constants::default();
        constants.collect(tokens);
        constants
    }

    fn collect(&mut self, tokens: &[TokenTree]) {
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.collect(&group.stream().into_iter().collect::<Vec<_>>()),
                TokenTree::Ident(word) if word == "const" || word == "static" => self.define(&tokens[at + 1..]),
                _ => {}
            }
        }
    }

    /// Adds the definition that `tokens` begin with, after `const`.
    fn define(&mut self, tokens: &[TokenTree]) {
        let [TokenTree::Ident(name), colon, rest @ ..] = tokens else { return };
        let end = rest.iter().position(|token| tokens::is_punct(token, ';'));
        let equals = rest.iter().position(|token| tokens::is_punct(token, '='));
        let (true, Some(equals), Some(end)) = (tokens::is_punct(colon, ':'), equals, end) else { return };
        if equals < end {
            let value = rest[equals + 1..end].to_vec();
            let same = |other: &Option<Vec<TokenTree>>| {
                other.as_ref().is_some_and(|other| tokens::text(other) == tokens::text(&value))
            };
            let known = self.definitions.get(&name.to_string());
            let value = if known.is_none_or(same) { Some(value) } else { None };
            self.definitions.insert(name.to_string(), value);
        }
    }

    /// Returns the value of a number of the shape, at least 1.
    pub(super) fn value(&self, dimension: &ConstantDimension) -> syn::Result<Located<u32>> {
        let ConstantDimension { expression, span } = dimension;
        let text = tokens::text(&expression.clone().into_iter().collect::<Vec<_>>());
        let value = self.compute(expression.clone(), *span).ok_or_else(|| {
            span.error(format!(
                "the value of `{text}` is not known without the compiler\n\
                 help: write the number itself, or define the constant in the same file with integers, as in `const N: usize = 32;`"
            ))
        })?;
        let value = u32::try_from(value).ok().filter(|value| *value > 0).ok_or_else(|| {
            span.error(format!("`{text}` is {value}, and a tile has from 1 to {} rows or columns", u32::MAX))
        })?;
        Ok(Located { value, span: *span })
    }

    fn compute(&self, expression: TokenStream, span: SourceSpan) -> Option<i64> {
        let mut left = LONGEST;
        let tokens: Vec<TokenTree> = self.substituted(expression, DEEPEST, &mut left)?.into_iter().collect();
        // No identifier is empty, so the expression has no lane.
        let names = Names { lane: String::new(), warp: None };
        let lane = LaneOfWarp { lane: 0, warp: 0, many_warps: false };
        expr::parse(&tokens, &names, span).and_then(|expression| expression.eval(lane)).ok()
    }

    /// Returns the expression with definitions in place of names, and without casts and braces.
    fn substituted(&self, expression: TokenStream, depth: u32, left: &mut usize) -> Option<TokenStream> {
        let depth = depth.checked_sub(1)?;
        let group = |stream| TokenTree::from(Group::new(Delimiter::Parenthesis, stream)).into_token_stream();
        let mut written = TokenStream::new();
        let mut tokens = expression.into_iter();
        while let Some(token) = tokens.next() {
            *left = left.checked_sub(1)?;
            match token {
                TokenTree::Ident(name) if name == "as" => {
                    // Casts between integers that hold the value change nothing.
                    let Some(TokenTree::Ident(_)) = tokens.next() else { return None };
                }
                TokenTree::Ident(name) => {
                    let definition = self.definitions.get(&name.to_string())?.as_ref()?;
                    written.extend(group(self.substituted(definition.iter().cloned().collect(), depth, left)?));
                }
                TokenTree::Group(inner) if inner.delimiter() != Delimiter::Bracket => {
                    written.extend(group(self.substituted(inner.stream(), depth, left)?));
                }
                token => written.extend([token]),
            }
        }
        Some(written)
    }
}
