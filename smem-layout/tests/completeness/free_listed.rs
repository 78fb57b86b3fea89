//! The free members of the classes that can be listed.

use std::rc::Rc;

use smem_layout::{Cute, Layout, LayoutChoice, Rotation, Swizzle};

use super::{
    cutes::Cutes,
    members::Members,
    set::{Set, members},
};

impl Members {
    /// The layouts of the classes that can be listed, each with its free members: for what their indices cost.
    pub(crate) fn free_listed(&mut self, numbers: &[usize], choice: LayoutChoice, cutes: &mut Cutes) -> Vec<Layout> {
        let (tile, granule) = (self.tile, self.granule(numbers));
        let (swizzles, pads) = (!matches!(choice, LayoutChoice::Pad(_)), !matches!(choice, LayoutChoice::Swizzle(_)));
        let mut free = Vec::new();
        let pad_sets: Vec<Set> = numbers.iter().map(|number| self.pads(*number)).collect();
        for pitch in self.lines.pitches(tile) {
            let raised = pitch <= self.lines.last_raised();
            let number = (pitch - self.lines.line) as usize;
            let aligned = pitch.is_multiple_of(granule) || self.lines.count == 1;
            let is_free = aligned && pad_sets.iter().all(|set| set[number / 64] >> (number % 64) & 1 == 1);
            if is_free && (pads || raised) {
                let pad = pitch - self.lines.line;
                free.extend(match tile.rows {
                    1 => Layout::lines(tile.cols, self.lines.line, pad),
                    rows => Layout::padded(rows, tile.cols, pad),
                });
            }
            if swizzles && raised && (tile.rows > 1 || pitch == self.lines.line) {
                free.extend(self.free_cutes(numbers, pitch, granule, cutes));
                free.extend(self.of_few_terms(numbers, pitch));
            }
        }
        if swizzles && self.turn(numbers).is_some() {
            let all = Rc::clone(&self.turns);
            let sets: Vec<Set> = numbers.iter().map(|number| Rc::clone(&self.turn_sets[number])).collect();
            let free_turns = members(&sets).map(|number| all[number]).filter(|turn| turn.keeps_whole(granule));
            let dense = Layout::plain(tile.rows, tile.cols).unwrap();
            free.extend(
                free_turns
                    .filter_map(|turn| dense.with_swizzle(Swizzle::Rotate(Rotation::new(turn.step, turn.every)?)).ok()),
            );
        }
        if pads && self.inside(numbers, u32::MAX).0.is_some() {
            let all = self.inner.as_ref().map(|inner| Rc::clone(&inner.0)).unwrap_or_default();
            let sets: Vec<Set> = numbers.iter().map(|number| Rc::clone(&self.inner_sets[number])).collect();
            let free_inner = members(&sets).map(|number| all[number]).filter(|inner| inner.keeps_whole(granule));
            free.extend(
                free_inner.filter_map(|inner| Layout::padded_every(tile.rows, tile.cols, inner.pad, inner.every).ok()),
            );
        }
        free
    }

    /// The free ones of CuTe's swizzles at `pitch`.
    fn free_cutes(&mut self, numbers: &[usize], pitch: u32, granule: u32, cutes: &mut Cutes) -> Vec<Layout> {
        let tile = self.tile;
        if self.cute(numbers, pitch, granule, cutes).is_none() {
            return Vec::new();
        }
        let row_pitch = if tile.rows == 1 { tile.cols } else { pitch };
        let plain = Layout::padded(tile.rows, tile.cols, row_pitch - tile.cols).unwrap();
        let (tables, whole) = (cutes.at(row_pitch), cutes.whole(row_pitch, granule));
        let sets = numbers.iter().map(|number| Rc::clone(&self.cutes[&(*number, pitch)]));
        let sets: Vec<Set> = sets.chain([whole]).collect();
        let layout = |number: usize| {
            let cute = tables[number].cute;
            plain.with_swizzle(Swizzle::Cute(Cute::new(cute.bits, cute.base, cute.shift)?)).ok()
        };
        members(&sets).filter_map(layout).collect()
    }
}
