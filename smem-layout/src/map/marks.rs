//! The request that a map marks: the elements of its lanes, and the lanes in conflict.

use alloc::{
    collections::BTreeMap,
    string::{String, ToString},
    vec::Vec,
};

use core::ops::Range;

use smem_banks::{BankModel, Cost, LANES, WarpRequest};

use crate::{
    access::{Access, Positions, WarpLanes},
    map::phases::{Phase, RequestLanes},
    solve::{Conflict, LaidOut, conflict_of, severity},
};

/// One request of a warp: the elements that its lanes touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Marks {
    /// The access as the attribute spells it.
    pub(super) access: String,
    /// The number of the position, of how many.
    pub(super) position: (u32, u32),
    /// True where the position is the worst one.
    pub(super) is_worst: bool,
    pub(super) cost: Cost,
    pub(super) conflict: Option<Conflict>,
    /// The lanes that are served together.
    pub(super) phases: Vec<Phase>,
    elements: BTreeMap<(u32, u32), Mark>,
}

/// The mark of an element that a lane touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    /// The first lane that touches the element, 0 to 31.
    pub(super) lane: u32,
    /// The element's number in its lane's vector.
    pub(super) number: u32,
    /// True where the bank of a lane that touches the element serves other words in the same phase.
    pub(super) is_conflicting: bool,
}

impl Marks {
    /// Marks position `number`.
    pub(super) fn at(
        laid: &LaidOut<'_>,
        access: &Access,
        positions: &Positions<'_>,
        number: u32,
        model: &BankModel,
    ) -> Marks {
        let lanes = positions.lanes(number);
        let vec = access.lane_elements(laid.elem_bytes);
        let request = lanes.request(laid.layout, laid.elem_bytes, vec);
        let conflicting = conflicting_lanes(&request, model);
        let mut elements: BTreeMap<(u32, u32), Mark> = BTreeMap::new();
        for (lane, row, col) in lanes.iter() {
            let is_conflicting = conflicting >> lane & 1 == 1;
            for number in 0..vec {
                let mark = elements.entry((row, col + number)).or_insert(Mark { lane, number, is_conflicting });
                mark.is_conflicting |= is_conflicting;
            }
        }
        let cost = model.cost(&request);
        let addresses: Vec<(u32, u32)> =
            (0..LANES as u32).filter_map(|lane| Some((lane, request.address(lane)?))).collect();
        let served = RequestLanes { lanes: &addresses, bytes: request.bytes(), take_turns: false, took: None };
        Marks {
            access: access.to_string(),
            position: (number, positions.count()),
            is_worst: false,
            cost,
            conflict: (cost.ways > 1).then(|| conflict_of(access, cost, &lanes, laid, model)),
            phases: served.phases(model),
            elements,
        }
    }

    /// Marks the position whose conflict a report describes, the first of several; where there is no conflict, the first of
    /// those with the most wavefronts.
    pub(super) fn worst(laid: &LaidOut<'_>, access: &Access, positions: &Positions<'_>, model: &BankModel) -> Marks {
        let vec = access.lane_elements(laid.elem_bytes);
        let cost = |lanes: &WarpLanes| model.cost(&lanes.request(laid.layout, laid.elem_bytes, vec));
        let (mut worst, mut most) = (0, None);
        for number in 0..positions.count() {
            let rank = severity(&cost(&positions.lanes(number)), access.max_ways);
            if most.as_ref().is_none_or(|most| rank > *most) {
                (worst, most) = (number, Some(rank));
            }
        }
        Marks { is_worst: true, ..Marks::at(laid, access, positions, worst, model) }
    }

    /// Returns the mark of element (`row`, `col`), if a lane touches it.
    pub(super) fn of(&self, row: u32, col: u32) -> Option<Mark> {
        self.elements.get(&(row, col)).copied()
    }

    /// Returns the rows, of a plane of so many, and the columns from the first to the last that are touched; `None` without any.
    pub(super) fn extent(&self, plane_rows: u32) -> Option<(Range<u32>, Range<u32>)> {
        let rows = || self.elements.keys().map(|(row, _)| row % plane_rows);
        let cols = || self.elements.keys().map(|(_, col)| *col);
        Some((rows().min()?..rows().max()? + 1, cols().min()?..cols().max()? + 1))
    }

    /// Returns the marks of all elements that lanes touch.
    pub(super) fn iter(&self) -> impl Iterator<Item = ((u32, u32), Mark)> + '_ {
        self.elements.iter().map(|(at, mark)| (*at, *mark))
    }
}

/// Returns the lanes, a bit each, whose bank serves other words in the same phase: those that conflict with some other lane alone.
fn conflicting_lanes(request: &WarpRequest, model: &BankModel) -> u32 {
    let lanes = model.lanes_per_phase(request.bytes());
    let mut conflicting = 0;
    for one in 0..LANES as u32 {
        for other in one + 1..(one / lanes + 1) * lanes {
            let pair = request.of_lanes(1 << one | 1 << other);
            if model.cost(&pair).ways > 1 {
                conflicting |= pair.active();
            }
        }
    }
    conflicting
}

impl Mark {
    /// Returns true if `other` is the next element of the same lane.
    pub(super) fn is_followed_by(&self, other: &Mark) -> bool {
        self.lane == other.lane && self.number < other.number
    }
}
