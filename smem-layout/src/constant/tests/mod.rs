//! Const evaluation against the rest of the crate: the same positions, verdicts, layouts and texts.

mod agreement;
mod layouts;
mod messages;
mod options;
mod planes;

use alloc::vec::Vec;

use smem_banks::{Arch, LANES};

use crate::{
    access::{BorrowedTable, ConstAccess, ConstPattern, MmaShape, Operand, Shape, WmmaShape},
    constant::{Dimensions, SimpleChoice, SimpleTileSpec, spec::SimpleTile},
    layout::Prefer,
};

/// A tile with these accesses on the banks of an architecture, solved with the default preference.
fn simple_tile<'a>(
    (rows, cols): (u32, u32),
    elem_bytes: u32,
    accesses: &'a [ConstAccess<'a>],
    arch: Arch,
) -> SimpleTile<'a> {
    let spec = SimpleTileSpec { arch, ..spec((1, 1), elem_bytes as usize, accesses, SimpleChoice::Auto) };
    SimpleTile::of(&spec, None, rows, cols)
}

/// Numbers that look random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(end)) as u32
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }

    /// A shape, an element and accesses that fit it.
    fn tile(&mut self) -> (u32, u32, u32, Vec<ConstAccess<'static>>) {
        let rows = self.of(&[1, 2, 3, 5, 8, 8, 12, 16, 18, 24, 32, 32, 33, 40]);
        let most = if rows == 1 { 700 } else { 72 };
        let cols = if self.below(2) == 0 { self.of(&[8, 16, 32, 64]) } else { 1 + self.below(most) };
        let elem_bytes = 1 << self.below(5);
        let count = 1 + self.below(3);
        let accesses = (0..count).filter_map(|_| self.access(Shape::flat(rows, cols), elem_bytes)).collect();
        (rows, cols, elem_bytes, accesses)
    }

    /// A shape of planes, an element and accesses that fit it.
    fn tile_of_planes(&mut self) -> (Shape, u32, Vec<ConstAccess<'static>>) {
        let rows = self.of(&[1, 2, 3, 5, 8, 8, 12, 16]);
        let cols = if self.below(2) == 0 { self.of(&[8, 16, 32]) } else { 1 + self.below(40) };
        let (shape, elem_bytes) = (Shape::new(Some(1 + self.below(6)), rows, cols), 1 << self.below(5));
        let accesses = (0..2).filter_map(|_| self.access(shape, elem_bytes)).collect();
        (shape, elem_bytes, accesses)
    }

    fn access(&mut self, shape: Shape, elem_bytes: u32) -> Option<ConstAccess<'static>> {
        let vec = self.of(&[1, 1, 1, 2, 4, 8]);
        let lanes = self.of(&[(1, 32), (2, 16), (4, 8), (8, 4), (16, 2), (32, 1), (3, 3), (2, 5), (1, 7)]);
        let (height, width) = lanes;
        let kinds = if shape.planes.is_some() { 20 } else { 15 };
        let pattern = match self.below(kinds) {
            15 | 16 => ConstPattern::Depth { wrap: true },
            17 => ConstPattern::Depth { wrap: false },
            18 | 19 => ConstPattern::Block3d { depth: 1 + self.below(4), height: height.min(4), width: width.min(8) },
            14 => {
                let (shape, operand) = self.of(&WMMAS);
                ConstPattern::Wmma { shape, operand }
            }
            10 => {
                let (shape, operand) = self.of(&FRAGMENTS);
                ConstPattern::Fragment { shape, operand }
            }
            11 => ConstPattern::Stride { step: vec * (1 + self.below(40)), aligned: true },
            12 => {
                let warps = self.table(shape.all_rows(), shape.cols, vec);
                ConstPattern::Lanes(BorrowedTable { warps, plane_rows: None, text: ".." })
            }
            0 | 1 | 13 => ConstPattern::Row { wrap: true },
            2 | 3 => ConstPattern::Col { wrap: true },
            8 => ConstPattern::Row { wrap: false },
            9 => ConstPattern::Col { wrap: false },
            4 => ConstPattern::Block { height, width },
            5 => ConstPattern::Window { height, width },
            6 => ConstPattern::LdMatrix { trans: self.below(2) == 0 },
            _ => ConstPattern::Stride { step: vec * (1 + self.below(40)), aligned: false },
        };
        let transposed = self.below(4) == 0;
        let is_whole = matches!(pattern, ConstPattern::LdMatrix { .. } | ConstPattern::Wmma { .. });
        let vec = if is_whole || transposed { 1 } else { vec };
        let access = ConstAccess { pattern, vec, max_ways: self.of(&[1, 1, 1, 1, 2]), transposed };
        alike(&access).check_on(shape, elem_bytes).is_ok().then_some(access)
    }

    /// A table of one or two warps, of elements at which vectors are aligned.
    fn table(&mut self, rows: u32, cols: u32, vec: u32) -> &'static [[(u32, u32); LANES]] {
        let side = rows.min(cols);
        let warps =
            (0..1 + self.below(2)).map(|_| [(); LANES].map(|()| (self.below(side), self.below(side) / vec * vec)));
        Vec::leak(warps.collect())
    }
}

