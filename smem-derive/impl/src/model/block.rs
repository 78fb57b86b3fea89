//! The item under `#[shared_block]`: a struct or a union with named fields, or what is wrong with it.

use crate::message::source;
use crate::message::span::{Errors, SourceSpan};
use crate::model::primitive;
use crate::parse::block_args::BlockArgs;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use smem_layout::{refused_block_name, refused_field_name};
use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Field, Fields, FieldsNamed, Generics, Type, Visibility};

/// A block, of which every part that is here is right or has a reported mistake.
pub(crate) struct BlockItem {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) name: Ident,
    /// The name in CUDA C++.
    pub(crate) cuda_name: String,
    pub(crate) kind: BlockKind,
    /// At least one, no two of one name.
    pub(crate) fields: Vec<BlockField>,
}

/// A field, whose name is that in CUDA C++ as well.
pub(crate) struct BlockField {
    pub(crate) field: Field,
    pub(crate) name: Ident,
    /// The name without `r#`.
    pub(crate) text: String,
    /// True if the type is a reported mistake.
    pub(crate) is_refused: bool,
}

/// Whether the fields lie one after the other or at the same place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BlockKind {
    Struct,
    Union,
}

impl BlockKind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            BlockKind::Struct => "struct",
            BlockKind::Union => "union",
        }
    }
}

const NOT_A_BLOCK: &str = "`#[shared_block]` goes on a struct or a union whose fields have names\n\
                           help: write `struct Smem { a: TileA, b: TileB }` below it";

const UNREADABLE: &str = "the macro cannot read this type: the length of an array in it is more than an expression without braces\n\
                          help: give the length a name, as in `const N: usize = ..;`";

impl BlockItem {
    /// Returns `None`, after it has reported the reason, if `tokens` have no named fields.
    pub(crate) fn parse(tokens: TokenStream, args: &BlockArgs, errors: &mut Errors) -> Option<BlockItem> {
        let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let first = SourceSpan::of(&all[..all.len().min(1)], SourceSpan::call_site());
        let Ok(input) = syn::parse2::<DeriveInput>(tokens) else {
            let is_type =
                |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "struct" || word == "union");
            errors.push(first.error(if all.iter().any(is_type) { UNREADABLE } else { NOT_A_BLOCK }));
            return None;
        };
        let (kind, fields) = errors.keep(named_fields(&input))?;
        if let Some(error) = generic(&input.ident, &input.generics) {
            errors.push(error);
            return None;
        }
        let cuda_name = cuda_name(&input.ident, kind, args).unwrap_or_else(|error| {
            errors.push(error);
            input.ident.unraw().to_string()
        });
        let (again, attrs): (Vec<_>, Vec<_>) = input.attrs.into_iter().partition(|attr| is_shared_block(attr.path()));
        for attr in &again {
            errors.push(whole(attr).error("`#[shared_block]` is given twice\nhelp: keep one"));
        }
        let mut attrs = attrs;
        attrs.retain(|attr| !attr.path().is_ident("repr") || errors.keep(check_repr(attr)).is_some());
        let mut fields = distinct(&input.ident, fields, errors);
        for field in &mut fields {
            errors.keep(check_name(field));
            field.is_refused = errors.keep(check_type(&field.field.ty, &field.text)).is_none();
        }
        Some(BlockItem { attrs, vis: input.vis, name: input.ident, cuda_name, kind, fields })
    }
}

/// Returns the fields, at least one.
fn named_fields(input: &DeriveInput) -> syn::Result<(BlockKind, FieldsNamed)> {
    let name = &input.ident;
    let at = |span: Span| SourceSpan::at(span);
    let (kind, fields) = match &input.data {
        Data::Union(data) => (BlockKind::Union, data.fields.clone()),
        Data::Enum(data) => {
            let message = format!(
                "`{name}` is an enum, and a block is a struct or a union\n\
                 help: write `union {name} {{ .. }}` for tiles whose lives do not overlap"
            );
            return Err(at(data.enum_token.span).error(message));
        }
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => (BlockKind::Struct, fields.clone()),
            Fields::Unnamed(fields) => {
                let types: Vec<String> = fields.unnamed.iter().map(|field| source::text(&field.ty)).collect();
                let named: Vec<String> =
                    ('a'..='z').zip(&types).take(3).map(|(letter, ty)| format!("{letter}: {ty}")).collect();
                let more = if types.len() > named.len() { ", .." } else { "" };
                let message = format!(
                    "the fields of `{name}` have no names, by which CUDA C++ knows them\n\
                     help: write `struct {name} {{ {}{more} }}`",
                    named.join(", ")
                );
                return Err(at(fields.paren_token.span.join()).error(message));
            }
            Fields::Unit => return Err(at(name.span()).error(no_fields(name))),
        },
    };
    if fields.named.is_empty() { Err(at(name.span()).error(no_fields(name))) } else { Ok((kind, fields)) }
}

fn no_fields(name: &Ident) -> String {
    format!("`{name}` has no fields\nhelp: write `struct {name} {{ a: TileA, b: TileB }}`")
}

fn generic(name: &Ident, generics: &Generics) -> Option<syn::Error> {
    let message = format!(
        "`{name}` is generic, and a block has one size and one text\n\
         help: write one struct for each, and code over them with `B: SharedBlock`"
    );
    if !generics.params.is_empty() {
        return Some(whole(generics).error(message));
    }
    generics.where_clause.as_ref().map(|clause| {
        whole(clause).error(
            "a block has no type parameters, so a `where` clause bounds nothing\nhelp: leave the `where` clause out",
        )
    })
}

fn is_shared_block(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|name| name.ident == "shared_block")
}

