//! Draws tiles: shapes, elements and accesses at random, solved by `layout = auto`.

use std::fmt;

use smem_layout::{Access, Layout, Swizzle, TileSpec, solve};

use crate::random::Random;

/// Elements whose struct in CUDA C++ needs no header, by their bytes.
const ELEMENTS: [(u32, &str); 5] =
    [(1, "unsigned char"), (2, "unsigned short"), (4, "float"), (8, "unsigned long long"), (16, "uint4")];

/// Bytes that a lane loads or stores at most.
const WIDEST: u32 = 16;

/// A class of layouts, by the form of its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClassOfLayout {
    /// Row after row.
    Dense,
    /// Unused elements at the end of each row.
    Padded,
    /// Unused elements after every so many of the row-major offset.
    PaddedInside,
    /// CuTe's XOR of the offset.
    Cute,
    /// Any XOR of the column by the row.
    RowXor,
    /// Any invertible matrix of the offset's bits.
    Offset,
    /// Each row turned.
    Rotated,
}

impl ClassOfLayout {
    /// All of them.
    pub const ALL: [ClassOfLayout; 7] = [
        ClassOfLayout::Dense,
        ClassOfLayout::Padded,
        ClassOfLayout::PaddedInside,
        ClassOfLayout::Cute,
        ClassOfLayout::RowXor,
        ClassOfLayout::Offset,
        ClassOfLayout::Rotated,
    ];

    /// Returns the class of `layout`. A swizzle with a raised pitch belongs to its swizzle. `None` for a class that smem-layout has
    /// and this list lacks.
    ///
    /// ```
    /// use smem_hardware::random_tiles::ClassOfLayout;
    /// use smem_layout::Layout;
    ///
    /// assert_eq!(ClassOfLayout::of(&Layout::padded(32, 32, 1)?), Some(ClassOfLayout::Padded));
    /// # Ok::<(), smem_layout::LayoutError>(())
    /// ```
    pub fn of(layout: &Layout) -> Option<ClassOfLayout> {
        match layout.swizzle() {
            Swizzle::None if layout.is_plain() => Some(ClassOfLayout::Dense),
            Swizzle::None if layout.is_in_rows() => Some(ClassOfLayout::Padded),
            Swizzle::None => Some(ClassOfLayout::PaddedInside),
            Swizzle::Rotate(_) => Some(ClassOfLayout::Rotated),
            Swizzle::Cute(_) | Swizzle::Matrix(_) | Swizzle::Offset(_) if layout.cute().is_some() => {
                Some(ClassOfLayout::Cute)
            }
            Swizzle::Cute(_) => Some(ClassOfLayout::Cute),
            Swizzle::Matrix(_) => Some(ClassOfLayout::RowXor),
            Swizzle::Offset(_) => Some(ClassOfLayout::Offset),
            _ => None,
        }
    }
}

impl fmt::Display for ClassOfLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ClassOfLayout::Dense => "dense",
            ClassOfLayout::Padded => "padded rows",
            ClassOfLayout::PaddedInside => "padded inside rows",
            ClassOfLayout::Cute => "CuTe XOR",
            ClassOfLayout::RowXor => "XOR by the row",
            ClassOfLayout::Offset => "matrix of the offset",
            ClassOfLayout::Rotated => "rotated rows",
        })
    }
}

/// A tile that was drawn and solved.
#[derive(Debug, Clone)]
pub struct RandomTile {
    /// The class of its layout.
    pub class: ClassOfLayout,
    /// The accesses that were declared. The layout has no conflict on any of them.
    pub accesses: Vec<Access>,
    /// The layout.
    pub layout: Layout,
    /// Bytes of an element.
    pub elem_bytes: u32,
    /// Bytes of storage.
    pub bytes: usize,
    /// The struct `Tile` in CUDA C++.
    pub cuda: String,
}

/// Shows the tile as the attribute would: `12 x 40 of 4 bytes, access(row, col): 12 x 40, pitch 41`.
impl fmt::Display for RandomTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let accesses: Vec<String> = self.accesses.iter().map(Access::to_string).collect();
        let (rows, cols) = (self.layout.rows(), self.layout.cols());
        write!(f, "{rows} x {cols} of {} bytes, access({}): {}", self.elem_bytes, accesses.join(", "), self.layout)
    }
}

/// Returns `tiles` tiles, the same for the same `seed`: as many of each class, or as many as `tiles` * 200 draws have.
///
/// ```
/// use smem_hardware::random_tiles::draw;
///
/// let tiles = draw(1, 7);
/// assert!(tiles.iter().all(|tile| !tile.accesses.is_empty()));
/// assert_eq!(draw(1, 7).len(), tiles.len());
/// ```
pub fn draw(seed: u64, tiles: usize) -> Vec<RandomTile> {
    let mut random = Random::new(seed);
    let share = tiles.div_ceil(ClassOfLayout::ALL.len());
    let mut drawn: Vec<RandomTile> = Vec::new();
    let mut spare: Vec<RandomTile> = Vec::new();
    for _ in 0..tiles * 200 {
        if drawn.len() == tiles {
            break;
        }
        let Some(tile) = candidate(&mut random) else { continue };
        let of_class = drawn.iter().filter(|other| other.class == tile.class).count();
        if of_class < share {
            drawn.push(tile);
        } else if spare.len() < tiles {
            spare.push(tile);
        }
    }
    let missing = tiles - drawn.len();
    drawn.extend(spare.into_iter().take(missing));
    drawn
}

/// Draws one tile. `None` where the accesses do not fit it, or no layout without conflicts was found.
fn candidate(random: &mut Random) -> Option<RandomTile> {
    let (elem_bytes, elem) = random.pick(&ELEMENTS);
    let one_row = random.one_in(4);
    let powers = random.one_in(2);
    let mut side =
        |most_bits: u32, most: u32| if powers { 1 << random.below(most_bits + 1) } else { 1 + random.below(most) };
    let (rows, cols) = if one_row { (1, side(11, 1500)) } else { (side(7, 70), side(7, 140)) };
    let count = 1 + random.below(3);
    let accesses: Vec<Access> = (0..count).map(|_| access(random, one_row, elem_bytes)).collect();
    let spec = TileSpec::builder(rows, cols, elem_bytes, &accesses).build().ok()?;
    let solution = solve(&spec).ok()?;
    let layout = *solution.layout();
    let class = ClassOfLayout::of(&layout)?;
    let cuda = solution.cuda("Tile", elem).ok()?;
    Some(RandomTile { class, accesses: accesses.clone(), layout, elem_bytes, bytes: solution.bytes(), cuda })
}

fn access(random: &mut Random, one_row: bool, elem_bytes: u32) -> Access {
    let vec = 1 << random.below((WIDEST / elem_bytes).ilog2() + 1);
    let vec = if random.one_in(2) { vec } else { 1 };
    if one_row {
        return if random.one_in(3) { Access::row().vec(vec) } else { Access::stride(1 + random.below(130)) };
    }
    let height = 1 << random.below(6);
    let width = 32 / height;
    match random.below(8) {
        0 => Access::row().vec(vec),
        1 => Access::col().vec(vec),
        2 => Access::unwrapped_row().vec(vec),
        3 => Access::unwrapped_col().vec(vec),
        4 | 5 => Access::block(height, width).vec(vec),
        6 => Access::window(height, width),
        _ => Access::col(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_of_every_class_are_drawn() {
        let tiles = draw(1, 35);
        assert_eq!(tiles.len(), 35);
        for class in ClassOfLayout::ALL {
            assert!(tiles.iter().any(|tile| tile.class == class), "{class}");
        }
    }
}
