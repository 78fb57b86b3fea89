//! The places of the storage that no element uses.

use alloc::{vec, vec::Vec};

use crate::layout::{Layout, Swizzle};

/// The unused places of each line.
pub(super) struct Padding<'a> {
    layout: &'a Layout,
    /// Those of a swizzle, which may be anywhere; `None` where they are at the end of the line.
    swizzled: Option<Vec<Vec<u32>>>,
}

impl<'a> Padding<'a> {
    pub(super) fn of(layout: &'a Layout) -> Self {
        let is_dense = layout.len() == (layout.rows() * layout.cols()) as usize;
        let is_at_end = is_dense || matches!(layout.swizzle(), Swizzle::None | Swizzle::Rotate(_));
        Padding { layout, swizzled: (!is_at_end).then(|| by_line(layout)) }
    }

    /// Returns the offsets in the storage of `line` that no element has, in elements.
    pub(super) fn of_line(&self, line: u32) -> Vec<u32> {
        let layout = self.layout;
        match &self.swizzled {
            Some(by_line) => by_line[line as usize].clone(),
            None => {
                let end = (line * layout.pitch() + layout.pitch()).min(layout.len() as u32);
                (line * layout.pitch() + layout.line()..end).collect()
            }
        }
    }
}

/// Returns the offsets in each line's storage that no element has.
fn by_line(layout: &Layout) -> Vec<Vec<u32>> {
    let mut is_used = vec![false; layout.len()];
    for row in 0..layout.rows() {
        for col in 0..layout.cols() {
            is_used[layout.index(row, col) as usize] = true;
        }
    }
    let mut unused = vec![Vec::new(); layout.line_count() as usize];
    for (offset, _) in (0..).zip(&is_used).filter(|(_, is_used)| !**is_used) {
        unused[(offset / layout.pitch()) as usize].push(offset);
    }
    unused
}
