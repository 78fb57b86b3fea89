//! The checked model of a tile that only the compiler can solve: its shape has constants, or its element is known as a type only.

use crate::message::span::{Errors, SourceSpan};
use crate::model::elem;
use crate::model::foreign::{self, TileContext};
use crate::model::item::Item;
use crate::model::primitive;
use crate::model::tile::{cuda_name, implied};
use crate::parse::access::{self, DeclaredAccess};
use crate::parse::args::{Args, ElemOption};
use crate::parse::constant::ConstantDimension;
use crate::parse::lanes;
use proc_macro2::Literal;
use quote::ToTokens;
use smem_layout::__private_0_1_0::constant::{BorrowedTable, ConstAccess, ConstPattern};
use smem_layout::{
    Access, AccessArgument, Arch, AutoOr, ConflictPolicy, Culprit, LayoutChoice, Pattern, Prefer, SpecError, TileSpec,
    WIDEST_BYTES, solve,
};
use syn::Type;

/// A placeholder for a shape of constants where accesses are checked by themselves: everything fits into it.
const LARGE: u32 = lanes::UNKNOWN;

/// As many planes: a warp touches no more.
const MANY_PLANES: u32 = 32;

/// A tile whose numbers only the compiler knows.
pub(crate) struct ConstantTile {
    /// One, two or three.
    pub(crate) dimensions: Vec<ConstantDimension>,
    /// True if only the element is not known.
    pub(crate) is_shape_literal: bool,
    pub(crate) element: KnownElement,
    pub(crate) accesses: Vec<ConstantAccess>,
    pub(crate) choice: LayoutChoice,
    pub(crate) choice_span: SourceSpan,
    /// False if the attribute leaves the choice out.
    pub(crate) is_choice_written: bool,
    pub(crate) prefer: Prefer,
    pub(crate) allows_conflicts: bool,
    pub(crate) is_dynamic: bool,
    pub(crate) arch: Arch,
    pub(crate) stages: Option<(u32, SourceSpan)>,
    pub(crate) cuda_name: String,
    pub(crate) include: Option<String>,
    /// Bytes.
    pub(crate) align: u32,
    pub(crate) span: SourceSpan,
}

/// An access of a tile whose numbers only the compiler knows.
pub(crate) struct ConstantAccess {
    pub(crate) access: Access,
    /// The rows of a plane as a table counts them, where the tile's number is not known.
    pub(crate) plane_rows: Option<u32>,
    pub(crate) span: SourceSpan,
}

impl ConstantAccess {
    /// Returns the access as const evaluation takes it.
    pub(crate) fn simple(&self) -> ConstAccess<'_> {
        let access = self.access.borrowed();
        match access.pattern {
            ConstPattern::Lanes(table) => {
                let pattern = ConstPattern::Lanes(BorrowedTable { plane_rows: self.plane_rows, ..table });
                ConstAccess::of(pattern, access.vec, access.max_ways, access.transposed)
            }
            _ => access,
        }
    }
}

/// The element as far as the attribute knows it.
pub(crate) struct KnownElement {
    /// The name in CUDA C++; `None` if it is to be found by the type.
    pub(crate) cuda: Option<String>,
    /// The bytes that the user stated, and where.
    pub(crate) stated: Option<(u32, SourceSpan)>,
    pub(crate) span: SourceSpan,
}

/// Returns true if the attribute and the item describe a tile that only the compiler can solve.
pub(crate) fn is_constant(args: &Args, item: &Item) -> bool {
    let field = item.field.as_ref().filter(|_| !args.elem_is_wrong);
    let is_foreign = field.is_some_and(|field| is_foreign(&field.ty, args.elem.as_ref()));
    args.constants.is_some() || args.shape.is_some() && is_foreign
}

/// Returns true for a type whose bytes and name the compiler has to find.
fn is_foreign(ty: &Type, option: Option<&ElemOption>) -> bool {
    match option {
        _ if primitive::is_known(ty) => false,
        Some(option) if option.bytes.is_some() => false,
        Some(option) if option.cuda.is_some() => true,
        _ => may_have_a_name(ty),
    }
}

