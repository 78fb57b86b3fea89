//! The places of the fields of blocks, from the sizes of the types that a source defines.
//!
//! The compiler knows the size of every type. A program knows that of the tiles and blocks of the same source, of numbers, and of arrays
//! of them; what lies after a field of another type is unknown.

use crate::message::source;
use crate::message::span::{Errors, SourceSpan};
use crate::model::block::{BlockField, BlockItem, BlockKind};
use crate::model::primitive;
use crate::parse::block_args::BlockArgs;
use crate::parse::constant::ConstantDimension;
use crate::read::annotated::Annotated;
use crate::read::block::{Block, BlockMember, FieldSize};
use crate::read::constants::Constants;
use crate::read::mistake::Mistake;
use crate::read::tile::Tile;
use quote::ToTokens;
use smem_layout::__private_0_1_0::block::{arch_message, bytes_message};
use smem_layout::Arch;
use std::ops::Range;
use syn::ext::IdentExt;
use syn::{Attribute, GenericArgument, PathArguments, Type};

/// A block whose fields have no places yet.
struct UnplacedBlock {
    args: BlockArgs,
    item: BlockItem,
    range: Range<usize>,
}

/// Returns the blocks of these items with the places of their fields, or the mistakes of each.
pub(super) fn resolved(
    items: Vec<Annotated>,
    tiles: &[Result<Tile, Vec<Mistake>>],
    constants: &Constants,
) -> Vec<Result<Block, Vec<Mistake>>> {
    let items: Vec<Result<UnplacedBlock, Vec<Mistake>>> = items.into_iter().map(UnplacedBlock::read).collect();
    let types = KnownTypes {
        tiles: tiles.iter().filter_map(|tile| tile.as_ref().ok()).collect(),
        blocks: items.iter().filter_map(|block| block.as_ref().ok()).collect(),
        constants,
    };
    let placed: Vec<Option<Block>> =
        items.iter().map(|item| item.as_ref().ok().map(|item| types.block(item))).collect();
    let either = |(placed, item): (Option<Block>, Result<_, Vec<Mistake>>)| match (placed, item) {
        (Some(block), _) => Ok(block),
        (None, item) => Err(item.err().unwrap_or_default()),
    };
    placed.into_iter().zip(items).map(either).collect()
}

impl UnplacedBlock {
    fn read(annotated: Annotated) -> Result<UnplacedBlock, Vec<Mistake>> {
        let range = annotated.whole.range();
        let mut errors = Errors::default();
        let args = BlockArgs::parse(annotated.args, &mut errors);
        match BlockItem::parse(annotated.item, &args, &mut errors) {
            Some(item) if errors.none() => Ok(UnplacedBlock { args, item, range }),
            _ => Err(Mistake::all(errors, &range)),
        }
    }
}

/// The types of a source whose size is known, and the constants for the lengths of arrays.
struct KnownTypes<'a> {
    tiles: Vec<&'a Tile>,
    blocks: Vec<&'a UnplacedBlock>,
    constants: &'a Constants,
}

/// Blocks that contain each other deeper than this are taken for a circle, which the compiler refuses.
const DEEPEST: u32 = 32;

