//! Accesses: a pattern of lanes, the elements a lane, the conflicts that are accepted.

#[cfg(feature = "alloc")]
use core::convert::Infallible;

use smem_banks::WIDEST_BYTES;

#[cfg(feature = "alloc")]
use crate::access::{
    access_error::AccessError,
    borrowed_table::BorrowedTable,
    check::check_access,
    fragment::{MmaShape, Operand},
    lane_table::LaneTable,
    shape::Shape,
    wmma::WmmaShape,
};
use crate::access::{pattern::Pattern, wmma};

/// A declared warp access pattern: which elements each lane touches, and which conflicts are accepted.
///
/// | access | lane `i` of warp `w` touches | positions |
/// | --- | --- | --- |
/// | `row` | vector `32 w + i` of the tile, counted along rows | every warp |
/// | `col` | vector `32 w + i` of the tile, counted down columns | every warp |
/// | `depth` | vector `32 w + i` of a tile of planes, counted along the planes, then along rows | every warp |
/// | `row(wrap = false)` | vector `32 w + i` of one row, if the row has as many | every warp of every row |
/// | `col(wrap = false)` | row `32 w + i` of one column of vectors, if there are as many | every warp of every column |
/// | `depth(wrap = false)` | plane `32 w + i` at one row and vector, if there are as many | every warp of every row and vector |
/// | `block(D, H, W)` | plane `i / (H W)`, row `i / W % H`, vector `i % W` of the block | every aligned one; lanes outside the tile are inactive |
/// | `block(H, W)` | row `i / W`, vector `i % W` of the block | every aligned one; lanes outside the tile are inactive |
/// | `window(H, W)` | row `i / W`, vector `i % W` of the window | every one inside the tile |
/// | `stride(K)` | element `start + K i` of a one-dimensional tile | every start; lanes outside the tile are inactive |
/// | `stride(K, aligned)` | the same | the starts `32 K w` plus an offset below K |
/// | `ldmatrix` | 16 bytes of row `i`, for `i < 8` | every 8 rows, every 16 bytes |
/// | `ldmatrix(trans)` | the same: `.trans` transposes the 8 x 8 matrix in registers | the same |
/// | `fragment(m16n8k16, a)` | row `i / 4`, vector `i % 4` of a register's 8 rows | every register of every aligned fragment |
/// | `wmma(m16n16k16, a)` | what `load_matrix_sync` and `store_matrix_sync` make of it | every aligned matrix |
/// | `transposed(A)` | column and row of what it touches in `A` | those of `A` on the tile with rows and columns exchanged |
/// | `lanes(..)` | the element that a [`LaneTable`] gives it | every warp of the table |
///
/// A vector is `vec` neighbouring elements of one row, which a lane loads or stores at once. So a transposed access has none:
/// its vectors would be neighbours in a column.
///
/// # Planes
///
/// A tile of three dimensions has planes of rows and columns. `row` walks along the rows of one plane after the other, `col` down the
/// columns of one plane after the other, `depth` along the planes at one row and column after the other. Blocks, windows, matrices
/// and fragments stay in a plane, at their positions in every plane; only `block(D, H, W)` reaches through planes. `transposed`
/// exchanges the rows and the columns of each plane.
///
/// # Fragments
///
/// `fragment(SHAPE, OPERAND)` is how lanes load an operand of `mma.sync` without `ldmatrix`: a register of 4 bytes a lane and a
/// request, or one element where that is wider. In a tile of 2-byte elements a request of `a` or `b` is so 8 rows of 4 pairs.
/// `mma.sync` takes A by rows and B by columns, and the pairs of a register are neighbours along k. A tile has them in a row if
/// it holds A as m rows of k elements, and B as *n rows of k elements*; C and D have m rows of n.
///
/// `transposed(fragment(..))` is the operand of a tile stored the other way, A as (k, m) or B as (k, n): the elements of a register are
/// then neighbours in a column, and each takes a request of its own. (`ldmatrix(trans)` reads such a tile 16 bytes at a time.)
///
/// Lanes hold pairs of C. In 2-byte elements a pair is a register; in wider ones each element is a request, or the pair is one with
/// `vec = 2`.
///
#[cfg_attr(feature = "alloc", doc = "```")]
#[cfg_attr(not(feature = "alloc"), doc = "```ignore")]
/// use smem_layout::Access;
///
/// let access = Access::row().vec(4).max_ways(2);
/// assert_eq!(access.to_string(), "row(vec = 4, max_ways = 2)");
/// assert!(access.check(32, 32, 4).is_ok());
/// assert!(access.check(32, 33, 4).is_err(), "vectors of 4 elements do not divide a row of 33");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Access<#[cfg(feature = "alloc")] T = LaneTable, #[cfg(not(feature = "alloc"))] T> {
    /// Which elements the lanes touch.
    pub pattern: Pattern<T>,
    /// Elements a lane touches at once, neighbours in a row: a power of two.
    pub vec: u32,
    /// The ways of the worst conflict that is accepted; 1 accepts none.
    pub max_ways: u32,
    /// True if rows and columns are exchanged, those of each plane in a tile of planes.
    pub transposed: bool,
}