/// Returns true for a type that may be another name of a primitive or a vector.
fn may_have_a_name(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => may_have_a_name(&group.elem),
        Type::Paren(paren) => may_have_a_name(&paren.elem),
        Type::Array(array) => {
            matches!(primitive::length(&array.len), Some(2 | 4))
                && !primitive::is_known(&array.elem)
                && foreign::in_cuda(ty).is_none()
                && may_have_a_name(&array.elem)
        }
        Type::Path(path) => {
            let is_other = ["usize", "isize", "str"].iter().any(|name| path.path.is_ident(name));
            !is_other && foreign::in_cuda(ty).is_none()
        }
        Type::Macro(_) => true,
        _ => false,
    }
}

impl ConstantTile {
    /// Returns `None` if there is an error; `errors` has it.
    pub(crate) fn check(args: &Args, item: &Item, errors: &mut Errors) -> Option<ConstantTile> {
        let cuda_name = errors.keep(cuda_name(args, item));
        let field = item.element(args);
        let name = item.name.to_string();
        let context = TileContext { name: &name, shape: args.shape };
        let element = field.and_then(|field| errors.keep(element(&field.ty, args.elem.as_ref(), context)));
        let dimensions = dimensions(args);
        let (first, last) = (dimensions.first()?.span, dimensions.last()?.span);
        let span = first.to(last);
        let bytes = field.and_then(|field| primitive::known(&field.ty)).map(|known| known.bytes);
        let bytes = bytes.or(args.elem.as_ref().and_then(|elem| elem.bytes).map(|bytes| bytes.value));
        let accesses = accesses(args, dimensions.len(), bytes, errors);
        let choice = args.choice();
        let choice_span = args.choice.map_or(span, |choice| choice.span);
        if !is_supported(choice) {
            errors.push(choice_span.error(format!(
                "`{choice}` needs {}: const evaluation knows padding at the end of rows and CuTe's swizzles\n{}",
                literals(args),
                help(args)
            )));
        }
        let conflicts = args.conflicts.map(|conflicts| conflicts.value);
        if let Some(prefer) = args.prefer.filter(|_| !is_search(choice)) {
            errors.push(prefer.span.error(format!(
                "`{}` chooses between layouts, and `{choice}` names one\nhelp: leave `prefer` out",
                prefer.value
            )));
        }
        if conflicts == Some(ConflictPolicy::Least) {
            errors.push(args.conflicts.map_or(span, |conflicts| conflicts.span).error(format!(
                "`conflicts = least` needs {}: const evaluation does not search for the fewest excess wavefronts\n{}",
                literals(args),
                help(args)
            )));
        }
        if let Some(cubecl) = args.cubecl {
            errors.push(cubecl.error(format!(
                "`cubecl` needs {}: `#[cube]` reads the arithmetic of the index, which const evaluation has as numbers\n{}",
                literals(args),
                help(args)
            )));
        }
        let arch = args.arch();
        let matrices: Vec<Result<u32, SpecError>> =
            accesses.iter().filter_map(|of| matrix_alignment(&of.access, choice, arch)).collect();
        for error in matrices.iter().filter_map(|alignment| alignment.as_ref().err()) {
            errors.push(choice_span.error(error));
        }
        if !errors.none() {
            return None;
        }
        let of_matrices = matrices.into_iter().flatten().max().unwrap_or(0);
        let widest = accesses.iter().map(|of| bytes.map(|bytes| of.access.lane_elements(bytes) * bytes));
        let widest = widest.chain([bytes]).map(|bytes| bytes.unwrap_or(WIDEST_BYTES).min(WIDEST_BYTES)).max();
        Some(ConstantTile {
            dimensions,
            is_shape_literal: args.constants.is_none(),
            element: element?,
            accesses,
            choice,
            choice_span,
            is_choice_written: args.choice.is_some(),
            prefer: args.prefer(),
            allows_conflicts: conflicts == Some(ConflictPolicy::Allow),
            is_dynamic: args.dynamic,
            arch,
            stages: args.stages.map(|stages| (stages.value, stages.span)),
            cuda_name: cuda_name?,
            include: args.elem.as_ref().and_then(|elem| elem.include.clone()),
            align: widest.unwrap_or(WIDEST_BYTES).max(least_alignment(arch)).max(of_matrices),
            span,
        })
    }
}

