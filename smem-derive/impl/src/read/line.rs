//! A tile on one line: `ScanTile(u64): 32, 32, pad = auto`.

use crate::message::span::SourceSpan;
use crate::model::cuda_names;
use crate::parse::{nesting, tokens};
use crate::read::annotated::Annotated;
use crate::read::constants::Constants;
use crate::read::mistake::Mistake;
use crate::read::tile::Tile;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;

const HELP: &str =
    "help: write the name, the element in parentheses, a colon and what the attribute takes, as in `Tile(f32): 32, 32`";

/// Returns the tile that a line describes: its name, its element in parentheses, as Rust or as CUDA C++ names it, and after a colon the arguments of the attribute.
///
/// ```
/// let tile = smem_derive_impl::read::line("Tile(f32): 32, 32, pad = auto").unwrap();
/// assert_eq!(tile.solution().description(), "32 x 32, pitch 33");
/// assert_eq!(smem_derive_impl::read::line("Tile(unsigned char): 32, 32").unwrap().elem(), "u8");
/// ```
///
/// # Errors
///
/// The mistakes that the attribute would report, or another form.
pub fn line(text: &str) -> Result<Tile, Vec<Mistake>> {
    let tokens: TokenStream = text.parse().map_err(|error| vec![Mistake::lexical(&error, text)])?;
    let too_deep = |error| vec![Mistake::of(&error, &(0..text.len()))];
    nesting::check(&tokens, nesting::OF_ARGUMENTS).map_err(too_deep)?;
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (name, element, args) = match &tokens[..] {
        [TokenTree::Ident(name), TokenTree::Group(element), TokenTree::Punct(colon), args @ ..]
            if element.delimiter() == Delimiter::Parenthesis && colon.as_char() == ':' =>
        {
            (name, element, args)
        }
        _ => {
            let message = format!("this is not a tile\n{HELP}");
            return Err(vec![Mistake { message, range: 0..text.len() }]);
        }
    };
    let words: Vec<TokenTree> = element.stream().into_iter().collect();
    // CUDA's names are those of Rust here, where no `elem` says otherwise and no type of Rust has the name.
    let is_stated = args.iter().any(|token| matches!(token, TokenTree::Ident(word) if word == "elem"));
    let in_rust = cuda_names::in_rust(&tokens::text(&words)).filter(|_| !is_stated);
    let element = match in_rust.and_then(|rust| rust.parse::<TokenStream>().ok()) {
        Some(rust) => quote!((#rust)),
        None => quote!(#element),
    };
    let whole = SourceSpan::of(&tokens, SourceSpan::call_site());
    let (args, item) = (args.iter().cloned().collect(), quote!(struct #name #element;));
    Tile::read(Annotated { args, item: item.clone(), whole }, &Constants::default()).map_err(|mistakes| {
        // An array whose length is an expression is one that `syn` cannot read, and has a message of its own.
        let is_array = matches!(words.first(), Some(TokenTree::Group(_)));
        if is_array || syn::parse2::<syn::DeriveInput>(item).is_ok() {
            return mistakes;
        }
        let message = format!(
            "`{}` is not the type of an element\n\
             help: write a type of Rust, or its name in CUDA C++, as in `{name}(f32)` or `{name}(float4)`",
            tokens::text(&words)
        );
        vec![Mistake::of(&SourceSpan::of(&words, whole).error(message), &(0..text.len()))]
    })
}
