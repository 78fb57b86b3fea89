//! Const evaluation against the rest of the crate: the same positions, verdicts, layouts and texts.

mod agreement;
mod layouts;
mod messages;

use alloc::vec::Vec;

use crate::{
    access::{MmaShape, Operand, WmmaShape},
    banks::{Arch, LANES},
    constant::{
        Dimensions, SimpleAccess, SimpleChoice, SimpleFragment, SimplePattern, SimpleTileSpec, spec::SimpleTile,
    },
    layout::Prefer,
};

/// A tile with these accesses on the banks of an architecture, solved with the default preference.
fn simple_tile((rows, cols): (u32, u32), elem_bytes: u32, accesses: &[SimpleAccess], arch: Arch) -> SimpleTile<'_> {
    SimpleTile { rows, cols, elem_bytes, accesses, model: arch.bank_model(), prefer: Prefer::Balance }
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
    fn tile(&mut self) -> (u32, u32, u32, Vec<SimpleAccess>) {
        let rows = self.of(&[1, 2, 3, 5, 8, 8, 12, 16, 18, 24, 32, 32, 33, 40]);
        let most = if rows == 1 { 700 } else { 72 };
        let cols = if self.below(2) == 0 { self.of(&[8, 16, 32, 64]) } else { 1 + self.below(most) };
        let elem_bytes = 1 << self.below(5);
        let count = 1 + self.below(3);
        let accesses = (0..count).filter_map(|_| self.access(rows, cols, elem_bytes)).collect();
        (rows, cols, elem_bytes, accesses)
    }

    fn access(&mut self, rows: u32, cols: u32, elem_bytes: u32) -> Option<SimpleAccess> {
        let vec = self.of(&[1, 1, 1, 2, 4, 8]);
        let lanes = self.of(&[(1, 32), (2, 16), (4, 8), (8, 4), (16, 2), (32, 1), (3, 3), (2, 5), (1, 7)]);
        let (height, width) = lanes;
        let pattern = match self.below(15) {
            14 => self.of(&WMMAS),
            10 => SimplePattern::Fragment(self.of(&FRAGMENTS)),
            11 => SimplePattern::Stride { step: vec * (1 + self.below(40)), aligned: true },
            12 => SimplePattern::Lanes { warps: self.table(rows, cols, vec), text: ".." },
            0 | 1 | 13 => SimplePattern::Row { wrap: true },
            2 | 3 => SimplePattern::Col { wrap: true },
            8 => SimplePattern::Row { wrap: false },
            9 => SimplePattern::Col { wrap: false },
            4 => SimplePattern::Block { height, width },
            5 => SimplePattern::Window { height, width },
            6 => SimplePattern::LdMatrix { trans: self.below(2) == 0 },
            _ => SimplePattern::Stride { step: vec * (1 + self.below(40)), aligned: false },
        };
        let transposed = self.below(4) == 0;
        let is_whole = matches!(pattern, SimplePattern::LdMatrix { .. } | SimplePattern::Wmma { .. });
        let vec = if is_whole || transposed { 1 } else { vec };
        let access = SimpleAccess { pattern, vec, max_ways: self.of(&[1, 1, 1, 1, 2]), transposed };
        alike(&access).check(rows, cols, elem_bytes).is_ok().then_some(access)
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
fn alike(access: &SimpleAccess) -> crate::Access {
    let pattern = match access.pattern {
        SimplePattern::Row { wrap: true } => crate::Access::row(),
        SimplePattern::Row { wrap: false } => crate::Access::unwrapped_row(),
        SimplePattern::Col { wrap: true } => crate::Access::col(),
        SimplePattern::Col { wrap: false } => crate::Access::unwrapped_col(),
        SimplePattern::Block { height, width } => crate::Access::block(height, width),
        SimplePattern::Window { height, width } => crate::Access::window(height, width),
        SimplePattern::Stride { step, aligned: false } => crate::Access::stride(step),
        SimplePattern::Stride { step, aligned: true } => crate::Access::aligned_stride(step),
        SimplePattern::Lanes { warps, .. } => crate::Access::lanes(crate::LaneTable::new(warps.to_vec()).unwrap()),
        SimplePattern::Fragment(fragment) => {
            let (shape, operand) = fragment.name.split_once(", ").unwrap();
            crate::Access::fragment(MmaShape::from_name(shape).unwrap(), Operand::from_name(operand).unwrap())
        }
        SimplePattern::Wmma { of, .. } => {
            let (shape, operand) = of.name.split_once(", ").unwrap();
            crate::Access::wmma(WmmaShape::from_name(shape).unwrap(), Operand::from_name(operand).unwrap())
        }
        SimplePattern::LdMatrix { trans: false } => crate::Access::ldmatrix(),
        SimplePattern::LdMatrix { trans: true } => crate::Access::ldmatrix_trans(),
    };
    let pattern = if access.transposed { pattern.transposed() } else { pattern };
    pattern.vec(access.vec).max_ways(access.max_ways)
}

fn spec<'a>(
    size: (i128, i128),
    elem_bytes: usize,
    accesses: &'a [SimpleAccess],
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

const ROW: SimpleAccess = walk(SimplePattern::Row { wrap: true });
const COL: SimpleAccess = walk(SimplePattern::Col { wrap: true });

const fn walk(pattern: SimplePattern) -> SimpleAccess {
    SimpleAccess { pattern, vec: 1, max_ways: 1, transposed: false }
}

const FRAGMENTS: [SimpleFragment; 3] = [
    SimpleFragment { name: "m16n8k16, a", rows: 16, cols: 16, is_sum: false, elem_bytes: 1 | 2 | 8 },
    SimpleFragment { name: "m16n8k8, b", rows: 8, cols: 8, is_sum: false, elem_bytes: 2 | 4 | 8 },
    SimpleFragment { name: "m16n8k8, c", rows: 16, cols: 8, is_sum: true, elem_bytes: 2 | 4 | 8 },
];

const WMMAS: [SimplePattern; 6] = [
    wmma("m16n16k16, a", (16, 16), 1 | 2, false),
    wmma("m16n16k16, c", (16, 16), 2 | 4, false),
    wmma("m8n32k16, b", (32, 16), 1 | 2, false),
    wmma("m8n32k16, c", (8, 32), 2 | 4, true),
    wmma("m16n16k8, a", (16, 8), 4, false),
    wmma("m8n8k4, c", (8, 8), 8, false),
];

const fn wmma(name: &'static str, (rows, cols): (u32, u32), elem_bytes: u32, is_turned: bool) -> SimplePattern {
    let is_sum = matches!(name.as_bytes(), [.., b'c']);
    SimplePattern::Wmma { of: SimpleFragment { name, rows, cols, is_sum, elem_bytes }, is_turned }
}
