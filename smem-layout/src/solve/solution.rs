//! A layout with its storage: alignment, length and bytes.

use alloc::{
    boxed::Box,
    string::{String, ToString},
};

use smem_banks::TmaSwizzle;

use crate::{
    codegen::{CudaError, CudaTile, HeaderTile, StructForm},
    layout::{InPlanes, Layout},
    solve::{
        choice::LayoutChoice, failure::SolveError, left::Left, report::Report, size::check_size, spec::TileSpec,
        spec_error::Culprit,
    },
};

/// A layout, its storage, and the costs of the accesses on it: what [`solve`](crate::solve) returns.
///
/// ```
/// use smem_layout::{Access, TileSpec, solve};
///
/// let accesses = [Access::row(), Access::row().vec(2)];
/// let solution = solve(&TileSpec::builder(3, 6, 4, &accesses).stages(2).build()?)?;
/// assert_eq!((solution.align(), solution.vec()), (8, 2));
/// assert_eq!((solution.stage_len(), solution.len(), solution.bytes()), (18, 36, 144));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    layout: Layout,
    planes: Option<u32>,
    report: Report,
    elem_bytes: u32,
    stages: u32,
    align: u32,
    vec: u32,
    tma: Option<TmaSwizzle>,
    stage_len: usize,
    left: Option<Box<Left>>,
    proven: bool,
}

/// Returns the most elements that a stage of the storage may have.
pub(crate) fn most_elements(spec: &TileSpec<'_>) -> usize {
    let of_a_stage = spec.limit() / spec.elem_bytes / spec.stages;
    of_a_stage as usize / unit(spec) * unit(spec)
}

/// Returns the number of elements that a stage is a multiple of, so that each is aligned.
fn unit(spec: &TileSpec<'_>) -> usize {
    align(spec).div_ceil(spec.elem_bytes) as usize
}

/// Returns the alignment of the storage, in bytes.
fn align(spec: &TileSpec<'_>) -> u32 {
    let tile = spec.checked_tile();
    tile.align().max(tma(spec).map_or(0, TmaSwizzle::alignment))
}

fn tma(spec: &TileSpec<'_>) -> Option<TmaSwizzle> {
    if let LayoutChoice::Tma(mode) = spec.choice { Some(mode) } else { None }
}

impl Solution {
    /// Returns `layout` with its storage, if that is not too large.
    pub(crate) fn of(spec: &TileSpec<'_>, layout: Layout, report: Report) -> Result<Solution, SolveError> {
        let elem_bytes = spec.elem_bytes;
        let (align, vec, tma) = (align(spec), spec.checked_tile().granule(), tma(spec));
        let stage_len = layout.len().next_multiple_of(unit(spec));
        let solution = Solution {
            layout,
            planes: spec.planes,
            report,
            elem_bytes,
            stages: spec.stages,
            align,
            vec,
            tma,
            stage_len,
            left: None,
            proven: true,
        };
        // The elements alone do fit: what is too much is what the layout adds.
        check_size(spec, solution.bytes() as u128, Culprit::Choice)?;
        Ok(solution)
    }

    /// Says whether the search saw every layout that may be better.
    pub(crate) fn with_proof(self, proven: bool) -> Solution {
        Solution { proven, ..self }
    }

    /// Adds what the layout with the fewest excess wavefronts leaves.
    pub(crate) fn with_left(self, left: Option<Left>) -> Solution {
        Solution { left: left.map(Box::new), ..self }
    }

    pub(crate) fn into_parts(self) -> (Layout, Report) {
        (self.layout, self.report)
    }

    /// Returns the layout of one stage, whose rows are those of all planes.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the number of planes of a tile of three dimensions.
    pub fn planes(&self) -> Option<u32> {
        self.planes
    }

    /// Returns the shape of the tile and the class of its layout for people, as in `4 x 8 x 32, pitch 33`.
    pub fn description(&self) -> String {
        InPlanes { layout: &self.layout, planes: self.planes }.to_string()
    }

    /// Returns the costs of the accesses on the layout.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Returns what is left of the conflicts with [`ConflictPolicy::Least`](crate::ConflictPolicy::Least); `None` if nothing is,
    /// or if another policy was asked for.
    pub fn left(&self) -> Option<&Left> {
        self.left.as_deref()
    }

