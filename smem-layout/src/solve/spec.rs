//! Tile specifications: what the solver is asked.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use smem_banks::Arch;

use crate::{
    access::{Access, AccessArgument, Shape, check_element, missing_instruction},
    layout::Prefer,
    solve::{
        checked_tile::CheckedTile,
        choice::{AutoOr, LayoutChoice},
        spec_error::{Culprit, SpecError},
    },
};

/// A tile, its accesses, and the layouts that are allowed: what [`solve`](crate::solve) is asked.
///
/// The accesses fit the tile, which has elements: [`TileSpecBuilder::build`] refuses all else.
///
/// ```
/// use smem_layout::{Access, AutoOr, LayoutChoice, TileSpec, solve};
///
/// let accesses = [Access::row(), Access::col()];
/// let spec = TileSpec::builder(32, 32, 8, &accesses).choice(LayoutChoice::Pad(AutoOr::Auto)).build()?;
/// let solution = solve(&spec)?;
/// assert_eq!(solution.layout().pitch(), 33);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TileSpec<'a> {
    // The solver's variations of a specification need not fit: it checks those that it tries.
    pub(super) planes: Option<u32>,
    /// The rows of a plane.
    pub(super) rows: u32,
    pub(super) cols: u32,
    pub(super) elem_bytes: u32,
    pub(super) accesses: &'a [Access],
    pub(super) arch: Arch,
    pub(super) choice: LayoutChoice,
    pub(super) prefer: Prefer,
    pub(super) conflicts: ConflictPolicy,
    pub(super) stages: u32,
    pub(super) dynamic: bool,
}

/// The answer where the allowed layouts conflict. [`TileSpecBuilder::conflicts`] has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum ConflictPolicy {
    /// An error.
    #[default]
    Deny,
    /// The exact layout where one is asked for, to measure it, and else the best that a bounded search finds.
    Allow,
    /// The layout with the fewest excess wavefronts, the sum over the accesses of those of the worst request of each; of several the
    /// one that [`Prefer`](crate::Prefer) puts first. Accesses with `max_ways` keep to them first, where that is possible, and what they accept does not
    /// count. [`Solution::left`](crate::Solution::left) says what is left, and whether it is proved that no layout of the classes
    /// leaves less.
    Least,
}

/// Builds a [`TileSpec`], which has an example.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct TileSpecBuilder<'a> {
    spec: TileSpec<'a>,
}

impl<'a> TileSpec<'a> {
    /// Starts a specification of `rows` x `cols` elements of `elem_bytes` bytes (1, 2, 4, 8, 16 or 32) on which `accesses`
    /// must be free of conflict, up to their `max_ways`. A one-dimensional tile has one row.
    ///
    /// By default any layout is allowed, in static shared memory of the [default](Arch::DEFAULT) architecture.
    pub const fn builder(rows: u32, cols: u32, elem_bytes: u32, accesses: &'a [Access]) -> TileSpecBuilder<'a> {
        TileSpecBuilder {
            spec: TileSpec {
                planes: None,
                rows,
                cols,
                elem_bytes,
                accesses,
                arch: Arch::DEFAULT,
                choice: LayoutChoice::Auto,
                prefer: Prefer::Balance,
                conflicts: ConflictPolicy::Deny,
                stages: 1,
                dynamic: false,
            },
        }
    }

    /// Returns a builder that starts from this specification.
    pub const fn to_builder(&self) -> TileSpecBuilder<'a> {
        TileSpecBuilder { spec: *self }
    }

    /// Returns the number of planes of a tile of three dimensions.
    pub const fn planes(&self) -> Option<u32> {
        self.planes
    }

    /// Returns the number of rows, those of a plane where the tile has planes; one for a one-dimensional tile.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the shape of the tile.
    pub(super) const fn shape(&self) -> Shape {
        Shape::new(self.planes, self.rows, self.cols)
    }

    /// Returns the number of columns, in elements.
    pub const fn cols(&self) -> u32 {
        self.cols
    }

    /// Returns the number of bytes of an element.
    pub const fn elem_bytes(&self) -> u32 {
        self.elem_bytes
    }

