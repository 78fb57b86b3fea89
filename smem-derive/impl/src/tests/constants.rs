//! Every tile that this repository writes with literals, through const evaluation: the same answer, or one sentence that names what
//! const evaluation does not know.

use crate::message::span::Errors;
use crate::model::constant::{ConstantAccess, ConstantTile, is_constant};
use crate::model::item::Item;
use crate::model::tile::{IfConflicting, SolvedTile};
use crate::parse::args::Args;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use smem_layout::__private_0_1_0::constant::{
    AttributePart, Dimensions, SimpleChoice, SimpleSolution, SimpleTileSpec, solve,
};
use smem_layout::{AutoOr, Layout, LayoutChoice, Swizzle};
use std::fs;
use std::path::{Path, PathBuf};

/// The arguments of an attribute and its item.
type Annotated = (String, String);

/// Messages about what const evaluation does not know.
const UNKNOWN: [&str; 3] = [
    "which const evaluation has as numbers",
    "const evaluation knows padding at the end of rows and CuTe's swizzles",
    "const evaluation does not search for the fewest excess wavefronts",
];

#[test]
fn a_tile_of_literals_is_the_same_tile_of_constants() {
    let (mut same, mut costlier, mut refused, mut named) = (0, 0, 0, 0);
    for (args, item) in everywhere() {
        let what = format!("#[smem_tile({args})] {item}");
        let literal = literal(&args, &item);
        match (literal, constant(&args, &item)) {
            (_, Err(message)) if UNKNOWN.iter().any(|unknown| message.contains(unknown)) => named += 1,
            (Err(_), Err(_)) => refused += 1,
            (Ok(_), Err(message)) => panic!("{what}: {message}"),
            (Err(message), Ok((here, ..))) => {
                assert_ne!(here.culprit(), AttributePart::None, "{what}: literals say {message}");
                refused += 1;
            }
            (Ok(tile), Ok((here, align))) => {
                let (there, layout) = (&tile.solution, tile.solution.layout());
                if is_of_constants(layout) {
                    assert_eq!(
                        here.culprit(),
                        AttributePart::None,
                        "{what}: {}",
                        here.message::<1024>("Tile").as_str()
                    );
                }
                if here.culprit() != AttributePart::None {
                    // The only layouts that are free are of other classes.
                    refused += 1;
                    continue;
                }
                assert_eq!(align, there.align(), "{what}");
                let bytes = here.len * there.elem_bytes() as usize;
                if is_of_constants(layout) {
                    assert_eq!((here.stage_len, bytes), (there.stage_len(), there.bytes()), "{what}: {}", here.layout);
                    assert_eq!(here.layout.swizzle() == Swizzle::None, layout.swizzle() == Swizzle::None, "{what}");
                    same += 1;
                } else {
                    costlier += 1;
                }
            }
        }
    }
    assert!(same > 110, "{same} the same, {costlier} of another class, {refused} refused, {named} named");
}

/// Returns true if const evaluation searches the class of this layout.
fn is_of_constants(layout: &Layout) -> bool {
    match layout.swizzle() {
        Swizzle::None => layout.rows() == 1 || layout.is_in_rows(),
        Swizzle::Cute(_) => layout.is_in_rows(),
        _ => false,
    }
}

fn literal(args: &str, item: &str) -> Result<SolvedTile, String> {
    let mut errors = Errors::default();
    let args = Args::parse(args.parse().unwrap(), &mut errors);
    let tile = Item::parse(item.parse().unwrap(), &mut errors)
        .and_then(|item| SolvedTile::solve(&args, &item, IfConflicting::Refuse, &mut errors));
    match (tile, errors.into_error()) {
        (Some(tile), None) => Ok(tile),
        (_, error) => Err(error.map_or_else(String::new, |error| error.to_string())),
    }
}

