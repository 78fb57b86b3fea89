//! The tokens of a source under a configuration: without the items whose `cfg` does not hold.

use crate::message::span::SourceSpan;
use crate::parse::tokens;
use crate::read::annotated;
use crate::read::configuration::{Configuration, Holds};
use crate::read::mistake::Mistake;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The tokens of a source that are compiled, and the mistakes of tiles that may or may not be compiled.
pub(super) struct Selected<'a> {
    configuration: &'a Configuration,
    pub(super) undecided: Vec<Mistake>,
}

/// The effect of an attribute on the item below it.
struct Attribute {
    /// Whether the item is there.
    item: Holds,
    /// The attributes that it leaves, with `#`.
    left: Vec<TokenTree>,
    /// The condition of an item, or of an attribute of tiles, that is not known.
    unknown: Option<TokenTree>,
}

impl<'a> Selected<'a> {
    pub(super) fn new(configuration: &'a Configuration) -> Self {
        Selected { configuration, undecided: Vec::new() }
    }

    /// Returns the tokens that there are.
    pub(super) fn tokens(&mut self, all: &[TokenTree]) -> Vec<TokenTree> {
        let mut kept = Vec::new();
        let mut at = 0;
        while at < all.len() {
            let rest = &all[at..];
            if let [hash, bang, TokenTree::Group(group), ..] = rest
                && tokens::is_punct(hash, '#')
                && tokens::is_punct(bang, '!')
            {
                let attribute = self.attribute(hash, group);
                match attribute.item {
                    Holds::No => return Vec::new(),
                    Holds::Unknown if self.is_undecided(&attribute, all) => return Vec::new(),
                    _ => at += 3,
                }
                continue;
            }
            let count = annotated::attributes(rest);
            if count == 0 {
                kept.push(self.inside(&all[at]));
                at += 1;
                continue;
            }
            let (attributes, rest) = rest.split_at(2 * count);
            let item = &rest[..length(rest)];
            kept.extend(self.item(attributes, item));
            at += 2 * count + item.len();
        }
        kept
    }

    /// Returns the token, a group without the items in it that there are not.
    fn inside(&mut self, token: &TokenTree) -> TokenTree {
        let TokenTree::Group(group) = token else { return token.clone() };
        let inside: Vec<TokenTree> = group.stream().into_iter().collect();
        let mut selected = Group::new(group.delimiter(), self.tokens(&inside).into_iter().collect());
        selected.set_span(group.span());
        selected.into()
    }

    /// Returns the item and its attributes, nothing where it is not there.
    fn item(&mut self, attributes: &[TokenTree], item: &[TokenTree]) -> Vec<TokenTree> {
        let (mut there, mut left, mut unknown) = (Holds::Yes, Vec::new(), None);
        for pair in attributes.chunks(2) {
            let TokenTree::Group(group) = &pair[1] else { continue };
            let attribute = self.attribute(&pair[0], group);
            there = there.and(attribute.item);
            left.extend(if attribute.left.is_empty() && attribute.item == Holds::Unknown && is_field(item) {
                // A condition on a field's place is reported where the block is asked for.
                pair.to_vec()
            } else {
                attribute.left
            });
            unknown = unknown.or(attribute.unknown);
        }
        if there == Holds::No {
            return Vec::new();
        }
        if let Some(condition) = unknown {
            let whole: Vec<TokenTree> = attributes.iter().chain(item).cloned().collect();
            let names = annotated::names(&whole);
            if !names.is_empty() {
                self.undecided.push(undecided(&condition, &names));
                return Vec::new();
            }
            if there == Holds::Unknown && !is_field(item) {
                return Vec::new();
            }
        }
        left.extend(self.tokens(item));
        left
    }

    /// Notes the tiles that depend on the condition of an inner attribute; returns true if there are any.
    fn is_undecided(&mut self, attribute: &Attribute, all: &[TokenTree]) -> bool {
        let names = annotated::names(all);
        if let (Some(condition), false) = (&attribute.unknown, names.is_empty()) {
            self.undecided.push(undecided(condition, &names));
        }
        true
    }