    /// Returns the accesses that must be free of conflict, up to their `max_ways`.
    pub const fn accesses(&self) -> &'a [Access] {
        self.accesses
    }

    /// Returns the architecture whose banks and limits apply.
    pub const fn arch(&self) -> Arch {
        self.arch
    }

    /// Returns the layouts that are allowed.
    pub const fn choice(&self) -> LayoutChoice {
        self.choice
    }

    /// Returns which of the allowed layouts comes first.
    pub const fn prefer(&self) -> Prefer {
        self.prefer
    }

    /// Returns the answer where these layouts conflict.
    pub const fn conflicts(&self) -> ConflictPolicy {
        self.conflicts
    }

    /// Returns the number of tiles back to back in the storage.
    pub const fn stages(&self) -> u32 {
        self.stages
    }

    /// Returns true for dynamic shared memory, whose limit is the one that a block can opt in to.
    pub const fn is_dynamic(&self) -> bool {
        self.dynamic
    }

    /// Returns the number of bytes of shared memory that the tile may have.
    pub const fn limit(&self) -> u32 {
        if self.dynamic { self.arch.opt_in_limit() } else { self.arch.static_limit() }
    }

    pub(super) fn allows_conflicts(&self) -> bool {
        self.conflicts == ConflictPolicy::Allow
    }

    pub(super) fn checked_tile(&self) -> CheckedTile<'a> {
        CheckedTile {
            planes: self.planes,
            rows: self.shape().all_rows(),
            cols: self.cols,
            elem_bytes: self.elem_bytes,
            accesses: self.accesses,
            most_stored: (self.limit() / self.elem_bytes / self.stages) as usize,
            prefer: self.prefer,
            model: self.arch.bank_model(),
        }
    }

    /// Returns the ways that each access accepts.
    pub(super) fn allowed_ways(&self) -> Vec<u32> {
        self.accesses.iter().map(|access| access.max_ways).collect()
    }

    /// Checks all but the size of the storage, which depends on the layout.
    pub(super) fn check(&self) -> Result<(), SpecError> {
        let wrong = |culprit, message: &str| Err(SpecError { culprit, message: message.to_string() });
        let empty =
            |culprit, part| wrong(culprit, &format!("a tile has at least one {part}\nhelp: write a number from 1"));
        if let Err(message) = check_element(self.elem_bytes) {
            return wrong(Culprit::Element, &message);
        }
        if self.planes == Some(0) {
            return empty(Culprit::Planes, "plane");
        }
        if self.rows == 0 {
            return empty(Culprit::Rows, "row");
        }
        if self.cols == 0 {
            return empty(Culprit::Cols, "column");
        }
        if self.stages == 0 {
            return empty(Culprit::Stages, "stage");
        }
        if let LayoutChoice::Layout(layout) = self.choice
            && (layout.rows(), layout.cols()) != (self.shape().all_rows(), self.cols)
        {
            let message = format!("`{layout}` is not a layout of {} x {} elements", self.shape().all_rows(), self.cols);
            return wrong(Culprit::Choice, &message);
        }
        if self.conflicts == ConflictPolicy::Least
            && let Some(instead) = instead_of_exact(self.choice)
        {
            let message = format!("`conflicts = least` chooses the layout, and `{}` names it\n{instead}", self.choice);
            return wrong(Culprit::Conflicts, &message);
        }
        if self.prefer != Prefer::Balance && !self.choice.is_search() {
            let Self { prefer, choice, .. } = self;
            let message =
                format!("`{prefer}` chooses between layouts, and `{choice}` names one\nhelp: leave `prefer` out");
            return wrong(Culprit::Prefer, &message);
        }
        for (number, access) in self.accesses.iter().enumerate() {
            if let Err(error) = access.check_on(self.shape(), self.elem_bytes) {
                return wrong(Culprit::Access(number, error.argument()), error.message());
            }
            if let Some(message) = missing_instruction(access, self.elem_bytes, self.arch) {
                return wrong(Culprit::Access(number, AccessArgument::Pattern), &message);
            }
        }
        self.check_pitch()
    }

    /// Checks that the choice may have a pitch, where an access needs one.
    fn check_pitch(&self) -> Result<(), SpecError> {
        let Some(access) = self.accesses.iter().find(|access| access.needs_pitch()) else { return Ok(()) };
        let wrong = |culprit, message: String| Err(SpecError { culprit, message });
        let has_none = match self.choice {
            LayoutChoice::Auto | LayoutChoice::Plain | LayoutChoice::Pad(_) => false,
            LayoutChoice::Layout(layout) => layout.row_pitch().is_err(),
            _ => true,
        };
        if has_none {
            let message = format!(
                "`{access}` takes a leading dimension, and `{}` has no pitch\nhelp: write `pad = auto`",
                self.choice
            );
            return wrong(Culprit::Choice, message);
        }
        Ok(())
    }
}

