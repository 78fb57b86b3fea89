//! The search: from a request to the cheapest layout without conflicts, or the best there is and why.
//!
//! Every layout that comes out has been checked against the exact bank model at every position that can differ;
//! the closed forms of the search only decide which layouts are worth checking.

use alloc::{format, vec, vec::Vec};

use crate::{
    access::{Access, AccessError, Part, Pattern, WIDEST_BYTES},
    arch::Arch,
    bank::Sharing,
    failure::{Alternative, Culprit, Failure, SolveError, TooLarge},
    layout::Layout,
    problem::Problem,
    report::Report,
    swizzle::{Cute, Swizzle},
    xor_best::best_at,
    xor_search::XorSearch,
};

/// A tile, its accesses, and which layouts are welcome.
///
/// ```
/// use smem_layout::{Access, Choice, Pick, Request, solve};
///
/// let accesses = [Access::row(), Access::col()];
/// let request = Request { choice: Choice::Pad(Pick::Auto), ..Request::new(32, 32, 8, &accesses) };
/// let layout = solve(&request)?;
/// assert_eq!(layout.pitch, 33);
/// # Ok::<(), smem_layout::SolveError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Rows of the tile; one for a one-dimensional tile.
    pub rows: u32,
    /// Columns of the tile, in elements.
    pub cols: u32,
    /// Bytes of an element: 1, 2, 4, 8, 16 or 32.
    pub elem_bytes: u32,
    /// The accesses that must be free of conflict (up to their `max_ways`).
    pub accesses: &'a [Access],
    /// Whose banks and limits count.
    pub arch: Arch,
    /// Which layouts are welcome.
    pub choice: Choice,
    /// Keep a conflicting layout, to measure it.
    pub allow_conflicts: bool,
    /// Tiles back to back in the storage.
    pub stages: u32,
    /// Dynamic shared memory: the limit is what a block can opt in to.
    pub dynamic: bool,
}

/// Which layouts are welcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Any: fewest bytes first, then fewest index operations.
    Auto,
    /// Only the dense one.
    Plain,
    /// Unused elements at the end of each row.
    Pad(Pick<u32>),
    /// An XOR on the column.
    Swizzle(Pick<Cute>),
    /// One of the modes in which the bulk tensor copy writes shared memory.
    Tma(TmaSwizzle),
}

/// A value to search for, or one to check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick<T> {
    /// The least that is free of conflict.
    Auto,
    /// This one.
    Exactly(T),
}

/// The swizzle modes of the bulk tensor copy (TMA): chunks of 16 bytes are XORed with the row, as the hardware does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TmaSwizzle {
    /// Rows of 32 bytes: `CU_TENSOR_MAP_SWIZZLE_32B`.
    B32,
    /// Rows of 64 bytes: `CU_TENSOR_MAP_SWIZZLE_64B`.
    B64,
    /// Rows of 128 bytes: `CU_TENSOR_MAP_SWIZZLE_128B`.
    B128,
}

impl TmaSwizzle {
    /// Bytes of a row in this mode.
    pub const fn row_bytes(self) -> u32 {
        match self {
            TmaSwizzle::B32 => 32,
            TmaSwizzle::B64 => 64,
            TmaSwizzle::B128 => 128,
        }
    }

    /// Bytes after which the pattern repeats: the base of the tile is a multiple of them, because the hardware XORs
    /// address bits, not offsets.
    pub const fn alignment(self) -> u32 {
        8 * self.row_bytes()
    }

    /// The value of `CUtensorMapSwizzle`, as in `cuda.h`.
    pub const fn tensor_map_swizzle(self) -> u32 {
        match self {
            TmaSwizzle::B32 => 1,
            TmaSwizzle::B64 => 2,
            TmaSwizzle::B128 => 3,
        }
    }

    /// CuTe's name for it, in elements of `elem_bytes` bytes (1 to 16): `Swizzle<3, 4, 3>` in bytes for 128-byte rows.
    pub fn cute(self, elem_bytes: u32) -> Option<Cute> {
        let bits = self.row_bytes().ilog2() - 4;
        Cute::new(bits, 4u32.checked_sub(elem_bytes.ilog2())?, 3)
    }
}

/// A layout and its storage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Where each element of one stage is stored.
    pub layout: Layout,
    /// What the accesses cost on it.
    pub report: Report,
    /// Alignment of the storage, in bytes: that of the widest access, at least a word.
    pub align: u32,
    /// Elements of the widest vector that an access declares, which the layout keeps together and aligned.
    pub vec: u32,
    /// Elements of one stage, padding included, so many that the next stage is aligned.
    pub stage_len: usize,
    /// Elements of storage: all stages.
    pub len: usize,
    /// Bytes of storage.
    pub bytes: usize,
}

