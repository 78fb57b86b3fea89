//! Differences: the XORs of the granules of two lanes that must not be in one bank.
//!
//! A matrix that is invertible keeps two granules apart, so two lanes of one phase meet exactly if it takes the XOR of their
//! granules to bank 0. An access without conflicts so forbids a set of XORs to be in the kernel of the banks, and the accesses
//! together the union of their sets: a matrix is free of conflict exactly if none of them is in its kernel.

use alloc::vec::Vec;

use smem_banks::LANES;

use crate::{
    access::{Access, WarpLanes},
    solve::{
        budget::Budget,
        classes::{bit_space::VectorSet, offset_matrix::space::OffsetSpace},
    },
};

/// The most positions, over all accesses, whose pairs of lanes are looked at before the search.
const MOST_POSITIONS: usize = 4096;

/// A set of differences, each listed once.
pub(super) struct Differences {
    pub(super) all: Vec<u32>,
    known: VectorSet,
}

impl Differences {
    pub(super) fn new(bits: u32) -> Differences {
        Differences { all: Vec::new(), known: VectorSet::empty(bits) }
    }

    /// Adds a difference, if it is new.
    pub(super) fn add(&mut self, difference: u32) {
        if !self.known.contains(difference) {
            self.known.insert(difference);
            self.all.push(difference);
        }
    }

    /// Adds those of an access; returns false if the budget is spent.
    pub(super) fn add_access(&mut self, space: &OffsetSpace<'_>, access: &Access, budget: &Budget) -> bool {
        let most = MOST_POSITIONS / space.tile.accesses.len();
        let (mut positions, mut goes_on) = (0, true);
        space.visit(access, |lanes, affine| {
            goes_on = budget.take(8);
            self.add_request(space, access, lanes, affine);
            positions += 1;
            goes_on && positions < most
        });
        goes_on
    }

    /// Adds those of one request; of one whose lanes are an `affine` set, each difference is one from the first lane of its
    /// phase.
    pub(super) fn add_request(&mut self, space: &OffsetSpace<'_>, access: &Access, lanes: &WarpLanes, affine: bool) {
        let vec = access.lane_elements(space.tile.elem_bytes);
        let phase = space.tile.model.lanes_per_phase(space.tile.elem_bytes * vec) as usize;
        let places = space.places(lanes, vec);
        for first in (0..LANES).step_by(phase) {
            for one in first..if affine { first + 1 } else { first + phase } {
                for other in one + 1..first + phase {
                    let both = lanes.active >> one & lanes.active >> other & 1 == 1;
                    if both && places[one].1 == places[other].1 && places[one].0 != places[other].0 {
                        self.add(places[one].0 ^ places[other].0);
                    }
                }
            }
        }
    }
}