impl<T> Access<T> {
    /// Returns an access of its parts, for const evaluation.
    #[doc(hidden)]
    pub const fn of(pattern: Pattern<T>, vec: u32, max_ways: u32, transposed: bool) -> Access<T> {
        Access { pattern, vec, max_ways, transposed }
    }

    /// Returns the number of elements that a lane touches at once: `vec`, or 16 bytes' worth for `ldmatrix`, or those of a
    /// register for a fragment.
    pub const fn lane_elements(&self, elem_bytes: u32) -> u32 {
        match self.pattern {
            Pattern::LdMatrix { .. } => whole_vector(elem_bytes),
            Pattern::Fragment { operand, .. } if !self.transposed => {
                let register = operand.lane_elements(elem_bytes);
                if self.vec > register { self.vec } else { register }
            }
            Pattern::Wmma { shape, operand } => wmma::lane_elements(shape, operand, elem_bytes, self.transposed),
            _ => self.vec,
        }
    }

    /// Returns true if the access takes a leading dimension, so that only a layout with a pitch will do.
    pub(crate) const fn needs_pitch(&self) -> bool {
        matches!(self.pattern, Pattern::Wmma { .. })
    }

    /// Returns the number of neighbours in a row that have to stay together and aligned: those that a lane touches at once, or 16
    /// bytes' worth where a leading dimension is counted in them.
    pub(crate) const fn granule(&self, elem_bytes: u32) -> u32 {
        if self.needs_pitch() { whole_vector(elem_bytes) } else { self.lane_elements(elem_bytes) }
    }

    /// Returns the rows and the columns that an operand of a tensor core takes of the tile; 1 x 1 for other accesses.
    pub(crate) const fn extent(&self) -> (u32, u32) {
        let (rows, cols) = match self.pattern {
            Pattern::Fragment { shape, operand } => operand.extent(shape),
            Pattern::Wmma { shape, operand } => shape.extent(operand),
            _ => (1, 1),
        };
        if self.transposed { (cols, rows) } else { (rows, cols) }
    }
}

#[cfg(feature = "alloc")]
impl Access {
    const fn new(pattern: Pattern) -> Access {
        Access { pattern, vec: 1, max_ways: 1, transposed: false }
    }

    /// Declares that lanes walk the tile row-major, wrapping at the end of a row.
    pub const fn row() -> Access {
        Access::new(Pattern::Row { wrap: true })
    }

    /// Declares that lanes walk the tile column-major, wrapping at the end of a column.
    pub const fn col() -> Access {
        Access::new(Pattern::Col { wrap: true })
    }

    /// Declares that lanes walk a tile of planes along the planes: all elements of one row and column, then those of the next
    /// column.
    ///
    /// ```
    /// use smem_layout::{Access, Positions};
    ///
    /// // 4 planes of 2 rows, 16 columns: row 1 of plane 3 is row 7.
    /// let access = Access::depth();
    /// let positions = Positions::in_planes(&access, 4, 2, 16, 4)?;
    /// assert_eq!(positions.count(), 4);
    /// assert_eq!(positions.lanes(0).at[..5], [(0, 0), (2, 0), (4, 0), (6, 0), (0, 1)]);
    /// assert_eq!(positions.lanes(3).at[31], (7, 15));
    /// # Ok::<(), smem_layout::AccessError>(())
    /// ```
    pub const fn depth() -> Access {
        Access::new(Pattern::Depth { wrap: true })
    }

    /// Declares that each warp stays in a row, as `for (c = lane; c < C; c += 32)` does. Lanes beyond the row's end are
    /// inactive.
    ///
    /// ```
    /// use smem_layout::{Access, Positions};
    ///
    /// let access = Access::unwrapped_row();
    /// assert_eq!(access.to_string(), "row(wrap = false)");
    /// let positions = Positions::new(&access, 3, 40, 4)?;
    /// assert_eq!(positions.count(), 6);
    /// assert_eq!(positions.lanes(1).active, 0xff);
    /// assert_eq!(positions.lanes(1).at[7], (0, 39));
    /// # Ok::<(), smem_layout::AccessError>(())
    /// ```
    pub const fn unwrapped_row() -> Access {
        Access::new(Pattern::Row { wrap: false })
    }

