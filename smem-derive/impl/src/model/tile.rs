//! The checked model: what the attribute and the item say together, and the layout that `smem-layout` solves for it.

use crate::message::source;
use crate::message::spot::{Errors, Spot};
use crate::model::elem;
use crate::model::foreign::Context;
use crate::model::item::Item;
use crate::model::primitive::{self, Elem};
use crate::model::wide;
use crate::parse::access::{self, Declared};
use crate::parse::args::Args;
use crate::parse::shape::Shape;
use smem_layout::{Access, Arch, Choice, Culprit, Request, Solution, SolveError, WIDEST_BYTES};
use syn::ext::IdentExt;

/// A tile that has a layout.
pub(crate) struct Tile {
    pub(crate) shape: Shape,
    /// Nothing where the user did not speak of stages.
    pub(crate) stages: Option<u32>,
    pub(crate) arch: Arch,
    /// Which layouts were welcome.
    pub(crate) choice: Choice,
    pub(crate) elem: Elem,
    pub(crate) cuda_name: String,
    /// The header that declares the element in CUDA C++.
    pub(crate) include: Option<String>,
    /// What the solution was checked against.
    #[cfg(test)]
    pub(crate) accesses: Vec<Access>,
    pub(crate) solution: Solution,
    pub(crate) tensor_map_swizzle: Option<u32>,
    /// The option that states the size of the element.
    pub(crate) elem_spot: Option<Spot>,
}

impl Tile {
    /// Nothing where there is an error, in `errors` before or after.
    pub(crate) fn solve(args: &Args, item: &Item, errors: &mut Errors) -> Option<Tile> {
        let cuda_name = errors.keep(cuda_name(args, item));
        // Where the struct is generic, its element is no mistake of its own.
        let field = item.field.as_ref().filter(|_| item.generics.params.is_empty());
        let name = item.name.to_string();
        let context = Context { name: &name, shape: args.shape };
        // What is wrong with the option is reported already.
        let field = field.filter(|_| !args.elem_is_wrong);
        let elem = field.and_then(|field| errors.keep(elem::resolve(&field.ty, args.elem.as_ref(), context)));
        let shape = args.shape?;
        let implied = [Declared::implied("row"), Declared::implied("col")];
        let implied = if shape.one_dimensional { &implied[..1] } else { &implied };
        let declared = args.accesses.as_deref().unwrap_or(implied);
        let elem_bytes = elem.as_ref().map(|elem| elem.bytes);
        let accesses = accesses(declared, shape, elem_bytes, errors);
        if !errors.none() {
            return None;
        }
        let choice = args.choice.map(|choice| choice.value).unwrap_or(Choice::Auto);
        let request = Request {
            rows: shape.rows,
            cols: shape.cols,
            elem_bytes: elem_bytes?,
            accesses: &accesses,
            arch: args.arch.map_or(Arch::DEFAULT, |arch| arch.value),
            choice,
            allow_conflicts: args.allow_conflicts,
            stages: args.stages.map_or(1, |stages| stages.value),
            dynamic: args.dynamic,
        };
        let solved = request.solve().map_err(|error| match field {
            Some(field) if request.elem_bytes > WIDEST_BYTES && error.report().is_some() => {
                let ty = source::text(&field.ty);
                primitive::whole(&field.ty).error(wide::message(&request, &error, &ty, &name, args.is_shape_alone()))
            }
            _ => located(&error, args, shape, declared, item),
        });
        Some(Tile {
            shape,
            stages: args.stages.map(|stages| stages.value),
            arch: request.arch,
            choice,
            elem: elem?,
            cuda_name: cuda_name?,
            include: args.elem.as_ref().and_then(|elem| elem.include.clone()),
            solution: errors.keep(solved)?,
            tensor_map_swizzle: args.tensor_map_swizzle(),
            #[cfg(test)]
            accesses,
            elem_spot: args.elem.as_ref().map(|elem| elem.spot),
        })
    }
}

/// Returns the accesses that are right, and reports the others. Checks that depend on the element are skipped if it is
/// unknown.
fn accesses(declared: &[Declared], shape: Shape, elem_bytes: Option<u32>, errors: &mut Errors) -> Vec<Access> {
    let Shape { rows, cols, one_dimensional, .. } = shape;
    let mut accesses = Vec::new();
    for declared in declared {
        let Some(access) = errors.keep(declared.on(rows, cols, one_dimensional)) else { continue };
        let depends = access::depends_on_element(&access.pattern) || access.vec > WIDEST_BYTES;
        let checked = match elem_bytes {
            None if depends => Ok(()),
            elem_bytes => access.check(rows, cols, elem_bytes.unwrap_or(1)),
        };
        if let Err(error) = checked {
            errors.push(declared.spot_of(error.part).error(error.message));
        } else if access::is_repeated(&access, &accesses) {
            errors.push(declared.spot.error(format!("`{access}` is declared twice\nhelp: keep one")));
        } else {
            accesses.push(access);
        }
    }
    accesses
}

/// The solver's error, where the user wrote what caused it.
fn located(error: &SolveError, args: &Args, shape: Shape, declared: &[Declared], item: &Item) -> syn::Error {
    let whole_shape = shape.first.to(shape.last);
    let spot = match error.culprit() {
        Culprit::Rows => shape.first,
        Culprit::Cols => shape.last,
        Culprit::Size | Culprit::Element => whole_shape,
        Culprit::Stages => args.stages.map_or(whole_shape, |stages| stages.spot),
        Culprit::Option => match args.choice {
            Some(choice) => choice.spot,
            None => excluding(error, declared).filter(|_| args.accesses.is_some()).unwrap_or(whole_shape),
        },
        Culprit::Access(index, part) => declared.get(index).map_or(whole_shape, |declared| declared.spot_of(part)),
    };
    spot.error(error.message(&item.name.to_string()))
}

/// From the first to the last of the accesses that exclude each other.
fn excluding(error: &SolveError, declared: &[Declared]) -> Option<Spot> {
    let mut guilty = error.excluding().iter().filter_map(|number| declared.get(*number)).map(|declared| declared.spot);
    let first = guilty.next()?;
    Some(first.to(guilty.next_back().unwrap_or(first)))
}

/// The name of the struct in CUDA C++.
fn cuda_name(args: &Args, item: &Item) -> syn::Result<String> {
    let own = item.name.unraw().to_string();
    let (name, spot) = match &args.cuda {
        Some(cuda) => (cuda.value.clone(), cuda.spot),
        None => (own.clone(), Spot::at(item.name.span())),
    };
    match smem_layout::refused_name(&name) {
        None => Ok(name),
        Some(why) => {
            let proposed = if smem_layout::refused_name(&own).is_none() { own } else { beside(&own) };
            let name = name.escape_debug();
            Err(spot.error(format!(
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
