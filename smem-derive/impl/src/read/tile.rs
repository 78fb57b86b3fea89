//! A tile of a source text, with its layout.

use crate::message::source;
use crate::message::span::{Errors, Located, SourceSpan};
use crate::model;
use crate::model::foreign;
use crate::model::item::Item;
use crate::model::primitive;
use crate::model::tile::{IfConflicting, SolvedTile};
use crate::parse::access;
use crate::parse::args::{Args, ElemOption};
use crate::parse::shape;
use crate::read::annotated::Annotated;
use crate::read::constants::Constants;
use crate::read::mistake::Mistake;
use proc_macro2::{TokenStream, TokenTree};
use smem_layout::{Access, Arch, CudaError, HeaderTile, LayoutChoice, Prefer, Solution, TileSpec, TileSpecBuilder};
use std::ops::Range;
use syn::Type;
use syn::ext::IdentExt;

/// A tile that attribute and struct describe, with the layout that the attribute gives it.
///
/// The [module](crate::read) shows one.
#[derive(Debug)]
pub struct Tile {
    name: String,
    elem: String,
    solved: SolvedTile,
    range: Range<usize>,
    refusal: Option<Mistake>,
}

impl Tile {
    /// Reads the tile of an annotated item.
    pub(super) fn read(annotated: Annotated, constants: &Constants) -> Result<Tile, Vec<Mistake>> {
        let Annotated { args, item, whole } = annotated;
        let range = whole.range();
        let mut errors = Errors::default();
        let tile = solve(args, item, constants, &mut errors);
        match tile {
            Some((item, solved)) if errors.none() => Ok(Tile {
                name: item.name.unraw().to_string(),
                elem: item.field.map(|field| source::text(&field.ty)).unwrap_or_default(),
                refusal: solved.refusal.as_ref().map(|error| Mistake::of(error, &range)),
                solved,
                range,
            }),
            _ => Err(Mistake::all(errors, &range)),
        }
    }

    /// Returns the name of the struct.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the bytes of the text that the attribute takes.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the element as the struct has it.
    pub fn elem(&self) -> &str {
        &self.elem
    }

    /// Returns the name of the struct in CUDA C++.
    pub fn cuda_name(&self) -> &str {
        &self.solved.cuda_name
    }

    /// Returns the element in CUDA C++.
    pub fn cuda_elem(&self) -> &str {
        &self.solved.elem.cuda
    }

    /// Returns the header that the attribute names for the element, without quotes.
    pub fn include(&self) -> Option<&str> {
        self.solved.include.as_deref()
    }

    /// Returns the accesses that the attribute declares, or those that it implies.
    pub fn accesses(&self) -> &[Access] {
        &self.solved.accesses
    }

    /// Returns the architecture whose banks and limits apply.
    pub fn arch(&self) -> Arch {
        self.solved.arch
    }

    /// Returns the layouts that the attribute allows.
    pub fn choice(&self) -> LayoutChoice {
        self.solved.choice
    }

    /// Returns which of the allowed layouts comes first.
    ///
    /// ```
    /// use smem_layout::Prefer;
    ///
    /// let tile = smem_derive_impl::read::line("Tile(f32): 64, 64, prefer = index").unwrap();
    /// assert_eq!(tile.prefer(), Prefer::Index);
    /// assert_eq!(tile.solution().layout().pitch(), 65);
    /// ```
    pub fn prefer(&self) -> Prefer {
        self.solved.prefer
    }

    /// Returns true if the tile is in dynamic shared memory.
    pub fn is_dynamic(&self) -> bool {
        self.solved.is_dynamic
    }

    /// Returns the layout, the storage and the costs of the accesses.
    pub fn solution(&self) -> &Solution {
        &self.solved.solution
    }

    /// Reads an access on this tile, as the attribute spells it.
    ///
    /// ```
    /// use smem_layout::Access;
    ///
    /// let tile = smem_derive_impl::read::line("Tile(f32): 32, 32").unwrap();
    /// assert_eq!(tile.access("block(4, 8)").unwrap(), Access::block(4, 8));
    /// assert!(tile.access("blok(4, 8)").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// The mistakes that the attribute would report; no access, or more than one.
    pub fn access(&self, text: &str) -> Result<Access, Vec<Mistake>> {
        let tokens: TokenStream = text.parse().map_err(|error| vec![Mistake::lexical(&error, text)])?;
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let whole = SourceSpan::of(&tokens, SourceSpan::call_site());
        let mut errors = Errors::default();
        let SolvedTile { shape, elem, .. } = &self.solved;
        // An attribute without accesses is another mistake.
        let declared = if tokens.is_empty() { Vec::new() } else { access::parse(&tokens, whole, &mut errors) };
        let mut found = model::tile::accesses(&declared, *shape, Some(elem.bytes), &mut errors);
        if !errors.none() {
            return Err(Mistake::all(errors, &(0..text.len())));
        }
        match (found.pop(), found.is_empty()) {
            (Some(access), true) => Ok(access),
            _ => {
                let message = "expected one access\nhelp: write one, as in `col` or `row(vec = 4)`".to_string();
                Err(vec![Mistake { message, range: 0..text.len() }])
            }
        }
    }

