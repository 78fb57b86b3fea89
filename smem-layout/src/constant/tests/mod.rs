//! Const evaluation against the rest of the crate: the same positions, verdicts, layouts and texts.

mod agreement;
mod layouts;
mod messages;

use alloc::vec::Vec;

use crate::{
    banks::Arch,
    constant::{Access, Choice, Pattern, Request, Size},
};

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
    fn tile(&mut self) -> (u32, u32, u32, Vec<Access>) {
        let rows = self.of(&[1, 2, 3, 5, 8, 8, 12, 16, 18, 24, 32, 32, 33, 40]);
        let most = if rows == 1 { 700 } else { 72 };
        let cols = if self.below(2) == 0 { self.of(&[8, 16, 32, 64]) } else { 1 + self.below(most) };
        let elem_bytes = 1 << self.below(5);
        let count = 1 + self.below(3);
        let accesses = (0..count).filter_map(|_| self.access(rows, cols, elem_bytes)).collect();
        (rows, cols, elem_bytes, accesses)
    }

    fn access(&mut self, rows: u32, cols: u32, elem_bytes: u32) -> Option<Access> {
        let vec = self.of(&[1, 1, 1, 2, 4, 8]);
        let lanes = self.of(&[(1, 32), (2, 16), (4, 8), (8, 4), (16, 2), (32, 1), (3, 3), (2, 5), (1, 7)]);
        let (height, width) = lanes;
        let pattern = match self.below(10) {
            0 | 1 => Pattern::Row { wrap: true },
            2 | 3 => Pattern::Col { wrap: true },
            8 => Pattern::Row { wrap: false },
            9 => Pattern::Col { wrap: false },
            4 => Pattern::Block { height, width },
            5 => Pattern::Window { height, width },
            6 => Pattern::LdMatrix { trans: self.below(2) == 0 },
            _ => Pattern::Stride { step: vec * (1 + self.below(40)) },
        };
        let vec = if matches!(pattern, Pattern::LdMatrix { .. }) { 1 } else { vec };
        let access = Access { pattern, vec, max_ways: self.of(&[1, 1, 1, 1, 2]) };
        alike(&access).check(rows, cols, elem_bytes).is_ok().then_some(access)
    }
}

/// The same access for the solver of the crate.
fn alike(access: &Access) -> crate::Access {
    let pattern = match access.pattern {
        Pattern::Row { wrap: true } => crate::Access::row(),
        Pattern::Row { wrap: false } => crate::Access::unwrapped_row(),
        Pattern::Col { wrap: true } => crate::Access::col(),
        Pattern::Col { wrap: false } => crate::Access::unwrapped_col(),
        Pattern::Block { height, width } => crate::Access::block(height, width),
        Pattern::Window { height, width } => crate::Access::window(height, width),
        Pattern::Stride { step } => crate::Access::stride(step),
        Pattern::LdMatrix { trans: false } => crate::Access::ldmatrix(),
        Pattern::LdMatrix { trans: true } => crate::Access::ldmatrix_trans(),
    };
    pattern.vec(access.vec).max_ways(access.max_ways)
}

fn request<'a>(size: (i128, i128), elem_bytes: usize, accesses: &'a [Access], choice: Choice) -> Request<'a> {
    Request {
        size: if size.0 == 1 { Size::Line(size.1) } else { Size::Rows(size.0, size.1) },
        is_shape_literal: false,
        elem_bytes,
        accesses,
        arch: Arch::DEFAULT,
        choice,
        allows_conflicts: false,
        stages: 1,
        is_dynamic: false,
        align: 16,
    }
}

const ROW: Access = Access { pattern: Pattern::Row { wrap: true }, vec: 1, max_ways: 1 };
const COL: Access = Access { pattern: Pattern::Col { wrap: true }, vec: 1, max_ways: 1 };
