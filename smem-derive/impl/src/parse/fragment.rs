//! `fragment(m16n8k16, a)`: the shape of an `mma.sync` and one of its operands.

use crate::message::span::{Located, SourceSpan};
use crate::message::suggest;
use crate::parse::tokens;
use proc_macro2::TokenTree;
use smem_layout::{MmaShape, Operand};

/// An operand of an instruction.
#[derive(Debug)]
pub(crate) struct DeclaredFragment {
    pub(crate) shape: Located<MmaShape>,
    pub(crate) operand: Operand,
}

const HELP: &str = "help: write `fragment(m16n8k16, a)`";

/// Shapes of elements of less than a byte, each with the shape of bytes whose rows are as long.
const SUB_BYTE: [(&str, MmaShape); 5] = [
    ("m8n8k32", MmaShape::M8N8K16),
    ("m8n8k128", MmaShape::M8N8K16),
    ("m16n8k64", MmaShape::M16N8K32),
    ("m16n8k128", MmaShape::M16N8K16),
    ("m16n8k256", MmaShape::M16N8K32),
];

/// Splits the shape and the operand from what follows them.
pub(crate) fn split(tokens: &[TokenTree], after: SourceSpan) -> syn::Result<(DeclaredFragment, &[TokenTree])> {
    let items = tokens::items(tokens);
    let (shape, operand) = match items.as_slice() {
        [[TokenTree::Ident(shape)], [TokenTree::Ident(operand)], ..] => (shape, operand),
        [first, second, ..] => {
            let wrong = if matches!(first, [TokenTree::Ident(_)]) { second } else { first };
            let message = format!("expected a shape and an operand, found `{}`\n{HELP}", tokens::text(wrong));
            return Err(SourceSpan::of(wrong, after).error(message));
        }
        few => {
            let span = few.first().map_or(after, |item| SourceSpan::of(item, after));
            return Err(span.error(format!("`fragment` takes a shape and an operand\n{HELP}")));
        }
    };
    let (shape_span, operand_span) = (SourceSpan::at(shape.span()), SourceSpan::at(operand.span()));
    let (shape, operand) = (shape.to_string(), operand.to_string());
    if Operand::from_name(&shape).is_some() && MmaShape::from_name(&operand).is_some() {
        let message = format!("the shape comes before the operand\nhelp: write `fragment({operand}, {shape})`");
        return Err(shape_span.to(operand_span).error(message));
    }
    let shape = Located { value: shape_of(&shape, shape_span)?, span: shape_span };
    let operand = operand_of(&operand, operand_span)?;
    // Two names and the comma between them; then the comma after them.
    Ok((DeclaredFragment { shape, operand }, tokens.get(4..).unwrap_or_default()))
}

fn shape_of(name: &str, span: SourceSpan) -> syn::Result<MmaShape> {
    if let Some(shape) = MmaShape::from_name(name) {
        return Ok(shape);
    }
    if let Some((_, bytes)) = SUB_BYTE.iter().find(|(small, _)| *small == name) {
        return Err(span.error(format!(
            "`{name}` is a shape of elements of less than a byte, and a tile has none\n\
             help: write `{bytes}`, whose rows have as many bytes, for a tile of `u8`"
        )));
    }
    let names: Vec<String> = MmaShape::ALL.iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let help = suggest::in_another_case(name, &names);
    Err(span.error(format!("`mma.sync` has no shape `{name}` of elements of a byte or more\n{help}")))
}

fn operand_of(name: &str, span: SourceSpan) -> syn::Result<Operand> {
    if let Some(operand) = Operand::from_name(name) {
        return Ok(operand);
    }
    if name.eq_ignore_ascii_case("d") {
        return Err(span.error("the result `d` has the fragments of `c`\nhelp: write `c`"));
    }
    let help = suggest::in_another_case(name, &["a", "b", "c"]);
    Err(span.error(format!("`mma.sync` has no operand `{name}`\n{help}")))
}

impl DeclaredFragment {
    /// Refuses `vec = 1`, which the library takes for none.
    pub(crate) fn with_vec(self, vec: Option<Located<u32>>) -> syn::Result<DeclaredFragment> {
        match vec {
            Some(vec) if vec.value == 1 => {
                let message = "`fragment` loads the elements of a register at once\nhelp: leave `vec` out";
                Err(vec.span.error(message))
            }
            _ => Ok(self),
        }
    }
}