/// The layout that `request` asks for. [`Request::solve`] also tells what it costs.
///
/// # Errors
///
/// See [`Request::solve`].
pub fn solve(request: &Request<'_>) -> Result<Layout, SolveError> {
    request.solve().map(|solution| solution.layout)
}

impl<'a> Request<'a> {
    /// A request for any layout, free of conflict for `accesses`, in static shared memory.
    pub const fn new(rows: u32, cols: u32, elem_bytes: u32, accesses: &'a [Access]) -> Self {
        Request {
            rows,
            cols,
            elem_bytes,
            accesses,
            arch: Arch::DEFAULT,
            choice: Choice::Auto,
            allow_conflicts: false,
            stages: 1,
            dynamic: false,
        }
    }

    /// Finds the layout, with its storage and what it costs.
    ///
    /// # Errors
    ///
    /// Says which option is at fault and what to write instead: a shape without elements or too large for shared memory,
    /// an access that does not fit the tile, a given layout that conflicts, or accesses for which none exists, with the
    /// best there is.
    pub fn solve(&self) -> Result<Solution, SolveError> {
        self.check_shape()?;
        self.check_accesses()?;
        let problem = self.problem();
        let allowed: Vec<u32> = self.accesses.iter().map(|access| access.max_ways).collect();
        match self.choice {
            Choice::Plain => self.given(problem.pitched(problem.line()), &problem),
            Choice::Pad(Pick::Exactly(pad)) => self.given(self.padded(&problem, pad)?, &problem),
            Choice::Swizzle(Pick::Exactly(cute)) => self.given(self.swizzled(&problem, cute)?, &problem),
            Choice::Tma(mode) => self.given(self.tma(mode)?, &problem),
            Choice::Auto | Choice::Pad(Pick::Auto) | Choice::Swizzle(Pick::Auto) => {
                match search(&problem, self.choice, &allowed) {
                    Ok(layout) => self.finish(layout),
                    Err(unfound) => self.without(&problem, &allowed, unfound),
                }
            }
        }
    }

