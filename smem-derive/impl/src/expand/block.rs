//! The code of a block: the struct or union, the call of the macro of `smem-layout` that writes the rest, and the checks that need
//! sizes, each at the tokens that it is about.

use crate::expand::tile_code::{VERSION, arch, private};
use crate::message::source;
use crate::message::span::Errors;
use crate::model::block::{BlockField, BlockItem, BlockKind, is_number};
use crate::parse::block_args::BlockArgs;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Field};

/// Returns the block; without the checks if there are `errors` already, since what they find may follow from those.
pub(crate) fn code(args: &BlockArgs, item: &BlockItem, krate: &TokenStream, errors: &Errors) -> TokenStream {
    let storage = storage(item);
    let members = members(args, item, krate);
    let checks = errors.none().then(|| checks(args, item, krate));
    quote!(#storage #members #checks)
}

/// Returns the item as the user wrote it, with its representation. Fields of a union that need not be `Copy` are not dropped.
fn storage(item: &BlockItem) -> TokenStream {
    let BlockItem { attrs, vis, name, kind, fields, .. } = item;
    let keyword = Ident::new(kind.word(), Span::call_site());
    let docs = docs(item);
    let fields = fields.iter().map(|BlockField { field, name, .. }| {
        let (attrs, vis, ty) = (&field.attrs, &field.vis, &field.ty);
        match kind {
            BlockKind::Union if !is_number(ty) => quote!(#(#attrs)* #vis #name: ::core::mem::ManuallyDrop<#ty>),
            _ => quote!(#(#attrs)* #vis #name: #ty),
        }
    });
    quote! {
        #(#attrs)*
        #[doc = #docs]
        #[repr(C)]
        #vis #keyword #name { #(#fields),* }
    }
}

/// Returns the documentation of the type. Sizes have no values yet.
fn docs(item: &BlockItem) -> String {
    let name = item.name.unraw();
    let how = match item.kind {
        BlockKind::Struct => "one after the other",
        BlockKind::Union => "at the same place",
    };
    let mut docs = format!(
        "\n# Shared memory of a block\n\nThe fields lie {how}, as in CUDA C++ (`repr(C)`): `{name}::BYTES` bytes, \
         aligned to `{name}::ALIGN`.\n\n| field | type | offset in bytes |\n| --- | --- | --- |\n"
    );
    for BlockField { field, text, .. } in &item.fields {
        docs += &format!("| `{text}` | `{}` | `{name}::{}` |\n", source::text(&field.ty), offset(text));
    }
    docs
}

/// Returns the call of the macro that writes the constants and the traits.
fn members(args: &BlockArgs, item: &BlockItem, krate: &TokenStream) -> TokenStream {
    let BlockItem { vis, name, cuda_name, kind, fields, .. } = item;
    let keyword = Ident::new(kind.word(), Span::call_site());
    let arch = args.arch.map(|named| arch(named.value, krate).unwrap_or_else(|| quote!(#krate::Arch::DEFAULT)));
    let fields = fields.iter().map(|BlockField { field, name, text, is_refused }| {
        // The compiler would refuse it once more.
        let ty = if *is_refused { quote!(::core::primitive::u8) } else { field.ty.to_token_stream() };
        let cfg = configuration(field);
        let offset = offset(text);
        let doc = format!("Bytes from the start of the block to `{text}`.");
        quote!(#(#cfg)* #offset [#doc] #text #name: #ty;)
    });
    quote! {
        #krate::__shared_block! { #VERSION [#vis #keyword #name] #cuda_name [#arch] #(#fields)* }
    }
}

/// Returns the assertions that need sizes, each with the place where a mistake is the user's.
fn checks(args: &BlockArgs, item: &BlockItem, krate: &TokenStream) -> TokenStream {
    let BlockItem { name, fields, .. } = item;
    let (text, dynamic) = (name.unraw().to_string(), args.dynamic);
    let private = private();
    let bytes = quote!(#krate::#private::block::check_bytes::<#name>(#text, #dynamic));
    let bytes = at(name.span(), quote!(const _: () = #bytes;));
    let fields = fields.iter().map(|BlockField { field, text: field_text, .. }| {
        let cfg = configuration(field);
        let check = quote!(#krate::#private::block::check_field::<#name>(#text, #field_text));
        let check = at(field.ty.span(), quote!(const _: () = #check;));
        quote!(#(#cfg)* #check)
    });
    quote!(#bytes #(#fields)*)
}

/// Returns the tokens with the span of the user's token that an error in them is about.
fn at(span: Span, tokens: TokenStream) -> TokenStream {
    let place = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), at(span, group.stream())).into();
        }
        token.set_span(span);
        token
    };
    tokens.into_iter().map(place).collect()
}

/// Returns the attributes that say when there is a field.
fn configuration(field: &Field) -> impl Iterator<Item = &Attribute> {
    field.attrs.iter().filter(|attr| attr.path().is_ident("cfg"))
}

/// Returns the name of the constant with the offset of `field`.
fn offset(field: &str) -> Ident {
    format_ident!("{}_OFFSET", field.to_uppercase())
}
