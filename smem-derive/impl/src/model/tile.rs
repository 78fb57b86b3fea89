//! The checked model: the tile that attribute and item describe together, with the layout that `smem-layout` solves for.

use crate::message::source;
use crate::message::span::{Errors, SourceSpan};
use crate::model::elem;
use crate::model::foreign::TileContext;
use crate::model::item::Item;
use crate::model::primitive::{self, ElementProperties};
use crate::model::wide;
use crate::parse::access::{self, DeclaredAccess};
use crate::parse::args::Args;
use crate::parse::shape::TileShape;
use smem_layout::{
    Access, Arch, ConflictPolicy, Culprit, LayoutChoice, Prefer, Solution, SolveError, TileSpec, WIDEST_BYTES,
    conflicting_solution, solve,
};
use syn::ext::IdentExt;

/// A tile that has a layout.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "read"),
    allow(dead_code, reason = "the code of a tile needs less than a program that reads it")
)]
pub(crate) struct SolvedTile {
    pub(crate) shape: TileShape,
    /// `None` if the attribute does not say `stages`.
    pub(crate) stages: Option<u32>,
    pub(crate) arch: Arch,
    /// The layouts that were allowed.
    pub(crate) choice: LayoutChoice,
    pub(crate) prefer: Prefer,
    pub(crate) elem: ElementProperties,
    pub(crate) cuda_name: String,
    /// The header that declares the element in CUDA C++.
    pub(crate) include: Option<String>,
    /// The accesses that the solution was checked against.
    pub(crate) accesses: Vec<Access>,
    pub(crate) is_dynamic: bool,
    /// The error of a tile whose accesses conflict, which was [kept](IfConflicting::Keep).
    pub(crate) refusal: Option<syn::Error>,
    pub(crate) solution: Solution,
    pub(crate) tensor_map_swizzle: Option<u32>,
    /// True if `index` is a function of CubeCL as well.
    pub(crate) is_cubecl: bool,
    /// The option that states the size of the element.
    pub(crate) elem_span: Option<SourceSpan>,
}

/// The answer to a tile whose accesses conflict where that is an error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum IfConflicting {
    Refuse,
    #[cfg_attr(not(feature = "read"), allow(dead_code, reason = "for programs"))]
    /// The layout that `conflicts = allow` would give, with the error beside it.
    Keep,
}

impl SolvedTile {
    /// Returns `None` if there is an error; `errors` has it.
    pub(crate) fn solve(
        args: &Args,
        item: &Item,
        if_conflicting: IfConflicting,
        errors: &mut Errors,
    ) -> Option<SolvedTile> {
        let cuda_name = errors.keep(cuda_name(args, item));
        let field = item.element(args);
        let name = item.name.to_string();
        let context = TileContext { name: &name, shape: args.shape };
        let elem = field.and_then(|field| errors.keep(elem::resolve(&field.ty, args.elem.as_ref(), context)));
        let shape = args.shape?;
        let implied = implied(shape.one_dimensional);
        let declared = args.accesses.as_deref().unwrap_or(&implied);
        let elem_bytes = elem.as_ref().map(|elem| elem.bytes);
        let accesses = accesses(declared, shape, elem_bytes, errors);
        if !errors.none() {
            return None;
        }
        let (choice, prefer, arch) = (args.choice(), args.prefer(), args.arch());
        let stages = args.stages.map(|stages| stages.value);
        let conflicts = args.conflicts.map_or(ConflictPolicy::Deny, |conflicts| conflicts.value);
        let spec = TileSpec::builder(shape.rows, shape.cols, elem_bytes?, &accesses);
        let spec = shape
            .planes
            .map_or(spec, |planes| spec.planes(planes.value))
            .arch(arch)
            .choice(choice)
            .prefer(prefer)
            .conflicts(conflicts)
            .stages(stages.unwrap_or(1))
            .dynamic(args.dynamic)
            .build();
        let at = |culprit| place(culprit, args, shape, declared);
        let spec = errors.keep(spec.map_err(|error| at(error.culprit()).error(error)))?;
        let explained = |error: SolveError| match field {
            Some(field) if spec.elem_bytes() > WIDEST_BYTES && error.report().is_some() => {
                let ty = source::text(&field.ty);
                primitive::whole(&field.ty).error(wide::message(&spec, &error, &ty, &name, args.is_shape_alone()))
            }
            _ => {
                // If no layout was chosen, the accesses are at fault.
                let excluding =
                    excluding(&error, declared).filter(|_| args.choice.is_none() && args.accesses.is_some());
                let span = excluding.unwrap_or_else(|| at(error.culprit()));
                span.error(error.message(&name))
            }
        };
        let (solved, refusal) = match solve(&spec) {
            Ok(solution) => (Ok(solution), None),
            Err(error) if error.report().is_some() && if_conflicting != IfConflicting::Refuse => {
                match conflicting_solution(&spec, &error) {
                    Some(solution) => (Ok(solution), Some(explained(error))),
                    None => (Err(explained(error)), None),
                }
            }
            Err(error) => (Err(explained(error)), None),
        };
        Some(SolvedTile {
            shape,
            stages,
            arch,
            choice,
            prefer,
            elem: elem?,
            cuda_name: cuda_name?,
            include: args.elem.as_ref().and_then(|elem| elem.include.clone()),
            solution: errors.keep(solved)?,
            tensor_map_swizzle: args.tensor_map_swizzle(),
            is_cubecl: args.cubecl.is_some(),
            is_dynamic: args.dynamic,
            refusal,
            accesses,
            elem_span: args.elem.as_ref().map(|elem| elem.span),
        })
    }
}