    pub(crate) fn problem(&self) -> Problem<'a> {
        Problem {
            rows: self.rows,
            cols: self.cols,
            elem_bytes: self.elem_bytes,
            accesses: self.accesses,
            model: self.arch.bank_model(),
        }
    }

    /// Bytes of shared memory that the tile may have.
    pub(crate) fn limit(&self) -> u32 {
        if self.dynamic { self.arch.opt_in_limit() } else { self.arch.static_limit() }
    }

    fn check_shape(&self) -> Result<(), SolveError> {
        let empty = |culprit| Err(SolveError::new(culprit, Failure::Empty));
        if self.rows == 0 {
            return empty(Culprit::Rows);
        }
        if self.cols == 0 {
            return empty(Culprit::Cols);
        }
        if self.stages == 0 {
            return empty(Culprit::Stages);
        }
        // Four factors of 32 bits need more than 64.
        let bytes = [self.rows, self.cols, self.stages, self.elem_bytes].map(u128::from).iter().product::<u128>();
        self.check_size(bytes)
    }

    fn check_size(&self, bytes: u128) -> Result<(), SolveError> {
        if bytes <= u128::from(self.limit()) {
            return Ok(());
        }
        Err(SolveError::new(Culprit::Size, Failure::TooLarge(TooLarge::of(self, bytes))))
    }

    fn check_accesses(&self) -> Result<(), SolveError> {
        for (number, access) in self.accesses.iter().enumerate() {
            let fail = |error: AccessError| {
                let culprit = Culprit::Access(number, error.part);
                Err(SolveError::new(culprit, Failure::Access(error)))
            };
            if let Err(error) = access.check(self.rows, self.cols, self.elem_bytes) {
                return fail(error);
            }
            if access.pattern == Pattern::LdMatrix && !self.arch.has_ldmatrix() {
                let message = format!("`{}` has no `ldmatrix`: it came with sm_75", self.arch);
                return fail(AccessError { part: Part::Pattern, message });
            }
        }
        Ok(())
    }

    fn padded(&self, problem: &Problem<'_>, pad: u32) -> Result<Layout, SolveError> {
        let pitch = u128::from(problem.line()) + u128::from(pad);
        let bytes = pitch * u128::from(problem.lines()) * u128::from(self.stages) * u128::from(self.elem_bytes);
        self.check_size(bytes)?;
        let granule = problem.granule();
        if (pitch as u32).is_multiple_of(granule) || problem.lines() == 1 {
            return Ok(problem.pitched(pitch as u32));
        }
        let widest = self.widest_access();
        let name = format!("{}", self.accesses[widest]);
        Err(SolveError::new(Culprit::Option, Failure::Misaligned { pad, pitch: pitch as u32, granule, access: name }))
    }

    fn swizzled(&self, problem: &Problem<'_>, cute: Cute) -> Result<Layout, SolveError> {
        let layout = Layout::swizzled(self.rows, self.cols, Swizzle::Cute(cute));
        let granule = problem.granule();
        if 1 << cute.base() < granule && cute.bits() > 0 {
            let name = format!("{}", self.accesses[self.widest_access()]);
            return Err(SolveError::new(Culprit::Option, Failure::TornVector { cute, granule, access: name }));
        }
        // A bijection of the natural numbers, so of the tile exactly when nothing leaves it.
        let len = self.rows * self.cols;
        let outside = (0..len).find(|offset| cute.apply(*offset) >= len);
        match outside {
            None => Ok(layout),
            Some(offset) => Err(SolveError::new(
                Culprit::Option,
                Failure::NotABijection {
                    cute,
                    row: offset / self.cols,
                    col: offset % self.cols,
                    to: cute.apply(offset),
                    len,
                },
            )),
        }
    }

    fn tma(&self, mode: TmaSwizzle) -> Result<Layout, SolveError> {
        let row_bytes = self.cols * self.elem_bytes;
        match mode.cute(self.elem_bytes) {
            Some(cute) if row_bytes == mode.row_bytes() && self.rows > 1 => {
                Ok(Layout::swizzled(self.rows, self.cols, Swizzle::Cute(cute)))
            }
            _ => {
                Err(SolveError::new(Culprit::Option, Failure::TmaRow { mode, row_bytes, elem_bytes: self.elem_bytes }))
            }
        }
    }

    /// The access with the widest vectors.
    fn widest_access(&self) -> usize {
        let width = |access: &Access| access.lane_elements(self.elem_bytes);
        (0..self.accesses.len()).rev().max_by_key(|&number| width(&self.accesses[number])).unwrap_or(0)
    }

    /// A layout that was given, not searched: it must not conflict unless that is allowed.
    fn given(&self, layout: Layout, problem: &Problem<'_>) -> Result<Solution, SolveError> {
        let solution = self.finish(layout)?;
        if self.allow_conflicts || solution.report.is_accepted() {
            return Ok(solution);
        }
        let alternatives = self.alternatives(problem);
        let Solution { layout, report, .. } = solution;
        Err(SolveError::new(Culprit::Option, Failure::Conflict { layout, report, alternatives }))
    }

    /// What to say, or to keep, when no layout is free of conflict.
    fn without(&self, problem: &Problem<'_>, allowed: &[u32], unfound: Unfound) -> Result<Solution, SolveError> {
        let best = best(problem, self.choice, allowed);
        let solution = self.finish(best)?;
        if self.allow_conflicts {
            return Ok(solution);
        }
        let Solution { layout, report, .. } = solution;
        let excluding = excluding(problem, self.choice, allowed);
        let alternatives = if self.choice == Choice::Auto { Vec::new() } else { self.alternatives(problem) };
        Err(SolveError::new(
            Culprit::Option,
            Failure::NoneExists { proven: unfound.proven, best: layout, report, excluding, alternatives },
        ))
    }

    /// Searches that do find a layout that fits, cheapest way of saying so first.
    fn alternatives(&self, problem: &Problem<'_>) -> Vec<Alternative> {
        let allowed: Vec<u32> = self.accesses.iter().map(|access| access.max_ways).collect();
        let mut found = Vec::new();
        for choice in [Choice::Pad(Pick::Auto), Choice::Swizzle(Pick::Auto)] {
            if choice == self.choice {
                continue;
            }
            let solution = search(problem, choice, &allowed)
                .ok()
                .and_then(|layout| Request { choice, ..*self }.finish(layout).ok());
            if let Some(Solution { layout, bytes, .. }) = solution {
                let plain = layout.pad() == 0 && layout.swizzle == Swizzle::None;
                let alternative = match choice {
                    _ if plain => Alternative { option: "layout = plain".into(), bytes },
                    Choice::Pad(_) => Alternative { option: format!("pad = {}", layout.pad()), bytes },
                    _ => Alternative { option: "swizzle = auto".into(), bytes },
                };
                if !found.contains(&alternative) {
                    found.push(alternative);
                }
            }
        }
        found
    }

    /// Storage and report of a layout.
    fn finish(&self, layout: Layout) -> Result<Solution, SolveError> {
        let problem = self.problem();
        let model = problem.model;
        let widest = (problem.granule() * self.elem_bytes).min(WIDEST_BYTES);
        let paired = if model.sharing == Sharing::PairedWords { 2 * model.span() } else { 0 };
        let tma = if let Choice::Tma(mode) = self.choice { mode.alignment() } else { 0 };
        let align = widest.max(model.bank_bytes).max(paired).max(tma);
        let unit = align.div_ceil(self.elem_bytes) as usize;
        let stage_len = layout.len().next_multiple_of(unit);
        let len = stage_len * self.stages as usize;
        let bytes = len * self.elem_bytes as usize;
        self.check_size(bytes as u128)?;
        let report = Report::of(&layout, self.elem_bytes, self.accesses, self.arch);
        Ok(Solution { layout, report, align, vec: problem.granule(), stage_len, len, bytes })
    }
}

