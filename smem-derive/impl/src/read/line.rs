//! A tile on one line: `ScanTile(u64): 32, 32, pad = auto`.

use crate::message::span::SourceSpan;
use crate::model::{cuda_names, foreign};
use crate::parse::{nesting, tokens};
use crate::read::annotated::Annotated;
use crate::read::constants::Constants;
use crate::read::mistake::Mistake;
use crate::read::tile::Tile;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;

const HELP: &str =
    "help: write the name, the element in parentheses, a colon and what the attribute takes, as in `Tile(f32): 32, 32`";

/// Returns the tile that a line describes: its name, its element in parentheses, and after a colon the arguments of the attribute.
///
/// ```
/// let tile = smem_derive_impl::read::line("Tile(f32): 32, 32, pad = auto").unwrap();
/// assert_eq!(tile.solution().description(), "32 x 32, pitch 33");
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
    // The parser of Rust reads no type of several words.
    if let (true, Some(rust)) = (words.len() > 1, cuda_names::in_rust(&tokens::text(&words))) {
        let range = SourceSpan::of(&words, SourceSpan::call_site()).range();
        return Err(vec![Mistake { message: foreign::of_cuda(&text[range.clone()], &rust), range }]);
    }
    let whole = SourceSpan::of(&tokens, SourceSpan::call_site());
    let args = args.iter().cloned().collect();
    Tile::read(Annotated { args, item: quote!(struct #name #element;), whole }, &Constants::default())
}