/// Returns what to write with `conflicts = least` instead of an exact layout; `None` where the layout is searched for.
fn instead_of_exact(choice: LayoutChoice) -> Option<String> {
    let class = match choice {
        LayoutChoice::Auto | LayoutChoice::Pad(AutoOr::Auto) | LayoutChoice::Swizzle(AutoOr::Auto) => return None,
        LayoutChoice::Pad(_) | LayoutChoice::PadEvery { .. } => "pad = auto",
        LayoutChoice::Swizzle(_) | LayoutChoice::Rotate(_) | LayoutChoice::Matrix(_) => "swizzle = auto",
        LayoutChoice::Plain | LayoutChoice::Layout(_) => "layout = auto",
        LayoutChoice::Tma(_) => return Some("help: keep this layout with `conflicts = allow`".to_string()),
    };
    Some(format!("help: write `{class}`, or keep this layout with `conflicts = allow`"))
}

impl<'a> TileSpecBuilder<'a> {
    /// Makes it a tile of so many planes, each of which has the rows and the columns.
    ///
    /// The planes are stored one after the other: row `r` of plane `p` is row `p * rows + r` of the layout.
    ///
    /// ```
    /// use smem_layout::{Access, TileSpec, solve};
    ///
    /// let accesses = [Access::row(), Access::col(), Access::depth()];
    /// let solution = solve(&TileSpec::builder(8, 32, 4, &accesses).planes(4).build()?)?;
    /// assert!(solution.report().is_conflict_free());
    /// assert_eq!((solution.planes(), solution.layout().rows()), (Some(4), 32));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn planes(mut self, planes: u32) -> Self {
        self.spec.planes = Some(planes);
        self
    }

    /// Sets the number of rows, those of a plane where the tile has planes; one for a one-dimensional tile.
    pub const fn rows(mut self, rows: u32) -> Self {
        self.spec.rows = rows;
        self
    }

    /// Sets the number of columns, in elements.
    pub const fn cols(mut self, cols: u32) -> Self {
        self.spec.cols = cols;
        self
    }

    /// Sets the number of bytes of an element: 1, 2, 4, 8, 16 or 32.
    pub const fn elem_bytes(mut self, elem_bytes: u32) -> Self {
        self.spec.elem_bytes = elem_bytes;
        self
    }

    /// Sets the accesses that must be free of conflict, up to their `max_ways`.
    pub const fn accesses<'b>(self, accesses: &'b [Access]) -> TileSpecBuilder<'b>
    where
        'a: 'b,
    {
        TileSpecBuilder { spec: TileSpec { accesses, ..self.spec } }
    }

    /// Sets the architecture whose banks and limits apply.
    pub const fn arch(mut self, arch: Arch) -> Self {
        self.spec.arch = arch;
        self
    }

    /// Sets the layouts that are allowed.
    pub const fn choice(mut self, choice: LayoutChoice) -> Self {
        self.spec.choice = choice;
        self
    }

    /// Sets which of the allowed layouts comes first. With an exact layout there is nothing to choose, and [`build`](Self::build)
    /// refuses all but [`Prefer::Balance`].
    pub const fn prefer(mut self, prefer: Prefer) -> Self {
        self.spec.prefer = prefer;
        self
    }

    /// Sets the answer where the allowed layouts conflict.
    ///
    /// ```
    /// use smem_layout::{Access, ConflictPolicy, LayoutChoice, TileSpec, solve};
    ///
    /// let accesses = [Access::row(), Access::col()];
    /// let dense = TileSpec::builder(32, 32, 4, &accesses).choice(LayoutChoice::Plain);
    /// assert!(solve(&dense.build()?).is_err());
    ///
    /// let kept = solve(&dense.conflicts(ConflictPolicy::Allow).build()?)?;
    /// assert_eq!(kept.report().accesses[1].cost.wavefronts, 32);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn conflicts(mut self, conflicts: ConflictPolicy) -> Self {
        self.spec.conflicts = conflicts;
        self
    }

    /// Sets the number of tiles back to back in the storage.
    pub const fn stages(mut self, stages: u32) -> Self {
        self.spec.stages = stages;
        self
    }

    /// Puts the tile in dynamic shared memory, whose limit is the one that a block can opt in to, or in static.
    pub const fn dynamic(mut self, dynamic: bool) -> Self {
        self.spec.dynamic = dynamic;
        self
    }

    /// Returns the specification.
    ///
    /// # Errors
    ///
    /// Names the part at fault and what to write instead: no planes, rows, columns or stages, an element of a size that no lane
    /// accesses, an access that does not fit the tile or that the architecture does not have, or an exact layout of another
    /// tile. Whether the tile fits into shared memory depends on the layout, so [`solve`](crate::solve) says so.
    pub fn build(self) -> Result<TileSpec<'a>, SpecError> {
        self.spec.check().map(|()| self.spec)
    }
}