/// Refuses representations that CUDA C++ does not share.
fn check_repr(attr: &Attribute) -> syn::Result<()> {
    attr.parse_nested_meta(|meta| {
        if meta.path.is_ident("C") {
            return Ok(());
        }
        if meta.path.is_ident("align") {
            // Whatever is there, the compiler checks it.
            return meta.input.parse::<TokenTree>().map(drop);
        }
        let message = format!(
            "`shared_block` lays fields out as CUDA C++ does, not by `repr({})`\n\
             help: leave it out; `repr(align(128))` is the one to write here",
            source::text(&meta.path)
        );
        Err(whole(&meta.path).error(message))
    })
}

/// Returns the name of the block in CUDA C++.
fn cuda_name(name: &Ident, kind: BlockKind, args: &BlockArgs) -> syn::Result<String> {
    let own = name.unraw().to_string();
    let (text, span) = match &args.cuda {
        Some(cuda) => (cuda.value.clone(), cuda.span),
        None => (own.clone(), SourceSpan::at(name.span())),
    };
    let Some(why) = refused_block_name(&text) else { return Ok(text) };
    let ascii: String = own.chars().filter(char::is_ascii_alphanumeric).collect();
    let proposed = match refused_block_name(&own) {
        None => own,
        Some(_) => format!("{}Block", ascii.trim_start_matches(|c: char| c.is_ascii_digit())),
    };
    let text = text.escape_debug();
    Err(span.error(format!(
        "`{text}` {why}\nhelp: give the CUDA {} another name, as in `cuda = \"{proposed}\"`",
        kind.word()
    )))
}

/// Returns the fields without those whose name another has. Of two with a `cfg`, there may be one at a time.
fn distinct(block: &Ident, fields: FieldsNamed, errors: &mut Errors) -> Vec<BlockField> {
    let mut kept: Vec<BlockField> = Vec::new();
    for field in fields.named {
        let Some(name) = field.ident.clone() else { continue };
        let text = name.unraw().to_string();
        let at = SourceSpan::at(name.span());
        let constant = text.to_uppercase();
        let conditional = is_conditional(&field);
        let same = |earlier: &&BlockField| {
            earlier.text.to_uppercase() == constant && !(conditional && is_conditional(&earlier.field))
        };
        match kept.iter().find(same) {
            Some(earlier) if earlier.text == text => {
                let message = format!("two fields of `{block}` are called `{text}`\nhelp: rename one of them");
                errors.push(at.error(message));
            }
            Some(earlier) => {
                let earlier = &earlier.text;
                let message = format!(
                    "`{earlier}` and `{text}` differ in case alone, and the offset of each would be `{constant}_OFFSET`\n\
                     help: rename one of them"
                );
                errors.push(at.error(message));
            }
            None => kept.push(BlockField { field, name, text, is_refused: false }),
        }
    }
    kept
}

fn is_conditional(field: &Field) -> bool {
    field.attrs.iter().any(|attr| attr.path().is_ident("cfg"))
}

fn check_name(field: &BlockField) -> syn::Result<()> {
    let text = &field.text;
    match refused_field_name(text) {
        None => Ok(()),
        Some(why) => {
            let ascii: String = text.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
            let proposed = format!("{}_field", ascii.trim_start_matches(|c: char| c.is_ascii_digit()).to_lowercase());
            let proposed = proposed.trim_start_matches('_');
            let message =
                format!("`{text}` {why}, and fields have the same name there\nhelp: rename it, as in `{proposed}`");
            Err(SourceSpan::at(field.name.span()).error(message))
        }
    }
}

/// Refuses types that look like ones of CUDA C++ and are not; what others are, the compiler knows.
fn check_type(ty: &Type, field: &str) -> syn::Result<()> {
    let text = source::text(ty);
    let help = match ty {
        Type::Group(group) => return check_type(&group.elem, field),
        Type::Paren(paren) => return check_type(&paren.elem, field),
        Type::Array(array) => return check_type(&array.elem, field),
        Type::Path(path) => match path.path.get_ident().map(Ident::to_string).as_deref() {
            Some("bool") => "memory that is not initialised may hold other values than 0 and 1\nhelp: write `u8`",
            Some("char") => {
                "it has no equal in CUDA C++\nhelp: write `u32` for code points, `i8` for what C calls `char`"
            }
            Some("usize") => "it need not have the same size on host and device\nhelp: write `u32` or `u64`",
            Some("isize") => "it need not have the same size on host and device\nhelp: write `i32` or `i64`",
            Some("u128" | "i128") => "NVRTC has it with an option only\nhelp: write `[u64; 2]`",
            _ => return Ok(()),
        },
        Type::Reference(_) | Type::Ptr(_) => {
            "it need not have the same size on host and device\nhelp: write `u64` for addresses of device memory"
        }
        Type::Slice(_) => "it has no size of its own\nhelp: write an array with its length",
        Type::Tuple(_) => "its parts have no names\nhelp: write a struct of its own with `#[shared_block]`",
        _ => return Ok(()),
    };
    Err(whole(ty).error(format!("`{field}` cannot be `{text}`: {help}")))
}

/// Returns true for numbers and arrays of them, which `Copy` holds for.
pub(crate) fn is_number(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_number(&group.elem),
        Type::Paren(paren) => is_number(&paren.elem),
        Type::Array(array) => is_number(&array.elem),
        ty => primitive::is_known(ty),
    }
}

pub(crate) fn whole(tokens: &impl ToTokens) -> SourceSpan {
    let tokens: Vec<TokenTree> = tokens.to_token_stream().into_iter().collect();
    SourceSpan::of(&tokens, SourceSpan::call_site())
}
