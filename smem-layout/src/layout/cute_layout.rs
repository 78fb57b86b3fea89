//! CuTe's layouts: nested shapes and strides, from a coordinate to an offset, and a swizzle after.

use alloc::vec::Vec;
use core::fmt;

use smem_banks::Cute;

/// A layout as CuTe writes it, `(128,64):(64,1) o Swizzle<3,3,3>`: the offset of each coordinate, in elements.
///
/// A mode is an extent with a stride, or several modes in parentheses, of which the first one counts fastest:
///
/// ```text
/// (4,(2,8)):(2,(1,8))    4 x 16 elements: 2 x 8 columns, of which neighbours are 1 apart and pairs of them 8
/// ```
///
/// ```
/// use smem_layout::CuteLayout;
///
/// let tile: CuteLayout = "(128,64):(64,1) o Swizzle<3,3,3>".parse()?;
/// assert_eq!((tile.size(), tile.cosize(), tile.extents()), (128 * 64, 128 * 64, vec![128, 64]));
/// // Row 1, column 8: chunks of 8 elements are XORed with the row.
/// assert_eq!(tile.offset(&[1, 8]), Some(64 + (8 ^ 8)));
/// assert_eq!(tile.offset_of(1), Some(64 + 8)); // the first mode counts fastest: row 1, column 0
/// assert_eq!(tile.to_string(), "(128,64):(64,1) o Swizzle<3,3,3>");
/// // CuTe prints it so: in front of a pointer a swizzle is one of addresses in bytes.
/// assert_eq!("Sw<3,4,3> o smem_ptr[16b](0x400) o (_128,_64):(_64,_1)".parse::<CuteLayout>()?, tile);
/// # Ok::<(), smem_layout::CuteLayoutError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CuteLayout {
    pub(super) modes: CuteMode,
    pub(super) swizzle: Option<Cute>,
}

/// A mode: an extent with a stride, or several modes, of which the first counts fastest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum CuteMode {
    Single { extent: u32, stride: u32 },
    Nested(Vec<CuteMode>),
}

impl CuteLayout {
    /// The swizzle after it, if it has one.
    pub fn swizzle(&self) -> Option<Cute> {
        self.swizzle
    }

    /// Returns the same layout with another swizzle, or without one.
    ///
    /// ```
    /// use smem_layout::{Cute, CuteLayout};
    ///
    /// let rows: CuteLayout = "(8,64):(64,1)".parse()?;
    /// let tile = rows.with_swizzle(Cute::new(3, 3, 3));
    /// assert_eq!(tile.to_string(), "(8,64):(64,1) o Swizzle<3,3,3>");
    /// assert_eq!(tile.with_swizzle(None), rows);
    /// # Ok::<(), smem_layout::CuteLayoutError>(())
    /// ```
    #[must_use]
    pub fn with_swizzle(&self, swizzle: Option<Cute>) -> CuteLayout {
        CuteLayout { modes: self.modes.clone(), swizzle }
    }

    /// The number of coordinates.
    pub fn size(&self) -> u32 {
        self.modes.size()
    }

    /// One more than the highest offset, after the swizzle: the elements of storage. With a swizzle that moves bits of these offsets it looks
    /// at each element.
    ///
    /// ```
    /// use smem_layout::CuteLayout;
    ///
    /// let dense: CuteLayout = "8:1 o Swizzle<0,4,3>".parse()?;
    /// assert_eq!(dense.cosize(), 8);
    /// let gaps: CuteLayout = "(2,4):(8,1) o Swizzle<1,2,1>".parse()?;
    /// assert_eq!(gaps.cosize(), 16); // row 1 is moved from 8..12 to 12..16
    /// # Ok::<(), smem_layout::CuteLayoutError>(())
    /// ```
    pub fn cosize(&self) -> u32 {
        let highest = self.modes.highest();
        let is_moved = |swizzle: &Cute| swizzle.source() & bits_up_to(highest) != 0;
        let moved =
            self.swizzle.filter(is_moved).and_then(|_| (0..self.size()).filter_map(|at| self.offset_of(at)).max());
        moved.unwrap_or(highest) + 1
    }

