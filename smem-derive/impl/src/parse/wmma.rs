//! `wmma(m16n16k16, a)`: the shape of a `wmma` fragment and its use.

use crate::message::span::{Located, SourceSpan};
use crate::message::suggest;
use crate::parse::tokens;
use proc_macro2::TokenTree;
use smem_layout::{Operand, WmmaShape};

/// The matrix of a fragment.
#[derive(Debug)]
pub(crate) struct DeclaredWmma {
    pub(crate) shape: Located<WmmaShape>,
    pub(crate) operand: Operand,
}

const HELP: &str = "help: write `wmma(m16n16k16, a)`";

/// Splits the shape and the use from what follows them.
pub(crate) fn split(tokens: &[TokenTree], after: SourceSpan) -> syn::Result<(DeclaredWmma, &[TokenTree])> {
    let items = tokens::items(tokens);
    let [[TokenTree::Ident(shape)], [TokenTree::Ident(operand)], ..] = items.as_slice() else {
        let span = if tokens.is_empty() { after } else { SourceSpan::of(tokens, after) };
        return Err(span.error(format!("`wmma` takes a shape and a fragment, `a`, `b` or `c`\n{HELP}")));
    };
    let span = SourceSpan::at(shape.span());
    let names: Vec<String> = WmmaShape::ALL.iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let value = WmmaShape::from_name(&shape.to_string()).ok_or_else(|| {
        span.error(format!(
            "`wmma` has no shape `{shape}` here\n{}",
            suggest::in_another_case(&shape.to_string(), &names)
        ))
    })?;
    let operand = match operand.to_string().as_str() {
        // `store_matrix_sync` of the result.
        "d" => Operand::C,
        name => Operand::from_name(name).ok_or_else(|| {
            let message =
                format!("`wmma` has no fragment `{operand}`\n{}", suggest::in_another_case(name, &["a", "b", "c"]));
            SourceSpan::at(operand.span()).error(message)
        })?,
    };
    // Two names and the comma between them; then the comma after them.
    Ok((DeclaredWmma { shape: Located { value, span }, operand }, tokens.get(4..).unwrap_or_default()))
}