    /// Declares that each warp stays in a column, as [`unwrapped_row`](Self::unwrapped_row) in a row.
    pub const fn unwrapped_col() -> Access {
        Access::new(Pattern::Col { wrap: false })
    }

    /// Declares that each warp stays in a row and column of a tile of planes, as [`unwrapped_row`](Self::unwrapped_row) in a row.
    pub const fn unwrapped_depth() -> Access {
        Access::new(Pattern::Depth { wrap: false })
    }

    /// Declares `depth` x `height` x `width` lanes at every aligned position of a tile of planes.
    ///
    /// ```
    /// use smem_layout::{Access, Positions};
    ///
    /// let access = Access::block_3d(2, 4, 4);
    /// assert_eq!(access.to_string(), "block(2, 4, 4)");
    /// let positions = Positions::in_planes(&access, 8, 8, 16, 4)?;
    /// assert_eq!(positions.count(), 4 * 2 * 4);
    /// assert_eq!(positions.lanes(0).at[16], (8, 0), "plane 1 begins at row 8");
    /// assert!(access.check(64, 16, 4).is_err(), "a tile of rows and columns alone has no planes");
    /// # Ok::<(), smem_layout::AccessError>(())
    /// ```
    pub const fn block_3d(depth: u32, height: u32, width: u32) -> Access {
        Access::new(Pattern::Block3d { depth, height, width })
    }

    /// Declares `height` x `width` lanes at every aligned position.
    pub const fn block(height: u32, width: u32) -> Access {
        Access::new(Pattern::Block { height, width })
    }

    /// Declares `height` x `width` lanes at every position.
    pub const fn window(height: u32, width: u32) -> Access {
        Access::new(Pattern::Window { height, width })
    }

    /// Declares lane `i` at `start + step * i` of a one-dimensional tile, for every start.
    pub const fn stride(step: u32) -> Access {
        Access::new(Pattern::Stride { step, aligned: false })
    }

    /// Declares lane `i` at `start + step * i` of a one-dimensional tile, for the starts that are a multiple of `32 * step` plus
    /// an offset below `step`: warps that touch each element once, as in the steps of an FFT or a reduction.
    ///
    /// ```
    /// use smem_layout::{Access, Positions};
    ///
    /// let access = Access::aligned_stride(4);
    /// assert_eq!(access.to_string(), "stride(4, aligned)");
    /// let positions = Positions::new(&access, 1, 256, 4)?;
    /// let starts: Vec<u32> = (0..positions.count()).map(|number| positions.lanes(number).at[0].1).collect();
    /// assert_eq!(starts, [0, 1, 2, 3, 128, 129, 130, 131]);
    /// # Ok::<(), smem_layout::AccessError>(())
    /// ```
    pub const fn aligned_stride(step: u32) -> Access {
        Access::new(Pattern::Stride { step, aligned: true })
    }

    /// Declares 8 rows of 16 bytes a phase, as `ldmatrix` loads them.
    pub const fn ldmatrix() -> Access {
        Access::new(Pattern::LdMatrix { trans: false })
    }

    /// Declares 8 rows of 16 bytes a phase, as `ldmatrix.trans` loads them: the addresses are those of
    /// [`ldmatrix`](Self::ldmatrix), and so is the cost.
    pub const fn ldmatrix_trans() -> Access {
        Access::new(Pattern::LdMatrix { trans: true })
    }

    /// Declares the registers of an operand of `mma.sync`, at every aligned position of the operand in the tile.
    ///
    /// ```
    /// use smem_layout::{Access, MmaShape, Operand, Positions};
    ///
    /// let access = Access::fragment(MmaShape::M16N8K16, Operand::A);
    /// assert_eq!(access.to_string(), "fragment(m16n8k16, a)");
    /// // Four registers of two halves: 4 requests of 4 bytes a lane.
    /// let positions = Positions::new(&access, 16, 16, 2)?;
    /// assert_eq!((positions.count(), access.lane_elements(2)), (4, 2));
    /// assert_eq!(positions.lanes(0).at[5], (1, 2));
    /// # Ok::<(), smem_layout::AccessError>(())
    /// ```
    pub const fn fragment(shape: MmaShape, operand: Operand) -> Access {
        Access::new(Pattern::Fragment { shape, operand })
    }