    /// Reads an attribute: `hash`, with its place, and the brackets.
    fn attribute(&self, hash: &TokenTree, group: &Group) -> Attribute {
        let inside: Vec<TokenTree> = group.stream().into_iter().collect();
        let as_it_is = |item| Attribute { item, left: vec![hash.clone(), group.clone().into()], unknown: None };
        match &inside[..] {
            [TokenTree::Ident(name), TokenTree::Group(condition)] if name == "cfg" => {
                let item = self.holds(condition.stream());
                let unknown = (item == Holds::Unknown).then(|| group.clone().into());
                Attribute { item, left: Vec::new(), unknown }
            }
            [TokenTree::Ident(name), TokenTree::Group(arguments)] if name == "cfg_attr" => {
                let arguments: Vec<TokenTree> = arguments.stream().into_iter().collect();
                let items = tokens::items(&arguments);
                let Some((condition, attributes)) = items.split_first() else { return as_it_is(Holds::Yes) };
                let left = attributes.iter().flat_map(|attribute| {
                    let mut brackets = Group::new(Delimiter::Bracket, attribute.iter().cloned().collect());
                    brackets.set_span(group.span());
                    [hash.clone(), brackets.into()]
                });
                match self.holds(condition.iter().cloned().collect()) {
                    Holds::Yes => Attribute { item: Holds::Yes, left: left.collect(), unknown: None },
                    Holds::No => Attribute { item: Holds::Yes, left: Vec::new(), unknown: None },
                    Holds::Unknown => {
                        let changes_nothing = attributes.iter().all(|attribute| is_of_no_layout(attribute));
                        let unknown = (!changes_nothing).then(|| group.clone().into());
                        Attribute { item: Holds::Yes, left: left.collect(), unknown }
                    }
                }
            }
            _ => as_it_is(Holds::Yes),
        }
    }

    /// Returns whether a condition holds: a name, with a value or without, or `all(..)`, `any(..)`, `not(..)` of others.
    fn holds(&self, condition: TokenStream) -> Holds {
        let condition: Vec<TokenTree> = condition.into_iter().collect();
        match &condition[..] {
            [TokenTree::Ident(word)] if word == "true" => Holds::Yes,
            [TokenTree::Ident(word)] if word == "false" => Holds::No,
            [TokenTree::Ident(name)] => self.configuration.condition(&name.to_string(), None),
            [TokenTree::Ident(name), equals, TokenTree::Literal(value)] if tokens::is_punct(equals, '=') => {
                match syn::parse_str::<syn::LitStr>(&value.to_string()) {
                    Ok(value) => self.configuration.condition(&name.to_string(), Some(&value.value())),
                    Err(_) => Holds::Unknown,
                }
            }
            [TokenTree::Ident(word), TokenTree::Group(group)] => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                let mut parts =
                    tokens::items(&inside).into_iter().map(|part| self.holds(part.iter().cloned().collect()));
                match word.to_string().as_str() {
                    "all" => parts.fold(Holds::Yes, Holds::and),
                    "any" => parts.fold(Holds::Yes, |none, part| none.and(part.not())).not(),
                    "not" => parts.next().unwrap_or(Holds::Unknown).not(),
                    _ => Holds::Unknown,
                }
            }
            _ => Holds::Unknown,
        }
    }
}

/// Returns the mistake of tiles and blocks under an undecided condition.
fn undecided(condition: &TokenTree, names: &[String]) -> Mistake {
    let span = SourceSpan::at(condition.span());
    let text = match condition {
        TokenTree::Group(group) => tokens::text(&group.stream().into_iter().collect::<Vec<_>>()),
        token => tokens::text(std::slice::from_ref(token)),
    };
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let (names, is) = (smem_layout::listed(&names, "and"), if names.len() == 1 { "is" } else { "are" });
    Mistake {
        message: format!(
            "whether {names} {is} there depends on `{text}`, of which it is not known whether it holds\n\
             help: say which conditions hold, with `--cfg` of the program or `conditions` of a build script"
        ),
        range: span.range(),
    }
}