impl KnownTypes<'_> {
    /// Returns the block with the places of its fields.
    fn block(&self, block: &UnplacedBlock) -> Block {
        let UnplacedBlock { args, item, range } = block;
        let (members, size) = self.placed(block, DEEPEST);
        let name = item.name.unraw().to_string();
        let arch = self.arch(block, DEEPEST);
        let mut refusals = Vec::new();
        for field in &item.fields {
            let of_field = self.arch_of_type(&field.field.ty, DEEPEST);
            let message = of_field.and_then(|of_field| arch_message(&name, arch, &field.text, of_field));
            let place = primitive::whole(&field.field.ty);
            refusals.extend(message.map(|message| Mistake::of(&place.error(message.as_str()), range)));
        }
        let can_unite = item.kind == BlockKind::Struct && item.fields.len() > 1;
        let message = size.and_then(|size| bytes_message(&name, size.bytes, arch, args.dynamic, can_unite));
        let place = SourceSpan::at(item.name.span());
        refusals.extend(message.map(|message| Mistake::of(&place.error(message.as_str()), range)));
        Block {
            name,
            cuda_name: item.cuda_name.clone(),
            kind: item.kind,
            arch,
            is_dynamic: args.dynamic,
            members,
            size,
            range: range.clone(),
            refusals,
        }
    }

    /// Returns the fields with their places, and the size of the whole if all of them are known.
    fn placed(&self, block: &UnplacedBlock, depth: u32) -> (Vec<BlockMember>, Option<FieldSize>) {
        let item = &block.item;
        let is_union = item.kind == BlockKind::Union;
        // Bytes up to the end of the field before, and the alignment so far.
        let mut end = Some(0usize);
        let mut align = raised_align(&item.attrs);
        let mut most = 0usize;
        let mut members = Vec::new();
        for BlockField { field, text, .. } in &item.fields {
            let extent = match field.attrs.iter().find(|attr| attr.path().is_ident("cfg")) {
                Some(attr) => Err(format!("only the compiler knows whether `{}` holds", source::text(&attr.meta))),
                None => self.extent(&field.ty, depth),
            };
            let known = extent.as_ref().ok().copied();
            let start: Option<usize> = if is_union { Some(0) } else { end };
            let offset = start.zip(known).map(|(start, extent)| start.next_multiple_of(extent.align));
            end = offset.zip(known).map(|(offset, extent)| offset + extent.bytes);
            most = end.map_or(most, |end| most.max(end));
            align = align.zip(known).map(|(align, extent)| align.max(extent.align));
            members.push(BlockMember {
                name: text.clone(),
                ty: source::text(&field.ty),
                offset,
                bytes: known.map(|extent| extent.bytes),
                align: known.map(|extent| extent.align),
                unknown: extent.err(),
                cuda: self.cuda(&field.ty).unwrap_or_default(),
                lengths: self.lengths(&field.ty),
            });
        }
        let all_known = members.iter().all(|member| member.unknown.is_none());
        let whole = align.filter(|_| all_known);
        (members, whole.map(|align| FieldSize { bytes: most.next_multiple_of(align), align }))
    }

    /// Returns the size of a type, or why it is not known.
    fn extent(&self, ty: &Type, depth: u32) -> Result<FieldSize, String> {
        if let Some(bytes) = primitive::number_bytes(ty) {
            let bytes = bytes as usize;
            return Ok(FieldSize { bytes, align: bytes });
        }
        match ty {
            Type::Group(group) => self.extent(&group.elem, depth),
            Type::Paren(paren) => self.extent(&paren.elem, depth),
            Type::Array(array) => {
                let FieldSize { bytes, align } = self.extent(&array.elem, depth)?;
                let dimension =
                    ConstantDimension { expression: array.len.to_token_stream(), span: primitive::whole(ty) };
                let length = self.constants.value(&dimension).map_err(|_| {
                    format!("the value of `{}` is not known without the compiler", source::text(&array.len))
                })?;
                let bytes = bytes.checked_mul(length.value as usize);
                bytes
                    .map(|bytes| FieldSize { bytes, align })
                    .ok_or_else(|| "it has more bytes than an address reaches".into())
            }
            Type::Path(path) => match undropped(ty) {
                Some(inner) => self.extent(inner, depth),
                None => self.of_name(
                    &path.path.segments.last().map(|name| name.ident.unraw().to_string()).unwrap_or_default(),
                    depth,
                ),
            },
            _ => Err("its size is not known without the compiler".to_string()),
        }
    }

    /// Returns the type in CUDA C++, that of an element where it is an array.
    fn cuda(&self, ty: &Type) -> Option<String> {
        if primitive::number_bytes(ty).is_some() {
            return primitive::known(ty).map(|number| number.cuda);
        }
        match ty {
            Type::Group(group) => self.cuda(&group.elem),
            Type::Paren(paren) => self.cuda(&paren.elem),
            Type::Array(array) => self.cuda(&array.elem),
            Type::Path(path) => match undropped(ty) {
                Some(inner) => self.cuda(inner),
                None => {
                    let name = path.path.segments.last()?.ident.unraw().to_string();
                    match (&self.tiles_called(&name)[..], &self.blocks_called(&name)[..]) {
                        ([tile], []) => Some(tile.cuda_name().to_string()),
                        ([], [block]) => Some(block.item.cuda_name.clone()),
                        _ => None,
                    }
                }
            },
            _ => None,
        }
    }

    /// Returns the lengths of an array of arrays, the outermost first.
    fn lengths(&self, ty: &Type) -> Vec<usize> {
        match ty {
            Type::Group(group) => self.lengths(&group.elem),
            Type::Paren(paren) => self.lengths(&paren.elem),
            Type::Array(array) => {
                let span = primitive::whole(ty);
                let dimension = ConstantDimension { expression: array.len.to_token_stream(), span };
                let length = self.constants.value(&dimension).map(|length| length.value as usize);
                length.into_iter().chain(self.lengths(&array.elem)).collect()
            }
            Type::Path(_) => undropped(ty).map(|inner| self.lengths(inner)).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// Returns the size of the tile or block of this name.
    fn of_name(&self, name: &str, depth: u32) -> Result<FieldSize, String> {
        let depth = depth.checked_sub(1).ok_or_else(|| format!("`{name}` contains itself"))?;
        match (&self.tiles_called(name)[..], &self.blocks_called(name)[..]) {
            ([tile], []) => {
                let solution = tile.solution();
                Ok(FieldSize { bytes: solution.bytes(), align: solution.align() as usize })
            }
            ([], [block]) => {
                let size = self.placed(block, depth).1;
                size.ok_or_else(|| format!("the size of `{name}` is not known"))
            }
            ([], []) => Err("this file has no tile or block of this name that is without mistakes".to_string()),
            _ => Err(format!("this file has more than one type called `{name}`")),
        }
    }

    /// Returns the architecture that the block names, or else the first that one of its tiles does.
    fn arch(&self, block: &UnplacedBlock, depth: u32) -> Arch {
        let fields = block.item.fields.iter();
        let of_fields = || {
            let mut named = fields.filter_map(|field| self.arch_of_type(&field.field.ty, depth));
            named.find(|arch| arch.number() > 0)
        };
        block.args.arch.map(|arch| arch.value).or_else(of_fields).unwrap_or(Arch::DEFAULT)
    }

    /// Returns the architecture that a type is laid out for.
    fn arch_of_type(&self, ty: &Type, depth: u32) -> Option<Arch> {
        let depth = depth.checked_sub(1)?;
        match ty {
            Type::Group(group) => self.arch_of_type(&group.elem, depth),
            Type::Paren(paren) => self.arch_of_type(&paren.elem, depth),
            Type::Array(array) => self.arch_of_type(&array.elem, depth),
            Type::Path(path) => {
                if let Some(inner) = undropped(ty) {
                    return self.arch_of_type(inner, depth);
                }
                let name = path.path.segments.last()?.ident.unraw().to_string();
                match (&self.tiles_called(&name)[..], &self.blocks_called(&name)[..]) {
                    ([tile], []) => Some(tile.arch()),
                    ([], [block]) => Some(self.arch(block, depth)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn tiles_called(&self, name: &str) -> Vec<&Tile> {
        self.tiles.iter().copied().filter(|tile| tile.name() == name).collect()
    }

    fn blocks_called(&self, name: &str) -> Vec<&UnplacedBlock> {
        self.blocks.iter().copied().filter(|block| block.item.name.unraw() == name).collect()
    }
}

/// Returns the type in `ManuallyDrop<..>`, which has its size.
fn undropped(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|name| name.ident == "ManuallyDrop")?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
            GenericArgument::Type(inner) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the alignment that `repr(align(..))` asks for, 1 without one; `None` if it is not a number.
fn raised_align(attrs: &[Attribute]) -> Option<usize> {
    let mut most = Some(1);
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("repr")) {
        let read = attr.parse_nested_meta(|meta| {
            if meta.path.is_ident("align") {
                let inside;
                syn::parenthesized!(inside in meta.input);
                let align = inside.parse::<syn::LitInt>()?.base10_parse::<usize>()?;
                most = most.map(|most| most.max(align));
            }
            Ok(())
        });
        most = most.filter(|_| read.is_ok());
    }
    most
}