/// Returns the dimensions, those of a shape of literals too.
fn dimensions(args: &Args) -> Vec<ConstantDimension> {
    let Some(shape) = args.shape else { return args.constants.clone().unwrap_or_default() };
    let dimension =
        |value, span| ConstantDimension { expression: Literal::u32_unsuffixed(value).into_token_stream(), span };
    let planes = shape.planes.map(|planes| dimension(planes.value, planes.span));
    let rows = (!shape.one_dimensional).then(|| dimension(shape.rows, shape.first));
    planes.into_iter().chain(rows).chain([dimension(shape.cols, shape.last)]).collect()
}

fn element(ty: &Type, option: Option<&ElemOption>, context: TileContext<'_>) -> syn::Result<KnownElement> {
    let span = option.map_or_else(|| primitive::whole(ty), |option| option.span);
    if is_foreign(ty, option) {
        let cuda = option.and_then(|option| option.cuda.clone());
        return Ok(KnownElement { cuda, stated: None, span });
    }
    let known = elem::resolve(ty, option, context)?;
    Ok(KnownElement { cuda: Some(known.cuda), stated: known.is_stated.then_some((known.bytes, span)), span })
}

/// Returns the accesses that are right by themselves, and reports the others.
fn accesses(args: &Args, dimensions: usize, elem_bytes: Option<u32>, errors: &mut Errors) -> Vec<ConstantAccess> {
    let implied = implied(dimensions == 1);
    let declared = args.accesses.as_deref().unwrap_or(&implied);
    let sides = match (args.shape, dimensions) {
        (Some(shape), _) => (shape.planes.map(|planes| planes.value), shape.rows, shape.cols),
        (None, 1) => (None, 1, LARGE),
        (None, 2) => (None, LARGE, LARGE),
        (None, _) => (Some(MANY_PLANES), LARGE / MANY_PLANES, LARGE),
    };
    let mut accesses: Vec<ConstantAccess> = Vec::new();
    for declared in declared {
        let found = sides_of(args, declared, sides).and_then(|(sides, plane_rows)| {
            let access = access_of(args, declared, sides, dimensions == 1, elem_bytes)?;
            Ok(ConstantAccess { access, plane_rows, span: declared.span })
        });
        let Some(found) = errors.keep(found) else { continue };
        let earlier: Vec<Access> = accesses.iter().map(|earlier| earlier.access.clone()).collect();
        if access::is_repeated(&found.access, &earlier) {
            errors.push(declared.span.error(format!("`{}` is declared twice\nhelp: keep one", found.access)));
        } else {
            accesses.push(found);
        }
    }
    accesses
}

/// The planes, rows and columns of a tile, or placeholders for them.
type Sides = (Option<u32>, u32, u32);

/// Returns the sides on which an access is checked by itself, and the rows of a plane where a table counts them: a lane's row is then
/// counted in planes of as many rows as the table needs.
fn sides_of(args: &Args, declared: &DeclaredAccess, sides: Sides) -> syn::Result<(Sides, Option<u32>)> {
    let (planes, _, cols) = sides;
    if planes.is_none() || args.constants.is_none() {
        return Ok((sides, None));
    }
    Ok(match declared.counted_plane_rows()? {
        Some(rows) => ((Some(LARGE), rows, cols), Some(rows)),
        None => (sides, None),
    })
}