/// Returns the number of tokens of what is below attributes: a field up to its comma, or an item.
fn length(tokens: &[TokenTree]) -> usize {
    if !is_field(tokens) {
        return annotated::item_length(tokens);
    }
    let mut depth = 0i32;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' => depth -= 1,
            token if tokens::is_punct(token, ',') && depth <= 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// Attributes that neither make a tile nor lay one out.
const OF_NO_LAYOUT: [&str; 10] =
    ["allow", "deny", "deprecated", "derive", "doc", "expect", "forbid", "must_use", "non_exhaustive", "warn"];

/// Returns true for an attribute that changes no tile and no block.
fn is_of_no_layout(attribute: &[TokenTree]) -> bool {
    matches!(attribute, [TokenTree::Ident(name), ..] if OF_NO_LAYOUT.iter().any(|other| name == other))
}

/// Returns true for `name: ..`, with a visibility or without.
fn is_field(tokens: &[TokenTree]) -> bool {
    let rest = match tokens {
        [TokenTree::Ident(word), TokenTree::Group(group), rest @ ..]
            if word == "pub" && group.delimiter() == Delimiter::Parenthesis =>
        {
            rest
        }
        [TokenTree::Ident(word), rest @ ..] if word == "pub" => rest,
        rest => rest,
    };
    matches!(rest, [TokenTree::Ident(_), colon, after, ..]
        if tokens::is_punct(colon, ':') && !tokens::is_punct(after, ':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(source: &str, conditions: &[&str]) -> (String, usize) {
        let tokens: Vec<TokenTree> = source.parse::<TokenStream>().unwrap().into_iter().collect();
        let configuration = match conditions {
            [] => Configuration::unknown(),
            conditions => Configuration::of(conditions).unwrap(),
        };
        let mut selected = Selected::new(&configuration);
        let kept = selected.tokens(&tokens);
        (tokens::text(&kept).replace([' ', '\n'], ""), selected.undecided.len())
    }

    #[test]
    fn items_fields_and_files_are_there_as_their_conditions_say() {
        for (source, expected) in [
            ("#[cfg(a)] struct A; #[cfg(b)] fn f<T, U>() {} struct C;", "structA;structC;"),
            ("#[cfg(not(a))] const N: u32 = 1; #[cfg(a)] const N: u32 = 2;", "constN:u32=2;"),
            ("struct S { #[cfg(b)] x: Foo<A, B>, y: u8, #[cfg(a)] pub(crate) z: u8 }", "structS{y:u8,pub(crate)z:u8}"),
            ("#[cfg(all(a, not(b), any(b, c = \"d\")))] mod m { #[cfg(b)] use x::y; fn g() {} }", "modm{fng(){}}"),
            ("mod m { #![cfg(b)] struct A; } struct B;", "modm{}structB;"),
            ("#![cfg(a)] struct A;", "structA;"),
            ("#[cfg_attr(a, x(1), y)] #[cfg_attr(b, z)] #[w] struct A;", "#[x(1)]#[y]#[w]structA;"),
            ("#[cfg(true)] struct A; #[cfg(any())] struct B; #[cfg(all())] struct C;", "structA;structC;"),
        ] {
            assert_eq!(selected(source, &["a", "c = \"d\""]), (expected.to_string(), 0), "{source}");
        }
    }

    #[test]
    fn only_tiles_and_blocks_need_to_be_decided() {
        let tile = "#[smem_tile(8, 8)] struct A(f32);";
        for (source, count) in [
            (format!("#[cfg(a)] {tile}"), 1),
            (format!("#[cfg(a)] mod m {{ fn f() {{ {tile} }} }}"), 1),
            (format!("mod m {{ #![cfg(a)] {tile} }}"), 1),
            ("#[cfg_attr(a, smem_tile(8, 8))] struct A(f32);".to_string(), 1),
            ("#[cfg_attr(a, repr(align(64)))] #[shared_block] struct A { a: u8 }".to_string(), 1),
            (format!("#[cfg_attr(a, derive(Clone))] {tile}"), 0),
            (format!("#[cfg(a)] fn f() {{}} #[cfg(test)] mod tests {{ {tile} }}"), 0),
            (format!("#[cfg(all(a, test))] {tile} #[cfg(any(a, not(test)))] {tile}"), 0),
        ] {
            assert_eq!(selected(&source, &[]).1, count, "{source}");
        }
    }
}