/// The same access for the solver of the crate.
fn alike(access: &ConstAccess<'_>) -> crate::Access {
    let pattern = match access.pattern {
        ConstPattern::Row { wrap: true } => crate::Access::row(),
        ConstPattern::Row { wrap: false } => crate::Access::unwrapped_row(),
        ConstPattern::Col { wrap: true } => crate::Access::col(),
        ConstPattern::Col { wrap: false } => crate::Access::unwrapped_col(),
        ConstPattern::Block { height, width } => crate::Access::block(height, width),
        ConstPattern::Window { height, width } => crate::Access::window(height, width),
        ConstPattern::Stride { step, aligned: false } => crate::Access::stride(step),
        ConstPattern::Stride { step, aligned: true } => crate::Access::aligned_stride(step),
        ConstPattern::Lanes(BorrowedTable { warps, .. }) => {
            crate::Access::lanes(crate::LaneTable::new(warps.to_vec()).unwrap())
        }
        ConstPattern::Fragment { shape, operand } => crate::Access::fragment(shape, operand),
        ConstPattern::Wmma { shape, operand } => crate::Access::wmma(shape, operand),
        ConstPattern::Depth { wrap: true } => crate::Access::depth(),
        ConstPattern::Depth { wrap: false } => crate::Access::unwrapped_depth(),
        ConstPattern::Block3d { depth, height, width } => crate::Access::block_3d(depth, height, width),
        ConstPattern::LdMatrix { trans: false } => crate::Access::ldmatrix(),
        ConstPattern::LdMatrix { trans: true } => crate::Access::ldmatrix_trans(),
    };
    let pattern = if access.transposed { pattern.transposed() } else { pattern };
    pattern.vec(access.vec).max_ways(access.max_ways)
}

fn spec<'a>(
    size: (i128, i128),
    elem_bytes: usize,
    accesses: &'a [ConstAccess<'a>],
    choice: SimpleChoice,
) -> SimpleTileSpec<'a> {
    SimpleTileSpec {
        size: if size.0 == 1 { Dimensions::Line(size.1) } else { Dimensions::Rows(size.0, size.1) },
        is_shape_literal: false,
        elem_bytes,
        accesses,
        arch: Arch::DEFAULT,
        choice,
        prefer: Prefer::Balance,
        allows_conflicts: false,
        stages: 1,
        is_dynamic: false,
        align: 16,
    }
}

const ROW: ConstAccess<'_> = walk(ConstPattern::Row { wrap: true });
const COL: ConstAccess<'_> = walk(ConstPattern::Col { wrap: true });

const fn walk(pattern: ConstPattern<'_>) -> ConstAccess<'_> {
    ConstAccess { pattern, vec: 1, max_ways: 1, transposed: false }
}

const FRAGMENTS: [(MmaShape, Operand); 3] =
    [(MmaShape::M16N8K16, Operand::A), (MmaShape::M16N8K8, Operand::B), (MmaShape::M16N8K8, Operand::C)];

const WMMAS: [(WmmaShape, Operand); 6] = [
    (WmmaShape::M16N16K16, Operand::A),
    (WmmaShape::M16N16K16, Operand::C),
    (WmmaShape::M8N32K16, Operand::B),
    (WmmaShape::M8N32K16, Operand::C),
    (WmmaShape::M16N16K8, Operand::A),
    (WmmaShape::M8N8K4, Operand::C),
];