    /// Declares the matrix of a `wmma` fragment, at every aligned position in the tile, as `load_matrix_sync` and `store_matrix_sync`
    /// touch it: A and C by rows, B by columns, which a tile holds as n rows of k elements. [`transposed`](Self::transposed), they are
    /// stored the other way.
    ///
    /// These functions take a leading dimension. So only layouts with a [pitch](crate::Layout::row_pitch) are allowed, of a multiple of 16
    /// bytes, and the tile is aligned to 32.
    ///
    /// ```
    /// use smem_layout::{Access, Operand, TileSpec, WmmaShape, solve};
    ///
    /// let accesses = [Access::wmma(WmmaShape::M16N16K16, Operand::A)];
    /// let solution = solve(&TileSpec::builder(64, 64, 2, &accesses).build()?)?;
    /// assert_eq!((solution.layout().row_pitch(), solution.align()), (Ok(72), 32));
    /// assert_eq!(accesses[0].to_string(), "wmma(m16n16k16, a)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn wmma(shape: WmmaShape, operand: Operand) -> Access {
        Access::new(Pattern::Wmma { shape, operand })
    }

    /// Returns the access with rows and columns exchanged, those of each plane in a tile of planes.
    ///
    /// ```
    /// use smem_layout::{Access, MmaShape, Operand, Positions};
    ///
    /// // B in a tile of k rows and n columns: its pairs are in columns.
    /// let access = Access::fragment(MmaShape::M16N8K16, Operand::B).transposed();
    /// assert_eq!(access.to_string(), "transposed(fragment(m16n8k16, b))");
    /// let positions = Positions::new(&access, 16, 8, 2)?;
    /// assert_eq!((positions.count(), access.lane_elements(2)), (4, 1));
    /// assert_eq!((positions.lanes(0).at[5], positions.lanes(1).at[5]), ((2, 1), (3, 1)));
    ///
    /// assert!(Access::row().vec(4).transposed().check(32, 32, 4).is_err(), "no lane loads 4 rows at once");
    /// # Ok::<(), smem_layout::AccessError>(())
    /// ```
    #[must_use]
    pub fn transposed(self) -> Access {
        Access { transposed: !self.transposed, ..self }
    }

    /// Declares the elements that `table` lists for each lane of each warp.
    pub const fn lanes(table: LaneTable) -> Access {
        Access::new(Pattern::Lanes(table))
    }

    /// Sets the elements that a lane touches at once.
    pub fn vec(self, vec: u32) -> Access {
        Access { vec, ..self }
    }

    /// Accepts conflicts of up to `max_ways` ways.
    pub fn max_ways(self, max_ways: u32) -> Access {
        Access { max_ways, ..self }
    }

    /// Checks the access against a tile of `rows` x `cols` elements of `elem_bytes` bytes.
    ///
    /// # Errors
    ///
    /// Names the argument that does not fit the tile, and what would.
    pub fn check(&self, rows: u32, cols: u32, elem_bytes: u32) -> Result<(), AccessError> {
        self.check_on(Shape::flat(rows, cols), elem_bytes)
    }

    /// Checks the access against a tile of `planes` planes of `rows` x `cols` elements of `elem_bytes` bytes.
    ///
    /// ```
    /// use smem_layout::Access;
    ///
    /// assert!(Access::window(3, 8).check_in_planes(4, 10, 34, 4).is_ok());
    /// assert!(Access::window(3, 8).check_in_planes(20, 2, 34, 4).is_err(), "a window is inside a plane");
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`check`](Self::check).
    pub fn check_in_planes(&self, planes: u32, rows: u32, cols: u32, elem_bytes: u32) -> Result<(), AccessError> {
        self.check_on(Shape::new(Some(planes), rows, cols), elem_bytes)
    }

    pub(crate) fn check_on(&self, shape: Shape, elem_bytes: u32) -> Result<(), AccessError> {
        check_access((&self.pattern, self.transposed), self.vec, self.max_ways, shape, elem_bytes)
    }

    /// Returns the access with its table borrowed.
    #[doc(hidden)]
    pub fn borrowed(&self) -> Access<BorrowedTable<'_>> {
        let Access { ref pattern, vec, max_ways, transposed } = *self;
        let Ok(pattern) = pattern.with_table(|table| Ok::<_, Infallible>(table.borrowed()));
        Access { pattern, vec, max_ways, transposed }
    }
}

/// Returns the elements of 16 bytes, at least one.
const fn whole_vector(elem_bytes: u32) -> u32 {
    if elem_bytes < WIDEST_BYTES { WIDEST_BYTES / elem_bytes } else { 1 }
}