    /// Returns the tile as a part of a header for CUDA C++.
    ///
    /// ```
    /// use smem_layout::Header;
    ///
    /// let tile = smem_derive_impl::read::line("Tile(u64): 32, 32, pad = auto").unwrap();
    /// let header = Header::new("TILE_CUH")?.tile(tile.header_tile()?)?;
    /// assert!(header.to_string().contains("return row_ * 33u + col_;"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A name that a struct of a header cannot have.
    pub fn header_tile(&self) -> Result<HeaderTile, CudaError> {
        self.solution().header_tile(self.cuda_name(), self.cuda_elem(), self.include())
    }

    /// Returns the error with which the attribute refuses the tile, because its accesses conflict. The solution is then the one that
    /// `conflicts = allow` would give.
    ///
    /// ```
    /// let tile = smem_derive_impl::read::line("Tile(f32): 32, 32, pad = 0").unwrap();
    /// assert!(tile.refusal().unwrap().message.starts_with("`col` has 32-way bank conflicts"));
    /// assert_eq!(tile.solution().report().accesses[1].cost.wavefronts, 32);
    /// ```
    pub fn refusal(&self) -> Option<&Mistake> {
        self.refusal.as_ref()
    }

    /// Returns a specification of this tile in which any layout is allowed, to look for others.
    ///
    /// ```
    /// use smem_layout::{AutoOr, LayoutChoice, solve};
    ///
    /// let tile = smem_derive_impl::read::line("Tile(f32): 32, 32, layout = plain, conflicts = allow").unwrap();
    /// let padded = tile.spec().choice(LayoutChoice::Pad(AutoOr::Auto)).build()?;
    /// assert_eq!(solve(&padded).unwrap().layout().pitch(), 33);
    /// # Ok::<(), smem_layout::SpecError>(())
    /// ```
    pub fn spec(&self) -> TileSpecBuilder<'_> {
        let SolvedTile { shape, elem, accesses, arch, is_dynamic, stages, .. } = &self.solved;
        let spec = TileSpec::builder(shape.rows, shape.cols, elem.bytes, accesses)
            .arch(*arch)
            .stages(stages.unwrap_or(1))
            .dynamic(*is_dynamic);
        match shape.planes {
            None => spec,
            Some(planes) => spec.planes(planes.value),
        }
    }
}

/// Returns the item and its layout; `None` after it has reported why there is none.
fn solve(
    args: TokenStream,
    item: TokenStream,
    constants: &Constants,
    errors: &mut Errors,
) -> Option<(Item, SolvedTile)> {
    let mut args = Args::parse(args, errors);
    if let Some(dimensions) = args.constants.take() {
        let values: Vec<_> = dimensions.iter().map(|dimension| errors.keep(constants.value(dimension))).collect();
        args.shape = errors.keep(shape::of(&values, None)).flatten();
    }
    let item = Item::parse(item, errors)?;
    if let Some(field) = &item.field
        && !args.elem_is_wrong
    {
        name_element(&field.ty, &mut args);
    }
    let solved = SolvedTile::solve(&args, &item, IfConflicting::Keep, errors)?;
    Some((item, solved))
}

/// Adds the bytes and the CUDA name of an element that the compiler would find by its type, where its name leaves no doubt: those of
/// `half::f16`.
fn name_element(ty: &Type, args: &mut Args) {
    if primitive::is_known(ty) {
        return;
    }
    let certain = foreign::in_cuda(ty);
    let span = primitive::whole(ty);
    let option = args.elem.take();
    let is_given = option.is_some();
    let option = option.unwrap_or(ElemOption { bytes: None, cuda: None, include: None, span });
    let named = option.cuda.as_deref().and_then(foreign::cuda_bytes);
    let bytes = named.or(certain.filter(|_| option.cuda.is_none()).map(|(bytes, _)| bytes));
    let found = bytes.map(|value| Located { value, span: option.span });
    let option = ElemOption {
        bytes: option.bytes.or(found),
        cuda: option.cuda.or(certain.map(|(_, cuda)| cuda.to_string())),
        ..option
    };
    if is_given || option.bytes.is_some() && option.cuda.is_some() {
        args.elem = Some(option);
    }
}