/// Returns the solution for the same numbers as constants, and the alignment of the type.
fn constant(args: &str, item: &str) -> Result<(SimpleSolution<'static>, u32), String> {
    let mut errors = Errors::default();
    let args = Args::parse(in_braces(args), &mut errors);
    let item = Item::parse(item.parse().unwrap(), &mut errors);
    let tile = item.as_ref().and_then(|item| ConstantTile::check(&args, item, &mut errors));
    let tile = match (tile, errors.into_error()) {
        (Some(tile), None) => tile,
        (_, error) => return Err(error.map_or_else(String::new, |error| error.to_string())),
    };
    let number = |at: usize| {
        let text = tile.dimensions[at].expression.to_string();
        syn::parse_str::<syn::LitInt>(text.trim_matches(['{', '}', ' '])).unwrap().base10_parse().unwrap()
    };
    let size = match tile.dimensions.len() {
        1 => Dimensions::Line(number(0)),
        2 => Dimensions::Rows(number(0), number(1)),
        _ => Dimensions::Planes(number(0), number(1), number(2)),
    };
    let elem_bytes = literal_bytes(&item.unwrap(), &args).unwrap_or(4);
    let accesses: &[ConstantAccess] = Vec::leak(tile.accesses);
    let accesses = accesses.iter().map(ConstantAccess::simple);
    let spec = SimpleTileSpec {
        size,
        is_shape_literal: false,
        elem_bytes,
        accesses: Vec::leak(accesses.collect()),
        arch: tile.arch,
        choice: choice(tile.choice),
        prefer: tile.prefer,
        allows_conflicts: tile.allows_conflicts,
        stages: tile.stages.map_or(1, |(stages, _)| stages),
        is_dynamic: tile.is_dynamic,
        align: tile.align,
    };
    Ok((solve(spec), tile.align))
}

fn literal_bytes(item: &Item, args: &Args) -> Option<usize> {
    let of_type = crate::model::primitive::known(&item.field.as_ref()?.ty).map(|known| known.bytes);
    let stated = args.elem.as_ref().and_then(|elem| elem.bytes).map(|bytes| bytes.value);
    of_type.or(stated).map(|bytes| bytes as usize)
}

/// Puts braces around the numbers of the shape, which makes them expressions.
fn in_braces(args: &str) -> TokenStream {
    let tokens: Vec<TokenTree> = args.parse::<TokenStream>().unwrap().into_iter().collect();
    let is_number = |at: usize| {
        let ends = |token: Option<&TokenTree>| token.is_none_or(|token| token.to_string() == ",");
        matches!(tokens[at], TokenTree::Literal(_)) && ends(tokens.get(at + 1)) && (at == 0 || ends(tokens.get(at - 1)))
    };
    let written = tokens.iter().enumerate().map(|(at, token)| match is_number(at) {
        true => TokenTree::Group(Group::new(Delimiter::Brace, token.clone().into())),
        false => token.clone(),
    });
    written.collect()
}

fn choice(choice: LayoutChoice) -> SimpleChoice {
    match choice {
        LayoutChoice::Auto => SimpleChoice::Auto,
        LayoutChoice::Plain => SimpleChoice::Plain,
        LayoutChoice::Pad(AutoOr::Auto) => SimpleChoice::PadAuto,
        LayoutChoice::Pad(AutoOr::Exactly(pad)) => SimpleChoice::Pad(pad),
        LayoutChoice::Swizzle(AutoOr::Auto) => SimpleChoice::SwizzleAuto,
        LayoutChoice::Swizzle(AutoOr::Exactly(cute)) => SimpleChoice::Cute(cute),
        other => panic!("the model lets `{other}` through"),
    }
}

/// Returns the annotated structs in the texts of the repository.
fn everywhere() -> Vec<Annotated> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![root.join("README.md"), root.join("smem-derive/src/smem_tile.md")];
    for folder in ["tests/tests", "tests/ui", "tests/src", "examples/src", "src/guide", "smem-derive/impl/src/tests"] {
        collect(&root.join(folder), &mut files);
    }
    let mut found: Vec<Annotated> =
        files.iter().flat_map(|file| annotated(&fs::read_to_string(file).unwrap())).collect();
    found.sort();
    found.dedup();
    assert!(found.len() > 250, "{} annotated structs were found", found.len());
    found
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "md") {
            files.push(path);
        }
    }
}

/// Returns the attributes of a text whose shape is one of literals, each with the struct below it.
fn annotated(text: &str) -> Vec<Annotated> {
    let of_literals = |(args, item): &Annotated| {
        let mut errors = Errors::default();
        let args = Args::parse(args.parse().unwrap(), &mut errors);
        let item = Item::parse(item.parse().unwrap(), &mut errors);
        args.shape.is_some() && item.is_some_and(|item| !is_constant(&args, &item))
    };
    text.match_indices("#[smem_tile(").filter_map(|(at, _)| read(&text[at..])).filter(of_literals).collect()
}

fn read(text: &str) -> Option<Annotated> {
    // A semicolon may be one of an array.
    let ends = text.match_indices(';').map(|(at, _)| at + 1).take(4);
    let tokens = ends.filter_map(|end| text[..end].parse::<TokenStream>().ok()).next()?;
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let [_, TokenTree::Group(attribute), rest @ ..] = tokens.as_slice() else { return None };
    let TokenTree::Group(args) = attribute.stream().into_iter().last()? else { return None };
    let item = rest.iter().cloned().collect::<TokenStream>().to_string();
    Some((args.stream().to_string(), item))
}
