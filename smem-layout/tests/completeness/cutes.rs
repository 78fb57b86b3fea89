//! CuTe's swizzles of a tile: the table of each, and which of them keep vectors whole.

use std::{collections::HashMap, rc::Rc};

use super::{
    layouts::{CuteTable, cutes, keeps_whole},
    set::{Set, set_of},
    tile::Tile,
};

/// CuTe's swizzles of one tile, by pitch: they are the same for all accesses and banks.
pub(crate) struct Cutes {
    tile: Tile,
    by_pitch: HashMap<u32, Rc<Vec<CuteTable>>>,
    whole: HashMap<(u32, u32), Set>,
}

impl Cutes {
    pub(crate) fn new(tile: Tile) -> Cutes {
        Cutes { tile, by_pitch: HashMap::new(), whole: HashMap::new() }
    }

    pub(crate) fn at(&mut self, pitch: u32) -> Rc<Vec<CuteTable>> {
        Rc::clone(self.by_pitch.entry(pitch).or_insert_with(|| Rc::new(cutes(self.tile, pitch))))
    }

    /// Those that keep vectors of `granule` elements whole.
    pub(crate) fn whole(&mut self, pitch: u32, granule: u32) -> Set {
        let all = self.at(pitch);
        let keeps = |number: usize| keeps_whole(self.tile, &all[number].offsets, granule);
        Rc::clone(self.whole.entry((pitch, granule)).or_insert_with(|| set_of(all.len(), keeps)))
    }
}