/// Returns the accesses of an attribute that declares none.
pub(crate) fn implied(one_dimensional: bool) -> Vec<DeclaredAccess> {
    let names = if one_dimensional { &["row"][..] } else { &["row", "col"] };
    names.iter().map(|name| DeclaredAccess::implied(name)).collect()
}

/// Returns the accesses that are right, and reports the others. Checks that depend on the element are skipped if it is
/// unknown.
pub(crate) fn accesses(
    declared: &[DeclaredAccess],
    shape: TileShape,
    elem_bytes: Option<u32>,
    errors: &mut Errors,
) -> Vec<Access> {
    let TileShape { planes, rows, cols, one_dimensional, .. } = shape;
    let planes = planes.map(|planes| planes.value);
    let mut accesses = Vec::new();
    for declared in declared {
        let Some(access) = errors.keep(declared.on(planes, rows, cols, one_dimensional)) else { continue };
        let depends = access::depends_on_element(&access.pattern) || access.vec > WIDEST_BYTES;
        let checked = match elem_bytes {
            None if depends => Ok(()),
            elem_bytes => match (planes, elem_bytes.unwrap_or(1)) {
                (None, bytes) => access.check(rows, cols, bytes),
                (Some(planes), bytes) => access.check_in_planes(planes, rows, cols, bytes),
            },
        };
        if let Err(error) = checked {
            errors.push(declared.span_of(error.argument()).error(error.message()));
        } else if access::is_repeated(&access, &accesses) {
            errors.push(declared.span.error(format!("`{access}` is declared twice\nhelp: keep one")));
        } else {
            accesses.push(access);
        }
    }
    accesses
}

/// Returns the place where the user wrote what is at fault.
fn place(culprit: Culprit, args: &Args, shape: TileShape, declared: &[DeclaredAccess]) -> SourceSpan {
    let whole_shape = shape.span();
    match culprit {
        Culprit::Planes => shape.planes.map_or(whole_shape, |planes| planes.span),
        Culprit::Rows => shape.first,
        Culprit::Cols => shape.last,
        Culprit::Stages => args.stages.map_or(whole_shape, |stages| stages.span),
        Culprit::Choice => args.choice.map_or(whole_shape, |choice| choice.span),
        Culprit::Prefer => args.prefer.map_or(whole_shape, |prefer| prefer.span),
        Culprit::Conflicts => args.conflicts.map_or(whole_shape, |conflicts| conflicts.span),
        Culprit::Access(number, argument) => {
            declared.get(number).map_or(whole_shape, |declared| declared.span_of(argument))
        }
        _ => whole_shape,
    }
}

/// Returns the place of the accesses that exclude each other, from the first to the last.
fn excluding(error: &SolveError, declared: &[DeclaredAccess]) -> Option<SourceSpan> {
    let mut guilty = error.excluding().iter().filter_map(|number| declared.get(*number)).map(|declared| declared.span);
    let first = guilty.next()?;
    Some(first.to(guilty.next_back().unwrap_or(first)))
}

/// Returns the name of the struct in CUDA C++.
pub(crate) fn cuda_name(args: &Args, item: &Item) -> syn::Result<String> {
    let own = item.name.unraw().to_string();
    let (name, span) = match &args.cuda {
        Some(cuda) => (cuda.value.clone(), cuda.span),
        None => (own.clone(), SourceSpan::at(item.name.span())),
    };
    match smem_layout::refused_name(&name) {
        None => Ok(name),
        Some(why) => {
            let proposed = if smem_layout::refused_name(&own).is_none() { own } else { beside(&own) };
            let name = name.escape_debug();
            Err(span.error(format!(
                "`{name}` {why}\nhelp: give the CUDA struct another name, as in `cuda = \"{proposed}\"`"
            )))
        }
    }
}

/// Returns a name for the CUDA struct of a tile whose own name CUDA refuses.
fn beside(own: &str) -> String {
    let ascii: String = own.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("{}Tile", ascii.trim_start_matches(|c: char| c.is_ascii_digit()))
}