    /// Returns true if no layout of the classes that were searched is better by what is [preferred](crate::Prefer), and false if the
    /// search gave up before it had seen every one that may be: then this is the best that it found. Of XORs by several diagonals,
    /// which [`index_cost`](crate::index_cost) distinguishes, the cheapest found counts as the cheapest.
    ///
    /// Of an exact layout it is true, since nothing was searched.
    ///
    /// ```
    /// use smem_layout::{Access, TileSpec, solve};
    ///
    /// let accesses = [Access::row(), Access::col()];
    /// assert!(solve(&TileSpec::builder(32, 32, 4, &accesses).build()?)?.is_proven());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_proven(&self) -> bool {
        self.left.as_ref().map_or(self.proven, |left| left.is_proven())
    }

    /// Returns the number of bytes of an element.
    pub fn elem_bytes(&self) -> u32 {
        self.elem_bytes
    }

    /// Returns the number of tiles back to back in the storage.
    pub fn stages(&self) -> u32 {
        self.stages
    }

    /// Returns the alignment of the storage, in bytes: that of the widest access, at least a word.
    pub fn align(&self) -> u32 {
        self.align
    }

    /// Returns the number of elements of the widest vector that an access declares, which the layout keeps together and
    /// aligned.
    pub fn vec(&self) -> u32 {
        self.vec
    }

    /// Returns the mode of the bulk tensor copy that has this swizzle, if one was asked for.
    pub fn tma(&self) -> Option<TmaSwizzle> {
        self.tma
    }

    /// Returns the number of elements of one stage, with padding and what the alignment of the next stage needs.
    pub fn stage_len(&self) -> usize {
        self.stage_len
    }

    /// Returns the number of elements of storage: all stages.
    #[expect(clippy::len_without_is_empty, reason = "a tile has at least one element")]
    pub fn len(&self) -> usize {
        self.stage_len * self.stages as usize
    }

    /// Returns the number of bytes of storage.
    pub fn bytes(&self) -> usize {
        self.len() * self.elem_bytes as usize
    }

    /// Returns the tile as a struct `name` of CUDA C++ whose elements are of the type `elem`, to be put in front of the
    /// kernels that use it.
    ///
    /// ```
    /// use smem_layout::{Access, AutoOr, LayoutChoice, TileSpec, solve};
    ///
    /// let accesses = [Access::row(), Access::col()];
    /// let spec = TileSpec::builder(32, 32, 8, &accesses).choice(LayoutChoice::Pad(AutoOr::Auto)).build()?;
    /// let text = solve(&spec)?.cuda("ScanTile", "unsigned long long")?;
    /// assert!(text.contains("return row * 33u + col;"));
    /// assert!(text.contains("static_assert(sizeof(ScanTile) == 8440"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The bytes of an element and the number of stages are those that were solved for. Only the compiler of the text
    /// can check that `elem` has these bytes: the text asserts it.
    ///
    /// # Errors
    ///
    /// A name that no struct can have, or an element that is not spelled as a type.
    pub fn cuda(&self, name: &str, elem: &str) -> Result<String, CudaError> {
        self.cuda_tile(name, elem).text(StructForm::Kernel)
    }

    /// Returns the tile as a part of a [`Header`](crate::Header), as a struct `name` whose elements are of the type `elem`, which the
    /// header `include` declares if that is not CUDA's own.
    ///
    /// # Errors
    ///
    /// A name that no struct can have, or an element that is not spelled as a type.
    pub fn header_tile(&self, name: &str, elem: &str, include: Option<&str>) -> Result<HeaderTile, CudaError> {
        HeaderTile::of(&self.cuda_tile(name, elem), include, &self.report.to_string())
    }

    fn cuda_tile<'a>(&'a self, name: &'a str, elem: &'a str) -> CudaTile<'a> {
        CudaTile {
            name,
            elem,
            layout: &self.layout,
            planes: self.planes,
            elem_bytes: self.elem_bytes,
            stages: self.stages,
            align: self.align,
            vec: self.vec,
            tensor_map_swizzle: self.tma.map(|mode| mode.tensor_map_swizzle()),
            stage_len: self.stage_len,
            len: self.len(),
            bytes: self.bytes(),
        }
    }
}
