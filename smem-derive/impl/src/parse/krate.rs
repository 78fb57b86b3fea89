//! `crate = path`: where the library is re-exported.

use crate::message::span::SourceSpan;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;

pub(crate) fn parse(value: &[TokenTree], span: SourceSpan) -> syn::Result<TokenStream> {
    let path = syn::Path::parse_mod_style.parse2(value.iter().cloned().collect()).map_err(|_| {
        span.error(
            "expected the path of `smem_tile` or `smem_layout`, without quotes\nhelp: write `crate = my::smem_tile`",
        )
    })?;
    Ok(path.to_token_stream())
}
