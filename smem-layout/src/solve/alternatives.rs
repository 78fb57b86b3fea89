//! The cheapest layout of each class, to compare with the one that the solver chooses.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    codegen::{Dialect, index_expression},
    layout::{Layout, Rank, Swizzle},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        choice::{AutoOr, LayoutChoice},
        exact::exact_layout,
        laid_out::LaidOut,
        layout_class::LayoutClass,
        named::named,
        report::Report,
        search::{search, search_class},
        solution::Solution,
        spec::TileSpec,
    },
};

/// The cheapest layout of a class, or why there is none; [`alternatives`] returns one for each class.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Alternative {
    /// The class.
    pub class: LayoutClass,
    /// The result of the search in it.
    pub outcome: Outcome,
}

/// The outcome of searching a class. [`alternatives`] shows one.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// The layout that [`Prefer`](crate::Prefer) puts first of those on which no access has more ways than it accepts; of
    /// [`LayoutClass::Dense`] the dense layout, whatever its accesses cost.
    Found {
        /// The layout with its storage and the costs of the accesses.
        solution: Box<Solution>,
        /// How the attribute spells exactly this layout, where it can.
        option: Option<LayoutChoice>,
    },
    /// A layout without conflicts of so many bytes, more than a block has.
    TooLarge {
        /// Bytes of storage.
        bytes: usize,
    },
    /// No layout without conflicts. Of padding inside rows, none better than padding at their end.
    None {
        /// False if the search gave up before it had seen every layout of the class, or does not go through all of them: of XORs of
        /// the offset it tries only CuTe's swizzles where a row is not a power of two long or the banks are those of compute
        /// capability 1.x or 3.x (with words of 4 bytes), and takes no words apart where conflicts are accepted.
        proven: bool,
    },
}

/// Returns the best layout of each class for the tile of `spec`, whichever layouts `spec` allows: those without conflicts first, by what
/// `spec` prefers, then the dense layout if it conflicts, then the classes without a layout. The layout of `layout = auto` is the first.
///
/// Where the dense layout has no conflicts it is the only one.
///
/// ```
/// use smem_layout::{Access, LayoutClass, Outcome, TileSpec, alternatives};
///
/// let accesses = [Access::row(), Access::col()];
/// let found = alternatives(&TileSpec::builder(32, 32, 4, &accesses).build()?);
/// let bytes = |class| {
///     let alternative = found.iter().find(|alternative| alternative.class == class)?;
///     match &alternative.outcome {
///         Outcome::Found { solution, .. } => Some((solution.bytes(), solution.report().excess())),
///         _ => None,
///     }
/// };
/// assert_eq!(bytes(LayoutClass::XorOfColumn), Some((4096, 0)));
/// assert_eq!(bytes(LayoutClass::Padding), Some((4220, 0)));
/// assert_eq!(bytes(LayoutClass::Dense), Some((4096, 31)));
/// # Ok::<(), smem_layout::SpecError>(())
/// ```
pub fn alternatives(spec: &TileSpec<'_>) -> Vec<Alternative> {
    let tile = spec.checked_tile();
    let allowed = spec.allowed_ways();
    let mut found: Vec<Alternative> = Vec::new();
    // The searches of single classes take fewer steps, and must not deny what the solver finds.
    let chosen = search(&tile, LayoutChoice::Auto, &allowed, &Budget::new(Budget::SEARCH)).ok().map(|best| best.layout);
    // Padding inside rows that is not better than padding at their end gains nothing.
    let mut limit = Some(tile.rank_of(2 * tile.rows as usize * tile.cols as usize, 0));
    for class in LayoutClass::ALL {
        if matches!(class, LayoutClass::Rotation) && tile.rows == 1 {
            continue;
        }
        let layout = match class {
            LayoutClass::Dense => Ok(tile.pitched(tile.line())),
            class => search_class(&tile, class, &allowed, limit, &Budget::new(Budget::MESSAGE)).map(|best| best.layout),
        };
        let layout = match (&chosen, layout) {
            (Some(chosen), Err(_)) if class_of(&tile, chosen) == class => Ok(*chosen),
            (Some(chosen), Ok(layout))
                if class_of(&tile, chosen) == class && tile.rank(chosen) < tile.rank(&layout) =>
            {
                Ok(*chosen)
            }
            (_, layout) => layout,
        };
        if let (LayoutClass::Padding, Ok(layout)) = (class, &layout) {
            limit = Some(tile.rank(layout));
        }
        let outcome = match layout {
            Ok(layout) => laid(spec, layout),
            Err(not_found) => Outcome::None { proven: not_found.proven },
        };
        // The cheapest XOR of the offset may be one of the column.
        let is_other_class = || {
            let of_column = found.iter().find(|other| other.class == LayoutClass::XorOfColumn);
            class == LayoutClass::XorOfOffset
                && is_of_column(&outcome)
                && of_column.is_some_and(|other| accepted(&other.outcome).is_some())
        };
        if is_found_already(&outcome, &found) || is_other_class() {
            continue;
        }
        let is_free = class == LayoutClass::Dense && accepted(&outcome).is_some();
        found.push(Alternative { class, outcome });
        if is_free {
            return found;
        }
    }
    found.sort_by_key(|alternative| rank(&tile, &alternative.outcome));
    found
}