fn access_of(
    args: &Args,
    declared: &DeclaredAccess,
    (planes, rows, cols): Sides,
    one_dimensional: bool,
    elem_bytes: Option<u32>,
) -> syn::Result<Access> {
    let access = declared.on(planes, rows, cols, one_dimensional)?;
    if matches!(access.pattern, Pattern::Stride { .. }) && !one_dimensional {
        let (has, element) = match planes {
            None => ("rows and columns", "(row, column)"),
            Some(_) => ("planes, rows and columns", "(plane, row, column)"),
        };
        return Err(declared.span.error(format!(
            "`stride` is for one-dimensional tiles, and this one has {has}\nhelp: write `lanes(|lane| {element})` instead"
        )));
    }
    // Checks that depend on the numbers happen where they are known.
    let accesses = [access];
    let bytes = elem_bytes.unwrap_or(1);
    let depends = elem_bytes.is_none() && access::depends_on_element(&accesses[0].pattern);
    let arch = args.arch();
    // Whether there is the instruction does not depend on the element.
    let on_any = TileSpec::builder(LARGE, LARGE, 2, &accesses).build().is_ok();
    if let (true, Err(error)) = (on_any && depends, TileSpec::builder(LARGE, LARGE, 2, &accesses).arch(arch).build()) {
        return Err(declared.span.error(error));
    }
    let spec = TileSpec::builder(rows, cols, bytes, &accesses).arch(arch);
    let spec = planes.into_iter().fold(spec, |spec, planes| spec.planes(planes)).build();
    match spec.map_err(|error| (error.culprit(), error)) {
        Err((Culprit::Access(_, argument), error)) if !depends || argument == AccessArgument::MaxWays => {
            Err(declared.span_of(argument).error(error))
        }
        _ => {
            let [access] = accesses;
            Ok(access)
        }
    }
}

fn is_supported(choice: LayoutChoice) -> bool {
    use LayoutChoice::{Auto, Pad, Plain, Swizzle};
    matches!(choice, Auto | Plain | Pad(_) | Swizzle(AutoOr::Auto | AutoOr::Exactly(_)))
}

fn is_search(choice: LayoutChoice) -> bool {
    use LayoutChoice::{Auto, Pad, Swizzle};
    matches!(choice, Auto | Pad(AutoOr::Auto) | Swizzle(AutoOr::Auto))
}

/// Returns what an option needs that const evaluation does not know.
fn literals(args: &Args) -> &'static str {
    if args.constants.is_some() { "a shape of literals" } else { "an element whose bytes the attribute knows" }
}

fn help(args: &Args) -> &'static str {
    if args.constants.is_some() {
        "help: write the numbers themselves"
    } else {
        "help: say what the element is, as in `elem(bytes = 4, cuda = \"float\")`"
    }
}

/// Returns the alignment in bytes of the storage of a `wmma` matrix; `None` for any other access.
///
/// # Errors
///
/// If `choice` has no pitch.
fn matrix_alignment(access: &Access, choice: LayoutChoice, arch: Arch) -> Option<Result<u32, SpecError>> {
    let Pattern::Wmma { shape, operand } = access.pattern else { return None };
    let ((rows, cols), accesses) = (shape.extent(operand), [access.clone()]);
    let side = rows.max(cols);
    let bytes = shape.element_bytes(operand).last().copied()?;
    let spec = TileSpec::builder(side, side, bytes, &accesses).arch(arch).choice(choice);
    // Other mistakes of the access are reported where it is checked by itself.
    let aligned = TileSpec::builder(side, side, bytes, &accesses).conflicts(ConflictPolicy::Allow).build().ok()?;
    match spec.build() {
        Err(error) if error.culprit() == Culprit::Choice => Some(Err(error)),
        _ => Some(Ok(solve(&aligned).ok()?.align())),
    }
}

/// Returns the least alignment of storage on `arch`, in bytes.
fn least_alignment(arch: Arch) -> u32 {
    let spec = TileSpec::builder(1, 1, 1, &[]).arch(arch).choice(LayoutChoice::Plain).build();
    spec.ok().and_then(|spec| solve(&spec).ok()).map_or(WIDEST_BYTES, |solution| solution.align())
}
