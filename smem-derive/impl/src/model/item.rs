//! The annotated item: a tuple struct with the element type, or what is wrong with it.

use crate::message::span::{Errors, SourceSpan};
use crate::model::foreign;
use crate::parse::args::Args;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Data, DeriveInput, Field, Fields, Generics, Type, Visibility};

/// The annotated item; a well-formed tuple struct unless a mistake was reported.
pub(crate) struct Item {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) name: Ident,
    pub(crate) generics: Generics,
    /// The field with the element type; `None` if the item is not a tuple struct of one field.
    pub(crate) field: Option<Field>,
    /// Any type that the item mentions, for the methods of an item that is wrong.
    pub(crate) any_type: Option<Type>,
    /// The tokens as the user wrote them.
    pub(crate) tokens: TokenStream,
}

const NOT_A_STRUCT: &str =
    "`#[smem_tile]` goes on a tuple struct with the element type\nhelp: write `struct Tile(f32);` below it";

/// The compiler has parsed the item before, so that its syntax is right: `syn` without its `full` feature does not read blocks.
const UNREADABLE: &str = "the macro cannot read this struct: the length of an array in it is more than a literal or a name\n\
                          help: write the element type alone, as in `struct Tile(f32);`";

impl Item {
    /// Returns `None`, after it has reported the reason, if `tokens` are not a type at all.
    pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Option<Item> {
        let first = SourceSpan::of(
            tokens.clone().into_iter().take(1).collect::<Vec<TokenTree>>().as_slice(),
            SourceSpan::call_site(),
        );
        let Ok(input) = syn::parse2::<DeriveInput>(tokens.clone()) else {
            errors.push(first.error(if is_struct(&tokens) { UNREADABLE } else { NOT_A_STRUCT }));
            return None;
        };
        let name = &input.ident;
        let (field, any_type) = match &input.data {
            Data::Struct(data) => {
                let any_type = data.fields.iter().next().map(|field| field.ty.clone());
                (errors.keep(only_field(name, &data.fields)).cloned(), any_type)
            }
            Data::Enum(data) => {
                errors.push(not_a_struct(SourceSpan::at(data.enum_token.span), name, "an enum"));
                (None, None)
            }
            Data::Union(data) => {
                errors.push(not_a_struct(SourceSpan::at(data.union_token.span), name, "a union"));
                (None, None)
            }
        };
        refuse_generics(name, &input.generics, errors);
        let (again, attrs): (Vec<_>, Vec<_>) = input.attrs.into_iter().partition(|attr| is_smem_tile(attr.path()));
        for attr in &again {
            // It is not emitted: it would expand the storage once more.
            errors.push(whole(attr).error("`#[smem_tile]` is given twice\nhelp: keep one"));
        }
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("repr")) {
            errors.push(whole(attr).error(
                "`smem_tile` chooses the representation: `repr(C)`, aligned for the widest access\nhelp: leave `repr` out",
            ));
        }
        let DeriveInput { vis, ident, generics, .. } = input;
        Some(Item { attrs, vis, name: ident, generics, field, any_type, tokens })
    }

    /// Returns the field whose type is the element, if it can be asked about: a generic struct is one mistake, and a wrong `elem` option too.
    pub(crate) fn element(&self, args: &Args) -> Option<&Field> {
        self.field.as_ref().filter(|_| self.generics.params.is_empty() && !args.elem_is_wrong)
    }
}

/// Returns true if `tokens` declare a struct, whatever its fields are.
fn is_struct(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| matches!(token, TokenTree::Ident(word) if word == "struct"))
}

fn is_smem_tile(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|name| name.ident == "smem_tile")
}

fn only_field<'a>(name: &Ident, fields: &'a Fields) -> syn::Result<&'a Field> {
    let at_name = SourceSpan::at(name.span());
    match fields {
        Fields::Unnamed(fields) => {
            let mut all = fields.unnamed.iter();
            match (all.next(), all.next()) {
                (Some(field), None) => Ok(field),
                (Some(first), Some(second)) => Err(whole(second).error(format!(
                    "a tile has one element type, and `{name}` has {} fields\nhelp: write {}",
                    fields.unnamed.len(),
                    foreign::proposed(&name.to_string(), &first.ty)
                ))),
                (None, _) => {
                    Err(at_name.error(format!("`{name}` has no element type\nhelp: write `struct {name}(f32);`")))
                }
            }
        }
        Fields::Named(fields) => {
            let name_text = name.to_string();
            let proposed = fields.named.first().map(|field| foreign::proposed(&name_text, &field.ty));
            let proposed = proposed.unwrap_or_else(|| format!("`struct {name}(f32);`"));
            let message = format!(
                "the fields of `{name}` have names, and a tile is a tuple struct of its element type\n\
                 help: write {proposed}"
            );
            Err(SourceSpan::at(fields.brace_token.span.join()).error(message))
        }
        Fields::Unit => Err(at_name.error(format!("`{name}` has no element type\nhelp: write `struct {name}(f32);`"))),
    }
}

fn not_a_struct(span: SourceSpan, name: &Ident, kind: &str) -> syn::Error {
    span.error(format!("`{name}` is {kind}, and a tile is a tuple struct\nhelp: write `struct {name}(f32);`"))
}

fn refuse_generics(name: &Ident, generics: &Generics, errors: &mut Errors) {
    if !generics.params.is_empty() {
        let message = format!(
            "`{name}` is generic, and the layout of a tile is solved for one type and one shape\n\
             help: write one struct for each, `struct {name}(f32);`, and code over them with `T: SmemTile`"
        );
        errors.push(whole(generics).error(message));
    } else if let Some(clause) = &generics.where_clause {
        errors.push(whole(clause).error(
            "a tile has no type parameters, so a `where` clause bounds nothing\nhelp: leave the `where` clause out",
        ));
    }
}

fn whole(tokens: &impl ToTokens) -> SourceSpan {
    let tokens: Vec<TokenTree> = tokens.to_token_stream().into_iter().collect();
    SourceSpan::of(&tokens, SourceSpan::call_site())
}