    /// Returns the bits that an offset can have, and perhaps more.
    pub(super) fn offset_bits(&self) -> u32 {
        let bits = bits_up_to(self.modes.highest());
        bits | self.swizzle.map_or(0, |swizzle| swizzle.moved(swizzle.source() & bits))
    }

    /// The extents of the modes at the top: rows and columns of `(128,(8,8)):(8,(1,1024))` are 128 and 64.
    pub fn extents(&self) -> Vec<u32> {
        match &self.modes {
            CuteMode::Single { extent, .. } => alloc::vec![*extent],
            CuteMode::Nested(modes) => modes.iter().map(CuteMode::size).collect(),
        }
    }

    /// The offset of a coordinate, in elements: a number for each mode at the top. `None` outside of the layout.
    pub fn offset(&self, at: &[u32]) -> Option<u32> {
        let plain = match &self.modes {
            CuteMode::Nested(modes) if modes.len() == at.len() => {
                modes.iter().zip(at).try_fold(0, |sum, (mode, at)| Some(sum + mode.offset(*at)?))
            }
            mode => (at.len() == 1).then(|| mode.offset(at[0])).flatten(),
        };
        plain.map(|offset| self.swizzled(offset))
    }

    /// The offset of the coordinate of a number below [`size`](Self::size), the first mode counting fastest. `None` beyond.
    pub fn offset_of(&self, number: u32) -> Option<u32> {
        self.modes.offset(number).map(|offset| self.swizzled(offset))
    }

    fn swizzled(&self, offset: u32) -> u32 {
        self.swizzle.map_or(offset, |swizzle| swizzle.apply(offset))
    }
}

impl CuteMode {
    fn size(&self) -> u32 {
        match self {
            CuteMode::Single { extent, .. } => *extent,
            CuteMode::Nested(modes) => modes.iter().map(CuteMode::size).product(),
        }
    }

    /// The highest offset.
    fn highest(&self) -> u32 {
        match self {
            CuteMode::Single { extent, stride } => (extent - 1) * stride,
            CuteMode::Nested(modes) => modes.iter().map(CuteMode::highest).sum(),
        }
    }

    /// Elements and the highest offset, without an overflow.
    pub(super) fn extent_of_all(&self) -> (u64, u64) {
        match self {
            CuteMode::Single { extent, stride } => {
                (u64::from(*extent), u64::from(extent.saturating_sub(1)) * u64::from(*stride))
            }
            CuteMode::Nested(modes) => {
                modes.iter().map(CuteMode::extent_of_all).fold((1, 0), |(size, highest), (own, own_highest)| {
                    (own.saturating_mul(size), own_highest.saturating_add(highest))
                })
            }
        }
    }

    fn offset(&self, number: u32) -> Option<u32> {
        match self {
            CuteMode::Single { extent, stride } => (number < *extent).then(|| number * stride),
            CuteMode::Nested(modes) => {
                let (mut rest, mut sum) = (number, 0);
                for mode in modes {
                    sum += mode.offset(rest % mode.size())?;
                    rest /= mode.size();
                }
                (rest == 0).then_some(sum)
            }
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, number: fn(u32, u32) -> u32) -> fmt::Result {
        match self {
            CuteMode::Single { extent, stride } => write!(f, "{}", number(*extent, *stride)),
            CuteMode::Nested(modes) => {
                f.write_str("(")?;
                for (at, mode) in modes.iter().enumerate() {
                    if at > 0 {
                        f.write_str(",")?;
                    }
                    mode.write(f, number)?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Returns the bits of the numbers up to `highest`.
fn bits_up_to(highest: u32) -> u32 {
    u32::MAX.checked_shr(highest.leading_zeros()).unwrap_or(0)
}

/// Writes `(128,64):(64,1) o Swizzle<3,3,3>`.
impl fmt::Display for CuteLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.modes.write(f, |extent, _| extent)?;
        f.write_str(":")?;
        self.modes.write(f, |_, stride| stride)?;
        match self.swizzle {
            None => Ok(()),
            Some(swizzle) => write!(f, " o Swizzle<{},{},{}>", swizzle.bits(), swizzle.base(), swizzle.shift()),
        }
    }
}
