//! Faults inside a block: a lane raises one, and its warp and its block add the position.

use crate::fault::FaultKind;

/// A fault of a lane in a warp; the block adds the rest of a [`Fault`](crate::Fault).
#[derive(Debug)]
pub(super) struct WarpFault {
    pub(super) pc: u32,
    pub(super) warp: u32,
    pub(super) lane: u32,
    pub(super) address: Option<u64>,
    pub(super) kind: FaultKind,
}

/// A fault of a lane; the warp adds the instruction and its own number.
#[derive(Debug)]
pub(super) struct LaneFault {
    pub(super) lane: u32,
    pub(super) address: Option<u64>,
    pub(super) kind: FaultKind,
}

pub(super) type LaneResult<T> = Result<T, Box<LaneFault>>;

impl LaneFault {
    pub(super) fn boxed(lane: usize, address: impl Into<Option<u64>>, kind: FaultKind) -> Box<Self> {
        Box::new(Self { lane: lane as u32, address: address.into(), kind })
    }
}