/// No layout was found.
#[derive(Clone, Copy, Debug)]
struct Unfound {
    /// True when there is none; false when the search gave up before it had seen every matrix.
    proven: bool,
}

/// The cheapest layout of the welcome classes on which every access has at most its allowed ways.
fn search(problem: &Problem<'_>, choice: Choice, allowed: &[u32]) -> Result<Layout, Unfound> {
    let line = problem.line();
    let raise = !line.is_power_of_two();
    let mut proven = true;
    for pitch in problem.pitches() {
        let unpadded = pitch == line;
        if unpadded || matches!(choice, Choice::Auto | Choice::Pad(_)) {
            let layout = problem.pitched(pitch);
            if problem.fits(&layout, allowed) {
                return Ok(layout);
            }
        }
        let raised = raise && pitch <= line.next_power_of_two();
        if (unpadded || raised) && matches!(choice, Choice::Auto | Choice::Swizzle(_)) {
            match swizzled(problem, pitch, allowed) {
                Ok(layout) => return Ok(layout),
                Err(unfound) => proven &= unfound.proven,
            }
        }
    }
    Err(Unfound { proven })
}

/// The cheapest XOR at this pitch.
fn swizzled(problem: &Problem<'_>, pitch: u32, allowed: &[u32]) -> Result<Layout, Unfound> {
    let search = XorSearch::new(*problem, pitch, allowed).ok_or(Unfound { proven: true })?;
    let matrix = search.solve().ok_or_else(|| Unfound { proven: !search.gave_up() })?;
    let layout = named(problem.swizzled(pitch, Swizzle::Matrix(matrix)));
    // The forbidden pairs are exact; this is the promise that nothing unchecked is emitted.
    if problem.fits(&layout, allowed) { Ok(layout) } else { Err(Unfound { proven: false }) }
}

/// The layout with the fewest excess wavefronts over the accesses that have more ways than allowed, then the fewest bytes.
fn best(problem: &Problem<'_>, choice: Choice, allowed: &[u32]) -> Layout {
    let line = problem.line();
    let plain = problem.pitched(line);
    // The dense layout is the one to beat, whatever it costs.
    let mut least = problem.unaccepted_excess(&plain, allowed, u32::MAX).unwrap_or(u32::MAX);
    let mut best = plain;
    if matches!(choice, Choice::Auto | Choice::Swizzle(_)) {
        for pitch in [line, line.next_power_of_two()] {
            if let Some((excess, layout)) = best_at(*problem, pitch, allowed, least) {
                (least, best) = (excess, named(layout));
            }
        }
    }
    if matches!(choice, Choice::Auto | Choice::Pad(_)) {
        for layout in problem.pitches().map(|pitch| problem.pitched(pitch)) {
            if let Ok(excess) = problem.unaccepted_excess(&layout, allowed, least) {
                (least, best) = (excess, layout);
            }
        }
    }
    best
}

/// The same layout with CuTe's name for its swizzle, where it has one.
fn named(layout: Layout) -> Layout {
    match layout.cute() {
        Some(cute) if layout.line == layout.cols && layout.pad() == 0 => layout.with_swizzle(Swizzle::Cute(cute)),
        _ => layout,
    }
}

/// The access that no layout serves, or two that each have a layout but none together.
fn excluding(problem: &Problem<'_>, choice: Choice, allowed: &[u32]) -> Vec<usize> {
    // Only what is proven is said: where the search gives up, a layout may exist.
    let solvable = |numbers: &[usize]| {
        let accesses: Vec<Access> = numbers.iter().map(|&number| problem.accesses[number].clone()).collect();
        let ways: Vec<u32> = numbers.iter().map(|&number| allowed[number]).collect();
        search(&Problem { accesses: &accesses, ..*problem }, choice, &ways)
            .map_or_else(|unfound| !unfound.proven, |_| true)
    };
    let count = problem.accesses.len();
    if let Some(alone) = (0..count).find(|&number| !solvable(&[number])) {
        return vec![alone];
    }
    for other in 1..count {
        for one in 0..other {
            if count == 2 || !solvable(&[one, other]) {
                return vec![one, other];
            }
        }
    }
    (0..count).collect()
}