/// Returns true if the layout has the offsets of one that was found, by another name.
fn is_found_already(outcome: &Outcome, found: &[Alternative]) -> bool {
    let layout = |outcome: &Outcome| match outcome {
        Outcome::Found { solution, .. } => Some(index_expression(solution.layout(), Dialect::Rust)),
        _ => None,
    };
    let this = layout(outcome);
    this.is_some() && found.iter().any(|other| layout(&other.outcome) == this)
}

/// Returns true if the layout that was found is an XOR of the column by the row, under whichever name.
fn is_of_column(outcome: &Outcome) -> bool {
    let Outcome::Found { solution, .. } = outcome else { return false };
    named(*solution.layout()).matrix().is_some()
}

/// Returns the solution, if its conflicts are accepted.
fn accepted(outcome: &Outcome) -> Option<&Solution> {
    match outcome {
        Outcome::Found { solution, .. } => Some(&**solution).filter(|solution| solution.report().is_accepted()),
        _ => None,
    }
}

/// Returns the class of a layout that a search found.
fn class_of(tile: &CheckedTile<'_>, layout: &Layout) -> LayoutClass {
    match (layout.swizzle(), layout.pad()) {
        (Swizzle::None, 0) => LayoutClass::Dense,
        (Swizzle::None, _) if layout.line() == tile.line() => LayoutClass::Padding,
        (Swizzle::None, _) => LayoutClass::PaddingInside,
        (Swizzle::Rotate(_), _) => LayoutClass::Rotation,
        (Swizzle::Cute(_) | Swizzle::Matrix(_), _) if layout.matrix().is_some() => LayoutClass::XorOfColumn,
        _ => LayoutClass::XorOfOffset,
    }
}

/// Returns the place in the list: the kind of outcome, and what is preferred of the layouts without conflicts.
fn rank(tile: &CheckedTile<'_>, outcome: &Outcome) -> (u8, Rank) {
    match outcome {
        Outcome::Found { solution, .. } => {
            let conflicts = u8::from(accepted(outcome).is_none());
            (conflicts, tile.rank(solution.layout()))
        }
        Outcome::TooLarge { bytes } => (2, tile.rank_of(*bytes, 0)),
        Outcome::None { .. } => (3, tile.rank_of(0, 0)),
    }
}

/// Returns the layout with its storage, its report and its spelling.
fn laid(spec: &TileSpec<'_>, layout: Layout) -> Outcome {
    let spec = TileSpec { choice: LayoutChoice::Auto, ..*spec };
    let laid_out = LaidOut { layout: &layout, planes: spec.planes, elem_bytes: spec.elem_bytes };
    let report = Report::of_checked(&laid_out, spec.accesses, &spec.arch.bank_model());
    match Solution::of(&spec, layout, report) {
        Ok(solution) => Outcome::Found { solution: Box::new(solution), option: spelled(&spec, &layout) },
        Err(_) => Outcome::TooLarge { bytes: layout.bytes(spec.elem_bytes) * spec.stages as usize },
    }
}

/// Returns the choice that gives exactly this layout.
fn spelled(spec: &TileSpec<'_>, layout: &Layout) -> Option<LayoutChoice> {
    let tile = spec.checked_tile();
    let choice = match (layout.swizzle(), layout.pad()) {
        (Swizzle::None, 0) => LayoutChoice::Plain,
        (Swizzle::None, pad) if layout.line() == tile.line() => LayoutChoice::Pad(AutoOr::Exactly(pad)),
        (Swizzle::None, pad) => LayoutChoice::PadEvery { pad, every: layout.line() },
        (Swizzle::Rotate(rotation), 0) => LayoutChoice::Rotate(rotation),
        (Swizzle::Offset(matrix), 0) => LayoutChoice::Matrix(matrix),
        (_, 0) => LayoutChoice::Swizzle(AutoOr::Exactly(layout.cute()?)),
        _ => return None,
    };
    let exact = exact_layout(&TileSpec { choice, ..*spec }, &tile).ok()??;
    let mut elements = (0..tile.rows).flat_map(|row| (0..tile.cols).map(move |col| (row, col)));
    let is_as_long = exact.len() == layout.len();
    let is_same = is_as_long && elements.all(|(row, col)| exact.index(row, col) == layout.index(row, col));
    is_same.then_some(choice)
}
